use report::private::PatientText;
use report::style::Style;

use super::*;
use crate::custom::CustomTemplate;

mod own_lines;
mod together;

const TEMPLATE: &str = "TECHNIQUE:\nMultiplanar images of the [right/left] elbow were acquired.\n\nFINDINGS:\nLiver is normal in size.\nNo focal lesion in the liver.\nSpleen measures ___ cm.\nPancreas is normal in bulk with no ductal dilatation.\nNo right hydronephrosis.\nNo left hydronephrosis.\nNo ascites.\n\nIMPRESSION:\nNo significant abnormality.";

fn report(text: &str, template: TemplateChoice) -> Report {
    let dictation = Dictation {
        text: PatientText::new(text),
        template,
        study_name: None,
        modality: None,
        sex: None,
        previous_report: None,
        style: Style::default(),
    };
    structure(&dictation).unwrap()
}

/// `findings` and `impression` are the lines expected over the template above.
fn check(text: &str, findings: &[&str], impression: &[&str]) {
    let report = report(
        text,
        TemplateChoice::Custom(CustomTemplate::parse("test", TEMPLATE)),
    );
    let of = |section| -> Vec<&str> {
        report
            .statements
            .iter()
            .filter(|statement| statement.section == section)
            .map(|statement| statement.text.as_str())
            .collect()
    };
    assert_eq!(of(SectionKind::Findings), findings, "{text}");
    assert_eq!(of(SectionKind::Impression), impression, "{text}");
}

#[test]
fn a_line_about_several_goes_when_it_is_false_of_one() {
    let template = "FINDINGS:\nMedial and lateral menisci are normal.\nRight and left kidneys are normal.\nLiver and spleen are normal.";
    for (dictated, expected) in [
        (
            "Tear of the medial meniscus.",
            &[
                "Tear of the medial meniscus.",
                "Right and left kidneys are normal.",
                "Liver and spleen are normal.",
            ][..],
        ),
        (
            "Both menisci are torn. 5 mm calculus in the right kidney.",
            &[
                "Both menisci are torn.",
                "5 mm calculus in the right kidney.",
                "Liver and spleen are normal.",
            ],
        ),
        (
            "Splenic infarct.",
            &[
                "Medial and lateral menisci are normal.",
                "Right and left kidneys are normal.",
                "Splenic infarct.",
            ],
        ),
    ] {
        let report = report(
            dictated,
            TemplateChoice::Custom(CustomTemplate::parse("test", template)),
        );
        let findings: Vec<&str> = report
            .statements
            .iter()
            .map(|statement| statement.text.as_str())
            .collect();
        assert_eq!(findings, expected);
    }
}

#[test]
fn a_sentence_that_loses_its_neighbour_keeps_the_level_and_side_of_its_label() {
    let template = "FINDINGS:\nL4-L5: No disc bulge. No canal stenosis.\nL5-S1: No disc bulge. No canal stenosis.\nRight kidney: Normal in size. No hydronephrosis.";
    let custom = TemplateChoice::Custom(CustomTemplate::parse("test", template));
    let report = report("L5-S1 disc bulge. Right kidney is small.", custom);
    let findings: Vec<&str> = report
        .statements
        .iter()
        .map(|statement| statement.text.as_str())
        .collect();
    assert_eq!(
        findings,
        [
            "L5-S1 disc bulge.",
            "L4-L5: No disc bulge.",
            "No canal stenosis.",
            "L5-S1: No canal stenosis.",
            "Right kidney is small.",
            "Right kidney: No hydronephrosis.",
        ]
    );
}

#[test]
fn no_study_is_called_normal_beside_what_is_not_understood() {
    let impression = |text: &str| {
        let template = TemplateChoice::Custom(CustomTemplate::parse("test", TEMPLATE));
        let statements = report(text, template).statements.into_iter();
        statements
            .filter(|statement| statement.section == SectionKind::Impression)
            .count()
    };
    for text in [
        "Ca head of pancreas 3.5 cm.",
        "Third ventricle measures 14 mm.",
        "Left psoas 6 x 4 cm. Rest is normal.",
        "Bladder something weird. Normal study.",
    ] {
        assert_eq!(impression(text), 0, "{text}");
    }
    // The template asks for this one.
    assert_eq!(impression("Spleen measures 9 cm. Rest is normal."), 1);
}

#[test]
fn no_study_is_called_normal_over_a_denial_that_runs_on() {
    check(
        "No ascites nodule in the left lung.",
        &[
            "Liver is normal in size.",
            "No focal lesion in the liver.",
            "Spleen measures ___ cm.",
            "Pancreas is normal in bulk with no ductal dilatation.",
            "No right hydronephrosis.",
            "No left hydronephrosis.",
            "No ascites nodule in the left lung.",
        ],
        &[],
    );
}

