//! Finds the numbers: words become digits where they stand for ten or more, are decimal or negative. What smaller
//! numbers become is decided by what stands beside them.

use super::{
    cardinal,
    lexicon::{Numbers, lexicon},
    measures,
    piece::{Class, Cursor, Piece, Rewrite},
};

/// More words than this make no number.
const LONGEST: usize = 12;

/// A cardinal or decimal number, spoken or written.
pub(super) fn number(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let first = cursor.piece(0).filter(|piece| piece.class == Class::Word)?;
    match first.said.as_str() {
        "minus" => negative(cursor),
        "plus" => positive_score(cursor),
        "negative" => negative(cursor).filter(|made| measures::unit_at(&cursor.ahead[made.take..]).is_some()),
        "a" | "oh" | "o" => instead_of_figure(cursor, &first.said),
        point if numbers().point.contains(point) => without_whole(cursor),
        _ if cardinal::begins_number(first) => positive(cursor),
        _ => None,
    }
}

fn numbers() -> &'static Numbers {
    &lexicon().numbers
}

/// "a hundred and eighty", "oh point five".
fn instead_of_figure(cursor: &Cursor<'_>, first: &str) -> Option<Rewrite> {
    let (mut words, ends) = words(cursor, 0);
    let (figure, next) = (words.first_mut()?, cursor.word(1));
    // "twelve slash oh three slash twenty twenty four"
    let is_joint =
        |piece: Option<&Piece>| piece.is_some_and(|piece| piece.is_mark("/") || piece.is_mark("-"));
    let after_slash = is_joint(cursor.done.last()) || is_joint(cursor.piece(2));
    if let Some(ones) = numbers()
        .cardinals
        .get(next)
        .filter(|ones| **ones < 10 && after_slash && first != "a")
    {
        let digits = format!("0{ones}");
        let class = Class::Number {
            digits: digits.clone(),
            spoken: true,
        };
        return Some(Rewrite::new(2, digits, class));
    }
    let fits = match first {
        "a" => matches!(next, "hundred" | "thousand" | "million"),
        _ => numbers().point.contains(next),
    };
    *figure = if first == "a" { "one" } else { "zero" };
    let reading = cardinal::read(&words).filter(|reading| fits && reading.words > 1)?;
    let class = Class::Number {
        digits: reading.digits.clone(),
        spoken: true,
    };
    Some(Rewrite::new(pieces_of(&reading, &ends)?, reading.digits, class))
}

