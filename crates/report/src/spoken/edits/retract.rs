//! Takes back: "scratch that", "delete last sentence".

use super::{
    Edit, LONGEST_SENTENCE, REACH, end_before_comma, end_of_words, is_lead, kinds, last_statement,
    nearest_start,
    replace::{anchor, correction_of, exchange},
    stretch_of,
};
use crate::spoken::{
    lexicon::lexicon,
    piece::{Class, Piece},
    remarks::names_no_finding,
};

/// No place that is said again has more words: "in the left lower lobe".
const LONGEST_PLACE: usize = 6;
/// No reason has more words that is given for taking something back.
const LONGEST_REASON: usize = 12;

/// Takes back the correction of a word when one is begun, else the statement.
pub(super) fn retract(done: &mut Vec<Piece>, edit: &Edit<'_>) -> Option<usize> {
    let start = statement_start(done, edit);
    let correction = correction_of(edit.rest);
    let negations = &lexicon().edits.negations;
    let end = end_before_comma(done);
    let said = &done[start.min(end)..end];
    let is_negated = said.iter().any(|piece| negations.contains(piece.word()));
    if !is_negated && let Some(place) = anchor(said, correction, comes_back) {
        done.truncate(end);
        return exchange(done, start + place, correction);
    }
    if !is_negated && let Some(place) = same_place(said, correction) {
        done.truncate(start + place);
        return Some(0);
    }
    delete_sentence(done, edit)
}

/// "consolidation in the middle lobe, strike that, in the lingula, with air bronchograms": where the place begins that is said again. The
/// correction is a place alone, and so is what it takes back.
fn same_place(said: &[Piece], correction: &[Piece]) -> Option<usize> {
    let edits = &lexicon().edits;
    let first = correction
        .first()
        .filter(|first| edits.places.contains(first.word()))?;
    let is_told = |next: Option<&Piece>| next.is_some_and(|next| edits.determiners.contains(next.word()));
    let goes_on = |piece: &Piece| {
        let word = piece.word();
        word.is_empty() || edits.places.contains(word) || edits.verbs.contains(word)
    };
    let is_place = |pieces: &[Piece]| pieces.len() <= LONGEST_PLACE && !pieces.iter().skip(1).any(goes_on);
    let place = said.iter().position(|piece| kinds::same_word(piece, first))?;
    let says_what = said[..place]
        .iter()
        .any(|piece| !kinds::is_function_word(piece) && !piece.word().is_empty());
    let told = is_told(said.get(place + 1)) && is_told(correction.get(1));
    (says_what && told && is_place(&said[place..]) && is_place(correction)).then_some(place)
}

/// "wedging of D9 and D10, scratch that, wedging of D9 only": the same word, or one of its kind, begins the correction.
fn comes_back(old: &Piece, new: &Piece) -> bool {
    kinds::alike(old, new) || kinds::same_word(old, new) && !kinds::is_function_word(new)
}

/// Takes back the statement that is being said, or the one before when none has begun; and the reason that is given for it.
pub(super) fn delete_sentence(done: &mut Vec<Piece>, edit: &Edit<'_>) -> Option<usize> {
    let end = end_of_words(done)?;
    let sentence = nearest_start(&done[..end], stretch_of(&done[..end]));
    // "The node is enlarged. No, that is the vein, delete that line."
    let reason = sentence
        + done[sentence..end]
            .iter()
            .take_while(|piece| is_lead(piece) || piece.is_mark(","))
            .count();
    if reason > sentence
        && gives_reason(&done[reason..end])
        && let Some(before) = end_of_words(&done[..sentence])
    {
        done.truncate(statement_start(&done[..before], edit));
        return Some(reason_length(edit.rest));
    }
    let start = statement_start(&done[..end], edit);
    if start == end {
        return None;
    }
    done.truncate(start);
    Some(reason_length(edit.rest))
}

pub(super) fn delete_word(done: &mut Vec<Piece>) -> bool {
    let from = done.len().saturating_sub(LONGEST_SENTENCE);
    match done[from..]
        .iter()
        .rposition(|piece| !matches!(piece.class, Class::Mark(_) | Class::Break))
    {
        Some(word) => {
            done.truncate(from + word);
            true
        }
        None => false,
    }
}

/// Where the last statement begins. A sentence that was said without full stops is divided as it will be in the report: who says none
/// takes back what was said last, and not everything since the beginning.
fn statement_start(done: &[Piece], edit: &Edit<'_>) -> usize {
    let start = nearest_start(done, stretch_of(done));
    if start == done.len() || edit.is_punctuated && done.len() - start <= REACH {
        return start;
    }
    start + last_statement(&done[start..])
}

fn gives_reason(pieces: &[Piece]) -> bool {
    lexicon().reasons.at(pieces).next().is_some()
}

/// How many pieces give the reason for what was taken back: "delete last sentence, that was the other patient". What names a finding
/// is none.
fn reason_length(rest: &[Piece]) -> usize {
    let end = rest.iter().take(LONGEST_REASON).position(Piece::is_boundary);
    match end {
        Some(end) if gives_reason(rest) && names_no_finding(&rest[..end]) => end,
        _ => 0,
    }
}
