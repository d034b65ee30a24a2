//! Corrects what was just said: "left, sorry, right kidney", "9 cm sorry mm".

use super::{
    REACH, end_before_comma, end_of_words,
    kinds::{alike, is_function_word, matching, same_word},
    last_statement, nearest_start,
    remote::contrasts,
    stretch_of,
};
use crate::spoken::{
    lexicon::lexicon,
    measures,
    piece::{Class, Piece},
    remarks::praises,
};

/// So many words that say something may be lost between where a correction comes back to and where it was said.
const LOST: usize = 2;
/// So many words and marks may stand between a correction and the sentence that is said again: "sorry, that is artefact,".
const LONGEST_REMARK: usize = 8;
/// So many words of a sentence are said again when all of it is.
const SAID_AGAIN: usize = 3;

/// "five millimetres no seven millimetres", "shift is six no seven millimetres", "two no three nodules": no size stands right beside
/// another one but to correct it.
pub(super) fn is_no_between_numbers(done: &[Piece], ahead: &[Piece]) -> bool {
    let is_size =
        |piece: &Piece| piece.class == Class::Measure && piece.text.ends_with(|c: char| c.is_alphabetic());
    let is_number = |piece: &Piece| matches!(piece.class, Class::Number { .. });
    let is_no = ahead[0].class == Class::Word && lexicon().edits.between_numbers.contains(&ahead[0].said);
    let said = &done[..end_before_comma(done)];
    let (Some(before), Some(next), true) = (said.last(), ahead.get(1), is_no) else {
        return false;
    };
    let edits = &lexicon().edits;
    let is_told = said.len() > 1 && {
        let word = said[said.len() - 2].word();
        edits.verbs.contains(word) || edits.places.contains(word)
    };
    let goes_on = ahead
        .get(2)
        .is_some_and(|next| matches!(next.class, Class::Word | Class::Fixed));
    is_size(before) && is_size(next) && !goes_on
        || is_number(before) && is_size(next) && is_told
        || is_number(before) && is_number(next) && before.text != next.text && goes_on
}

/// "microbleeds in the pons no in both thalami": nobody denies "in both".
pub(super) fn is_no_before_place(ahead: &[Piece]) -> bool {
    let edits = &lexicon().edits;
    let word = |at: usize| ahead.get(at).map_or("", Piece::word);
    edits.between_numbers.contains(word(0))
        && edits.places.contains(word(1))
        && edits.determiners.contains(word(2))
}

/// "distension is fair, no good actually, distension is good", "the lunate shows a chip, sorry, that is artefact, the lunate shows no
/// fracture": how many pieces lead to a sentence that is said again from its beginning.
pub(super) fn said_again(done: &mut Vec<Piece>, ahead: &[Piece]) -> Option<usize> {
    let takes_back =
        lexicon().edits.negations.contains(ahead[0].word()) || matches!(ahead[0].class, Class::Edit(_));
    if !takes_back || !done.last().is_some_and(|piece| piece.is_mark(",")) {
        return None;
    }
    let start = nearest_start(done, stretch_of(done));
    let is_again = |comma: &usize| {
        let again = &ahead[comma + 1..];
        let pairs = done[start..].iter().zip(again);
        let same = pairs.take_while(|(old, new)| same_word(old, new)).count();
        let says_something = done[start..start + same]
            .iter()
            .any(|piece| !is_function_word(piece));
        same >= SAID_AGAIN && says_something && again.iter().take(REACH).any(Piece::is_boundary)
    };
    let commas = (0..ahead.len().min(LONGEST_REMARK)).filter(|at| ahead[*at].is_mark(","));
    let comma = commas
        .into_iter()
        .find(is_again)
        .filter(|_| done.len() - start <= REACH)?;
    done.truncate(start);
    Some(comma + 1)
}

