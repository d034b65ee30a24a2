//! Times of the day: "nine thirty a m" -> "9:30 am", "fourteen oh five hours" -> "14:05 hours".

use super::{
    measures::{digits_of, unit_at},
    piece::{Class, Cursor, Rewrite},
};

/// A time of the day with its half of the day or with "hours"; after "at" also without.
pub(super) fn time(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let hour = cursor.piece(0).and_then(digits_of)?;
    let value: u64 = hour.parse().ok().filter(|hour| *hour < 25)?;
    let (minutes, end) = match minutes(cursor) {
        Some((minutes, end)) => (Some(minutes), end),
        None => (None, 1),
    };
    let clock = minutes.as_ref().map(|minutes| format!("{value}:{minutes}"));
    let half = half_of_day(cursor, end).filter(|_| (1..13).contains(&value));
    let (text, take) = match (half, clock) {
        (Some((half, length)), Some(clock)) => (format!("{clock} {half}"), end + length),
        (Some((half, length)), None) => (format!("{value} {half}"), end + length),
        (None, Some(clock)) if matches!(cursor.word(end), "hours" | "hrs") => (
            format!("{value:02}{} {}", &clock[hour.len()..], cursor.word(end)),
            end + 1,
        ),
        (None, Some(clock)) if cursor.previous_word() == "at" && ends_here(cursor, end) => (clock, end),
        _ => return None,
    };
    cursor
        .on_one_line(take)
        .then(|| Rewrite::new(take, text, Class::Measure))
}

/// "thirty", "oh five": two figures, and where they end.
fn minutes(cursor: &Cursor<'_>) -> Option<(String, usize)> {
    if matches!(cursor.word(1), "oh" | "o") {
        let ones = cursor.piece(2).and_then(digits_of)?;
        return (ones.len() == 1).then(|| (format!("0{ones}"), 3));
    }
    let minutes = cursor.piece(1).and_then(digits_of)?;
    let fits = minutes.len() == 2
        && minutes
            .parse()
            .is_ok_and(|minutes: u64| (10..60).contains(&minutes));
    fits.then(|| (minutes.to_owned(), 2))
}

/// "a m", "am", "a.m.", and how many pieces it takes.
fn half_of_day(cursor: &Cursor<'_>, at: usize) -> Option<(&'static str, usize)> {
    match (cursor.word(at), cursor.word(at + 1)) {
        ("am" | "a.m", _) => Some(("am", 1)),
        ("pm" | "p.m", _) => Some(("pm", 1)),
        ("a", "m") => Some(("am", 2)),
        ("p", "m") => Some(("pm", 2)),
        _ => None,
    }
}

fn ends_here(cursor: &Cursor<'_>, at: usize) -> bool {
    let next = cursor.piece(at);
    let goes_on = matches!(
        cursor.word(at),
        "today" | "yesterday" | "on" | "this" | "with" | "via" | "by"
    );
    let is_unit = unit_at(cursor.ahead.get(at..).unwrap_or_default()).is_some();
    !is_unit && (goes_on || next.is_none_or(|piece| matches!(piece.class, Class::Mark(_) | Class::Break)))
}
