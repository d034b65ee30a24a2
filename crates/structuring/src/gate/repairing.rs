//! Puts back what is certain.

use std::fmt;

use report::statement::Statement;

use super::{Flag, Given, inspection};

/// A report after repair.
#[derive(Debug, Clone)]
pub struct Repaired {
    /// Its statements in section order.
    pub statements: Vec<Statement>,
    /// What was repaired.
    pub repairs: Vec<Repair>,
    /// What was not; indices refer to `statements`.
    pub flags: Vec<Flag>,
}

/// Something that was put back or taken out.
#[derive(Clone, PartialEq, Eq)]
pub struct Repair {
    /// The statement repaired, by its index; `None` when it was taken out.
    pub statement: Option<usize>,
    /// A sentence for the radiologist.
    pub message: String,
}

/// Shows where, never what: that is patient text.
impl fmt::Debug for Repair {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Repair")
            .field("statement", &self.statement)
            .finish_non_exhaustive()
    }
}

/// Repairs a report.
pub(super) fn repair(given: &Given<'_>, statements: Vec<Statement>) -> Repaired {
    let flags = inspection::inspect(given, &statements);
    Repaired {
        statements,
        repairs: Vec::new(),
        flags,
    }
}
