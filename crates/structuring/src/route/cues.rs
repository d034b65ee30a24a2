//! The words of `data/cues.toml` as patterns.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    goes_on: Vec<String>,
    leads_in: Vec<String>,
    history: Vec<String>,
    of_the_patient: Vec<String>,
    asked_for: Vec<String>,
    technique_before: Vec<String>,
    technique_of: Vec<String>,
    technique_done: Vec<String>,
    impression: Vec<String>,
    shown_at_start: Vec<String>,
    shown_state: Vec<String>,
    shown: Vec<String>,
    goes_over: Vec<String>,
}

/// By what a sentence, or a word that may be a heading, is known.
pub(super) struct Cues {
    /// Behind a heading word: it is part of a sentence.
    pub(super) goes_on: Regex,
    /// Before a heading word: it is part of a sentence.
    pub(super) leads_in: Regex,
    /// A sentence of the history begins so.
    pub(super) history: Regex,
    /// It tells of the patient rather than of the images.
    pub(super) of_the_patient: Regex,
    /// It tells why the study was asked for.
    pub(super) asked_for: Regex,
    /// It tells how the study was done.
    pub(super) technique: Regex,
    /// The impression begins so.
    pub(super) impression: Regex,
    /// It says that the images show it.
    pub(super) shown: Regex,
    /// Here a sentence goes over to what the images show.
    pub(super) goes_over: Regex,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it.
pub(super) static CUES: LazyLock<Cues> = LazyLock::new(|| {
    let file: File =
        toml::from_str(include_str!("../../data/cues.toml")).unwrap_or_else(|error| panic!("cues: {error}"));
    let any = |patterns: &[String]| format!("(?:{})", patterns.join("|").replace(' ', r"\s+"));
    let pattern = |pattern: String| {
        Regex::new(&format!("(?i){pattern}")).unwrap_or_else(|error| panic!("cues: {error}"))
    };
    let start = any(&file.shown_at_start);
    let (state, shown) = (any(&file.shown_state), any(&file.shown));
    let (before, of, done) = (
        any(&file.technique_before),
        any(&file.technique_of),
        any(&file.technique_done),
    );
    Cues {
        goes_on: pattern(format!(r"^\s*(?:[,;)]|{}\b)", any(&file.goes_on))),
        leads_in: pattern(format!(r"(?:\b{}|[-(/,])\s*$", any(&file.leads_in))),
        history: pattern(format!(r"^\W*{}", any(&file.history))),
        of_the_patient: pattern(format!(r"\b{}\b", any(&file.of_the_patient))),
        asked_for: pattern(format!(r"\b{}\b|\?", any(&file.asked_for))),
        technique: pattern(format!(
            r"^\W*(?:{before}\s+)*{of}\b[^.]{{0,160}}\b(?:was|were)\s+(?:then\s+)?{done}"
        )),
        impression: pattern(format!(r"^\W*{}\b", any(&file.impression))),
        shown: pattern(format!(
            r"^\W*{start}\b|\b(?:is|are|was|were)\s+(?:\w+ly\s+)?{state}\b|\b{shown}\b"
        )),
        goes_over: pattern(format!(r"\b{}\b", any(&file.goes_over))),
    }
});
