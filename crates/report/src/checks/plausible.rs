//! Sizes that cannot be, and sizes that do not go with the word beside them: a kidney of 98 cm, an aorta of 4.2 mm, a spleen that is
//! normal at 18 cm. Limits stand in `data/checks/sizes.toml`.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use super::sheet::{Line, Sheet};
use super::{Fix, Flag, FlagKind};
use crate::anatomy::{self, Mention};
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
    finding: HashMap<String, f64>,
    #[serde(flatten)]
    structures: HashMap<String, Limits>,
}

static SIZES: LazyLock<File> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/checks/sizes.toml"))
        .unwrap_or_else(|error| panic!("sizes: {error}"))
});

/// Between the name of a structure and the size that measures it.
static MEASURES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[\s,:(\-]*(?:(?:is|are|it|and|which|of|the|at|its|in|with|a|for|volume|length|span|craniocaudal|cranio-caudal|bipolar|size|diameter|caliber|calibre|maximum|maximal|max|transverse|ap|anteroposterior|long|longest|axis|dimensions?|thickness|width|normal|normally|unremarkable|enlarged|mildly|moderately|markedly|massively|grossly|dilated|bulky|prominent|not|small|shrunken|non|aneurysmal|aneurysmally|ectatic|distended|contracted|approximately|about|approx|measur\w+|measured|level|mid|distal|proximal|lobe|right|left|gland|body|shape|outline|attenuation|signal|morphology|within|limits|and|duct|vein|up|to|upto|appears?|noted|seen|anteverted|retroverted|spans?)\b[\s,:(\-]*){0,14}$").expect("pattern")
});
/// Before the name: `an 18 cm spleen`.
static SIZED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*(?:(?:normal|enlarged|long|sized?|dilated|bulky|caliber|calibre|infrarenal|mildly|right|left|in|diameter)\s*)*$").expect("pattern")
});
static LARGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:enlarged|dilated|\w*megaly|aneurysm\w*|ectatic|bulky|distended)\b").expect("pattern")
});
static NORMAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:normal|normally|unremarkable|not (?:enlarged|dilated)|non[- ]?(?:enlarged|dilated)|within normal limits|no (?:\w+megaly|aneurysm\w*|dilatation|enlargement))\b").expect("pattern")
});
static NOT_ITSELF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:cysts?|nodules?|mass|lesions?|calcul\w+|stones?|nodes?|collection|abscess|h[a]?ematoma|fibroid\w*|tumou?r|metast\w+|wall|thrombus|from|away|distance|margin|below|above|proximal to|distal to|polyp|foc\w+|follicles?|diverticul\w+|tear|defect|depth|flap|neck|pseudocyst|previously|was|polar|laceration|length of|segment of|gap|retraction|cortex|cortical|parenchymal|haemangioma|hemangioma|aneurysmal sac|fluid|effusion|stent|catheter|ostium|lumen|stump|between|extend\w*|perisplenic|perihepatic|splenule|limb|cm from|mm from)\b").expect("pattern")
});
static PERCENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:stenosis|narrowing|occlu\w+|height|loss|ejection|efface\w*|involv\w+|area|volume|lumen|pneumothorax|thickness|tear|luminal|canal|slip\w*|collapse\w*|retraction|diameter|cartilage)\b").expect("pattern")
});
static LEVEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:L(?:[7-9]|1\d)|C(?:[89]|1\d)|[TD]1[3-9]|S[6-9])\b(?:\s*[-/]\s*[CTDLS]?\d{1,2})?")
        .expect("pattern")
});
static SPINAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:vertebra\w*|dis[ck]s?|level|spine|spinal|fracture|listhesis|bulge|protrusion|extrusion|body|wedge|lumbar|cervical|dorsal|thoracic|foramin\w*|marrow|endplate|conus|canal)\b").expect("pattern")
});
static NERVE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^\s*(?:nerve|root|dermatom|radiculopath|exiting)").expect("pattern"));
static HU: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)(-?\d{2,6}(?:\.\d+)?)\s*(?:hu\b|hounsfield)").expect("pattern"));

/// The findings whose size has an upper bound of its own.
const FINDINGS: &[(&str, &str)] = &[
    ("nodule", r"\b(?:nodule)\b"),
    ("calculus", r"\b(?:calculus|stone|calculi)\b"),
    ("cyst", r"\bcyst\b"),
    ("lymph-node", r"\b(?:lymph node|node|lymphadenopathy)\b"),
    ("disc-protrusion", r"\b(?:protrusion|disc bulge|extrusion)\b"),
    ("midline-shift", r"\bmidline shift|shift of (?:the )?midline\b"),
    ("listhesis", r"\b\w*listhesis\b"),
    ("canal-diameter", r"\bcanal diameter\b"),
    ("polyp", r"\bpolyp\b"),
    ("aneurysm", r"\baneurysm\b"),
];

static FINDING_PATTERNS: LazyLock<Vec<(f64, Regex)>> = LazyLock::new(|| {
    FINDINGS
        .iter()
        .filter_map(|(name, pattern)| Some((*SIZES.finding.get(*name)?, Regex::new(pattern).ok()?)))
        .collect()
});

