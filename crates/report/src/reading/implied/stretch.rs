//! The part of a sentence that one word of it speaks of.

use std::ops::Range;

use crate::reading::{Parts, clause, vocabulary};
use crate::segment::class::{self, Class, Named};

/// A sentence between its dividers (`,`, `and`, `with`, `causing`), each piece with the divider that opens it.
pub(super) struct Stretches {
    pieces: Vec<Piece>,
}

struct Piece {
    range: Range<usize>,
    names_structure: bool,
    /// Only a list goes on in it: `, pericardium`, `and in the left ureter`.
    is_bare_item: bool,
    /// It says nothing of its own: `the pleura` in `the pleura and pericardium contain fluid`.
    says_nothing: bool,
}

impl Stretches {
    pub(super) fn of(parts: &Parts<'_>) -> Self {
        let found = vocabulary::vocabulary().find(&parts.words);
        // Also where a finding divides: the bulge in "disc bulge compressing the artery" is none of the artery.
        let starts: Vec<usize> = clause::pieces(parts, &[])
            .iter()
            .scan(0, |end, piece| Some(std::mem::replace(end, piece.end)))
            .collect();
        let piece = |(index, start): (usize, &usize)| {
            let range = *start..starts.get(index + 1).copied().unwrap_or(parts.text.len());
            let says_nothing = !found.iter().any(|(_, word)| range.contains(&word.start))
                && !parts
                    .words
                    .iter()
                    .any(|word| range.contains(&word.range.start) && says(parts, word));
            let opens = parts.text[range.clone()].trim_start();
            Piece {
                names_structure: parts
                    .mentions
                    .iter()
                    .any(|mention| range.contains(&mention.range.start)),
                is_bare_item: says_nothing && [",", "and ", "or "].iter().any(|word| opens.starts_with(word)),
                says_nothing,
                range,
            }
        };
        Self {
            pieces: starts.iter().enumerate().map(piece).collect(),
        }
    }

    /// The bytes around the word at `at` that are told of the same structures: its piece, what only goes on with it, and, when it names
    /// no structure, the nearest piece before it that does.
    pub(super) fn around(&self, parts: &Parts<'_>, at: usize) -> Range<usize> {
        let pieces = &self.pieces;
        let mut first = pieces
            .iter()
            .rposition(|piece| piece.range.start <= at)
            .unwrap_or(0);
        let mut last = first;
        let goes_on = |piece: &Piece| !piece.names_structure || piece.is_bare_item;
        while pieces.get(last + 1).is_some_and(goes_on) {
            last += 1;
        }
        let names_structure = |pieces: &[Piece]| pieces.iter().any(|piece| piece.names_structure);
        while first > 0 && !names_structure(&pieces[first..=last]) {
            first -= 1;
        }
        let is_list = |first: usize| {
            let joined = parts.text[pieces[first].range.clone()].trim_start();
            pieces[first - 1].says_nothing && [",", "and ", "or "].iter().any(|word| joined.starts_with(word))
        };
        while first > 0 && is_list(first) {
            first -= 1;
        }
        // "Seen in the notch, a loose fragment": a place that stands behind is better than none.
        while last + 1 < pieces.len() && !names_structure(&pieces[first..=last]) {
            last += 1;
        }
        pieces[first].range.start..pieces[last].range.end
    }
}

/// Whether a word makes a piece a clause of its own: a verb, or what is said behind one.
fn says(parts: &Parts<'_>, word: &crate::token::Word) -> bool {
    let class = class::of(&parts.text[word.range.clone()], &word.key, Named::default());
    matches!(
        class,
        Class::Be
            | Class::Has
            | Class::Modal
            | Class::Verb
            | Class::VerbAlone
            | Class::Normal
            | Class::Intact
            | Class::Seen
    )
}
