//! Sides of the impression that the findings do not have.

use std::sync::LazyLock;

use regex::Regex;

use super::super::fact::{self, Fact};
use super::super::sheet::{Line, Sheet};
use super::super::{Flag, FlagKind};
use super::{COMPARES, NEGATIVE, change, mark_of, marks, meets_in_place, opposite, sides, word};
use crate::section::SectionKind;
use crate::side::{Mark, Side};

/// A finding of the past, which the impression may name beside today's.
static GONE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:prior|previous(?:ly)?|earlier|resol(?:ved|ution|ving)|cleared|disappeared|regressed|history of|h/o|status post|s/p|post|removed|no longer)\b").expect("pattern")
});
/// `Right hemicolectomy`: the side is the operation's.
static OPERATED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b\w+(?:ectomy|ostomy|otomy|plasty|pexy)\b|\bgraft\b|\bbypass\b").expect("pattern")
});
fn both(sides: &[Side]) -> bool {
    sides.contains(&Side::Bilateral) || sides.contains(&Side::Right) && sides.contains(&Side::Left)
}

/// The side right before a finding when its clause names both: `right tonsillar mass with a left node`.
fn own_sides(line: &Line<'_>, said: &Fact) -> Vec<Side> {
    let told = sides(line, said);
    let before: Vec<Side> = marks(line)
        .into_iter()
        .filter(|mark| said.clause.contains(&mark.range.start) && mark.range.end <= said.named.start)
        .map(|mark| mark.side)
        .collect();
    match before.as_slice() {
        [side] if told.len() > 1 && !told.contains(&Side::Bilateral) => vec![*side],
        _ => told,
    }
}

/// A side of the impression that the same finding has nowhere in the findings.
pub(super) fn against_findings(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags = Vec::new();
    let findings: Vec<&Fact> = sheet
        .facts(SectionKind::Findings)
        // `Left implant: rupture` names the implant too.
        .filter(|fact| {
            let label = sheet.line(fact).lower[fact.named.end..].starts_with(':');
            !fact.denied && (!fact.unsure || label)
        })
        .filter(|fact| !matches!(fact.kind.id.as_str(), "shift" | "deviation" | "malalignment"))
        .collect();
    for said in sheet.facts(SectionKind::Impression) {
        let line = sheet.line(said);
        if matches!(said.kind.id.as_str(), "shift" | "deviation" | "malalignment") {
            continue;
        }
        if said.denied || said.unsure || GONE.is_match(&line.lower) || COMPARES.is_match(&line.lower) {
            continue;
        }
        let told = own_sides(line, said);
        let [side] = told.as_slice() else { continue };
        let Some((found, certain)) = sides_found(sheet, &findings, said) else {
            continue;
        };
        // Another kind of finding tells the side only when the findings have nothing at all on the side that is said.
        if !certain && *side != Side::Bilateral && speaks_of(sheet, said, *side) {
            continue;
        }
        let agrees = found.contains(side) || both(&found);
        let widened = *side == Side::Bilateral && !both(&found);
        if (agrees && !widened) || found.is_empty() {
            continue;
        }
        // Both sides are said too much only when the findings clear the other one.
        if widened
            && (!sheet
                .section(SectionKind::Findings)
                .any(|line| clears(line, &found, said))
                || findings
                    .iter()
                    .any(|fact| fact.concept.agrees(&said.concept) && other_sides(sheet, fact, &found)))
        {
            continue;
        }
        // The same kind of finding on that side, named by another part of the region.
        let elsewhere = findings.iter().any(|fact| {
            fact.kind.id == said.kind.id
                && sides(sheet.line(fact), fact).contains(side)
                && (same_region(fact, said) || same_size(sheet.line(fact), line))
        });
        if elsewhere && !widened {
            continue;
        }
        let Some(mark) = mark_of(line, said, *side) else {
            continue;
        };
        let other = found[0];
        let fix = (*side != Side::Bilateral).then(|| change(line, &mark.range, opposite(*side)));
        flags.push(line.flag(
            FlagKind::LateralityMismatch,
            &mark.range,
            format!(
                "The impression says {} here, the findings say {}.",
                line.text[mark.range.clone()].to_lowercase(),
                word(other)
            ),
            fix.flatten(),
        ));
    }
    flags
}

