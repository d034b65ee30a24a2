//! The blanks and choices of a template's lines, filled from what was dictated.

use std::slice;

use report::wording;

use super::absorbed::{in_one_wording, is_of_measuring};
use super::spoken::Spoken;
use crate::fill::{self, Source};
use crate::sheet::Unit;

/// The unit with blanks that a sentence says word for word, filled from it.
pub(super) fn restates(units: &mut [Unit], sentence: &Spoken) -> Option<usize> {
    let said = |unit: &Unit| fill::restated(&unit.text, &sentence.text).filter(|_| unit.stands);
    let (index, text) = units
        .iter()
        .enumerate()
        .find_map(|(index, unit)| Some((index, said(unit)?)))?;
    let unit = &mut units[index];
    unit.text = text;
    unit.filled.push(sentence.span.clone());
    Some(index)
}

/// What a user's template says of a measure gives way to the value that was dictated: `CBD measures 4 mm` goes beside one of 8 mm, a
/// sentence that says more keeps the rest with the new value, and a limit (`less than 6 mm`) stands while the value is within it. The
/// unit that then says all that was dictated comes back.
pub(super) fn remeasured(units: &mut [Unit], source: &Source<'_>, touched: &mut Vec<usize>) -> Option<usize> {
    let dictated = wording::content(source.text);
    let mut says_it = None;
    let measures = |unit: &Unit| unit.stands && unit.reading.claims.is_empty() && !unit.text.contains("___");
    for (index, unit) in units.iter_mut().enumerate().filter(|(_, unit)| measures(unit)) {
        let Some(emptied) = fill::emptied(&unit.text) else {
            continue;
        };
        let target = fill::Target {
            text: &emptied.text,
            reading: &unit.reading,
        };
        let Some(measured) = fill::values(&[target], source).pop() else {
            continue;
        };
        if emptied.allows(&measured.text) || wording::same(&measured.text, &unit.text) {
            continue;
        }
        touched.push(index);
        if unit.reading.normals.is_empty() || emptied.is_limit() {
            unit.stands = false;
        } else {
            unit.text = measured.text;
            unit.filled.push(source.span.clone());
            if wording::coverage(&dictated, &wording::content(&unit.text)) >= 0.99 {
                says_it = Some(index);
            }
        }
    }
    says_it
}

/// Fills blanks from a sentence; true when the filled sentences say all that was dictated.
pub(super) fn fill_values(
    units: &mut [Unit],
    source: &Source<'_>,
    heard: &[&Spoken],
    touched: &mut Vec<usize>,
) -> bool {
    let open: Vec<usize> = (0..units.len())
        .filter(|index| units[*index].stands && units[*index].text.contains("___"))
        .collect();
    if open.is_empty() {
        return false;
    }
    // "CAD-RADS category: ___": what is asked for stands in the label.
    let labels: Vec<String> = open.iter().map(|index| label_of_blank(&units[*index])).collect();
    let lines: Vec<String> = open
        .iter()
        .zip(&labels)
        .map(|(index, label)| format!("{label}{}", units[*index].text))
        .collect();
    let targets: Vec<fill::Target<'_>> = open
        .iter()
        .zip(&lines)
        .map(|(index, text)| fill::Target {
            text,
            reading: &units[*index].reading,
        })
        .collect();
    let mut filled: Vec<(usize, String)> = fill::values(&targets, source)
        .into_iter()
        .map(|filled| (filled.target, filled.text))
        .collect();
    let others = || {
        let others = heard.iter().filter(|other| other.span != source.span);
        others.map(|other| other.text.as_str())
    };
    let classed: Vec<(usize, String)> = targets
        .iter()
        .enumerate()
        .filter(|(at, _)| filled.iter().all(|(other, _)| other != at))
        .filter_map(|(at, target)| Some((at, fill::class(target.text, target.reading, source, others())?)))
        .collect();
    // A class that two lines ask for goes into neither.
    if classed.len() == 1 {
        filled.extend(classed);
    }
    let filled: Vec<(usize, String)> = filled
        .into_iter()
        .map(|(at, text)| (open[at], text[labels[at].len()..].to_owned()))
        .collect();
    if filled.is_empty() {
        return false;
    }
    let together: Vec<&str> = filled
        .iter()
        .flat_map(|(index, text)| [units[*index].label.as_deref().unwrap_or_default(), text])
        .collect();
    let dictated = wording::content(source.text);
    let in_one = wording::content(&in_one_wording(&fill::written_out(source.text)));
    let together = together.join(" ");
    let says_all = wording::coverage(&in_one, &wording::content(&in_one_wording(&together))) >= 0.99
        || wording::coverage(&dictated, &wording::content(&together)) >= 0.99;
    for (index, text) in filled {
        let unit = &mut units[index];
        touched.push(index);
        let label = unit.label.as_deref().unwrap_or_default();
        let mut line = wording::content(&format!("{label} {text}"));
        line.retain(|word, _| !is_of_measuring(word));
        if wording::coverage(&line, &dictated) >= 0.85 && !says_all {
            // The dictated sentence holds every word of the line and more: it stands instead.
            unit.stands = false;
            continue;
        }
        unit.text = text;
        unit.filled.push(source.span.clone());
    }
    says_all
}

/// The label of a line that says nothing before its blank, as it stands before it.
fn label_of_blank(unit: &Unit) -> String {
    let label = unit.label.as_deref().filter(|_| unit.text.starts_with("___"));
    label.map_or_else(String::new, |label| format!("{label}: "))
}

/// The unit of which a choice, once made, says all that was dictated (`Uterus is retroverted`). It then stands for both.
pub(super) fn chooses(units: &mut [Unit], source: &Source<'_>, study: Option<&str>) -> Option<usize> {
    let dictated = wording::content(&in_one_wording(source.text));
    let covers = |unit: &Unit, text: &str| {
        let label = unit.label.as_deref().unwrap_or_default();
        let whole = wording::content(&in_one_wording(&format!("{label} {text}")));
        wording::coverage(&dictated, &whole) >= 0.999
            && wording::coverage(&wording::content(&in_one_wording(text)), &dictated) >= 0.3
    };
    for (index, unit) in units
        .iter_mut()
        .enumerate()
        .filter(|(_, unit)| unit.stands && unit.text.contains('['))
    {
        let chosen = fill::choices(&unit.text, &unit.reading, slice::from_ref(source), study)
            .filter(|chosen| !chosen.span.is_empty() && covers(unit, &chosen.text));
        if let Some(chosen) = chosen {
            unit.text = chosen.text;
            unit.filled.push(chosen.span);
            return Some(index);
        }
    }
    None
}
