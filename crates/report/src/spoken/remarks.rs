//! What is said beside the report: whether words that look like it tell anything of the patient.

use super::{
    lexicon::lexicon,
    piece::{Class, Mark, Piece, Sticks},
};
use crate::{budget, reading::Reading};

/// The pieces as one text, and where in it each of them begins.
pub(super) fn plain(pieces: &[Piece]) -> (String, Vec<usize>) {
    let mut text = String::new();
    let mut places = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let sticks = matches!(
            piece.class,
            Class::Mark(Mark {
                sticks: Sticks::Before | Sticks::Both,
                ..
            })
        );
        if !text.is_empty() && !sticks {
            text.push(' ');
        }
        places.push(text.len());
        text.push_str(&piece.text);
    }
    (text, places)
}

/// Whether these words name no finding, no structure, nothing normal and no size. When in doubt, they do.
pub(super) fn tells_nothing(pieces: &[Piece]) -> bool {
    !has_size(pieces) && {
        let reading = reading(pieces);
        reading.claims.is_empty()
            && reading.normals.is_empty()
            && reading.subjects.is_empty()
            && reading.levels.is_empty()
    }
}

/// Whether these words name no finding, nothing normal and no size; they may name a structure.
pub(super) fn names_no_finding(pieces: &[Piece]) -> bool {
    !has_size(pieces) && {
        let reading = reading(pieces);
        reading.claims.is_empty() && reading.normals.is_empty()
    }
}

/// Whether these words call something normal and name nothing that was found.
pub(super) fn praises(pieces: &[Piece]) -> bool {
    let reading = reading(pieces);
    reading.claims.is_empty() && !reading.normals.is_empty()
}

fn has_size(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| match piece.class {
        Class::Measure => !is_time(piece),
        Class::Level { .. } | Class::Labelled { .. } => true,
        _ => false,
    })
}

/// What is told of the patient, without the words that an aside is made of: "as well" calls nothing normal, nor does "okay".
fn reading(pieces: &[Piece]) -> Reading {
    budget::spend(pieces.len() as u64);
    let asides = &lexicon().asides;
    let is_said_to_others = |at: usize| {
        let word = pieces[at].word();
        let next = pieces.get(at + 1).map_or("", Piece::word);
        asides.goes_on.contains(word) || asides.leads.contains(word) || asides.teams.contains(next)
    };
    let told = (0..pieces.len()).filter(|at| !is_said_to_others(*at));
    let told: Vec<Piece> = told.map(|at| pieces[at].clone()).collect();
    Reading::of(&plain(&told).0)
}

/// "five minutes" and "ten" are also said to others.
pub(super) fn is_time(piece: &Piece) -> bool {
    let words = &lexicon().asides.goes_on;
    match &piece.class {
        Class::Measure => piece
            .text
            .rsplit(' ')
            .next()
            .is_some_and(|unit| words.contains(unit)),
        Class::Number { spoken, .. } => *spoken,
        _ => false,
    }
}
