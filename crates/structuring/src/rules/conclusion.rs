//! Which lines of a template's impression stand beside findings. `Normal CT of the chest` does not; `No pulmonary embolism` answers one
//! question and stands until a finding answers it otherwise.

use report::anatomy::{Region, lexicon};
use report::reading::{Claim, Reading, Subject};
use report::remainder;

use super::script::Spoken;
use crate::evict;
use crate::sheet::{Sheet, Unit};

/// Findings that say nothing of what else is in their structure: a wide pulmonary trunk may be free of clots.
const OTHER_MATTERS: &[&str] = &[
    "dilatation",
    "enlargement",
    "calcification",
    "limited",
    "malformation",
    "aneurysm",
    "degeneration",
];
/// Findings so wide that to deny them is to call the whole study normal.
const WIDE: &[&str] = &["abnormality", "not-normal", "unnamed"];

/// The lines of the impression that still hold.
pub(super) fn standing<'s>(sheet: &'s Sheet, heard: &[&Spoken]) -> impl Iterator<Item = &'s str> {
    let mut units = sheet.conclusion();
    units.retain(|unit| denies_named(&unit.reading));
    for sentence in heard {
        if remainder::is_remainder(&sentence.text) {
            continue;
        }
        evict::evict(&mut units, &sentence.reading, &sentence.text);
        for unit in units.iter_mut().filter(|unit| touches(unit, sentence)) {
            unit.stands = false;
        }
    }
    let lines: Vec<&'s str> = sheet
        .lines(report::section::SectionKind::Impression)
        .iter()
        .enumerate()
        .filter(|(index, _)| {
            let mut own = units.iter().filter(|unit| unit.line == *index).peekable();
            own.peek().is_some() && own.all(|unit| unit.stands)
        })
        .map(|(_, line)| line.as_str())
        .collect();
    lines.into_iter()
}

/// Whether a line does nothing but deny findings that it names, of structures that it names.
fn denies_named(line: &Reading) -> bool {
    let is_named =
        |claim: &Claim| claim.denied && !WIDE.contains(&claim.kind.id.as_str()) && !claim.subjects.is_empty();
    let is_narrow = |claim: &Claim| {
        claim
            .subjects
            .iter()
            .all(|subject| !evict::is_wide(&subject.structure.id) || claim.kind.alone)
    };
    line.normals.is_empty()
        && !line.claims.is_empty()
        && line
            .claims
            .iter()
            .all(|claim| is_named(claim) && is_narrow(claim))
}

/// Whether a finding at `place` bears upon what is denied of `subject`: in it, or in another vessel when it is one.
fn is_near(place: &Subject, subject: &Subject) -> bool {
    let is_vessel = |subject: &Subject| subject.structure.region == Region::Vascular;
    lexicon().is_within(&place.structure.id, &subject.structure.id) || is_vessel(place) && is_vessel(subject)
}

/// Whether something abnormal, or something not understood, is said of what the line is about: it may be what the line denies.
fn touches(unit: &Unit, sentence: &Spoken) -> bool {
    let concerns = |subjects: &[Subject]| {
        unit.reading
            .subjects
            .iter()
            .any(|subject| subjects.iter().any(|place| is_near(place, subject)))
    };
    let is_understood = !sentence.reading.claims.is_empty() || !sentence.reading.normals.is_empty();
    if !is_understood {
        return !super::is_normal(sentence) && concerns(&sentence.reading.subjects);
    }
    let mut asserted = sentence.reading.claims.iter().filter(|claim| !claim.denied);
    asserted.any(|claim| !OTHER_MATTERS.contains(&claim.kind.id.as_str()) && concerns(&claim.subjects))
}
