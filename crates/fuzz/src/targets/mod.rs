//! The targets, a file each.

pub mod checks;
pub mod compare;
pub mod conserved;
pub mod decode;
pub mod growth;
pub mod live_feed;
pub mod picture;
pub mod report_text;
pub mod spoken;
pub mod structure;
pub mod template_file;
pub mod template_request;
pub mod webhook;
pub mod word_file;

use std::ops::Range;

use arbitrary::Unstructured;

/// Runs what takes an input apart. Bytes that end too early are no input.
fn with(input: &[u8], check: impl FnOnce(&mut Unstructured<'_>) -> arbitrary::Result<()>) {
    let _too_short = check(&mut Unstructured::new(input));
}

/// Says where a range is none of the text's.
#[track_caller]
fn assert_within(text: &str, range: &Range<usize>, what: &str) {
    assert!(
        text.get(range.clone()).is_some(),
        "{what}: {range:?} of {} bytes",
        text.len()
    );
}
