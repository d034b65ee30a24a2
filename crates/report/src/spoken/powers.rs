//! Powers of ten: "nought point eight times ten to the minus three" -> "0.8 x 10^-3".

use super::{
    measures::{digits_of, unit_with_per},
    piece::{Class, Cursor},
};

/// Words between the number and its power.
const TIMES: &[&str] = &["times", "by", "into", "x", "×", "multiplied"];

/// A number times a power of ten, with its unit when it has one, and how many pieces it takes.
pub(super) fn power(cursor: &Cursor<'_>) -> Option<(String, usize)> {
    let number = cursor.piece(0).and_then(digits_of)?;
    let (from, mantissa) = if TIMES.contains(&cursor.word(1)) {
        let by = usize::from(cursor.word(1) == "multiplied" && cursor.word(2) == "by");
        (2 + by, format!("{number} x "))
    } else {
        (0, String::new())
    };
    let (exponent, end) = ten_to_the(cursor, from)?;
    let text = format!("{mantissa}10^{exponent}");
    Some(match unit_with_per(cursor, end) {
        Some((unit, length)) => (format!("{text} {unit}"), end + length),
        None => (text, end),
    })
}

/// "ten to the minus three", "ten to the power of minus three", "ten raised to minus three": the exponent and where it
/// ends.
fn ten_to_the(cursor: &Cursor<'_>, from: usize) -> Option<(String, usize)> {
    cursor
        .piece(from)
        .and_then(digits_of)
        .filter(|digits| *digits == "10")?;
    let mut at = from + 1;
    let mut says_power = false;
    while let word @ ("raised" | "to" | "the" | "power" | "of") = cursor.word(at) {
        says_power |= matches!(word, "the" | "power" | "raised");
        at += 1;
    }
    let exponent = match &cursor.piece(at)?.class {
        Class::Number { digits, .. } => digits.clone(),
        Class::Ordinal(value) => value.to_string(),
        _ => return None,
    };
    let is_negative = exponent.starts_with('-');
    let is_whole = exponent.len() <= 3 && !exponent.contains('.');
    // "from eight to ten to minus three" is no power without more.
    let end = at + 1 + usize::from(cursor.word(at + 1) == "power");
    (is_whole && at > from + 1 && (says_power || is_negative)).then_some((exponent, end))
}
