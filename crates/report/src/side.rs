//! Laterality: right, left, both. `right` that means correct and `left` that means gone are no sides.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// A side of the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Right.
    Right,
    /// Left.
    Left,
    /// Both sides, or each of the two.
    Bilateral,
}

/// A side word in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The side meant.
    pub side: Side,
    /// The bytes of the word.
    pub range: Range<usize>,
}

static SIDE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:right(?:ward|wards)?|rt|left(?:ward|wards)?|lt|bilateral(?:ly)?|both|either side|each side|(?-i:[RL]K?))\b").expect("side pattern")
});
static NO_SIDE_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\ball|\bthat's|\bthat is|\bpatient|\bshe|\bhe|\bnothing)\s+$").expect("pattern")
});
static NO_SIDE_AFTER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s+(?:away|now|behind|in (?:place|situ)|over|out)\b|^\s*\?").expect("pattern")
});

static TITLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:mr|mrs|ms|miss|dr|doctor|prof|professor)$").expect("title pattern")
});

/// Every side word of a text. `[right/left]` of a template is a choice, not a side, and is skipped.
pub fn find(text: &str) -> Vec<Mark> {
    SIDE.find_iter(text)
        .filter_map(|found| {
            let range = found.range();
            let side = match text.as_bytes()[range.start].to_ascii_lowercase() {
                b'r' => Side::Right,
                b'l' => Side::Left,
                _ => Side::Bilateral,
            };
            let before = &text[..range.start];
            let after = &text[range.end..];
            let no_side = range.len() == 1 && !is_side(before, after);
            let choice = before.ends_with(['/', '[']) && after.starts_with([']', '/']);
            let turn_of_phrase = side != Side::Bilateral
                && (NO_SIDE_BEFORE.is_match(tail(before)) || NO_SIDE_AFTER.is_match(after));
            (!choice && !no_side && !turn_of_phrase).then_some(Mark { side, range })
        })
        .collect()
}

/// Whether a capital by itself is a side ("R MCA", "haemotympanum L."), and no litre, level, initial or part of a name with a stroke.
fn is_side(before: &str, after: &str) -> bool {
    let before = before.trim_end();
    let of_other = |last: char| last.is_ascii_digit() || "/-'+&.".contains(last);
    let goes_on = match after.strip_prefix('.') {
        Some(rest) => rest.trim().is_empty(),
        None => {
            after.is_empty()
                || after.starts_with([' ', ',', ';', ')'])
                || after.starts_with(": ")
                || after == ":"
        }
    };
    // "L: scutum eroded. R: clear."
    let heads = after.starts_with(':') && before.ends_with('.');
    goes_on
        && (heads || !before.ends_with(of_other))
        && !TITLE.is_match(tail(before))
        && !after.trim_start().starts_with(|next: char| next.is_ascii_digit())
}

/// The last few bytes of a text, enough for the words before a side.
fn tail(text: &str) -> &str {
    let mut start = text.len().saturating_sub(16);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, sides: &[Side]) {
        let found: Vec<Side> = find(text).into_iter().map(|mark| mark.side).collect();
        assert_eq!(found, sides, "{text}");
    }

    #[test]
    fn sides_are_found() {
        check(
            "Right-sided effusion, left lung clear",
            &[Side::Right, Side::Left],
        );
        check(
            "Bilateral renal calculi in both kidneys",
            &[Side::Bilateral, Side::Bilateral],
        );
        check("no effusion on either side", &[Side::Bilateral]);
    }

    #[test]
    fn a_capital_by_itself_is_a_side() {
        check("Acute R MCA infarct, moderate L PTX", &[Side::Right, Side::Left]);
        check("Haemotympanum R.", &[Side::Right]);
        check("L: scutum eroded. R: clear.", &[Side::Left, Side::Right]);
        check("Telephoned to Mr R. Baptiste at 03:18 by Dr L Green", &[]);
        check("Drained 1.5 L of fluid at L 4, T/R ratio, R/O PE, l sided", &[]);
    }

    #[test]
    fn right_as_correct_and_left_as_gone_are_no_sides() {
        check("All right, the patient left.", &[]);
        check("Catheter left in place", &[]);
    }

    #[test]
    fn a_template_choice_is_no_side() {
        check("The [right/left] knee", &[]);
    }
}
