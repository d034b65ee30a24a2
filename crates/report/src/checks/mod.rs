//! Checks a report, finished or half written, and says what a radiologist should look at before signing.
//!
//! One file a check. Each reads the same sheet of statements (`sheet`) and gives flags: a sentence for the radiologist, the place
//! in the text and, only where one is sure, a fix. A check that is not sure stays silent: a checker that cries wolf is switched off.
//! Words, limits and patterns that a radiologist could correct stand in `data/checks/*.toml`. To add a check, add its file, its
//! [`FlagKind`] and its line in [`check`].

mod concept;
mod contradiction;
mod contrast;
mod critical;
mod fact;
mod gender;
mod impossible;
mod label;
mod laterality;
mod measured;
mod missing;
mod modality;
mod place;
mod placeholder;
mod plausible;
mod removed;
mod sheet;
mod study;

use std::ops::Range;

use crate::modality::Modality;
use crate::section::SectionKind;
use crate::sex::Sex;
use crate::text::ReportText;

use sheet::Sheet;

/// What is known about the patient and the study beside the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// The patient's sex.
    pub sex: Option<Sex>,
    /// The study's name, such as `MR Left Knee`.
    pub study_name: Option<String>,
    /// The modality that was chosen. The name and the technique know better.
    pub modality: Option<Modality>,
}

/// Something that a radiologist should look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flag {
    /// What is wrong.
    pub kind: FlagKind,
    /// A sentence for the radiologist.
    pub message: String,
    /// The section in which it stands.
    pub section: SectionKind,
    /// Its bytes in the whole text of the report.
    pub range: Range<usize>,
    /// What would put it right, when one is sure.
    pub fix: Option<Fix>,
}

/// A change of the text that puts a flag right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The bytes to replace; empty to insert.
    pub range: Range<usize>,
    /// What to put there.
    pub replacement: String,
    /// What it does, as a short command: `Change to left`.
    pub label: String,
}

/// What is wrong with a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FlagKind {
    /// A finding that needs a call to the referrer, without a word that it was made.
    CriticalFinding,
    /// The text names anatomy or a person of the other sex.
    GenderMismatch,
    /// Right and left differ.
    LateralityMismatch,
    /// One statement denies what another asserts.
    Contradiction,
    /// The same finding has another size or unit in the impression.
    MeasurementMismatch,
    /// The impression has a measurement that the findings do not have.
    MeasurementUnsupported,
    /// A size that cannot be.
    ImplausibleSize,
    /// Words of another modality than the study's.
    ModalityMismatch,
    /// An abnormal finding that the impression does not mention.
    MissingFromImpression,
    /// A blank or a choice of a template was left in.
    UnfilledPlaceholder,
}

impl FlagKind {
    /// The name on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::CriticalFinding => "critical_finding",
            Self::GenderMismatch => "gender_mismatch",
            Self::LateralityMismatch => "laterality_mismatch",
            Self::Contradiction => "contradiction",
            Self::MeasurementMismatch => "measurement_mismatch",
            Self::MeasurementUnsupported => "measurement_unsupported",
            Self::ImplausibleSize => "implausible_size",
            Self::ModalityMismatch => "modality_mismatch",
            Self::MissingFromImpression => "missing_from_impression",
            Self::UnfilledPlaceholder => "unfilled_placeholder",
        }
    }
}

/// Reads every word list and pattern of the checks, about a tenth of a second of work that the first report would wait for otherwise.
/// A program that checks reports calls it once when it starts, beside its other work.
pub fn warm() {
    let report = ReportText::parse(include_str!("../../data/checks/warm.txt"));
    check(
        &report,
        &Known {
            sex: Some(Sex::Female),
            study_name: Some("CT Abdomen Right Kidney".to_owned()),
            modality: None,
        },
    );
}

/// Every flag of a report, in the order of the text; at one place the graver kind first.
pub fn check(report: &ReportText, known: &Known) -> Vec<Flag> {
    let sheet = Sheet::of(report, known);
    let lateral = laterality::check(&sheet);
    let sided: Vec<Range<usize>> = lateral.iter().map(|flag| flag.range.clone()).collect();
    let mut flags = placeholder::check(&sheet);
    flags.extend(gender::check(&sheet, known));
    flags.extend(lateral);
    flags.extend(contradiction::check(&sheet));
    flags.extend(removed::check(&sheet));
    flags.extend(contrast::check(&sheet));
    flags.extend(impossible::check(&sheet));
    flags.extend(plausible::check(&sheet));
    flags.extend(measured::check(&sheet, &sided));
    flags.extend(critical::check(&sheet));
    flags.extend(modality::check(&sheet));
    // A wrong side is not told a second time as the contradiction that it also is.
    let sides: Vec<Range<usize>> = flags
        .iter()
        .filter(|flag| flag.kind == FlagKind::LateralityMismatch)
        .map(|flag| flag.range.clone())
        .collect();
    flags.retain(|flag| {
        flag.kind != FlagKind::Contradiction
            || !sides
                .iter()
                .any(|side| flag.range.start <= side.start && side.end <= flag.range.end)
    });
    // A size that is another in the findings is told as that, not as impossible or as too small for its word too.
    let sizes: Vec<Range<usize>> = flags
        .iter()
        .filter(|flag| flag.kind == FlagKind::MeasurementMismatch)
        .map(|flag| flag.range.clone())
        .collect();
    flags.retain(|flag| {
        !matches!(flag.kind, FlagKind::ImplausibleSize | FlagKind::Contradiction)
            || !sizes.contains(&flag.range)
    });
    let missing = missing::check(&sheet, &flags);
    flags.extend(missing);
    flags.sort_by_key(|flag| (flag.range.start, flag.kind));
    flags.dedup_by(|later, earlier| later.kind == earlier.kind && later.range == earlier.range);
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warming_reads_every_list() {
        warm();
    }
}
