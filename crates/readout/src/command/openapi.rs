//! `readout openapi`: the document from which the web client's types are generated.

use text_commands::jsonl;

/// Prints the document.
pub fn run() -> anyhow::Result<()> {
    jsonl::print(&server::openapi().to_pretty_json()?)
}
