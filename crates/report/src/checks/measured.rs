//! Measurements of the impression against those of the findings: another size or unit of the same finding, or a size that the
//! findings do not have. Another unit for the same size, a rounded size and the largest dimension alone are no mismatch.

mod quantity;
mod rival;

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use self::quantity::{borne_out, factor, quantities, same_quantity};
use self::rival::{Told, conflicts, is_of_kind, is_of_one_organ, is_told, near_copy, place, rival, told};
use super::sheet::{Line, Sheet};
use super::{Fix, Flag, FlagKind};
use crate::measurement::{Measurement, Unit};
use crate::negation;
use crate::section::SectionKind;
use crate::side::{self, Side};
use crate::wording;

/// Before a size that is not today's finding: advice, a limit, a previous study.
static NOT_FOUND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:previous(?:ly)?|prior|earlier|formerly|compared (?:to|with)|recommend\w*|advis\w*|criteria|guidelines?|if|unless|threshold|upper limit|normal(?: is| being| range| limit)|cut-?off|every|increas\w* (?:of|by)|decreas\w* (?:of|by)|reduction (?:of|by)|grow(?:th|n) (?:of|by)|difference of|change of)\b[^.;]{0,24}$|\bthreshold\b[^;]{0,30}$|(?:\b(?:greater than|more than|less than|exceed\w*|above|below|under|at least|smaller than|larger than|from|was|were|versus|vs\.?)\s*(?:or equal to\s*)?|\b(?:above|below|under|exceed\w*) the\s+|\b(?:down|up)\s+|[<>\u{2264}\u{2265}]\s*)$").expect("pattern")
});
/// Behind one that is a limit, a difference, or of another year.
static BOUND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*(?:or (?:less|more|smaller|larger|greater|below|above)|difference\b|change\b|increase\b|decrease\b|growth (?:since|per|over|from)\b|per year|a year|(?:in|on) (?:\w+ )?(?:19|20)\d\d|(?:\w+ )?(?:threshold|cut-?off)|limit|criteri\w+)").expect("pattern")
});
/// Before a size of the study before.
static EARLIER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:previous(?:ly)?|earlier|formerly|prior)[ :]*(?:measur\w+ |size |was |of )*$")
        .expect("pattern")
});
static LATER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:recommend\w*|advis\w*|fleischner|guideline\w*|criteria|follow[- ]?up)\b")
        .expect("pattern")
});
/// A share that is worked out from other values.
static CHANGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:increas\w*|decreas\w*|reduc\w*|grow\w*|shrunk\w*|shrink\w*|respon\w*|ratio|remnant|regress\w*|plus|minus|nadir|baseline)\b").expect("pattern")
});
/// A number that counts or measures: not the five of `L5`.
static FREE_NUMBER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:^|[^a-z0-9.\-])(\d+(?:\.\d+)?)").expect("pattern"));
static ROUGHLY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:\b(?:approximately|approx\.?|about|nearly|almost|around|circa|roughly)|~)\s*$")
        .expect("pattern")
});

/// `sided` are the places where a wrong side is told already.
/// A flag for each measurement of the impression that the findings do not bear out.
pub(super) fn check(sheet: &Sheet<'_>, sided: &[Range<usize>]) -> Vec<Flag> {
    if !sheet.has(SectionKind::Findings) {
        return Vec::new();
    }
    let mut flags = Vec::new();
    let told = told(sheet);
    for line in sheet.section(SectionKind::Impression) {
        for measurement in &line.measurements {
            if !is_finding(line, measurement) {
                continue;
            }
            flags.extend(unsupported(sheet, &told, line, measurement, sided));
        }
    }
    flags
}

fn is_finding(line: &Line<'_>, measurement: &Measurement) -> bool {
    let before = &line.lower[..measurement.range.start];
    let advice = LATER
        .find(&line.lower)
        .is_some_and(|found| found.start() < measurement.range.start);
    // "No polyp of 6 mm or larger" measures nothing.
    let denied = negation::denies(&line.scopes, measurement.range.start);
    // "15 mm or less", "1 mm difference".
    let behind = &line.lower[measurement.range.end..];
    let is_limit = BOUND.is_match(behind);
    let share = measurement.unit == Unit::Percent && CHANGE.is_match(&line.lower);
    !NOT_FOUND.is_match(before) && !advice && !denied && !share && !is_limit
}

