//! Times of the day: "nine thirty a m" -> "9:30 am", "fourteen oh five hours" -> "14:05 hours".

use super::{
    measures::{digits_of, unit_at},
    piece::{Class, Cursor, Rewrite},
};

/// A time of the day with its half of the day or with "hours"; after "at" also without.
pub(super) fn time(cursor: &Cursor<'_>) -> Option<Rewrite> {
    let (hour, from) = hour(cursor)?;
    let value: u64 = hour.parse().ok().filter(|hour| *hour < 25)?;
    let (minutes, end) = match minutes(cursor, from) {
        Some((minutes, end)) => (Some(minutes), end),
        None => (None, from),
    };
    let clock = minutes.as_ref().map(|minutes| format!("{hour}:{minutes}"));
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

/// "three", "oh three": the hour and where it ends.
fn hour(cursor: &Cursor<'_>) -> Option<(String, usize)> {
    after_oh(cursor, 0).or_else(|| Some((cursor.piece(0).and_then(digits_of)?.to_owned(), 1)))
}

/// "oh five": two figures, and where they end.
fn after_oh(cursor: &Cursor<'_>, at: usize) -> Option<(String, usize)> {
    let ones = cursor.piece(at + 1).and_then(digits_of)?;
    (matches!(cursor.word(at), "oh" | "o") && ones.len() == 1).then(|| (format!("0{ones}"), at + 2))
}

/// "thirty", "oh five": two figures, and where they end.
fn minutes(cursor: &Cursor<'_>, at: usize) -> Option<(String, usize)> {
    if let Some(minutes) = after_oh(cursor, at) {
        return Some(minutes);
    }
    let minutes = cursor.piece(at).and_then(digits_of)?;
    let fits = minutes.len() == 2
        && minutes
            .parse()
            .is_ok_and(|minutes: u64| (10..60).contains(&minutes));
    fits.then(|| (minutes.to_owned(), at + 1))
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
