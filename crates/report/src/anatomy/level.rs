//! Vertebral levels: `L4`, `L4-L5`, `C5/6`, `D12-L1`. A dorsal level is a thoracic one.
//!
//! T1 and T2 are weightings far more often than vertebrae; they are levels only beside another level or a word of the spine.

use std::cell::LazyCell;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::measurement;

/// A vertebra, or the disc space between two neighbours.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Level {
    /// The vertebra, or the upper one of two.
    pub upper: Vertebra,
    /// The lower one of two.
    pub lower: Option<Vertebra>,
    /// The bytes that name it.
    pub range: Range<usize>,
}

/// One vertebra: its part of the spine (`C`, `T`, `L`, `S`) and number from above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertebra(pub char, pub u8);

impl Vertebra {
    /// Its number from above, through the whole spine.
    pub fn number(self) -> u8 {
        let before = match self.0 {
            'C' => 0,
            'T' => 7,
            'L' => 19,
            _ => 24,
        };
        before + self.1
    }
}

impl Level {
    /// Whether a finding here is one at the other level: the same vertebra or disc, or one of those that `C2 to C7` spans.
    pub fn meets(&self, other: &Self) -> bool {
        (self.upper == other.upper && self.lower == other.lower) || self.spans(other) || other.spans(self)
    }

    /// Whether one statement can be of both: the same disc space, or, when one is a vertebra or a range, a vertebra in common.
    pub fn touches(&self, other: &Self) -> bool {
        let span = |level: &Self| (level.upper.number(), level.lower.unwrap_or(level.upper).number());
        let (ours, theirs) = (span(self), span(other));
        let is_disc = |(upper, lower): (u8, u8)| lower == upper + 1;
        if is_disc(ours) && is_disc(theirs) {
            return ours == theirs;
        }
        let is_range = |(upper, lower): (u8, u8)| lower > upper + 1;
        if is_disc(ours) && is_range(theirs) || is_range(ours) && is_disc(theirs) {
            // C2-C3 is not among the discs from C3 to C6.
            return ours.0 < theirs.1 && theirs.0 < ours.1;
        }
        ours.0 <= theirs.1 && theirs.0 <= ours.1
    }

    /// Whether it is a range of many levels and the other lies in it.
    fn spans(&self, other: &Self) -> bool {
        let Some(last) = self.lower.filter(|last| last.number() > self.upper.number() + 1) else {
            return false;
        };
        let other_last = other.lower.unwrap_or(other.upper);
        self.upper.number() <= other.upper.number() && other_last.number() <= last.number()
    }
}

static LEVEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b((?-i:[CTDLSctdls]))[ -]?(\d{1,2})(?:\s?(?:[-/\u{2013}]|to)\s?((?-i:[CTDLSctdls]))?(\d{1,2}))?\b")
        .expect("level pattern")
});
static SPINE_WORD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\W*(?:vertebra\w*|level|bod(?:y|ies)|dis[ck]s?|nerve|root|spinous|transverse|pedicle|rib)\b",
    )
    .expect("spine word pattern")
});

/// Every level that a text names; `L3-L4 to L5-S1` is one that spans the levels between as well.
pub fn find(text: &str) -> Vec<Level> {
    let mut levels: Vec<Level> = Vec::new();
    for level in named(text) {
        let joined = levels.last().is_some_and(|before| {
            let between = text[before.range.end..level.range.start].trim();
            // "L4 L5 disc": a vertebra and the next below it, with nothing between.
            let next = before.lower.is_none()
                && level.lower.is_none()
                && level.upper.number() == before.upper.number() + 1;
            between.is_empty() && next
                || between.eq_ignore_ascii_case("to")
                || between.eq_ignore_ascii_case("through")
        });
        match levels.last_mut() {
            Some(before) if joined => {
                before.lower = Some(level.lower.unwrap_or(level.upper));
                before.range.end = level.range.end;
            }
            _ => levels.push(level),
        }
    }
    levels
}