fn unsupported(
    sheet: &Sheet<'_>,
    told: &[Told<'_>],
    line: &Line<'_>,
    measurement: &Measurement,
    sided: &[Range<usize>],
) -> Option<Flag> {
    let said = quantities(line, measurement);
    let roughly = ROUGHLY.is_match(&line.lower[..measurement.range.start]);
    let mut matched: Vec<&Line<'_>> = Vec::new();
    for other in sheet
        .lines()
        .filter(|other| other.section != SectionKind::Impression)
    {
        if bears_out(other, measurement, &said, roughly) || is_in_range(line, measurement, other) {
            matched.push(other);
        }
    }
    let rival = rival(sheet, told, line, measurement);
    // `Shift has resolved (previously 9 mm)` bears out no collection of 9 mm today.
    let is_of_past = |other: &&Line<'_>| {
        other
            .measurements
            .iter()
            .filter(|found| same_quantity(found.unit, measurement.unit))
            .filter(|found| borne_out(&said, &quantities(other, found), roughly))
            .all(|found| EARLIER.is_match(&other.lower[..found.range.start]))
    };
    if rival.is_some()
        && matched
            .iter()
            .all(|other| is_of_past(other) && conflicts(line, measurement, other, true))
    {
        matched.clear();
    }
    if !matched.is_empty() {
        // A sentence on the wrong side is told as that.
        if sided.iter().any(|side| line.range().contains(&side.start)) {
            return None;
        }
        // The same finding in the same words, on the other side.
        let swapped = rival.as_ref().and_then(|(found, _)| {
            let words = wording::content(line.text);
            let own = wording::coverage(&words, &wording::content(found.text));
            let best = matched
                .iter()
                .map(|other| wording::coverage(&words, &wording::content(other.text)))
                .fold(0.0, f64::max);
            (matched.len() == 1 && best > own + 0.1)
                .then(|| other_side(line, measurement, matched[0]))
                .flatten()
        });
        if let Some(side) = swapped {
            return Some(side);
        }
        // The size is there, but perhaps of the other side or level, or of another organ than the one it is given to.
        let by_place = rival.as_ref().is_some_and(|(found, size)| {
            is_of_one_organ(line, found) && !is_told(told, measurement, size, &quantities(found, size))
        });
        let here = matched.iter().any(|other| {
            !conflicts(line, measurement, other, by_place) || by_place && is_of_kind(line, measurement, other)
        });
        let (found, size) = rival.filter(|_| !here)?;
        return Some(mismatch(line, measurement, found, size));
    }
    match rival.or_else(|| near_copy(sheet, line, measurement)) {
        Some((found, size)) => Some(mismatch(line, measurement, found, size)),
        None => Some(line.flag(
            FlagKind::MeasurementUnsupported,
            &measurement.range,
            format!(
                "The findings have no measurement of {}.",
                line.text[measurement.range.clone()].trim()
            ),
            None,
        )),
    }
}

/// `An intermediate polyp (6-9 mm)`: the class of one of 7 mm.
fn is_in_range(line: &Line<'_>, measurement: &Measurement, other: &Line<'_>) -> bool {
    static CLASS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:diminutive|small|intermediate|large)(?: sized)? polyps?$").expect("pattern")
    });
    static FROM: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(\d+(?:\.\d+)?)\s?(?:-|\x{2013}|to)\s?$").expect("pattern"));
    static RANGE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(\d+(?:\.\d+)?)\s?(?:-|\x{2013}|to)\s?(\d+(?:\.\d+)?)").expect("pattern")
    });
    let written = &line.lower[measurement.range.clone()];
    let before = &line.lower[..measurement.range.start];
    // Of a polyp alone: its size is told by classes.
    let Some(open) = before.rfind('(').filter(|open| !before[*open..].contains(')')) else {
        return false;
    };
    if !CLASS.is_match(before[..open].trim_end()) || !other.lower.contains("polyp") {
        return false;
    }
    let parsed = |text: Option<regex::Match<'_>>| text.and_then(|text| text.as_str().parse::<f64>().ok());
    let bounds = match RANGE.captures(written) {
        Some(found) => parsed(found.get(1)).zip(parsed(found.get(2))),
        None => FROM
            .captures(before)
            .and_then(|found| parsed(found.get(1)))
            .zip(measurement.values.first().copied()),
    };
    let Some((least, most)) = bounds else { return false };
    let own = factor(measurement.unit);
    other
        .measurements
        .iter()
        .filter(|found| same_quantity(found.unit, measurement.unit))
        .flat_map(|found| quantities(other, found))
        .any(|(value, _)| (least * own..=most * own).contains(&value))
}

