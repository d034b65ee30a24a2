//! Sizes of structures beyond the limits of `data/limits.toml`.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use super::{claim, index, places_of};
use crate::measurement::{Measurement, Unit};
use crate::reading::{Claim, Parts, Subject};
use crate::{anatomy, measurement};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Limit {
    claims: String,
    structure: String,
    #[serde(default)]
    unit: Measured,
    over: Option<f64>,
    under: Option<f64>,
}

/// What a limit is told in.
#[derive(Deserialize, Default, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Measured {
    #[default]
    Millimetres,
    Millilitres,
}

impl Limit {
    fn is_broken_by(&self, size: &Measurement) -> bool {
        let value = match self.unit {
            Measured::Millimetres => size.largest_millimetres(),
            Measured::Millilitres => {
                (size.unit == Unit::Millilitre).then(|| size.values.iter().copied().fold(0.0, f64::max))
            }
        };
        value.is_some_and(|value| {
            // A size of less than half of what is small is not that of the structure.
            self.over.is_some_and(|over| value > over)
                || self
                    .under
                    .is_some_and(|under| value < under && value > under / 2.0)
        })
    }
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it; a test holds that.
static LIMITS: LazyLock<Vec<Limit>> = LazyLock::new(|| index::file().limit);

/// What may stand between a structure and its own size: `CBD measures 13 mm`, `pulmonary trunk is dilated to 34 mm`, `CBD 11 mm`.
pub(super) static MEASURES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:is|are|measures?|measuring|measured|estimated|calculated|of|at|up to|to|about|approximately|around|only|reduced|increased|elevated|in|its|has|with|a|an|the|maximum|maximal|transverse|diameters?|calib(?:re|er)|thickness|height|width|depth|right|left|volume|weight|weighs|weighing|gland|size|score|grade|stage|value|ratio|index|scale|visual|bilaterally|both sides|angle|widest|point|spans?|length|craniocaudal|gap|interval|distance)\b\W*)*$").expect("pattern")
});

/// `CBD measures 13 mm`: a calibre beyond the limit. Of several structures in one sentence each has the size behind it.
pub(super) fn too_wide(parts: &Parts<'_>, subjects: &[Subject]) -> Vec<Claim> {
    let found = measurement::find(parts.text);
    if found.is_empty() {
        return Vec::new();
    }
    let beyond = |(at, mention): (usize, &anatomy::Mention)| -> Vec<Claim> {
        let next = parts
            .mentions
            .get(at + 1)
            .map_or(parts.text.len(), |next| next.range.start);
        let own = found
            .iter()
            .find(|size| size.range.start >= mention.range.end && size.range.end <= next);
        let is_its_own = |size: &&Measurement| {
            let between = &parts.text[mention.range.end..size.range.start];
            let goes_on = parts.text[size.range.end..].trim_start();
            MEASURES.is_match(between) && !is_size_of_finding(parts, mention) && !names_what_has_it(goes_on)
        };
        let Some(size) = own.filter(is_its_own) else {
            return Vec::new();
        };
        let places = places_of(parts, mention, subjects);
        let broken = LIMITS
            .iter()
            .filter(|limit| limit.structure == mention.structure.id && limit.is_broken_by(size));
        broken
            .filter(|_| !places.is_empty())
            .filter_map(|limit| claim(parts, &limit.claims, false, places.clone()))
            .collect()
    };
    parts.mentions.iter().enumerate().flat_map(beyond).collect()
}

/// `CBD 11 mm calculus`: what stands right behind a size has it.
fn names_what_has_it(behind: &str) -> bool {
    const GOES_ON: &[&str] = &[
        "in",
        "at",
        "and",
        "with",
        "wide",
        "which",
        "but",
        "thick",
        "long",
        "tall",
        "dilated",
        "proximally",
        "distally",
        "near",
        "is",
        "without",
        "ap",
        "on",
        "to",
        "for",
        "normal",
        "diameter",
        "calibre",
        "caliber",
        "length",
        "x",
        "by",
        "across",
        "from",
        "before",
        "after",
        "just",
        "maximum",
        "maximal",
        "size",
        "transverse",
        "craniocaudal",
        "craniocaudally",
    ];
    let word: String = behind.chars().take_while(char::is_ascii_alphabetic).collect();
    !word.is_empty() && !GOES_ON.contains(&word.to_ascii_lowercase().as_str())
}

/// `Calculus in the common bile duct measuring 11 mm`: a finding before the structure, in it, has the size.
fn is_size_of_finding(parts: &Parts<'_>, mention: &anatomy::Mention) -> bool {
    let before = parts.text[..mention.range.start].trim_end();
    let before = before.strip_suffix("the").map_or(before, str::trim_end);
    ["in", "of", "within", "from", "at"].iter().any(|word| {
        before
            .strip_suffix(word)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::vocabulary;

    #[test]
    fn every_name_of_the_limits_is_known() {
        for limit in LIMITS.iter() {
            let (structure, claims) = (&limit.structure, &limit.claims);
            assert!(anatomy::lexicon().get(structure).is_some(), "{structure}");
            assert!(vocabulary::vocabulary().kind(claims).is_some(), "{claims}");
        }
    }
}