#[test]
fn a_lesion_takes_out_its_denial_and_leaves_the_siblings() {
    check(
        "A 2 cm lesion is seen in the liver. Rest normal.",
        &[
            "A 2 cm lesion is seen in the liver.",
            "Liver is normal in size.",
            "Spleen measures ___ cm.",
            "Pancreas is normal in bulk with no ductal dilatation.",
            "No right hydronephrosis.",
            "No left hydronephrosis.",
            "No ascites.",
        ],
        &[],
    );
}

#[test]
fn findings_that_were_never_announced_do_not_stay_in_the_history() {
    let text = "Clinical history pain abdomen for two days. A 2 cm lesion is seen in the liver. Rest normal.";
    check(
        text,
        &[
            "A 2 cm lesion is seen in the liver.",
            "Liver is normal in size.",
            "Spleen measures ___ cm.",
            "Pancreas is normal in bulk with no ductal dilatation.",
            "No right hydronephrosis.",
            "No left hydronephrosis.",
            "No ascites.",
        ],
        &[],
    );
    let report = report(text, TemplateChoice::None);
    assert_eq!(
        report.section(SectionKind::ClinicalHistory),
        "Pain abdomen for 2 days."
    );
}

#[test]
fn what_is_described_behind_the_history_is_found() {
    let checked = |text: &str, history: &str, finding: &str| {
        let report = report(text, TemplateChoice::None);
        assert_eq!(report.section(SectionKind::ClinicalHistory), history, "{text}");
        assert_eq!(report.section(SectionKind::Findings), finding, "{text}");
    };
    let pneumothorax = "- Large right pneumothorax.";
    checked(
        "Clinical history fever. Large right pneumothorax.",
        "Fever.",
        pneumothorax,
    );
    checked(
        "clinical history fever and cough for two weeks large right pneumothorax",
        "Fever and cough for 2 weeks.",
        pneumothorax,
    );
    checked(
        "clinical history fever there is a large right pneumothorax",
        "Fever.",
        "- There is a large right pneumothorax.",
    );
    let known = "Right flank pain. Prior CT showed a 5 mm stone in the right kidney. Left hydronephrosis on ultrasound.";
    checked(
        &format!("Clinical history. {known} 6 mm calculus in the right ureter."),
        known,
        "- 6 mm calculus in the right ureter.",
    );
    checked(
        "Clinical history. Carcinoma of the cervix. Left nephrectomy.",
        "Carcinoma of the cervix. Left nephrectomy.",
        "",
    );
}

#[test]
fn a_normal_study_keeps_the_template_and_its_impression() {
    check(
        "Spleen measures 11 cm. No ascites. Normal study.",
        &[
            "Liver is normal in size.",
            "No focal lesion in the liver.",
            "Spleen measures 11 cm.",
            "Pancreas is normal in bulk with no ductal dilatation.",
            "No right hydronephrosis.",
            "No left hydronephrosis.",
            "No ascites.",
        ],
        &["No significant abnormality."],
    );
}

#[test]
fn only_the_side_and_the_clause_that_are_contradicted_go() {
    check(
        "Mild left hydronephrosis. Pancreatic duct is dilated.",
        &[
            "Liver is normal in size.",
            "No focal lesion in the liver.",
            "Spleen measures ___ cm.",
            "Mild left hydronephrosis.",
            "Pancreatic duct is dilated.",
            "No right hydronephrosis.",
            "No ascites.",
        ],
        &[],
    );
}

#[test]
fn without_a_template_the_report_says_what_was_dictated() {
    let report = report(
        "clinical history: cough. findings: lungs are clear. impression: normal chest.",
        TemplateChoice::None,
    );
    assert_eq!(report.section(SectionKind::ClinicalHistory), "Cough.");
    assert_eq!(report.section(SectionKind::Findings), "- Lungs are clear.");
    assert_eq!(report.section(SectionKind::Impression), "1. Normal chest.");
}

#[test]
fn the_name_of_the_study_chooses_the_template_and_leaves_its_technique() {
    let report = report(
        "History of fall. CT brain plain. No intracranial hemorrhage. Normal study.",
        TemplateChoice::Automatic,
    );
    assert!(report.template.is_some());
    assert_eq!(report.section(SectionKind::ClinicalHistory), "History of fall.");
    assert!(
        report
            .section(SectionKind::Technique)
            .starts_with("CT brain plain. ")
    );
    assert!(!report.section(SectionKind::Impression).is_empty());
}

#[test]
fn nothing_dictated_is_an_error() {
    let dictation = Dictation {
        text: PatientText::new(" \n"),
        template: TemplateChoice::None,
        study_name: None,
        modality: None,
        sex: None,
        previous_report: None,
        style: Style::default(),
    };
    assert_eq!(
        structure(&dictation).unwrap_err(),
        StructuringError::NothingDictated
    );
}
