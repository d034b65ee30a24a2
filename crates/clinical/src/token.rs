//! The words of a text: those of [`report::token`], and the signs that mean a word.

use report::token::{self, Word};

/// The sign that stands for a fracture, which no letter joins.
const SIGNS: [char; 1] = ['#'];

/// The words of a text in order, signs among them.
pub fn words(text: &str) -> Vec<Word> {
    let words = token::words(text);
    if !text.contains(SIGNS) {
        return words;
    }
    let mut all: Vec<Word> = words;
    let one = token::words("x");
    let Some(pattern) = one.first() else { return all };
    for (at, sign) in text.match_indices(SIGNS) {
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
