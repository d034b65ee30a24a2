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
        "bilateral" | "both" => Some(BOTH),
        _ => None,
    }
}

/// `right and left kidneys` are both kidneys.
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
        }
        index += 1;
    }
}
