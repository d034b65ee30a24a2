//! Sides as facts.

use std::sync::LazyLock;

use regex::Regex;
use report::side::Side;

use super::{Class, Fact, Names};

/// Keys of the three sides.
pub(in crate::gate) const RIGHT: &str = ">right";
pub(in crate::gate) const LEFT: &str = ">left";
pub(in crate::gate) const BOTH: &str = ">both";

static JOINED_SIDES: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^\s*(?:and|or|/|&)\s*$").expect("joined sides"));

/// How many facts behind a side stand again behind the other side that follows them.
fn repeated(text: &str, facts: &[Fact], index: usize) -> Option<usize> {
    let side = &facts[index];
    let count = facts[index + 1..]
        .iter()
        .take_while(|fact| fact.class != Class::Side)
        .count();
    let other = facts.get(index + 1 + count)?;
    let last = &facts[index + count];
    let named = &facts[index + 1..index + 1 + count];
    let again = facts.get(index + 2 + count..index + 2 + 2 * count)?;
    let same = named
        .iter()
        .zip(again)
        .all(|(one, other)| one.key == other.key && one.class == Class::Anatomy);
    (side.class == Class::Side
        && count > 0
        && same
        && side.key != other.key
        && last.range.end <= other.range.start
        && JOINED_SIDES.is_match(
            text[last.range.end..other.range.start]
                .trim_end()
                .trim_end_matches(" the"),
        ))
    .then_some(count)
}

/// The key of a side.
pub(super) fn key(side: Side) -> &'static str {
    match side {
        Side::Right => RIGHT,
        Side::Left => LEFT,
        Side::Bilateral => BOTH,
    }
}

/// The key of the side that a stem of a phrase names.
pub(super) fn key_of_stem(stem: &str) -> Option<&'static str> {
    match stem {
        "right" => Some(RIGHT),
        "left" => Some(LEFT),
        "bilater" | "both" => Some(BOTH),
        _ => None,
    }
}

/// `right and left kidneys`, `the right kidney and the left kidney` are both kidneys.
pub(super) fn join(text: &str, facts: &mut Vec<Fact>, names: &mut Names) {
    let both = names.number(BOTH.to_owned());
    let mut index = 0;
    while index + 1 < facts.len() {
        let (one, other) = (&facts[index], &facts[index + 1]);
        let joined = one.class == Class::Side
            && other.class == Class::Side
            && one.key != other.key
            && one.range.end <= other.range.start
            && JOINED_SIDES.is_match(&text[one.range.end..other.range.start]);
        if joined {
            facts[index].key = both;
            facts[index].range.end = facts[index + 1].range.end;
            facts.remove(index + 1);
        } else if let Some(count) = repeated(text, facts, index) {
            facts[index].key = both;
            facts.drain(index + 1 + count..index + 2 + 2 * count);
        }
        index += 1;
    }
}
