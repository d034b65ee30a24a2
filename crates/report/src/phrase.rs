//! Finds known phrases in a text: one pass over its words, the longest phrase at each place, found phrases never overlap.

use std::ops::Range;

use crate::budget;
use crate::token::{self, ByKey, Word};

/// Phrases and what each stands for.
#[derive(Debug, Clone)]
pub struct Phrases<T> {
    /// By the key of the first word, the longest first.
    by_first: ByKey<Vec<Phrase<T>>>,
}

#[derive(Debug, Clone)]
struct Phrase<T> {
    rest: Vec<String>,
    meaning: T,
}

/// A phrase found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<T> {
    /// What it stands for.
    pub meaning: T,
    /// Its words, as indices into the words searched.
    pub words: Range<usize>,
    /// Its bytes in the text.
    pub range: Range<usize>,
}

impl<T: Copy> Phrases<T> {
    /// Takes phrases in any spelling and number. When two are the same by their keys, the first stands. They come out of lists of the
    /// program, which are read once for everybody: no budget pays for it.
    pub fn new<S: AsRef<str>>(phrases: impl IntoIterator<Item = (S, T)>) -> Self {
        budget::suspended(|| Self::read(phrases))
    }

    fn read<S: AsRef<str>>(phrases: impl IntoIterator<Item = (S, T)>) -> Self {
        let mut by_first: ByKey<Vec<Phrase<T>>> = ByKey::default();
        for (text, meaning) in phrases {
            let mut keys = token::words(text.as_ref()).into_iter().map(|word| word.key);
            let Some(first) = keys.next() else { continue };
            let rest: Vec<String> = keys.collect();
            let known = by_first.of(first);
            if !known.iter().any(|phrase| phrase.rest == rest) {
                known.push(Phrase { rest, meaning });
            }
        }
        for known in by_first.values_mut() {
            known.sort_by_key(|phrase| std::cmp::Reverse(phrase.rest.len()));
        }
        Self { by_first }
    }

    /// Every phrase in the words of a text, in order.
    pub fn find(&self, words: &[Word]) -> Vec<Found<T>> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < words.len() {
            match self.at(&words[at..]) {
                Some(phrase) => {
                    let next = at + phrase.rest.len() + 1;
                    found.push(Found {
                        meaning: phrase.meaning,
                        words: at..next,
                        range: words[at].range.start..words[next - 1].range.end,
                    });
                    at = next;
                }
                None => at += 1,
            }
        }
        found
    }

    fn at(&self, words: &[Word]) -> Option<&Phrase<T>> {
        let (first, following) = words.split_first()?;
        self.by_first.get(first)?.iter().find(|phrase| {
            following.len() >= phrase.rest.len()
                && phrase
                    .rest
                    .iter()
                    .zip(following)
                    .all(|(key, word)| *key == word.key)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_phrase_is_found_in_any_spelling() {
        let phrases = Phrases::new([("filling defect", 1), ("defect", 2), ("haematoma", 3)]);
        let words = token::words("Filling defects, a defect and hematomas");
        let found: Vec<i32> = phrases
            .find(&words)
            .into_iter()
            .map(|found| found.meaning)
            .collect();
        assert_eq!(found, [1, 2, 3]);
    }
}