/// The words after an edit that can belong to the correction.
pub(super) fn correction_of(rest: &[Piece]) -> &[Piece] {
    let is_end = |piece: &Piece| match &piece.class {
        Class::Mark(mark) => {
            mark.ends_sentence || piece.text == "," || piece.text == ";" || piece.text == ")"
        }
        Class::Break | Class::Edit(_) => true,
        _ => false,
    };
    let length = rest.iter().take(REACH).position(is_end);
    &rest[..length.unwrap_or(rest.len().min(REACH))]
}

/// What a correction can be about: what of the sentence was said since this stretch began, or in the last one of which something is
/// left; where it begins, and its end before a comma.
fn correctable(done: &[Piece], since: usize) -> (usize, usize) {
    let end = end_before_comma(done);
    let said = &done[..end];
    let start = nearest_start(said, since.min(stretch_of(said)));
    (start.max(end.saturating_sub(REACH)), end)
}

/// Puts a correction in the place of what it corrects.
pub(super) fn replace(done: &mut Vec<Piece>, since: usize, rest: &[Piece]) -> Option<usize> {
    let correction = correction_of(rest);
    let first = correction.first()?;
    let (start, end) = correctable(done, since);
    if let Some(taken) = correct_unit(&mut done[start..end], correction) {
        done.truncate(end);
        return Some(taken);
    }
    if let Some(taken) = correct_number(&mut done[start..end], correction) {
        done.truncate(end);
        return Some(taken);
    }
    let said = &done[start..end];
    let Some(last) = said.last() else {
        return replace_sentence(done, since, correction);
    };
    if let Some(place) = anchor(said, correction, comes_back) {
        done.truncate(end);
        return exchange(done, start + place, correction);
    }
    // "supraspinatus is intact no wait there is a tear of supraspinatus"
    let statement = last_statement(said);
    if states(correction) && denies_other(&said[statement..], correction) {
        done.truncate(start + statement);
        return Some(0);
    }
    // It comes back to something, with more words lost than anybody would guess.
    let says_of_kind = |old: &Piece| alike(old, first) || same_word(old, first) && !is_function_word(first);
    if said.iter().any(says_of_kind) {
        return None;
    }
    // "no pleural effusion sorry mild pleural effusion": they end alike, and one word before that is corrected.
    let shared = correction.iter().take(5).position(|piece| same_word(piece, last));
    let back = match shared {
        Some(shared) => {
            let pairs = said.iter().rev().zip(correction[..=shared].iter().rev());
            let alike = pairs.take_while(|(old, new)| same_word(old, new)).count();
            (alike + 1).min(said.len())
        }
        // "Subcentimetre, correction, 1.2 cm nodule": all that was said of the sentence.
        None if said.len() == 1 && end < done.len() && !is_function_word(last) => 1,
        None if is_function_word(first) || is_function_word(last) => return None,
        None if first.word().is_empty() || last.word().is_empty() => return None,
        // "the liver is normal correction spleen is enlarged": a whole statement corrects no single word.
        None if states(said) && states(correction) => return None,
        None => 1,
    };
    done.truncate(end - back);
    Some(0)
}

/// Puts a correction in the place of what it corrects when it says again what was said: "the bigger one 17 mm, no, the bigger one
/// 7 mm". A word alone is not corrected by what is not of its kind. Behind a denial, "no" that no comma sets `apart` may deny once more.
pub(super) fn restart(done: &mut Vec<Piece>, since: usize, rest: &[Piece], apart: bool) -> Option<usize> {
    let correction = correction_of(rest);
    let (start, end) = correctable(done, since);
    if !apart && denies(&done[start..end]) {
        return None;
    }
    if replace_alike(done, rest) {
        return Some(0);
    }
    if let Some(place) = ends_alike(&done[start..end], correction).filter(|_| apart) {
        done.truncate(start + place);
        return Some(0);
    }
    // "is indeterminate, no, suspicious"
    if let ([.., verb, old], [new]) = (&done[start..end], correction)
        && lexicon().edits.verbs.contains(verb.word())
        && ![old, new]
            .iter()
            .any(|piece| piece.word().is_empty() || is_function_word(piece))
    {
        done.truncate(end - 1);
        return Some(0);
    }
    let place = start + anchor(&done[start..end], correction, comes_back)?;
    let matches = matching(&done[place..end], correction);
    let says_again = matches > 1 && correction[..matches].iter().any(|piece| !is_function_word(piece));
    if !says_again {
        return None;
    }
    done.truncate(end);
    exchange(done, place, correction)
}

