//! Fills the blanks of a template from the dictation: values that were dictated for the same thing, and choices that were made by
//! naming a side or an option. What was not dictated stays blank. What the words are stands in `data/fill.toml`.

mod choices;
mod classes;
mod meeting;
mod patterns;
mod restated;
mod slot;
mod values;
mod words;

use std::cell::OnceCell;
use std::ops::Range;

use report::reading::Reading;

pub(crate) use choices::{choices, only_names_side};
pub(crate) use classes::class;
pub(crate) use restated::restated;
pub(crate) use slot::emptied;
pub(crate) use values::{Target, values};

/// A text with the short words of its measures written out: `EF 58%` is the ejection fraction.
pub(crate) fn written_out(text: &str) -> String {
    words::WORDS.written_out(text)
}

/// Whether the number behind a word is its own, and counts nothing: "grade 2", "segment 4".
pub(crate) fn numbers_behind(word: &str) -> bool {
    words::WORDS.has_number(word)
}

/// Whether a unit stands first: " cm".
pub(crate) fn begins_with_unit(text: &str) -> bool {
    words::WORDS.unit.is_match(text)
}

/// A dictated sentence that may fill blanks.
pub(crate) struct Source<'t> {
    pub(crate) text: &'t str,
    pub(crate) reading: &'t Reading,
    /// Its bytes in the dictation as handed in.
    pub(crate) span: Range<usize>,
    /// The values that it tells, read when a blank first asks for one.
    offers: OnceCell<values::Offers>,
}

impl<'t> Source<'t> {
    pub(crate) fn new(text: &'t str, reading: &'t Reading, span: Range<usize>) -> Self {
        Self {
            text,
            reading,
            span,
            offers: OnceCell::new(),
        }
    }
}
