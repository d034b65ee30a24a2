//! Sides of the impression that the findings do not have.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::fact::{self, Fact};
use super::super::place;
use super::super::sheet::{Line, Sheet};
use super::super::{Flag, FlagKind};
use super::{
    COMPARES, NEGATIVE, change, is_of_denied, mark_of, marks, meets_in_place, opposite, sides, word,
};
use crate::section::SectionKind;
use crate::side::Side;

/// A finding of the past, which the impression may name beside today's.
pub(super) static GONE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:prior|previous(?:ly)?|earlier|resol(?:ved|ution|ving)|cleared|disappeared|regressed|history of|h/o|status post|s/p|post|removed|no longer)\b").expect("pattern")
});
/// `Right hemicolectomy`: the side is the operation's.
static OPERATED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b\w+(?:ectomy|ostomy|otomy|plasty|pexy)\b|\bgraft\b|\bbypass\b").expect("pattern")
});
fn both(sides: &[Side]) -> bool {
    sides.contains(&Side::Bilateral) || sides.contains(&Side::Right) && sides.contains(&Side::Left)
}

/// The side of a finding when its clause names several: of the piece in which it stands, `consolidation of the right upper lobe | with
/// spread in both lungs`, else the one before it, `right tonsillar mass with a left node`.
fn own_sides(line: &Line<'_>, said: &Fact) -> Vec<Side> {
    let told = sides(line, said);
    if told.len() < 2 {
        return told;
    }
    let of = |range: Range<usize>| -> Vec<Side> {
        let mut sides: Vec<Side> = marks(line)
            .into_iter()
            .filter(|mark| range.contains(&mark.range.start) && !is_of_denied(line, mark))
            .map(|mark| mark.side)
            .collect();
        sides.dedup();
        sides
    };
    let with = |text: &str| text.find(" with ").unwrap_or(text.len());
    let from = line.lower[said.clause.start..said.named.start]
        .rfind(" with ")
        .map_or(said.clause.start, |at| said.clause.start + at);
    let to = said.named.end + with(&line.lower[said.named.end..said.clause.end.max(said.named.end)]);
    let before = of(said.clause.start..said.named.start);
    match (of(from..to).as_slice(), before.as_slice()) {
        ([side], _) => vec![*side],
        (_, [side]) if !told.contains(&Side::Bilateral) => vec![*side],
        _ => told,
    }
}

