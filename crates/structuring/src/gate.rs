//! The conservation gate: what was dictated is in the report, and what is in the report was dictated or stands in the template.
//!
//! Whoever wrote the report, rules or a language model, it is compared with what it may draw on. Each sentence is read as its facts
//! (`fact`): values with their units, sides, levels, denials, structures, findings, degrees. Each sentence of the report is aligned
//! with the sentences that it came from, and each dictated sentence with the sentences of the report that it went to
//! (`alignment`); facts that have no counterpart are lost, changed or invented (`inspection`). Synonyms, spelling, order, units
//! and how a thing is put are no difference (`data/gate/`). [`repair`] puts back what is certain.
//!
//! Deterministic, without a language model; never panics, whatever the texts. To teach it a synonym, add it to the data.

mod alignment;
mod binding;
mod boundary;
mod derived;
mod fact;
mod inspection;
mod lexis;
mod message;
mod passage;
mod polarity;
mod repairing;
mod restated;
mod shared;
mod support;
mod template_text;
mod tracing;

use std::fmt;
use std::ops::Range;

use report::section::SectionKind;
use report::statement::{Origin, Statement};
use report::text::without_bullet;

pub use repairing::{Repair, Repaired};
pub use template_text::TemplateText;

/// Everything that a report may draw on.
#[derive(Clone, Copy)]
pub struct Given<'g> {
    /// The dictation as it was handed in, spoken or written.
    pub dictation: &'g str,
    /// The template that was filled.
    pub template: Option<&'g TemplateText>,
    /// The report of an earlier study. Only the comparison may draw on it.
    pub previous_report: Option<&'g str>,
    /// The name of the study.
    pub study_name: Option<&'g str>,
}

/// What happened to a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FlagKind {
    /// Dictated and not in the report.
    Lost,
    /// In the report otherwise than it was dictated or stands in the template.
    Changed,
    /// In the report, neither dictated nor in the template.
    Invented,
}

impl FlagKind {
    /// Its name outside this program.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Changed => "changed",
            Self::Invented => "invented",
        }
    }
}

/// Something that a reader must look at.
#[derive(Clone, PartialEq, Eq)]
pub struct Flag {
    /// What happened.
    pub kind: FlagKind,
    /// The sentence concerned: of the report, or for what was lost of the dictation in its written form.
    pub text: String,
    /// The section of the report in which it stands; of what was lost the one for which it was dictated, when that was said.
    pub section: Option<SectionKind>,
    /// The statement concerned, by its index; `None` for what was lost altogether.
    pub statement: Option<usize>,
    /// Where it was dictated: bytes of the dictation as handed in.
    pub dictated: Option<Range<usize>>,
    /// A sentence for the radiologist.
    pub message: String,
}

/// Shows what happened and where, never what was said: that is patient text.
impl fmt::Debug for Flag {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Flag")
            .field("kind", &self.kind)
            .field("section", &self.section)
            .field("statement", &self.statement)
            .field("dictated", &self.dictated)
            .finish_non_exhaustive()
    }
}

/// Compares a report with what it may draw on. Flags come in report order, what was lost behind them in the order of the
/// dictation; a report that holds has none. Where the statements came from is not asked: only what they say counts.
pub fn inspect(given: &Given<'_>, report: &[Statement]) -> Vec<Flag> {
    inspection::inspect(given, report)
}

/// Compares an impression with the findings and the history it was made from: it must not change a size, side, level or denial
/// nor say what they do not. That findings are left out of it is no loss.
pub fn inspect_impression(
    findings: &str,
    history: &str,
    study: Option<&str>,
    impression: &[Statement],
) -> Vec<Flag> {
    inspection::inspect_impression(findings, history, study, impression)
}

/// The lines of a section of a report as statements, each with its bytes in the section's text, without its bullet or number. Where
/// they came from is not known: [`inspect`] does not ask.
pub fn statements_of(section: SectionKind, text: &str) -> impl Iterator<Item = (Statement, Range<usize>)> {
    let mut start = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let body = without_bullet(line.trim());
        // What is left of a line is its end, but for white space.
        let end = start + line.trim_end().len();
        start += line.len();
        (!body.is_empty()).then(|| {
            let statement = Statement {
                section,
                text: body.to_owned(),
                origin: Origin::Derived { from: Vec::new() },
            };
            (statement, end - body.len()..end)
        })
    })
}

/// Gives lines that somebody else wrote their origins, by what they say: for what a language model answers.
pub fn trace(given: &Given<'_>, lines: Vec<(SectionKind, String)>) -> Vec<Statement> {
    tracing::trace(given, lines)
}

/// Puts back what is certain and flags the rest: for what a language model answers.
pub fn repair(given: &Given<'_>, report: Vec<Statement>) -> Repaired {
    repairing::repair(given, report)
}