/// A flag for each impossible size, and for each size that its word contradicts.
pub(super) fn check(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags = Vec::new();
    for line in &sheet.lines {
        if !matches!(line.section, SectionKind::Findings | SectionKind::Impression) {
            continue;
        }
        let mentions = anatomy::lexicon().find(line.text);
        for measurement in &line.measurements {
            flags.extend(size(line, measurement, &mentions));
        }
        flags.extend(densities(line));
        flags.extend(levels(line));
    }
    flags
}

fn size(line: &Line<'_>, measurement: &Measurement, mentions: &[Mention]) -> Option<Flag> {
    if measurement.unit == Unit::Percent {
        let share = measurement.values.iter().copied().fold(0.0, f64::max);
        return (share > 100.0 && PERCENT.is_match(&line.lower))
            .then(|| implausible(line, measurement, "more than 100 % of it".to_owned(), None));
    }
    if let Some(mention) = measured(line, measurement, mentions) {
        if let Some(limits) = SIZES.structures.get(&mention.structure.id) {
            return structure(line, measurement, mention, limits);
        }
    }
    finding(line, measurement)
}

/// The structure that the measurement measures itself.
fn measured<'m>(line: &Line<'_>, measurement: &Measurement, mentions: &'m [Mention]) -> Option<&'m Mention> {
    let before = mentions
        .iter()
        .rev()
        .find(|mention| mention.range.end <= measurement.range.start)
        .filter(|mention| {
            let between = &line.lower[mention.range.end..measurement.range.start];
            MEASURES.is_match(between) && !NOT_ITSELF.is_match(between)
        });
    let behind = mentions
        .iter()
        .find(|mention| mention.range.start >= measurement.range.end)
        .filter(|mention| SIZED.is_match(&line.lower[measurement.range.end..mention.range.start]));
    let mention = before.or(behind)?;
    // What follows can still say that something else was measured: `kidney of 4 mm calculus`.
    let rest = &line.lower[measurement.range.end..];
    let next: String = rest.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
    let name = &line.lower[mention.range.clone()];
    let other = NOT_ITSELF.is_match(&next)
        || NOT_ITSELF.is_match(name)
        || NOT_ITSELF.is_match(before_name(line, mention));
    (!other).then_some(mention)
}

/// The words right before the name of a structure: `cyst in the kidney`.
fn before_name<'l>(line: &'l Line<'_>, mention: &Mention) -> &'l str {
    let mut start = mention.range.start.saturating_sub(28);
    while !line.lower.is_char_boundary(start) {
        start += 1;
    }
    let before = &line.lower[start..mention.range.start];
    before.rsplit(['.', ';', ',', ':']).next().unwrap_or(before)
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

/// A finding that is too large wherever it is: a nodule of 40 cm.
fn finding(line: &Line<'_>, measurement: &Measurement) -> Option<Flag> {
    let largest = measurement.largest_millimetres()?;
    // Nobody measures half a metre in a scan of one region.
    if largest > 600.0 {
        return Some(implausible(
            line,
            measurement,
            "too large for a finding".to_owned(),
            None,
        ));
    }
    let mut start = measurement.range.start.saturating_sub(48);
    while !line.lower.is_char_boundary(start) {
        start += 1;
    }
    let mut end = (measurement.range.end + 40).min(line.lower.len());
    while !line.lower.is_char_boundary(end) {
        end -= 1;
    }
    let around = &line.lower[start..end];
    let named: Vec<f64> = FINDING_PATTERNS
        .iter()
        .filter(|(_, pattern)| pattern.is_match(around))
        .map(|(most, _)| *most)
        .collect();
    let most = named.iter().copied().reduce(f64::max)?;
    let elsewhere = line.measurements.len() > 1
        || line.lower.contains(" mass")
        || line.lower.contains("from")
        || line.lower.contains("length");
    (largest > most && !elsewhere)
        .then(|| implausible(line, measurement, "too large for such a finding".to_owned(), None))
}

/// Densities that no tissue has. Metal and air lie outside, tissue does not.
fn densities(line: &Line<'_>) -> Vec<Flag> {
    const METAL: &[&str] = &[
        "metal", "implant", "prosthe", "clip", "coil", "screw", "hardware", "stent", "enamel", "bullet",
    ];
    if METAL.iter().any(|word| line.lower.contains(word)) {
        return Vec::new();
    }
    HU.captures_iter(line.text)
        .filter_map(|found| {
            let value: f64 = found.get(1)?.as_str().parse().ok()?;
            let most = if line.lower.contains("calcul")
                || line.lower.contains("stone")
                || line.lower.contains("calcif")
            {
                2500.0
            } else {
                2000.0
            };
            (!(-1050.0..=most).contains(&value)).then(|| {
                line.flag(
                    FlagKind::ImplausibleSize,
                    &found.get(0).map_or(0..0, |whole| whole.range()),
                    format!("No tissue has a density of {value} HU: check the value."),
                    None,
                )
            })
        })
        .collect()
}

/// Levels that the spine does not have.
fn levels(line: &Line<'_>) -> Vec<Flag> {
    if !SPINAL.is_match(line.text) {
        return Vec::new();
    }
    LEVEL
        .find_iter(line.text)
        .filter(|found| {
            let c8 = found.as_str().starts_with("C8");
            !NERVE.is_match(&line.text[found.end()..]) && !(c8 && line.lower.contains("nerve"))
        })
        .map(|found| {
            line.flag(
                FlagKind::ImplausibleSize,
                &found.range(),
                format!("The spine has no level {}.", found.as_str()),
                None,
            )
        })
        .collect()
}
