//! How a finding changed since the study before: what the impression says of it and what the findings say, and spread that the
//! impression denies and the findings describe.

use std::sync::LazyLock;

use regex::Regex;

use super::super::fact::{self, Fact};
use super::super::sheet::{Line, Sheet};
use super::super::{Flag, FlagKind};
use super::quote;
use crate::negation;
use crate::section::SectionKind;
use crate::side;

/// What became of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Course {
    Same,
    Larger,
    Smaller,
    New,
}

static SAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:unchanged|stable|no (?:significant |appreciable |definite )*(?:interval )?change|not (?:significantly )?changed|similar (?:in size )?to (?:the )?prior)\b").expect("pattern")
});
static LARGER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:(?:has |have |had )?increased(?: in (?:size|number))|(?:has|have) (?:increased|grown|enlarged|progressed)|interval (?:increase|growth|enlargement|progression)|larger than|enlarged (?:since|compared|from)|increase in size|enlarging|growing)\b").expect("pattern")
});
static SMALLER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:decreased(?: in (?:size|number))|(?:has|have) (?:decreased|shrunk|regressed|reduced)|interval (?:decrease|reduction|regression|shrinkage)|smaller than|decrease in size|shrinking|shrunken since)\b").expect("pattern")
});
static NEW: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\bnew(?:ly (?:seen|developed))?\b").expect("pattern"));
/// `15 mm, previously 9 mm`; `from 9 mm to 15 mm`.
static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:previously|earlier|was|were|prior(?: size)?|compared (?:to|with)|as against)\b[^.;\d]{0,24}$",
    )
    .expect("pattern")
});

/// The impression speaks of other findings than the one before.
static OTHERS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:other|others|remaining|rest|remainder|otherwise|additional|further)\b")
        .expect("pattern")
});

/// An impression that says another course than the findings.
pub(super) fn changes(sheet: &Sheet<'_>, tell: &mut impl FnMut(Flag)) {
    for line in sheet.section(SectionKind::Impression) {
        if OTHERS.is_match(&line.lower) {
            continue;
        }
        let Some(said) = course(line) else { continue };
        let found: Vec<(&Line<'_>, Option<Course>)> = sheet
            .section(SectionKind::Findings)
            .filter(|other| is_of_same(sheet, line, other))
            .map(|other| (other, course(other)))
            .collect();
        // With several such findings the impression may speak of another one.
        let [(other, Some(course))] = found.as_slice() else {
            continue;
        };
        // What is new has also become larger for some.
        let agree = said == *course || !matches!(said, Course::Same) && matches!(course, Course::New);
        if !agree {
            tell(line.flag(
                FlagKind::Contradiction,
                &(0..line.text.len()),
                format!("The impression says another course than {}.", quote(other)),
                None,
            ));
        }
    }
}

/// What a sentence says to have become of its finding; nothing when it says two things.
fn course(line: &Line<'_>) -> Option<Course> {
    let scopes = &line.scopes;
    let says = |pattern: &Regex| {
        pattern
            .find_iter(&line.lower)
            .any(|found| !negation::denies(scopes, found.start()))
    };
    let mut told: Vec<Course> = [
        (&SAME, Course::Same),
        (&LARGER, Course::Larger),
        (&SMALLER, Course::Smaller),
        (&NEW, Course::New),
    ]
    .into_iter()
    .filter(|(pattern, course)| {
        if *course == Course::Same {
            pattern.is_match(&line.lower)
        } else {
            says(pattern)
        }
    })
    .map(|(_, course)| course)
    .collect();
    if let Some(measured) = measured(line)
        && !told.contains(&measured)
    {
        told.push(measured);
    }
    match told.as_slice() {
        [course] => Some(*course),
        _ => None,
    }
}

/// The course that two sizes of one sentence tell: today's, and the one before. A fifth of the size counts.
fn measured(line: &Line<'_>) -> Option<Course> {
    let [first, second] = line.measurements.as_slice() else {
        return None;
    };
    if !BEFORE.is_match(&line.lower[first.range.end..second.range.start]) {
        return None;
    }
    let (today, before) = (first.largest_millimetres()?, second.largest_millimetres()?);
    if today > before * 1.2 {
        Some(Course::Larger)
    } else if today < before / 1.2 {
        Some(Course::Smaller)
    } else {
        None
    }
}

/// Whether two sentences assert the same kind of finding of the same structure and side.
fn is_of_same(sheet: &Sheet<'_>, line: &Line<'_>, other: &Line<'_>) -> bool {
    let of = |at: usize| {
        sheet
            .every_fact()
            .filter(move |fact| sheet.line(fact).start == at && !fact.denied)
    };
    let sides = |line: &Line<'_>| {
        side::find(line.text)
            .into_iter()
            .map(|mark| mark.side)
            .collect::<Vec<_>>()
    };
    let (ours, theirs) = (sides(line), sides(other));
    let apart = !ours.is_empty() && !theirs.is_empty() && !ours.iter().any(|side| theirs.contains(side));
    !apart
        && of(line.start).any(|said| {
            of(other.start).any(|found| {
                said.kind.id == found.kind.id
                    && !said.describes
                    && said
                        .subjects
                        .iter()
                        .any(|at| found.subjects.iter().any(|place| fact::related(at, place)))
            })
        })
}

static SPREAD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\W*(?:there (?:is|are) )?no (?:(?:ct|mr|mri|imaging|definite|radiological) )*(?:evidence of |features of |sign of |signs of )?(?:distant )?(?:metastatic (?:disease|spread|lesions?)|metasta[st][ei]s|metastases)(?: (?:is|are) (?:seen|identified|noted|detected))?\W*$").expect("pattern")
});
static DEPOSIT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:new|suspicious|lytic|sclerotic|destructive|deposits?|metasta\w*)\b").expect("pattern")
});
static HARMLESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:cysts?|cystic|h(?:a?)emangiomas?|benign|infect\w*|granuloma\w*|calcified|fatty|focal fat|unchanged|stable|inflammat\w*|degenerat\w*|bone islands?|ground[- ]glass|tree[- ]in[- ]bud|primary|not suspicious|fracture\w*|no)\b").expect("pattern")
});

/// `No metastatic disease` of findings that describe new lesions.
pub(super) fn spread(sheet: &Sheet<'_>, tell: &mut impl FnMut(Flag)) {
    const SEATS: &[&str] = &[
        "liver",
        "lung",
        "adrenal-gland",
        "spleen",
        "bone",
        "vertebral-body",
        "rib",
        "pelvic-bone",
        "brain-parenchyma",
        "peritoneum",
        "omentum",
        "skull",
        "femur",
        "sacrum",
    ];
    let lexicon = crate::anatomy::lexicon();
    let in_seat = |fact: &Fact| {
        fact.subjects
            .iter()
            .any(|at| SEATS.iter().any(|seat| lexicon.is_within(&at.structure.id, seat)))
    };
    for line in sheet
        .section(SectionKind::Impression)
        .filter(|line| SPREAD.is_match(&line.lower))
    {
        let found = sheet.facts(SectionKind::Findings).find(|fact| {
            let other = sheet.line(fact);
            fact.holds()
                && fact.kind.id == "lesion"
                && in_seat(fact)
                && DEPOSIT.is_match(&other.lower)
                && !HARMLESS.is_match(&other.lower)
        });
        if let Some(fact) = found {
            tell(line.flag(
                FlagKind::Contradiction,
                &(0..line.text.len()),
                format!("The findings describe {}.", quote(sheet.line(fact))),
                None,
            ));
        }
    }
}
