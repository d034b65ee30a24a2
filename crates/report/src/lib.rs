//! The language of a radiology report.
//!
//! Owns sections, the report text format, statements and where they came from, anatomy, laterality,
//! measurements, negation, patient sex and spoken forms, and reads a sentence: where it ends ([`segment`]), what it asserts,
//! denies and calls normal ([`reading`]), how urgent that is ([`urgency`]) and whether two sentences say the same
//! ([`wording`]). Refuses IO, async, clocks and randomness:
//! time, randomness and identity arrive as arguments.

pub mod anatomy;
pub mod blank;
pub mod budget;
pub mod checks;
pub mod measurement;
pub mod modality;
pub mod negation;
pub mod operation;
pub mod orthography;
pub mod phrase;
pub mod private;
pub mod reading;
pub mod remainder;
pub mod run_on;
pub mod section;
pub mod segment;
pub mod sex;
pub mod side;
pub mod spoken;
pub mod statement;
pub mod style;
pub mod text;
pub mod token;
pub mod urgency;
pub mod wording;
