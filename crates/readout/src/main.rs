//! The Readout program: command line, configuration, wiring.
//!
//! `readout serve` runs the web application; the other commands put the same crates behind a command line. What a command answers goes
//! to standard output and nothing else does: the log and every complaint go to standard error.

mod command;
mod config;
mod jsonl;
mod logging;
mod neighbour;
mod serve;
mod speech_setup;
mod structuring_setup;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::config::Config;

/// Dictate a CT or MRI study, get a structured report and a Word file.
#[derive(Debug, Parser)]
#[command(name = "readout", version)]
struct Arguments {
    /// A TOML file with the configuration; environment variables win over it.
    #[arg(long, global = true, env = "READOUT_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the web application.
    Serve,
    /// Write down what is said in recordings.
    Transcribe(command::transcribe::Arguments),
    /// Turn a dictation on standard input into a report.
    Structure(command::structure::Arguments),
    /// Say what a radiologist should look at in the report on standard input.
    Check(command::check::Arguments),
    /// Compare the report on standard input with the dictation and template it was made from.
    Gate(command::gate::Arguments),
    /// Write the impression of findings on standard input.
    Impression(command::impression::Arguments),
    /// Turn spoken forms on standard input into written ones.
    Spoken(command::spoken::Arguments),
    /// The built-in templates.
    #[command(subcommand)]
    Templates(command::templates::Command),
    /// Turn a report on standard input into a Word file.
    Export(command::export::Arguments),
    /// Speech models from files: fetch one, see whether it can be used.
    #[cfg(feature = "local-model")]
    #[command(subcommand)]
    Models(command::models::Command),
    /// Build the embedded speech engine's language model and dictionary from the product's own text.
    #[cfg(feature = "embedded-speech")]
    LanguageModel(command::language_model::Arguments),
    /// Print the OpenAPI document of the interface.
    Openapi,
    /// Bring the database up to date.
    Migrate,
    /// Say what is not in order here, and how to mend it.
    Doctor(command::doctor::Arguments),
    /// Copy the live SQLite database into a new file.
    Backup(command::backup::Arguments),
    /// Users and their subscriptions: what administrators do on their page.
    #[command(subcommand)]
    User(command::user::Command),
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("readout: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> anyhow::Result<()> {
    logging::silence_panics();
    let config = || Config::load(arguments.config.as_deref());
    match arguments.command {
        Command::Serve => serve::run(config()?),
        Command::Transcribe(transcribe) => command::transcribe::run(&transcribe, &config()?),
        Command::Structure(structure) => command::structure::run(&structure, config),
        Command::Check(check) => command::check::run(&check),
        Command::Gate(gate) => command::gate::run(&gate),
        Command::Impression(impression) => command::impression::run(&impression),
        Command::Spoken(spoken) => command::spoken::run(&spoken),
        Command::Templates(templates) => command::templates::run(&templates),
        Command::Export(export) => command::export::run(&export),
        #[cfg(feature = "local-model")]
        Command::Models(models) => command::models::run(&models, config),
        #[cfg(feature = "embedded-speech")]
        Command::LanguageModel(model) => command::language_model::run(&model, &config()?),
        Command::Openapi => command::openapi::run(),
        Command::Migrate => command::migrate::run(&config()?),
        Command::Doctor(doctor) => command::doctor::run(&doctor, config),
        Command::Backup(backup) => command::backup::run(&backup, &config()?),
        Command::User(user) => command::user::run(&user, &config()?),
    }
}

/// `readout templates list | head` is no failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}
