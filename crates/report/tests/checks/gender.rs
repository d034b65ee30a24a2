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
