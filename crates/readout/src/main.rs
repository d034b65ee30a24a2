//! The Readout program: command line, configuration, wiring.
//!
//! `readout serve` runs the web application; the other commands put the same crates behind a command line. What a command answers goes
//! to standard output and nothing else does: the log and every complaint go to standard error.

mod command;
mod config;
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
    #[command(flatten)]
    Text(text_commands::Command),
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
    text_commands::exit_code("readout", run(Arguments::parse()))
}

fn run(arguments: Arguments) -> anyhow::Result<()> {
    logging::silence_panics();
    let config = || Config::load(arguments.config.as_deref());
    match arguments.command {
        Command::Serve => serve::run(config()?),
        Command::Transcribe(transcribe) => command::transcribe::run(&transcribe, &config()?),
        Command::Text(command) => command.run(|| structuring_setup::model(&config()?.structuring)),
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
