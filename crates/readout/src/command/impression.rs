//! `readout impression`: findings to an impression.

use clap::Args;
use report::modality::Modality;
use report::section::SectionKind;
use report::text::ReportText;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use structuring::impression;

use super::parse_modality;
use crate::jsonl;

/// What is known about the study.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Read and write JSON lines.
    #[arg(long)]
    jsonl: bool,
    /// The study's name.
    #[arg(long)]
    study: Option<String>,
    /// CT or MRI.
    #[arg(long, value_parser = parse_modality)]
    modality: Option<Modality>,
    /// Why the study was asked for.
    #[arg(long)]
    history: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    id: Value,
    findings: String,
    #[serde(default)]
    clinical_history: Option<String>,
    study_name: Option<String>,
    modality: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    id: Value,
    impression: String,
}

/// Writes the impression of what stands on standard input: findings, or a report that has them.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.jsonl {
        return jsonl::map(|case: Case| {
            let modality = case.modality.as_deref().and_then(Modality::parse);
            let history = case.clinical_history.unwrap_or_default();
            let made = impression::generate(&case.findings, &history, case.study_name.as_deref(), modality);
            Ok(Answer {
                id: case.id,
                impression: made.text,
            })
        });
    }
    let input = jsonl::read_text()?;
    let report = ReportText::parse(&input);
    let findings = report.section(SectionKind::Findings).unwrap_or(&input);
    let history = arguments
        .history
        .as_deref()
        .or(report.section(SectionKind::ClinicalHistory));
    let study = arguments.study.as_deref();
    jsonl::print(&impression::generate(findings, history.unwrap_or_default(), study, arguments.modality).text)
}
