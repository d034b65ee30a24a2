//! `readout check`: a report to what a radiologist should look at before signing it.

use clap::Args;
use report::checks::{self, Flag, Known};
use report::section::SectionKind;
use report::sex::{self, Sex};
use report::text::ReportText;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{jsonl, parse_sex};

/// What is known beside the text.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Read and write JSON lines.
    #[arg(long)]
    jsonl: bool,
    /// The study's name.
    #[arg(long)]
    study: Option<String>,
    /// The patient's sex, M or F.
    #[arg(long, value_parser = parse_sex)]
    sex: Option<Sex>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    id: Value,
    report: Sections,
    patient_sex: Option<String>,
    study_name: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Sections {
    clinical_history: Option<String>,
    technique: Option<String>,
    findings: Option<String>,
    comparison: Option<String>,
    impression: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    id: Value,
    flags: Vec<Told>,
    detected_sex: Option<&'static str>,
}

#[derive(Serialize)]
struct Told {
    kind: &'static str,
    message: String,
    text: String,
    fix: Option<String>,
}

/// Checks what stands on standard input: one report, or a report a line.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.jsonl {
        return jsonl::map(|case: Case| {
            let report = report_of(case.report);
            let known = Known {
                sex: case.patient_sex.as_deref().and_then(Sex::parse),
                study_name: case.study_name,
                ..Known::default()
            };
            Ok(Answer {
                id: case.id,
                flags: told(&report, &known),
                detected_sex: sex::detect(report.as_str()).map(|sex| match sex {
                    Sex::Female => "female",
                    Sex::Male => "male",
                }),
            })
        });
    }
    let report = ReportText::parse(&jsonl::read_text()?);
    let known = Known {
        sex: arguments.sex,
        study_name: arguments.study.clone(),
        ..Known::default()
    };
    let lines: Vec<String> = told(&report, &known)
        .into_iter()
        .map(|flag| format!("{}: {}", flag.kind, flag.message))
        .collect();
    if lines.is_empty() {
        return jsonl::print("Nothing to look at.");
    }
    jsonl::print(&lines.join("\n"))
}

fn report_of(sections: Sections) -> ReportText {
    let sections = [
        (SectionKind::ClinicalHistory, sections.clinical_history),
        (SectionKind::Technique, sections.technique),
        (SectionKind::Findings, sections.findings),
        (SectionKind::Comparison, sections.comparison),
        (SectionKind::Impression, sections.impression),
    ];
    ReportText::from_sections(
        sections
            .into_iter()
            .filter_map(|(kind, text)| Some((kind, text?))),
    )
}

fn told(report: &ReportText, known: &Known) -> Vec<Told> {
    let tell = |flag: Flag| Told {
        kind: flag.kind.code(),
        message: flag.message,
        text: report.as_str()[flag.range].to_owned(),
        fix: flag.fix.map(|fix| fix.label),
    };
    checks::check(report, known).into_iter().map(tell).collect()
}
