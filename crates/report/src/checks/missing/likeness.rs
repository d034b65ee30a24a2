//! What two sentences or findings have in common: sizes, words, sides, levels, regions, and kinds that are two views of one finding.

use std::sync::LazyLock;

use regex::Regex;

use super::super::fact::Fact;
use super::super::laterality;
use super::super::place;
use super::super::sheet::Line;
use crate::anatomy::level::Level;
use crate::anatomy::{self, Region};
use crate::measurement::Measurement;
use crate::side::Side;
use crate::token;

/// Whether two sentences give one and the same measurement.
pub(in super::super) fn shares_size(line: &Line<'_>, other: &Line<'_>) -> bool {
    let same = |one: &Measurement, other: &Measurement| match (
        one.largest_millimetres(),
        other.largest_millimetres(),
    ) {
        (Some(one), Some(other)) => (one - other).abs() < 0.05,
        (None, None) => one.unit == other.unit && one.values == other.values,
        _ => false,
    };
    other
        .measurements
        .iter()
        .any(|one| line.measurements.iter().any(|measurement| same(one, measurement)))
}

/// Whether two sentences name one place by its short name: `M1`, `SMA`.
pub(super) fn shares_abbreviation(line: &Line<'_>, other: &Line<'_>) -> bool {
    static SHORT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:[AMP][1-4]|[A-Z]{2,4}V|[A-Z]{2,4}A|LAD|LCX|SMV|IVC|SVC|ACL|PCL|MCL)\b")
            .expect("pattern")
    });
    SHORT.find_iter(line.text).any(|name| {
        SHORT
            .find_iter(other.text)
            .any(|found| found.as_str() == name.as_str())
    })
}

/// `Right frontal and left cerebellar metastases`: a lobe of the brain is named by its adjective alone.
pub(super) fn shares_lobe(line: &Line<'_>, found: &Line<'_>) -> bool {
    let in_brain = |line: &Line<'_>| {
        let mut places = line.reading.subjects.iter();
        places.any(|place| anatomy::lexicon().is_within(&place.structure.id, "brain"))
    };
    in_brain(line) && in_brain(found) && place::shares_lobe(&line.lower, &found.lower)
}

/// Words of a sentence by their first letters, without those that every finding has.
pub(super) fn stems(line: &Line<'_>) -> Vec<String> {
    const COMMON: &[&str] = &[
        "right", "left", "bilat", "lesio", "enhan", "measu", "multi", "large", "small", "moder", "sever",
        "mild", "lower", "upper", "with", "witho", "from", "shows", "seen", "noted", "likel", "suspi",
        "consi", "exten", "invol", "anter", "poste", "media", "later", "normal", "norma", "there", "along",
        "withi", "assoc", "adjac", "diffu", "focal", "segme", "grade", "possi", "acute", "compl", "proxi",
        "dista", "surro", "level", "which", "both", "also", "into", "size", "lobe", "centr", "about",
        "chang", "full", "thick",
    ];
    let mut stems: Vec<String> = line
        .words
        .iter()
        .map(|word| word.key.chars().take(5).collect::<String>())
        .filter(|stem| {
            stem.len() >= 4 && stem.chars().all(char::is_alphabetic) && !COMMON.contains(&stem.as_str())
        })
        .collect();
    stems.sort();
    stems.dedup();
    stems
}

pub(super) fn sides_apart(one: &Line<'_>, other: &Line<'_>) -> bool {
    let sides = |line: &Line<'_>| -> Vec<Side> {
        laterality::marks(line)
            .into_iter()
            .map(|mark| mark.side)
            .collect()
    };
    let (one, other) = (sides(one), sides(other));
    !one.is_empty()
        && !other.is_empty()
        && !one
            .iter()
            .any(|side| other.contains(side) || *side == Side::Bilateral)
        && !other.contains(&Side::Bilateral)
}

