//! Which measurement of the findings is of the finding that a size of the impression is given to.

use std::ops::Range;

use super::super::fact;
use super::super::sheet::{Line, Sheet};
use super::quantity::{borne_out, equal, quantities, same_quantity};
use crate::anatomy::Region;
use crate::measurement::Measurement;
use crate::reading::Subject;
use crate::section::SectionKind;
use crate::side::{self, Side};

/// The structures, side and levels that the clause of a measurement names, else those of its sentence.
pub(super) fn place(line: &Line<'_>, measurement: &Measurement) -> (Vec<Subject>, Option<Side>) {
    let clause = line.reading.claims.iter().find(|claim| {
        claim.clause.contains(&measurement.range.start)
            && !claim.subjects.is_empty()
            && claim.kind.id != "removed"
    });
    let subjects = clause.map_or_else(|| line.reading.subjects.clone(), |claim| claim.subjects.clone());
    let range: Range<usize> = clause.map_or(0..line.text.len(), |claim| claim.clause.clone());
    let marks: Vec<Side> = side::find(&line.text[range])
        .into_iter()
        .map(|mark| mark.side)
        .collect();
    let side = match marks.as_slice() {
        [side] => Some(*side),
        _ => None,
    };
    (subjects, side)
}

/// Whether two sentences are of different places: the other side, another level and, `by_place`, unrelated structures.
pub(super) fn conflicts(
    line: &Line<'_>,
    measurement: &Measurement,
    other: &Line<'_>,
    by_place: bool,
) -> bool {
    let (ours, side) = place(line, measurement);
    let sides: Vec<Side> = side::find(other.text).into_iter().map(|mark| mark.side).collect();
    let other_side = side.is_some_and(|side| {
        side != Side::Bilateral
            && !sides.is_empty()
            && !sides.contains(&side)
            && !sides.contains(&Side::Bilateral)
    });
    let (our_levels, their_levels) = (&line.reading.levels, &other.reading.levels);
    let other_level = our_levels.len() == 1
        && !their_levels.is_empty()
        && !their_levels
            .iter()
            .any(|level| our_levels[0].upper == level.upper && our_levels[0].lower == level.lower);
    let theirs = &other.reading.subjects;
    let apart = !ours.is_empty()
        && !theirs.is_empty()
        && !ours
            .iter()
            .any(|one| theirs.iter().any(|at| fact::related(one, at)));
    other_side || other_level || by_place && apart
}

/// A size of the impression with its values.
pub(super) struct Told<'s> {
    measurement: &'s Measurement,
    values: Vec<(f64, f64)>,
}

/// Every size of the impression, read once: each is compared with every size of the findings again and again.
pub(super) fn told<'s>(sheet: &'s Sheet<'_>) -> Vec<Told<'s>> {
    let lines = sheet.section(SectionKind::Impression);
    lines
        .flat_map(|line| {
            line.measurements.iter().map(|measurement| Told {
                measurement,
                values: quantities(line, measurement),
            })
        })
        .collect()
}

