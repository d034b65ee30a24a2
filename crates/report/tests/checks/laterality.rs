use report::checks::FlagKind::LateralityMismatch;

use super::check;

#[test]
fn the_impression_names_the_other_side() {
    let expected = &[LateralityMismatch];
    check(
        "CECT abdomen",
        "A 14 mm nodule in the left adrenal gland.",
        "1. Right adrenal nodule.",
        expected,
    );
    check(
        "CT chest",
        "Right pleural effusion.",
        "Left-sided pleural effusion.",
        expected,
    );
    check(
        "HRCT chest",
        "Ground glass opacities in the right lower lobe. Left lung is clear.",
        "Bilateral ground glass opacities.",
        expected,
    );
    check(
        "CT temporal bone",
        "Soft tissue in the left middle ear. Right middle ear is aerated.",
        "Right cholesteatoma.",
        expected,
    );
    check(
        "CT head",
        "Midline shift of 5 mm to the right.",
        "Midline shift to the left.",
        expected,
    );
}

#[test]
fn the_text_is_of_the_other_side_than_the_study_or_the_heading() {
    let expected = &[LateralityMismatch];
    check(
        "MR Right Knee",
        "Complete tear of the ACL of the left knee.",
        "ACL tear.",
        expected,
    );
    check(
        "CT KUB",
        "Right kidney: A 4 mm calculus is seen in the lower pole of the left kidney.",
        "",
        expected,
    );
}

#[test]
fn other_sides_for_a_reason_are_left_alone() {
    check(
        "CT chest",
        "Large right pneumothorax with mediastinal shift to the left.",
        "Right tension pneumothorax with shift to the left.",
        &[],
    );
    check(
        "CT KUB",
        "A 4 mm right renal calculus and a 6 mm left renal calculus.",
        "Bilateral renal calculi.",
        &[],
    );
    check(
        "MR Left Knee",
        "Effusion in the left knee. The right knee was imaged for comparison.",
        "Left knee effusion.",
        &[],
    );
    check(
        "CT PNS",
        "Nasal septum is deviated to the right. Left maxillary polyp.",
        "Septum deviated to the right. Left maxillary polyp.",
        &[],
    );
    check(
        "MR both hips",
        "Avascular necrosis of the left femoral head. Right femoral head is normal.",
        "AVN of the left femoral head.",
        &[],
    );
}

#[test]
fn sizes_stand_on_the_wrong_sides() {
    let swapped = super::flags(
        "CT KUB",
        "A 4 mm calculus in the right kidney and a 9 mm calculus in the left kidney.",
        "Renal calculi: right 9 mm, left 4 mm.",
    );
    assert!(
        swapped.iter().any(|flag| flag.kind == LateralityMismatch),
        "{swapped:#?}"
    );
    let kept = super::flags(
        "CT KUB",
        "A 4 mm calculus in the right kidney and a 9 mm calculus in the left kidney.",
        "Renal calculi: left 9 mm, right 4 mm.",
    );
    assert_eq!(kept, []);
}

#[test]
fn a_segment_and_the_midline_tell_the_side() {
    let quiet = |study: &str, findings: &str, impression: &str| {
        assert_eq!(super::flags(study, findings, impression), []);
    };
    quiet(
        "MRI liver",
        "In segment VII there is a 3.8 cm haemangioma. A tiny cyst in the left kidney.",
        "Haemangioma in the posterior right lobe (segment VII), 3.8 cm.",
    );
    quiet(
        "MR fistulogram",
        "The tract continues into the left ischioanal fossa. A secondary branch of 2.2 cm length extends to the right of midline in the intersphincteric plane.",
        "Left ischioanal fistula. Right intersphincteric secondary branch.",
    );
}

#[test]
fn a_lobe_that_the_findings_name_is_compared() {
    let swapped = super::flags(
        "CT liver",
        "There is a 3.8 cm haemangioma in the left lobe of the liver.",
        "Haemangioma in the right lobe (segment VII), 3.8 cm.",
    );
    assert!(
        swapped.iter().any(|flag| flag.kind == LateralityMismatch),
        "{swapped:#?}"
    );
}

