//! The statements of a report as every check reads them: where each stands, what it says, what it measures.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::fact::{self, Fact};
use super::study::Study;
use super::{Fix, Flag, FlagKind, Known, label, laterality};
use crate::anatomy::Mention;
use crate::budget;
use crate::measurement::{self, Measurement};
use crate::negation::Scope;
use crate::reading::{Parts, Reading};
use crate::section::SectionKind;
use crate::segment;
use crate::side::{Mark, Side};
use crate::text::ReportText;
use crate::token::Word;
use crate::urgency::{self, Urgency};

/// No report has more sentences. What stands behind them is checked for blanks alone, so that statements can be compared with each
/// other in bounded time.
const MOST_SENTENCES: usize = 400;
/// Nor has any more findings or more measures, which are compared with each other too.
const MOST_FINDINGS: usize = 1_500;
const MOST_MEASURES: usize = 400;
/// How many of them are looked at in a step for the sake of another.
const LOOKS_OF_A_STEP: usize = 16;

/// `Pleura:`, `Long head of biceps:`.
static LABEL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\W*[A-Za-z][A-Za-z0-9 /&,()-]{1,40}:(?:\s|$)").expect("pattern"));

/// A report taken apart.
pub(super) struct Sheet<'r> {
    /// The whole text.
    pub(super) text: &'r str,
    /// Where each section's body stands; a text without headings is findings.
    pub(super) places: Vec<(SectionKind, Range<usize>)>,
    /// Every sentence of every section.
    pub(super) lines: Vec<Line<'r>>,
    /// What the findings and the impression assert and deny.
    pub(super) facts: Vec<Fact>,
    /// What the name and the technique say of the study.
    pub(super) study: Study,
}

/// One sentence.
pub(super) struct Line<'r> {
    /// The section in which it stands.
    pub(super) section: SectionKind,
    /// What it says, as it stands.
    pub(super) text: &'r str,
    /// The same in lower case, byte for byte.
    pub(super) lower: String,
    /// Its words.
    pub(super) words: Vec<Word>,
    /// Where it begins in the whole text.
    pub(super) start: usize,
    /// Whether it opens a line of the text.
    pub(super) opens: bool,
    /// Whether it stands under a label of its paragraph: `Lungs: ...`, `CERVICAL SPINE: ...`.
    pub(super) labelled: bool,
    /// The side whose label or heading it stands under.
    pub(super) under: Option<Side>,
    /// What it says.
    pub(super) reading: Reading,
    /// The structures that it names, each with its place.
    pub(super) mentions: Vec<Mention>,
    /// What it measures.
    pub(super) measurements: Vec<Measurement>,
    /// What it denies.
    pub(super) scopes: Vec<Scope>,
    /// The side words that tell where something is.
    pub(super) marks: Vec<Mark>,
    /// How urgent it is, read when first asked for.
    pub(super) urgency: OnceCell<Urgency>,
    /// Whether it needs a call, read when first asked for.
    pub(super) critical: OnceCell<bool>,
}

impl Line<'_> {
    /// The place of a part of the sentence in the whole text.
    pub(super) fn at(&self, part: &Range<usize>) -> Range<usize> {
        self.start + part.start..self.start + part.end
    }

    /// The place of the sentence in the whole text.
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// How urgent the sentence is.
    pub(super) fn urgency(&self) -> Urgency {
        *self
            .urgency
            .get_or_init(|| urgency::of_words(self.text, &self.words, &self.scopes))
    }

    /// A flag over a part of the sentence.
    pub(super) fn flag(
        &self,
        kind: FlagKind,
        part: &Range<usize>,
        message: String,
        fix: Option<Fix>,
    ) -> Flag {
        Flag {
            kind,
            message,
            section: self.section,
            range: self.at(part),
            fix,
        }
    }
}

