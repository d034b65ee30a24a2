//! A significant abnormal finding that the impression does not mention in any wording.

use std::sync::LazyLock;

use regex::Regex;

use super::fact::{self, Fact};
use super::sheet::{Line, Sheet};
use super::{Flag, FlagKind};
use crate::anatomy;
use crate::reading::Subject;
use crate::section::SectionKind;
use crate::side::Side;
use crate::token;
use crate::urgency::{self, Urgency};

/// Words of an impression that cover whatever is meant.
static UMBRELLA: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:as (?:described|above|detailed|mentioned)|described above|see above|above findings|detailed above|other findings|polytrauma|multiple injuries|extensive injur\w+)\b").expect("pattern")
});
/// Names of diseases that a vocabulary of findings does not list: `cholangiocarcinoma`, `pyelonephritis`.
static DISEASE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b\w{3,}(?:oma|omas|omata|itis|osis|opathy|iasis|emia|aemia|cele|plasia|syndrome|disease|ectasis)\b").expect("pattern")
});
/// Findings that nobody is nagged about, whatever urgency their words carry.
static MINOR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:tiny|trace|trivial|minimal|minimally|physiologic\w*|mild|mildly|small|minor|subtle|incidental\w*|simple|sub-?cent\w+|subcm|benign|old|healed|chronic|remote|prior|previous|degenerat\w*|post[- ]?(?:op|surg)\w*|status post|granuloma\w*|atelecta\w*|stable|unchanged|known|scar\w*|insignificant|non[- ]?specific|scalp|sebaceous|lipoma|few)\b").expect("pattern")
});

/// A flag for each finding that is left out. `told` are the flags of the other checks: what is contradicted there is not told twice.
pub(super) fn check(sheet: &Sheet<'_>, told: &[Flag]) -> Vec<Flag> {
    let impression: Vec<&Line<'_>> = sheet.section(SectionKind::Impression).collect();
    if impression.is_empty() || impression.iter().any(|line| UMBRELLA.is_match(&line.lower)) {
        return Vec::new();
    }
    let contradicted = told.iter().any(|flag| {
        matches!(flag.kind, FlagKind::Contradiction | FlagKind::LateralityMismatch)
            && flag.section == SectionKind::Impression
    });
    if contradicted {
        return Vec::new();
    }
    let mut flags: Vec<Flag> = Vec::new();
    for (index, line) in sheet.lines.iter().enumerate() {
        if line.section != SectionKind::Findings || MINOR.is_match(&line.lower) || line.lower.contains('?') {
            continue;
        }
        if !matches!(urgency::of(line.text), Urgency::Critical | Urgency::Significant) {
            continue;
        }
        let left_out = sheet
            .facts
            .iter()
            .filter(|fact| fact.line == index && fact.holds() && !fact.describes && !fact.inherited)
            .find(|fact| is_weighty(fact) && !is_covered(sheet, &impression, fact));
        if let Some(fact) = left_out {
            let any_covered = sheet
                .facts
                .iter()
                .filter(|other| other.line == index && other.holds())
                .any(|other| is_covered(sheet, &impression, other));
            if any_covered {
                continue;
            }
            flags.push(line.flag(
                FlagKind::MissingFromImpression,
                &(0..line.text.len()),
                format!(
                    "The impression does not mention \u{201c}{}\u{201d}.",
                    line.text[fact.clause.clone()].trim().trim_end_matches(['.', ','])
                ),
                None,
            ));
        }
    }
    flags
}

/// Kinds that an impression can name of an organ without having said what matters about it.
const MINOR_KINDS: &[&str] = &[
    "signal-change",
    "degeneration",
    "calcification",
    "atelectasis",
    "removed",
    "reduction",
    "desiccation",
    "bulge",
    "malformation",
    "abnormality",
    "fibrosis",
    "emphysema",
];

/// A finding that has a place and is of a kind that belongs into an impression.
fn is_weighty(fact: &Fact) -> bool {
    const KINDS: &[&str] = &[
        "lesion",
        "fracture",
        "hemorrhage",
        "infarct",
        "thrombus",
        "dissection",
        "aneurysm",
        "pneumothorax",
        "consolidation",
        "nodes",
        "air",
        "bowel-obstruction",
        "collapse",
        "tear",
        "shift",
        "inflammation",
        "necrosis",
        "hydronephrosis",
        "calculus",
        "occlusion",
        "diffusion",
        "cord",
        "effusion",
    ];
    KINDS.contains(&fact.kind.id.as_str())
}

/// Whether the impression says anything that can be this finding.
fn is_covered(sheet: &Sheet<'_>, impression: &[&Line<'_>], fact: &Fact) -> bool {
    let words: Vec<String> = telling(sheet.line(fact), fact);
    impression.iter().any(|line| {
        let same_word = token::words(line.text)
            .iter()
            .any(|word| words.contains(&word.key));
        let places = &line.reading.subjects;
        let placed = places.is_empty()
            || fact.subjects.is_empty()
            || places
                .iter()
                .any(|at| fact.subjects.iter().any(|place| meets(at, place)));
        let same_kind = line
            .reading
            .claims
            .iter()
            .any(|claim| !claim.denied && claim.kind.id == fact.kind.id);
        let other_sides = sides_differ(line, fact);
        if other_sides {
            return false;
        }
        let tells = DISEASE.is_match(&line.lower)
            || line.reading.claims.is_empty()
            || line
                .reading
                .claims
                .iter()
                .any(|claim| !claim.denied && !MINOR_KINDS.contains(&claim.kind.id.as_str()));
        same_word && placed
            || same_kind && placed
            || placed && !places.is_empty() && tells
            || metastatic(line, fact)
    })
}

/// `Metastatic disease` covers every lesion and node.
fn metastatic(line: &Line<'_>, fact: &Fact) -> bool {
    (line.lower.contains("metasta") || line.lower.contains("lymphoma") || line.lower.contains("disseminated"))
        && matches!(
            fact.kind.id.as_str(),
            "lesion" | "nodes" | "effusion" | "fluid" | "thickening"
        )
}

fn sides_differ(line: &Line<'_>, fact: &Fact) -> bool {
    let side = |subjects: &[Subject]| subjects.iter().find_map(|subject| subject.side);
    matches!(
        (side(&line.reading.subjects), side(&fact.subjects)),
        (Some(Side::Left), Some(Side::Right)) | (Some(Side::Right), Some(Side::Left))
    )
}

/// One is part of the other, or both are parts of one organ.
fn meets(at: &Subject, place: &Subject) -> bool {
    let organ = |subject: &Subject| {
        let parent = anatomy::lexicon().get(subject.structure.parent.as_deref()?)?;
        parent.parent.is_some().then_some(&parent.id)
    };
    fact::related(at, place) || matches!((organ(at), organ(place)), (Some(one), Some(other)) if one == other)
}

/// The words that name the finding itself.
fn telling(line: &Line<'_>, fact: &Fact) -> Vec<String> {
    token::words(&line.text[fact.named.clone()])
        .into_iter()
        .map(|word| word.key)
        .filter(|word| word.len() > 3)
        .collect()
}
