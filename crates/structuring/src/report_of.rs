//! The structured report.

use report::section::SectionKind;
use report::statement::Statement;
use report::text::ReportText;

/// A structured report: its statements in report order.
#[derive(Debug, Clone)]
pub struct Report {
    /// Every statement, section by section.
    pub statements: Vec<Statement>,
    /// The template it was filled from.
    pub template: Option<UsedTemplate>,
    /// The engine that made it.
    pub engine: &'static str,
}

/// The template a report was filled from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedTemplate {
    /// Its id, for a template of the library.
    pub id: Option<String>,
    /// Its name.
    pub name: String,
}

impl Report {
    /// The text of a section: findings and comparison as `- ` lines, the impression numbered, others as prose.
    pub fn section(&self, section: SectionKind) -> String {
        let texts = self
            .statements
            .iter()
            .filter(|statement| statement.section == section)
            .map(|statement| statement.text.as_str());
        match section {
            SectionKind::Findings | SectionKind::Comparison => texts
                .map(|text| format!("- {text}"))
                .collect::<Vec<_>>()
                .join("\n"),
            SectionKind::Impression => numbered(texts),
            SectionKind::ClinicalHistory | SectionKind::Technique => texts.collect::<Vec<_>>().join(" "),
        }
    }

    /// The report in the report text format.
    pub fn to_text(&self) -> ReportText {
        ReportText::from_sections(SectionKind::ALL.map(|section| (section, self.section(section))))
    }
}

/// Lines `1. `, `2. `, ...
pub(crate) fn numbered<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    texts
        .enumerate()
        .map(|(index, text)| format!("{}. {text}", index + 1))
        .collect::<Vec<_>>()
        .join("\n")
}