#[test]
fn a_side_is_of_its_own_part_of_the_sentence() {
    for (findings, impression) in [
        (
            "Consolidation in the left upper lobe. Nodules in both lungs.",
            "Consolidation of the right upper lobe with nodules in both lungs.",
        ),
        (
            "Infarct in the right parietal lobe. Left transverse sinus is hypoplastic.",
            "Left parietal infarct.",
        ),
    ] {
        check("", findings, impression, &[LateralityMismatch]);
    }
}

#[test]
fn what_stands_before_a_denial_tells_its_side() {
    check(
        "MRI internal auditory canal",
        "A loop of the left artery enters the left internal auditory canal without displacing the nerve. Right loop lies at the porus.",
        "Left vascular loop.",
        &[],
    );
}

#[test]
fn a_side_behind_a_denial_is_the_findings_own() {
    check(
        "CT abdomen",
        "Simple cyst in the right kidney. Mass without necrosis in the left kidney.",
        "Left renal mass. Right renal cyst.",
        &[],
    );
}

#[test]
fn a_side_that_is_denied_is_not_the_findings() {
    check(
        "CT head",
        "Acute infarct in the left MCA territory.",
        "Left MCA infarct without right sided haemorrhage.",
        &[],
    );
}

#[test]
fn what_one_side_does_for_the_other_hides_no_wrong_side() {
    check(
        "CT abdomen",
        "Left kidney is small and scarred with a 12 mm calculus. Right kidney shows compensatory hypertrophy.",
        "Small scarred right kidney with a calculus and compensatory hypertrophy of the left kidney.",
        &[LateralityMismatch],
    );
    check(
        "CT chest",
        "Collapse of the left lower lobe. Right lung is clear.",
        "Right lower lobe collapse with compensatory hyperinflation of the left lung.",
        &[LateralityMismatch],
    );
}

#[test]
fn another_nodule_is_not_the_first_one_on_the_wrong_side() {
    check(
        "CT chest",
        "The 9 mm solid nodule in the right middle lobe is unchanged. The 5 mm nodule in the left upper lobe is also unchanged.",
        "Stable nodules of both lungs.",
        &[],
    );
    check(
        "CT chest",
        "There is a 9 mm solid nodule in the right lower lobe. The 9 mm nodule in the left lower lobe is spiculated.",
        "Spiculated nodule of the lower lobe.",
        &[LateralityMismatch],
    );
}

#[test]
fn a_denial_that_looks_into_a_finding_presupposes_it() {
    check(
        "MRI pelvis",
        "A 4.1 cm thin walled cyst in the left ovary. The right ovary is normal. No solid component is seen in the right ovarian cyst.",
        "Left ovarian cyst, 4.1 cm.",
        &[LateralityMismatch],
    );
    check(
        "MRI pelvis",
        "A 4.1 cm thin walled cyst in the left ovary. No cyst in the right ovary. No solid component is seen in the left ovarian cyst.",
        "Left ovarian cyst, 4.1 cm.",
        &[],
    );
}

#[test]
fn a_distance_or_a_part_is_no_other_size() {
    for findings in [
        "There is a 9 mm solid nodule in the right lower lobe. The nodule in the left lower lobe lies 12 mm from the pleura.",
        "There is a 9 mm solid nodule in the right lower lobe. The nodule in the left lower lobe is also spiculated.",
    ] {
        check("CT chest", findings, "Lower lobe nodule.", &[LateralityMismatch]);
    }
}

#[test]
fn what_was_treated_on_the_other_side_is_another_thing() {
    check(
        "CT abdomen",
        "Right inguinal hernia containing fat. No recurrence in the left inguinal hernia repair.",
        "Right inguinal hernia.",
        &[],
    );
    check(
        "CT abdomen",
        "Simple cyst of the right kidney. Thin calcification in the wall of the left renal cyst.",
        "Renal cysts.",
        &[],
    );
}
