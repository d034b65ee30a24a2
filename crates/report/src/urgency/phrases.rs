//! Phrases of the rules of urgency, found in the words of a sentence.
//!
//! All of them are found, also within each other. `gas ... wall` is found when a few words without a comma stand between its parts.

use std::collections::HashMap;
use std::ops::Range;

use crate::token::{self, ByKey, Word};

/// How many words may stand in a gap.
const GAP: usize = 4;

/// The stretches of a phrase between its gaps, each by the keys of its words.
type Parts = Vec<Vec<String>>;

/// Numbered phrases.
#[derive(Default)]
pub(super) struct Phrases {
    numbers: HashMap<Parts, usize>,
    /// The parts of phrases and their numbers, by their first word.
    by_first: ByKey<Vec<(Parts, usize)>>,
}

impl Phrases {
    /// The number of a phrase, which is a new one when it is not known.
    pub(super) fn add(&mut self, phrase: &str) -> usize {
        let parts: Parts = phrase
            .split(" ... ")
            .map(|part| token::words(part).into_iter().map(|word| word.key).collect())
            .collect();
        if let Some(number) = self.numbers.get(&parts) {
            return *number;
        }
        let number = self.numbers.len();
        self.numbers.insert(parts.clone(), number);
        if let Some(first) = parts.first().and_then(|part| part.first()) {
            self.by_first.of(first.clone()).push((parts, number));
        }
        number
    }

    /// How many numbers there are, from 0 on.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Every phrase in a sentence with the indices of its words.
    pub(super) fn find(&self, sentence: &str, words: &[Word]) -> Vec<(usize, Range<usize>)> {
        let mut found = Vec::new();
        for (at, word) in words.iter().enumerate() {
            for (parts, number) in self.by_first.get(word).into_iter().flatten() {
                if let Some(end) = end_of(parts, words, at)
                    && (parts.len() == 1 || runs_on(sentence, &words[at..end]))
                {
                    found.push((*number, at..end));
                }
            }
        }
        found
    }
}

/// Where a phrase ends that begins with word `at`.
fn end_of(parts: &[Vec<String>], words: &[Word], at: usize) -> Option<usize> {
    let stands = |part: &[String], at: usize| {
        words
            .get(at..at + part.len())
            .is_some_and(|stretch| stretch.iter().zip(part).all(|(word, key)| word.key == *key))
    };
    let (first, rest) = parts.split_first()?;
    let mut end = stands(first, at).then_some(at + first.len())?;
    for part in rest {
        end = (end..=end + GAP).find(|at| stands(part, *at))? + part.len();
    }
    Some(end)
}

/// Whether no comma or other mark divides words.
pub(super) fn runs_on(sentence: &str, words: &[Word]) -> bool {
    words
        .windows(2)
        .all(|pair| !sentence[pair[0].range.end..pair[1].range.start].contains([',', ';', ':', '.']))
}
