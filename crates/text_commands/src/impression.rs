//! `readout impression`: findings to an impression.

use clap::Args;
use report::modality::Modality;
use report::private::PatientText;
use report::section::SectionKind;
use report::text::ReportText;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use structuring::{Findings, WrittenImpression};

use crate::gate::AnswerFlag;
use crate::{jsonl, parse_modality};

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
    /// What the conservation gate says of it.
    flags: Vec<AnswerFlag>,
}

/// Writes the impression of what stands on standard input: findings, or a report that has them.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.jsonl {
        return jsonl::map(|case: Case| {
            let made = WrittenImpression::of_rules(&Findings {
                text: PatientText::new(case.findings),
                clinical_history: PatientText::new(case.clinical_history.unwrap_or_default()),
                study_name: case.study_name,
                modality: case.modality.as_deref().and_then(Modality::parse),
            });
            Ok(Answer {
                id: case.id,
                impression: made.impression.text,
                flags: made.flags.into_iter().map(AnswerFlag::from).collect(),
            })
        });
    }
    let input = jsonl::read_text()?;
    let report = ReportText::parse(&input);
    let history = arguments
        .history
        .as_deref()
        .or(report.section(SectionKind::ClinicalHistory));
    let made = WrittenImpression::of_rules(&Findings {
        text: PatientText::new(report.section(SectionKind::Findings).unwrap_or(&input)),
        clinical_history: PatientText::new(history.unwrap_or_default()),
        study_name: arguments.study.clone(),
        modality: arguments.modality,
    });
    jsonl::print(&made.impression.text)
}
