use report::private::PatientText;

use super::*;
use crate::custom::CustomTemplate;

const TEMPLATE: &str = "TECHNIQUE:\nMultiplanar images of the [right/left] elbow were acquired.\n\nFINDINGS:\nLiver is normal in size.\nNo focal lesion in the liver.\nSpleen measures ___ cm.\nPancreas is normal in bulk with no ductal dilatation.\nNo right hydronephrosis.\nNo left hydronephrosis.\nNo ascites.\n\nIMPRESSION:\nNo significant abnormality.";

fn report(text: &str, template: TemplateChoice) -> Report {
    let dictation = Dictation {
        text: PatientText::new(text),
        template,
        study_name: None,
        modality: None,
        sex: None,
        previous_report: None,
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
fn what_is_said_of_several_still_holds_of_the_others() {
    let template = "FINDINGS:\nMedial and lateral menisci are normal.\nRight and left kidneys are normal.\nLiver and spleen are normal.";
    for (dictated, expected) in [
        (
            "Tear of the medial meniscus.",
            &[
                "Lateral meniscus is normal.",
                "Tear of the medial meniscus.",
                "Right and left kidneys are normal.",
                "Liver and spleen are normal.",
            ][..],
        ),
        (
            "Both menisci are torn. 5 mm calculus in the right kidney.",
            &[
                "Both menisci are torn.",
                "Left kidney is normal.",
                "5 mm calculus in the right kidney.",
                "Liver and spleen are normal.",
            ],
        ),
        (
            "Splenic infarct.",
            &[
                "Medial and lateral menisci are normal.",
                "Right and left kidneys are normal.",
                "Liver is normal.",
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

/// What becomes of the findings of a user's template.
fn check_own(template: &str, dictated: &str, expected: &[&str]) {
    let custom = TemplateChoice::Custom(CustomTemplate::parse("test", &format!("FINDINGS:\n{template}")));
    let report = report(dictated, custom);
    let findings: Vec<&str> = report
        .statements
        .iter()
        .map(|statement| statement.text.as_str())
        .collect();
    assert_eq!(findings, expected, "{template} / {dictated}");
}

#[test]
fn a_measure_gives_way_to_the_value_that_was_dictated() {
    check_own(
        "CBD measures 4 mm.",
        "CBD measures 8 mm.",
        &["CBD measures 8 mm."],
    );
    check_own(
        "RV to LV ratio is less than 1.",
        "RV to LV ratio is 1.3.",
        &["RV to LV ratio is 1.3."],
    );
    check_own(
        "CBD is of normal calibre, less than 6 mm.",
        "CBD measures 5 mm.",
        &["CBD is of normal calibre, less than 6 mm.", "CBD measures 5 mm."],
    );
    check_own(
        "Liver spans 14 cm, with smooth margins.",
        "Liver spans 15 cm.",
        &["Liver spans 15 cm, with smooth margins."],
    );
}

#[test]
fn marks_of_other_programs_are_blanks_and_stay_where_nothing_was_dictated() {
    check_own(
        "Liver measures [ ] cm. Spleen measures [ ] cm.",
        "Liver measures 15 cm.",
        &["Liver measures 15 cm.", "Spleen measures [ ] cm."],
    );
}

#[test]
fn bones_named_beside_other_things_are_bones() {
    let broken = "Fracture of the left clavicle.";
    check_own(
        "The axillae and bones are normal.",
        broken,
        &["The axillae are normal.", broken],
    );
    check_own(
        "Nodes and bones: No bone metastasis.",
        "Lytic lesion in the sternum.",
        &["Lytic lesion in the sternum."],
    );
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
            "L4-L5: No disc bulge.",
            "No canal stenosis.",
            "L5-S1 disc bulge.",
            "L5-S1: No canal stenosis.",
            "Right kidney is small.",
            "Right kidney: No hydronephrosis.",
        ]
    );
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
            "No ascites.",
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
            "Liver is normal in size.",
            "A 2 cm lesion is seen in the liver.",
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
            "Liver is normal in size.",
            "A 2 cm lesion is seen in the liver.",
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
            "Pancreas is normal in bulk.",
            "Pancreatic duct is dilated.",
            "No right hydronephrosis.",
            "Mild left hydronephrosis.",
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
    };
    assert_eq!(
        structure(&dictation).unwrap_err(),
        StructuringError::NothingDictated
    );
}

/// What stands in the findings over a template of these lines.
fn findings_over(lines: &str, text: &str) -> Vec<String> {
    let template = CustomTemplate::parse("test", &format!("FINDINGS:\n{lines}"));
    let report = report(text, TemplateChoice::Custom(template));
    report
        .statements
        .into_iter()
        .filter(|statement| statement.section == SectionKind::Findings)
        .map(|statement| statement.text)
        .collect()
}

#[test]
fn a_value_that_was_said_once_fills_one_blank() {
    let lines =
        "Left ventricular end-diastolic volume is ___ ml.\nLeft ventricular end-systolic volume is ___ ml.";
    assert_eq!(
        findings_over(lines, "Left ventricular end-diastolic volume is 142 ml."),
        [
            "Left ventricular end-diastolic volume is 142 ml.",
            "Left ventricular end-systolic volume is ___ ml."
        ]
    );
}

#[test]
fn a_level_fills_its_blank_whole() {
    let lines = "Conus medullaris terminates at ___.";
    assert_eq!(
        findings_over(lines, "Conus medullaris terminates at L1."),
        ["Conus medullaris terminates at L1."]
    );
}

#[test]
fn a_size_that_was_dictated_with_a_finding_leaves_no_blank_for_it() {
    let lines = "Liver measures ___ cm in craniocaudal span.\nSpleen measures ___ cm.";
    assert_eq!(
        findings_over(
            lines,
            "Liver is enlarged measuring 17 cm with fatty infiltration."
        ),
        [
            "Liver is enlarged measuring 17 cm with fatty infiltration.",
            "Spleen measures ___ cm."
        ]
    );
}

fn check_over(lines: &str, text: &str, findings: &[&str]) {
    assert_eq!(findings_over(lines, text), findings, "{text}");
}

#[test]
fn a_template_line_stands_for_a_dictated_normal_that_says_no_more() {
    check_over(
        "No hydronephrosis or calculus on either side.",
        "No calculus on either side.",
        &["No hydronephrosis or calculus on either side."],
    );
    check_over(
        "Liver is normal in size, shape and attenuation.",
        "Liver normal in size and attenuation.",
        &["Liver is normal in size, shape and attenuation."],
    );
}

#[test]
fn a_template_line_that_denies_less_does_not_stand_for_a_denial() {
    for (line, dictated) in [
        ("No displaced fracture or dislocation is seen.", "No fracture."),
        ("No extra-axial mass or collection.", "No mass."),
        ("No suspicious nodule is seen.", "No nodule."),
        ("No pericardial effusion.", "No effusion."),
        ("No acute infarct or haemorrhage.", "No infarct."),
    ] {
        let findings = findings_over(line, dictated);
        assert!(findings.iter().any(|text| text == dictated), "{findings:?}");
    }
}

#[test]
fn what_a_template_line_said_for_the_dictation_is_said_when_the_line_goes() {
    check_over(
        "No hydronephrosis or calculus on either side.",
        "No calculus on either side. Left hydronephrosis.",
        &["No calculus on either side.", "Left hydronephrosis."],
    );
    check_over(
        "Spleen is normal in size, measures ___ cm.",
        "Spleen measures 15 cm. Spleen is enlarged.",
        &["Spleen measures 15 cm.", "Spleen is enlarged."],
    );
}

#[test]
fn a_sided_finding_without_an_organ_meets_the_denial_of_what_has_sides() {
    let lines = "No pericardial effusion is seen.\nNo pleural effusion is seen.";
    assert_eq!(
        findings_over(lines, "Left lower lobe consolidation. Small right effusion."),
        [
            "No pericardial effusion is seen.",
            "Left lower lobe consolidation.",
            "Small right effusion."
        ]
    );
}

#[test]
fn what_is_called_not_normal_is_not_called_normal_beside_it() {
    let lines = "Anterior cruciate ligament is intact.\nPosterior cruciate ligament is intact.";
    let over = |text| findings_over(lines, text);
    assert_eq!(
        over("ACL is not intact."),
        ["ACL is not intact.", "Posterior cruciate ligament is intact."]
    );
    assert_eq!(
        over("Neither cruciate ligament is intact."),
        ["Neither cruciate ligament is intact."]
    );
    assert_eq!(over("Cruciates are torn."), ["Cruciates are torn."]);
}

#[test]
fn no_line_of_a_built_in_template_concludes_an_abnormal_study() {
    let chest = templates::library()
        .get("ct-chest-contrast")
        .expect("in the library");
    let made = report(
        "Type A aortic dissection from the root to the arch. No pleural effusion.",
        TemplateChoice::System(chest),
    );
    assert_eq!(made.section(SectionKind::Impression), "");
    let normal = report("Normal study.", TemplateChoice::System(chest));
    assert_ne!(normal.section(SectionKind::Impression), "");
}

#[test]
fn a_size_in_a_denial_leaves_no_study_normal() {
    let chest = templates::library()
        .get("ct-chest-contrast")
        .expect("in the library");
    let swallowed = report(
        "no pneumothorax consolidation in the right lower lobe 2 cm",
        TemplateChoice::System(chest),
    );
    assert_eq!(swallowed.section(SectionKind::Impression), "");
    let denied = report("no nodule larger than 5 mm", TemplateChoice::System(chest));
    assert_ne!(denied.section(SectionKind::Impression), "");
}