/// A side of an impression whose finding has another name there, when everything that the findings describe is on the other side.
pub(super) fn against_all(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut found: Vec<Side> = Vec::new();
    let mut label: Option<Side> = None;
    for line in sheet.section(SectionKind::Findings) {
        if line.opens || is_label(line) {
            label = marks(line)
                .first()
                .map(|mark| mark.side)
                .filter(|_| is_label(line));
        } else if line.reading.is_abnormal() {
            found.extend(label);
        }
        if !NEGATIVE.is_match(&line.lower) || line.reading.is_abnormal() || GONE.is_match(&line.lower) {
            found.extend(marks(line).into_iter().map(|mark| mark.side));
        }
    }
    found.sort();
    found.dedup();
    let [side @ (Side::Right | Side::Left)] = found.as_slice() else {
        return Vec::new();
    };
    let mut flags = Vec::new();
    for line in sheet.section(SectionKind::Impression) {
        let aside = [&COMPARES, &NEGATIVE, &GONE, &OPERATED];
        if aside.iter().any(|pattern| pattern.is_match(&line.lower)) {
            continue;
        }
        let marks = marks(line);
        let Some(mark) = marks.first() else { continue };
        if marks.iter().all(|mark| mark.side == opposite(*side)) {
            flags.push(line.flag(
                FlagKind::LateralityMismatch,
                &mark.range,
                format!(
                    "The impression says {}, the findings describe only the {}.",
                    word(opposite(*side)),
                    word(*side)
                ),
                change(line, &mark.range, *side),
            ));
        }
    }
    flags
}

/// `RIGHT: External canal is patent.`, `Left knee: ...`: what follows is of that side too.
fn is_label(line: &Line<'_>) -> bool {
    static LABEL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^\W*(?:right|left|rt|lt|both|bilateral)\b[^.:;,]{0,24}:").expect("pattern")
    });
    LABEL.is_match(&line.lower)
}

/// More words than `NEGATIVE` has for a side on which all is well.
static CLEAR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:freely|congruent|congruous|symmetr\w+|preserved|maintained|aligned|satisfactory|well[- ]\w+|smooth|in the scrotum)\b").expect("pattern")
});

/// Whether a finding is also of a side that was not found.
fn other_sides(sheet: &Sheet<'_>, fact: &Fact, found: &[Side]) -> bool {
    sides(sheet.line(fact), fact)
        .iter()
        .any(|side| !found.contains(side))
}

/// Whether the findings say anything but a normal of that side in the region of a finding.
fn speaks_of(sheet: &Sheet<'_>, said: &Fact, side: Side) -> bool {
    sheet
        .section(SectionKind::Findings)
        .filter(|line| {
            !NEGATIVE.is_match(&line.lower) && !CLEAR.is_match(&line.lower) || line.reading.is_abnormal()
        })
        .filter(|line| {
            marks(line)
                .iter()
                .any(|mark| mark.side == side || mark.side == Side::Bilateral)
        })
        .any(|line| {
            said.subjects.is_empty()
                || line.reading.subjects.iter().any(|place| {
                    said.subjects
                        .iter()
                        .any(|at| at.structure.region == place.structure.region)
                })
        })
}

/// Whether a sentence calls the other side normal, or the finding one of this side only.
fn clears(line: &Line<'_>, found: &[Side], said: &Fact) -> bool {
    let places = &line.reading.subjects;
    let about = said.subjects.is_empty()
        || places
            .iter()
            .any(|place| said.subjects.iter().any(|at| fact::related(place, at)));
    if !about {
        return false;
    }
    let [side @ (Side::Right | Side::Left)] = found else {
        return false;
    };
    let marks = marks(line);
    let of = |side| marks.iter().any(|mark| mark.side == side);
    NEGATIVE.is_match(&line.lower) && of(opposite(*side)) || line.lower.contains("only") && of(*side)
}

