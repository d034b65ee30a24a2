//! Whether a blank and a dictated value are of the same structure, side and level.

use report::anatomy::level::Level;
use report::anatomy::lexicon;
use report::reading::Reading;
use report::side::Side;
use report::wording;

use super::Source;
use super::slot::Slot;
use super::values::Target;
use super::words::WORDS;

/// How the structures around a blank and a value meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meeting {
    Same,
    /// The value is told of the whole, and its part is meant.
    Whole,
    /// One of them names none.
    Unsaid,
    Other,
}

/// The structures around a blank or value, else those of its whole sentence.
pub(super) fn ids(own: &Slot, whole: &Reading) -> Vec<String> {
    if own.structures.is_empty() {
        let subjects = whole.subjects.iter();
        subjects.map(|subject| subject.structure.id.clone()).collect()
    } else {
        let structures = own.structures.iter();
        structures.map(|structure| structure.id.clone()).collect()
    }
}

pub(super) fn structures(target: &Target<'_>, slot: &Slot, offer: &Slot, source: &Source<'_>) -> Meeting {
    let asked = ids(slot, target.reading);
    let named = ids(offer, source.reading);
    if asked.is_empty() || named.is_empty() {
        return Meeting::Unsaid;
    }
    let all = if slot.structures.is_empty() {
        asked.iter().any(|id| named.contains(id))
    } else {
        asked.iter().all(|id| named.contains(id))
    };
    // "The thoracic aorta measures ___ mm in its ascending part" asks for the ascending aorta.
    let part = || {
        let said = wording::content(source.text);
        !slot.quantity.is_empty()
            && wording::coverage(&slot.quantity, &said) >= 0.999
            && asked
                .iter()
                .all(|whole| named.iter().any(|id| lexicon().is_within(id, whole)))
    };
    let whole = || {
        asked.iter().all(|part| {
            WORDS
                .whole_of(part)
                .is_some_and(|whole| named.iter().any(|id| id == whole))
        })
    };
    if all || part() {
        Meeting::Same
    } else if whole() {
        Meeting::Whole
    } else {
        Meeting::Other
    }
}

/// What meeting levels are worth; `None` when the blank is of another level.
pub(super) fn levels(target: &Target<'_>, slot: &Slot, offer: &Slot, source: &Source<'_>) -> Option<f64> {
    if slot.is_level {
        return Some(0.0);
    }
    let asked: &[Level] = if slot.levels.is_empty() {
        &target.reading.levels
    } else {
        &slot.levels
    };
    let named: &[Level] = if offer.levels.is_empty() {
        &source.reading.levels
    } else {
        &offer.levels
    };
    if asked.is_empty() {
        return Some(0.0);
    }
    let same = |level: &Level| {
        named
            .iter()
            .any(|other| other.upper == level.upper && other.lower == level.lower)
    };
    asked.iter().any(same).then_some(0.5)
}

/// What meeting sides are worth; `None` when the blank is of the other side.
pub(super) fn sides(target: &Target<'_>, slot: &Slot, offer: &Slot, source: &Source<'_>) -> Option<f64> {
    let asked = slot.side.or_else(|| one_side(target.reading));
    let named = offer.side.or_else(|| one_side(source.reading));
    match (asked, named) {
        (None | Some(Side::Bilateral), _) => Some(0.0),
        (Some(asked), Some(named)) if asked == named => Some(0.25),
        _ => None,
    }
}

/// The side of which a sentence speaks, when it is one.
pub(super) fn one_side(reading: &Reading) -> Option<Side> {
    // The left ventricle is on no side.
    let paired = reading.subjects.iter().filter(|subject| subject.structure.paired);
    let mut sides = paired.filter_map(|subject| subject.side);
    let first = sides.next()?;
    sides.all(|side| side == first).then_some(first)
}

/// Whether blank and value name structures of which none is the other's or part of it: the right ventricle's ejection fraction is not that
/// of the left.
pub(super) fn are_apart(slot: &Slot, offer: &Slot) -> bool {
    let meets = |one: &str, other: &str| lexicon().is_within(one, other) || lexicon().is_within(other, one);
    !slot.structures.is_empty()
        && !offer.structures.is_empty()
        && !slot.structures.iter().any(|one| {
            let mut others = offer.structures.iter();
            others.any(|other| one.id == other.id || meets(&one.id, &other.id))
        })
}
