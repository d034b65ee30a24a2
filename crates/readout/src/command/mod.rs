//! The commands beside `serve`, one file each. With `--jsonl` they read an object a line and write an object a line, which is how the
//! evaluation and other programs use them; without it they read the text of a person and print text.

pub mod backup;
pub mod check;
pub mod doctor;
pub mod export;
pub mod gate;
pub mod impression;
#[cfg(feature = "embedded-speech")]
pub mod language_model;
pub mod migrate;
#[cfg(feature = "local-model")]
pub mod models;
pub mod openapi;
pub mod spoken;
pub mod structure;
pub mod templates;
pub mod transcribe;
pub mod user;

use ::report::modality::Modality;
use ::report::sex::Sex;

/// Reads `--modality`.
fn parse_modality(raw: &str) -> Result<Modality, &'static str> {
    Modality::parse(raw).ok_or("expected CT or MRI")
}

/// Reads `--sex`.
fn parse_sex(raw: &str) -> Result<Sex, &'static str> {
    Sex::parse(raw).ok_or("expected M or F")
}
