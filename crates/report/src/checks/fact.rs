//! What the findings and the impression assert and deny, one entry a finding, fit for comparing.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::concept::{self, Concept};
use super::sheet::Line;
use crate::anatomy;
use crate::reading::{Kind, Subject};
use crate::section::SectionKind;
use crate::side::{self, Side};

/// A finding, asserted or denied.
pub(super) struct Fact {
    /// The index of its sentence.
    pub(super) line: usize,
    /// Its kind.
    pub(super) kind: &'static Kind,
    /// What it is more exactly.
    pub(super) concept: Concept,
    /// Whether it is denied.
    pub(super) denied: bool,
    /// Where.
    pub(super) subjects: Vec<Subject>,
    /// The places were taken from the sentence before.
    pub(super) inherited: bool,
    /// The bytes of its words in the sentence.
    pub(super) named: Range<usize>,
    /// The bytes of its clause in the sentence.
    pub(super) clause: Range<usize>,
    /// A word that only describes another finding.
    pub(super) describes: bool,
    /// Of the past: old, healed, resolved, previous.
    pub(super) past: bool,
    /// Not asserted as such: to be ruled out, one of several possibilities, advice.
    pub(super) unsure: bool,
}

static PAST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:prior|previous(?:ly)?|earlier|old|healed|healing|chronic|remote|resolved|resolution|resolving|history of|h/o|k/c/o|known case of|sequela\w*|in the past|since removed|treated|status post|s/p|interval (?:removal|drainage|evacuation)|regressed completely|no longer)\b").expect("pattern")
});
static UNSURE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:rule out|ruling out|r/o|to exclude|excluding|can ?not be (?:entirely |completely )?(?:excluded|ruled out)|can ?not (?:exclude|rule out)|not excluded|differentials?|d/d|ddx|possibility of|possibilities|versus|vs|if |risk of|recommend\w*|advis\w*|suggested (?:for|to)|correlat\w*|for evaluation|to (?:evaluate|assess|look) for|evaluated for|looking for|screening for|in case of|should|query|limits? (?:the )?(?:evaluation|assessment|detection)|may (?:obscure|mask)|further evaluation)\b|\?").expect("pattern")
});

/// Every fact of the findings and the impression, in order.
pub(super) fn of(lines: &[Line<'_>]) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut before: Vec<Subject> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if !matches!(line.section, SectionKind::Findings | SectionKind::Impression) {
            continue;
        }
        if line.opens {
            before.clear();
        }
        let unsure_from = UNSURE.find(&line.lower).map(|found| found.start());
        for claim in &line.reading.claims {
            let whole = &line.lower[claim.clause.clone()];
            let named = claim.named.start - claim.clause.start;
            let start = whole[..named].rfind(';').map_or(0, |at| at + 1);
            let end = whole[named..].find(';').map_or(whole.len(), |at| named + at);
            let clause = &whole[start..end];
            let inherited = claim.subjects.is_empty() && !before.is_empty();
            facts.push(Fact {
                line: index,
                kind: claim.kind,
                concept: concept::of(&line.text[claim.named.clone()], claim.kind),
                denied: claim.denied,
                subjects: if inherited {
                    inherit(&before, line)
                } else {
                    claim.subjects.clone()
                },
                inherited,
                named: claim.named.clone(),
                clause: claim.clause.clone(),
                describes: claim.describes,
                past: PAST.is_match(clause),
                unsure: line.lower[claim.named.end..].starts_with(':')
                    || line.text.contains('[')
                    || line.text.contains("__")
                    || claim.denied && is_measured(line, claim.named.end)
                    || unsure_from.is_some_and(|at| {
                        // Advice opens a sentence or stands behind what it is about; a question is in its clause.
                        UNSURE.is_match(clause) || at < claim.named.start && at < 25
                    }),
            });
        }
        if !line.reading.subjects.is_empty() {
            before.clone_from(&line.reading.subjects);
        }
    }
    facts
}

/// `Without urine leak, perinephric haematoma 4 cm`: what is measured is not denied for sure.
fn is_measured(line: &Line<'_>, end: usize) -> bool {
    line.measurements
        .iter()
        .any(|measurement| (end..end + 5).contains(&measurement.range.start))
}

/// The places of the sentence before, on the side that this sentence gives.
fn inherit(before: &[Subject], line: &Line<'_>) -> Vec<Subject> {
    let marks = side::find(line.text);
    before
        .iter()
        .map(|subject| Subject {
            structure: subject.structure,
            side: match marks.as_slice() {
                [] => subject.side,
                [mark] => Some(mark.side),
                _ => Some(Side::Bilateral),
            },
        })
        .collect()
}

/// Whether one structure is the other or part of it.
pub(super) fn related(left: &Subject, right: &Subject) -> bool {
    let lexicon = anatomy::lexicon();
    let (left, right) = (&left.structure.id, &right.structure.id);
    lexicon.is_within(left, right) || lexicon.is_within(right, left)
}

impl Fact {
    /// Whether it is asserted of today.
    pub(super) fn holds(&self) -> bool {
        !self.denied && !self.past && !self.unsure
    }
}
