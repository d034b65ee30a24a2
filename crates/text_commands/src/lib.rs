//! The commands that read text and write text: dictations, reports, requests for a study. They know no server, no speech engine and
//! no account, so that `readout-text`, which has them alone, is built in seconds after a change to the clinical crates; `readout` has
//! the same ones.
//!
//! One file a command. With `--jsonl` it reads an object a line and writes an object a line, which is how the evaluation and other
//! programs use it; without it, it reads the text of a person and prints text. A new one is a file here and a line in [`Command`].

pub mod jsonl;

mod check;
mod explain;
mod gate;
mod impression;
mod spoken;
mod structure;
mod templates;

use std::process::ExitCode;

use ::report::modality::Modality;
use ::report::sex::Sex;
use clap::Subcommand;
use structuring::Engine;

/// A command over text.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Turn a dictation on standard input into a report.
    Structure(structure::Arguments),
    /// Say what a radiologist should look at in the report on standard input.
    Check(check::Arguments),
    /// Compare the report on standard input with the dictation and template it was made from.
    Gate(gate::Arguments),
    /// Write the impression of findings on standard input.
    Impression(impression::Arguments),
    /// Say how a dictation on standard input was read, and why each line of a template stayed or went.
    Explain(explain::Arguments),
    /// Turn spoken forms on standard input into written ones.
    Spoken(spoken::Arguments),
    /// The built-in templates.
    #[command(subcommand)]
    Templates(templates::Command),
}

impl Command {
    /// Runs it. `model` makes the language model that is set up; it is asked only where one shall write.
    pub fn run(&self, model: impl FnOnce() -> anyhow::Result<Engine>) -> anyhow::Result<()> {
        match self {
            Self::Structure(arguments) => structure::run(arguments, model),
            Self::Check(arguments) => check::run(arguments),
            Self::Gate(arguments) => gate::run(arguments),
            Self::Impression(arguments) => impression::run(arguments),
            Self::Explain(arguments) => explain::run(arguments),
            Self::Spoken(arguments) => spoken::run(arguments),
            Self::Templates(command) => templates::run(command),
        }
    }
}

/// How `program` ends: what went wrong on standard error, and nothing where a pipe was closed (`readout templates list | head`).
pub fn exit_code(program: &str, result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{program}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Reads `--modality`.
fn parse_modality(raw: &str) -> Result<Modality, &'static str> {
    Modality::parse(raw).ok_or("expected CT or MRI")
}

/// Reads `--sex`.
fn parse_sex(raw: &str) -> Result<Sex, &'static str> {
    Sex::parse(raw).ok_or("expected M or F")
}
