//! Which observation of today is which of the previous report.

use report::anatomy::{Structure, lexicon};
use report::side::Side;
use report::token;

use super::observation::Observation;
use report::reading::{Aspect, Subject};
use report::wording;

/// Words that tell places within a structure apart; of each list a finding has one.
const PLACES: &[&[&str]] = &[
    &["upper", "middle", "mid", "lower", "interpolar"],
    &[
        "proximal",
        "mid",
        "distal",
        "vesicoureteric",
        "vuj",
        "pelviureteric",
        "puj",
    ],
    &["anterior", "posterior"],
    &["medial", "lateral"],
    &["superior", "inferior"],
];
/// Words whose next word tells places apart: `segment VII`, `level II`.
const NUMBERED: &[&str] = &["segment", "level", "station", "zone"];

/// The observation of the previous report that is the same finding, the one in the most alike words when there are several.
pub(super) fn best(now: &Observation, before: &[Observation], paired: &[bool]) -> Option<usize> {
    let words = wording::content(&now.phrase);
    let candidates = before
        .iter()
        .enumerate()
        .filter(|(index, was)| !paired[*index] && was.is_asserted() && same_finding(now, was));
    let alike =
        |was: &Observation| (wording::coverage(&words, &wording::content(&was.phrase)) * 1000.0) as u32;
    // The first of equals: `max_by_key` would take the last.
    candidates
        .rev()
        .max_by_key(|(_, was)| alike(was))
        .map(|(index, _)| index)
}

/// A finding of the previous report that is the same but for its place within the structure, as a stone that has moved.
pub(super) fn moved(now: &Observation, before: &[Observation]) -> Option<usize> {
    before.iter().position(|was| {
        was.is_asserted()
            && same_kind(now, was)
            && same_place(now, was)
            && now.size == was.size
            && now.size.is_some()
    })
}

/// Whether both are the same finding in the same place.
pub(super) fn same_finding(now: &Observation, was: &Observation) -> bool {
    same_kind(now, was)
        && same_place(now, was)
        && same_levels(now, was)
        && same_part(&now.phrase, &was.phrase)
}

/// Whether today's observation says that the finding is gone: it is denied, or its place is called normal in what it spoils.
pub(super) fn resolves(now: &Observation, was: &Observation) -> bool {
    if now.denied {
        let named = now
            .kinds
            .iter()
            .any(|kind| was.kinds.iter().any(|other| kind.covers(other)));
        let alone = now.subjects.is_empty() && now.kinds.iter().any(|kind| kind.alone);
        return named && (alone || same_place(now, was)) && same_levels(now, was);
    }
    let spoiled = |aspect: &Aspect| was.kinds.iter().any(|kind| kind.spoils.contains(aspect));
    now.normal.iter().any(spoiled)
        && !was.subjects.is_empty()
        && was.subjects.iter().all(|subject| {
            now.subjects.iter().any(|normal| {
                lexicon().is_within(&subject.structure.id, &normal.structure.id)
                    && sides_agree(normal, subject)
            })
        })
}

/// Whether the previous report spoke of the very place: of the structure or a part or whole of it, or denied the finding.
pub(super) fn speaks_of_place(was: &Observation, now: &Observation) -> bool {
    let denied = was.denied
        && was
            .kinds
            .iter()
            .any(|kind| now.kinds.iter().any(|other| kind.covers(other)));
    let place = was.subjects.iter().any(|subject| {
        now.subjects
            .iter()
            .any(|other| are_related(subject.structure, other.structure))
    });
    place || (denied && (was.subjects.is_empty() || now.subjects.is_empty()))
}

/// Whether both reports are of one region of the body.
pub(super) fn same_region(was: &Observation, now: &Observation) -> bool {
    use report::anatomy::Region;
    was.subjects.iter().any(|subject| {
        now.subjects.iter().any(|other| {
            let (left, right) = (subject.structure, other.structure);
            root(left) == root(right)
                || (left.region == right.region && left.region != Region::Musculoskeletal)
        })
    })
}

fn same_kind(now: &Observation, was: &Observation) -> bool {
    match (now.kinds.is_empty(), was.kinds.is_empty()) {
        (true, true) => true,
        (true, false) => was.kinds.iter().any(|kind| kind.id == "nodes"),
        (false, true) => now.kinds.iter().any(|kind| kind.id == "nodes"),
        (false, false) => now
            .kinds
            .iter()
            .any(|kind| was.kinds.iter().any(|other| kind.id == other.id)),
    }
}

fn same_place(now: &Observation, was: &Observation) -> bool {
    if now.subjects.is_empty() || was.subjects.is_empty() {
        let (left, right) = (wording::content(&now.phrase), wording::content(&was.phrase));
        return wording::coverage(&left, &right).max(wording::coverage(&right, &left)) >= 0.6
            && spoken_sides_agree(&now.phrase, &was.phrase);
    }
    now.subjects.iter().any(|subject| {
        was.subjects
            .iter()
            .any(|other| are_related(subject.structure, other.structure) && sides_agree(subject, other))
    })
}

fn are_related(left: &Structure, right: &Structure) -> bool {
    lexicon().is_within(&left.id, &right.id) || lexicon().is_within(&right.id, &left.id)
}

fn sides_agree(left: &Subject, right: &Subject) -> bool {
    match (left.side, right.side) {
        (Some(left), Some(right)) => left == right || left == Side::Bilateral || right == Side::Bilateral,
        _ => true,
    }
}

fn spoken_sides_agree(left: &str, right: &str) -> bool {
    let sides = |text: &str| {
        report::side::find(text)
            .into_iter()
            .map(|mark| mark.side)
            .collect::<Vec<_>>()
    };
    let (left, right) = (sides(left), sides(right));
    left.is_empty() || right.is_empty() || left.iter().any(|side| right.contains(side))
}

fn same_levels(now: &Observation, was: &Observation) -> bool {
    now.levels.is_empty()
        || was.levels.is_empty()
        || now.levels.iter().any(|level| {
            was.levels
                .iter()
                .any(|other| level.upper == other.upper && level.lower == other.lower)
        })
}

/// Whether neither names a part of the structure other than the other's.
fn same_part(now: &str, was: &str) -> bool {
    let (now, was) = (token::words(now), token::words(was));
    let says = |words: &[token::Word], part: &str| words.iter().any(|word| word.key == part);
    let apart = |parts: &[&str]| {
        let of = |words: &[token::Word]| {
            parts
                .iter()
                .filter(|part| says(words, part))
                .copied()
                .collect::<Vec<_>>()
        };
        let (left, right) = (of(&now), of(&was));
        !left.is_empty() && !right.is_empty() && !left.iter().any(|part| right.contains(part))
    };
    let numbers = |words: &[token::Word], name: &str| {
        words
            .windows(2)
            .filter(|pair| pair[0].key == name)
            .map(|pair| pair[1].key.clone())
            .collect::<Vec<_>>()
    };
    let other_number = |name: &str| {
        let (left, right) = (numbers(&now, name), numbers(&was, name));
        !left.is_empty() && !right.is_empty() && !left.iter().any(|number| right.contains(number))
    };
    !PLACES.iter().any(|parts| apart(parts)) && !NUMBERED.iter().any(|name| other_number(name))
}

fn root(structure: &Structure) -> &str {
    let mut current = structure;
    // A cycle in the data would end after as many steps as there are structures.
    for _ in 0..lexicon().all().len() {
        match current.parent.as_deref().and_then(|parent| lexicon().get(parent)) {
            Some(parent) => current = parent,
            None => break,
        }
    }
    &current.id
}
