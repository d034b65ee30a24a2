//! Dictating over a template of one's own, and what is compared afterwards.

use report::private::PatientText;
use report::section::SectionKind;
use report::style::Style;
use structuring::{CustomTemplate, Dictation, Report, TemplateChoice, rules};

/// The report of a dictation over the text of a custom template.
pub fn report(dictated: &str, template: &str) -> Report {
    rules::structure(&Dictation {
        text: PatientText::new(dictated),
        template: TemplateChoice::Custom(CustomTemplate::parse("test", template)),
        study_name: None,
        modality: None,
        sex: None,
        previous_report: None,
        style: Style::default(),
    })
    .expect("something was dictated")
}

/// The statements of the findings, in order.
pub fn findings(report: &Report) -> Vec<&str> {
    let of_findings = report
        .statements
        .iter()
        .filter(|statement| statement.section == SectionKind::Findings);
    of_findings.map(|statement| statement.text.as_str()).collect()
}