/// Whether another size of the impression is the one that was found.
pub(super) fn is_told(
    told: &[Told<'_>],
    measurement: &Measurement,
    found: &Measurement,
    known: &[(f64, f64)],
) -> bool {
    told.iter().any(|own| {
        own.measurement.range != measurement.range
            && same_quantity(own.measurement.unit, found.unit)
            && borne_out(&own.values, known, false)
    })
}

/// Whether both sentences speak of one organ and no other: `splenomegaly (15 cm)` and `spleen measures 13 cm`.
pub(super) fn is_of_one_organ(line: &Line<'_>, found: &Line<'_>) -> bool {
    let (ours, theirs) = (&line.reading.subjects, &found.reading.subjects);
    let one = |subjects: &[Subject]| subjects.len() == 1 && subjects[0].structure.region == Region::Abdomen;
    one(ours) && one(theirs) && ours[0].structure.id == theirs[0].structure.id
}

/// A measurement of the findings that is of the same finding and differs.
pub(super) fn rival<'s, 'r>(
    sheet: &'s Sheet<'r>,
    told: &[Told<'_>],
    line: &Line<'_>,
    measurement: &Measurement,
) -> Option<(&'s Line<'r>, &'s Measurement)> {
    let said = quantities(line, measurement);
    let (ours, _) = place(line, measurement);
    let kinds: Vec<&str> = line
        .reading
        .claims
        .iter()
        .filter(|claim| !claim.denied)
        .map(|claim| claim.kind.id.as_str())
        .collect();
    let mut best: Option<(usize, &Line<'_>, &Measurement)> = None;
    for other in sheet.section(SectionKind::Findings) {
        if conflicts(line, measurement, other, true) {
            continue;
        }
        let structure = ours.iter().any(|one| {
            other
                .reading
                .subjects
                .iter()
                .any(|at| one.structure.id == at.structure.id)
        });
        let kind = other
            .reading
            .claims
            .iter()
            .any(|claim| !claim.denied && kinds.contains(&claim.kind.id.as_str()));
        let related = ours
            .iter()
            .any(|one| other.reading.subjects.iter().any(|at| fact::related(one, at)));
        let score = usize::from(structure) * 2 + usize::from(related) + usize::from(kind) * 2;
        // "L4-L5 canal stenosis, 11 mm" and "L4-L5: disc bulge, canal diameter 8 mm".
        let level = line.reading.levels.len() == 1 && other.reading.levels.len() == 1;
        let about = kind
            || structure && (kinds.is_empty() || level)
            || ours.is_empty() && kinds.is_empty()
            || structure && other.reading.claims.is_empty();
        if score == 0 || !about {
            continue;
        }
        for found in other
            .measurements
            .iter()
            .filter(|found| same_quantity(found.unit, measurement.unit))
        {
            let known = quantities(other, found);
            let taken = is_told(told, measurement, found, &known);
            let shape = usize::from(found.values.len() == measurement.values.len());
            let shared = said
                .iter()
                .any(|value| known.iter().any(|known| equal(*value, *known, false)));
            let score = score * 4 + shape + usize::from(shared) * 2 + usize::from(!taken) * 4;
            if best.is_none_or(|(known, ..)| score > known) {
                best = Some((score, other, found));
            }
        }
    }
    best.map(|(_, line, found)| (line, found))
}

/// `3.2 cm periappendiceal abscess`: whether the finding right behind a size is one that the other sentence asserts.
pub(super) fn is_of_kind(line: &Line<'_>, measurement: &Measurement, other: &Line<'_>) -> bool {
    const REACH: usize = 40;
    let asserted = |line: &Line<'_>| -> Vec<(usize, &'static str)> {
        let claims = line.reading.claims.iter().filter(|claim| !claim.denied);
        claims
            .map(|claim| (claim.named.start, claim.kind.id.as_str()))
            .collect()
    };
    let end = measurement.range.end;
    let found = asserted(other);
    asserted(line)
        .iter()
        .filter(|(at, _)| (end..end + REACH).contains(at))
        .any(|(_, kind)| found.iter().any(|(_, other)| other == kind))
}

/// A size of several dimensions of which the findings have all but one: `28 x 16 x 15 mm` for `18 x 16 x 15 mm`.
pub(super) fn near_copy<'s, 'r>(
    sheet: &'s Sheet<'r>,
    line: &Line<'_>,
    measurement: &Measurement,
) -> Option<(&'s Line<'r>, &'s Measurement)> {
    let said = quantities(line, measurement);
    let is_copy = |other: &Line<'_>, found: &Measurement| {
        let known = quantities(other, found);
        let same = said
            .iter()
            .zip(&known)
            .filter(|(own, known)| equal(**own, **known, false));
        said.len() > 1 && known.len() == said.len() && same.count() + 1 == said.len()
    };
    sheet.section(SectionKind::Findings).find_map(|other| {
        let mut found = other.measurements.iter();
        found
            .find(|found| same_quantity(found.unit, measurement.unit) && is_copy(other, found))
            .map(|found| (other, found))
    })
}
