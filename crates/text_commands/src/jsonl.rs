//! JSON lines in, JSON lines out, and the plain text of a person at a terminal.

use std::io::{BufRead, Read, Write};

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads an object a line from standard input and writes what `answer` makes of it, a line each.
pub fn map<In: DeserializeOwned, Out: Serialize>(
    mut answer: impl FnMut(In) -> anyhow::Result<Out>,
) -> anyhow::Result<()> {
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line.context("standard input cannot be read as UTF-8")?;
        if line.trim().is_empty() {
            continue;
        }
        let input = serde_json::from_str(&line).map_err(|error| {
            anyhow::anyhow!(
                "line {} is not as expected (column {})",
                number + 1,
                error.column()
            )
        })?;
        let answered = answer(input).with_context(|| format!("line {}", number + 1))?;
        writeln!(output, "{}", serde_json::to_string(&answered)?)?;
    }
    output.flush()?;
    Ok(())
}

/// All of standard input as text.
pub fn read_text() -> anyhow::Result<String> {
    let mut text = String::new();
    std::io::stdin()
        .lock()
        .read_to_string(&mut text)
        .context("standard input cannot be read as UTF-8")?;
    Ok(text)
}

/// One answer for a person: the text with a line end. It is written at once, so that a reader who closes the pipe behind the first line
/// breaks nothing.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut output = std::io::stdout().lock();
    output.write_all(format!("{}\n", text.trim_end()).as_bytes())?;
    output.flush()?;
    Ok(())
}

/// One answer for a program: JSON on one line.
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&serde_json::to_string(value)?)
}