fn bears_out(other: &Line<'_>, measurement: &Measurement, said: &[(f64, f64)], roughly: bool) -> bool {
    let of_kind = || {
        other
            .measurements
            .iter()
            .filter(|found| same_quantity(found.unit, measurement.unit))
    };
    if of_kind().any(|found| borne_out(said, &quantities(other, found), roughly)) {
        return true;
    }
    // `Lesions of 12, 18 and 31 mm`, `4 to 6 mm`: only the last number carries the unit.
    let loose = of_kind().any(|found| {
        let factor = factor(found.unit);
        let numbers: Vec<(f64, f64)> = FREE_NUMBER
            .captures_iter(&other.lower[..found.range.end])
            .filter_map(|number| number[1].parse::<f64>().ok())
            .map(|value| (value * factor, 0.0))
            .collect();
        said.len() == 1 && borne_out(said, &numbers, roughly)
    });
    // `Core 12 ml, penumbra 88 ml` has a mismatch of 76 ml.
    let values: Vec<f64> = of_kind()
        .filter(|found| found.values.len() == 1)
        .flat_map(|found| quantities(other, found))
        .map(|(value, _)| value)
        .take(6)
        .collect();
    let derived = measurement.unit == Unit::Millilitre
        && said.len() == 1
        && values.iter().any(|one| {
            values
                .iter()
                .any(|two| two < one && (one - two - said[0].0).abs() < 0.6)
        });
    // `8 mm AP and 5 mm transverse` is `8 x 5 mm`.
    let lone = |found: &&Measurement| found.values.len() == 1;
    let joined: Vec<(f64, f64)> = of_kind()
        .filter(lone)
        .flat_map(|found| quantities(other, found))
        .collect();
    let several = said.len() > 1 && borne_out(said, &joined, roughly);
    loose
        || several
        || derived
        || measurement.unit == Unit::Millilitre
            && said.len() == 1
            && volume(other).is_some_and(|volume| (volume - said[0].0).abs() <= 0.12 * volume)
}

/// The volume of an ellipsoid of three dimensions, in millilitres.
fn volume(line: &Line<'_>) -> Option<f64> {
    line.measurements.iter().find_map(|found| {
        let dimensions = found.millimetres().filter(|values| values.len() == 3)?;
        Some(dimensions.iter().product::<f64>() * 0.52 / 1000.0)
    })
}

/// The finding with this size is on the other side.
fn other_side(line: &Line<'_>, measurement: &Measurement, found: &Line<'_>) -> Option<Flag> {
    let (_, side) = place(line, measurement);
    let side = side.filter(|side| *side != Side::Bilateral)?;
    let sides: Vec<Side> = side::find(found.text).into_iter().map(|mark| mark.side).collect();
    let mark = side::find(line.text).into_iter().find(|mark| mark.side == side)?;
    let wrong = !sides.is_empty()
        && sides
            .iter()
            .all(|other| *other != side && *other != Side::Bilateral);
    wrong.then(|| {
        line.flag(
            FlagKind::LateralityMismatch,
            &mark.range,
            format!(
                "The finding of {} is on the other side in the findings.",
                line.text[measurement.range.clone()].trim()
            ),
            None,
        )
    })
}

fn mismatch(line: &Line<'_>, measurement: &Measurement, found: &Line<'_>, size: &Measurement) -> Flag {
    let said = line.text[measurement.range.clone()].trim();
    let known = found.text[size.range.clone()].trim();
    let only = found.measurements.len() == 1 && size.values.len() >= measurement.values.len();
    let fix = only.then(|| Fix {
        range: line.at(&measurement.range),
        replacement: known.to_owned(),
        label: format!("Change to {known}"),
    });
    line.flag(
        FlagKind::MeasurementMismatch,
        &measurement.range,
        format!("The impression says {said}, the findings say {known}."),
        fix,
    )
}
