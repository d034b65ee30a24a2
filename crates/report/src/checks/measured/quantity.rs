//! Values in a base unit, with how finely each was written, and when two of them are the same.

use std::sync::LazyLock;

use regex::Regex;

use super::super::sheet::Line;
use crate::measurement::{Measurement, Unit};

static NUMBER: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\d+(?:\.\d+)?").expect("pattern"));

/// The sizes of one kind of quantity in its base unit, and half of the last digit written of each.
pub(super) fn quantities(line: &Line<'_>, measurement: &Measurement) -> Vec<(f64, f64)> {
    let factor = factor(measurement.unit);
    // The two of `mm2` is no value.
    let written = line.text[measurement.range.clone()].trim_end_matches('2');
    let written = if is_area(measurement.unit) {
        written
    } else {
        &line.text[measurement.range.clone()]
    };
    NUMBER
        .find_iter(written)
        .filter_map(|number| {
            let value: f64 = number.as_str().parse().ok()?;
            let decimals = number
                .as_str()
                .split_once('.')
                .map_or(0, |(_, digits)| digits.len());
            let half = 0.5 / 10_f64.powi(i32::try_from(decimals).unwrap_or(9).min(9));
            Some((value * factor, half * factor))
        })
        .collect()
}

pub(super) fn same_quantity(left: Unit, right: Unit) -> bool {
    let length = |unit| matches!(unit, Unit::Millimetre | Unit::Centimetre);
    left == right || length(left) && length(right) || is_area(left) && is_area(right)
}

fn is_area(unit: Unit) -> bool {
    matches!(unit, Unit::SquareMillimetre | Unit::SquareCentimetre)
}

/// How many base units a unit has: millimetres, square millimetres.
pub(super) fn factor(unit: Unit) -> f64 {
    match unit {
        Unit::Centimetre => 10.0,
        Unit::SquareCentimetre => 100.0,
        _ => 1.0,
    }
}

/// Equal, or the one rounded as the other is written.
pub(super) fn equal(left: (f64, f64), right: (f64, f64), roughly: bool) -> bool {
    let difference = (left.0 - right.0).abs();
    let share = if roughly { 0.15 } else { 0.07 };
    // Rounding to the millimetre is always right; a whole number of centimetres must be close.
    let half = left.1.max(right.1);
    let fine = half <= 0.5 + 1e-9 && difference <= half + 1e-6;
    difference < 1e-6
        || fine
        || difference <= left.1.max(right.1) + 1e-6 && difference <= share * left.0.max(right.0)
}

/// Whether every value of `said` is one of `found`.
pub(super) fn borne_out(said: &[(f64, f64)], found: &[(f64, f64)], roughly: bool) -> bool {
    let mut left: Vec<(f64, f64)> = found.to_vec();
    said.iter().all(
        |value| match left.iter().position(|other| equal(*value, *other, roughly)) {
            Some(at) => {
                left.remove(at);
                true
            }
            None => false,
        },
    )
}
