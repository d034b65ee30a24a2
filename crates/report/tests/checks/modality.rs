use report::checks::FlagKind::ModalityMismatch;

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
