//! The words of a text, each with its place and a key by which spellings of one word meet.
//!
//! Keys are lower case, American (`haemorrhage` and `hemorrhage` have one key) and singular, so that a lexicon entry needs
//! neither its plural nor its other spelling. Keys are for comparing, never for showing.

use std::ops::Range;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// What it is compared by.
    pub key: String,
}

/// The words of a text in order. Letters, digits and inner apostrophes make a word, a decimal point between digits belongs to
/// its number, everything else divides.
pub fn words(text: &str) -> Vec<Word> {
    ranges(text)
        .map(|range| Word {
            key: key(&text[range.clone()]),
            range,
        })
        .collect()
}

/// The places of the words of a text, without their keys.
pub fn ranges(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut chars = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, first) = chars.find(|(_, character)| character.is_alphanumeric())?;
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
    let mut folded: String = word
        .chars()
        .flat_map(char::to_lowercase)
        .map(|c| if c == '\u{2019}' { '\'' } else { c })
        .collect();
    if folded.ends_with("'s") {
        folded.truncate(folded.len() - 2);
    }
    if let Some((_, singular)) = IRREGULAR.iter().find(|(plural, _)| *plural == folded) {
        return (*singular).to_owned();
    }
    singular(americanised(folded))
}

/// Plurals and spellings that no rule below reaches.
const IRREGULAR: &[(&str, &str)] = &[
    ("foramina", "foramen"),
    ("labra", "labrum"),
    ("hila", "hilum"),
    ("lumina", "lumen"),
    ("testes", "testis"),
    ("teeth", "tooth"),
    ("feet", "foot"),
    ("apices", "apex"),
    ("cortices", "cortex"),
    ("diverticula", "diverticulum"),
    ("atria", "atrium"),
    ("septa", "septum"),
    ("retinacula", "retinaculum"),
    ("metaphyses", "metaphysis"),
    ("epiphyses", "epiphysis"),
    ("diaphyses", "diaphysis"),
    ("physes", "physis"),
    ("bodies", "body"),
    ("metastases", "metastasis"),
    ("metastatic", "metastasis"),
    ("grey", "gray"),
    ("disk", "disc"),
    ("disks", "disc"),
    ("centre", "center"),
    ("centres", "center"),
    ("fibre", "fiber"),
    ("fibres", "fiber"),
    ("calibre", "caliber"),
    ("tumour", "tumor"),
    ("tumours", "tumor"),
    ("goitre", "goiter"),
    ("adnexae", "adnexa"),
];

fn americanised(word: String) -> String {
    let word = match word.strip_suffix("ae") {
        Some(stem) => format!("{stem}a"),
        None if word.contains("ae") || word.contains("oe") => word.replace("ae", "e").replace("oe", "e"),
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
