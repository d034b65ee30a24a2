//! Which observation of today is which of the previous report.

use std::collections::{BTreeMap, BTreeSet};

use report::budget;
use report::reading::Kind;
use report::side::Side;
use report::wording;

use super::numeral;
use super::observation::Observation;
use super::place::{numbers, places_meet, same_levels, same_part, same_region, sides, spoken_sides_agree};
use super::words::WORDS;

/// The pairs of observations that are one finding, as indices of today's and the previous ones, the best fitting first.
pub(super) fn pairs(today: &[Observation], before: &[Observation]) -> BTreeMap<usize, usize> {
    let mut fits: Vec<(i64, usize, usize)> = Vec::new();
    for (now_at, now) in today.iter().enumerate().filter(|(_, now)| now.is_asserted()) {
        for (was_at, was) in before.iter().enumerate().filter(|(_, was)| was.is_asserted()) {
            if let Some(score) = fit(now, was) {
                fits.push((score, now_at, was_at));
            }
        }
    }
    // Of equal fits the first of both reports.
    fits.sort_by_key(|(score, now, was)| (-score, *now, *was));
    let mut pairs = BTreeMap::new();
    let mut taken = BTreeSet::new();
    for (_, now, was) in fits {
        if !pairs.contains_key(&now) && (!taken.contains(&was) || is_shared(&today[now], &before[was])) {
            pairs.insert(now, was);
            taken.insert(was);
        }
    }
    pairs
}

/// Whether a previous finding of several levels or of both sides can be the pair of several of today.
fn is_shared(now: &Observation, was: &Observation) -> bool {
    let levels = was.levels.len() > 1 && !now.levels.is_empty();
    let both = sides(&was.phrase).contains(&Side::Bilateral)
        && sides(&now.phrase).iter().any(|side| *side != Side::Bilateral);
    levels || both
}

/// A previous finding of the same kind, side and size that stood elsewhere in the same tract, as a stone that has moved.
pub(super) fn moved(now: &Observation, before: &[Observation], paired: &BTreeSet<usize>) -> Option<usize> {
    let is_stone = |observation: &Observation| observation.kinds.iter().any(|kind| kind.id == "calculus");
    before.iter().enumerate().position(|(at, was)| {
        was.is_asserted()
            && !paired.contains(&at)
            && is_stone(now)
            && is_stone(was)
            && now.size == was.size
            && now.size.is_some()
            && same_region(was, now)
            && spoken_sides_agree(&now.phrase, &was.phrase)
    })
}

/// Whether both can be the same finding in the same place.
pub(super) fn same_finding(now: &Observation, was: &Observation) -> bool {
    fit(now, was).is_some()
}

/// What it takes to hold one observation against another, whose words were read before.
const STEPS_OF_A_PAIR: u64 = 20;

/// How well two observations fit together as one finding; `None` when they cannot be one.
fn fit(now: &Observation, was: &Observation) -> Option<i64> {
    budget::spend(STEPS_OF_A_PAIR);
    let (left, right) = (words(now), words(was));
    let alike = wording::coverage(left, right).max(wording::coverage(right, left));
    let both_ways = wording::coverage(left, right) + wording::coverage(right, left);
    let compatible = same_kind(now, was, alike)
        && same_place(now, was, alike)
        && same_levels(now, was)
        && same_part(now, was)
        && spoken_sides_agree(&now.phrase, &was.phrase);
    if !compatible {
        return None;
    }
    let shared_kind = now
        .kinds
        .iter()
        .any(|kind| was.kinds.iter().any(|other| kind.id == other.id));
    let exact = now.subjects.iter().any(|subject| {
        was.subjects
            .iter()
            .any(|other| subject.structure.id == other.structure.id)
    });
    let sides = sides(&now.phrase);
    let same_side = !sides.is_empty() && sides == super::place::sides(&was.phrase);
    let (here, there) = (numbers(&now.phrase), numbers(&was.phrase));
    let same_number = !here.is_empty() && here == there;
    let close = match (now.size, was.size) {
        (Some(now), Some(was)) if now.unit == was.unit && now.value > 0.0 && was.value > 0.0 => {
            20.0 - (now.value / was.value).ln().abs().min(2.0) * 10.0
        }
        (None, None) => 10.0,
        _ => 0.0,
    };
    let bonus = |holds: bool, worth: i64| if holds { worth } else { 0 };
    Some(
        (both_ways * 100.0) as i64
            + close as i64
            + bonus(shared_kind, 60)
            + bonus(exact, 40)
            + bonus(same_side, 30)
            + bonus(same_number, 60)
            + bonus(now.beside == was.beside, 5),
    )
}

