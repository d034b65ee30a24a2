//! The conservation gate: what it finds in damaged reports, what it leaves alone, what it puts back.

mod damage;
mod detection;
mod dictated;
mod impression;
mod repair;
mod rewording;
mod shared;
mod support;
