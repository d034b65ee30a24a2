use report::checks::FlagKind::MissingFromImpression;

use super::check;

#[test]
fn a_significant_finding_is_left_out() {
    let expected = &[MissingFromImpression];
    check(
        "CT chest",
        "A 22 mm spiculated nodule suspicious for malignancy in the right upper lobe. Multiple fractures of the left ribs.",
        "Left rib fractures.",
        expected,
    );
    check(
        "CECT abdomen",
        "A 4 cm enhancing mass in the left kidney. Gall bladder shows calculi.",
        "Cholelithiasis.",
        expected,
    );
}

#[test]
fn other_wording_and_small_things_are_not_nagged_about() {
    check(
        "CECT abdomen",
        "A 4 cm enhancing mass in the left kidney.",
        "Left renal cell carcinoma.",
        &[],
    );
    check(
        "CECT abdomen",
        "Gall bladder shows calculi. A simple cyst in the left kidney. Degenerative changes of the spine.",
        "Cholelithiasis.",
        &[],
    );
    check(
        "CECT abdomen",
        "Multiple masses in the liver. Enlarged necrotic nodes.",
        "Metastatic disease.",
        &[],
    );
}
