//! Carries out what the radiologist says about their own words: "scratch that", "left, sorry, right kidney".
//!
//! An edit that cannot be understood without guessing stays in the text, where it is seen: nothing that was dictated
//! is taken away on a guess. A pause bounds what is taken back: a sentence goes back to the stretch in which it was said last, and
//! a correction across a pause ("left", "sorry, right") changes nothing before the stretch that it follows.

use super::{
    lexicon::{Does, lexicon},
    piece::{Class, Piece},
};

/// How many pieces a sentence may have that is taken back as a whole.
const LONGEST_SENTENCE: usize = 60;
/// How far a correction looks back and ahead.
const REACH: usize = 24;

/// Carries out every edit, in the order in which they were said.
pub(super) fn carry_out(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut done: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut at = 0;
    while at < pieces.len() {
        if is_no_between_measures(&done, &pieces[at..]) {
            done.pop();
            at += 1;
            continue;
        }
        let Class::Edit(index) = pieces[at].class else {
            done.push(pieces[at].clone());
            at += 1;
            continue;
        };
        let after_comma = at + 1 + usize::from(pieces.get(at + 1).is_some_and(|piece| piece.is_mark(",")));
        let rest = &pieces[after_comma.min(pieces.len())..];
        let understood = match lexicon().edits.edit[index].does {
            // At the very beginning there is nothing to take back, and the words of the edit are no finding.
            Does::Retract if done.is_empty() && !rest.is_empty() => Some(0),
            Does::Retract => retract(&mut done, rest),
            Does::DeleteSentence => delete_sentence(&mut done).then_some(0),
            Does::DeleteWord => delete_word(&mut done).then_some(0),
            Does::Replace => replace(&mut done, pieces[at].stretch.saturating_sub(1), rest),
            Does::ReplaceAlike => replace_alike(&mut done, rest).then_some(0),
        };
        match understood {
            Some(taken) => at = skip_marks(&pieces, after_comma + taken, &done),
            None => {
                done.push(Piece {
                    class: Class::Fixed,
                    ..pieces[at].clone()
                });
                at += 1;
            }
        }
    }
    done
}

/// "five millimetres no seven millimetres": no size stands right beside another one but to correct it.
fn is_no_between_measures(done: &[Piece], ahead: &[Piece]) -> bool {
    let is_size = |piece: Option<&Piece>| {
        piece.is_some_and(|piece| {
            piece.class == Class::Measure && piece.text.ends_with(|c: char| c.is_alphabetic())
        })
    };
    let ends = ahead
        .get(2)
        .is_none_or(|next| !matches!(next.class, Class::Word | Class::Fixed));
    ahead[0].class == Class::Word
        && ahead[0].said == "no"
        && ends
        && is_size(done.last())
        && is_size(ahead.get(1))
}

/// After an edit a full stop that belonged to it is not left behind at the beginning of a sentence.
fn skip_marks(pieces: &[Piece], at: usize, done: &[Piece]) -> usize {
    let at_start = done.last().is_none_or(Piece::is_boundary);
    let is_stop =
        |piece: &Piece| matches!(piece.class, Class::Mark(_)) && matches!(piece.text.as_str(), "." | ",");
    at + pieces[at.min(pieces.len())..]
        .iter()
        .take_while(|piece| at_start && is_stop(piece))
        .count()
}

/// Where the sentence begins that is being said, or the numbered item, or what of it was said since this stretch began;
/// nothing when it is longer than anybody would take back.
pub(super) fn sentence_start(done: &[Piece], since: usize) -> Option<usize> {
    let from = done.len().saturating_sub(LONGEST_SENTENCE);
    let is_before = |piece: &Piece| piece.is_boundary() || piece.stretch < since;
    let start = match done[from..].iter().rposition(is_before) {
        Some(boundary) => from + boundary + 1,
        None if from == 0 => 0,
        None => return None,
    };
    Some(start + last_item(&done[start..]))
}

