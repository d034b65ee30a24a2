//! What must hold for any input that somebody else decides on, and how such inputs are made.
//!
//! A target is a function from bytes to nothing that panics when something does not hold. Two search for bytes that make it: `make fuzz`
//! runs each under libFuzzer for a time, guided by what the bytes reach (`fuzz.sh`), and `tests/every_target.rs` runs each on its seeds,
//! on some that were changed, and on all that was ever found (`found/`), with the other tests. Texts are made of what radiologists
//! say and of what breaks programs (`dictated`), so that a few bytes become a report; recordings and pictures are valid ones that are
//! changed. Why it is made so: docs/decisions/0025.
//!
//! To add a target: a file in `targets/`, and its line in [`TARGETS`].

mod cost;
mod dictated;
mod sentences;
mod targets;

/// Something that must hold for any bytes.
pub struct Target {
    /// Its name, in `make fuzz` and as a folder of `found/`.
    pub name: &'static str,
    /// Panics when something does not hold.
    pub check: fn(&[u8]),
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// The longest input that is worth its time, in bytes.
    pub longest: usize,
}

/// Every target, in the order of a report's life.
pub const TARGETS: &[Target] = &[
    targets::decode::TARGET,
    targets::live_feed::TARGET,
    targets::spoken::TARGET,
    targets::template_request::TARGET,
    targets::template_file::TARGET,
    targets::structure::TARGET,
    targets::conserved::TARGET,
    targets::compare::TARGET,
    targets::report_text::TARGET,
    targets::checks::TARGET,
    targets::growth::TARGET,
    targets::picture::TARGET,
    targets::word_file::TARGET,
    targets::webhook::TARGET,
];

/// The target of a name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
