//! The language of a radiology report.
//!
//! Owns sections, the report text format, statements and where they came from, anatomy, laterality,
//! measurements, negation, patient sex and spoken forms. Refuses IO, async, clocks and randomness:
//! time, randomness and identity arrive as arguments.

pub mod anatomy;
pub mod blank;
pub mod measurement;
pub mod modality;
pub mod negation;
pub mod phrase;
pub mod private;
pub mod section;
pub mod sex;
pub mod side;
pub mod spoken;
pub mod statement;
pub mod text;
pub mod token;
