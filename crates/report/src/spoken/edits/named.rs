//! Takes out what an edit names by saying it again: "delete left frontal lobe, put in both frontal lobes", "delete 12, make it 15".

use std::ops::Range;

use super::{
    LONGEST_SENTENCE, end_before_comma,
    kinds::{is_function_word, same_word},
    nearest_start,
    replace::{anchor, comes_back, correction_of, exchange},
    stretch_of,
};
use crate::spoken::{
    lexicon::lexicon,
    piece::{Class, Piece},
};

/// Nobody names more words than these.
const LONGEST_NAME: usize = 8;
/// Nor puts so many more in their place.
const LONGER: usize = 4;

/// How many pieces an edit takes that says again what it takes out, when that was said a moment ago. What it puts there goes there;
/// else what remains of a sentence that told nothing but this goes too.
pub(super) fn take_out(done: &mut Vec<Piece>, ahead: &[Piece]) -> Option<usize> {
    let edits = &lexicon().edits;
    if ahead[0].class != Class::Word || !edits.take_out.contains(&ahead[0].said) {
        return None;
    }
    let rest = &ahead[1..];
    let begins_with_article = rest
        .first()
        .is_some_and(|piece| edits.determiners.contains(piece.word()));
    let (at, named, taken) = (0..=usize::from(begins_with_article)).find_map(|article| {
        let longest = LONGEST_NAME.min(rest.len() - article);
        let mut names = (1..=longest).rev();
        names.find_map(|count| {
            Some((
                found(done, &rest[article..article + count])?,
                count,
                1 + article + count,
            ))
        })
    })?;
    let behind = &ahead[taken..];
    let comma = usize::from(behind.first().is_some_and(|piece| piece.is_mark(",")));
    if let Some(words) = lexicon().puts.at(&behind[comma..]).map(|(words, ())| words).max() {
        let put = correction_of(&behind[comma + words..]);
        let exchanged = put_there(done, at..at + named, put)?;
        return Some(taken + comma + words + exchanged);
    }
    let begins = done
        .last()
        .is_none_or(|piece| piece.is_boundary() || piece.is_mark(","));
    let is_over = comma > 0 || behind.first().is_none_or(Piece::is_boundary);
    let ends = done
        .get(at + named)
        .is_none_or(|piece| piece.is_boundary() || piece.is_mark(","));
    if !begins || !is_over || !ends {
        return None;
    }
    let end = at + named;
    let start = nearest_start(&done[..end], stretch_of(&done[..end]));
    let joins =
        |piece: &Piece| piece.is_mark(",") || is_function_word(piece) || edits.verbs.contains(piece.word());
    let left = at
        - done[start..at]
            .iter()
            .rev()
            .take_while(|piece| joins(piece))
            .count();
    // "The uterus is bulky" tells nothing without its last word.
    let tells_nothing = left == start
        || done[left..at]
            .iter()
            .any(|piece| edits.verbs.contains(piece.word()));
    let stop = usize::from(tells_nothing && done.get(end).is_some_and(Piece::is_boundary));
    done.drain(if tells_nothing { start } else { left }..end + stop);
    Some(taken)
}

/// Puts words in the place of what was named, or of more when they say more again; how many of them are done with.
fn put_there(done: &mut Vec<Piece>, named: Range<usize>, put: &[Piece]) -> Option<usize> {
    let end = end_before_comma(done);
    let start = nearest_start(&done[..end], stretch_of(&done[..end]));
    if start <= named.start
        && let Some(place) = anchor(&done[start..end], put, comes_back)
    {
        done.truncate(end);
        let taken = exchange(done, start + place, put)?;
        let is_determiner = |piece: Option<&Piece>| {
            piece.is_some_and(|piece| lexicon().edits.determiners.contains(piece.word()))
        };
        if taken == 0 && is_determiner(done.last()) && is_determiner(put.first()) {
            done.pop();
        }
        return Some(taken);
    }
    let only = |pieces: &[Piece]| pieces.len() == 1;
    if end == named.end {
        done.truncate(end);
    }
    let (old, new) = (&done[named.start], put.first()?);
    if only(put)
        && named.len() == 1
        && old.class == Class::Measure
        && matches!(new.class, Class::Number { .. })
    {
        let unit = old.text.find(' ').map_or("", |space| &old.text[space..]);
        done[named.start].text = format!("{}{unit}", new.text);
    } else if put.len() <= named.len() + LONGER {
        done.splice(named, put.iter().cloned());
    } else {
        return None;
    }
    Some(put.len())
}

/// Where these words were said last, a moment ago.
fn found(done: &[Piece], named: &[Piece]) -> Option<usize> {
    let is_same = |old: &Piece, new: &Piece| match (&old.class, &new.class) {
        (Class::Measure, Class::Number { digits, .. }) => old.text.split(' ').next() == Some(digits),
        (Class::Break | Class::Mark(_), _) | (_, Class::Break | Class::Mark(_)) => false,
        _ => same_word(old, new) || old.text.eq_ignore_ascii_case(&new.text),
    };
    if named.iter().all(is_function_word) {
        return None;
    }
    let from = done.len().saturating_sub(LONGEST_SENTENCE);
    let mut places = done[from..].windows(named.len());
    let at = places.rposition(|said| said.iter().zip(named).all(|(old, new)| is_same(old, new)))?;
    Some(from + at)
}
