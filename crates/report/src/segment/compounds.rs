//! Words that go with others, and those by which something of its own is told: `data/compounds.toml`.

use std::sync::LazyLock;

#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Compounds {
    never_first: Vec<String>,
    never_last: Vec<String>,
    comments: Vec<String>,
    openers: Vec<String>,
    alone: Vec<String>,
    own_parts: Vec<String>,
    counted: Vec<String>,
    advised: Vec<String>,
    advice: Vec<String>,
    compound: Vec<Compound>,
}

/// Words that stay with the word before them.
#[derive(serde::Deserialize)]
struct Compound {
    behind: Vec<String>,
    stays: Vec<String>,
}

static COMPOUNDS: LazyLock<Compounds> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/compounds.toml"))
        .unwrap_or_else(|error| panic!("compound names: {error}"))
});

/// Whether a word behind a comma comments on what stands before it: `consolidation, likely pneumonia`.
pub(super) fn is_comment(key: &str) -> bool {
    COMPOUNDS.comments.iter().any(|word| word == key)
}

/// Whether what begins with a word is told of nothing before it: `ETT tip`, `Agatston score`.
pub(super) fn is_opener(keys: &[&str], at: usize) -> bool {
    COMPOUNDS.openers.iter().any(|opener| {
        let mut words = opener.split(' ').enumerate();
        words.all(|(step, word)| keys.get(at + step) == Some(&word))
    })
}

/// Whether a finding names its own place.
pub(super) fn is_alone(key: &str) -> bool {
    COMPOUNDS.alone.iter().any(|word| word == key)
}

/// Whether a word names a part of what stands before it, behind "its".
pub(super) fn is_own_part(key: &str) -> bool {
    COMPOUNDS.own_parts.iter().any(|word| word == key)
}

/// Whether a number alone is told of it.
pub(super) fn is_counted(key: &str) -> bool {
    COMPOUNDS.counted.iter().any(|word| word == key)
}

/// Whether a word begins the name of what is advised: `urgent referral`, `ERCP`.
pub(super) fn is_advised(key: &str) -> bool {
    COMPOUNDS.advised.iter().any(|word| word == key)
}

/// Whether a word says that something is advised.
pub(super) fn is_advice(key: &str) -> bool {
    COMPOUNDS.advice.iter().any(|word| word == key)
}

/// Whether no sentence begins with a word.
pub(super) fn is_never_first(key: &str) -> bool {
    COMPOUNDS.never_first.iter().any(|word| word == key)
}

/// Whether no sentence ends with a word.
pub(super) fn is_never_last(key: &str) -> bool {
    COMPOUNDS.never_last.iter().any(|word| word == key)
}

/// Whether a word stays with the one before it: `low signal | focus`.
pub(super) fn stays(before: &str, key: &str) -> bool {
    let holds = |list: &[String], word: &str| list.iter().any(|listed| listed == word);
    COMPOUNDS
        .compound
        .iter()
        .any(|compound| holds(&compound.behind, before) && holds(&compound.stays, key))
}
