//! When a spoken command is an ordinary word: the colon that is an organ, the period that is a time.

use std::collections::HashSet;

use serde::Deserialize;

use super::piece::Piece;

/// How many pieces before the previous word count as earlier.
const EARLIER: usize = 5;

/// When a spoken command is an ordinary word.
#[derive(Deserialize, Default)]
pub(super) struct Trap {
    #[serde(default)]
    word_after: HashSet<String>,
    #[serde(default)]
    word_before: HashSet<String>,
    #[serde(default)]
    word_first: bool,
    #[serde(default)]
    word_between: Between,
    #[serde(default)]
    word_after_with_earlier: WithEarlier,
    #[serde(default)]
    mark_after_first: HashSet<String>,
}

#[derive(Deserialize, Default)]
struct WithEarlier {
    after: HashSet<String>,
    earlier: HashSet<String>,
}

#[derive(Deserialize, Default)]
struct Between {
    after: HashSet<String>,
    before: HashSet<String>,
}

impl Trap {
    /// Whether the phrase is an ordinary word between these two neighbours; `first` when it begins a sentence.
    /// `before` are the pieces before it, the nearest last.
    pub(super) fn is_word(&self, previous: &str, next: &str, first: bool, before: &[Piece]) -> bool {
        let with_earlier = || {
            let mut earlier = before.iter().rev().skip(1).take(EARLIER);
            earlier.any(|piece| self.word_after_with_earlier.earlier.contains(piece.word()))
        };
        // "full stop right colon normal": a heading, unless a verb follows.
        let is_heading = self.mark_after_first.contains(previous)
            && before.iter().rev().nth(1).is_some_and(Piece::is_boundary)
            && !self.word_between.before.contains(next);
        (!is_heading && self.word_after.contains(previous))
            || self.word_before.contains(next)
            || (self.word_first && first)
            || (self.word_between.after.contains(previous) && self.word_between.before.contains(next))
            || (self.word_after_with_earlier.after.contains(previous) && with_earlier())
    }

    /// Whether a verb follows, with which no sentence begins.
    pub(super) fn is_before_verb(&self, next: &str) -> bool {
        self.word_between.before.contains(next)
    }
}
