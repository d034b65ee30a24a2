//! The words that the gate treats in a particular way, read from `data/gate/`: what says nothing, what says how much or where, and
//! what means the same as something else.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use report::budget;
use report::phrase::Phrases;
use report::token;
use serde::Deserialize;

use super::fact::{Class, Naming};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    filler: Vec<String>,
    degree: Vec<String>,
    change: Vec<String>,
    position: Vec<String>,
    code: Vec<String>,
    unit: Vec<String>,
    kind: Vec<String>,
    kind_added: Vec<String>,
    direction: Vec<String>,
    prefix: Vec<String>,
    denies: BTreeMap<String, String>,
    parts: BTreeMap<String, Vec<String>>,
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
    namings: HashMap<String, Naming>,
    directions: HashSet<String>,
    prefixes: HashSet<String>,
    /// Words by a stem of what they have in them.
    wholes: HashMap<String, Vec<String>>,
    /// Phrases of a single word.
    adjectives: HashSet<String>,
    phrases: Phrases<usize>,
    meanings: Vec<Meaning>,
}

/// The lists, read once. The files are part of the program, so one that cannot be read is a defect of the build and ends it.
pub(super) fn lexis() -> &'static Lexis {
    static LEXIS: LazyLock<Lexis> = LazyLock::new(|| budget::suspended(Lexis::read));
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
                .flat_map(|word| {
                    let whole = single.get(&word.key).copied().filter(|whole| whole != first);
                    stems(whole.unwrap_or(&word.key))
                })
                .collect();
            for other in others {
                add(other, stems.clone(), false);
            }
            // "Bile" is read as "bile duct", and "bile duct" not as "bile duct duct".
            let words = token::words(first);
            if words.len() > 1 && words.iter().any(|word| others.contains(&word.key)) {
                add(first, words.iter().map(|word| stem(&word.key)).collect(), false);
            }
        }
        let mut wholes: HashMap<String, Vec<String>> = HashMap::new();
        for (whole, parts) in &words.parts {
            for part in parts {
                wholes.entry(stem(part)).or_default().push(stem(whole));
            }
        }
        Self {
            wholes,
            filler: words.filler.iter().map(|word| stem(&token::key(word))).collect(),
            classes,
            namings: [
                (Naming::Kind, &words.kind),
                (Naming::KindAdded, &words.kind_added),
            ]
            .into_iter()
            .flat_map(|(naming, list)| list.iter().map(move |word| (stem(&token::key(word)), naming)))
            .collect(),
            directions: words.direction.into_iter().collect(),
            prefixes: words.prefix.into_iter().collect(),
            adjectives: phrases
                .iter()
                .filter(|(phrase, _)| !phrase.contains(' '))
                .map(|(phrase, _)| token::key(phrase))
                .collect(),
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

    /// How much a stem tells of the structure it stands with.
    pub(super) fn naming(&self, stem: &str) -> Naming {
        self.namings.get(stem).copied().unwrap_or(Naming::Telling)
    }

    /// Whether a word behind a value says in which direction it was measured.
    pub(super) fn is_direction(&self, key: &str) -> bool {
        self.directions.contains(key)
    }

    /// The stems of the words that have a stem in them: hydroureteronephrosis of the ureter.
    pub(super) fn wholes(&self, part: &str) -> &[String] {
        self.wholes.get(part).map_or(&[], Vec::as_slice)
    }

    /// Whether a word is joined to the next by a hyphen without being a word of its own.
    pub(super) fn is_prefix(&self, key: &str) -> bool {
        self.prefixes.contains(key)
    }

    /// The phrases of a text with another meaning than their words: the words they take and what they mean.
    pub(super) fn phrases(&self, words: &[token::Word]) -> Vec<(std::ops::Range<usize>, &Meaning)> {
        // "Heterogeneously" as "heterogeneous", where that has a meaning of its own.
        let words: Vec<token::Word> = words
            .iter()
            .map(|word| match word.key.strip_suffix("ly") {
                Some(adjective) if self.adjectives.contains(adjective) => word.with_key(adjective.to_owned()),
                _ => word.clone(),
            })
            .collect();
        self.phrases
            .find(&words)
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

/// Words that are no form of the word they would be cut to: diffusion is not diffuse, an extension is not extensive, and
/// what is massive is no mass.
const WHOLE: &[&str] = &["diffusion", "extension", "massive"];

/// The stem of `normal`.
pub(super) const NORMAL: &str = "norm";

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
