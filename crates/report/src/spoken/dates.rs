//! Dates, and ordinals that are written in digits.

use super::{
    cardinal,
    lexicon::lexicon,
    phrases::capitalised,
    piece::{Class, Cursor, Piece, Rewrite},
};

/// "twelfth of march twenty twenty four" -> "12 March 2024".
pub(super) fn day_first(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let day = day(cursor, 0)?;
    let has_of = cursor.word(1) == "of";
    let at = 1 + usize::from(has_of);
    let month = month(cursor, at)?;
    let year = year(cursor, at + 1);
    let is_ordinal = matches!(cursor.piece(0).map(|piece| &piece.class), Some(Class::Ordinal(_)));
    // "twelfth march", but "the third may represent".
    let is_date = is_ordinal && (has_of || month.name != "May");
    if month.is_word && year.is_none() && !is_date {
        return None;
    }
    let text = match year {
        Some(year) => format!("{day} {} {year}", month.name),
        None => format!("{day} {}", month.name),
    };
    Some(Rewrite::new(
        at + 1 + usize::from(year.is_some()),
        text,
        Class::Fixed,
    ))
}

/// "march twelfth twenty twenty four" -> "March 12, 2024"; "march twenty twenty four" -> "March 2024".
pub(super) fn month_first(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let month = month(cursor, 0)?;
    if let Some(year) = year(cursor, 1) {
        return Some(Rewrite::new(2, format!("{} {year}", month.name), Class::Fixed));
    }
    // "january the fifth"
    let at = 1 + usize::from(cursor.word(1) == "the" && !month.is_word);
    let day = day(cursor, at)?;
    let year = year(cursor, at + 1);
    if month.is_word && year.is_none() {
        return None;
    }
    Some(match year {
        Some(year) => Rewrite::new(at + 2, format!("{} {day}, {year}", month.name), Class::Fixed),
        None => Rewrite::new(at + 1, format!("{} {day}", month.name), Class::Fixed),
    })
}

/// "twelve three twenty twenty four", "twelfth of the third twenty twenty four" -> "12/3/2024".
pub(super) fn in_numbers(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let day = day(cursor, 0)?;
    let between = (1..3)
        .take_while(|at| matches!(cursor.word(*at), "of" | "the"))
        .count();
    let at = 1 + between;
    let is_ordinal = |at: usize| {
        matches!(
            cursor.piece(at).map(|piece| &piece.class),
            Some(Class::Ordinal(_))
        )
    };
    let month = self::day(cursor, at).filter(|month| *month < 13)?;
    let year = year(cursor, at + 1)?;
    let is_spoken = |at: usize| {
        matches!(
            cursor.piece(at).map(|piece| &piece.class),
            Some(Class::Number { spoken: true, .. })
        )
    };
    let fits = (between == 0 && is_spoken(0) && is_spoken(at)) || (is_ordinal(0) && is_ordinal(at));
    (fits && cursor.on_one_line(at + 2))
        .then(|| Rewrite::new(at + 2, format!("{day}/{month}/{year}"), Class::Fixed))
}

struct Month {
    name: String,
    /// The name is also an ordinary word.
    is_word: bool,
}

fn month(cursor: &Cursor<'_>, at: usize) -> Option<Month> {
    let numbers = &lexicon().numbers;
    let said = cursor.word(at);
    let name = numbers.months.iter().find(|month| *month == said)?;
    // "May" at the beginning of a sentence is no name yet.
    let begins = at == 0 && cursor.done.last().is_none_or(Piece::is_boundary);
    let written_as_name = !begins
        && cursor
            .piece(at)
            .is_some_and(|piece| piece.text.starts_with(char::is_uppercase));
    let is_word = numbers.months_that_are_words.contains(name) && !written_as_name;
    Some(Month {
        name: capitalised(name),
        is_word,
    })
}

fn day(cursor: &Cursor<'_>, at: usize) -> Option<u64> {
    let value = match &cursor.piece(at)?.class {
        Class::Ordinal(value) => *value,
        Class::Number { digits, .. } => digits.parse().ok()?,
        _ => return None,
    };
    (1..=31).contains(&value).then_some(value)
}

fn year(cursor: &Cursor<'_>, at: usize) -> Option<u64> {
    match &cursor.piece(at)?.class {
        Class::Number { digits, .. } => digits.parse().ok().filter(|year| (1900..2100).contains(year)),
        _ => None,
    }
}

/// "fifth rib" -> "5th rib"; also "third to fifth ribs".
pub(super) fn ordinal(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let Class::Ordinal(value) = cursor.piece(0)?.class else {
        return None;
    };
    let is_between = |piece: &super::piece::Piece| {
        matches!(piece.class, Class::Ordinal(_))
            || piece.is_mark(",")
            || matches!(
                piece.word(),
                "and"
                    | "to"
                    | "or"
                    | "through"
                    | "left"
                    | "right"
                    | "anterior"
                    | "posterior"
                    | "lateral"
                    | "cranial"
            )
    };
    let noun = cursor
        .ahead
        .iter()
        .skip(1)
        .take(8)
        .find(|piece| !is_between(piece))?;
    let counts = lexicon().numbers.ordinal_in_digits_before.contains(noun.word());
    (counts && value > 0).then(|| Rewrite::new(1, cardinal::written_ordinal(value), Class::Fixed))
}
