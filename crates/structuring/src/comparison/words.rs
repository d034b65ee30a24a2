//! The words of `data/comparison.toml`: how a change is said, and which words of a name tell findings apart.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;
use report::token;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    said: SaidEntry,
    absent_before: PatternEntry,
    earlier: EarlierEntry,
    no_change: PatternsEntry,
    names: NamesEntry,
    abbreviations: HashMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SaidEntry {
    gone: String,
    partly: String,
    stable: String,
    larger: String,
    smaller: String,
    new: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PatternEntry {
    pattern: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PatternsEntry {
    patterns: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct EarlierEntry {
    when: String,
    patterns: Vec<String>,
    from_to: String,
    behind: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamesEntry {
    empty: Vec<String>,
    types: String,
    finite: String,
    same: Vec<Vec<String>>,
    families: Vec<Vec<String>>,
    places: Vec<Vec<String>>,
}

/// The patterns and words, ready for use.
pub(super) struct Words {
    pub(super) gone: Regex,
    pub(super) partly: Regex,
    pub(super) stable: Regex,
    pub(super) larger: Regex,
    pub(super) smaller: Regex,
    pub(super) new: Regex,
    /// That something was not there before.
    pub(super) absent_before: Regex,
    /// Earlier sizes that are named beside today's.
    pub(super) earlier: Vec<Regex>,
    /// `from 8 mm to`, before today's size.
    pub(super) from_to: Regex,
    /// `from 8 mm`, behind today's size.
    pub(super) behind: Regex,
    /// Words that only look like a change.
    pub(super) no_change: Vec<Regex>,
    /// The type of a finding, of which a change is told by setting both beside each other.
    pub(super) types: Regex,
    /// Verbs that make a sentence of a name.
    pub(super) finite: Regex,
    /// What is written in capitals for short, and in full.
    pub(super) abbreviations: HashMap<String, String>,
    /// Finds what is written for short.
    pub(super) abbreviated: Regex,
    /// Keys of words that tell nothing.
    pub(super) empty: Vec<String>,
    /// For the key of a word, the key of the word that stands for it.
    pub(super) same: HashMap<String, String>,
    pub(super) families: Vec<Vec<String>>,
    pub(super) places: Vec<Vec<String>>,
}

pub(super) static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/comparison.toml"))
        .unwrap_or_else(|error| panic!("comparison words: {error}"));
    let said = |pattern: &str| compiled(&format!(r"\b(?:{})(?:\b|$)", pattern.replace('\n', "")));
    let same: HashMap<String, String> = file
        .names
        .same
        .iter()
        .filter_map(|words| words.split_first())
        .flat_map(|(first, others)| others.iter().map(|other| (token::key(other), token::key(first))))
        .collect();
    Words {
        gone: said(&file.said.gone),
        partly: said(&file.said.partly),
        stable: said(&file.said.stable),
        larger: said(&file.said.larger),
        smaller: said(&file.said.smaller),
        new: said(&file.said.new),
        absent_before: compiled(&file.absent_before.pattern),
        earlier: file
            .earlier
            .patterns
            .iter()
            .map(|pattern| compiled(&pattern.replace("WHEN", &file.earlier.when)))
            .collect(),
        from_to: compiled(&file.earlier.from_to),
        behind: compiled(&file.earlier.behind),
        no_change: file
            .no_change
            .patterns
            .iter()
            .map(|pattern| compiled(pattern))
            .collect(),
        types: said(&file.names.types),
        finite: said(&file.names.finite),
        abbreviated: short_forms(&file.abbreviations),
        abbreviations: file.abbreviations,
        empty: file.names.empty.iter().map(|word| token::key(word)).collect(),
        families: file.names.families,
        places: file
            .names
            .places
            .iter()
            .map(|words| {
                words
                    .iter()
                    .map(|word| standing_for(&same, &token::key(word)))
                    .collect()
            })
            .collect(),
        same,
    }
});

/// The key of the word that stands for a word.
pub(super) fn standing_for(same: &HashMap<String, String>, key: &str) -> String {
    same.get(key).map_or_else(|| key.to_owned(), Clone::clone)
}

/// Finds abbreviations, in capitals as they are written.
fn short_forms(abbreviations: &HashMap<String, String>) -> Regex {
    let forms: Vec<&str> = abbreviations.keys().map(String::as_str).collect();
    Regex::new(&format!(r"\b({})\b", forms.join("|")))
        .unwrap_or_else(|error| panic!("abbreviations: {error}"))
}

fn compiled(pattern: &str) -> Regex {
    const SIZE: &str = r"(?:\d+(?:\.\d+)?\s*(?:mm|cm)?\s*(?:x|by)\s*){0,2}\d+(?:\.\d+)?\s*(?:mm|cm|ml|cc|%)";
    let pattern = pattern.replace("SIZE", SIZE);
    Regex::new(&format!("(?i){pattern}")).unwrap_or_else(|error| panic!("comparison words: {error}"))
}
