//! Sides that differ within the findings, and between the study's name and the text.

use std::sync::LazyLock;

use regex::Regex;

use super::super::fact::{self, Fact};
use super::super::place;
use super::super::sheet::{Line, Sheet};
use super::super::{Flag, FlagKind};
use super::{COMPARES, NEGATIVE, mark_of, marks, meets_in_place, opposite, same_family, sides, word};
use crate::anatomy::{self, Region};
use crate::reading::Subject;
use crate::section::SectionKind;
use crate::side::{Mark, Side};

/// `Right kidney: ... in the left kidney`: a statement under the label of one side that names the same structure on the other.
pub(super) fn within_labels(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags = Vec::new();
    let mut label: Option<(Side, Subject, bool)> = None;
    for line in sheet.section(SectionKind::Findings) {
        let colon = line.lower.find(':').filter(|at| *at < 48);
        let head = colon.map(|at| &line.text[..at]);
        // A sentence that opens with a sided structure of its own leaves the label.
        let own = marks(line).first().is_some_and(|mark| mark.range.start < 5);
        if line.opens || own {
            label = None;
        }
        // A label in the midst of a paragraph holds for its own sentence.
        if label.as_ref().is_some_and(|(_, _, opens)| !opens) {
            label = None;
        }
        let mut from = 0;
        if let (Some(head), Some(colon)) = (head, colon) {
            let mut sides = marks(line);
            sides.retain(|mark| mark.range.end <= colon);
            let structure = anatomy::lexicon().find(head).into_iter().next_back();
            if let ([mark], Some(mention)) = (sides.as_slice(), structure)
                && mark.side != Side::Bilateral
                && !head.contains(',')
            {
                label = Some((
                    mark.side,
                    Subject {
                        structure: mention.structure,
                        side: Some(mark.side),
                    },
                    line.opens,
                ));
                from = colon;
            }
        }
        let Some((side, subject, _)) = &label else {
            continue;
        };
        if COMPARES.is_match(&line.lower) {
            continue;
        }
        let marks = marks(line);
        let body: Vec<&Mark> = marks.iter().filter(|mark| mark.range.start >= from).collect();
        let wrong = body.iter().find(|mark| mark.side == opposite(*side));
        let right = body
            .iter()
            .any(|mark| mark.side == *side || mark.side == Side::Bilateral);
        let names = line.reading.subjects.iter().any(|other| {
            other.side == Some(opposite(*side))
                && (fact::related(other, subject) || same_family(other, subject))
        });
        if let (Some(mark), false, true) = (wrong, right, names) {
            flags.push(line.flag(
                FlagKind::LateralityMismatch,
                &mark.range,
                format!(
                    "The heading says {}, the text under it says {}.",
                    word(*side),
                    word(opposite(*side))
                ),
                None,
            ));
        }
    }
    flags
}

/// `A calculus in the right kidney. The left renal calculus causes ...`: a finding taken up again on the other side.
pub(super) fn within_findings(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags = Vec::new();
    let findings: Vec<&Fact> = sheet
        .facts(SectionKind::Findings)
        .filter(|fact| !fact.unsure && !fact.describes)
        .filter(|fact| !fact.denied || is_presupposed(sheet, fact))
        .collect();
    for (index, later) in findings.iter().enumerate() {
        let line = sheet.line(later);
        let presupposed = is_presupposed(sheet, later);
        let taken_up = ["the ", "this ", "said ", "above "].iter().any(|word| {
            line.lower[..later.named.start]
                .rfind(word)
                .is_some_and(|at| at < 12)
        });
        let lead = &line.lower[..later.named.start];
        let is_far = || {
            const VERBS: &[&str] = &[
                "there ",
                " is ",
                " are ",
                " shows ",
                " show ",
                " has ",
                " measures ",
            ];
            lead.split_whitespace().count() > 5 || VERBS.iter().any(|verb| lead.contains(verb))
        };
        if !presupposed && (!taken_up || is_far()) || COMPARES.is_match(&line.lower) {
            continue;
        }
        let told = sides(line, later);
        let [side @ (Side::Right | Side::Left)] = told.as_slice() else {
            continue;
        };
        let before: Vec<Vec<Side>> = findings[..index]
            .iter()
            .filter(|fact| {
                fact.line != later.line
                    && !has_other_size(sheet.line(fact), line, later)
                    && !place::parts_apart(&sheet.line(fact).lower, &line.lower)
                    && (fact.concept == later.concept || head(sheet, fact) == head(sheet, later))
                    && meets_in_place(fact, later)
            })
            .map(|fact| sides(sheet.line(fact), fact))
            .collect();
        let on_other = !before.is_empty() && before.iter().all(|sides| sides.as_slice() == [opposite(*side)]);
        let again = findings[index + 1..].iter().any(|fact| {
            fact.concept == later.concept && sides(sheet.line(fact), fact).contains(&opposite(*side))
        });
        if on_other
            && !again
            && let Some(mark) = mark_of(line, later, *side)
        {
            flags.push(line.flag(
                FlagKind::LateralityMismatch,
                &mark.range,
                format!(
                    "This finding was described on the {} before, here it is on the {}.",
                    word(opposite(*side)),
                    word(*side)
                ),
                None,
            ));
        }
    }
    flags
}

