use report::checks::FlagKind::ModalityMismatch;
use report::checks::{self, Known};
use report::modality::Modality;
use report::text::ReportText;

use super::check;

#[test]
fn words_of_the_other_modality_are_found() {
    let expected = &[ModalityMismatch];
    check(
        "CT abdomen",
        "A T2 hyperintense lesion in the liver.",
        "Liver lesion.",
        expected,
    );
    check(
        "MRI abdomen",
        "A hypodense lesion of 20 HU in the liver.",
        "Liver lesion.",
        expected,
    );
}

#[test]
fn advice_and_comparison_may_name_the_other_modality() {
    check(
        "CT abdomen",
        "Lesion in the liver, T2 hyperintense on previous MRI.",
        "Liver lesion. MRI with T2 weighted images is advised.",
        &[],
    );
    check(
        "MRI brain",
        "No restricted diffusion. Signal is normal.",
        "Normal MRI brain.",
        &[],
    );
}

#[test]
fn the_modality_that_was_chosen_counts_where_neither_name_nor_technique_says_one() {
    let count = |technique: &str, name: &str, modality| {
        let text = format!("{technique}FINDINGS:\n- A T2 hyperintense lesion in the liver.");
        let known = Known {
            study_name: Some(name.to_owned()),
            modality,
            ..Known::default()
        };
        checks::check(&ReportText::parse(&text), &known).len()
    };
    let ct = Some(Modality::Ct);
    assert_eq!(count("", "My abdomen", None), 0);
    assert_eq!(count("", "My abdomen", ct), 1);
    assert_eq!(count("", "MRI abdomen", ct), 0);
    assert_eq!(count("TECHNIQUE:\nMRI of the abdomen.\n", "My abdomen", ct), 0);
}
