//! Ages: "forty five year old" -> "45-year-old", "45 yr male" -> "45-year-old male".

use super::{
    lexicon::lexicon,
    measures::digits_of,
    piece::{Class, Cursor},
};

fn is_of_age(unit: &str) -> bool {
    lexicon().numbers.age_units.contains(unit)
}

/// The age that a number with its unit, which ends before `end`, is with the word behind them.
pub(super) fn told(cursor: &Cursor<'_>, size: &str, unit: &str, end: usize) -> Option<(String, usize)> {
    let is_age = is_of_age(unit) && cursor.word(end) == "old";
    is_age.then(|| (format!("{}-old", size.replace(' ', "-")), end + 1))
}

/// "45 yr male": the years of somebody.
pub(super) fn of_somebody(cursor: &Cursor<'_>) -> Option<(String, usize)> {
    let numbers = &lexicon().numbers;
    let digits = cursor.piece(0).and_then(digits_of)?;
    let is_age = numbers.years_of_age.contains(cursor.word(1)) && numbers.aged.contains(cursor.word(2));
    is_age.then(|| (format!("{digits}-year-old"), 2))
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