/// `The right ovary is normal. No solid component in the right ovarian cyst`: what a denial looks into is there, on a side that is
/// called normal elsewhere.
fn is_presupposed(sheet: &Sheet<'_>, fact: &Fact) -> bool {
    static INTO: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:in|of|within|inside|around|beside|adjacent to) (?:the|this) (?:right|left) (?:[a-z]+ ){0,2}$").expect("pattern")
    });
    static TREATED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:repair\w*|fixation|replacement|prosthesis|bed|old|chronic|previous|prior|treated|operated|resect\w*)\b").expect("pattern")
    });
    let line = sheet.line(fact);
    if !fact.denied || !INTO.is_match(&line.lower[..fact.named.start]) || TREATED.is_match(&line.lower) {
        return false;
    }
    let told = sides(line, fact);
    let [side] = told.as_slice() else {
        return false;
    };
    let is_clear = |normal: &Subject| {
        normal.side == Some(*side) && fact.subjects.iter().any(|place| fact::related(place, normal))
    };
    sheet.section(SectionKind::Findings).any(|other| {
        let mut normals = other.reading.normals.iter();
        normals.any(|normal| normal.subjects.iter().any(is_clear))
    })
}

/// Whether the finding is told with a size (`the 5 mm nodule`) that the other sentence does not give: two, of which each is told.
fn has_other_size(before: &Line<'_>, line: &Line<'_>, later: &Fact) -> bool {
    let sizes = |line: &Line<'_>| -> Vec<Option<f64>> {
        let measured = line.measurements.iter();
        measured
            .map(|size| size.largest_millimetres())
            .filter(Option::is_some)
            .collect()
    };
    let own = line
        .measurements
        .iter()
        .filter(|size| size.range.end <= later.named.start)
        .find_map(|size| size.largest_millimetres());
    let others = sizes(before);
    own.is_some() && !others.is_empty() && !others.contains(&own)
}

/// The last word that names a finding: `collection` of `subdural collection`.
fn head(sheet: &Sheet<'_>, fact: &Fact) -> String {
    let named = &sheet.line(fact).lower[fact.named.clone()];
    named
        .rsplit(' ')
        .next()
        .unwrap_or(named)
        .trim_end_matches('s')
        .to_owned()
}

/// `Right hip replacement satisfactory`: nothing is found there but what was operated on, and that is well.
fn is_well(line: &Line<'_>) -> bool {
    let mut asserted = line.reading.claims.iter().filter(|claim| !claim.denied);
    asserted.all(|claim| claim.kind.id == "operated" && !line.reading.normals.is_empty())
}

/// The other side than the study's, of the part of the body that the study's name names.
pub(super) fn against_study(sheet: &Sheet<'_>) -> Vec<Flag> {
    let study = &sheet.study;
    let Some(side) = study.side else {
        return Vec::new();
    };
    let whole = study.structures.is_empty();
    let limb = study
        .structures
        .iter()
        .any(|structure| structure.region == Region::Musculoskeletal);
    let wrong = opposite(side);
    let of_study = |subject: &Subject| {
        whole && subject.structure.region == Region::Musculoskeletal
            || study.structures.iter().any(|structure| {
                let lexicon = anatomy::lexicon();
                lexicon.is_within(&subject.structure.id, &structure.id)
                    || limb && subject.structure.region == Region::Musculoskeletal
            })
    };
    let text_sections = [
        SectionKind::Technique,
        SectionKind::Findings,
        SectionKind::Impression,
    ];
    // With the study's side named too, the other one may be there for comparison.
    let named_too = sheet.lines().any(|line| {
        line.section == SectionKind::Findings
            && marks(line)
                .iter()
                .any(|mark| mark.side == side || mark.side == Side::Bilateral)
    });
    let mut flags = Vec::new();
    for section in text_sections {
        for line in sheet.section(section) {
            if COMPARES.is_match(&line.lower)
                || line.lower.contains("both")
                || line.lower.contains("bilateral")
                || [
                    "not imaged",
                    "partly imaged",
                    "partially imaged",
                    "not included",
                    "field of view",
                    "for comparison",
                ]
                .iter()
                .any(|words| line.lower.contains(words))
                || named_too
                    && (NEGATIVE.is_match(&line.lower) || is_well(line) || section == SectionKind::Findings)
            {
                continue;
            }
            let marks = marks(line);
            if marks.iter().any(|mark| mark.side == side) {
                continue;
            }
            // `Left plexus: normal` of a study of the right one compares with it.
            let is_compared = section == SectionKind::Findings
                && !line.reading.is_abnormal()
                && !line.reading.normals.is_empty()
                && line.reading.subjects.iter().any(|subject| {
                    let mut of_study = study.structures.iter();
                    of_study.any(|structure| structure.id == subject.structure.id)
                });
            if is_compared {
                continue;
            }
            let named = line
                .reading
                .subjects
                .iter()
                .any(|subject| subject.side == Some(wrong) && of_study(subject));
            let Some(mark) = marks.iter().find(|mark| mark.side == wrong).filter(|_| named) else {
                continue;
            };
            // With the study's side named too, the findings describe this one on the other side on purpose.
            let described = section == SectionKind::Impression
                && named_too
                && sheet.section(SectionKind::Findings).any(|found| {
                    found.marks.iter().any(|mark| mark.side == wrong)
                        && line.reading.claims.iter().any(|said| {
                            !said.denied
                                && found
                                    .reading
                                    .claims
                                    .iter()
                                    .any(|claim| !claim.denied && claim.kind.id == said.kind.id)
                        })
                });
            if described {
                continue;
            }
            flags.push(line.flag(
                FlagKind::LateralityMismatch,
                &mark.range,
                format!(
                    "The study is of the {} side, the text says {} here.",
                    word(side),
                    word(wrong)
                ),
                None,
            ));
            break;
        }
    }
    flags
}