/// Every level by itself.
fn named(text: &str) -> Vec<Level> {
    // "Dehiscence L 2 mm", "Baker's 5 x 2 cm": a number of a size is no vertebra.
    let sizes = LazyCell::new(|| measurement::find(text));
    LEVEL
        .captures_iter(text)
        .filter_map(|captures| {
            let range = captures.get(0)?.range();
            let number = captures.get(2)?.start();
            let apart = text[captures.get(1)?.end()..number].contains(' ');
            if apart && sizes.iter().any(|size| size.range.contains(&number)) {
                return None;
            }
            let upper = vertebra(captures.get(1)?.as_str(), captures.get(2)?.as_str())?;
            let lower = captures.get(4).and_then(|number| {
                let part = captures
                    .get(3)
                    .map_or(captures.get(1).map_or("", |part| part.as_str()), |part| {
                        part.as_str()
                    });
                below(upper, part, number.as_str(), captures.get(3).is_some())
            });
            let weighting =
                upper.0 == 'T' && upper.1 <= 2 && lower.is_none_or(|lower| lower.0 == 'T' && lower.1 <= 3);
            if weighting && !SPINE_WORD.is_match(&text[range.end..]) {
                return None;
            }
            Some(Level { upper, lower, range })
        })
        .collect()
}

fn vertebra(part: &str, number: &str) -> Option<Vertebra> {
    let part = match part.chars().next()?.to_ascii_uppercase() {
        'D' => 'T',
        other => other,
    };
    let number: u8 = number.parse().ok()?;
    let last = match part {
        'C' => 7,
        'T' => 12,
        'L' => 6,
        _ => 5,
    };
    (1..=last).contains(&number).then_some(Vertebra(part, number))
}

/// The lower vertebra of `L5-S1`, `L4-5` or `L5/1`.
fn below(upper: Vertebra, part: &str, number: &str, named: bool) -> Option<Vertebra> {
    let same = vertebra(part, number)?;
    if named || same.1 > upper.1 {
        return Some(same);
    }
    let next = match upper.0 {
        'C' => "T",
        'T' => "L",
        _ => "S",
    };
    vertebra(next, number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, levels: &[&str]) {
        let found: Vec<String> = find(text)
            .into_iter()
            .map(|level| {
                let lower = level
                    .lower
                    .map(|lower| format!("-{}{}", lower.0, lower.1))
                    .unwrap_or_default();
                format!("{}{}{lower}", level.upper.0, level.upper.1)
            })
            .collect();
        assert_eq!(found, levels, "{text}");
    }

    #[test]
    fn levels_are_read_in_every_way_they_are_written() {
        check("L4-L5 disc, L5/S1 disc", &["L4-L5", "L5-S1"]);
        check("C5-6 and C6/7", &["C5-C6", "C6-C7"]);
        check("L5-1", &["L5-S1"]);
        check("D12 vertebra", &["T12"]);
        check("L4 L5 disc, c6 c7 bulge and L5 S1", &["L4-L5", "C6-C7", "L5-S1"]);
        check("C3 C5 and C6", &["C3", "C5", "C6"]);
    }

    #[test]
    fn a_range_meets_every_level_within_it() {
        let one = |text: &str| find(text).remove(0);
        assert!(one("C2 to C7").meets(&one("C4-C5")));
        assert!(one("C4-C5").meets(&one("C2-C7")));
        assert!(!one("C2 to C4").meets(&one("C4-C5")));
        assert!(!one("L4-L5").meets(&one("L5")));
        assert!(one("L3-L4 to L5-S1").meets(&one("L4-L5")));
        assert!(!one("L3-L4 to L5-S1").meets(&one("L2-L3")));
    }

    #[test]
    fn weightings_are_not_levels() {
        check("T2 hyperintense on T1 and T2 weighted images", &[]);
        check("T2 vertebra", &["T2"]);
        check("T1-T2 weighted", &[]);
        check("T1-T12", &["T1-T12"]);
        check("T12 fracture", &["T12"]);
    }
}
