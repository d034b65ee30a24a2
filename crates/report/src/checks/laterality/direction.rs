//! Where something is shifted or deviated to, in the findings and in the impression.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::sheet::{Line, Sheet};
use super::super::{Flag, FlagKind};
use super::{DIRECTION, MOVES, change, opposite, word};
use crate::section::SectionKind;
use crate::side::{self, Side};

/// `Midline shift to the right` in the findings, `to the left` in the impression.
pub(super) fn directions(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags = Vec::new();
    for said in sheet.section(SectionKind::Impression) {
        for (what, range, side) in moved(said) {
            let mut found: Vec<Side> = Vec::new();
            for line in sheet.section(SectionKind::Findings) {
                found.extend(
                    moved(line)
                        .into_iter()
                        .filter(|(other, ..)| *other == what)
                        .map(|(_, _, side)| side),
                );
            }
            if found.is_empty() || found.contains(&side) {
                continue;
            }
            let at = side::find(&said.text[range.clone()])
                .first()
                .map(|mark| range.start + mark.range.start..range.start + mark.range.end);
            let at = at.unwrap_or(range);
            flags.push(said.flag(
                FlagKind::LateralityMismatch,
                &at,
                format!(
                    "The impression says that the {what} is to the {}, the findings say to the {}.",
                    word(side),
                    word(opposite(side))
                ),
                change(said, &at, opposite(side)),
            ));
        }
    }
    flags
}

static MOVED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(midline|mediastin\w*|nasal septum|septum|septal|trachea\w*|scoliosis|uvula)\b")
        .expect("pattern")
});

/// What a sentence says to be moved, and where to.
fn moved(line: &Line<'_>) -> Vec<(&'static str, Range<usize>, Side)> {
    if !MOVES.is_match(&line.lower) {
        return Vec::new();
    }
    let Some(what) = MOVED.find(&line.lower) else {
        return Vec::new();
    };
    let what = match what.as_str() {
        "midline" => "midline shift",
        "nasal septum" | "septum" | "septal" => "septal deviation",
        "scoliosis" => "scoliosis",
        "uvula" => "uvula",
        other if other.starts_with("trachea") => "tracheal shift",
        _ => "mediastinal shift",
    };
    DIRECTION
        .find_iter(&line.lower)
        .map(|found| {
            let side = if found.as_str().contains("right") {
                Side::Right
            } else {
                Side::Left
            };
            (what, found.range(), side)
        })
        .take(1)
        .collect()
}