/// "routine surgical referral, no, urgent surgical referral": where the correction begins that differs in its first word alone.
fn ends_alike(said: &[Piece], correction: &[Piece]) -> Option<usize> {
    let place = said.len().checked_sub(correction.len())?;
    let (first, rest) = correction.split_first()?;
    let again = said[place + 1..]
        .iter()
        .zip(rest)
        .all(|(old, new)| same_word(old, new));
    let is_said = |piece: &Piece| !is_function_word(piece) && !piece.word().is_empty();
    (again && rest.iter().any(is_said) && is_said(first) && is_said(&said[place])).then_some(place)
}

/// "15 mm, no, make that 18": the number alone of the size that was said last.
fn correct_number(said: &mut [Piece], correction: &[Piece]) -> Option<usize> {
    let edits = &lexicon().edits;
    let (number, rest) = correction.split_first()?;
    let ends = rest.first().is_none_or(|next| edits.places.contains(next.word()));
    let (Class::Number { digits, .. }, true) = (&number.class, ends) else {
        return None;
    };
    let size = said.last_mut().filter(|piece| piece.class == Class::Measure)?;
    let (before, unit) = size.text.split_once(' ')?;
    let is_one_size =
        before.parse::<f64>().is_ok() && unit.chars().all(|letter| letter.is_alphabetic() || letter == '%');
    if !is_one_size {
        return None;
    }
    size.text = format!("{digits} {unit}");
    size.source.end = number.source.end;
    Some(1)
}

/// "9 cm sorry mm": the unit of the size alone.
fn correct_unit(said: &mut [Piece], correction: &[Piece]) -> Option<usize> {
    let (unit, taken) = measures::unit_at(correction)?;
    let is_all = taken == correction.len();
    let back = said
        .iter()
        .rev()
        .position(|piece| piece.class == Class::Measure)?;
    if back > 0 && !is_all {
        return None;
    }
    let at = said.len() - 1 - back;
    let entry = &lexicon().units[unit];
    let (size, _) = said[at].text.rsplit_once(' ')?;
    let written = if entry.keep {
        &correction[0].text
    } else {
        &entry.write
    };
    said[at].text = format!("{size} {written}");
    said[at].source.end = correction[taken - 1].source.end;
    Some(taken)
}

/// Whether these words say something of something.
fn states(pieces: &[Piece]) -> bool {
    let verbs = &lexicon().edits.verbs;
    pieces.iter().any(|piece| verbs.contains(piece.word()))
}

/// Replaces the sentence before by one that begins alike: "spleen is enlarged full stop correction spleen is normal"; or
/// the part of it that is of one kind with the whole correction: "spleen measures ten cm full stop sorry eleven cm".
fn replace_sentence(done: &mut Vec<Piece>, since: usize, correction: &[Piece]) -> Option<usize> {
    let end = end_of_words(done)?;
    let start = nearest_start(&done[..end], since.min(stretch_of(&done[..end])));
    let said = &done[start..end];
    if denies_other(said, correction) {
        done.truncate(start);
        return Some(0);
    }
    let matches = matching(said, correction);
    let says_more = || correction[..matches].iter().any(|piece| !is_function_word(piece));
    if matches > 0 && matches < correction.len() && says_more() {
        done.truncate(start);
        return Some(0);
    }
    let begins = |old: &Piece, new: &Piece| alike(old, new) || same_word(old, new) && !is_function_word(new);
    let place = match matches {
        0 => anchor(said, correction, begins)?,
        _ if says_more() => 0,
        _ => return None,
    };
    if matching(&said[place..], correction) < correction.len() {
        return None;
    }
    let place = start + place;
    done.splice(place..place + correction.len(), correction.iter().cloned());
    Some(correction.len())
}

