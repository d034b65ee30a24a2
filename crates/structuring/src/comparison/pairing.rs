//! Which observation of today is which of the previous report.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::{Structure, lexicon};
use report::side::Side;
use report::token;

use super::observation::Observation;
use report::reading::{Aspect, Subject};
use report::wording;

/// Words that tell places within a structure apart; of each list a finding has one.
const PLACES: &[&[&str]] = &[
    &[
        "upper",
        "middle",
        "mid",
        "lower",
        "interpolar",
        "lingula",
        "lingular",
    ],
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
    &["peripheral", "transition", "central"],
    &[
        "frontal",
        "parietal",
        "temporal",
        "occipital",
        "cerebellar",
        "pontine",
        "thalamic",
    ],
    &["head", "neck", "body", "tail", "uncinate"],
    &["apical", "basal"],
    &[
        "ascending",
        "descending",
        "arch",
        "root",
        "infrarenal",
        "suprarenal",
    ],
    &["internal", "external", "common"],
    &["submucosal", "subserosal", "intramural"],
    &[
        "subdural",
        "extradural",
        "epidural",
        "subarachnoid",
        "intraventricular",
    ],
    &["pleural", "pericardial", "joint"],
    &[
        "paratracheal",
        "subcarinal",
        "hilar",
        "prevascular",
        "aortopulmonary",
        "axillary",
        "inguinal",
        "supraclavicular",
        "retroperitoneal",
        "mesenteric",
        "portocaval",
        "mesorectal",
        "iliac",
        "aortocaval",
    ],
];
static NUMBERED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?P<name>segments?|level|station|zone|grade)\s+(?P<number>[ivx]+|\d{1,2})(?P<letter>[a-d])?\b").expect("numbered places")
});
static CLOCK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(\d{1,2})(?:\s*-\s*\d{1,2})?\s*o'?\s?clock").expect("clock"));
/// Words of a name that say the same, as keys.
const SAME: &[(&str, &str)] = &[
    ("hepatic", "liver"),
    ("renal", "kidney"),
    ("splenic", "spleen"),
    ("pancreatic", "pancrea"),
    ("ureteric", "ureter"),
    ("ureteral", "ureter"),
    ("ovarian", "ovary"),
    ("uterine", "uteru"),
    ("thyroidal", "thyroid"),
    ("meniscal", "meniscu"),
    ("mediastinum", "mediastinal"),
    ("pulmonary", "lung"),
    ("prostatic", "prostate"),
    ("vesical", "bladder"),
    ("lymph", ""),
    ("stone", "calculu"),
    ("calculi", "calculu"),
    ("calculus", "calculu"),
    ("myoma", "fibroid"),
    ("leiomyoma", "fibroid"),
    ("bleed", "hemorrhage"),
    ("hematoma", "hemorrhage"),
    ("adenopathy", "node"),
    ("lymphadenopathy", "node"),
    ("tumor", "mass"),
    ("growth", "mass"),
    ("femur", "femoral"),
    ("tibia", "tibial"),
    ("aortic", "aorta"),
    ("apical", "apex"),
    ("embolu", "thrombu"),
    ("embolus", "thrombu"),
    ("embolism", "thrombu"),
    ("emboli", "thrombu"),
    ("thrombosi", "thrombu"),
    ("thrombosis", "thrombu"),
    ("thrombus", "thrombu"),
    ("lingular", "lingula"),
];

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

/// How well two observations fit together as one finding; `None` when they cannot be one.
fn fit(now: &Observation, was: &Observation) -> Option<i64> {
    let (left, right) = (words(now), words(was));
    let alike = wording::coverage(&left, &right).max(wording::coverage(&right, &left));
    let both_ways = wording::coverage(&left, &right) + wording::coverage(&right, &left);
    let compatible = same_kind(now, was, alike)
        && same_place(now, was, alike)
        && same_levels(now, was)
        && same_part(&now.phrase, &was.phrase)
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
    let same_side = !sides.is_empty() && sides == self::sides(&was.phrase);
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

/// The words that name an observation, synonyms as one.
fn words(observation: &Observation) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    for (word, count) in wording::content(&observation.ungraded_name()) {
        let word = SAME
            .iter()
            .find(|(other, _)| *other == word)
            .map_or(word, |(_, same)| (*same).to_owned());
        let empty = matches!(
            word.as_str(),
            "" | "no"
                | "not"
                | "residual"
                | "recurrent"
                | "bilateral"
                | "both"
                | "right"
                | "left"
                | "multiple"
                | "several"
                | "few"
                | "level"
                | "again"
                | "further"
        );
        if !empty {
            *words.entry(word).or_insert(0) += count;
        }
    }
    words
}

