//! Right and left: between findings and impression, within the findings, and between the study's name and the text.

mod within;

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::fact::{self, Fact};
use super::sheet::{Line, Sheet};
use super::{Fix, Flag, FlagKind};
use crate::anatomy;
use crate::reading::Subject;
use crate::section::SectionKind;
use crate::side::{self, Mark, Side};

/// The side towards which something is shifted or deviated is not its side.
static DIRECTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:to|towards?|onto|into)\s+(?:the\s+)?(right|left)\b(?:\s+(?:side|of midline))?|\b(?:right|left)wards?\b|\bto[- ](?:right|left)\b").expect("pattern")
});
static MOVES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:shift\w*|deviat\w*|displac\w*|push\w*|pulled|bowing|bowed|convex\w*|herniat\w*|scoliosis|\w+scoliosis|tilt\w*|curv\w*|radiat\w*|extend\w*|cross\w*|mass effect|spur)\b").expect("pattern")
});
/// Words by which a sentence speaks of the other side on purpose.
static COMPARES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:contralateral|ipsilateral|opposite|other side|compar\w*|than (?:the|on)|versus|vs|asymmetr\w*|symmetr\w*|prior|previous\w*|history of|h/o|status post|s/p|dominant|dominance|non[- ]?dominant|decubitus|handed|side down)\b").expect("pattern")
});

/// Every flag of sides, at most one a sentence.
pub(super) fn check(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags = against_findings(sheet);
    flags.extend(against_all(sheet));
    flags.extend(directions(sheet));
    flags.extend(within::within_labels(sheet));
    flags.extend(within::within_findings(sheet));
    flags.extend(within::against_study(sheet));
    let mut seen: Vec<Range<usize>> = Vec::new();
    flags.retain(|flag| {
        let line = sheet
            .lines
            .iter()
            .map(Line::range)
            .find(|range| range.contains(&flag.range.start));
        let fresh = line.as_ref().is_none_or(|line| !seen.contains(line));
        seen.extend(line);
        fresh
    });
    flags
}

fn word(side: Side) -> &'static str {
    match side {
        Side::Right => "right",
        Side::Left => "left",
        Side::Bilateral => "both",
    }
}

fn opposite(side: Side) -> Side {
    match side {
        Side::Right => Side::Left,
        Side::Left => Side::Right,
        Side::Bilateral => Side::Bilateral,
    }
}

/// The side words of a sentence that tell where something is, without those that tell where to it moves.
pub(super) fn marks(line: &Line<'_>) -> Vec<Mark> {
    let moves = MOVES.is_match(&line.lower);
    let directions: Vec<Range<usize>> = if moves {
        DIRECTION
            .find_iter(&line.lower)
            .map(|found| found.range())
            .collect()
    } else {
        Vec::new()
    };
    side::find(line.text)
        .into_iter()
        .filter(|mark| {
            let rest = &line.lower[mark.range.end..];
            let part = [
                "ventricular",
                " ventric",
                " atri",
                " heart",
                " main",
                " coronary",
                " anterior descending",
                " circumflex",
                " shift",
                " dominan",
                " upper quadrant",
                " lower quadrant",
                " iliac fossa",
                " hand",
            ];
            !directions.iter().any(|range| range.contains(&mark.range.start))
                && !part.iter().any(|part| rest.starts_with(part))
        })
        .collect()
}

/// The sides that a fact is of: of its clause, else of its sentence up to the semicolons around it.
fn sides(line: &Line<'_>, fact: &Fact) -> Vec<Side> {
    let start = line.lower[..fact.named.start].rfind(';').map_or(0, |at| at + 1);
    let end = line.lower[fact.named.end..]
        .find(';')
        .map_or(line.text.len(), |at| fact.named.end + at);
    let mut marks = marks(line);
    marks.retain(|mark| (start..end).contains(&mark.range.start));
    let of_marks = |range: &Range<usize>| -> Vec<Side> {
        let mut sides: Vec<Side> = marks
            .iter()
            .filter(|mark| range.contains(&mark.range.start) || mark.side == Side::Bilateral)
            .map(|mark| mark.side)
            .collect();
        sides.sort();
        sides.dedup();
        sides
    };
    let clause = of_marks(&fact.clause);
    if clause.is_empty() {
        of_marks(&(start..end))
    } else {
        clause
    }
}

