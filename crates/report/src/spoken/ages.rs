//! Ages: "forty five year old" -> "45-year-old".

use super::{
    lexicon::lexicon,
    measures::digits_of,
    piece::{Class, Cursor},
};

fn is_of_age(unit: &str) -> bool {
    matches!(unit, "year" | "month" | "week" | "day")
}

/// The age that a number with its unit, which ends before `end`, is with the word behind them.
pub(super) fn told(cursor: &Cursor<'_>, size: &str, unit: &str, end: usize) -> Option<(String, usize)> {
    let is_age = is_of_age(unit) && cursor.word(end) == "old";
    is_age.then(|| (format!("{}-old", size.replace(' ', "-")), end + 1))
}

/// "forty six-year-old", "thirty-two year-old": a speech engine has joined a part of the age.
pub(super) fn joined(cursor: &Cursor<'_>) -> Option<(String, usize)> {
    let digits = cursor
        .piece(0)
        .filter(|piece| matches!(piece.class, Class::Number { spoken: true, .. }))
        .and_then(digits_of)?;
    let joined = cursor.word(1).strip_suffix("-old")?;
    let (number, unit) = joined.rsplit_once('-').unwrap_or(("", joined));
    if !is_of_age(unit) {
        return None;
    }
    let tens: u64 = digits.parse().ok()?;
    let age = match lexicon().numbers.cardinals.get(number) {
        None if number.is_empty() => tens,
        Some(ones @ 1..=9) if tens.is_multiple_of(10) && (20..100).contains(&tens) => tens + ones,
        _ => return None,
    };
    Some((format!("{age}-{unit}-old"), 2))
}