/// Whether the two sentences give one and the same measurement.
fn same_size(found: &Line<'_>, said: &Line<'_>) -> bool {
    said.measurements.iter().any(|measurement| {
        found.measurements.iter().any(|other| {
            other.largest_millimetres().is_some()
                && other.largest_millimetres() == measurement.largest_millimetres()
        })
    })
}

fn same_region(left: &Fact, right: &Fact) -> bool {
    left.subjects.is_empty()
        || right.subjects.iter().any(|one| {
            left.subjects
                .iter()
                .any(|other| one.structure.region == other.structure.region)
        })
}

/// The sides that the findings give for what the impression says; nothing when they do not tell for sure.
/// The sides of the findings that can be the one said, and whether they are certainly the same finding.
fn sides_found(sheet: &Sheet<'_>, findings: &[&Fact], said: &Fact) -> Option<(Vec<Side>, bool)> {
    let same: Vec<&&Fact> = findings
        .iter()
        .filter(|fact| fact.concept.agrees(&said.concept) && meets_in_place(fact, said))
        .collect();
    let near: Vec<&&Fact> = findings
        .iter()
        .filter(|fact| {
            fact.kind.id == said.kind.id && (meets_in_place(fact, said) || said.subjects.is_empty())
        })
        .collect();
    let placed: Vec<&&Fact> = findings
        .iter()
        .filter(|fact| meets_in_place(fact, said))
        .collect();
    let all: Vec<&&Fact> = findings.iter().collect();
    let unplaced = said.subjects.is_empty() || said.subjects.iter().all(|subject| !subject.structure.paired);
    for (group, usable, certain) in [
        (same, true, true),
        (near, true, false),
        (placed, true, false),
        (all, unplaced || findings.len() <= 3, false),
    ] {
        if group.is_empty() || !usable {
            continue;
        }
        let mut found = Vec::new();
        for fact in group {
            let sides = sides(sheet.line(fact), fact);
            if sides.is_empty() {
                // A finding without side can be of the side that the impression gives.
                let inherited = fact.subjects.iter().find_map(|subject| subject.side);
                match inherited {
                    Some(side) => found.push(side),
                    None if !fact.describes => return None,
                    None => {}
                }
            }
            found.extend(sides);
        }
        found.sort();
        found.dedup();
        return Some((found, certain));
    }
    None
}

/// The very size that the findings give on the other side alone: `left 9 mm, right 4 mm` the wrong way round.
pub(super) fn against_sizes(sheet: &Sheet<'_>) -> Vec<Flag> {
    let found: Vec<Sized<'_, '_>> = sheet.section(SectionKind::Findings).flat_map(sized).collect();
    let mut flags = Vec::new();
    for line in sheet.section(SectionKind::Impression) {
        if COMPARES.is_match(&line.lower) || GONE.is_match(&line.lower) {
            continue;
        }
        for said in sized(line) {
            let same: Vec<&Sized<'_, '_>> = found
                .iter()
                .filter(|other| other.value == said.value && other.is_like(&said))
                .collect();
            let elsewhere = !same.is_empty()
                && same
                    .iter()
                    .all(|other| other.mark.side == opposite(said.mark.side));
            if !elsewhere || said.mark.side == Side::Bilateral {
                continue;
            }
            flags.push(line.flag(
                FlagKind::LateralityMismatch,
                &said.mark.range,
                format!(
                    "The impression gives this size on the {}, the findings on the {}.",
                    word(said.mark.side),
                    word(opposite(said.mark.side))
                ),
                change(line, &said.mark.range, opposite(said.mark.side)),
            ));
        }
    }
    flags
}

/// A size and the side word that goes with it.
struct Sized<'s, 'r> {
    line: &'s Line<'r>,
    mark: Mark,
    value: Vec<i64>,
}

impl Sized<'_, '_> {
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
            let mark = only.or(before).or_else(behind)?;
            Some(Sized {
                line,
                mark: mark.clone(),
                value: values.iter().map(|value| (value * 10.0).round() as i64).collect(),
            })
        })
        .collect()
}
