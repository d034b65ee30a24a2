//! Measures that have a name of their own, as `RV to LV ratio is 1.4`, `Cobb angle of 24 degrees`, `Scheltens grade 3`: one beyond its range
//! tells a finding, one within it tells nothing abnormal. The ranges stand in `data/limits.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::claim;
use super::size::{Limit, MEASURES};
use crate::phrase::Phrases;
use crate::reading::{Claim, Parts, Subject};
use crate::{anatomy, measurement, token};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) limit: Vec<Limit>,
    measure: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    said: Vec<String>,
    #[serde(default)]
    beside: Vec<String>,
    #[serde(default)]
    unless: Vec<String>,
    #[serde(default)]
    share: bool,
    #[serde(default)]
    claims: Option<String>,
    #[serde(default)]
    at: Vec<String>,
    over: Option<f64>,
    under: Option<f64>,
}

/// A named measure.
struct Measure {
    said: Phrases<()>,
    beside: Phrases<()>,
    unless: Phrases<()>,
    entry: Entry,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it; a test holds that.
pub(super) fn file() -> File {
    toml::from_str(include_str!("../../../data/limits.toml"))
        .unwrap_or_else(|error| panic!("limits: {error}"))
}

static MEASURES_NAMED: LazyLock<Vec<Measure>> = LazyLock::new(|| {
    let phrases = |words: &[String]| Phrases::new(words.iter().map(|words| (words, ())));
    let measure = |entry: Entry| Measure {
        said: phrases(&entry.said),
        beside: phrases(&entry.beside),
        unless: phrases(&entry.unless),
        entry,
    };
    file().measure.into_iter().map(measure).collect()
});

impl Measure {
    /// The value that a sentence gives it.
    fn value(&self, text: &str, words: &[token::Word]) -> Option<f64> {
        let said = self.said.find(words);
        let named = said.first()?;
        let says = |phrases: &Phrases<()>| !phrases.find(words).is_empty();
        if says(&self.unless) || !self.entry.beside.is_empty() && !says(&self.beside) {
            return None;
        }
        let value = words.iter().find(|word| {
            word.range.start >= named.range.end && word.key.starts_with(|c: char| c.is_ascii_digit())
        })?;
        if !MEASURES.is_match(&text[named.range.end..value.range.start]) {
            return None;
        }
        let size = measurement::find(text)
            .into_iter()
            .find(|size| size.range.start == value.range.start);
        let told: f64 = match size
            .as_ref()
            .and_then(measurement::Measurement::largest_millimetres)
        {
            Some(millimetres) => millimetres,
            None => digits(&value.key).parse().ok()?,
        };
        // "46 percent" is 0.46.
        Some(if self.entry.share && told > 2.0 {
            told / 100.0
        } else {
            told
        })
    }

    fn is_broken_by(&self, value: f64) -> bool {
        let Entry { over, under, .. } = self.entry;
        over.is_some_and(|over| value > over) || under.is_some_and(|under| value < under)
    }
}

/// The number with which a word begins: `3a` is a grade of 3.
fn digits(word: &str) -> &str {
    let end = word
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(word.len());
    &word[..end]
}

/// What a measure beyond its range tells.
pub(super) fn beyond(parts: &Parts<'_>) -> Vec<Claim> {
    let told = |measure: &Measure| {
        let value = measure.value(parts.text, &parts.words)?;
        if !measure.is_broken_by(value) {
            return None;
        }
        // "Left hippocampus: MTA 3".
        let side = match &parts.sides[..] {
            [mark] => Some(mark.side),
            _ => None,
        };
        let places = measure
            .entry
            .at
            .iter()
            .filter_map(|id| anatomy::lexicon().get(id));
        let place = |structure: &'static anatomy::Structure| Subject {
            structure,
            side: side.filter(|_| structure.paired),
        };
        let kind = measure.entry.claims.as_deref()?;
        claim(parts, kind, false, places.map(place).collect())
    };
    MEASURES_NAMED.iter().filter_map(told).collect()
}

/// Whether a sentence gives a named measure, and every one that it gives is within its range.
pub fn is_within_range(text: &str) -> bool {
    let words = token::words(text);
    let mut given = MEASURES_NAMED
        .iter()
        .filter_map(|measure| Some((measure, measure.value(text, &words)?)))
        .peekable();
    given.peek().is_some() && given.all(|(measure, value)| !measure.is_broken_by(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{Reading, vocabulary};

    fn check(text: &str, within: bool, kind: &str) {
        assert_eq!(is_within_range(text), within, "{text}");
        let claims = Reading::of(text).claims;
        assert_eq!(
            claims.iter().any(|claim| claim.kind.id == kind),
            !within,
            "{text}"
        );
    }

    #[test]
    fn a_measure_is_normal_within_its_range_alone() {
        check("Insall-Salvati ratio is 1.1.", true, "patellar-height");
        check("Insall-Salvati ratio is 1.5.", false, "patellar-height");
        check("The Insall-Salvati index measures 0.7.", false, "patellar-height");
        check("TT-TG distance is 12 mm.", true, "deviation");
        check("TT-TG distance is 2.2 cm.", false, "deviation");
        check("Cobb angle of 24 degrees.", false, "scoliosis");
        check("Cardiothoracic ratio is 46 percent.", true, "enlargement");
        check("Cardiothoracic ratio is 0.58.", false, "enlargement");
        check("Scheltens grade 3.", false, "reduction");
        check("MTA score is 0 bilaterally.", true, "reduction");
        check("Prostate weighs 65 grams.", false, "enlargement");
        assert!(is_within_range("Agatston score is 0."));
        assert!(!is_within_range("Agatston score is 212."));
    }

    #[test]
    fn every_name_of_the_measures_is_known() {
        for measure in MEASURES_NAMED.iter() {
            for structure in &measure.entry.at {
                assert!(anatomy::lexicon().get(structure).is_some(), "{structure}");
            }
            if let Some(kind) = &measure.entry.claims {
                assert!(vocabulary::vocabulary().kind(kind).is_some(), "{kind}");
            }
        }
    }
}
