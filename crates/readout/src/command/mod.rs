//! The commands beside `serve`, one file each.

pub mod migrate;
pub mod openapi;
