//! Letters before numbers: vertebral levels and pairs of them, sequences, segments of vessels.

use std::collections::HashSet;

use super::{
    cardinal,
    lexicon::{LevelEntry, lexicon},
    measures,
    piece::{Class, Cursor, Piece, Rewrite},
};

/// Words beside which T1 and T2 are vertebrae.
const SPINE: &[&str] = &[
    "level",
    "levels",
    "disc",
    "disk",
    "vertebra",
    "vertebrae",
    "vertebral",
    "body",
    "bodies",
    "endplate",
    "endplates",
    "end",
    "facet",
    "foramen",
    "foramina",
    "interspace",
    "spinous",
    "space",
    "junction",
];

/// "l four" -> "L4", "t two star" -> "T2*", "l4" -> "L4"; joins it to the level before when it follows that one.
pub(super) fn level(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let (index, number, take) = spoken_level(cursor).or_else(|| compact_level(cursor))?;
    let entry = &lexicon().levels.level[index];
    let text = format!("{}{number}", entry.letter);
    let next = cursor.word(take);
    if entry.letter == "T" && number <= 2 && lexicon().levels.sequence_words.contains(next) {
        return Some(sequence(cursor, &text, take));
    }
    // "t three b n two": a stage.
    let is_stage = entry.letter == "T"
        && number <= 4
        && cursor.word(take + 1) == "n"
        && matches!(next, "a" | "b" | "c" | "d");
    if is_stage {
        return Some(Rewrite::new(take + 1, format!("{text}{next}"), Class::Fixed));
    }
    let class = Class::Level {
        letter: index,
        number,
    };
    let Some(before) = cursor
        .done
        .last()
        .and_then(|last| level_of(last).or_else(|| third_of_three(cursor, last, take)))
    else {
        return Some(Rewrite::new(take, text, class));
    };
    let is_sequence = entry.letter == "T" && number == 2 && !SPINE.contains(&next);
    if follows(before, (index, number)) && !is_sequence && cursor.on_one_line(take) && !gap_breaks(cursor) {
        let joined = format!("{}-{text}", cursor.done.last()?.text);
        return Some(Rewrite {
            take,
            take_back: 1,
            text: joined,
            class: Class::Fixed,
            said: None,
        });
    }
    Some(Rewrite::new(take, text, class))
}

/// The lower level of a pair, when the level that takes `take` pieces is the last one: "T four T five T six".
fn third_of_three(cursor: &Cursor<'_>, pair: &Piece, take: usize) -> Option<(usize, u64)> {
    let after = Cursor {
        done: &[],
        ahead: cursor.ahead.get(take..)?,
        input: cursor.input,
    };
    if pair.class != Class::Fixed || spoken_level(&after).is_some() {
        return None;
    }
    let (first, second) = pair.text.split_once('-')?;
    let (first, second) = (written_level(first)?, written_level(second)?);
    follows(first, second).then_some(second)
}

fn gap_breaks(cursor: &Cursor<'_>) -> bool {
    cursor
        .piece(0)
        .is_some_and(|piece| cursor.input[piece.gap.clone()].contains('\n'))
}

/// "t two star", "t two weighted", "t two w i".
fn sequence(cursor: &Cursor<'_>, text: &str, take: usize) -> Rewrite {
    let (ending, words) = match (cursor.word(take), cursor.word(take + 1)) {
        ("star", _) => ("*", 1),
        ("rho", _) => ("rho", 1),
        ("plus", "c") => ("+C", 2),
        ("weighted", _) if take > 1 => ("-weighted", 1),
        ("w", "i") => ("WI", 2),
        ("w", _) => ("W", 1),
        _ => ("", 0),
    };
    Rewrite::new(take + words, format!("{text}{ending}"), Class::Fixed)
}

fn spoken_level(cursor: &Cursor<'_>) -> Option<(usize, u64, usize)> {
    let letter = cursor.piece(0).filter(|piece| piece.class == Class::Word)?;
    let index = entry_of(&letter.said)?;
    let number = number_of(cursor.piece(1)?)?;
    let fits = (1..=lexicon().levels.level[index].max).contains(&number);
    (fits && cursor.on_one_line(2)).then_some((index, number, 2))
}

