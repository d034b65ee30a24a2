//! A statement of a report and where it came from.

use std::fmt;
use std::ops::Range;

use crate::section::SectionKind;

/// Where a statement came from. The gate checks it and the editor shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Spoken: the byte ranges of the dictation, as it was handed in, that it was made from, in dictation order.
    Dictated {
        /// Byte ranges into the dictation, never empty, each on character boundaries.
        spans: Vec<Range<usize>>,
    },
    /// A line of the chosen template, possibly with blanks filled from the dictation (`filled` then holds where from).
    Template {
        /// Byte ranges of the dictation that filled blanks of the line; empty when nothing was filled.
        filled: Vec<Range<usize>>,
    },
    /// Made from other statements of the same report, by their indices.
    Derived {
        /// Indices into the report's statements.
        from: Vec<usize>,
    },
    /// Taken from the previous report.
    Previous,
}

/// One statement: a bullet of the findings, a numbered line of the impression, or the text of a section.
#[derive(Clone, PartialEq, Eq)]
pub struct Statement {
    /// The section in which it stands.
    pub section: SectionKind,
    /// Its text without bullet or number.
    pub text: String,
    /// Where it came from.
    pub origin: Origin,
}

/// Shows where it stands and came from, never what it says: a statement is patient text.
impl fmt::Debug for Statement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Statement")
            .field("section", &self.section)
            .field("bytes", &self.text.len())
            .field("origin", &self.origin)
            .finish()
    }
}
