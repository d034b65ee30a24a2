//! What a damaged report is told.

use report::section::SectionKind;
use structuring::gate::{self, FlagKind, TemplateText};

use crate::support::{findings, given, inspect, told};

/// A dictation, a report that does not hold, and what the radiologist is told first.
#[track_caller]
fn check(dictation: &str, report: &str, expected: &str) {
    let told = told(&inspect(dictation, report));
    assert_eq!(told.first().map(String::as_str), Some(expected), "{told:?}");
}

#[test]
fn values_sides_levels_and_denials_are_told() {
    check(
        "A 4 mm nodule in the left lung.",
        "A 4 cm nodule in the left lung.",
        "changed: Dictated 4 mm, the report says 4 cm.",
    );
    check(
        "Left pleural effusion is seen.",
        "Right pleural effusion is seen.",
        "changed: The dictation says left; this statement says right.",
    );
    check(
        "L4-L5 disc shows a bulge.",
        "L3-L4 disc shows a bulge.",
        "changed: Dictated L4-L5, the report says L3-L4.",
    );
    check(
        "No fracture is seen.",
        "Fracture is seen.",
        "changed: \"No\" was lost: the dictation denies \"fracture\".",
    );
    check(
        "Fracture is seen.",
        "No fracture is seen.",
        "changed: Denied here but not dictated: \"fracture\".",
    );
}

#[test]
fn what_was_lost_is_shown_where_it_was_dictated() {
    let dictation = "Liver is normal. Small cyst in the spleen.";
    let flags = inspect(dictation, "Liver is normal.");
    assert_eq!(
        told(&flags),
        ["lost: Dictated but not in the report: Small cyst in the spleen."]
    );
    let place = flags[0].dictated.clone().expect("where it was dictated");
    assert_eq!(&dictation[place], "Small cyst in the spleen.");
    check(
        "A 5 mm calculus in the left kidney.",
        "A calculus in the left kidney.",
        "lost: Dictated 5 mm, not in this statement of the report.",
    );
}

#[test]
fn what_nobody_said_is_told() {
    let flags = inspect(
        "Liver is normal.",
        "Liver is normal.\nA 9 mm nodule in the left adrenal gland.",
    );
    assert_eq!(told(&flags), ["invented: Neither dictated nor in the template."]);
    assert_eq!(flags[0].statement, Some(1));
    check(
        "Cyst in the kidney.",
        "Cyst in the left kidney.",
        "invented: \"left\" was not dictated.",
    );
}

#[test]
fn sizes_that_changed_places_are_told() {
    let flags = inspect(
        "A 12 mm nodule in the right upper lobe. A 5 mm calculus in the left kidney.",
        "A 5 mm nodule in the right upper lobe.\nA 12 mm calculus in the left kidney.",
    );
    assert!(
        flags.iter().all(|flag| flag.kind == FlagKind::Changed),
        "{:?}",
        told(&flags)
    );
    assert_eq!(flags.len(), 2);
}

#[test]
fn facts_that_changed_places_within_a_statement_are_told() {
    check(
        "A 4 mm calculus in the right kidney and a 9 mm calculus in the left ureter.",
        "A 9 mm calculus in the right kidney and a 4 mm calculus in the left ureter.",
        "changed: Dictated 4 mm, the report says 9 mm.",
    );
    check(
        "L3-L4 disc is normal and L5-S1 disc is extruded.",
        "L5-S1 disc is normal and L3-L4 disc is extruded.",
        "changed: Dictated L3-L4, the report says L5-S1.",
    );
}

#[test]
fn a_denial_that_runs_on_into_a_finding_of_its_own_is_told() {
    let dictation = "No hydrocephalus fracture of the left parietal bone.";
    check(
        dictation,
        dictation,
        "changed: Denied as it stands: \"fracture of the left parietal bone\". If it is there, end the denial before it.",
    );
    let list = "No fracture or dislocation of the left wrist.";
    assert!(inspect(list, list).is_empty());
}

#[test]
fn sizes_of_then_and_now_do_not_change_places() {
    for (dictation, report) in [
        (
            "The nodule has decreased from 14 mm to 8 mm.",
            "The nodule has decreased from 8 mm to 14 mm.",
        ),
        (
            "The nodule measures 8 mm, previously 14 mm.",
            "The nodule measures 14 mm, previously 8 mm.",
        ),
    ] {
        assert!(!inspect(dictation, report).is_empty(), "{report}");
    }
    let reworded = "From 14 mm, the nodule has decreased to 8 mm.";
    assert!(inspect("The nodule has decreased from 14 mm to 8 mm.", reworded).is_empty());
}

#[test]
fn a_word_that_is_asserted_and_denied_keeps_both() {
    let dictation = "The previously enhancing lesion of the left frontal lobe no longer enhances.";
    let report = "The previously enhancing lesion of the left frontal lobe still enhances.";
    assert!(!inspect(dictation, report).is_empty());
    assert!(inspect(dictation, dictation).is_empty());
}

#[test]
fn the_year_of_a_prior_study_is_kept() {
    let dictation = "Compared with the CT of 02/11/2023, the nodule is stable.";
    assert!(
        !inspect(
            dictation,
            "Compared with the CT of 02/11/2021, the nodule is stable."
        )
        .is_empty()
    );
}

#[test]
fn a_template_statement_that_was_altered_is_told() {
    let template = TemplateText::parse("FINDINGS:\nNo calculus in the left kidney.\nSpleen is normal.");
    let report = findings("No calculus in the right kidney.\nSpleen is normal.\nMild ascites.");
    let flags = gate::inspect(&given("Mild ascites.", Some(&template)), &report);
    assert_eq!(
        told(&flags),
        ["changed: The template says left; this statement says right."]
    );
}

#[test]
fn flags_show_no_patient_text_when_debugged() {
    let flags = inspect("Liver is normal.", "Spleen is ruptured.");
    assert!(!format!("{flags:?}").to_lowercase().contains("spleen"));
}

#[test]
fn the_lines_of_a_report_are_read_where_they_stand() {
    let text = "\n- Liver is normal.\r\n  2. Café.  \n\n*";
    let read: Vec<(String, &str)> = gate::statements_of(SectionKind::Findings, text)
        .map(|(statement, place)| (statement.text, &text[place]))
        .collect();
    assert_eq!(
        read,
        [
            ("Liver is normal.".to_owned(), "Liver is normal."),
            ("Café.".to_owned(), "Café.")
        ]
    );
}
