//! `readout-text`: the text commands of `readout` alone, for the evaluation and for trying a change.

use std::process::ExitCode;

use clap::Parser;
use text_commands::Command;

/// The text commands of Readout, without its server.
#[derive(Debug, Parser)]
#[command(name = "readout-text", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    text_commands::exit_code(
        env!("CARGO_BIN_NAME"),
        Arguments::parse().command.run(|| {
            anyhow::bail!("this program knows no language model: `readout structure --engine model` does")
        }),
    )
}
