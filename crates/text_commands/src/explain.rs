//! `readout explain`: how a dictation was read, and why each line of a template stayed or went.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use clinical::document::Document;
use clinical::explain::{Told, reason};
use report::section::SectionKind;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use structuring::merge::spoken_of::{self, Dictated};
use structuring::merge::{self, Verdict};
use structuring::{CustomTemplate, rules};

use crate::jsonl;

/// What to explain.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Read and write JSON lines: `{"id", "study", "lines": [...], "sentences": [...]}`.
    #[arg(long)]
    jsonl: bool,
    /// The study's name, such as `CECT abdomen`; it tells what ambiguous names mean.
    #[arg(long)]
    study: Option<String>,
    /// A file with the template whose lines are judged.
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Case {
    id: Value,
    study: Option<String>,
    lines: Vec<String>,
    sentences: Vec<String>,
}

#[derive(Serialize)]
struct Explained {
    id: Value,
    sentences: Vec<Read>,
    lines: Vec<Judged>,
}

#[derive(Serialize)]
struct Read {
    text: String,
    facts: Vec<String>,
}

#[derive(Serialize)]
struct Judged {
    text: String,
    facts: Vec<String>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<String>,
}

/// Explains what stands on standard input.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.jsonl {
        return jsonl::map(|case: Case| {
            Ok(explain(
                case.id,
                case.study.as_deref(),
                &case.lines,
                &case.sentences,
            ))
        });
    }
    let lines = match &arguments.template {
        None => Vec::new(),
        Some(path) => {
            let content = std::fs::read_to_string(path)
                .with_context(|| format!("{} cannot be read", path.display()))?;
            CustomTemplate::parse("template", &content)
                .section(SectionKind::Findings)
                .to_vec()
        }
    };
    let sentences = rules::sentences(&jsonl::read_text()?);
    let explained = explain(Value::Null, arguments.study.as_deref(), &lines, &sentences);
    let mut text = String::new();
    for read in &explained.sentences {
        writeln!(text, "{}", read.text)?;
        for fact in &read.facts {
            writeln!(text, "    {fact}")?;
        }
    }
    for judged in &explained.lines {
        writeln!(text, "\n[{}] {}", judged.verdict, judged.text)?;
        for fact in &judged.facts {
            writeln!(text, "    {fact}")?;
        }
        if let Some(because) = &judged.because {
            writeln!(text, "    because {because}")?;
        }
    }
    jsonl::print(&text)
}

fn explain(id: Value, study: Option<&str>, lines: &[String], sentences: &[String]) -> Explained {
    let context = study.map(merge::context).unwrap_or_default();
    let dictated = Document::of(sentences.iter().map(String::as_str), &context);
    let told = Dictated::of(&dictated.facts, |number| sentences[number].as_str());
    let lines = lines.iter().map(|line| {
        let (label, text) = merge::labelled(line);
        let read = merge::read_line(text, label, None, &context);
        let judged = merge::judge(&read.facts, &dictated.facts);
        let line_of = spoken_of::Line {
            label,
            text,
            facts: &read.facts,
            judged: &judged,
        };
        let is_spoken_of = || told.speaks_of(line_of);
        let because = judged.reason.as_ref().map(|reason_of| {
            let fact = &dictated.facts[reason_of.dictated];
            format!(
                "{} / {} / {} / \"{}\"",
                Told(&read.facts[reason_of.line]),
                reason(&reason_of.why),
                Told(fact),
                sentences[fact.sentence]
            )
        });
        Judged {
            text: line.clone(),
            facts: read.facts.iter().map(|fact| Told(fact).to_string()).collect(),
            verdict: match judged.verdict {
                Verdict::Against => "against",
                Verdict::Said | Verdict::Partly if !is_spoken_of() => "said, not spoken of",
                Verdict::Said => "said",
                Verdict::Doubtful => "doubtful",
                Verdict::Partly => "partly",
                Verdict::Stays => "stays",
            },
            because,
        }
    });
    let lines = lines.collect();
    let read = sentences.iter().enumerate().map(|(number, text)| Read {
        text: text.clone(),
        facts: dictated
            .facts_of(number)
            .iter()
            .map(|fact| Told(fact).to_string())
            .collect(),
    });
    Explained {
        id,
        sentences: read.collect(),
        lines,
    }
}
