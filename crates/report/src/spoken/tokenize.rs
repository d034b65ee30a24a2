//! Cuts a dictation into words and the punctuation that is already written around them.

use std::ops::Range;

use super::piece::{Class, Mark, Piece, Sticks};

const OPENING: &[char] = &['(', '[', '{', '"', '“', '‘', '<', '*', '•', '#', '\''];
const CLOSING: &[char] = &[
    ')', ']', '}', '"', '”', '’', '>', '.', ',', ';', ':', '?', '!', '…', '\'',
];

/// Every piece of the text, in order; nothing but white space lies between them. `pauses` are the bytes at which a stretch
/// begins, in order.
pub(super) fn tokenize(text: &str, pauses: &[usize]) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(text.len() / 5);
    let mut gap_start = 0;
    let mut chunk_start = None;
    let ends = text.char_indices().chain(std::iter::once((text.len(), ' ')));
    for (at, character) in ends {
        match (character.is_whitespace(), chunk_start) {
            (false, None) => chunk_start = Some(at),
            (true, Some(start)) => {
                cut(text, gap_start..start, start..at, &mut pieces);
                gap_start = at;
                chunk_start = None;
            }
            _ => {}
        }
    }
    for piece in &mut pieces {
        piece.stretch = pauses.partition_point(|pause| *pause <= piece.source.start);
    }
    pieces
}

/// Cuts one stretch without white space into opening marks, the word, and closing marks.
fn cut(text: &str, gap: Range<usize>, chunk: Range<usize>, pieces: &mut Vec<Piece>) {
    let mut gap = gap;
    let mut push = |source: Range<usize>, class: Class| {
        let before = std::mem::replace(&mut gap, source.end..source.end);
        let written = &text[source.clone()];
        pieces.push(Piece {
            text: written.to_owned(),
            said: said(written),
            source,
            gap: before,
            stretch: 0,
            class,
        });
    };

    let whole = &text[chunk.clone()];
    let without_opening = whole.trim_start_matches(OPENING);
    let word = without_opening.trim_end_matches(CLOSING);
    let word_start = chunk.start + (whole.len() - without_opening.len());
    let word_end = word_start + word.len();

    for (at, character) in text[chunk.start..word_start].char_indices() {
        let start = chunk.start + at;
        push(
            start..start + character.len_utf8(),
            written_mark(Sticks::After, false),
        );
    }
    if word_end > word_start {
        push(word_start..word_end, Class::Word);
    }
    for (at, character) in text[word_end..chunk.end].char_indices() {
        let start = word_end + at;
        push(
            start..start + character.len_utf8(),
            written_mark(Sticks::Before, matches!(character, '.' | '?' | '!')),
        );
    }
}

fn written_mark(sticks: Sticks, ends_sentence: bool) -> Class {
    Class::Mark(Mark {
        sticks,
        ends_sentence,
        spoken: false,
    })
}

/// The word in lower case with straight apostrophes. Case is folded for ASCII and single letters only, so that
/// it never grows.
fn said(word: &str) -> String {
    word.chars()
        .map(|character| {
            if character == '’' {
                '\''
            } else {
                character.to_lowercase().next().unwrap_or(character)
            }
        })
        .collect()
}
