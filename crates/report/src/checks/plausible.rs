//! Sizes that cannot be, and sizes that do not go with the word beside them: a kidney of 98 cm, an aorta of 4.2 mm, a spleen that is
//! normal at 18 cm. Limits stand in `data/checks/sizes.toml`.

mod itself;

use std::sync::LazyLock;

use hashbrown::HashMap;
use regex::Regex;
use serde::Deserialize;

use super::sheet::{Line, Sheet};
use super::{Fix, Flag, FlagKind};
use crate::anatomy::{Mention, Region};
use crate::measurement::{Measurement, Unit};
use crate::section::SectionKind;

/// Sizes of a structure, in millimetres, volumes in millilitres.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Limits {
    least: f64,
    most: f64,
    normal_most: Option<f64>,
    enlarged_least: Option<f64>,
    volume_most: Option<f64>,
    normal_volume_most: Option<f64>,
    enlarged_volume_least: Option<f64>,
}

#[derive(Deserialize)]
struct File {
    finding: Vec<Bounded>,
    #[serde(flatten)]
    structures: HashMap<String, Limits>,
}

static SIZES: LazyLock<File> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/checks/sizes.toml"))
        .unwrap_or_else(|error| panic!("sizes: {error}"))
});

/// Behind a distance.
const DISTANCES: &[&str] = &["from ", "clear of ", "away from "];

static LARGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:enlarged|dilated|\w*megaly|aneurysm\w*|ectatic|bulky|distended)\b").expect("pattern")
});
static NORMAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:normal|normally|unremarkable|not (?:enlarged|dilated)|non[- ]?(?:enlarged|dilated)|within normal limits|no (?:\w+megaly|aneurysm\w*|dilatation|enlargement))\b").expect("pattern")
});
/// A finding or a part whose size has an upper bound of its own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounded {
    words: String,
    most: f64,
    unless: Option<String>,
}

struct Bound {
    words: Regex,
    most: f64,
    unless: Option<Regex>,
}

static BOUNDS: LazyLock<Vec<Bound>> = LazyLock::new(|| {
    let compiled = |pattern: &str| {
        Regex::new(&format!(r"\b(?:{pattern})\b"))
            .unwrap_or_else(|error| panic!("sizes of findings: {error}"))
    };
    SIZES
        .finding
        .iter()
        .map(|bounded| Bound {
            words: compiled(&bounded.words),
            most: bounded.most,
            unless: bounded.unless.as_deref().map(compiled),
        })
        .collect()
});

/// A flag for each impossible size, and for each size that its word contradicts.
pub(super) fn check(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags = Vec::new();
    for line in sheet.lines() {
        if !matches!(line.section, SectionKind::Findings | SectionKind::Impression) {
            continue;
        }
        for measurement in &line.measurements {
            flags.extend(size(sheet, line, measurement));
        }
    }
    flags
}

/// Whether a sentence has a size that cannot be: nothing follows from it.
pub(super) fn is_impossible(sheet: &Sheet<'_>, line: &Line<'_>) -> bool {
    line.measurements
        .iter()
        .filter_map(|measurement| size(sheet, line, measurement))
        .any(|flag| flag.kind == FlagKind::ImplausibleSize)
}

fn size(sheet: &Sheet<'_>, line: &Line<'_>, measurement: &Measurement) -> Option<Flag> {
    let itself = itself::measured(line, measurement, &line.mentions)
        .and_then(|mention| Some((mention, SIZES.structures.get(&mention.structure.id)?)));
    match itself {
        Some((mention, limits)) => structure(line, measurement, mention, limits),
        None => volume(line, measurement).or_else(|| finding(sheet, line, measurement)),
    }
}

fn structure(line: &Line<'_>, measurement: &Measurement, mention: &Mention, limits: &Limits) -> Option<Flag> {
    let name = &mention.structure.name;
    if measurement.unit == Unit::Millilitre {
        let volume = measurement.values.iter().copied().fold(0.0, f64::max);
        if limits.volume_most.is_some_and(|most| volume > most) {
            return Some(implausible(
                line,
                measurement,
                format!("too large for the {name}"),
                None,
            ));
        }
        return against_word(
            line,
            measurement,
            volume,
            limits.normal_volume_most,
            limits.enlarged_volume_least,
        );
    }
    let largest = measurement.largest_millimetres()?;
    if largest > limits.most || largest < limits.least {
        let (word, other) = match measurement.unit {
            Unit::Centimetre => ("cm", "mm"),
            _ => ("mm", "cm"),
        };
        let slipped = if word == "cm" {
            largest / 10.0
        } else {
            largest * 10.0
        };
        let usual = limits.least..=limits.normal_most.unwrap_or(limits.most);
        let fix = usual
            .contains(&slipped)
            .then(|| unit_fix(line, measurement, word, other))
            .flatten();
        let size = if largest > limits.most { "large" } else { "small" };
        return Some(implausible(
            line,
            measurement,
            format!("too {size} for the {name}"),
            fix,
        ));
    }
    against_word(
        line,
        measurement,
        largest,
        limits.normal_most,
        limits.enlarged_least,
    )
}

