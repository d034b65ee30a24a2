//! Values with their units, by keys that do not depend on how they are written.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::measurement::{self, Unit};

/// A value with its unit that takes part of a sentence.
pub(super) struct Measure {
    pub(super) key: String,
    pub(super) range: Range<usize>,
}

static RANGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(\d+(?:\.\d+)?)(\s*(?:mm|cm)?\s*(?:to|-|\u{2013})\s*)$").expect("range of values")
});

/// The measurements of a text. Lengths are compared in hundredths of a millimetre and in any order of their dimensions.
pub(super) fn find(text: &str) -> Vec<Measure> {
    let mut measures = Vec::new();
    for found in measurement::find(text) {
        let unit = found.unit;
        if let Some(lower) = RANGE.captures(&text[..found.range.start])
            && let (Some(value), Some(whole)) = (lower.get(1), lower.get(0))
            && let Ok(value) = value.as_str().parse::<f64>()
        {
            measures.push(Measure {
                key: measure_key(&[value], unit),
                range: whole.start()..whole.start() + 1,
            });
        }
        measures.push(Measure {
            key: measure_key(&found.values, unit),
            range: found.range,
        });
    }
    measures
}

fn measure_key(values: &[f64], unit: Unit) -> String {
    let (factor, name) = match unit {
        Unit::Millimetre => (100.0, "mm"),
        Unit::Centimetre => (1000.0, "mm"),
        Unit::Millilitre => (100.0, "ml"),
        Unit::Hounsfield => (100.0, "hu"),
        Unit::Percent => (100.0, "%"),
        Unit::SquareMillimetre => (100.0, "mm2"),
        Unit::SquareCentimetre => (10_000.0, "mm2"),
        Unit::Degree => (100.0, "degrees"),
    };
    let mut values: Vec<i64> = values
        .iter()
        .map(|value| (value * factor).round() as i64)
        .collect();
    values.sort_unstable_by(|left, right| right.cmp(left));
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    format!("{name}:{}", values.join("x"))
}

/// The values of a measurement's key, the largest first, and its unit.
pub(in crate::gate) fn measured(key: &str) -> Option<(&str, Vec<i64>)> {
    let (unit, values) = key.split_once(':')?;
    let values: Option<Vec<i64>> = values.split('x').map(|value| value.parse().ok()).collect();
    Some((unit, values?))
}
