//! Studies that were done together, and a study whose template depends on a sex that is not known.

use report::style::Layout;

use super::*;
use crate::report_of::UsedTemplate;

fn of_study(study: &str, text: &str, style: Style) -> Report {
    let dictation = Dictation {
        text: PatientText::new(text),
        template: TemplateChoice::Automatic,
        study_name: Some(study.to_owned()),
        modality: None,
        sex: None,
        previous_report: None,
        style,
    };
    structure(&dictation).unwrap()
}

fn ids(report: &Report) -> Vec<&str> {
    report.template.as_ref().map_or_else(Vec::new, UsedTemplate::ids)
}

#[test]
fn each_study_stands_under_its_name() {
    let dictated = "CT head: No bleed. CT cervical spine: Straightening of the lordosis. Nodule in the right thyroid lobe.";
    let report = of_study("CT head and cervical spine", dictated, Style::default());
    assert_eq!(ids(&report), ["ct-brain", "ct-cervical-spine"]);
    let findings = report.section(SectionKind::Findings);
    let lines: Vec<&str> = findings.lines().collect();
    let at = |words: &str| lines.iter().position(|line| line.contains(words)).expect(words);
    assert_eq!(lines[0], "CT Brain");
    let spine = lines
        .iter()
        .position(|line| *line == "CT Cervical Spine")
        .expect("a heading");
    assert!(
        at("No bleed.") < spine && spine < at("Straightening of the lordosis."),
        "{findings}"
    );
    assert!(spine < at("thyroid lobe"), "{findings}");
    assert!(!findings.contains("CT head"), "{findings}");
    let every: std::collections::HashSet<&str> = report
        .statements
        .iter()
        .map(|statement| statement.text.as_str())
        .collect();
    assert_eq!(every.len(), report.statements.len(), "nothing is said twice");
}

#[test]
fn a_finding_stands_in_the_study_that_says_most_of_its_organ() {
    let report = of_study(
        "CT chest abdomen pelvis",
        "8 mm nodule in the right upper lobe. 2 cm cyst in the liver.",
        Style::default(),
    );
    assert_eq!(ids(&report)[0], "ct-chest");
    let findings = report.section(SectionKind::Findings);
    let at = |words: &str| findings.find(words).expect(words);
    assert!(
        at("right upper lobe") < at("CT Abdomen Pelvis") && at("CT Abdomen Pelvis") < at("cyst in the liver"),
        "{findings}"
    );
}

#[test]
fn without_a_sex_no_line_is_of_one_sex_alone() {
    let report = of_study("CT abdomen and pelvis", "Cholelithiasis.", Style::default());
    assert_eq!(
        ids(&report),
        ["ct-abdomen-pelvis-female", "ct-abdomen-pelvis-male"]
    );
    let text = report.to_text().to_string();
    assert!(text.contains("Spleen is normal"), "{text}");
    for word in ["terus", "rostate", "vari", "eminal", "male"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
}

#[test]
fn statements_are_laid_out_as_the_user_has_it() {
    let bullets = |layout| {
        let style = Style {
            layout,
            ..Style::default()
        };
        let report = of_study("CT abdomen and pelvis", "2 cm cyst in the liver.", style);
        report.section(SectionKind::Findings)
    };
    let organ = bullets(Layout::Organ);
    assert!(
        organ.contains("- 2 cm cyst in the liver. Liver is normal in size."),
        "{organ}"
    );
    let labelled = bullets(Layout::Labelled);
    assert!(
        labelled.contains("- Liver: 2 cm cyst in the liver. Liver is normal in size."),
        "{labelled}"
    );
    let statement = bullets(Layout::Statement);
    assert!(
        statement.contains("- 2 cm cyst in the liver.\n- Liver is normal in size."),
        "{statement}"
    );
}

#[test]
fn the_template_is_written_as_the_dictation_and_all_as_the_user_has_it() {
    let dictated = "Disc bulge at L4-5. No hemorrhage.";
    let own = of_study("MR lumbar spine", dictated, Style::default()).section(SectionKind::Findings);
    assert!(own.contains("L3-4 disc") && !own.contains("L3-L4"), "{own}");
    let style = Style {
        spelling: Some(report::orthography::Orthography::British),
        levels: Some(report::style::LevelForm::Full),
        ..Style::default()
    };
    let whole = of_study("MR lumbar spine", dictated, style).section(SectionKind::Findings);
    assert!(
        whole.contains("Disc bulge at L4-L5.") && whole.contains("haemorrhage"),
        "{whole}"
    );
}

#[test]
fn what_was_taken_back_is_told() {
    let dictated = "Liver is normal. 4 mm calculus in the left kidney, scratch that. Spleen is normal. Sister, next patient please.";
    let report = of_study("CT KUB", dictated, Style::default());
    let told: Vec<&str> = report
        .taken_back
        .iter()
        .map(|bytes| &dictated[bytes.clone()])
        .collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0].contains("4 mm calculus") && told[1].contains("next patient"),
        "{told:?}"
    );
}

