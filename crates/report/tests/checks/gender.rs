use report::checks::{self, FlagKind, Known};
use report::sex::Sex;
use report::text::ReportText;

#[track_caller]
fn check(sex: Option<Sex>, text: &str, expected: bool) {
    let known = Known {
        sex,
        ..Known::default()
    };
    let flags = checks::check(&ReportText::parse(text), &known);
    let raised = flags.iter().any(|flag| flag.kind == FlagKind::GenderMismatch);
    assert_eq!(raised, expected, "{text} {flags:?}");
}

#[test]
fn anatomy_and_persons_of_the_other_sex_are_found() {
    check(Some(Sex::Male), "The uterus is anteverted.", true);
    check(Some(Sex::Male), "Post hysterectomy status.", true);
    check(Some(Sex::Female), "No prostate enlargement.", true);
    check(
        Some(Sex::Female),
        "He should be reviewed if his headache persists.",
        true,
    );
    check(
        Some(Sex::Male),
        "CLINICAL HISTORY:\nMrs. Rao, 45 years.\nFINDINGS:\nNormal.",
        true,
    );
    check(
        None,
        "CLINICAL HISTORY:\nA 54 year old gentleman.\nFINDINGS:\nUterus is normal.",
        true,
    );
}

#[test]
fn words_of_both_sexes_and_other_persons_are_left_alone() {
    check(
        Some(Sex::Male),
        "Cervical canal is normal. Breast tissue is prominent.",
        false,
    );
    check(
        Some(Sex::Male),
        "Brought by his wife, who said she found him on the floor.",
        false,
    );
    check(
        Some(Sex::Female),
        "MR of the brain. HER-2 positive carcinoma of the breast.",
        false,
    );
    check(Some(Sex::Female), "A single live male fetus is seen.", false);
    check(
        Some(Sex::Male),
        "Family history of ovarian carcinoma in the mother.",
        false,
    );
    check(None, "Uterus is normal.", false);
}

#[test]
fn whose_study_it_is_counts_behind_a_denial_too() {
    check(
        Some(Sex::Female),
        "Old left lacunar infarct. No acute change in this elderly gentleman.",
        true,
    );
    check(
        Some(Sex::Female),
        "Left inguinal hernia along the spermatic cord.",
        true,
    );
    check(Some(Sex::Female), "No male connector is in place.", false);
}

#[test]
fn whoever_is_told_of_a_finding_is_not_the_patient() {
    for (sex, told) in [
        (
            Sex::Male,
            "Discussed with the acute oncology nurse (Ms Fraser) at 12:50.",
        ),
        (
            Sex::Female,
            "Results conveyed to Mr. Kevin Doyle, PA-C, in the ED at 11:20 PM; he will contact ENT.",
        ),
        (
            Sex::Male,
            "Called to Dr. Rosa Delgado at 3:22 PM. She verbalized understanding.",
        ),
        (
            Sex::Female,
            "Findings reported to team leader Dr. David Stone at 0155. He has evaluated the patient.",
        ),
    ] {
        check(
            Some(sex),
            &format!("FINDINGS:\nSmall pneumothorax.\nIMPRESSION:\n{told}"),
            false,
        );
    }
    check(
        Some(Sex::Male),
        "FINDINGS:\nNormal.\nIMPRESSION:\nNormal study. She should be reviewed.",
        true,
    );
}

#[test]
fn spectroscopy_and_birth_are_of_no_sex() {
    check(
        Some(Sex::Male),
        "TECHNIQUE:\nAxial T1, T2, DWI; single voxel MRS.\nFINDINGS:\nNormal.",
        false,
    );
    check(
        Some(Sex::Male),
        "CLINICAL HISTORY:\nTerm newborn.\nFINDINGS:\nThin subdural blood, commonly seen after vaginal delivery.",
        false,
    );
    check(Some(Sex::Male), "Tear after vaginal delivery.", true);
}

#[test]
fn the_sex_of_a_fetus_is_not_that_of_its_mother() {
    let known = Known {
        sex: Some(Sex::Female),
        study_name: Some("MRI fetal brain".to_owned()),
        ..Known::default()
    };
    let text = ReportText::parse("Cephalic presentation. Male external genitalia.");
    assert!(checks::check(&text, &known).is_empty());
}

#[test]
fn a_woman_beside_a_call_is_still_a_patient() {
    check(
        Some(Sex::Male),
        "IMPRESSION:\nDiscussed with the ED consultant. 45-year-old woman with pain.",
        true,
    );
}
