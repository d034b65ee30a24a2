//! Puts the pieces together: spaces, capitals after what was spoken, and the map back to the dictation.

use super::{
    Segment,
    phrases::capitalised,
    piece::{Class, Mark, Piece, Sticks},
};

/// Leaves out marks that were written by the speech engine beside the same one that was spoken.
pub(super) fn without_doubled_marks(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut kept: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let written = is_engine_mark(&piece);
        let spoken = is_spoken(&piece);
        if written && kept.last().is_some_and(is_spoken) {
            continue;
        }
        let repeated = kept
            .last()
            .is_some_and(|last| is_spoken(last) && last.text == piece.text);
        if spoken && repeated && matches!(piece.text.as_str(), "." | ",") {
            continue;
        }
        if spoken && sticks_before(&piece) {
            while kept.last().is_some_and(is_engine_mark) {
                kept.pop();
            }
        }
        kept.push(piece);
    }
    kept
}

fn is_engine_mark(piece: &Piece) -> bool {
    matches!(piece.class, Class::Mark(Mark { spoken: false, .. }))
        && matches!(piece.text.as_str(), "." | "," | ";")
}

fn is_spoken(piece: &Piece) -> bool {
    matches!(piece.class, Class::Mark(Mark { spoken: true, .. }) | Class::Break)
}

fn sticks_before(piece: &Piece) -> bool {
    matches!(&piece.class, Class::Mark(mark) if mark.sticks == Sticks::Before)
}

/// The written text and, for every piece of it, where it came from.
pub(super) fn lay_out(pieces: &[Piece], input: &str) -> (String, Vec<Segment>) {
    let mut text = String::with_capacity(input.len());
    let mut segments = Vec::with_capacity(pieces.len());
    let mut capital = true;
    let mut previous: Option<&Piece> = None;
    for piece in pieces {
        match previous {
            None if piece.gap.start == 0 && piece.source.start == piece.gap.end => {
                text.push_str(&input[piece.gap.clone()])
            }
            None => {}
            Some(before) => text.push_str(gap(before, piece, input)),
        }
        let start = text.len();
        if capital && starts_in_lower_case(&piece.text) {
            text.push_str(&capitalised(&piece.text));
        } else {
            text.push_str(&piece.text);
        }
        segments.push(Segment {
            written: start..text.len(),
            source: piece.source.clone(),
        });
        capital = capital_after(piece, capital);
        previous = Some(piece);
    }
    if previous.is_some_and(|last| last.source.end == input.trim_end().len()) {
        text.push_str(&input[input.trim_end().len()..]);
    }
    (text, segments)
}

fn gap<'a>(before: &Piece, piece: &Piece, input: &'a str) -> &'a str {
    let sticks = |piece: &Piece| match &piece.class {
        Class::Mark(Mark {
            sticks, spoken: true, ..
        }) => Some(*sticks),
        _ => None,
    };
    if before.class == Class::Break || piece.class == Class::Break {
        return "";
    }
    if matches!(sticks(piece), Some(Sticks::Before | Sticks::Both))
        || matches!(sticks(before), Some(Sticks::After | Sticks::Both))
    {
        return "";
    }
    let written = &input[piece.gap.clone()];
    // Pieces that changed places may have lost the white space between them.
    let is_closing = matches!(&piece.class, Class::Mark(mark) if mark.sticks == Sticks::Before);
    let moved = before.source.end != piece.gap.start && !is_closing;
    if written.is_empty() && moved { " " } else { written }
}

fn starts_in_lower_case(text: &str) -> bool {
    let first = text.split(' ').next().unwrap_or_default();
    text.starts_with(char::is_lowercase) && !first.contains(|c: char| c.is_uppercase() || c.is_ascii_digit())
}

/// Whether the next word gets a capital letter.
fn capital_after(piece: &Piece, capital: bool) -> bool {
    match &piece.class {
        Class::Break => true,
        Class::Mark(Mark {
            spoken: true,
            ends_sentence: true,
            ..
        }) => true,
        Class::Mark(Mark {
            sticks: Sticks::After,
            ..
        }) => capital,
        _ => false,
    }
}
