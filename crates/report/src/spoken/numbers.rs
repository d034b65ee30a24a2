//! Finds the numbers: words become digits where they stand for ten or more, are decimal or negative. What smaller
//! numbers become is decided by what stands beside them.

use super::{
    cardinal,
    lexicon::lexicon,
    measures,
    piece::{Class, Cursor, Rewrite},
};

/// More words than this make no number.
const LONGEST: usize = 12;

/// A cardinal or decimal number, spoken or written.
pub(super) fn number(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let first = cursor.piece(0).filter(|piece| piece.class == Class::Word)?;
    match first.said.as_str() {
        "minus" => negative(cursor),
        "negative" => negative(cursor).filter(|made| measures::unit_at(&cursor.ahead[made.take..]).is_some()),
        "point" => without_whole(cursor),
        _ if cardinal::begins_number(first) => positive(cursor),
        _ => None,
    }
}

fn positive(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let (words, ends) = words(cursor, 0);
    let shorthand = cardinal::read_hundreds(&words)
        .and_then(|reading| Some((pieces_of(&reading, &ends)?, reading)))
        .filter(|(take, _)| measures::unit_at(&cursor.ahead[*take..]).is_some());
    let (take, reading) = match shorthand {
        Some(found) => found,
        None => {
            let reading = cardinal::read(&words)?;
            (pieces_of(&reading, &ends)?, reading)
        }
    };
    let first = cursor.piece(0)?;
    let spoken = !cardinal::is_digits(&first.said) || take > 1;
    let as_word = spoken && take == 1 && reading.digits.len() == 1;
    let text = if as_word {
        first.text.clone()
    } else {
        reading.digits.clone()
    };
    Some(Rewrite::new(
        take,
        text,
        Class::Number {
            digits: reading.digits,
            spoken,
        },
    ))
}

fn negative(cursor: &Cursor<'_>) -> Option<Rewrite> {
    if matches!(
        cursor.done.last().map(|piece| &piece.class),
        Some(Class::Number { .. })
    ) {
        return None;
    }
    let (words, ends) = words(cursor, 1);
    let reading = cardinal::read(&words).or_else(|| cardinal::read_fraction(&words))?;
    let take = 1 + pieces_of(&reading, &ends)?;
    let digits = format!("-{}", reading.digits);
    Some(Rewrite::new(
        take,
        digits.clone(),
        Class::Number { digits, spoken: true },
    ))
}

/// "point five centimeters"; "at this point five nodules" is none.
fn without_whole(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let (words, ends) = words(cursor, 0);
    let reading = cardinal::read_fraction(&words)?;
    let take = pieces_of(&reading, &ends)?;
    measures::unit_at(&cursor.ahead[take..])?;
    let is_place = matches!(
        cursor.previous_word(),
        "this" | "that" | "the" | "a" | "which" | "each" | "one"
    );
    (!is_place).then(|| {
        Rewrite::new(
            take,
            reading.digits.clone(),
            Class::Number {
                digits: reading.digits,
                spoken: true,
            },
        )
    })
}

/// An ordinal. From the tenth on it is written in digits.
pub(super) fn ordinal(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let first = cursor.piece(0).filter(|piece| piece.class == Class::Word)?;
    let numbers = &lexicon().numbers;
    let begins = first.said.split('-').next().unwrap_or_default();
    if !numbers.ordinals.contains_key(begins) && !numbers.cardinals.contains_key(begins) {
        return None;
    }
    let (words, ends) = words(cursor, 0);
    let (value, count) = cardinal::read_ordinal(&words)?;
    let take = *ends.get(count - 1)?.as_ref()?;
    let text = if value < 10 {
        first.text.clone()
    } else {
        cardinal::written_ordinal(value)
    };
    Some(Rewrite::new(take, text, Class::Ordinal(value)))
}

/// The words from `from` ahead, number words with a hyphen taken apart; for each the count of pieces up to it when
/// it is the last word of its piece.
fn words<'a>(cursor: &Cursor<'a>, from: usize) -> (Vec<&'a str>, Vec<Option<usize>>) {
    let mut words = Vec::with_capacity(4);
    let mut ends = Vec::with_capacity(4);
    for (at, piece) in cursor.ahead.iter().enumerate().skip(from).take(LONGEST) {
        if piece.class != Class::Word || !cursor.on_one_line(at + 1) {
            break;
        }
        let numbers = &lexicon().numbers;
        let is_number =
            |part: &str| numbers.cardinals.contains_key(part) || numbers.ordinals.contains_key(part);
        let parts: Vec<&str> = piece.said.split('-').collect();
        if parts.len() > 1 && parts.iter().all(|part| is_number(part)) {
            for (index, part) in parts.iter().enumerate() {
                words.push(*part);
                ends.push((index + 1 == parts.len()).then_some(at + 1 - from));
            }
        } else {
            words.push(piece.said.as_str());
            ends.push(Some(at + 1 - from));
        }
    }
    (words, ends)
}

fn pieces_of(reading: &cardinal::Reading, ends: &[Option<usize>]) -> Option<usize> {
    *ends.get(reading.words.checked_sub(1)?)?
}
