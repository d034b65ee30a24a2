//! A normal impression of an abnormal study.

use std::sync::LazyLock;

use regex::Regex;

use super::super::fact;
use super::super::sheet::{Line, Sheet};
use super::super::{Flag, FlagKind};
use super::normal::HARMLESS;
use super::{SIGNIFICANT, is_slight, quote};
use crate::reading::Subject;
use crate::section::SectionKind;
use crate::urgency::Urgency;

static WHOLE_NORMAL: LazyLock<Regex> = LazyLock::new(|| {
    let study = r"(?:study|scan|examination|exam|ct|mri|mr|ncct|cect|hrct|mra|mrcp|cta|ctpa|computed|magnetic|cervical|lumbar|thoracic|head|brain)\b[^.;,]*";
    let kind =
        r"(?:(?:plain|contrast|contrast[- ]enhanced|non[- ]?contrast|enhanced|screening|unenhanced) )*";
    let seen = r"(?: (?:is |was |are )?(?:seen|detected|identified|noted|demonstrated|found))?";
    let place = r"(?: (?:in|on|of) (?:the |this |present |current )*[a-z ]{2,30})?";
    Regex::new(&format!(
        r"^\W*(?:(?:essentially |grossly )?(?:normal|unremarkable|negative) {kind}{study}|no (?:(?:significant|obvious|definite|evident|gross|radiological|imaging|demonstrable|intracranial|intra-?abdominal|abdominal|pelvic|thoracic|spinal) )*(?:abnormality|abnormalities|abnormal findings?|pathology){seen}{place}|(?:the )?(?:study|scan|examination|(?:mri|mr|ct)\b[a-z ]*?) (?:is |are )?(?:normal|unremarkable|within normal limits))\W*$"
    ))
    .expect("pattern")
});

/// `Left lens implant in situ (pseudophakia)`: what was put in and lies as it should is no disease.
static IN_PLACE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:pseudophaki\w+|(?:implants?|prosthe\w+|stents?|catheter|port|tube|shunt|coils?|clips?|device|iud|hardware|screws?|plates?|pacemaker|filter)\b[^.;]{0,30}\b(?:in situ|in place|in (?:good |satisfactory |correct |normal )?position|well[- ](?:positioned|placed)))\b")
        .expect("pattern")
});

/// A normal impression of an abnormal study.
pub(super) fn whole(sheet: &Sheet<'_>, tell: &mut impl FnMut(Flag)) {
    let impression: Vec<&Line<'_>> = sheet.section(SectionKind::Impression).collect();
    let Some(line) = impression
        .iter()
        .find(|line| WHOLE_NORMAL.is_match(&line.lower) && !line.reading.is_abnormal())
    else {
        return;
    };
    if impression.iter().any(|line| line.reading.is_abnormal()) {
        return;
    }
    let only_significant = SIGNIFICANT.is_match(&line.lower);
    let named: Vec<Subject> = line.reading.subjects.clone();
    let against = sheet
        .facts(SectionKind::Findings)
        .filter(|fact| {
            fact.holds()
                && !fact.describes
                && !fact.kind.is_general()
                && !matches!(fact.kind.id.as_str(), "malformation" | "removed")
        })
        .find(|fact| {
            let other = sheet.line(fact);
            let urgent = other.urgency();
            let counts = match urgent {
                Urgency::Critical | Urgency::Significant => true,
                Urgency::Ordinary => !only_significant,
                Urgency::Incidental | Urgency::Recommendation => false,
            };
            let of_study = named.is_empty()
                || fact.subjects.is_empty()
                || fact.subjects.iter().any(|at| {
                    named.iter().any(|place| {
                        fact::related(place, at) || place.structure.region == at.structure.region
                    })
                });
            counts
                && of_study
                && !HARMLESS.is_match(&other.lower[fact.clause.clone()])
                && !IN_PLACE.is_match(&other.lower[fact.clause.clone()])
                && !is_slight(&other.lower)
                && !other.lower.contains("normal")
        });
    if let Some(fact) = against {
        let other = sheet.line(fact);
        tell(line.flag(
            FlagKind::Contradiction,
            &(0..line.text.len()),
            format!("The impression is normal, but the findings say {}.", quote(other)),
            None,
        ));
    }
}