/// A level that was heard as one word. What is written in capitals already is left alone, unless it is one of a pair: "L3 L4".
fn compact_level(cursor: &Cursor<'_>) -> Option<(usize, u64, usize)> {
    let level = compact(cursor.piece(0)?)?;
    let in_capitals = cursor
        .piece(0)?
        .text
        .starts_with(|c: char| c.is_ascii_uppercase());
    let ends_pair = || {
        cursor
            .done
            .last()
            .and_then(level_of)
            .is_some_and(|before| follows(before, level))
    };
    let begins_pair = || {
        cursor
            .piece(1)
            .and_then(compact)
            .is_some_and(|next| follows(level, next))
    };
    // "L2 three disc"
    let begins_spoken_pair = || {
        let next = cursor.piece(1);
        next.is_some_and(|next| {
            matches!(next.class, Class::Number { spoken: true, .. }) && number_of(next) == Some(level.1 + 1)
        })
    };
    (!in_capitals || ends_pair() || begins_pair() || begins_spoken_pair()).then_some((level.0, level.1, 1))
}

/// The level that one word is.
fn compact(piece: &Piece) -> Option<(usize, u64)> {
    if piece.class != Class::Word {
        return None;
    }
    written_level(&piece.text)
}

fn written_level(text: &str) -> Option<(usize, u64)> {
    let index = entry_of(text.get(..1)?)?;
    let digits = text.get(1..).filter(|digits| cardinal::is_digits(digits))?;
    let number: u64 = digits.parse().ok()?;
    (1..=lexicon().levels.level[index].max)
        .contains(&number)
        .then_some((index, number))
}

/// "l4-l5", "t2-weighted": a level at the beginning of a word that is in lower case.
pub(super) fn compact_pair(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let piece = cursor.piece(0).filter(|piece| piece.class == Class::Word)?;
    if !piece.text.is_ascii() || !piece.text.contains(['-', '/']) || piece.text.contains(char::is_uppercase) {
        return None;
    }
    let is_level = written_level;
    is_level(piece.text.split(['-', '/']).next()?)?;
    let mut written = String::with_capacity(piece.text.len());
    for part in piece.text.split_inclusive(['-', '/']) {
        let bare = part.trim_end_matches(['-', '/']);
        let capital = is_level(bare).is_some();
        written.push_str(&if capital {
            part.to_ascii_uppercase()
        } else {
            part.to_owned()
        });
    }
    Some(Rewrite::new(1, written, Class::Fixed))
}

fn entry_of(letter: &str) -> Option<usize> {
    lexicon()
        .levels
        .level
        .iter()
        .position(|entry| entry.letter.eq_ignore_ascii_case(letter))
}

fn number_of(piece: &Piece) -> Option<u64> {
    match &piece.class {
        Class::Number { digits, .. } => digits.parse().ok(),
        _ => None,
    }
}

fn level_of(piece: &Piece) -> Option<(usize, u64)> {
    match piece.class {
        Class::Level { letter, number } => Some((letter, number)),
        _ => None,
    }
}

/// Whether the second level is the next one below the first.
fn follows(first: (usize, u64), second: (usize, u64)) -> bool {
    let levels = &lexicon().levels.level;
    let (from, to): (&LevelEntry, &LevelEntry) = (&levels[first.0], &levels[second.0]);
    if from.letter == to.letter {
        return second.1 == first.1 + 1;
    }
    let thoracic = |letter: &str| {
        if letter == "D" {
            "T".to_owned()
        } else {
            letter.to_owned()
        }
    };
    first.1 >= from.last && second.1 == 1 && thoracic(&to.letter) == from.next
}

/// The number after a level: "L four five" -> "L4-L5", "C three to seven" -> "C3 to C7".
pub(super) fn next_number(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let number = number_of(cursor.piece(0)?)?;
    let alone = measures::measure(cursor).is_none()
        && measures::range(cursor).is_none()
        && measures::clock(cursor).is_none();
    let last = cursor.done.last()?;
    if let Some((letter, before)) = level_of(last).filter(|_| alone && !gap_breaks(cursor)) {
        let next = below(letter, before, number)?;
        return Some(Rewrite {
            take: 1,
            take_back: 1,
            text: format!("{}-{next}", last.text),
            class: Class::Fixed,
            said: None,
        });
    }
    let (letter, before) = cursor.done.iter().rev().nth(1).and_then(level_of)?;
    let entry = &lexicon().levels.level[letter];
    let after = cursor.word(1);
    let joins = match last.word() {
        "to" | "through" => true,
        "and" | "or" => cursor.piece(1).is_none() || after.is_empty() || SPINE.contains(&after),
        _ => false,
    };
    let fits = alone && joins && number > before && number <= entry.max;
    fits.then(|| {
        Rewrite::new(
            1,
            format!("{}{number}", entry.letter),
            Class::Level { letter, number },
        )
    })
}