/// `Normal in size, 18 cm`; `enlarged, 8 cm`.
fn against_word(
    line: &Line<'_>,
    measurement: &Measurement,
    size: f64,
    normal_most: Option<f64>,
    enlarged_least: Option<f64>,
) -> Option<Flag> {
    let clause = line.lower.as_str();
    let normal = NORMAL.is_match(clause);
    let large = LARGE.is_match(&NORMAL.replace_all(clause, " "));
    let written = &line.text[measurement.range.clone()];
    // Ten times too large and called normal: the unit is wrong, not the word.
    if normal && !large && normal_most.is_some_and(|most| size > most * 3.5 && size / 10.0 <= most) {
        return Some(implausible(line, measurement, "no normal size".to_owned(), None));
    }
    let message = if normal && !large && normal_most.is_some_and(|most| size > most) {
        format!("It is called normal, but {written} is not a normal size.")
    } else if large && !normal && enlarged_least.is_some_and(|least| size < least) {
        format!("It is called enlarged, but {written} is not large.")
    } else {
        return None;
    };
    Some(line.flag(FlagKind::Contradiction, &measurement.range, message, None))
}

/// The same number in the other unit, when the measurement has one unit.
fn unit_fix(line: &Line<'_>, measurement: &Measurement, unit: &str, other: &str) -> Option<Fix> {
    let written = &line.text[measurement.range.clone()];
    let lower = written.to_ascii_lowercase();
    if lower.matches(unit).count() != 1 || !lower.ends_with(unit) {
        return None;
    }
    let replacement = format!("{}{other}", &written[..written.len() - unit.len()]);
    Some(Fix {
        range: line.at(&measurement.range),
        label: format!("Change to {replacement}"),
        replacement,
    })
}

fn implausible(line: &Line<'_>, measurement: &Measurement, why: String, fix: Option<Fix>) -> Flag {
    let written = line.text[measurement.range.clone()].trim();
    line.flag(
        FlagKind::ImplausibleSize,
        &measurement.range,
        format!("{written} is {why}: check the value and its unit."),
        fix,
    )
}

/// A volume that is not that of the dimensions beside it.
fn volume(line: &Line<'_>, measurement: &Measurement) -> Option<Flag> {
    let [volume] = measurement.values.as_slice() else {
        return None;
    };
    if measurement.unit != Unit::Millilitre || !line.lower.contains("volume") {
        return None;
    }
    let dimensions = line
        .measurements
        .iter()
        .filter_map(Measurement::millimetres)
        .find(|values| values.len() == 3)?;
    let ellipsoid = dimensions.iter().product::<f64>() * 0.52 / 1000.0;
    (*volume > ellipsoid * 4.0 || *volume < ellipsoid / 4.0).then(|| {
        implausible(
            line,
            measurement,
            format!("not the volume of these dimensions, about {ellipsoid:.0} ml"),
            None,
        )
    })
}

/// A finding that is too large for what it is or where it is: a nodule of 40 cm, a meningioma of 28 cm.
fn finding(sheet: &Sheet<'_>, line: &Line<'_>, measurement: &Measurement) -> Option<Flag> {
    let largest = measurement.largest_millimetres()?;
    // `28 cm from the anal verge` is where something is, not how large.
    let behind = line.lower[measurement.range.end..].trim_start();
    if DISTANCES.iter().any(|word| behind.starts_with(word)) {
        return None;
    }
    // Nobody measures half a metre in a scan of one region.
    if largest > 600.0 {
        return Some(implausible(
            line,
            measurement,
            "too large for a finding".to_owned(),
            None,
        ));
    }
    let (before, behind) = around(line, measurement);
    let bounds = |text: &'_ str| -> Vec<&'static Bound> {
        BOUNDS.iter().filter(|bound| bound.words.is_match(text)).collect()
    };
    let excused = |bound: &&'static Bound| {
        let unless = bound.unless.as_ref();
        unless.is_some_and(|unless| unless.is_match(&line.lower))
    };
    let least = |bounds: &[&'static Bound]| {
        let kept = bounds
            .iter()
            .filter(|bound| !excused(bound))
            .map(|bound| bound.most);
        kept.min_by(f64::total_cmp)
    };
    let (near, far) = (bounds(before), bounds(behind));
    let region = region(sheet, line);
    let most = match least(&near).or_else(|| least(&far)) {
        Some(most) => most,
        None if !near.is_empty() || !far.is_empty() => return None,
        None => region?,
    };
    let most = region.map_or(most, |region| most.min(region));
    (largest > most).then(|| implausible(line, measurement, "too large for such a finding".to_owned(), None))
}

/// The clause before a measurement and the words behind it.
fn around<'l>(line: &'l Line<'_>, measurement: &Measurement) -> (&'l str, &'l str) {
    let before = &line.lower[..measurement.range.start];
    let before = before.rsplit(['.', ';', ':']).next().unwrap_or(before);
    // `A meningioma, 28 cm`: the comma before the value belongs to it.
    let tail = before.trim_end().trim_end_matches(',');
    let before = [" with ", " and ", " without "]
        .iter()
        .fold(tail, |text, word| text.rsplit(word).next().unwrap_or(text));
    let behind = &line.lower[measurement.range.end..];
    let behind = behind.split(['.', ';', ',']).next().unwrap_or(behind);
    let behind = [" with ", " and ", " without "]
        .iter()
        .fold(behind, |text, word| text.split(word).next().unwrap_or(text));
    (before, behind)
}

/// The most that a finding of the head, the neck or the breast can measure: of the structures that the sentence names, else of those
/// that the study's name names.
fn region(sheet: &Sheet<'_>, line: &Line<'_>) -> Option<f64> {
    let named = line
        .reading
        .subjects
        .iter()
        .map(|subject| subject.structure.region);
    let mut regions: Vec<Region> = named.collect();
    if regions.is_empty() {
        regions = sheet
            .study
            .structures
            .iter()
            .map(|structure| structure.region)
            .collect();
    }
    match regions.as_slice() {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => match first {
            Region::Head => Some(160.0),
            Region::Neck | Region::Breast => Some(220.0),
            _ => None,
        },
        _ => None,
    }
}
