use report::checks::FlagKind::{MeasurementMismatch, MeasurementUnsupported};

use super::check;

#[test]
fn another_size_or_unit_of_the_same_finding_is_a_mismatch() {
    let expected = &[MeasurementMismatch];
    check(
        "MRI pelvis",
        "A 3 cm fibroid in the posterior wall of the uterus.",
        "Posterior wall fibroid, 3 mm.",
        expected,
    );
    check(
        "CECT abdomen",
        "A 4.2 x 3.1 cm cyst in the right kidney.",
        "Right renal cyst, 4.2 x 3.7 cm.",
        expected,
    );
    check(
        "CT chest",
        "A 12 mm nodule in the right upper lobe. An 8 mm nodule in the left lower lobe.",
        "Right upper lobe nodule, 8 mm. Left lower lobe nodule, 8 mm.",
        expected,
    );
}

#[test]
fn a_size_that_the_findings_do_not_have_is_unsupported() {
    let expected = &[MeasurementUnsupported];
    check(
        "CECT abdomen",
        "A hypodense lesion in segment VII of the liver.",
        "Liver lesion in segment VII measuring 4.5 cm.",
        expected,
    );
    check(
        "CT KUB",
        "Vesical calculus is seen. Right kidney measures 9.8 cm.",
        "Vesical calculus, 1.4 cm.",
        expected,
    );
}

#[test]
fn the_same_size_in_other_words_is_no_mismatch() {
    check(
        "CECT abdomen",
        "Liver lesions of 12, 18 and 31 mm.",
        "Multiple liver lesions, the largest 3.1 cm.",
        &[],
    );
    check(
        "CECT abdomen",
        "A 3.24 x 2.1 cm lesion in the liver.",
        "Liver lesion, 3.2 cm.",
        &[],
    );
    check(
        "MRI prostate",
        "Prostate measures 4.0 x 3.5 x 3.8 cm, volume 28 cc.",
        "Prostate volume 28 mL.",
        &[],
    );
    check(
        "CT chest",
        "A 6 mm nodule in the right upper lobe.",
        "Right upper lobe nodule, 6 mm. Nodules larger than 8 mm need follow-up.",
        &[],
    );
    check("CT colonography", "No polyp.", "No polyp of 6 mm or larger.", &[]);
}

#[test]
fn areas_and_angles_are_compared_too() {
    check(
        "MRI wrist",
        "Median nerve measures 15 mm2 at the inlet.",
        "Median nerve enlarged to 25 mm2.",
        &[MeasurementMismatch],
    );
    check(
        "CT spine",
        "Left convex lumbar scoliosis.",
        "Left lumbar scoliosis with a Cobb angle of 38 degrees.",
        &[MeasurementUnsupported],
    );
    check(
        "CT heart",
        "Calcified aortic valve. Annulus area 4.5 cm2.",
        "Calcified aortic valve, annulus area 450 mm2.",
        &[],
    );
}

#[test]
fn a_size_of_the_study_before_bears_out_no_size_of_today() {
    check(
        "CT head",
        "Right convexity subdural collection is now 6 mm (earlier 18 mm). Midline shift has resolved (previously 9 mm).",
        "Right subdural collection has decreased to 0.9 cm (from 1.8 cm).",
        &[MeasurementMismatch],
    );
}

#[test]
fn the_size_of_another_organ_or_level_bears_nothing_out() {
    check(
        "CT abdomen",
        "Liver measures 14.6 cm. Spleen measures 12.9 cm.",
        "Splenomegaly of 14.6 cm.",
        &[MeasurementMismatch],
    );
    check(
        "MRI lumbar spine",
        "L3-L4: canal diameter is 12 mm. L4-L5: disc bulge with ligamentum flavum thickening, canal diameter is 7 mm.",
        "L4-L5 canal stenosis, 12 mm.",
        &[MeasurementMismatch],
    );
    // Both sizes stand in the impression, each beside its own name.
    check(
        "CT chest",
        "Thyroid has a 4 mm right colloid cyst. Liver has a 9 mm simple cyst.",
        "Colloid cyst 4 mm and liver cyst 9 mm.",
        &[],
    );
}

#[test]
fn another_size_is_not_told_a_second_time_as_too_small_for_its_word() {
    check(
        "CT aortogram",
        "Ascending aorta measures 4.3 cm.",
        "Dilated ascending aorta, 2.4 cm.",
        &[MeasurementMismatch],
    );
}

#[test]
fn a_size_with_a_power_is_one_measurement() {
    check("", "", "Lesion of 4.2 x 3 cm ².", &[]);
}