/// A finding of the past, which the impression may name beside today's.
static GONE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:prior|previous(?:ly)?|earlier|resol(?:ved|ution|ving)|history of|h/o|status post|s/p|post|removed|no longer)\b").expect("pattern")
});
/// Nothing is wrong on the side that a sentence names.
static NEGATIVE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:normal\w*|negative|unremarkable|clear|no|without|intact|spared|resol\w+|patent|aerated|free|not|bi-?rads 1|bi-?rads 2|old|chronic|healed|within)\b").expect("pattern")
});

fn both(sides: &[Side]) -> bool {
    sides.contains(&Side::Bilateral) || sides.contains(&Side::Right) && sides.contains(&Side::Left)
}

/// Structures that can tell two findings apart: not a whole region.
fn meets_in_place(left: &Fact, right: &Fact) -> bool {
    left.subjects.iter().any(|one| {
        right
            .subjects
            .iter()
            .any(|other| fact::related(one, other) || same_family(one, other))
    })
}

/// The kidney and its pelvis, the ureter and the kidney: one tract speaks of one side.
fn same_family(left: &Subject, right: &Subject) -> bool {
    let lexicon = anatomy::lexicon();
    let parent = |subject: &Subject| {
        let parent = lexicon.get(subject.structure.parent.as_deref()?)?;
        parent.paired.then_some(&parent.id)
    };
    matches!((parent(left), parent(right)), (Some(one), Some(other)) if one == other)
}

/// A side of the impression that the same finding has nowhere in the findings.
fn against_findings(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags = Vec::new();
    let findings: Vec<&Fact> = sheet
        .facts(SectionKind::Findings)
        .filter(|fact| !fact.denied && !fact.unsure)
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
        let told = sides(line, said);
        let [side] = told.as_slice() else { continue };
        let Some(found) = sides_found(sheet, &findings, said) else {
            continue;
        };
        let agrees = found.contains(side) || both(&found);
        let widened = *side == Side::Bilateral && !both(&found);
        if (agrees && !widened) || found.is_empty() {
            continue;
        }
        // Both sides are said too much only when the findings clear the other one.
        if widened
            && !sheet
                .section(SectionKind::Findings)
                .any(|line| clears(line, &found))
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
fn against_all(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut found: Vec<Side> = Vec::new();
    for line in sheet.section(SectionKind::Findings) {
        if !NEGATIVE.is_match(&line.lower) || line.reading.is_abnormal() {
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
        if COMPARES.is_match(&line.lower) || NEGATIVE.is_match(&line.lower) {
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

/// Whether a sentence calls the other side normal, or the finding one of this side only.
fn clears(line: &Line<'_>, found: &[Side]) -> bool {
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
fn sides_found(sheet: &Sheet<'_>, findings: &[&Fact], said: &Fact) -> Option<Vec<Side>> {
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
    for (group, usable) in [
        (same, true),
        (near, true),
        (placed, true),
        (all, unplaced || findings.len() <= 3),
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
        return Some(found);
    }
    None
}

fn mark_of(line: &Line<'_>, fact: &Fact, side: Side) -> Option<Mark> {
    let marks = marks(line);
    let of_side = |mark: &&Mark| mark.side == side;
    marks
        .iter()
        .filter(of_side)
        .find(|mark| fact.clause.contains(&mark.range.start))
        .or_else(|| marks.iter().find(of_side))
        .cloned()
}

/// The other side in the writing of the one that stands there: `Right` becomes `Left`.
fn change(line: &Line<'_>, range: &Range<usize>, side: Side) -> Option<Fix> {
    let written = &line.text[range.clone()];
    let lower = written.to_lowercase();
    let new = match lower.as_str() {
        "right" | "left" => word(side).to_owned(),
        "rt" => "lt".to_owned(),
        "lt" => "rt".to_owned(),
        _ => return None,
    };
    let replacement = if written.chars().all(|c| c.is_uppercase()) {
        new.to_uppercase()
    } else if written.starts_with(char::is_uppercase) {
        new[..1].to_uppercase() + &new[1..]
    } else {
        new.clone()
    };
    Some(Fix {
        range: line.at(range),
        replacement,
        label: format!("Change to {new}"),
    })
}

/// `Midline shift to the right` in the findings, `to the left` in the impression.
fn directions(sheet: &Sheet<'_>) -> Vec<Flag> {
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