#[test]
fn no_study_is_left_out_or_added_and_no_side_is_lent() {
    for (request, expected) in [
        (
            "CT head and cervical spine",
            &["ct-brain", "ct-cervical-spine"][..],
        ),
        ("MRI brain with MRV", &["mr-brain-plain", "mr-brain-venography"]),
        (
            "MRI brain with MRA and MRV",
            &["mr-brain-plain", "mr-brain-angiography", "mr-brain-venography"],
        ),
        (
            "CT angiogram of brain and neck",
            &["ct-brain-angiography", "ct-neck-angiography"],
        ),
        ("CT thorax with upper abdomen", &["ct-chest"]),
        ("CT abdomen with cuts through chest", &["ct-abdomen"]),
        (
            "CT abdomen and MRI pelvis",
            &["ct-abdomen", "mr-pelvis-female", "mr-pelvis-male"],
        ),
        ("CT head, face and cervical spine", &[]),
        ("CT brain", &["ct-brain"]),
    ] {
        assert_eq!(
            ids(&of_study(request, "No lesion.", Style::default())),
            expected,
            "{request}"
        );
    }
    let report = of_study("MRI knee and left shoulder", "ACL tear.", Style::default());
    assert!(
        report
            .section(SectionKind::Technique)
            .contains("[right/left] knee")
    );
}

#[test]
fn a_bare_name_announces_a_study() {
    let dictated = "Right knee. Complete ACL tear. Joint effusion. Left shoulder. Full thickness supraspinatus tear. Joint effusion.";
    let findings = of_study("MRI right knee and left shoulder", dictated, Style::default())
        .section(SectionKind::Findings);
    let (knee, shoulder) = findings.split_once("MR Shoulder").expect("two studies");
    assert!(
        knee.matches("Joint effusion.").count() == 1 && shoulder.contains("Joint effusion."),
        "{findings}"
    );
}

#[test]
fn what_is_told_last_under_a_name_is_no_impression() {
    let dictated = "CT head and cervical spine. CT head: No bleed. Small left scalp haematoma. CT cervical spine: Displaced type 2 odontoid fracture.";
    let report = of_study("CT head and cervical spine", dictated, Style::default());
    let findings = report.section(SectionKind::Findings);
    assert!(
        findings.contains("Displaced type 2 odontoid fracture."),
        "{findings}"
    );
    assert!(
        !report
            .section(SectionKind::Impression)
            .contains("CT cervical spine")
    );
}

#[test]
fn what_is_told_of_an_organ_announces_nothing() {
    let report = of_study(
        "CT chest abdomen pelvis",
        "Spleen measures 12.0 cm. Liver 16 cm. Heart.",
        Style::default(),
    );
    let text = report.to_text().to_string();
    assert!(
        text.contains("12.0 cm") && text.contains("16 cm") && text.contains("Heart."),
        "{text}"
    );
}

#[test]
fn without_a_sex_the_technique_names_no_organ_of_one() {
    let text = of_study("MRI pelvis", "No lesion.", Style::default())
        .to_text()
        .to_string();
    for word in ["terus", "rostate", "zone", "male"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
}
