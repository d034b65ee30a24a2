//! `readout spoken`: spoken forms to written ones.

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::jsonl;

/// How to read.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Read and write JSON lines.
    #[arg(long)]
    jsonl: bool,
}

#[derive(Deserialize)]
struct Case {
    id: Value,
    spoken: String,
}

#[derive(Serialize)]
struct Answer {
    id: Value,
    written: String,
}

/// Writes what stands on standard input as it is written.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.jsonl {
        return jsonl::map(|case: Case| {
            Ok(Answer {
                id: case.id,
                written: report::spoken::write(&case.spoken).text,
            })
        });
    }
    jsonl::print(&report::spoken::write(&jsonl::read_text()?).text)
}
