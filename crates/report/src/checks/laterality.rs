//! Right and left: between findings and impression, within the findings, and between the study's name and the text.

mod direction;
mod impression;
mod segment;
mod size;
mod within;

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::fact::{self, Fact};
use super::sheet::{Line, Sheet};
use super::{Fix, Flag};
use crate::anatomy::{self, Region};
use crate::reading::Subject;
use crate::side::{self, Mark, Side};

/// The side towards which something is shifted or deviated is not its side.
static DIRECTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:to|towards?|onto|into)\s+(?:the\s+)?(right|left)\b(?:\s+(?:side|of midline))?|\b(?:right|left)wards?\b|\bto[- ](?:right|left)\b").expect("pattern")
});
static MOVES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:shift\w*|deviat\w*|displac\w*|push\w*|pulled|bowing|bowed|convex\w*|herniat\w*|scoliosis|\w+scoliosis|tilt\w*|curv\w*|radiat\w*|extend\w*|cross\w*|mass effect|spur)\b").expect("pattern")
});
/// What the healthy side does for the other: `left renal agenesis with compensatory hypertrophy of the right kidney` is of the left.
static COMPENSATES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\bcompensatory (?:hypertroph\w+|hyperinflation|enlargement|hyperplasia) (?:of|in) (?:the )?$",
    )
    .expect("pattern")
});
/// Words by which a sentence speaks of the other side on purpose.
static COMPARES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:contralateral|ipsilateral|opposite|other side|compar\w*|than (?:the|on)|versus|vs|asymmetr\w*|symmetr\w*|prior|previous\w*|history of|h/o|status post|s/p|dominant|dominance|non[- ]?dominant|decubitus|handed|side down)\b").expect("pattern")
});

/// Every flag of sides, at most one a sentence.
pub(super) fn check(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags = impression::against_findings(sheet);
    flags.extend(size::against_findings(sheet));
    flags.extend(impression::against_all(sheet));
    flags.extend(direction::directions(sheet));
    flags.extend(within::within_labels(sheet));
    flags.extend(within::within_findings(sheet));
    flags.extend(within::against_study(sheet));
    let told_by_segment = segment::told(sheet);
    flags.retain(|flag| !told_by_segment.contains(&flag.range.start));
    let mut seen: Vec<Range<usize>> = Vec::new();
    flags.retain(|flag| {
        let line = sheet
            .lines()
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
    line.marks.clone()
}

/// The same of a sentence that is still to be read.
pub(super) fn marks_of(text: &str, lower: &str) -> Vec<Mark> {
    let moves = MOVES.is_match(lower);
    let directions: Vec<Range<usize>> = if moves {
        DIRECTION.find_iter(lower).map(|found| found.range()).collect()
    } else {
        Vec::new()
    };
    side::find(text)
        .into_iter()
        .filter(|mark| {
            let rest = &lower[mark.range.end..];
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
                " handed",
                " hand side",
            ];
            // `Extends to the right of midline` is on the right.
            let from_midline = rest.starts_with(" of midline") || rest.starts_with(" of the midline");
            !COMPENSATES.is_match(&lower[..mark.range.start])
                && (from_midline || !directions.iter().any(|range| range.contains(&mark.range.start)))
                && ([" ventriculomegaly", " atrium of the lateral"]
                    .iter()
                    .any(|own| rest.starts_with(own))
                    || !part.iter().any(|part| rest.starts_with(part)))
        })
        .collect()
}

/// `Bilateral necrosis: right stage III with collapse and effusion, left stage II`: behind the colon each side is told by itself.
fn told_apart(line: &Line<'_>, marks: &[Mark], fact: &Fact) -> Option<Side> {
    let both = marks.iter().find(|mark| mark.side == Side::Bilateral)?;
    let from = both.range.end + line.lower.get(both.range.end..fact.named.start)?.find(':')?;
    let one_side = |mark: &&Mark| mark.side != Side::Bilateral;
    // "A cyst on the left and thickening on the right".
    let behind = |mark: &&Mark| {
        let between = line.lower.get(fact.named.end..mark.range.start);
        one_side(mark)
            && fact.clause.contains(&mark.range.start)
            && between.is_some_and(|text| !text.contains(',') && !text.contains(" and "))
    };
    let before = |mark: &&Mark| one_side(mark) && (from..fact.named.start).contains(&mark.range.start);
    let told = marks.iter().find(behind).or_else(|| marks.iter().rfind(before));
    told.map(|mark| mark.side)
}

/// Whether a side is that of something that is denied: `left infarct without right sided haemorrhage` tells of the left. A side behind what
/// is denied may be the finding's own: `mass without necrosis in the left kidney`.
fn is_of_denied(line: &Line<'_>, mark: &Mark) -> bool {
    let mut denied = line.reading.claims.iter().filter(|claim| claim.denied);
    denied.any(|claim| {
        line.scopes.iter().any(|scope| {
            scope.reach.contains(&claim.named.start)
                && scope.cue.end <= mark.range.start
                && mark.range.end <= claim.named.end
        })
    })
}

/// The sides that a fact is of: of its clause, else of its sentence up to the semicolons around it.
fn sides(line: &Line<'_>, fact: &Fact) -> Vec<Side> {
    let start = line.lower[..fact.named.start].rfind(';').map_or(0, |at| at + 1);
    let end = line.lower[fact.named.end..]
        .find(';')
        .map_or(line.text.len(), |at| fact.named.end + at);
    let mut marks = marks(line);
    marks.retain(|mark| (start..end).contains(&mark.range.start));
    if !fact.denied {
        marks.retain(|mark| !is_of_denied(line, mark));
    }
    if let Some(side) = told_apart(line, &marks, fact) {
        return vec![side];
    }
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
    if !clause.is_empty() {
        return clause;
    }
    let told = of_marks(&(start..end));
    // `LEFT KNEE`, and a line below `ACL: partial tear`.
    let can_be_sided = fact
        .subjects
        .iter()
        .all(|at| at.structure.paired || at.structure.region == Region::Musculoskeletal);
    if told.is_empty() && line.marks.is_empty() && can_be_sided {
        return line.under.into_iter().collect();
    }
    told
}

/// Nothing is wrong on the side that a sentence names.
static NEGATIVE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:normal\w*|negative|unremarkable|clear|no|without|intact|spared|resol\w+|patent|aerated|free|not|bi-?rads 1|bi-?rads 2|old|chronic|healed|within)\b").expect("pattern")
});

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
