//! The words that the gate treats in a particular way, read from `data/gate/`: what says nothing, what says how much or where, and
//! what means the same as something else.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use report::phrase::Phrases;
use report::token;
use serde::Deserialize;

use super::fact::Class;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    filler: Vec<String>,
    degree: Vec<String>,
    change: Vec<String>,
    position: Vec<String>,
    code: Vec<String>,
    unit: Vec<String>,
    prefix: Vec<String>,
    denies: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Synonyms {
    same: Vec<Vec<String>>,
}

/// What a phrase is read as.
pub(super) struct Meaning {
    /// The stems of its words.
    pub(super) stems: Vec<String>,
    /// Whether it denies them: `undisplaced`.
    pub(super) denies: bool,
}

/// All lists, ready to be asked.
pub(super) struct Lexis {
    filler: HashSet<String>,
    classes: HashMap<String, Class>,
    prefixes: HashSet<String>,
    phrases: Phrases<usize>,
    meanings: Vec<Meaning>,
}

/// The lists, read once. The files are part of the program, so one that cannot be read is a defect of the build and ends it.
pub(super) fn lexis() -> &'static Lexis {
    static LEXIS: LazyLock<Lexis> = LazyLock::new(Lexis::read);
    &LEXIS
}

impl Lexis {
    fn read() -> Self {
        let words: Words = toml::from_str(include_str!("../../data/gate/words.toml"))
            .unwrap_or_else(|error| panic!("words of the gate: {error}"));
        let synonyms: Synonyms = toml::from_str(include_str!("../../data/gate/synonyms.toml"))
            .unwrap_or_else(|error| panic!("synonyms of the gate: {error}"));
        let mut phrases: Vec<(String, usize)> = Vec::new();
        let mut meanings: Vec<Meaning> = Vec::new();
        let mut add = |phrase: &str, stems: Vec<String>, denies: bool| {
            phrases.push((phrase.to_owned(), meanings.len()));
            meanings.push(Meaning { stems, denies });
        };
        let mut classes = HashMap::new();
        for (class, list) in [
            (Class::Degree, &words.degree),
            (Class::Change, &words.change),
            (Class::Position, &words.position),
            (Class::Code, &words.code),
            (Class::Unit, &words.unit),
        ] {
            for phrase in list {
                let stems = stems(phrase);
                let joined = stems.join(" ");
                if stems.len() > 1 {
                    add(phrase, vec![joined.clone()], false);
                }
                classes.entry(joined).or_insert(class);
            }
        }
        for (phrase, denied) in &words.denies {
            add(phrase, stems(denied), true);
        }
        // The word that the others are read as may hold a word with a synonym itself: the middle cerebral artery.
        let single: HashMap<String, &str> = synonyms
            .same
            .iter()
            .filter_map(|group| group.split_first())
            .flat_map(|(first, others)| {
                others
                    .iter()
                    .map(move |other| (token::key(other), first.as_str()))
            })
            .collect();
        for group in &synonyms.same {
            let Some((first, others)) = group.split_first() else {
                continue;
            };
            let stems: Vec<String> = token::words(first)
                .iter()
                .flat_map(|word| stems(single.get(&word.key).copied().unwrap_or(&word.key)))
                .collect();
            for other in others {
                add(other, stems.clone(), false);
            }
        }
        Self {
            filler: words.filler.iter().map(|word| stem(&token::key(word))).collect(),
            classes,
            prefixes: words.prefix.into_iter().collect(),
            phrases: Phrases::new(phrases),
            meanings,
        }
    }

    /// Whether a stem says nothing.
    pub(super) fn is_filler(&self, stem: &str) -> bool {
        self.filler.contains(stem)
    }

    /// What kind of word a stem is, when a list says so.
    pub(super) fn class(&self, stem: &str) -> Option<Class> {
        self.classes.get(stem).copied()
    }

    /// Whether a word is joined to the next by a hyphen without being a word of its own.
    pub(super) fn is_prefix(&self, key: &str) -> bool {
        self.prefixes.contains(key)
    }

    /// The phrases of a text with another meaning than their words: the words they take and what they mean.
    pub(super) fn phrases(&self, words: &[token::Word]) -> Vec<(std::ops::Range<usize>, &Meaning)> {
        self.phrases
            .find(words)
            .into_iter()
            .map(|found| (found.words, &self.meanings[found.meaning]))
            .collect()
    }
}

fn stems(phrase: &str) -> Vec<String> {
    token::words(phrase)
        .into_iter()
        .map(|word| stem(&word.key))
        .collect()
}

/// Endings by which one word takes several forms, the longest first.
const ENDINGS: &[&str] = &[
    "ications", "ication", "ations", "ation", "ements", "ement", "ments", "ment", "ating", "ated", "ates",
    "ness", "ings", "ing", "ions", "ion", "ally", "edly", "ate", "age", "ied", "ive", "ed", "ly", "es", "al",
    "en", "e", "y",
];

/// Words that are no form of the word they would be cut to: diffusion is not diffuse, an extension is not extensive.
const WHOLE: &[&str] = &["diffusion", "extension"];

/// A key without its endings, so that `thickened`, `thickening` and `thickness`, `dilated` and `dilatation` meet.
pub(super) fn stem(key: &str) -> String {
    if WHOLE.contains(&key) || !key.is_ascii() || key.bytes().any(|byte| byte.is_ascii_digit()) {
        return key.to_owned();
    }
    let mut stem = key;
    for _ in 0..2 {
        if stem.len() <= 4 {
            break;
        }
        let shorter = ENDINGS
            .iter()
            .find_map(|ending| stem.strip_suffix(ending).filter(|rest| rest.len() >= 4));
        let Some(shorter) = shorter else { break };
        stem = shorter;
    }
    // `abutting` and `abut`.
    let bytes = stem.as_bytes();
    let doubled =
        bytes.len() >= 5 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2] && stem.len() < key.len();
    let stem = if doubled && !stem.ends_with("ss") {
        &stem[..stem.len() - 1]
    } else {
        stem
    };
    stem.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_meet() {
        for forms in [
            ["thickened", "thickening"],
            ["dilated", "dilatation"],
            ["enhancing", "enhancement"],
            ["mildly", "mild"],
            ["displaced", "displacement"],
            ["compressed", "compression"],
            ["deviated", "deviation"],
            ["thickness", "thickened"],
            ["abuts", "abutting"],
            ["aneurysmal", "aneurysm"],
        ] {
            let [one, other] = forms.map(|form| stem(&token::key(form)));
            assert_eq!(one, other, "{forms:?}");
        }
        assert_ne!(stem("medial"), stem("median"));
        assert_ne!(stem("upper"), stem("lower"));
    }

    #[test]
    fn no_word_is_both_filler_and_fact() {
        let lexis = lexis();
        for stem in lexis.classes.keys() {
            assert!(
                !lexis.is_filler(stem) || matches!(stem.as_str(), "gross" | "old"),
                "{stem}"
            );
        }
    }
}