/// Where the last of the items begins that are said in one sentence: "number one mass number two cyst".
fn last_item(sentence: &[Piece]) -> usize {
    let mut next = 1;
    let mut start = 0;
    for (at, pair) in sentence.windows(2).enumerate() {
        let is_next = matches!(&pair[1].class, Class::Number { digits, .. } if digits.parse() == Ok(next));
        if pair[0].word() == "number" && is_next {
            next += 1;
            start = at;
        }
    }
    start
}

/// The stretch in which the last of these was said.
fn stretch_of(done: &[Piece]) -> usize {
    done.last().map_or(0, |piece| piece.stretch)
}

/// Takes back the correction of a word when one is begun, else the sentence.
fn retract(done: &mut Vec<Piece>, rest: &[Piece]) -> Option<usize> {
    let start = sentence_start(done, stretch_of(done))?;
    let edits = &lexicon().edits;
    let correction = &rest[..correction_length(rest)];
    let is_negated = done[start..]
        .iter()
        .any(|piece| edits.negations.contains(piece.word()));
    if !is_negated
        && let Some(anchor) = anchor(&done[start..], correction, alike)
        && let Some(taken) = exchange(done, start + anchor, correction)
    {
        return Some(taken);
    }
    delete_sentence(done).then_some(0)
}

/// Takes back the sentence that is being said, or the one before when none has begun.
fn delete_sentence(done: &mut Vec<Piece>) -> bool {
    let Some(end) = end_of_words(done) else {
        return false;
    };
    let Some(start) = sentence_start(&done[..end], stretch_of(&done[..end])) else {
        return false;
    };
    if start == end {
        return false;
    }
    done.truncate(start);
    true
}

/// Where the last sentence ends, behind which there may be stops and line breaks, though no more than a sentence has words.
fn end_of_words(done: &[Piece]) -> Option<usize> {
    let from = done.len().saturating_sub(LONGEST_SENTENCE);
    let last = done[from..].iter().rposition(|piece| !piece.is_boundary())?;
    Some(from + last + 1)
}