fn positive(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let (words, ends) = words(cursor, 0);
    let shorthand = cardinal::read_hundreds(&words)
        .and_then(|reading| Some((pieces_of(&reading, &ends)?, reading)))
        .filter(|(take, _)| hundreds_are_meant(cursor, *take));
    let identifier = || {
        cardinal::read_figures(&words)
            .and_then(|reading| Some((pieces_of(&reading, &ends)?, reading)))
            .filter(|(_, reading)| is_identifier(cursor, reading.words))
    };
    let thousands = || {
        cardinal::read_thousands(&words)
            .and_then(|reading| Some((pieces_of(&reading, &ends)?, reading)))
            .filter(|(take, _)| thousands_are_meant(cursor, *take))
    };
    let (take, reading) = match shorthand.or_else(thousands).or_else(identifier) {
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

/// Whether "one twenty" is 120. After a label or a letter it is two numbers: "segment two twenty millimetres".
fn hundreds_are_meant(cursor: &Cursor<'_>, take: usize) -> bool {
    let mut behind = cursor.done.iter().rev();
    let mut last = behind.next();
    if last.is_some_and(|piece| matches!(piece.word(), "of" | "is" | "was" | "at")) {
        let is_named = |piece: &&Piece| {
            matches!(piece.class, Class::Label(_)) || numbers().hundreds_after.contains(piece.word())
        };
        last = behind.next().filter(is_named).or(last);
    }
    let previous = last.map_or("", Piece::word);
    if let Some(Class::Label(label)) = last.map(|piece| &piece.class) {
        let entry = &lexicon().labels[*label];
        return entry.hundreds || (entry.of && measures::unit_at(&cursor.ahead[take..]).is_some());
    }
    if numbers().hundreds_before.contains(cursor.word(take)) {
        return true;
    }
    if previous.chars().count() == 1 && previous != "x" {
        return false;
    }
    if numbers().hundreds_after.contains(previous) {
        return true;
    }
    let is_size_after = numbers().size_after.contains(previous);
    match measures::unit_at(&cursor.ahead[take..]) {
        Some((unit, length)) if lexicon().units[unit].length => {
            is_size_after
                || cursor
                    .piece(take + length)
                    .is_none_or(|next| !matches!(next.class, Class::Word | Class::Fixed))
        }
        Some(_) => true,
        None => {
            // "two fifty six by two fifty six"
            let ends_size = numbers().by.contains(previous)
                && cursor.done.iter().rev().nth(1).is_some_and(
                    |piece| matches!(&piece.class, Class::Number { digits, .. } if digits.len() == 3),
                );
            ends_size || (is_size_after && numbers().by.contains(cursor.word(take)))
        }
    }
}

/// Whether "ten fifty" is 1050: before milliseconds or Hounsfield units, but not before millimetres or hours.
fn thousands_are_meant(cursor: &Cursor<'_>, take: usize) -> bool {
    measures::unit_at(&cursor.ahead[take..]).is_some_and(|(unit, _)| {
        let unit = &lexicon().units[unit];
        !unit.length && !unit.keep && unit.write != "%" && hundreds_are_meant(cursor, take)
    })
}

/// Whether that many figures in a row are an identifier: "accession number four four oh one".
fn is_identifier(cursor: &Cursor<'_>, figures: usize) -> bool {
    let last = cursor.done.last();
    let after_label =
        last.is_some_and(|piece| matches!(piece.class, Class::Label(_)) || piece.said.len() == 1);
    let named = cursor
        .done
        .iter()
        .rev()
        .take(3)
        .any(|piece| numbers().identifier_after.contains(piece.word()));
    !after_label && (figures >= 6 || (named && figures >= 3))
}

fn negative(cursor: &Cursor<'_>) -> Option<Rewrite> {
    if matches!(
        cursor.done.last().map(|piece| &piece.class),
        Some(Class::Number { .. })
    ) {
        return None;
    }
    let (words, ends) = words(cursor, 1);
    let shorthand = cardinal::read_hundreds(&words).filter(|reading| {
        pieces_of(reading, &ends).is_some_and(|take| measures::unit_at(&cursor.ahead[1 + take..]).is_some())
    });
    let reading = shorthand
        .or_else(|| cardinal::read(&words))
        .or_else(|| cardinal::read_fraction(&words))?;
    let take = 1 + pieces_of(&reading, &ends)?;
    let digits = format!("-{}", reading.digits);
    Some(Rewrite::new(
        take,
        digits.clone(),
        Class::Number { digits, spoken: true },
    ))
}

/// "z score of plus one point five".
fn positive_score(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let mut behind = cursor.done.iter().rev();
    let last = behind.next()?;
    let label = if matches!(last.word(), "of" | "is" | "was") {
        behind.next()?
    } else {
        last
    };
    let is_score = matches!(label.class, Class::Label(label) if lexicon().labels[label].of);
    let (words, ends) = words(cursor, 1);
    let reading = cardinal::read(&words).filter(|_| is_score)?;
    let take = 1 + pieces_of(&reading, &ends)?;
    let digits = format!("+{}", reading.digits);
    let class = Class::Number {
        digits: digits.clone(),
        spoken: true,
    };
    Some(Rewrite::new(take, digits, class))
}

/// "point five centimeters"; "at this point five nodules" is none.
fn without_whole(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let (words, ends) = words(cursor, 0);
    let reading = cardinal::read_fraction(&words)?;
    let take = pieces_of(&reading, &ends)?;
    // "Density point one six": nobody counts with two figures.
    let is_decimal = reading.digits.starts_with("0.0") || reading.digits.len() > "0.1".len();
    if !is_decimal && !measures::is_first_of_size(cursor, take) {
        measures::unit_at(&cursor.ahead[take..])?;
    }
    (!numbers().point_is_place_after.contains(cursor.previous_word())).then(|| {
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
    // "sixty second delay": the tens are a number of their own.
    if count == 2 && take == 2 && words[1] == "second" && seconds_before(cursor.word(2)) {
        let digits = (value - 2).to_string();
        let class = Class::Number {
            digits: digits.clone(),
            spoken: true,
        };
        return Some(Rewrite::new(1, digits, class));
    }
    let text = if value < 10 {
        first.text.clone()
    } else {
        cardinal::written_ordinal(value)
    };
    Some(Rewrite::new(take, text, Class::Ordinal(value)))
}

/// Whether "second" before this word is a time.
pub(super) fn seconds_before(word: &str) -> bool {
    numbers().second_is_time_before.contains(word)
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
