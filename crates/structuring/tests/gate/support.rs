//! Reports and flags in short.

use report::section::SectionKind;
use report::statement::{Origin, Statement};
use structuring::gate::{self, Flag, Given, TemplateText};

/// Findings as statements, a line each.
pub fn findings(lines: &str) -> Vec<Statement> {
    section(SectionKind::Findings, lines)
}

/// Lines of a section as statements.
pub fn section(section: SectionKind, lines: &str) -> Vec<Statement> {
    lines
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| Statement {
            section,
            text: line.to_owned(),
            origin: Origin::Derived { from: Vec::new() },
        })
        .collect()
}

/// What a report of findings may draw on.
pub fn given<'g>(dictation: &'g str, template: Option<&'g TemplateText>) -> Given<'g> {
    Given {
        dictation,
        template,
        previous_report: None,
        study_name: None,
    }
}

/// The flags of findings made from a dictation.
pub fn inspect(dictation: &str, report: &str) -> Vec<Flag> {
    gate::inspect(&given(dictation, None), &findings(report))
}

/// Flags as `kind: message`.
pub fn told(flags: &[Flag]) -> Vec<String> {
    flags
        .iter()
        .map(|flag| format!("{}: {}", flag.kind.code(), flag.message))
        .collect()
}
