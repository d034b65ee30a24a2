//! Values that cannot be, whatever they are of: metres, PI-RADS 8, the 15th rib, level L7, 4000 HU. Patterns stand in
//! `data/checks/impossible.toml`.

use std::sync::LazyLock;

use regex::{Regex, RegexSet};
use serde::Deserialize;

use super::sheet::{Line, Sheet};
use super::{Flag, FlagKind};
use crate::section::SectionKind;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    pattern: String,
    unless: Option<String>,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    value: Vec<Entry>,
}

struct Value {
    pattern: Regex,
    unless: Option<Regex>,
    why: String,
}

struct Values {
    any: RegexSet,
    each: Vec<Value>,
}

static VALUES: LazyLock<Values> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/checks/impossible.toml"))
        .unwrap_or_else(|error| panic!("impossible values: {error}"));
    let compiled = |pattern: &str| Regex::new(pattern).unwrap_or_else(|error| panic!("{error}"));
    let any = RegexSet::new(file.value.iter().map(|entry| &entry.pattern));
    Values {
        any: any.unwrap_or_else(|error| panic!("{error}")),
        each: file
            .value
            .into_iter()
            .map(|entry| Value {
                pattern: compiled(&entry.pattern),
                unless: entry.unless.as_deref().map(compiled),
                why: entry.why,
            })
            .collect(),
    }
});

/// A density: metal and air lie outside of what tissue can have.
static DENSITY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(-?\d{2,6}(?:\.\d+)?)\s*(?:hu\b|hounsfield)").expect("pattern"));
static METAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:metal\w*|implants?|prosthe\w+|clips?|coils?|screws?|hardware|stents?|enamel|bullet|pellets?)\b")
        .expect("pattern")
});

/// A flag for each value that cannot be.
pub(super) fn check(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags = Vec::new();
    for line in sheet.lines() {
        if !matches!(line.section, SectionKind::Findings | SectionKind::Impression) {
            continue;
        }
        for index in VALUES.any.matches(&line.lower) {
            let value = &VALUES.each[index];
            if value
                .unless
                .as_ref()
                .is_some_and(|unless| unless.is_match(&line.lower))
            {
                continue;
            }
            flags.extend(value.pattern.find_iter(&line.lower).map(|found| {
                let shown = line.text[found.range()]
                    .trim()
                    .trim_end_matches(['.', ',', ';', ')']);
                let range = found.start()..found.start() + shown.len();
                line.flag(
                    FlagKind::ImplausibleSize,
                    &range,
                    format!("\u{201c}{shown}\u{201d} {}", value.why),
                    None,
                )
            }));
        }
        flags.extend(densities(line));
    }
    flags
}

fn densities(line: &Line<'_>) -> Vec<Flag> {
    if METAL.is_match(&line.lower) {
        return Vec::new();
    }
    DENSITY
        .captures_iter(&line.lower)
        .filter_map(|found| {
            let whole = found.get(0)?.range();
            let value: f64 = found.get(1)?.as_str().parse().ok()?;
            (!(-1050.0..=2500.0).contains(&value)).then(|| {
                line.flag(
                    FlagKind::ImplausibleSize,
                    &whole,
                    format!("No tissue has a density of {value} HU: check the value."),
                    None,
                )
            })
        })
        .collect()
}
