//! Whether two observations can be of one place: structures, sides, levels, numbered parts and words of position.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::{Structure, lexicon};
use report::reading::Subject;
use report::side::Side;
use report::token;

use super::numeral;
use super::observation::Observation;
use super::words::{WORDS, standing_for};

static NUMBERED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?P<name>segments?|level|station|zone|grade)\s+(?P<number>\d{1,2})(?P<letter>[a-d])?\b",
    )
    .expect("numbered places")
});
static CLOCK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(\d{1,2})(?:\s*-\s*\d{1,2})?\s*o'?\s?clock").expect("clock"));
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

pub(super) fn places_meet(now: &Observation, was: &Observation) -> bool {
    now.subjects.iter().any(|subject| {
        was.subjects
            .iter()
            .any(|other| are_related(subject.structure, other.structure) && sides_agree(subject, other))
    })
}

fn are_related(left: &Structure, right: &Structure) -> bool {
    lexicon().is_within(&left.id, &right.id) || lexicon().is_within(&right.id, &left.id)
}

pub(super) fn sides_agree(left: &Subject, right: &Subject) -> bool {
    match (left.side, right.side) {
        (Some(left), Some(right)) => left == right || left == Side::Bilateral || right == Side::Bilateral,
        _ => true,
    }
}

pub(super) fn sides(text: &str) -> BTreeSet<Side> {
    report::side::find(text)
        .into_iter()
        .map(|mark| mark.side)
        .collect()
}

pub(super) fn spoken_sides_agree(left: &str, right: &str) -> bool {
    let (left, right) = (sides(left), sides(right));
    let both = |sides: &BTreeSet<Side>| sides.contains(&Side::Bilateral);
    left.is_empty() || right.is_empty() || both(&left) || both(&right) || !left.is_disjoint(&right)
}

pub(super) fn same_levels(now: &Observation, was: &Observation) -> bool {
    now.levels.is_empty()
        || was.levels.is_empty()
        || now.levels.iter().any(|level| {
            was.levels
                .iter()
                .any(|other| level.upper == other.upper && level.lower == other.lower)
        })
}

/// The numbers of segments, levels and stations, and of hours of a clock.
pub(super) fn numbers(text: &str) -> BTreeSet<(String, u32, Option<char>)> {
    let text = &numeral::in_figures(text);
    let mut found: BTreeSet<(String, u32, Option<char>)> = NUMBERED
        .captures_iter(text)
        .filter_map(|captures| {
            let value = captures["number"].parse().ok()?;
            let letter = captures
                .name("letter")
                .and_then(|letter| letter.as_str().to_ascii_lowercase().chars().next());
            let name = captures["name"].to_ascii_lowercase();
            Some((name.trim_end_matches('s').to_owned(), value, letter))
        })
        .collect();
    found.extend(
        CLOCK
            .captures_iter(text)
            .filter_map(|captures| Some(("clock".to_owned(), captures[1].parse().ok()?, None))),
    );
    found
}

/// The words that say of which part a finding is.
#[derive(Debug, Clone)]
pub(super) struct Part {
    numbers: BTreeSet<(String, u32, Option<char>)>,
    keys: BTreeSet<String>,
}

impl Part {
    fn of(observation: &Observation) -> &Self {
        observation.part.get_or_init(|| {
            let text = told_of_part(observation);
            Self {
                numbers: numbers(text),
                keys: token::words(text)
                    .iter()
                    .map(|word| standing_for(&WORDS.same, &word.key))
                    .collect(),
            }
        })
    }
}

/// Whether neither names a part of the structure other than the other's.
pub(super) fn same_part(now: &Observation, was: &Observation) -> bool {
    let (now, was) = (Part::of(now), Part::of(was));
    for name in ["segment", "level", "station", "zone", "clock"] {
        let of = |part: &Part| {
            part.numbers
                .iter()
                .filter(|(other, ..)| other == name)
                .map(|(_, number, letter)| (*number, *letter))
                .collect::<Vec<_>>()
        };
        let (left, right) = (of(now), of(was));
        let meet = left.iter().any(|(number, letter)| {
            right.iter().any(|(other, part)| {
                number == other && (letter == part || letter.is_none() || part.is_none())
            })
        });
        if !left.is_empty() && !right.is_empty() && !meet {
            return false;
        }
    }
    let apart = |parts: &[String]| {
        let of = |part: &Part| {
            let said = parts.iter().filter(|word| part.keys.contains(*word));
            said.cloned().collect::<BTreeSet<String>>()
        };
        let (left, right) = (of(now), of(was));
        !left.is_empty() && !right.is_empty() && left.is_disjoint(&right)
    };
    !WORDS.places.iter().any(|parts| apart(parts))
}

/// The words that say of which part a finding is: its own, or those of the lesion beside which it stands.
fn told_of_part(observation: &Observation) -> &str {
    if observation.inherits_place {
        &observation.lesion
    } else {
        &observation.phrase
    }
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
