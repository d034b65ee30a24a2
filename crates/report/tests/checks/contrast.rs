use report::checks::{self, Flag, FlagKind, Known};
use report::section::SectionKind;
use report::text::ReportText;

const GIVEN: &str = "The technique says that contrast was given, the study's name says a plain study.";
const NOT_GIVEN: &str =
    "The technique says that no contrast was given, the study's name says a study with contrast.";

fn flags(study: &str, technique: &str) -> Vec<Flag> {
    let text = format!("TECHNIQUE:\n{technique}\n\nFINDINGS:\n- Ventricles are normal in size.");
    let known = Known {
        study_name: Some(study.to_owned()),
        ..Known::default()
    };
    checks::check(&ReportText::parse(&text), &known)
}

#[track_caller]
fn check(study: &str, technique: &str, expected: Option<&str>) {
    let flags = flags(study, technique);
    let told: Vec<(FlagKind, &str)> = flags
        .iter()
        .map(|flag| (flag.kind, flag.message.as_str()))
        .collect();
    let expected: Vec<(FlagKind, &str)> = expected
        .map(|message| (FlagKind::ModalityMismatch, message))
        .into_iter()
        .collect();
    assert_eq!(told, expected, "{study} | {technique}");
}

#[test]
fn contrast_by_technique_in_a_study_that_is_plain_by_name() {
    for (study, technique) in [
        ("CT brain plain", "Axial sections after 50 mL of iohexol."),
        ("NCCT brain", "Contrast enhanced CT of the brain."),
        (
            "CT brain without contrast",
            "Before and after intravenous contrast.",
        ),
        ("MRI brain plain", "T1 and T2, T1 after gadobutrol."),
        (
            "CT brain (non-contrast)",
            "Arterial phase with 60 mL of iopamidol.",
        ),
        ("CT brain plain", "Contrast was given, without complication."),
        ("CT brain plain", "Venous phase contrast CT of the brain."),
        ("CT brain plain", "Oral and intravenous contrast."),
        ("CT brain plain", "IV and oral contrast."),
    ] {
        check(study, technique, Some(GIVEN));
    }
}

#[test]
fn no_contrast_by_technique_in_a_study_with_contrast_by_name() {
    for (study, technique) in [
        (
            "CT brain with contrast",
            "CT of the brain without intravenous contrast.",
        ),
        ("CECT brain", "Plain CT of the brain."),
        (
            "MRI brain with contrast",
            "No gadolinium was given because the patient declined.",
        ),
        (
            "CECT brain",
            "Contrast was withheld because of the renal function.",
        ),
        ("CECT brain", "Intravenous contrast could not be given."),
        ("CECT brain", "The patient refused contrast."),
        ("CT angiography brain", "Unenhanced sections only."),
    ] {
        check(study, technique, Some(NOT_GIVEN));
    }
}

#[test]
fn a_name_and_a_technique_that_agree_or_of_which_one_is_silent() {
    for (study, technique) in [
        (
            "CT brain with contrast",
            "Plain and contrast enhanced CT of the brain.",
        ),
        (
            "CT brain with contrast",
            "Unenhanced, arterial (35 s) and venous (70 s) acquisitions.",
        ),
        (
            "CT brain plain",
            "No contrast was given because of the raised creatinine.",
        ),
        ("CT brain plain", "Contrast is contraindicated."),
        (
            "CT brain plain",
            "Contrast administration was avoided in view of the renal failure.",
        ),
        (
            "CT brain plain",
            "In the absence of contrast vessels are not assessed.",
        ),
        ("CT brain", "Axial sections after 50 mL of iohexol."),
        ("CT brain with contrast", "Axial sections of 1 mm."),
        ("MR angiography brain", "Time of flight without contrast."),
    ] {
        check(study, technique, None);
    }
}

#[test]
fn words_of_contrast_that_are_no_drug_in_a_vein() {
    for (study, technique) in [
        ("CT brain plain", "Oral contrast only."),
        ("CT brain plain", "Bone algorithm with an edge enhancing kernel."),
        (
            "CT brain plain",
            "Unenhanced; compared with the earlier contrast enhanced study.",
        ),
        (
            "CT brain plain",
            "Unenhanced. A contrast study was done last week.",
        ),
        ("MRI brain plain", "T1, T2 and phase contrast venography."),
        ("MRI brain plain", "T1, T2 and time of flight MR angiography."),
        (
            "MRI spine plain",
            "Sagittal T2 with dynamic flexion and extension images.",
        ),
        ("MRI brain plain", "Soft tissue contrast is limited by motion."),
        ("MRI brain plain", "Allergic to contrast."),
    ] {
        check(study, technique, None);
    }
}

#[test]
fn the_flag_stands_at_the_technique() {
    let technique = "Axial sections after 50 mL of iohexol.";
    let [flag] = &flags("CT brain plain", technique)[..] else {
        panic!("one flag");
    };
    assert_eq!(flag.section, SectionKind::Technique);
    assert_eq!(flag.range.len(), technique.len());
    assert_eq!(flag.fix, None);
}

#[test]
fn short_words_for_with_and_without_are_read() {
    for study in [
        "CT HEAD W/O CONTRAST",
        "CT CERVICAL SPINE WO CONTRAST",
        "CT SINUS W/O IV CONTRAST",
    ] {
        check(study, "Axial images without contrast.", None);
        check(study, "Axial images after 80 mL of iohexol.", Some(GIVEN));
    }
    for study in [
        "MRI PELVIS WITH & WITHOUT CONTRAST",
        "MRI IAC W/WO CONTRAST",
        "CT ABDOMEN W AND WO CONTRAST",
        "MRI BRAIN W & WO CONTRAST",
    ] {
        check(study, "Before and after intravenous contrast.", None);
    }
    // The delays alone tell of contrast.
    check("CECT abdomen", "Adrenal protocol, plain + 60 s + 15 min", None);
}
