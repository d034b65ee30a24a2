//! The dictation as written text, cut into sentences, each with its section and its place in the dictation.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::section::SectionKind;

use super::antecedent;
use crate::route;
use report::reading::Reading;
use report::{segment, wording};

/// A dictation in its written form.
pub(super) struct Script {
    written: report::spoken::Written,
}

/// A sentence of the dictation.
#[derive(Clone)]
pub(super) struct Spoken {
    /// Where it belongs.
    pub(super) section: SectionKind,
    /// Whether it only names the study.
    pub(super) title: bool,
    /// As it stands in the report.
    pub(super) text: String,
    /// What it says.
    pub(super) reading: Reading,
    /// Its bytes in the dictation as handed in.
    pub(super) span: Range<usize>,
    /// Which line of the written text it began on, which tells the items of an impression.
    pub(super) line: usize,
    /// The number that was spoken before it.
    pub(super) number: Option<u32>,
}

impl Script {
    pub(super) fn of(dictation: &str) -> Self {
        Self {
            written: report::spoken::write(dictation),
        }
    }

    /// The sentences in the order in which they were spoken.
    pub(super) fn spoken(&self) -> Vec<Spoken> {
        let text = &self.written.text;
        let mut spoken: Vec<Spoken> = Vec::new();
        let mut opening = true;
        let parts = route::parts(text);
        let findings_were_announced = parts
            .iter()
            .any(|part| part.section == Some(SectionKind::Findings));
        for part in parts {
            let mut section = part.section;
            let (mut line, mut counted) = (0, part.body.start);
            let sentences = segment::sentences(text, part.body.clone()).into_iter();
            let may_go_on = !findings_were_announced && comes_before_findings(section);
            let sentences = sentences.flat_map(|range| match may_go_on {
                true => route::with_what_is_shown(text, range),
                false => vec![range],
            });
            for (index, range) in sentences.enumerate() {
                line += text[counted..range.start].matches('\n').count();
                counted = range.start;
                let (number, start) = leading_number(&text[range.clone()]);
                let sentence = wording::sentence(&text[range.start + start..range.end]);
                if sentence.is_empty() {
                    continue;
                }
                let cue = if section.is_none() {
                    route::by_cue(&sentence, opening)
                } else {
                    None
                };
                if cue == Some(SectionKind::Impression) {
                    section = cue;
                }
                let mut reading = Reading::of(&sentence);
                if let Some(before) = spoken.last() {
                    antecedent::take_up_contrast(&mut reading, &sentence, &before.reading);
                }
                // Who announces the history or the technique and never the findings has gone over to them by speaking of
                // what the images show. A finding that stayed in the history would leave the template's normal standing.
                let has_gone_over = || {
                    route::speaks_of_images(&sentence, &reading)
                        || index > 0 && route::describes_finding(&sentence, &reading)
                };
                if comes_before_findings(section) && !findings_were_announced && has_gone_over() {
                    section = Some(SectionKind::Findings);
                }
                let title = opening && section.is_none() && is_title(&sentence);
                let cue = cue.or(title.then_some(SectionKind::Technique));
                let section = section.or(cue).unwrap_or(SectionKind::Findings);
                opening &= matches!(section, SectionKind::ClinicalHistory | SectionKind::Technique);
                spoken.push(Spoken {
                    section,
                    title,
                    reading,
                    text: sentence,
                    span: self.written.source(range.clone()),
                    line,
                    number,
                });
            }
        }
        spoken
    }
}

fn comes_before_findings(section: Option<SectionKind>) -> bool {
    matches!(
        section,
        Some(SectionKind::ClinicalHistory | SectionKind::Technique)
    )
}

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*(?:(?:number|point|item)\s+(\d{1,2})[.):,]?|(\d{1,2})[.)])\s+").expect("list number")
});

/// The list number before a sentence and where the sentence begins behind it.
fn leading_number(sentence: &str) -> (Option<u32>, usize) {
    match NUMBER.captures(sentence) {
        Some(found) => (
            found
                .get(1)
                .or(found.get(2))
                .and_then(|number| number.as_str().parse().ok()),
            found[0].len(),
        ),
        None => (None, 0),
    }
}

static TITLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:plain|contrast|non[- ]contrast|contrast[- ]enhanced|post[- ]contrast|screening|this is (?:an? )?)\s*)*(?:ct|mri|mr|hrct|cect|ncct|mrcp|mra|cta|computed tomography|magnetic resonance)\b[^.]{0,90}\W*$").expect("title")
});

/// Whether a sentence only names a study.
pub(super) fn is_title(sentence: &str) -> bool {
    let reading = Reading::of(sentence);
    TITLE.is_match(sentence)
        && reading.claims.is_empty()
        && reading.normals.is_empty()
        && report::token::ranges(sentence).count() <= 14
}
