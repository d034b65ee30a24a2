//! The words of `data/cues.toml` as patterns.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use crate::patterns;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    goes_on: Vec<String>,
    leads_in: Vec<String>,
    history: Vec<String>,
    aged: Vec<String>,
    of_the_patient: Vec<String>,
    asked_for: Vec<String>,
    technique_before: Vec<String>,
    technique_of: Vec<String>,
    technique_verb: Vec<String>,
    technique_done: Vec<String>,
    compared_with_none: Vec<String>,
    compared_with_none_behind: Vec<String>,
    impression: Vec<String>,
    shown_at_start: Vec<String>,
    shown_verb: Vec<String>,
    shown_how: Vec<String>,
    shown_state: Vec<String>,
    shown: Vec<String>,
    goes_over: Vec<String>,
    joins: Vec<String>,
    title_before: Vec<String>,
    title: Vec<String>,
    item: Vec<String>,
    ends_of_one: Vec<String>,
    pronouns: Vec<String>,
    uptake: Vec<String>,
    done_to_the_patient: Vec<String>,
}

/// By what a sentence, or a word that may be a heading, is known.
pub(crate) struct Cues {
    /// Behind a heading word: it is part of a sentence.
    pub(crate) goes_on: Regex,
    /// Before a heading word: it is part of a sentence.
    pub(crate) leads_in: Regex,
    /// A sentence of the history begins so.
    pub(crate) history: Regex,
    /// The age and sex at its beginning.
    pub(crate) aged: Regex,
    /// It tells of the patient rather than of the images.
    pub(crate) of_the_patient: Regex,
    /// It tells why the study was asked for.
    pub(crate) asked_for: Regex,
    /// It tells how the study was done.
    pub(crate) technique: Regex,
    /// Behind the heading of the comparison: there is nothing to compare with.
    pub(crate) compared_with_none: Regex,
    /// The impression begins so.
    pub(crate) impression: Regex,
    /// It says that the images show it.
    pub(crate) shown: Regex,
    /// Here a sentence goes over to what the images show.
    pub(crate) goes_over: Regex,
    /// A word that joins what follows to what is before it.
    pub(crate) joins: Regex,
    /// It names a study.
    pub(crate) title: Regex,
    /// The number of an item of a list, spoken in the first group or written in the second.
    pub(crate) item: Regex,
    /// On what a word ends that is one though it ends on s.
    pub(crate) ends_of_one: Vec<String>,
    /// It says of the lesion of the sentence before that it takes up contrast; the first group says so.
    pub(crate) uptake: Regex,
    /// Kinds of finding that tell what was done to the patient.
    pub(crate) done_to_the_patient: Vec<String>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it.
pub(crate) static CUES: LazyLock<Cues> = LazyLock::new(|| {
    let file: File =
        toml::from_str(include_str!("../../data/cues.toml")).unwrap_or_else(|error| panic!("cues: {error}"));
    let any = |patterns: &[String]| format!("(?:{})", patterns.join("|").replace(' ', r"\s+"));
    let pattern = |pattern: String| patterns::pattern(&pattern);
    let start = any(&file.shown_at_start);
    let (verb, how) = (any(&file.shown_verb), any(&file.shown_how));
    let (state, shown) = (any(&file.shown_state), any(&file.shown));
    let (before, of) = (any(&file.technique_before), any(&file.technique_of));
    let (was, done) = (any(&file.technique_verb), any(&file.technique_done));
    let (title_before, title) = (any(&file.title_before), any(&file.title));
    Cues {
        goes_on: pattern(format!(r"^\s*(?:[,;)]|{}\b)", any(&file.goes_on))),
        leads_in: pattern(format!(r"(?:\b{}|[-(/,])\s*$", any(&file.leads_in))),
        history: pattern(format!(r"^\W*{}", any(&file.history))),
        aged: pattern(format!(r"^\W*{}\b\s*", any(&file.aged))),
        of_the_patient: pattern(format!(r"\b{}\b", any(&file.of_the_patient))),
        asked_for: pattern(format!(r"\b{}\b|\?", any(&file.asked_for))),
        technique: pattern(format!(
            r"^\W*(?:{before}\s+)*{of}\b[^.]{{0,160}}\b{was}\s+{done}"
        )),
        compared_with_none: pattern(format!(
            r"^\s*{}(?:\s+{})*\b[.,;]?",
            any(&file.compared_with_none),
            any(&file.compared_with_none_behind)
        )),
        impression: pattern(format!(r"^\W*{}\b", any(&file.impression))),
        shown: pattern(format!(
            r"^\W*{start}\b|\b{verb}\s+(?:{how}\s+)?{state}\b|\b{shown}\b"
        )),
        goes_over: pattern(format!(r"\b{}\b", any(&file.goes_over))),
        joins: pattern(format!(r"^{}$", any(&file.joins))),
        title: pattern(format!(r"^\W*(?:{title_before}\s*)*{title}\b[^.]{{0,90}}\W*$")),
        item: pattern(format!(
            r"^\s*(?:{}\s+(\d{{1,2}})[.):,]?|(\d{{1,2}})[.)])\s+",
            any(&file.item)
        )),
        ends_of_one: file.ends_of_one,
        uptake: pattern(format!(
            r"^\W*{}\b[^.,;]*?\b({})",
            any(&file.pronouns),
            any(&file.uptake)
        )),
        done_to_the_patient: file.done_to_the_patient,
    }
});