/// Whether the sentence names a lobe of the lung of which the findings name that of the other side alone.
fn is_lobe_of_other_side(sheet: &Sheet<'_>, line: &Line<'_>, side: Side) -> bool {
    ["upper lobe", "middle lobe", "lower lobe"].iter().any(|lobe| {
        let named = |line: &Line<'_>, side: Side| line.lower.contains(&format!("{} {lobe}", word(side)));
        let mut findings = sheet.section(SectionKind::Findings);
        let either = |line: &Line<'_>| {
            line.lower.contains(&format!("both {lobe}")) || line.lower.contains(&format!("bilateral {lobe}"))
        };
        named(line, side)
            && sheet
                .section(SectionKind::Findings)
                .any(|line| line.reading.is_abnormal() && named(line, opposite(side)))
            && !findings.any(|line| named(line, side) || either(line))
    })
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
        // Of a sentence with several sides one can be sure only where the findings have nothing there.
        let several = sides(line, said).len() > 1;
        if several && speaks_of(sheet, said, *side) && !is_lobe_of_other_side(sheet, line, *side) {
            continue;
        }
        let Some((found, certain)) = sides_found(sheet, &findings, said) else {
            continue;
        };
        // Another kind of finding tells the side only when the findings have nothing at all on the side that is said.
        // A tract has limbs on either side.
        let branches = said.kind.id == "fistula";
        if (!certain || branches) && *side != Side::Bilateral && speaks_of(sheet, said, *side) {
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
                || sides(sheet.line(fact), fact).contains(side) && same_size(sheet.line(fact), line)
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
    let mut last: Option<&Line<'_>> = None;
    for line in sheet.section(SectionKind::Findings) {
        if line.opens || is_label(line) {
            label = marks(line)
                .first()
                .map(|mark| mark.side)
                .filter(|_| is_label(line));
        } else if line.reading.is_abnormal() {
            found.extend(label);
        }
        // "A loop of the left artery enters the canal without displacing the nerve" tells of the left one.
        let told = before_denial(&line.lower);
        if !NEGATIVE.is_match(told) || line.reading.is_abnormal() || GONE.is_match(&line.lower) {
            let own = marks(line).into_iter().filter(|mark| !is_of_denied(line, mark));
            found.extend(own.map(|mark| mark.side));
            found.extend(spread(&line.lower));
        }
        if marks(line).is_empty() && line.reading.is_abnormal() && !line.opens {
            found.extend(last.filter(|before| goes_on(line, before)).and_then(only_side));
        } else if !marks(line).is_empty() || line.opens {
            last = Some(line);
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
        // "RIGHT: Benign."
        if line.lower.contains("benign") && line.reading.claims.is_empty() {
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

/// What stands before a trailing denial.
fn before_denial(text: &str) -> &str {
    let end = [" without ", ", with no ", " with no "]
        .iter()
        .filter_map(|word| text.find(word))
        .min();
    &text[..end.unwrap_or(text.len())]
}

/// `Left kidney is normal in size. A 2 cm abscess is seen in its lower pole.`: the second sentence is of the side of the first.
fn goes_on(line: &Line<'_>, before: &Line<'_>) -> bool {
    let refers = [" its ", " it ", " their "]
        .iter()
        .any(|word| line.lower.contains(word))
        || line.lower.starts_with("it ");
    refers
        || line.reading.subjects.iter().any(|at| {
            before
                .reading
                .subjects
                .iter()
                .any(|place| place.structure.paired && fact::related(at, place))
        })
}

fn only_side(line: &Line<'_>) -> Option<Side> {
    match marks(line).as_slice() {
        [first, rest @ ..] if rest.iter().all(|mark| mark.side == first.side) => Some(first.side),
        _ => None,
    }
}

/// The sides into which something goes on: `a second tract extends to the right` speaks of the right too.
fn spread(text: &str) -> Option<Side> {
    static SPREADS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:extend|extension|cross|reach|track|run|cours|spread|branch|continu)\w*\b[^.;]{0,24}\b(?:to|towards?|into|onto)\s+(?:the\s+)?(?:(right)|left)\b").expect("pattern")
    });
    let found = SPREADS.captures(text)?;
    Some(if found.get(1).is_some() {
        Side::Right
    } else {
        Side::Left
    })
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
            let marks = marks(line);
            let told = marks
                .iter()
                .any(|mark| mark.side == side || mark.side == Side::Bilateral);
            told || marks.is_empty() && line.under == Some(side)
        })
        .any(|line| {
            said.subjects.is_empty()
                || said.inherited
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

/// The sides of the findings that can be the one said, and whether they are certainly the same finding.
fn sides_found(sheet: &Sheet<'_>, findings: &[&Fact], said: &Fact) -> Option<(Vec<Side>, bool)> {
    let same: Vec<&&Fact> = findings
        .iter()
        .filter(|fact| {
            let in_lobe = || place::shares_lobe(&sheet.line(fact).lower, &sheet.line(said).lower);
            fact.concept.agrees(&said.concept) && meets_in_place(fact, said)
                || fact.kind.id == said.kind.id && in_lobe()
        })
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
    // A cavity in a lung full of nodules is found by its name.
    let is_cavity = |fact: &Fact| fact.kind.id == "cavity";
    let named: Vec<&&Fact> = findings
        .iter()
        .filter(|fact| is_cavity(said) && is_cavity(fact))
        .collect();
    let unplaced = said.subjects.is_empty() || said.subjects.iter().all(|subject| !subject.structure.paired);
    for (group, usable, certain) in [
        (named, true, true),
        (same, true, true),
        (near, true, false),
        // What names no place of its own may be elsewhere than the sentence before it.
        (placed, !said.inherited, false),
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
                // A trachea that is displaced to the left is no finding of the left.
                let mut paired = fact.subjects.iter().filter(|subject| subject.structure.paired);
                let inherited = paired.find_map(|subject| subject.side);
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