fn below(letter: usize, before: u64, number: u64) -> Option<String> {
    let entry = &lexicon().levels.level[letter];
    if number == before + 1 && number <= entry.max {
        return Some(format!("{}{number}", entry.letter));
    }
    (before == entry.last && number == 1 && !entry.next.is_empty()).then(|| format!("{}1", entry.next))
}

/// "m one", "v four segment", "a one segment".
pub(super) fn code(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let letter = cursor
        .piece(0)
        .filter(|piece| piece.class == Class::Word)?
        .said
        .to_ascii_uppercase();
    let number = number_of(cursor.piece(1)?)?;
    let alone = measures::unit_at(cursor.ahead.get(2..).unwrap_or_default()).is_none();
    let known = lexicon().levels.code.iter().any(|entry| {
        let is_free = entry.before.is_empty() && entry.after.is_empty();
        let is_told = || entry.before.contains(noun_after(cursor)) || is_after(cursor, &letter, &entry.after);
        entry.letters.contains(&letter) && number <= entry.max && (is_free || is_told())
    });
    // "b one thousand": the b value of a diffusion sequence.
    let is_b_value = letter == "B" && number % 50 == 0;
    ((known && alone && cursor.on_one_line(2)) || is_b_value).then(|| {
        let letter = if is_b_value {
            letter.to_ascii_lowercase()
        } else {
            letter.clone()
        };
        let suffix = code_suffix(cursor, &letter);
        let take = 2 + usize::from(!suffix.is_empty());
        Rewrite::new(take, format!("{letter}{number}{suffix}"), Class::Fixed)
    })
}

/// "n two b": the letter of a stage.
fn code_suffix(cursor: &Cursor<'_>, letter: &str) -> String {
    let suffix = cursor.word(2);
    let fits = letter == "N" && matches!(suffix, "b" | "c");
    if fits { suffix.to_owned() } else { String::new() }
}

/// The noun after a code, over those that are listed with it: "a one and a two segments".
fn noun_after<'a>(cursor: &Cursor<'a>) -> &'a str {
    let mut at = 2;
    while at < 12 {
        let joins = usize::from(matches!(cursor.word(at), "and" | "or" | "to"));
        let is_code = cursor.word(at + joins).chars().count() == 1
            && cursor.piece(at + joins + 1).and_then(number_of).is_some();
        if !is_code {
            break;
        }
        at += joins + 2;
    }
    cursor.word(at)
}

/// Whether a code stands after a word that tells what it is, or after another code of its letter.
fn is_after(cursor: &Cursor<'_>, letter: &str, words: &HashSet<String>) -> bool {
    let is_listed = |piece: &Piece| {
        piece.class == Class::Fixed
            && piece
                .text
                .strip_prefix(letter)
                .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
    };
    let mut behind = cursor.done.iter().rev();
    let Some(last) = behind.next() else {
        return false;
    };
    let joins = matches!(last.word(), "and" | "or" | "to") || last.is_mark(",") || last.is_mark("/");
    words.contains(last.word()) || (joins && !words.is_empty() && behind.next().is_some_and(is_listed))
}

/// "r two star" -> "R2*".
pub(super) fn relaxation_rate(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let is_letter = cursor.piece(0)?.said == "r" && cursor.piece(0)?.class == Class::Word;
    let number = number_of(cursor.piece(1)?).filter(|number| is_letter && *number <= 2)?;
    let (ending, take) = match cursor.word(2) {
        "star" => ("*", 3),
        "relaxation" | "map" | "mapping" | "value" => ("", 2),
        _ => return None,
    };
    cursor
        .on_one_line(take)
        .then(|| Rewrite::new(take, format!("R{number}{ending}"), Class::Fixed))
}
