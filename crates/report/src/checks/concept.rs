//! Which words name one and the same finding. Kinds of `reading` are wide (a cyst and a mass are both a lesion); checks compare by
//! the finer entries of `data/checks/concepts.toml` and, where a word has none, by the word itself.

use std::sync::LazyLock;

use hashbrown::HashMap;
use serde::Deserialize;

use crate::anatomy;
use crate::reading::{Kind, Subject};
use crate::token;

/// What a finding is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Concept {
    /// An entry of the file, by its number.
    Listed(usize),
    /// A word without entry.
    Word(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    words: Vec<String>,
    #[serde(default)]
    denies: Vec<String>,
}

struct Concepts {
    ids: Vec<String>,
    by_words: HashMap<String, usize>,
    denies: Vec<Vec<usize>>,
}

static CONCEPTS: LazyLock<Concepts> = LazyLock::new(|| {
    let entries: HashMap<String, Entry> = toml::from_str(include_str!("../../data/checks/concepts.toml"))
        .unwrap_or_else(|error| panic!("concepts of checks: {error}"));
    let mut entries: Vec<(String, Entry)> = entries.into_iter().collect();
    entries.sort_by(|left, right| left.0.cmp(&right.0));
    let ids: Vec<String> = entries.iter().map(|(id, _)| id.clone()).collect();
    let number = |id: &String| ids.iter().position(|other| other == id);
    let denies = entries
        .iter()
        .map(|(_, entry)| entry.denies.iter().filter_map(number).collect())
        .collect();
    let by_words = entries
        .iter()
        .enumerate()
        .flat_map(|(index, (_, entry))| entry.words.iter().map(move |word| (keys(word), index)))
        .collect();
    Concepts {
        ids,
        by_words,
        denies,
    }
});

/// The concept that the words of a finding name.
pub(super) fn of(named: &str, kind: &Kind) -> Concept {
    // `Enlarged` of a node is lymphadenopathy.
    let words = if kind.id == "nodes" {
        "lymphadenopathy".to_owned()
    } else {
        keys(named)
    };
    let known = CONCEPTS.by_words.get(&words).copied();
    known
        .map(Concept::Listed)
        .unwrap_or_else(|| Concept::Word(format!("{} {words}", kind.id)))
}

/// The same where the place says what a word means: a filling defect in a bile duct or a ureter is a stone, an acute infarct is what
/// restricts diffusion.
pub(super) fn of_place(named: &str, kind: &Kind, denied: bool, places: &[Subject]) -> Concept {
    let ducts = [
        "common-bile-duct",
        "bile-duct",
        "gallbladder",
        "ureter",
        "renal-pelvis",
    ];
    let in_duct = places.iter().any(|place| {
        ducts
            .iter()
            .any(|duct| anatomy::lexicon().is_within(&place.structure.id, duct))
    });
    let word = match kind.id.as_str() {
        "thrombus" | "filling-defect" if in_duct && !denied => "calculus",
        "diffusion" => "diffusion restriction",
        _ => return of(named, kind),
    };
    let known = CONCEPTS.by_words.get(&keys(word)).copied();
    known.map_or_else(|| of(named, kind), Concept::Listed)
}

impl Concept {
    /// Whether a denial of this one denies `other`.
    pub(super) fn denies(&self, other: &Self) -> bool {
        self == other
            || matches!((self, other), (Self::Listed(this), Self::Listed(other)) if CONCEPTS.denies[*this].contains(other))
    }

    /// Whether it is the entry of that name.
    pub(super) fn is(&self, id: &str) -> bool {
        matches!(self, Self::Listed(index) if CONCEPTS.ids[*index] == id)
    }

    /// Whether two words can name one finding: one denies the other, or they are one word in two forms (`sprain`, `sprained`).
    pub(super) fn agrees(&self, other: &Self) -> bool {
        let alike = |one: &str, other: &str| other.starts_with(one) || one.starts_with(other);
        self.denies(other)
            || other.denies(self)
            || matches!((self, other), (Self::Word(one), Self::Word(other)) if alike(one, other))
    }
}

fn keys(words: &str) -> String {
    let keys: Vec<String> = token::words(words).into_iter().map(|word| word.key).collect();
    keys.join(" ")
}