/// Whether today's observation says that the finding is gone: it is denied, or its place is called normal in what it spoils.
pub(super) fn resolves(now: &Observation, was: &Observation) -> bool {
    if now.denied {
        if now.kinds.is_empty() {
            let (left, right) = (words(now), words(was));
            return !left.is_empty()
                && wording::coverage(&left, &right) >= 0.75
                && same_levels(now, was)
                && same_part(&now.phrase, &was.phrase)
                && spoken_sides_agree(&now.phrase, &was.phrase);
        }
        let named = now
            .kinds
            .iter()
            .any(|kind| was.kinds.iter().any(|other| kind.covers(other)));
        let alone = now.subjects.is_empty() && now.kinds.iter().any(|kind| kind.alone);
        return named
            && (alone || within_place(now, was) || both_clot(now, was))
            && same_levels(now, was)
            && same_part(&now.phrase, &was.phrase)
            && spoken_sides_agree(&now.phrase, &was.phrase);
    }
    let spoiled = |aspect: &Aspect| was.kinds.iter().any(|kind| kind.spoils.contains(aspect));
    now.normal.iter().any(spoiled)
        && same_levels(now, was)
        && !was.subjects.is_empty()
        && was.subjects.iter().all(|subject| {
            now.subjects.iter().any(|normal| {
                lexicon().is_within(&subject.structure.id, &normal.structure.id)
                    && sides_agree(normal, subject)
            })
        })
}

/// Whether a denial reaches a finding only by its word, not by its place.
pub(super) fn by_word_only(now: &Observation, was: &Observation) -> bool {
    now.denied && !now.kinds.is_empty() && !within_place(now, was) && both_clot(now, was)
}

/// Clots of the pulmonary arteries, by whatever name.
fn both_clot(now: &Observation, was: &Observation) -> bool {
    let (now, was) = (now.phrase.to_ascii_lowercase(), was.phrase.to_ascii_lowercase());
    let pulmonary = now.contains("embol") || (now.contains("pulmonary") && now.contains("thromb"));
    pulmonary && was.contains("embol")
}

/// Whether a denial reaches the place of a finding.
fn within_place(now: &Observation, was: &Observation) -> bool {
    if now.subjects.is_empty() || was.subjects.is_empty() {
        let (left, right) = (words(now), words(was));
        return wording::coverage(&left, &right).max(wording::coverage(&right, &left)) >= 0.6;
    }
    places_meet(now, was)
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

/// Kinds that a size of the structure itself can be set beside.
const OF_SIZE: &[&str] = &[
    "nodes",
    "dilatation",
    "aneurysm",
    "enlargement",
    "reduction",
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
                .any(|kind| was.kinds.iter().any(|other| kind.id == other.id))
                || (lesion(now) && lesion(was) && alike >= 0.75)
        }
    }
}

fn same_place(now: &Observation, was: &Observation, alike: f64) -> bool {
    // What is found at one level of the spine is in one place, whatever part of the level is named.
    let levelled = !now.levels.is_empty() && !was.levels.is_empty();
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

fn places_meet(now: &Observation, was: &Observation) -> bool {
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

fn sides(text: &str) -> BTreeSet<Side> {
    report::side::find(text)
        .into_iter()
        .map(|mark| mark.side)
        .collect()
}

fn spoken_sides_agree(left: &str, right: &str) -> bool {
    let (left, right) = (sides(left), sides(right));
    let both = |sides: &BTreeSet<Side>| sides.contains(&Side::Bilateral);
    left.is_empty() || right.is_empty() || both(&left) || both(&right) || !left.is_disjoint(&right)
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

/// The numbers of segments, levels and stations, and of hours of a clock.
fn numbers(text: &str) -> BTreeSet<(String, u32, Option<char>)> {
    let roman = |text: &str| -> Option<u32> {
        const NUMERALS: [&str; 10] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
        let lower = text.to_ascii_lowercase();
        let at = NUMERALS.iter().position(|numeral| *numeral == lower)?;
        u32::try_from(at + 1).ok()
    };
    let mut found: BTreeSet<(String, u32, Option<char>)> = NUMBERED
        .captures_iter(text)
        .filter_map(|captures| {
            let number = &captures["number"];
            let value = number.parse().ok().or_else(|| roman(number))?;
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

/// Whether neither names a part of the structure other than the other's.
fn same_part(now: &str, was: &str) -> bool {
    let (now_numbers, was_numbers) = (numbers(now), numbers(was));
    for name in ["segment", "level", "station", "zone", "clock"] {
        let of = |numbers: &BTreeSet<(String, u32, Option<char>)>| {
            numbers
                .iter()
                .filter(|(other, ..)| other == name)
                .map(|(_, number, letter)| (*number, *letter))
                .collect::<Vec<_>>()
        };
        let (left, right) = (of(&now_numbers), of(&was_numbers));
        let meet = left.iter().any(|(number, letter)| {
            right.iter().any(|(other, part)| {
                number == other && (letter == part || letter.is_none() || part.is_none())
            })
        });
        if !left.is_empty() && !right.is_empty() && !meet {
            return false;
        }
    }
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
    !PLACES.iter().any(|parts| apart(parts))
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