impl<'r> Sheet<'r> {
    pub(super) fn of(report: &'r ReportText, known: &Known) -> Self {
        let text = report.as_str();
        let mut places: Vec<(SectionKind, Range<usize>)> = report.places().collect();
        let preamble = report.preamble();
        if places.is_empty() {
            places.push((SectionKind::Findings, 0..text.len()));
        }
        let mut lines: Vec<Line<'_>> = Vec::new();
        let (mut findings, mut measures) = (MOST_FINDINGS, MOST_MEASURES);
        for (section, body) in &places {
            let room = MOST_SENTENCES.saturating_sub(lines.len());
            for range in segment::sentences(text, body.clone()).into_iter().take(room) {
                let mut next = line(text, *section, range);
                next.reading.claims.truncate(findings);
                findings -= next.reading.claims.len();
                next.measurements.truncate(measures);
                measures -= next.measurements.len();
                // `L4-L5: Disc height is lost. No protrusion.`: the level holds to the end of the line.
                if let Some(previous) = lines.last().filter(|previous| {
                    !next.opens && next.reading.levels.is_empty() && leads(previous) && !of_all(&next)
                }) {
                    next.reading.levels.clone_from(&previous.reading.levels);
                }
                next.labelled |= !next.opens && lines.last().is_some_and(|previous| previous.labelled);
                lines.push(next);
            }
        }
        label::put(text, &mut lines);
        let titled = places[0].1.start > 0 && !preamble.trim().is_empty();
        let study = Study::of(known, titled.then_some(preamble), &lines);
        let facts = fact::of(&lines);
        Self {
            text,
            places,
            lines,
            facts,
            study,
        }
    }

    /// Every sentence. They are looked at within the budget.
    pub(super) fn lines(&self) -> impl Iterator<Item = &Line<'r>> {
        budget::spend((1 + self.lines.len() / LOOKS_OF_A_STEP) as u64);
        self.lines.iter()
    }

    /// The sentences of a section.
    pub(super) fn section(&self, section: SectionKind) -> impl Iterator<Item = &Line<'r>> {
        self.lines().filter(move |line| line.section == section)
    }

    /// Whether the section has any sentence.
    pub(super) fn has(&self, section: SectionKind) -> bool {
        self.section(section).next().is_some()
    }

    /// The sentence in which a fact stands.
    pub(super) fn line(&self, fact: &Fact) -> &Line<'r> {
        &self.lines[fact.line]
    }

    /// Facts of one section.
    pub(super) fn facts(&self, section: SectionKind) -> impl Iterator<Item = &Fact> {
        self.every_fact()
            .filter(move |fact| self.lines[fact.line].section == section)
    }

    /// Every fact. They are looked at within the budget.
    pub(super) fn every_fact(&self) -> impl Iterator<Item = &Fact> {
        budget::spend((1 + self.facts.len() / LOOKS_OF_A_STEP) as u64);
        self.facts.iter()
    }
}

/// A level that opens a sentence holds for those behind it; one in its midst, or a stage such as T3, does not.
fn leads(line: &Line<'_>) -> bool {
    line.reading
        .levels
        .first()
        .is_some_and(|level| level.range.start < 12)
}

/// `No stenosis at any level`.
fn of_all(line: &Line<'_>) -> bool {
    line.reading.every_level
        || [
            "any level",
            "any other level",
            "all level",
            "every level",
            "each level",
            "remaining level",
            "other level",
        ]
        .iter()
        .any(|words| line.lower.contains(words))
}

/// Every measurement of a sentence, areas and angles with them; none overlaps another.
fn measurements(sentence: &str) -> Vec<Measurement> {
    let mut areas = measurement::areas_and_angles(sentence);
    let mut found = measurement::find(sentence);
    let overlap = |one: &Measurement, other: &Measurement| {
        one.range.start < other.range.end && other.range.start < one.range.end
    };
    // `3 cm²` is an area, `4.2 x 3 cm²` two lengths.
    found.retain(|length| length.values.len() > 1 || !areas.iter().any(|area| overlap(area, length)));
    areas.retain(|area| !found.iter().any(|length| overlap(area, length)));
    found.append(&mut areas);
    found.sort_by_key(|measurement| measurement.range.start);
    found
}

fn line(text: &str, section: SectionKind, range: Range<usize>) -> Line<'_> {
    let sentence = &text[range.clone()];
    let before = text[..range.start].rsplit('\n').next().unwrap_or("");
    let lower = sentence.to_ascii_lowercase();
    let marks = laterality::marks_of(sentence, &lower);
    let parts = Parts::of(sentence);
    Line {
        section,
        text: sentence,
        lower,
        marks,
        urgency: OnceCell::new(),
        critical: OnceCell::new(),
        start: range.start,
        labelled: LABEL.is_match(sentence),
        under: None,
        opens: !before.contains(char::is_alphabetic),
        reading: Reading::of_parts(&parts),
        words: parts.words,
        mentions: parts.mentions,
        scopes: parts.scopes,
        measurements: measurements(sentence),
    }
}