/// "It crosses the midline. Sorry, it does not cross the midline": the one denies what the other says.
fn denies_other(said: &[Piece], correction: &[Piece]) -> bool {
    let again = |piece: &&Piece| !is_function_word(piece) && said.iter().any(|old| same_word(old, piece));
    let is_short = said.len() <= REACH && correction.len() > SAID_AGAIN;
    let differ = || denies(said) != denies(correction) || praises(said) != praises(correction);
    is_short && !contrasts(correction) && correction.iter().any(|piece| again(&piece)) && differ()
}

fn denies(pieces: &[Piece]) -> bool {
    let negations = &lexicon().edits.negations;
    pieces.iter().any(|piece| negations.contains(piece.word()))
}

/// Replaces what was said last when the correction is of the same kind: "left actually right kidney".
pub(super) fn replace_alike(done: &mut Vec<Piece>, rest: &[Piece]) -> bool {
    let commas = usize::from(done.last().is_some_and(|piece| piece.is_mark(",")));
    let last = done.len().checked_sub(commas + 1);
    let fits = matches!((last, rest.first()), (Some(last), Some(first)) if alike(&done[last], first));
    if let Some(last) = last.filter(|_| fits) {
        done.truncate(last);
    }
    fits
}

/// Whether a correction that begins with the one can come back to the other: "at the left VUJ, sorry, in the left ureter".
pub(super) fn comes_back(old: &Piece, new: &Piece) -> bool {
    let places = &lexicon().edits.places;
    alike(old, new) || same_word(old, new) || places.contains(old.word()) && places.contains(new.word())
}

/// The place of what was said at which the correction fits best: where it repeats most and loses least, and of several such places
/// the last.
pub(super) fn anchor(
    said: &[Piece],
    correction: &[Piece],
    begins: fn(&Piece, &Piece) -> bool,
) -> Option<usize> {
    let first = correction.first()?;
    // "the right root, scratch that, the left root": what begins behind the article that is said again.
    let begins_behind_article = |place: usize| {
        let next = (said.get(place + 1), correction.get(1));
        same_word(&said[place], first) && matches!(next, (Some(old), Some(new)) if begins(old, new))
    };
    let fits = |place: &usize| {
        (begins(&said[*place], first) || begins_behind_article(*place))
            && can_exchange(&said[*place..], correction)
    };
    let score = |place: &usize| {
        let matches = 1 + matching(&said[place + 1..], &correction[1..]);
        2 * matches + place
    };
    let place = (0..said.len()).filter(fits).max_by_key(score)?;
    // "mild um moderate sorry mild effusion": what comes back to its first word takes that word back too.
    let again = said[..place]
        .iter()
        .rev()
        .take_while(|piece| same_word(piece, first))
        .count();
    Some(place - again)
}

/// Whether a correction can stand in the place of this: one that is shorter must match it word by word, and one that is longer may
/// lose few words that it does not say again.
fn can_exchange(tail: &[Piece], correction: &[Piece]) -> bool {
    let matches = 1 + matching(&tail[1..], &correction[1..]);
    let is_lost = |old: &&Piece| !is_function_word(old) && !correction.iter().any(|new| same_word(old, new));
    matches == correction.len()
        || tail.len() <= correction.len() + 1
            && tail[matches..].iter().filter(is_lost).count() <= LOST.max(matches + 1)
}

/// Puts the correction where it begins to correct. A correction that is shorter than what follows there must match it
/// word by word; otherwise words would be lost, and nothing is done.
pub(super) fn exchange(done: &mut Vec<Piece>, from: usize, correction: &[Piece]) -> Option<usize> {
    let tail = &done[from..];
    let matching = matching(tail, correction);
    if matching == correction.len() {
        done.splice(from..from + matching, correction.iter().cloned());
        return Some(matching);
    }
    if tail.len() > correction.len() + 1 {
        return None;
    }
    done.truncate(from);
    Some(0)
}
