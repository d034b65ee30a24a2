//! The words of a text, each with its place and a key by which spellings of one word meet.
//!
//! Keys are lower case, American (`haemorrhage` and `hemorrhage` have one key) and singular, so that a lexicon entry needs
//! neither its plural nor its other spelling. Keys are for comparing, never for showing.

use std::hash::BuildHasher;
use std::ops::Range;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::budget;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// What it is compared by.
    pub key: String,
    /// Of the key: a word is looked up in some forty tables.
    hash: u64,
}

impl Word {
    /// The word at the same place with another key.
    #[must_use]
    pub fn with_key(&self, key: String) -> Self {
        let hash = hash(&key);
        let range = self.range.clone();
        Self { range, key, hash }
    }
}

/// Something for each of many keys.
#[derive(Debug, Clone)]
pub(crate) struct ByKey<V>(HashTable<(String, V)>);

impl<V> Default for ByKey<V> {
    fn default() -> Self {
        Self(HashTable::new())
    }
}

impl<V> ByKey<V> {
    /// What there is for the key of a word.
    pub(crate) fn get(&self, word: &Word) -> Option<&V> {
        let entry = self.0.find(word.hash, |(key, _)| *key == word.key);
        entry.map(|(_, value)| value)
    }

    /// What there is for a key, which is new at first.
    pub(crate) fn of(&mut self, key: String) -> &mut V
    where
        V: Default,
    {
        let entry = self
            .0
            .entry(hash(&key), |(known, _)| *known == key, |(known, _)| hash(known));
        &mut entry.or_insert_with(|| (key.clone(), V::default())).into_mut().1
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }
}

fn hash(key: &str) -> u64 {
    FixedState::default().hash_one(key)
}

/// The words of a text in order. Letters, digits and inner apostrophes make a word, a decimal point between digits belongs to
/// its number, everything else divides.
pub fn words(text: &str) -> Vec<Word> {
    ranges(text)
        .map(|range| {
            let key = key(&text[range.clone()]);
            let hash = hash(&key);
            Word { range, key, hash }
        })
        .collect()
}

/// More than a word has.
const BYTES_OF_A_STEP: usize = 32;

/// The places of the words of a text, without their keys.
pub fn ranges(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut chars = text.char_indices().peekable();
    let mut read = 0;
    std::iter::from_fn(move || {
        let found = chars.find(|(_, character)| character.is_alphanumeric());
        // What is no word is read too, and so is every letter of a word without end.
        let from = std::mem::replace(&mut read, found.map_or(text.len(), |(at, _)| at));
        budget::spend(1 + ((read - from) / BYTES_OF_A_STEP) as u64);
        let (start, first) = found?;
        let mut end = start + first.len_utf8();
        let mut previous = first;
        while let Some(&(at, character)) = chars.peek() {
            let joins = character.is_alphanumeric() || joins_neighbours(text, at, character, previous);
            if !joins {
                break;
            }
            previous = character;
            end = at + character.len_utf8();
            chars.next();
        }
        Some(start..end)
    })
}

fn joins_neighbours(text: &str, at: usize, character: char, previous: char) -> bool {
    let next = text[at + character.len_utf8()..].chars().next();
    match character {
        '\'' | '\u{2019}' => previous.is_alphabetic() && next.is_some_and(char::is_alphabetic),
        '.' => previous.is_ascii_digit() && next.is_some_and(|next| next.is_ascii_digit()),
        _ => false,
    }
}

/// The key of one word.
pub fn key(word: &str) -> String {
    let mut folded = if word.is_ascii() {
        word.to_ascii_lowercase()
    } else {
        let lower = word.chars().flat_map(char::to_lowercase);
        lower.map(|c| if c == '\u{2019}' { '\'' } else { c }).collect()
    };
    if folded.ends_with("'s") {
        folded.truncate(folded.len() - 2);
    }
    match irregular(&folded) {
        Some(singular) => singular.to_owned(),
        None => singular(americanised(folded)),
    }
}

