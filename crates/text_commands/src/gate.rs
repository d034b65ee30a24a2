//! `readout gate`: reports and what they may draw on to what was lost, changed or invented.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use report::section::SectionKind;
use report::statement::Statement;
use report::text::ReportText;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use structuring::gate::{self, Flag, Given, TemplateText};

use crate::jsonl;

/// What a report is compared with.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Read and write JSON lines.
    #[arg(long)]
    jsonl: bool,
    /// A file with the dictation; the report stands on standard input.
    #[arg(long, value_name = "FILE", required_unless_present = "jsonl")]
    dictation: Option<PathBuf>,
    /// A file with the template that was filled.
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
    /// A file with the previous report.
    #[arg(long, value_name = "FILE")]
    previous: Option<PathBuf>,
    /// The study's name.
    #[arg(long)]
    study: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    id: Value,
    transcription_text: String,
    template_content: Option<String>,
    study_name: Option<String>,
    previous_report: Option<String>,
    report: Sections,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Sections {
    clinical_history: String,
    technique: String,
    findings: String,
    comparison: String,
    impression: String,
}

#[derive(Serialize)]
struct Answer {
    id: Value,
    flags: Vec<AnswerFlag>,
}

/// What does not hold.
#[derive(Serialize)]
pub struct AnswerFlag {
    kind: &'static str,
    text: String,
    message: String,
}

impl From<Flag> for AnswerFlag {
    fn from(flag: Flag) -> Self {
        Self {
            kind: flag.kind.code(),
            text: flag.text,
            message: flag.message,
        }
    }
}

/// Compares the report on standard input with its dictation and template, and prints what does not hold.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.jsonl {
        return jsonl::map(answer);
    }
    let read = |path: &PathBuf| {
        std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
    };
    let dictation = arguments
        .dictation
        .as_ref()
        .map(read)
        .transpose()?
        .unwrap_or_default();
    let template = arguments.template.as_ref().map(read).transpose()?;
    let template = template.as_deref().map(TemplateText::parse);
    let previous = arguments.previous.as_ref().map(read).transpose()?;
    let report = ReportText::parse(&jsonl::read_text()?);
    let statements = statements(|section| report.section(section).unwrap_or_default());
    let given = Given {
        dictation: &dictation,
        template: template.as_ref(),
        previous_report: previous.as_deref(),
        study_name: arguments.study.as_deref(),
    };
    let lines: Vec<String> = gate::inspect(&given, &statements)
        .into_iter()
        .map(|flag| format!("{}: {} {}", flag.kind.code(), flag.message, flag.text))
        .collect();
    jsonl::print(&lines.join("\n"))
}

fn answer(case: Case) -> anyhow::Result<Answer> {
    let template = case
        .template_content
        .as_deref()
        .filter(|content| !content.trim().is_empty())
        .map(TemplateText::parse);
    let given = Given {
        dictation: &case.transcription_text,
        template: template.as_ref(),
        previous_report: case
            .previous_report
            .as_deref()
            .filter(|text| !text.trim().is_empty()),
        study_name: case.study_name.as_deref(),
    };
    let report = &case.report;
    let statements = statements(|section| match section {
        SectionKind::ClinicalHistory => &report.clinical_history,
        SectionKind::Technique => &report.technique,
        SectionKind::Findings => &report.findings,
        SectionKind::Comparison => &report.comparison,
        SectionKind::Impression => &report.impression,
    });
    let flags = gate::inspect(&given, &statements);
    Ok(Answer {
        id: case.id,
        flags: flags.into_iter().map(AnswerFlag::from).collect(),
    })
}

/// The lines of a report as statements.
fn statements<'t>(section: impl Fn(SectionKind) -> &'t str) -> Vec<Statement> {
    let of_section = |kind| gate::statements_of(kind, section(kind)).map(|(statement, _)| statement);
    SectionKind::ALL.into_iter().flat_map(of_section).collect()
}
