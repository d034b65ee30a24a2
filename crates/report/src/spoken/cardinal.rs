//! Reads number words: "one hundred and sixty four", "three point two five", "twenty twenty four". Pure arithmetic;
//! knows nothing of units.

use super::{
    lexicon::lexicon,
    piece::{Class, Piece},
};

/// A number that was read from words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) digits: String,
    /// How many words it took.
    pub(super) words: usize,
}

/// Whether a number can begin with this piece.
pub(super) fn begins_number(piece: &Piece) -> bool {
    match &piece.class {
        Class::Number { .. } => true,
        Class::Word => {
            let first = piece.said.split('-').next().unwrap_or_default();
            lexicon().numbers.cardinals.contains_key(first) || is_digits(&piece.said)
        }
        _ => false,
    }
}

/// Digits with at most one point between them, commas between thousands.
pub(super) fn is_digits(word: &str) -> bool {
    let mut parts = word.splitn(2, '.');
    let whole = parts.next().unwrap_or_default();
    let whole_is_number = whole.starts_with(|c: char| c.is_ascii_digit())
        && whole.ends_with(|c: char| c.is_ascii_digit())
        && whole.chars().all(|c| c.is_ascii_digit() || c == ',');
    let fraction_is_number = parts
        .next()
        .is_none_or(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()));
    whole_is_number && fraction_is_number
}

/// Reads the longest number at the beginning of the words.
pub(super) fn read(words: &[&str]) -> Option<Reading> {
    let (mut digits, mut taken) = whole(words)?;
    if let Some((fraction, more)) = fraction(&words[taken..]) {
        if !digits.contains('.') {
            digits = format!("{digits}.{fraction}");
            taken += more;
        }
    } else if words[taken..].starts_with(&["and", "a", "half"]) && !digits.contains('.') {
        digits.push_str(".5");
        taken += 3;
    }
    Some(Reading { digits, words: taken })
}

/// Reads "point five".
pub(super) fn read_fraction(words: &[&str]) -> Option<Reading> {
    let (fraction, taken) = fraction(words)?;
    Some(Reading {
        digits: format!("0.{fraction}"),
        words: taken,
    })
}

/// Reads "one twenty five" as 125 and "one oh five" as 105, as it is said before a unit.
pub(super) fn read_hundreds(words: &[&str]) -> Option<Reading> {
    let hundreds = small(words.first()?).filter(|value| (1..10).contains(value))?;
    let (rest, taken) = after_oh(&words[1..])
        .or_else(|| under_hundred(&words[1..]).filter(|(rest, _)| (10..100).contains(rest)))?;
    Some(Reading {
        digits: (hundreds * 100 + rest).to_string(),
        words: taken + 1,
    })
}

/// "oh five".
fn after_oh(words: &[&str]) -> Option<(u64, usize)> {
    let is_oh = lexicon().numbers.zero_after_point.contains(*words.first()?);
    let ones = small(words.get(1)?).filter(|value| (1..10).contains(value))?;
    is_oh.then_some((ones, 2))
}

/// Reads "ten fifty" as 1050, as it is said before a unit that is no length.
pub(super) fn read_thousands(words: &[&str]) -> Option<Reading> {
    let hundreds = small(words.first()?).filter(|value| (10..20).contains(value))?;
    let (rest, taken) = under_hundred(&words[1..]).filter(|(rest, _)| (10..100).contains(rest))?;
    Some(Reading {
        digits: (hundreds * 100 + rest).to_string(),
        words: taken + 1,
    })
}

/// Reads figures that are said one by one, as in an identifier: "nine eight oh four".
pub(super) fn read_figures(words: &[&str]) -> Option<Reading> {
    let figure = |word: &&&str| {
        small(word)
            .filter(|value| *value < 10)
            .or_else(|| lexicon().numbers.zero_after_point.contains(**word).then_some(0))
    };
    let digits: String = words
        .iter()
        .map_while(|word| figure(&word))
        .map(|figure| figure.to_string())
        .collect();
    let words = digits.len();
    (words > 1).then_some(Reading { digits, words })
}

/// The number that a word says by itself: "two", "12".
pub fn number(word: &str) -> Option<u64> {
    word.parse().ok().or_else(|| small(word))
}

fn small(word: &str) -> Option<u64> {
    lexicon().numbers.cardinals.get(word).copied()
}