/// The key of plurals and spellings that no rule below reaches.
fn irregular(word: &str) -> Option<&'static str> {
    Some(match word {
        "foramina" => "foramen",
        "labra" => "labrum",
        "hila" => "hilum",
        "lumina" => "lumen",
        "testes" => "testis",
        "teeth" => "tooth",
        "feet" => "foot",
        "apices" => "apex",
        "cortices" => "cortex",
        "diverticula" => "diverticulum",
        "atria" => "atrium",
        "septa" => "septum",
        "retinacula" => "retinaculum",
        "metaphyses" => "metaphysis",
        "epiphyses" => "epiphysis",
        "diaphyses" => "diaphysis",
        "physes" => "physis",
        "bodies" => "body",
        "metastases" | "metastatic" => "metastasis",
        "grey" => "gray",
        "disk" | "disks" => "disc",
        "centre" | "centres" => "center",
        "fibre" | "fibres" => "fiber",
        "calibre" => "caliber",
        "tumour" | "tumours" => "tumor",
        "goitre" => "goiter",
        "adnexae" => "adnexa",
        _ => return None,
    })
}

fn americanised(word: String) -> String {
    let is_diphthong = |pair: &[u8]| matches!(pair, b"ae" | b"oe");
    let word = match word.strip_suffix("ae") {
        Some(stem) => format!("{stem}a"),
        None if word.as_bytes().windows(2).any(is_diphthong) => word.replace("ae", "e").replace("oe", "e"),
        None => word,
    };
    for (british, american) in [("isation", "ization"), ("ised", "ized"), ("ising", "izing")] {
        if let Some(stem) = word.strip_suffix(british).filter(|stem| stem.len() >= 3) {
            return format!("{stem}{american}");
        }
    }
    word
}

fn singular(word: String) -> String {
    let length = word.len();
    if length <= 3 || word.bytes().any(|byte| byte.is_ascii_digit()) || !word.is_ascii() {
        return word;
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() >= 3) {
        return format!("{stem}y");
    }
    if length >= 7 && (word.ends_with("oses") || word.ends_with("stases") || word.ends_with("theses")) {
        return format!("{}is", &word[..length - 2]);
    }
    if ["sses", "ches", "shes", "xes", "uses"]
        .iter()
        .any(|ending| word.ends_with(ending))
    {
        return word[..length - 2].to_owned();
    }
    if word.ends_with('s') && !["ss", "us", "is"].iter().any(|ending| word.ends_with(ending)) {
        return word[..length - 1].to_owned();
    }
    if length >= 5 && word.ends_with('i') && !word.ends_with("ii") {
        return format!("{}us", &word[..length - 1]);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, keys: &[&str]) {
        let found: Vec<String> = words(text).into_iter().map(|word| word.key).collect();
        assert_eq!(found, keys, "{text}");
    }

    #[test]
    fn spellings_and_plurals_of_one_word_share_a_key() {
        check("Haemorrhages hemorrhage", &["hemorrhage", "hemorrhage"]);
        check("vertebrae, vertebra", &["vertebra", "vertebra"]);
        check(
            "arteries menisci foramina discs disks",
            &["artery", "meniscus", "foramen", "disc", "disc"],
        );
        check("visualised", &["visualized"]);
        check("Kager's fat", &["kager", "fat"]);
        check(
            "pelvis thrombus masses stenoses",
            &["pelvis", "thrombus", "mass", "stenosis"],
        );
    }

    #[test]
    fn numbers_keep_their_decimals_and_hyphens_divide() {
        check("3.2 x 4.cm L4-L5", &["3.2", "x", "4", "cm", "l4", "l5"]);
    }

    #[test]
    fn ranges_are_those_of_the_text() {
        let text = "é No mass";
        let found: Vec<&str> = ranges(text).map(|range| &text[range]).collect();
        assert_eq!(found, ["é", "No", "mass"]);
    }
}
