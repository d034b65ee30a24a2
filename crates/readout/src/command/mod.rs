//! The commands of the program beside `serve` and those over text (crate `text_commands`), one file each.

pub mod backup;
pub mod doctor;
pub mod export;
#[cfg(feature = "embedded-speech")]
pub mod language_model;
pub mod migrate;
#[cfg(feature = "local-model")]
pub mod models;
pub mod openapi;
pub mod transcribe;
pub mod user;
