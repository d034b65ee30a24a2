//! Decides where in the findings a dictated statement stands: where the sentence stood that it replaced, else behind what the
//! template says of the same structure, else where the order of anatomy puts it.

use report::anatomy::lexicon;

use crate::sheet::Unit;
use report::reading::{Reading, Subject};

/// The unit behind which a statement stands; `None` puts it before all of them.
pub(crate) fn slot(units: &[Unit], reading: &Reading, touched: &[usize]) -> Option<usize> {
    let last = units.len().checked_sub(1);
    if let Some(&first) = touched.iter().min() {
        return Some(first);
    }
    let Some(subject) = main_subject(reading) else {
        return last;
    };
    same_structure(units, subject, reading)
        .or_else(|| related(units, subject))
        .or_else(|| by_rank(units, subject))
        .unwrap_or(last)
}

/// The structure that a statement is about: that of its first finding, else the first it names.
fn main_subject(reading: &Reading) -> Option<&Subject> {
    let finding = reading
        .claims
        .iter()
        .find(|claim| !claim.denied)
        .and_then(|claim| claim.subjects.first());
    finding.or_else(|| reading.subjects.first())
}

fn same_structure(units: &[Unit], subject: &Subject, reading: &Reading) -> Option<Option<usize>> {
    let names = |unit: &Unit| {
        unit.reading
            .subjects
            .iter()
            .any(|other| other.structure.id == subject.structure.id)
    };
    let same_level = |unit: &Unit| {
        unit.reading.levels.iter().any(|level| {
            reading
                .levels
                .iter()
                .any(|other| other.upper == level.upper && other.lower == level.lower)
        })
    };
    let same_side = |unit: &Unit| {
        unit.reading
            .subjects
            .iter()
            .any(|other| other.structure.id == subject.structure.id && other.side == subject.side)
    };
    let last = |test: &dyn Fn(&Unit) -> bool| units.iter().rposition(test);
    last(&|unit| names(unit) && same_level(unit))
        .or_else(|| last(&|unit| same_side(unit)))
        .or_else(|| last(&names))
        .map(Some)
}

fn related(units: &[Unit], subject: &Subject) -> Option<Option<usize>> {
    let within = |unit: &Unit| {
        unit.reading.subjects.iter().any(|other| {
            lexicon().is_within(&subject.structure.id, &other.structure.id)
                || lexicon().is_within(&other.structure.id, &subject.structure.id)
        })
    };
    units.iter().rposition(within).map(Some)
}

/// Behind the last unit that the order of anatomy puts before the subject.
fn by_rank(units: &[Unit], subject: &Subject) -> Option<Option<usize>> {
    let region = subject.structure.region;
    let mut slot = None;
    for (index, unit) in units.iter().enumerate() {
        if unit
            .reading
            .subjects
            .iter()
            .any(|other| other.structure.region == region && other.structure.rank <= subject.structure.rank)
        {
            slot = Some(Some(index));
        }
    }
    slot
}
