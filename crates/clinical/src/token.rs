//! The words of a text: those of [`report::token`], shortened ones in full, the signs that mean a word, and scales with their value.

mod scales;

use std::sync::LazyLock;

use hashbrown::HashMap;
use report::token::{self, Word};

pub use scales::Category;
pub(crate) use scales::{any_value, category};

/// The sign that stands for a fracture, which no letter joins.
const SIGNS: [char; 1] = ['#'];

/// The word that is meant by each shortening of `data/shortenings.toml`, both as keys. The file is part of the program: one that cannot
/// be read is a defect of the build and ends it.
static SHORTENINGS: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| meant(include_str!("../data/shortenings.toml")));
/// The same of `data/small-letters.toml`.
static SMALL: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| meant(include_str!("../data/small-letters.toml")));

fn meant(file: &str) -> HashMap<String, String> {
    let file: HashMap<String, Vec<String>> =
        toml::from_str(file).unwrap_or_else(|error| panic!("shortenings: {error}"));
    let pairs = file.into_iter().flat_map(|(word, shortened)| {
        let meant = token::key(&word);
        shortened
            .into_iter()
            .map(move |short| (token::key(&short), meant.clone()))
    });
    pairs.collect()
}

/// Whether a sign before this is a number's: "image #4", and not "#5th rib".
fn numbers(after: &str) -> bool {
    let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < after.len() && !rest.starts_with(char::is_alphabetic)
}

/// The words of a text in order, signs among them, a scale and its value as one.
pub fn words(text: &str) -> Vec<Word> {
    scales::as_one(written(text), text)
}

fn written(text: &str) -> Vec<Word> {
    let mut all = token::words(text);
    for word in &mut all {
        if let Some(meant) = SHORTENINGS.get(&word.key) {
            *word = word.with_key(meant.clone());
        }
    }
    for at in 1..all.len().saturating_sub(1) {
        let said = &text[all[at].range.clone()];
        let apart = |from: usize| {
            let gap = &text[all[from].range.end..all[from + 1].range.start];
            gap.chars().all(|c| c == ' ' || c == '/')
        };
        if let Some(meant) = SMALL.get(said).filter(|_| apart(at - 1) && apart(at)) {
            all[at] = all[at].with_key(meant.clone());
        }
    }
    if !text.contains(SIGNS) {
        return all;
    }
    let one = token::words("x");
    let Some(pattern) = one.first() else { return all };
    let signs = text.match_indices(SIGNS);
    for (at, sign) in signs.filter(|(at, sign)| !numbers(&text[at + sign.len()..])) {
        let mut word = pattern.with_key(sign.to_owned());
        word.range = at..at + sign.len();
        all.push(word);
    }
    all.sort_by_key(|word| word.range.start);
    all
}

/// The keys of a phrase, by which it is found.
pub fn keys(phrase: &str) -> Vec<String> {
    words(phrase).into_iter().map(|word| word.key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortening_is_the_word_that_is_meant() {
        assert_eq!(keys("Lat condyle"), keys("lateral condyle"));
        assert_eq!(keys("med and lat jts"), keys("medial and lateral joints"));
    }

    #[test]
    fn a_small_letter_between_words_is_the_word_that_is_meant() {
        assert_eq!(keys("aditus n antrum"), keys("aditus and antrum"));
        assert_eq!(keys("tear w retraction"), keys("tear with retraction"));
        assert_ne!(keys("hips N seen"), keys("hips and seen"));
        assert_ne!(keys("liver n, spleen n"), keys("liver and, spleen and"));
    }

    #[test]
    fn a_sign_before_a_number_counts() {
        assert_eq!(keys("(image #4)"), keys("(image 4)"));
        assert!(keys("#5th rib").contains(&"#".to_owned()));
        assert!(keys("# L1").contains(&"#".to_owned()));
    }

    #[test]
    fn no_shortening_is_shortened_again() {
        for (short, meant) in &*SHORTENINGS {
            assert!(!SHORTENINGS.contains_key(meant), "{short}: {meant}");
        }
    }
}
