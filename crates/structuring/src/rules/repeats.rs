//! Decides whether a sentence of the template stands for a dictated one that calls something normal. It must say no less: a
//! denial with a qualifier more ("no displaced fracture" for "no fracture") says less, and so does one of another place.

use std::ops::Range;

use report::anatomy::lexicon;
use report::reading::{Reading, Subject};
use report::side::Side;
use report::token::{self, Word};
use report::wording;

use super::script::Spoken;
use crate::evict;
use crate::sheet::Unit;

/// Words that join findings and places without narrowing what is said of them.
const JOINING: &[&str] = &["or", "nor", "either", "side", "both", "other", "no"];

/// The unit that says what was dictated, in the same words and more: that nothing is wrong. It then stands for both.
pub(super) fn repeats(units: &mut [Unit], sentence: &Spoken) -> Option<usize> {
    if sentence.reading.is_abnormal() {
        return None;
    }
    // "Anal sphincter: not involved." has its subject in its label.
    let spoken = wording::content(&in_full(&sentence.text));
    let labelled = |unit: &Unit| {
        let label = unit
            .label
            .as_deref()
            .filter(|_| unit.stands && !unit.text.is_empty());
        label.is_some_and(|label| wording::content(&in_full(&format!("{label} {}", unit.text))) == spoken)
    };
    if let Some(index) = units.iter().position(labelled) {
        units[index].filled.push(sentence.span.clone());
        return Some(index);
    }
    if sentence.reading.claims.is_empty() && sentence.reading.normals.is_empty() {
        return None;
    }
    let dictated = wording::content(&sentence.text);
    let says = |unit: &Unit| {
        let label = unit.label.as_deref().unwrap_or_default();
        unit.stands
            && !unit.reading.is_abnormal()
            && wording::coverage(&dictated, &wording::content(&format!("{label} {}", unit.text))) >= 0.999
            && wording::coverage(&wording::content(&unit.text), &dictated) >= 0.3
            && !evict::concludes_more(unit, &sentence.text)
            && says_no_less(unit, sentence)
    };
    let index = units.iter().position(says)?;
    units[index].filled.push(sentence.span.clone());
    Some(index)
}

/// The sentence with its acronyms written out: `PCL is intact` is `posterior cruciate ligament is intact`.
fn in_full(text: &str) -> String {
    let initials = |name: &str| -> String {
        name.split([' ', '-'])
            .filter_map(|word| word.chars().next())
            .collect()
    };
    let mut full = text.to_owned();
    for mention in lexicon().find(text).iter().rev() {
        let name = mention.structure.name.as_str();
        if text[mention.range.clone()].eq_ignore_ascii_case(&initials(name)) {
            full.replace_range(mention.range.clone(), name);
        }
    }
    full
}

fn says_no_less(unit: &Unit, sentence: &Spoken) -> bool {
    let said = &sentence.reading;
    let denies_too = said.claims.iter().all(|claim| {
        unit.reading
            .claims
            .iter()
            .any(|own| own.kind.id == claim.kind.id && reaches(&own.subjects, &claim.subjects))
    });
    let calls_normal_too = said.normals.iter().all(|normal| {
        unit.reading
            .normals
            .iter()
            .any(|own| normal.subjects.is_empty() || reaches(&own.subjects, &normal.subjects))
    });
    // "Enhances normally" does not say that there is no filling defect: a line that denies as well says more.
    let denies_more = said.claims.is_empty() && unit.reading.claims.iter().any(|claim| claim.denied);
    denies_too
        && calls_normal_too
        && !denies_more
        && (said.claims.is_empty() || !is_qualified(unit, sentence))
}

/// Whether what is said of `places` is said of all of `subjects`; what names no place is said of every place.
fn reaches(places: &[Subject], subjects: &[Subject]) -> bool {
    places.is_empty()
        || subjects.iter().all(|subject| {
            places.iter().any(|place| {
                place.structure.id == subject.structure.id
                    && (place.side == subject.side || matches!(place.side, None | Some(Side::Bilateral)))
            })
        })
}

/// Whether the unit has a word more than the dictated sentence that names neither another finding nor another place.
fn is_qualified(unit: &Unit, sentence: &Spoken) -> bool {
    let dictated = wording::content(&sentence.text);
    let words = token::words(&unit.text);
    let is_joining = |word: &Word| JOINING.contains(&word.key.as_str());
    // "Displaced" before "fracture" is no other finding.
    let is_another = |range: &Range<usize>| {
        let within = words
            .iter()
            .filter(|word| range.start <= word.range.start && word.range.end <= range.end);
        let next = words.iter().find(|word| word.range.start >= range.end);
        within
            .chain(next.filter(|word| !is_joining(word)))
            .all(|word| !dictated.contains_key(&word.key))
    };
    let findings = Reading::of(&unit.text)
        .claims
        .into_iter()
        .map(|claim| claim.named);
    let mut others: Vec<Range<usize>> = findings.filter(is_another).collect();
    // A denial that names no place holds everywhere; with a place it holds there.
    if !sentence.reading.subjects.is_empty() {
        let places = lexicon().find(&unit.text).into_iter();
        others.extend(places.map(|mention| mention.range).filter(is_another));
    }
    words.iter().any(|word| {
        !dictated.contains_key(&word.key)
            && !is_joining(word)
            && !wording::content(&word.key).is_empty()
            && !others
                .iter()
                .any(|range| range.start <= word.range.start && word.range.end <= range.end)
    })
}