fn whole(words: &[&str]) -> Option<(String, usize)> {
    let first = words.first()?;
    if is_digits(first) {
        return Some(((*first).to_owned(), 1));
    }
    if let Some((year, taken)) = year(words) {
        return Some((year.to_string(), taken));
    }
    let (mut value, mut taken) = under_thousand(words)?;
    // "five hundred and one thousand" are two numbers of a list.
    if value > 100 && words[..taken].ends_with(&["and", "one"]) && words.get(taken) == Some(&"thousand") {
        return Some(((value - 1).to_string(), taken - 2));
    }
    for (word, scale) in [("million", 1_000_000), ("thousand", 1_000)] {
        if words.get(taken) == Some(&word) && value < 1_000 {
            value *= scale;
            taken += 1;
            if let Some((rest, more)) = after_and(&words[taken..], under_thousand) {
                value += rest;
                taken += more;
            }
        }
    }
    Some((value.to_string(), taken))
}

fn under_thousand(words: &[&str]) -> Option<(u64, usize)> {
    let (value, taken) = under_hundred(words)?;
    if words.get(taken) != Some(&"hundred") || value == 0 {
        return Some((value, taken));
    }
    let (value, taken) = (value * 100, taken + 1);
    Some(match after_and(&words[taken..], under_hundred) {
        Some((rest, more)) => (value + rest, taken + more),
        None => (value, taken),
    })
}

fn after_and(words: &[&str], read: fn(&[&str]) -> Option<(u64, usize)>) -> Option<(u64, usize)> {
    if words.first() == Some(&"and") {
        return read(&words[1..]).map(|(value, taken)| (value, taken + 1));
    }
    read(words)
}

fn under_hundred(words: &[&str]) -> Option<(u64, usize)> {
    let tens = small(words.first()?)?;
    if tens < 20 {
        return Some((tens, 1));
    }
    match words.get(1).and_then(|word| small(word)) {
        Some(ones @ 1..=9) => Some((tens + ones, 2)),
        _ => Some((tens, 1)),
    }
}

/// "nineteen ninety eight", "twenty twenty four", "twenty oh five".
fn year(words: &[&str]) -> Option<(u64, usize)> {
    let century = small(words.first()?).filter(|value| matches!(value, 19 | 20))?;
    let rest = words.get(1..)?;
    let (rest, taken) = after_oh(rest).or_else(|| under_hundred(rest).filter(|(rest, _)| *rest >= 10))?;
    Some((century * 100 + rest, taken + 1))
}

/// "point zero five" -> "05". A ten or teen ends it: "point twenty five" -> "25".
fn fraction(words: &[&str]) -> Option<(String, usize)> {
    let numbers = &lexicon().numbers;
    if !numbers.point.contains(*words.first()?) {
        return None;
    }
    let mut digits = String::new();
    let mut taken = 1;
    while let Some(word) = words.get(taken) {
        // "Two point three | three point one cm": the figure before a point is of the next number.
        if !digits.is_empty()
            && words
                .get(taken + 1)
                .is_some_and(|next| numbers.point.contains(*next))
        {
            break;
        }
        if numbers.zero_after_point.contains(*word) && words.get(taken + 1) != Some(&"clock") {
            digits.push('0');
        } else if word.len() <= 2 && !word.is_empty() && word.chars().all(|c| c.is_ascii_digit()) {
            digits.push_str(word);
        } else {
            match small(word) {
                Some(value @ 0..=9) => digits.push_str(&value.to_string()),
                Some(_) if digits.is_empty() => {
                    let (value, more) = under_hundred(&words[taken..])?;
                    return Some((value.to_string(), taken + more));
                }
                _ => break,
            }
        }
        taken += 1;
    }
    (!digits.is_empty()).then_some((digits, taken))
}

/// Reads an ordinal: "fifth", "twenty first".
pub(super) fn read_ordinal(words: &[&str]) -> Option<(u64, usize)> {
    let ordinals = &lexicon().numbers.ordinals;
    if let Some(value) = ordinals.get(*words.first()?) {
        return Some((*value, 1));
    }
    let tens = small(words.first()?).filter(|value| *value >= 20)?;
    let ones = ordinals
        .get(*words.get(1)?)
        .filter(|value| (1..10).contains(*value))?;
    Some((tens + ones, 2))
}

/// "5th", "12th", "22nd".
pub(super) fn written_ordinal(value: u64) -> String {
    let ending = match (value % 100, value % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{value}{ending}")
}
