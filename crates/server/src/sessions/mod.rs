//! The sessions of the signed-in user: which there are, and the end of one or of all.

pub mod end_all;
pub mod end_one;
pub mod list;
