//! One sentence of the impression: which findings it names, which diagnoses, and what these explain.

use std::ops::Range;

use super::super::fact::{self, Fact};
use super::super::sheet::{Line, Sheet};
use super::likeness::{adjoins, levels_apart, shares_size, sides_apart};
use super::table::TABLE;
use crate::anatomy::{self, Mention, Region};
use crate::reading::Subject;
use crate::section::SectionKind;

/// What lies around organs: disease of the one beside it is seen there.
const AROUND: &[&str] = &[
    "soft-tissue",
    "fat",
    "peritoneum",
    "peritoneal-cavity",
    "pleura",
    "lymph-node",
    "skin",
    "muscle",
    "bone-marrow",
    "joint-effusion",
    "neck",
];

/// One sentence of the impression.
pub(super) struct Item<'s, 'r> {
    pub(super) line: &'s Line<'r>,
    /// Its side is told to be wrong: it is compared without it.
    wrong_side: bool,
    /// The sentences of the findings that it names by kind and place, or by size.
    names: Vec<usize>,
    /// The diagnoses that it names.
    diagnoses: Vec<usize>,
}

impl<'s, 'r> Item<'s, 'r> {
    pub(super) fn of(sheet: &'s Sheet<'r>, line: &'s Line<'r>, wrong_sides: &[Range<usize>]) -> Self {
        let range = line.range();
        let wrong_side = wrong_sides.iter().any(|side| range.contains(&side.start));
        let names = sheet
            .lines()
            .enumerate()
            .filter(|(index, found)| {
                let apart = !wrong_side && sides_apart(line, found) && !shares_listed_level(line, found);
                found.section == SectionKind::Findings
                    && !apart
                    && !levels_apart(line, found)
                    && (shares_size(found, line)
                        || sheet.every_fact().any(|fact| {
                            fact.line == *index && fact.holds() && !fact.describes && names(line, found, fact)
                        }))
            })
            .map(|(index, _)| index)
            .collect();
        Self {
            line,
            wrong_side,
            names,
            diagnoses: TABLE.diagnoses(&line.lower, &line.scopes),
        }
    }

    pub(super) fn apart(&self, line: &Line<'_>) -> bool {
        !self.wrong_side && sides_apart(self.line, line) && !shares_listed_level(self.line, line)
            || levels_apart(self.line, line)
    }

    /// Whether it names the diagnosis of which the sentence tells a sign.
    pub(super) fn explains(&self, line: &Line<'_>, facts: &[&Fact]) -> bool {
        let regions = |line: &Line<'_>| -> Vec<Region> {
            let of = line.reading.subjects.iter();
            of.filter(|place| place.structure.id != "neck")
                .map(|place| place.structure.region)
                .collect()
        };
        let (ours, theirs) = (regions(self.line), regions(line));
        let near = ours.is_empty()
            || theirs.is_empty()
            || ours
                .iter()
                .any(|one| theirs.iter().any(|other| adjoins(*one, *other)));
        let is_mass = facts
            .iter()
            .any(|fact| matches!(fact.kind.id.as_str(), "lesion" | "tear" | "fracture"));
        near && TABLE
            .signs(&self.diagnoses, &line.lower, is_mass, self.apart(line))
            .any(|sign| self.reaches(line, &sign))
    }

    /// Whether a sign can be one of this diagnosis by its place: in its organ, around it, or where the
    /// table itself names the place or more than one word.
    fn reaches(&self, line: &Line<'_>, sign: &Range<usize>) -> bool {
        let (ours, theirs) = (&self.line.reading.subjects, &line.reading.subjects);
        let names_place =
            |mention: &Mention| mention.range.start < sign.end && sign.start < mention.range.end;
        let around = |place: &Subject| AROUND.contains(&place.structure.id.as_str());
        ours.is_empty()
            || theirs.is_empty()
            || line.mentions.iter().any(names_place)
            || line.lower[sign.clone()].contains(' ')
            || theirs.iter().any(around)
            || ours
                .iter()
                .any(|at| theirs.iter().any(|place| meets(at, place, true)))
    }

    /// Whether it speaks of another finding of the report, so that a place or a word in common does not make it speak of this one.
    pub(super) fn is_of_another(&self, index: usize) -> bool {
        !self.names.is_empty() && !self.names.contains(&index)
    }
}

/// `Metastases at T5, L2 and in the right sacral ala` names the one in the left pedicle of L2: its side is of the last place alone.
fn shares_listed_level(line: &Line<'_>, found: &Line<'_>) -> bool {
    let levels = &line.reading.levels;
    let is_lesion = |line: &Line<'_>| {
        let mut claims = line.reading.claims.iter();
        claims.any(|claim| !claim.denied && claim.kind.id == "lesion")
    };
    levels.len() > 1
        && is_lesion(line)
        && is_lesion(found)
        && levels
            .iter()
            .any(|level| found.reading.levels.iter().any(|at| level.touches(at)))
}

/// Whether a sentence of the impression asserts a finding of that very kind in that very place.
fn names(line: &Line<'_>, found: &Line<'_>, fact: &Fact) -> bool {
    line.reading.claims.iter().any(|claim| {
        !claim.denied
            && !claim.describes
            && claim.kind.id == fact.kind.id
            && (claim
                .subjects
                .iter()
                .any(|at| fact.subjects.iter().any(|place| fact::related(at, place)))
                || claim.subjects.is_empty()
                    && fact.subjects.is_empty()
                    && line.lower[claim.named.clone()] == found.lower[fact.named.clone()])
    })
}

/// One is part of the other, or, `by_organ`, both are parts of one organ.
pub(super) fn meets(at: &Subject, place: &Subject, by_organ: bool) -> bool {
    let organ = |subject: &Subject| {
        let parent = anatomy::lexicon().get(subject.structure.parent.as_deref()?)?;
        parent.parent.is_some().then_some(&parent.id)
    };
    fact::related(at, place)
        || by_organ && matches!((organ(at), organ(place)), (Some(one), Some(other)) if one == other)
}