/// Kinds that a size of the structure itself can be set beside.
pub(super) const OF_SIZE: &[&str] = &[
    "nodes",
    "dilatation",
    "aneurysm",
    "enlargement",
    "reduction",
    "thinning",
    "thickening",
    "removed",
];
/// Kinds under which different readers file one lesion.
const LESIONS: &[&str] = &[
    "lesion",
    "nodes",
    "malformation",
    "hemorrhage",
    "calcification",
    "mucosal",
    "fluid",
    "opacity",
    "consolidation",
];

/// Whether two kinds are one, or of one family.
pub(super) fn related_kinds(kind: &Kind, other: &Kind) -> bool {
    kind.id == other.id
        || WORDS
            .families
            .iter()
            .any(|family| family.contains(&kind.id) && family.contains(&other.id))
}

fn same_kind(now: &Observation, was: &Observation, alike: f64) -> bool {
    let of_size = |observation: &Observation| {
        observation
            .kinds
            .iter()
            .any(|kind| OF_SIZE.contains(&kind.id.as_str()))
    };
    let lesion = |observation: &Observation| {
        observation
            .kinds
            .iter()
            .any(|kind| LESIONS.contains(&kind.id.as_str()))
    };
    match (now.kinds.is_empty(), was.kinds.is_empty()) {
        (true, true) => alike >= 0.6,
        (true, false) => alike >= 0.6 || (of_size(was) && now.size.is_some()),
        (false, true) => alike >= 0.6 || (of_size(now) && was.size.is_some()),
        (false, false) => {
            now.kinds
                .iter()
                .any(|kind| was.kinds.iter().any(|other| related_kinds(kind, other)))
                || (lesion(now) && lesion(was) && alike >= 0.75)
        }
    }
}

fn same_place(now: &Observation, was: &Observation, alike: f64) -> bool {
    // What is found at one level of the spine is in one place when either says no more than the level: an indented thecal sac is no
    // compressed cord.
    let only_level = |observation: &Observation| {
        let of_level = |id: &str| {
            matches!(
                id,
                "intervertebral-disc" | "vertebral-body" | "vertebra" | "spine"
            )
        };
        observation
            .subjects
            .iter()
            .all(|subject| of_level(&subject.structure.id))
    };
    let levelled = !now.levels.is_empty() && !was.levels.is_empty() && (only_level(now) || only_level(was));
    if levelled
        && now
            .kinds
            .iter()
            .any(|kind| was.kinds.iter().any(|other| kind.id == other.id))
    {
        return same_levels(now, was);
    }
    if now.subjects.is_empty() || was.subjects.is_empty() {
        return alike >= 0.5;
    }
    places_meet(now, was) || alike >= 0.9
}

/// The words that name an observation, synonyms as one.
pub(super) fn words(observation: &Observation) -> &BTreeMap<String, usize> {
    observation.words.get_or_init(|| read_words(observation))
}

fn read_words(observation: &Observation) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    for (word, count) in wording::content(&numeral::in_figures(&observation.ungraded_name())) {
        let word = WORDS.same.get(&word).cloned().unwrap_or(word);
        if !word.is_empty() && word != "lymph" && !WORDS.empty.contains(&word) {
            *words.entry(word).or_insert(0) += count;
        }
    }
    words
}
