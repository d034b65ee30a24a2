//! `readout structure`: dictations to reports.

use std::path::PathBuf;

use ::templates::Study;
use anyhow::Context;
use clap::{Args, ValueEnum};
use report::modality::Modality;
use report::orthography::Orthography;
use report::private::PatientText;
use report::section::SectionKind;
use report::sex::Sex;
use report::style::{Layout, LevelForm, Style};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use structuring::{CustomTemplate, Dictation, Engine, Report, TemplateChoice, UsedTemplate};
use tokio::runtime::Runtime;

use crate::{jsonl, parse_modality, parse_sex};

/// How to structure.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Read and write JSON lines.
    #[arg(long)]
    jsonl: bool,
    /// What makes the report; `model` is the language model of the configuration.
    #[arg(long, value_enum, default_value_t = EngineChoice::Rules)]
    engine: EngineChoice,
    /// The study's name, such as `CECT abdomen`; it chooses the template.
    #[arg(long)]
    study: Option<String>,
    /// CT or MRI.
    #[arg(long, value_parser = parse_modality)]
    modality: Option<Modality>,
    /// The patient's sex, M or F.
    #[arg(long, value_parser = parse_sex)]
    sex: Option<Sex>,
    /// A file with a template of your own to fill instead of a built-in one.
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
    /// A file with the previous report to compare with.
    #[arg(long, value_name = "FILE")]
    previous: Option<PathBuf>,
    /// How the findings are laid out: a bullet an organ group (organ), with its name in front (labelled), or a bullet a statement
    /// (statement).
    #[arg(long, value_parser = parse_layout, default_value = "organ")]
    layout: Layout,
    /// How all is spelt, british or american; as dictated otherwise.
    #[arg(long, value_parser = parse_spelling)]
    spelling: Option<Orthography>,
    /// How levels are written, full (L4-L5) or short (L4-5); as dictated otherwise.
    #[arg(long, value_parser = parse_levels)]
    levels: Option<LevelForm>,
}

impl Arguments {
    fn style(&self) -> Style {
        Style {
            layout: self.layout,
            spelling: self.spelling,
            levels: self.levels,
        }
    }
}

fn parse_layout(raw: &str) -> Result<Layout, &'static str> {
    Layout::parse(raw).ok_or("expected organ, labelled or statement")
}

fn parse_spelling(raw: &str) -> Result<Orthography, &'static str> {
    Orthography::parse(raw).ok_or("expected british or american")
}

fn parse_levels(raw: &str) -> Result<LevelForm, &'static str> {
    LevelForm::parse(raw).ok_or("expected full or short")
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum EngineChoice {
    Rules,
    Model,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    id: Value,
    transcription_text: String,
    study_name: Option<String>,
    modality: Option<String>,
    template_content: Option<String>,
    patient_sex: Option<String>,
    previous_report: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Structured {
    id: Value,
    clinical_history: String,
    technique: String,
    findings: String,
    comparison: String,
    impression: String,
    report_text: String,
    template: Option<Used>,
    template_text: Option<String>,
    engine: String,
    /// Why the language model did not write the report.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// The template that was used: its id, or its name where it is the user's own; a list where there were several.
#[derive(Serialize)]
#[serde(untagged)]
enum Used {
    One(String),
    Several(Vec<String>),
}

impl From<&UsedTemplate> for Used {
    fn from(used: &UsedTemplate) -> Self {
        match used.ids()[..] {
            [] => Self::One(used.name.clone()),
            [id] => Self::One(id.to_owned()),
            ref ids => Self::Several(ids.iter().map(|id| (*id).to_owned()).collect()),
        }
    }
}

/// The engine, and what its requests run on.
struct Structurer {
    engine: Engine,
    runtime: Runtime,
}

impl Structurer {
    fn of(choice: EngineChoice, model: impl FnOnce() -> anyhow::Result<Engine>) -> anyhow::Result<Self> {
        let engine = match choice {
            EngineChoice::Rules => Engine::Rules,
            EngineChoice::Model => model()?,
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        Ok(Self { engine, runtime })
    }

    fn structure(&self, dictation: &Dictation) -> anyhow::Result<Report> {
        Ok(self.runtime.block_on(self.engine.structure(dictation, |_| {}))?)
    }
}

/// Structures what stands on standard input.
pub fn run(arguments: &Arguments, model: impl FnOnce() -> anyhow::Result<Engine>) -> anyhow::Result<()> {
    let structurer = Structurer::of(arguments.engine, model)?;
    if arguments.jsonl {
        let style = arguments.style();
        return jsonl::map(|case| structure_case(case, style, &structurer));
    }
    let read = |path: &PathBuf| {
        std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
    };
    let template = arguments.template.as_ref().map(read).transpose()?;
    let dictation = Dictation {
        text: PatientText::new(jsonl::read_text()?),
        template: choice(template.as_deref()),
        study_name: arguments.study.clone(),
        modality: arguments.modality,
        sex: arguments.sex,
        previous_report: arguments
            .previous
            .as_ref()
            .map(read)
            .transpose()?
            .map(PatientText::new),
        style: arguments.style(),
    };
    let report = structurer.structure(&dictation)?;
    if let Some(note) = report.note() {
        eprintln!("readout: {note}");
    }
    jsonl::print(&report.to_text().to_string())
}

fn structure_case(case: Case, style: Style, structurer: &Structurer) -> anyhow::Result<Structured> {
    let template_content = case.template_content.filter(|content| !content.trim().is_empty());
    let dictation = Dictation {
        text: PatientText::new(case.transcription_text),
        template: choice(template_content.as_deref()),
        study_name: case.study_name,
        modality: case.modality.as_deref().and_then(Modality::parse),
        sex: case.patient_sex.as_deref().and_then(Sex::parse),
        previous_report: case
            .previous_report
            .filter(|text| !text.trim().is_empty())
            .map(PatientText::new),
        style,
    };
    let report = structurer.structure(&dictation)?;
    Ok(Structured {
        id: case.id,
        clinical_history: report.section(SectionKind::ClinicalHistory),
        technique: report.section(SectionKind::Technique),
        findings: report.section(SectionKind::Findings),
        comparison: report.section(SectionKind::Comparison),
        impression: report.section(SectionKind::Impression),
        report_text: report.to_text().to_string(),
        template_text: template_text(&report).or(template_content),
        note: report.note(),
        engine: report.engine,
        template: report.template.as_ref().map(Used::from),
    })
}

/// A template of one's own, or the one that fits the study.
fn choice(template_content: Option<&str>) -> TemplateChoice {
    match template_content {
        Some(content) => TemplateChoice::Custom(CustomTemplate::parse("custom", content)),
        None => TemplateChoice::Automatic,
    }
}

fn template_text(report: &Report) -> Option<String> {
    report.template.as_ref()?.study.as_ref().map(Study::text)
}
