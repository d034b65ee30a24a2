//! `readout templates`: the built-in templates, and which one a request for a study means.

use std::fmt::Write;

use ::templates::Template;
use anyhow::Context;
use clap::Subcommand;
use report::modality::Modality;
use report::sex::Sex;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{jsonl, parse_modality, parse_sex};

/// What to do with the templates.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print all templates.
    List {
        /// As one JSON array, with their texts.
        #[arg(long)]
        json: bool,
    },
    /// Find the template that a request for a study means.
    Match {
        /// Read requests as JSON lines and write JSON lines.
        #[arg(long, conflicts_with = "query")]
        jsonl: bool,
        /// The request, such as `CECT abdomen`.
        #[arg(required_unless_present = "jsonl")]
        query: Option<String>,
        /// CT or MRI.
        #[arg(long, value_parser = parse_modality)]
        modality: Option<Modality>,
        /// The patient's sex, M or F.
        #[arg(long, value_parser = parse_sex)]
        sex: Option<Sex>,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    id: &'static str,
    body_part: &'static str,
    modality: &'static str,
    contrast: bool,
    sex: Option<&'static str>,
    keywords: &'static [String],
    technique: &'static str,
    findings: Vec<&'static str>,
    impression: &'static [String],
}

#[derive(Deserialize)]
struct Case {
    id: Value,
    query: String,
}

#[derive(Serialize)]
struct Answer {
    id: Value,
    template: Option<&'static str>,
    candidates: Vec<&'static str>,
}

/// Lists or matches.
pub fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::List { json: true } => {
            let listed: Vec<Listed> = ::templates::library().all().iter().map(Listed::from).collect();
            jsonl::print_json(&listed)
        }
        Command::List { json: false } => {
            let mut lines = String::new();
            for template in ::templates::library().all() {
                writeln!(lines, "{:<44} {}", template.id, template.body_part)?;
            }
            jsonl::print(&lines)
        }
        Command::Match {
            jsonl: true,
            modality,
            sex,
            ..
        } => jsonl::map(|case: Case| {
            let (template, candidates) = find(&case.query, *modality, *sex);
            Ok(Answer {
                id: case.id,
                template,
                candidates,
            })
        }),
        Command::Match {
            query, modality, sex, ..
        } => {
            let query = query.as_deref().context("a request is needed")?;
            let (template, _) = find(query, *modality, *sex);
            jsonl::print(template.context("no template fits this request")?)
        }
    }
}

fn find(
    query: &str,
    modality: Option<Modality>,
    sex: Option<Sex>,
) -> (Option<&'static str>, Vec<&'static str>) {
    let library = ::templates::library();
    let best = library
        .best(query, modality, sex)
        .map(|template| template.id.as_str());
    let candidates = library.matches(query, modality, sex);
    (
        best,
        candidates
            .into_iter()
            .map(|found| found.template.id.as_str())
            .collect(),
    )
}

impl From<&'static Template> for Listed {
    fn from(template: &'static Template) -> Self {
        Self {
            id: &template.id,
            body_part: &template.body_part,
            modality: template.modality.code(),
            contrast: template.contrast,
            sex: template.sex.map(|sex| match sex {
                Sex::Female => "female",
                Sex::Male => "male",
            }),
            keywords: &template.keywords,
            technique: &template.technique,
            findings: template.findings.iter().map(|line| line.text.as_str()).collect(),
            impression: &template.impression,
        }
    }
}
