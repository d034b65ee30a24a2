//! What becomes of the lines of a user's template.

use super::*;

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
fn a_size_that_stands_in_what_was_dictated_is_not_told_again_by_its_blank() {
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
fn a_template_line_is_cut_down_to_what_was_not_dictated() {
    check_over(
        "No hydronephrosis or calculus on either side.",
        "No calculus on either side.",
        &["No hydronephrosis on either side.", "No calculus on either side."],
    );
    check_over(
        "Liver is normal in size, shape and attenuation.",
        "Liver normal in size and attenuation.",
        &["Liver normal in size and attenuation."],
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

#[test]
fn a_measure_gives_way_to_the_value_that_was_dictated() {
    check_over(
        "CBD measures 4 mm.",
        "CBD measures 8 mm.",
        &["CBD measures 8 mm."],
    );
    check_over(
        "RV to LV ratio is less than 1.",
        "RV to LV ratio is 1.3.",
        &["RV to LV ratio is 1.3."],
    );
    check_over(
        "CBD is of normal calibre, less than 6 mm.",
        "CBD measures 5 mm.",
        &["CBD measures 5 mm.", "CBD is of normal calibre, less than 6 mm."],
    );
    check_over(
        "Liver spans 14 cm, with smooth margins.",
        "Liver spans 15 cm.",
        &["Liver spans 15 cm, with smooth margins."],
    );
}

#[test]
fn marks_of_other_programs_are_blanks_and_stay_where_nothing_was_dictated() {
    check_over(
        "Liver measures [ ] cm. Spleen measures [ ] cm.",
        "Liver measures 15 cm.",
        &["Liver measures 15 cm.", "Spleen measures [ ] cm."],
    );
}

#[test]
fn bones_named_beside_other_things_are_bones() {
    let broken = "Fracture of the left clavicle.";
    check_over("The axillae and bones are normal.", broken, &[broken]);
    check_over(
        "Nodes and bones: No bone metastasis.",
        "Lytic metastasis in the sternum.",
        &["Lytic metastasis in the sternum."],
    );
}

#[test]
fn a_root_that_is_pressed_on_leaves_the_cauda_equina_and_a_disease_of_the_roots_does_not() {
    let normal = "The cauda equina is normal.";
    let pressed = "Diffuse bulge of the L5-S1 disc compressing both exiting L5 nerve roots.";
    check_over(normal, pressed, &[normal, pressed]);
    let thick = "Diffuse thickening and clumping of the nerve roots.";
    check_over(normal, thick, &[thick]);
}

#[test]
fn either_atrium_is_one_of_both() {
    let dilated = "Left atrium is dilated.";
    check_over("Both atria are normal in size.", dilated, &[dilated]);
}

#[test]
fn a_line_that_was_said_and_not_spoken_of_stays_beside_what_says_it() {
    check_over(
        "No proptosis is seen on either side.",
        "The globes are normal.",
        &["The globes are normal.", "No proptosis is seen on either side."],
    );
    check_over(
        "Vertebral end plates are normal, with no Modic change.",
        "Marrow signal is normal.",
        &[
            "Marrow signal is normal.",
            "Vertebral end plates are normal, with no Modic change.",
        ],
    );
    check_over(
        "No proptosis is seen on either side.",
        "No proptosis or mass.",
        &["No proptosis or mass."],
    );
    check_over(
        "No renal calculus is seen on either side.",
        "No renal or ureteric stone.",
        &["No renal or ureteric stone."],
    );
}

#[test]
fn a_false_line_goes_whatever_speaks_of_it() {
    check_over(
        "No renal calculus is seen on either side.",
        "Left renal stone. The kidneys are otherwise normal.",
        &["Left renal stone.", "The kidneys are otherwise normal."],
    );
}
