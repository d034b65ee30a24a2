//! Sizes that the impression gives on the other side than the findings.

use super::super::fact;
use super::super::sheet::{Line, Sheet};
use super::super::{Flag, FlagKind};
use super::impression::GONE;
use super::{COMPARES, change, marks, opposite, word};
use crate::section::SectionKind;
use crate::side::{Mark, Side};

/// The very size that the findings give on the other side alone: `left 9 mm, right 4 mm` the wrong way round.
pub(super) fn against_findings(sheet: &Sheet<'_>) -> Vec<Flag> {
    let found: Vec<Sized<'_, '_>> = sheet.section(SectionKind::Findings).flat_map(sized).collect();
    let mut flags = Vec::new();
    for line in sheet.section(SectionKind::Impression) {
        if COMPARES.is_match(&line.lower) || GONE.is_match(&line.lower) {
            continue;
        }
        for said in sized(line) {
            let same: Vec<&Sized<'_, '_>> = found
                .iter()
                .filter(|other| other.has(&said.value) && other.is_like(&said))
                .collect();
            let elsewhere = !same.is_empty() && same.iter().all(|other| other.side == opposite(said.side));
            let Some(mark) = said.mark.filter(|_| elsewhere && said.side != Side::Bilateral) else {
                continue;
            };
            flags.push(line.flag(
                FlagKind::LateralityMismatch,
                &mark.range,
                format!(
                    "The impression gives this size on the {}, the findings on the {}.",
                    word(mark.side),
                    word(opposite(mark.side))
                ),
                change(line, &mark.range, opposite(mark.side)),
            ));
        }
    }
    flags
}

/// A size, its side, and the side word that goes with it; none where the side is that of a heading.
struct Sized<'s, 'r> {
    line: &'s Line<'r>,
    side: Side,
    mark: Option<Mark>,
    value: Vec<i64>,
}

impl Sized<'_, '_> {
    /// Whether it is this size, of which the largest dimension may be all that is told: `29 x 27 mm` and `29 mm`.
    fn has(&self, said: &[i64]) -> bool {
        self.value == said || matches!(said, [largest] if self.value.iter().max() == Some(largest))
    }

    /// Whether the sentences name a structure or a kind of finding in common.
    fn is_like(&self, other: &Self) -> bool {
        let (ours, theirs) = (&self.line.reading, &other.line.reading);
        let place = ours
            .subjects
            .iter()
            .any(|one| theirs.subjects.iter().any(|at| fact::related(one, at)));
        let kind = ours.claims.iter().any(|claim| {
            !claim.denied
                && theirs
                    .claims
                    .iter()
                    .any(|at| !at.denied && at.kind.id == claim.kind.id)
        });
        place && (kind || ours.claims.is_empty() || theirs.claims.is_empty())
            || kind && (ours.subjects.is_empty() || theirs.subjects.is_empty())
    }
}

/// The sizes of a sentence, each with the nearest side word of its part of the sentence, else the only one of the sentence.
fn sized<'s, 'r>(line: &'s Line<'r>) -> Vec<Sized<'s, 'r>> {
    let marks = marks(line);
    let only = match marks.as_slice() {
        [mark] => Some(mark),
        _ => None,
    };
    line.measurements
        .iter()
        .filter_map(|measurement| {
            let values = measurement.millimetres()?;
            let between = |mark: &&Mark| {
                let gap = if mark.range.end <= measurement.range.start {
                    mark.range.end..measurement.range.start
                } else {
                    measurement.range.end..mark.range.start.max(measurement.range.end)
                };
                let gap = &line.lower[gap];
                !gap.contains([';', '.']) && !gap.contains(" and ") && !gap.contains(char::is_numeric)
            };
            let before = marks
                .iter()
                .rev()
                .find(|mark| mark.range.end <= measurement.range.start)
                .filter(between);
            let behind = || {
                marks
                    .iter()
                    .find(|mark| mark.range.start >= measurement.range.end)
                    .filter(between)
                    .filter(|mark| {
                        !line.lower[measurement.range.end..mark.range.start].contains([',', '(', ')'])
                    })
            };
            // `13 mm right, 11 mm left`
            let follows = || {
                let next = marks
                    .iter()
                    .find(|mark| mark.range.start >= measurement.range.end)?;
                let is_next = line.lower[measurement.range.end..next.range.start] == *" ";
                let rest = &line.lower[next.range.end..];
                let ends = rest.is_empty() || rest.starts_with([',', ')', ';', '.']);
                (is_next && ends).then_some(next)
            };
            let mark = only.or_else(follows).or(before).or_else(behind);
            let of_heading = line
                .under
                .filter(|_| marks.is_empty() && !line.text.contains(':'));
            Some(Sized {
                line,
                side: mark.map(|mark| mark.side).or(of_heading)?,
                mark: mark.cloned(),
                value: values.iter().map(|value| (value * 10.0).round() as i64).collect(),
            })
        })
        .collect()
}
