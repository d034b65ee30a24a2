//! Calibres and ratios beyond the limits of `data/limits.toml`.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use super::{claim, places_of};
use crate::measurement::{Measurement, Unit};
use crate::phrase::Phrases;
use crate::reading::{Claim, Parts, Subject};
use crate::{anatomy, measurement};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limit {
    claims: String,
    structure: String,
    #[serde(default)]
    unit: Measured,
    over: f64,
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
        value.is_some_and(|value| value > self.over)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ratio {
    said: Vec<String>,
    /// A sentence with one of these means another share.
    #[serde(default)]
    unless: Vec<String>,
    claims: String,
    structure: String,
    over: Option<f64>,
    under: Option<f64>,
}

impl Ratio {
    fn is_broken_by(&self, value: f64) -> bool {
        self.over.is_some_and(|over| value > over) || self.under.is_some_and(|under| value < under)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    limit: Vec<Limit>,
    ratio: Vec<Ratio>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it; a test holds that.
static LIMITS: LazyLock<Limits> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../data/limits.toml"))
        .unwrap_or_else(|error| panic!("limits: {error}"))
});

/// The words of a share, and those that make it another one.
struct Names {
    said: Phrases<()>,
    unless: Phrases<()>,
}

static RATIO_NAMES: LazyLock<Vec<Names>> = LazyLock::new(|| {
    let phrases = |words: &[String]| Phrases::new(words.iter().map(|words| (words, ())));
    let names = |ratio: &Ratio| Names {
        said: phrases(&ratio.said),
        unless: phrases(&ratio.unless),
    };
    LIMITS.ratio.iter().map(names).collect()
});

/// What may stand between a structure and its own size: `CBD measures 13 mm`, `pulmonary trunk is dilated to 34 mm`, `CBD 11 mm`.
static MEASURES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:is|are|measures?|measuring|measured|estimated|calculated|of|at|up to|to|about|approximately|around|only|reduced|increased|elevated|in|its|has|with|a|an|the|maximum|maximal|transverse|diameters?|calib(?:re|er)|thickness|right|left|volume|weight|gland|size|widest|point|spans?|length|craniocaudal|gap|interval|distance)\b\W*)*$").expect("pattern")
});

/// `CBD measures 13 mm`: a calibre beyond the limit. Of several structures in one sentence each has the size behind it.
pub(super) fn too_wide(parts: &Parts<'_>, subjects: &[Subject]) -> Vec<Claim> {
    let found = measurement::find(parts.text);
    if found.is_empty() {
        return Vec::new();
    }
    let beyond = |(at, mention): (usize, &anatomy::Mention)| {
        let next = parts
            .mentions
            .get(at + 1)
            .map_or(parts.text.len(), |next| next.range.start);
        let size = found
            .iter()
            .find(|size| size.range.start >= mention.range.end && size.range.end <= next)?;
        let between = &parts.text[mention.range.end..size.range.start];
        let mut limits = LIMITS.limit.iter();
        let limit =
            limits.find(|limit| limit.structure == mention.structure.id && limit.is_broken_by(size))?;
        if !MEASURES.is_match(between) || is_size_of_finding(parts, mention) {
            return None;
        }
        let places = places_of(parts, mention, subjects);
        (!places.is_empty()).then(|| claim(parts, &limit.claims, false, places))?
    };
    parts.mentions.iter().enumerate().filter_map(beyond).collect()
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

/// `RV to LV ratio is 1.4`, `LVEF is 34 percent`: a share beyond its limit.
pub(super) fn beyond_its_share(parts: &Parts<'_>) -> Vec<Claim> {
    let beyond = |(ratio, names): (&Ratio, &Names)| {
        let said = names.said.find(&parts.words);
        let named = said.first()?;
        if !names.unless.find(&parts.words).is_empty() {
            return None;
        }
        let value = parts.words.iter().find(|word| {
            word.range.start >= named.range.end && word.key.starts_with(|c: char| c.is_ascii_digit())
        })?;
        let between = &parts.text[named.range.end..value.range.start];
        let is_its_own = MEASURES.is_match(between);
        let is_broken = is_its_own && value.key.parse().is_ok_and(|value| ratio.is_broken_by(value));
        let structure = anatomy::lexicon().get(&ratio.structure).filter(|_| is_broken)?;
        let place = Subject {
            structure,
            side: None,
        };
        claim(parts, &ratio.claims, false, vec![place])
    };
    LIMITS
        .ratio
        .iter()
        .zip(&*RATIO_NAMES)
        .filter_map(beyond)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::vocabulary;

    #[test]
    fn every_name_of_the_limits_is_known() {
        let limits = LIMITS.limit.iter().map(|limit| (&limit.structure, &limit.claims));
        let ratios = LIMITS.ratio.iter().map(|ratio| (&ratio.structure, &ratio.claims));
        for (structure, claims) in limits.chain(ratios) {
            assert!(anatomy::lexicon().get(structure).is_some(), "{structure}");
            assert!(vocabulary::vocabulary().kind(claims).is_some(), "{claims}");
        }
    }
}
