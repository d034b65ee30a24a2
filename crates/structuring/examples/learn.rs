//! Learns the three decisions of structuring that are learned, and measures them: the section of a sentence that has no heading, whether a
//! sentence of the findings hangs on the one before, and whether a line of the template that was said was spoken of.
//!
//! ```text
//! cargo run --workspace --example learn -- sections learn eval/batches/B*.jsonl > sections.toml
//! cargo run --workspace --example learn -- hanging measure eval/batches/B*.jsonl
//! ```
//!
//! `measure` leaves out one file after the other and learns from the rest. The files are batches of labelled dictations (`eval/batches`),
//! the weights belong into `crates/structuring/data`. Deterministic.

#![expect(clippy::print_stdout, reason = "the weights and figures are its output")]

#[path = "learn/hanging.rs"]
mod hanging;
#[path = "learn/learner.rs"]
mod learner;
#[path = "learn/sections.rs"]
mod sections;
#[path = "learn/spoken_of.rs"]
mod spoken_of;

use std::process::ExitCode;

use serde::Deserialize;

/// A labelled dictation.
#[derive(Deserialize)]
struct Row {
    /// What was dictated: the letter of the section and the sentence.
    dictated: Vec<(char, String)>,
    /// Which sentence the other hangs on.
    follows: Vec<(usize, usize)>,
    /// The name of the study.
    study: String,
    /// The lines of the template with the letters of their sections.
    lines: Vec<(char, String)>,
    /// The numbers of the lines, from 1, that the dictation makes false, that it says in all or in part, and that only ask.
    #[serde(default)]
    against: Vec<usize>,
    #[serde(default)]
    said: Vec<usize>,
    #[serde(default)]
    partly: Vec<usize>,
    #[serde(default)]
    blank: Vec<usize>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, task, files @ ..] = &arguments[..] else {
        eprintln!("sections | hanging | spoken-of, learn | measure, FILE...");
        return ExitCode::FAILURE;
    };
    let mut read: Vec<(String, Vec<Row>)> = Vec::new();
    for file in files {
        match rows(file) {
            Ok(rows) => read.push((file.clone(), rows)),
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    match (what.as_str(), task.as_str()) {
        ("sections", "learn") => sections::learn_and_print(&read),
        ("sections", "measure") => sections::measure(&read),
        ("hanging", "learn") => hanging::learn_and_print(&read),
        ("hanging", "measure") => hanging::measure(&read),
        ("spoken-of", "learn") => spoken_of::learn_and_print(&read),
        ("spoken-of", "measure") => spoken_of::measure(&read),
        _ => {
            eprintln!("sections | hanging | spoken-of, learn | measure, FILE...");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn rows(file: &str) -> Result<Vec<Row>, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(lines.map(serde_json::from_str).collect::<Result<_, _>>()?)
}
