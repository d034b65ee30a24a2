//! What is said and what is to be written for it. A new case is one line in the table of its subject.

mod asides;
mod commands;
mod corrections;
mod edits;
mod labels;
mod levels;
mod live;
mod marks;
mod numbers;
mod properties;
mod source;
mod staging;
mod technique;
mod words;
mod written;

use report::spoken::write;

/// Every row: what is said, what is written.
#[track_caller]
fn check(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .map(|(spoken, written)| (spoken, written, write(spoken).text))
        .filter(|(_, written, text)| text != *written)
        .map(|(spoken, written, text)| format!("said     {spoken}\nexpected {written:?}\nwritten  {text:?}"))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} rows\n{}",
        wrong.len(),
        table.len(),
        wrong.join("\n\n")
    );
}
