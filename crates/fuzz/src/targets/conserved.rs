//! What a radiologist could have said stays: every size, structure, finding and unknown word of it stands in the report, and neither the
//! gate nor the checks have anything to say about what the rules engine made of it.

use report::checks::{self, FlagKind, Known};
use report::private::PatientText;
use report::section::SectionKind;
use report::style::Style;
use report::text::ReportText;
use structuring::{Dictation, gate, impression, rules};

use super::structure::known_template;
use super::with;
use crate::dictated::noise;
use crate::{Target, sentences};

pub const TARGET: Target = Target {
    name: "conserved",
    check,
    seeds: || (1..40).map(|seed| noise(seed, 20 + 3 * seed as usize)).collect(),
    longest: 200,
};

fn check(input: &[u8]) {
    with(input, |bytes| {
        let said = sentences::dictation(bytes)?;
        let (template, _) = known_template(bytes)?;
        let dictation = Dictation {
            text: PatientText::new(&*said.text),
            template,
            study_name: None,
            modality: None,
            sex: None,
            previous_report: None,
            style: Style::default(),
        };
        let Ok(report) = rules::structure(&dictation) else {
            panic!("not structured: {}", said.text);
        };
        let report = report.inspected(&dictation);
        let text = report.to_text().to_string();
        let in_lower_case = text.to_lowercase();
        for word in &said.must_stay {
            assert!(
                in_lower_case.contains(word),
                "{word:?} is lost: {:?} became {text:?}",
                said.text
            );
        }
        assert!(
            report.flags.is_empty(),
            "the gate: {:?} in {:?} of {:?}",
            told(&report.flags),
            text,
            said.text
        );
        impression_agrees(&report.section(SectionKind::Findings));
        Ok(())
    });
}

fn told(flags: &[gate::Flag]) -> Vec<&str> {
    flags.iter().map(|flag| flag.message.as_str()).collect()
}

/// The impression that is made of findings says what they say.
fn impression_agrees(findings: &str) {
    let made = impression::generate(findings, "", None, None);
    let flags = gate::inspect_impression(findings, "", None, &made.statements);
    assert!(
        flags.is_empty(),
        "the gate: {:?} in {:?} of {findings:?}",
        told(&flags),
        made.text
    );
    let sections = [
        (SectionKind::Findings, findings.to_owned()),
        (SectionKind::Impression, made.text.clone()),
    ];
    let flags = checks::check(&ReportText::from_sections(sections), &Known::default());
    let wrong = flags.iter().find(|flag| {
        matches!(
            flag.kind,
            FlagKind::LateralityMismatch | FlagKind::MeasurementMismatch | FlagKind::MeasurementUnsupported
        )
    });
    assert!(
        wrong.is_none(),
        "the checks: {:?} in {:?} of {findings:?}",
        wrong.map(|flag| &flag.message),
        made.text
    );
}
