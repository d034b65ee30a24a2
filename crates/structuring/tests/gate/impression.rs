//! An impression and the findings it was made from.

use report::modality::Modality;
use report::private::PatientText;
use report::section::SectionKind;
use structuring::{Findings, WrittenImpression, gate, impression};

use crate::support::{section, told};

const FINDINGS: &str = "A 12 mm nodule is seen in the right upper lobe.\nNo pleural effusion.\nL1 compression fracture is seen.\nLiver is normal.";

#[track_caller]
fn check(impression: &str, flagged: bool) {
    let statements = section(SectionKind::Impression, impression);
    let flags = gate::inspect_impression(FINDINGS, "Cough.", Some("CT Chest"), &statements);
    assert_eq!(!flags.is_empty(), flagged, "{:?} of: {impression}", told(&flags));
}

#[test]
fn an_impression_made_from_the_findings_holds_and_may_leave_them_out() {
    check("12 mm right upper lobe nodule.", false);
    check(
        "Right upper lobe nodule, 1.2 cm.\nCompression fracture of L1.",
        false,
    );
    check("Normal CT Chest.", false);
    let made = impression::generate(FINDINGS, "Cough.", Some("CT Chest"), None);
    let flags = gate::inspect_impression(FINDINGS, "Cough.", Some("CT Chest"), &made.statements);
    assert!(flags.is_empty(), "{:?}", told(&flags));
}

#[test]
fn an_impression_must_not_change_or_invent() {
    check("21 mm right upper lobe nodule.", true);
    check("12 mm left upper lobe nodule.", true);
    check("Pleural effusion.", true);
    check("Compression fracture of L2.", true);
    check("Pulmonary embolism in the main pulmonary artery.", true);
}

#[test]
fn what_does_not_hold_is_told_of_the_findings_and_of_no_dictation() {
    for impression in [
        "21 mm right upper lobe nodule.",
        "12 mm left upper lobe nodule.",
        "Pleural effusion.",
        "Pulmonary embolism in the main pulmonary artery.",
    ] {
        let statements = section(SectionKind::Impression, impression);
        for flag in gate::inspect_impression(FINDINGS, "Cough.", Some("CT Chest"), &statements) {
            let message = flag.message.to_lowercase();
            assert!(
                message.contains("findings") && !message.contains("dictat"),
                "{message}"
            );
            assert_eq!((flag.statement, flag.dictated), (Some(0), None));
        }
    }
}

#[test]
fn a_normal_study_may_be_named_by_whatever_is_known_of_it() {
    for name in [Some("My chest"), Some("My favourite"), Some("CT Chest"), None] {
        for modality in [Some(Modality::Ct), None] {
            let written = WrittenImpression::of_rules(&Findings {
                text: PatientText::new("- No pleural effusion."),
                clinical_history: PatientText::new(""),
                study_name: name.map(str::to_owned),
                modality,
            });
            let text = &written.impression.text;
            assert!(text.starts_with("1. Normal "), "{text}");
            assert!(written.flags.is_empty(), "{:?} of: {text}", told(&written.flags));
        }
    }
}
