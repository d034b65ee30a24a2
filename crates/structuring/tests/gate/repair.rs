//! What is put back, and that nothing is made worse.

use report::section::SectionKind;
use report::statement::Origin;
use structuring::gate::{self, TemplateText};

use crate::support::{findings, given, told};

const DICTATION: &str = "A 12 mm nodule is seen in the right upper lobe. No pleural effusion. Liver shows a 3 cm cyst in segment 6. Left kidney is normal.";
const REPORT: [&str; 4] = [
    "A 12 mm nodule is seen in the right upper lobe.",
    "No pleural effusion.",
    "Liver shows a 3 cm cyst in segment 6.",
    "Left kidney is normal.",
];

/// A report with one statement damaged, which comes out of the repair as dictated.
#[track_caller]
fn restores(index: usize, damaged: &str) {
    let mut lines = REPORT.to_vec();
    lines[index] = damaged;
    let repaired = gate::repair(&given(DICTATION, None), findings(&lines.join("\n")));
    let texts: Vec<&str> = repaired
        .statements
        .iter()
        .map(|statement| statement.text.as_str())
        .collect();
    assert_eq!(texts, REPORT);
    assert!(repaired.flags.is_empty(), "{:?}", told(&repaired.flags));
    assert_eq!(repaired.repairs.len(), 1);
    assert_eq!(repaired.repairs[0].statement, Some(index));
}

#[test]
fn a_value_a_unit_and_a_side_are_put_back_as_dictated() {
    restores(0, "A 12 cm nodule is seen in the right upper lobe.");
    restores(0, "A 21 mm nodule is seen in the right upper lobe.");
    restores(0, "A 12 mm nodule is seen in the left upper lobe.");
    restores(3, "Right kidney is normal.");
    restores(1, "Pleural effusion.");
}

#[test]
fn a_lost_statement_comes_back_with_its_place_in_the_dictation() {
    let lines = [REPORT[0], REPORT[1], REPORT[3]].join("\n");
    let repaired = gate::repair(&given(DICTATION, None), findings(&lines));
    let back = repaired
        .statements
        .iter()
        .find(|statement| statement.text == REPORT[2])
        .expect("the statement that was lost");
    let Origin::Dictated { spans } = &back.origin else {
        panic!("{back:?}");
    };
    assert_eq!(&DICTATION[spans[0].clone()], REPORT[2]);
    assert!(repaired.flags.is_empty());
}

#[test]
fn what_nobody_said_is_taken_out() {
    let lines = [
        REPORT[0],
        REPORT[1],
        "There is a 4 mm aneurysm of the basilar tip.",
        REPORT[2],
        REPORT[3],
    ]
    .join("\n");
    let repaired = gate::repair(&given(DICTATION, None), findings(&lines));
    assert_eq!(repaired.statements.len(), 4);
    assert_eq!(repaired.repairs[0].statement, None);
    assert!(repaired.flags.is_empty());
}

#[test]
fn a_template_statement_comes_back_word_for_word() {
    let template =
        TemplateText::parse("FINDINGS:\nNo calculus is seen in the left kidney.\nSpleen is normal.");
    let report = findings("Calculus is seen in the left kidney.\nSpleen is normal.\nMild ascites.");
    let repaired = gate::repair(&given("Mild ascites.", Some(&template)), report);
    assert_eq!(
        repaired.statements[0].text,
        "No calculus is seen in the left kidney."
    );
    assert!(repaired.flags.is_empty());
}

#[test]
fn lines_are_traced_to_what_they_say() {
    let lines = REPORT
        .map(|line| (SectionKind::Findings, line.to_owned()))
        .to_vec();
    for (statement, line) in gate::trace(&given(DICTATION, None), lines).iter().zip(REPORT) {
        let Origin::Dictated { spans } = &statement.origin else {
            panic!("{statement:?}");
        };
        assert_eq!(&DICTATION[spans[0].clone()], line);
    }
}
