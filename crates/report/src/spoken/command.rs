//! Tells what is said to the program ("next field", "scratch that") from what is dictated into the report.
//!
//! Only a whole stretch between two pauses is a command: the same words within a sentence are part of it. What is said for which
//! command stands in `data/spoken/commands.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::token;

/// The most words that an argument has: "insert template M R I lumbar spine".
pub const LONGEST_ARGUMENT: usize = 6;

/// What the program is told to do.
#[derive(Clone, PartialEq, Eq)]
pub enum Command {
    /// To the next blank of the report.
    NextField,
    /// To the blank before.
    PreviousField,
    /// To the impression.
    GoToImpression,
    /// Take the template that is called so, in lower case.
    InsertTemplate(String),
    /// Make the report of the dictation.
    StructureReport,
    /// Take back the stretch that was put in last.
    Scratch,
}

impl Command {
    /// Its word for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NextField => "next_field",
            Self::PreviousField => "previous_field",
            Self::GoToImpression => "go_to_impression",
            Self::InsertTemplate(_) => "insert_template",
            Self::StructureReport => "structure_report",
            Self::Scratch => "scratch",
        }
    }

    /// The words that it is about.
    pub fn argument(&self) -> Option<&str> {
        match self {
            Self::InsertTemplate(name) => Some(name),
            _ => None,
        }
    }
}

/// What was dictated may stand in an argument.
impl std::fmt::Debug for Command {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Command({})", self.name())
    }
}

/// The command that a stretch is, the words between two pauses in spoken form; nothing when it is dictation.
pub fn command(stretch: &str) -> Option<Command> {
    let words: Vec<String> = token::ranges(stretch)
        .take(LONGEST_COMMAND)
        .map(|range| stretch[range].to_lowercase())
        .collect();
    let is_around = |word: &String| COMMANDS.around.contains(word);
    let start = words.iter().position(|word| !is_around(word))?;
    let end = words.iter().rposition(|word| !is_around(word))? + 1;
    let words = &words[start..end];
    COMMANDS.command.iter().find_map(|entry| {
        // "insert the chest template" is about the chest and not about "the chest".
        let arguments = entry.say.iter().filter_map(|said| match_words(words, said));
        arguments
            .min_by_key(String::len)
            .map(|argument| entry.does.command(argument))
    })
}

/// Every way to say a command, with its variants: one way has one, a way to ask for a template one for each of these names. For an
/// engine that must know what may be said.
pub fn ways_to_command(templates: &[String]) -> Vec<Vec<String>> {
    let ways = COMMANDS.command.iter().flat_map(|entry| &entry.say);
    ways.map(|said| match said.split_once("...") {
        Some(_) => templates.iter().map(|name| said.replace("...", name)).collect(),
        None => vec![said.clone()],
    })
    .collect()
}

/// More words than any command has, so that a long stretch is not read to its end.
const LONGEST_COMMAND: usize = 24;

/// The argument when the words are what is said for a command, empty when it has none.
fn match_words(words: &[String], said: &str) -> Option<String> {
    let (before, after) = said.split_once("...").unwrap_or((said, ""));
    let (before, after) = (count(before), count(after));
    let longest = if said.contains("...") { LONGEST_ARGUMENT } else { 0 };
    let argument = words.len().checked_sub(before + after)?;
    if argument > longest || (longest > 0 && argument == 0) {
        return None;
    }
    let fixed = words[..before].iter().chain(&words[before + argument..]);
    let expected = said.split_whitespace().filter(|word| *word != "...");
    fixed
        .eq(expected)
        .then(|| words[before..before + argument].join(" "))
}

fn count(words: &str) -> usize {
    words.split_whitespace().count()
}

#[derive(Deserialize)]
struct Commands {
    around: Vec<String>,
    command: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    does: Does,
    say: Vec<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Does {
    NextField,
    PreviousField,
    GoToImpression,
    InsertTemplate,
    StructureReport,
    Scratch,
}

impl Does {
    fn command(self, argument: String) -> Command {
        match self {
            Self::NextField => Command::NextField,
            Self::PreviousField => Command::PreviousField,
            Self::GoToImpression => Command::GoToImpression,
            Self::InsertTemplate => Command::InsertTemplate(argument),
            Self::StructureReport => Command::StructureReport,
            Self::Scratch => Command::Scratch,
        }
    }
}

static COMMANDS: LazyLock<Commands> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/spoken/commands.toml"))
        .expect("the data files are part of the program and are read by a test")
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_command_is_understood() {
        let ways = ways_to_command(&["CT chest".to_owned(), "liver".to_owned()]);
        assert!(
            ways.iter()
                .any(|way| way == &["insert template CT chest", "insert template liver"])
        );
        assert!(ways.iter().any(|way| way == &["next field"]));
        for said in ways.iter().flatten() {
            assert!(command(said).is_some(), "{said}");
        }
    }
}
