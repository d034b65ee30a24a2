//! The impression.

use report::modality::Modality;
use report::statement::Statement;

/// An impression made from findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Impression {
    /// Its numbered lines.
    pub text: String,
    /// A statement a line.
    pub statements: Vec<Statement>,
}

/// Makes the impression.
pub fn generate(_findings: &str, _history: &str, _study: Option<&str>, _modality: Option<Modality>) -> Impression {
    Impression { text: String::new(), statements: Vec::new() }
}
