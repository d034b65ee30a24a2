//! A sentence of the dictation, with its section and its place in the dictation.

use std::ops::Range;

use report::reading::Reading;
use report::section::SectionKind;

/// A sentence of the dictation.
#[derive(Clone)]
pub(super) struct Spoken {
    /// Where it belongs.
    pub(super) section: SectionKind,
    /// Whether a heading told its section.
    pub(super) announced: bool,
    /// Whether it only names the study.
    pub(super) title: bool,
    /// As it stands in the report.
    pub(super) text: String,
    /// What it says.
    pub(super) reading: Reading,
    /// Its bytes in the dictation as handed in.
    pub(super) span: Range<usize>,
    /// Whether a comma parts it from the one before, in a line that was divided.
    pub(super) joined: bool,
    /// Which line of the written text it began on, which tells the items of an impression.
    pub(super) line: usize,
    /// The number that was spoken before it.
    pub(super) number: Option<u32>,
    /// Of which of the studies that were done together it was said to be.
    pub(super) study: Option<usize>,
}