/// Disc spaces are compared with disc spaces when both sentences name some: `L4-L5 ... the L4 root` is not of L3-L4.
pub(super) fn levels_apart(one: &Line<'_>, other: &Line<'_>) -> bool {
    let discs = |line: &Line<'_>| -> Vec<Level> {
        let levels = line.reading.levels.iter();
        levels.filter(|level| level.lower.is_some()).cloned().collect()
    };
    let (mut ours, mut theirs) = (discs(one), discs(other));
    if ours.is_empty() || theirs.is_empty() {
        ours.clone_from(&one.reading.levels);
        theirs.clone_from(&other.reading.levels);
    }
    !ours.is_empty()
        && !theirs.is_empty()
        && !ours.iter().any(|level| theirs.iter().any(|at| level.touches(at)))
}

/// Kinds that are two views of one finding: restricted diffusion and infarct, a collection and a haematoma.
pub(super) fn alike(one: &str, other: &str) -> bool {
    const PAIRS: &[(&str, &str)] = &[
        ("infarct", "diffusion"),
        ("infarct", "signal-change"),
        ("infarct", "edema"),
        ("diffusion", "inflammation"),
        ("cord", "compression"),
        ("air", "free-air"),
        ("air", "infarct"),
        ("hemorrhage", "lesion"),
        ("hemorrhage", "aneurysm"),
        ("thrombus", "occlusion"),
        ("thrombus", "infarct"),
        ("inflammation", "lesion"),
        ("inflammation", "thickening"),
        ("inflammation", "nodes"),
        ("lesion", "nodes"),
        ("lesion", "thickening"),
        ("fracture", "collapse"),
        ("fracture", "tear"),
        ("consolidation", "opacity"),
        ("consolidation", "ground-glass"),
        ("bulge", "tear"),
        ("tear", "hemorrhage"),
        ("dissection", "hemorrhage"),
        ("collection", "hemorrhage"),
        ("collection", "inflammation"),
        ("collection", "lesion"),
        ("collection", "fluid"),
        ("collection", "effusion"),
    ];
    PAIRS
        .iter()
        .any(|(left, right)| (*left == one && *right == other) || (*left == other && *right == one))
}

/// Short names of findings: `AAA`, `PE`, `DVT`.
pub(super) fn abbreviated(line: &Line<'_>, fact: &Fact) -> bool {
    const SHORT: &[(&str, &str)] = &[
        ("aneurysm", "aaa"),
        ("aneurysm", "taa"),
        ("thrombus", "pe"),
        ("thrombus", "dvt"),
        ("thrombus", "cvt"),
        ("fracture", "fx"),
        ("hydronephrosis", "hn"),
        ("hydronephrosis", "hun"),
        ("nodes", "ln"),
        ("nodes", "lns"),
        ("nodes", "lap"),
        ("nodes", "lan"),
    ];
    line.words.iter().any(|word| {
        SHORT
            .iter()
            .any(|(kind, short)| fact.kind.id == *kind && word.key == *short)
    })
}

/// The words that name the finding itself.
pub(super) fn telling(line: &Line<'_>, fact: &Fact) -> Vec<String> {
    let implied = fact.named.len() == line.text.len();
    token::words(&line.text[fact.named.clone()])
        .into_iter()
        .map(|word| word.key)
        .filter(|word| !implied && word.len() > 3)
        .collect()
}

/// Regions whose findings are told under one diagnosis: a fracture of the pelvic ring and the haematoma of its side wall.
pub(super) fn adjoins(one: Region, other: Region) -> bool {
    let pair = |left, right| one == left && other == right || one == right && other == left;
    one == other
        || pair(Region::Pelvis, Region::Musculoskeletal)
        || pair(Region::Pelvis, Region::Abdomen)
        || pair(Region::Spine, Region::Chest)
        || pair(Region::Spine, Region::Abdomen)
        || pair(Region::Spine, Region::Neck)
        || pair(Region::Head, Region::Neck)
}