fn delete_word(done: &mut Vec<Piece>) -> bool {
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

/// Up to where the words after an edit can belong to the correction.
fn correction_length(rest: &[Piece]) -> usize {
    let is_end = |piece: &Piece| match &piece.class {
        Class::Mark(mark) => {
            mark.ends_sentence || piece.text == "," || piece.text == ";" || piece.text == ")"
        }
        Class::Break | Class::Edit(_) => true,
        _ => false,
    };
    rest.iter()
        .take(REACH)
        .position(is_end)
        .unwrap_or(rest.len().min(REACH))
}

/// Puts a correction in the place of what it corrects, which was said since this stretch began, or in the last one of which
/// something is left.
fn replace(done: &mut Vec<Piece>, since: usize, rest: &[Piece]) -> Option<usize> {
    let correction = &rest[..correction_length(rest)];
    let first = correction.first()?;
    let before_comma = done.len() - usize::from(done.last().is_some_and(|piece| piece.is_mark(",")));
    let said = &done[..before_comma];
    let start = sentence_start(said, since.min(stretch_of(said)))?.max(said.len().saturating_sub(REACH));
    let said = &said[start..];
    let Some(last) = said.last() else {
        return replace_sentence(done, since, correction);
    };

    if let Some(anchor) = anchor(said, correction, |old, new| {
        alike(old, new) || same_word(old, new)
    }) {
        done.truncate(before_comma);
        return exchange(done, start + anchor, correction);
    }
    let edits = &lexicon().edits;
    // "no pleural effusion sorry mild pleural effusion": they end alike, and one word before that is corrected.
    let shared = correction.iter().take(5).position(|piece| same_word(piece, last));
    let back = match shared {
        Some(shared) => {
            let pairs = said.iter().rev().zip(correction[..=shared].iter().rev());
            let alike = pairs.take_while(|(old, new)| same_word(old, new)).count();
            (alike + 1).min(said.len())
        }
        None if edits.function_words.contains(first.word()) || edits.function_words.contains(last.word()) => {
            return None;
        }
        None if first.word().is_empty() || last.word().is_empty() => return None,
        // "the liver is normal correction spleen is enlarged": a whole statement corrects no single word.
        None if states(said) && states(correction) => return None,
        None => 1,
    };
    done.truncate(before_comma - back);
    Some(0)
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
    let start = sentence_start(&done[..end], since.min(stretch_of(&done[..end])))?;
    let said = &done[start..end];
    let matches = matching(said, correction);
    let says_more = || {
        let function_words = &lexicon().edits.function_words;
        correction[..matches]
            .iter()
            .any(|piece| !function_words.contains(piece.word()))
    };
    if matches > 0 && matches < correction.len() && says_more() {
        done.truncate(start);
        return Some(0);
    }
    let place = match matches {
        0 => anchor(said, correction, alike)?,
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

/// Replaces what was said last when the correction is of the same kind: "left actually right kidney".
fn replace_alike(done: &mut Vec<Piece>, rest: &[Piece]) -> bool {
    let commas = usize::from(done.last().is_some_and(|piece| piece.is_mark(",")));
    let last = done.len().checked_sub(commas + 1);
    let fits = matches!((last, rest.first()), (Some(last), Some(first)) if alike(&done[last], first));
    if let Some(last) = last.filter(|_| fits) {
        done.truncate(last);
    }
    fits
}

/// The place of what was said at which the correction fits best: where most pieces in a row stand for each other, and
/// of several such places the last.
fn anchor(said: &[Piece], correction: &[Piece], begins: fn(&Piece, &Piece) -> bool) -> Option<usize> {
    let first = correction.first()?;
    let places = (0..said.len()).filter(|place| begins(&said[*place], first));
    let place = places.max_by_key(|place| matching(&said[*place..], correction))?;
    // "mild um moderate sorry mild effusion": what comes back to its first word takes that word back too.
    let again = said[..place]
        .iter()
        .rev()
        .take_while(|piece| same_word(piece, first))
        .count();
    Some(place - again)
}

/// How many pieces in a row stand for each other.
fn matching(said: &[Piece], correction: &[Piece]) -> usize {
    said.iter()
        .zip(correction)
        .take_while(|(old, new)| alike(old, new) || same_word(old, new))
        .count()
}

fn same_word(one: &Piece, other: &Piece) -> bool {
    !one.word().is_empty() && one.word() == other.word()
}

/// Whether two pieces are of one kind, so that one can stand in the place of the other.
fn alike(one: &Piece, other: &Piece) -> bool {
    match (&one.class, &other.class) {
        (Class::Measure, Class::Measure)
        | (Class::Number { .. }, Class::Number { .. } | Class::Measure)
        | (Class::Labelled { .. }, Class::Labelled { .. })
        | (Class::Ordinal(_), Class::Ordinal(_))
        | (Class::Level { .. }, Class::Level { .. }) => true,
        _ if is_pair_of_levels(one) && is_pair_of_levels(other) => true,
        _ if is_date(one) && is_date(other) => true,
        _ => {
            let (one, other) = (one.word(), other.word());
            !one.is_empty()
                && lexicon()
                    .edits
                    .alike
                    .iter()
                    .any(|row| row.contains(one) && row.contains(other))
        }
    }
}

fn is_date(piece: &Piece) -> bool {
    let is_month = |word: &str| {
        let months = &lexicon().numbers.months;
        months.iter().any(|month| month.eq_ignore_ascii_case(word))
    };
    piece.class == Class::Fixed
        && piece.text.contains(|c: char| c.is_ascii_digit())
        && piece.text.split(' ').any(is_month)
}

fn is_pair_of_levels(piece: &Piece) -> bool {
    let is_level = |part: &str| {
        part.starts_with(['C', 'T', 'D', 'L', 'S']) && part[1..].starts_with(|c: char| c.is_ascii_digit())
    };
    piece.class == Class::Fixed
        && piece
            .text
            .split_once('-')
            .is_some_and(|(first, second)| is_level(first) && is_level(second))
}

/// Puts the correction where it begins to correct. A correction that is shorter than what follows there must match it
/// word by word; otherwise words would be lost, and nothing is done.
fn exchange(done: &mut Vec<Piece>, from: usize, correction: &[Piece]) -> Option<usize> {
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
