//! What the checks of a report find, and what they leave alone.

mod certainty;
mod clean;
mod contradiction;
mod contrast;
mod critical;
mod fixes;
mod gender;
mod laterality;
mod measurements;
mod missing;
mod modality;
mod placeholder;
mod plausible;
mod properties;
mod slips;

use report::checks::{self, Flag, FlagKind, Known};
use report::section::SectionKind;
use report::sex::Sex;
use report::text::ReportText;

/// A report of findings and impression.
fn report(findings: &str, impression: &str) -> ReportText {
    ReportText::from_sections([
        (SectionKind::Findings, findings.to_owned()),
        (SectionKind::Impression, impression.to_owned()),
    ])
}

fn known(study: &str, sex: Option<Sex>) -> Known {
    Known {
        sex,
        study_name: (!study.is_empty()).then(|| study.to_owned()),
        ..Known::default()
    }
}

fn flags(study: &str, findings: &str, impression: &str) -> Vec<Flag> {
    checks::check(&report(findings, impression), &known(study, None))
}

/// The kinds that are raised, each once, critical findings left aside unless they are asked for.
#[track_caller]
fn check(study: &str, findings: &str, impression: &str, expected: &[FlagKind]) {
    let flags = flags(study, findings, impression);
    let mut kinds: Vec<FlagKind> = flags
        .iter()
        .map(|flag| flag.kind)
        .filter(|kind| *kind != FlagKind::CriticalFinding || expected.contains(kind))
        .collect();
    kinds.sort();
    kinds.dedup();
    assert_eq!(
        kinds, expected,
        "{study} | {findings} | {impression} | {flags:#?}"
    );
}
