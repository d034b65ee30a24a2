//! What stands beside a sized finding in one sentence: a consequence, a denial, or another structure that is called normal.

use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::lexicon;
use report::reading::{Reading, Subject};
use report::side;

use super::change;
use super::lesion::sizes;
use super::numeral;

static WITH: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i),?\s+(?:with|causing|associated with)\s+").expect("with"));

static IS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:is|are|appears?|shows?)\b").expect("verbs"));
static MEASURES: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\bmeasur(?:es|ed|ing)\b").expect("verbs of size"));

/// `mass of 3 cm with oedema`: a sized lesion and the finding beside it, each for itself.
pub(super) fn apart(lesion: &str) -> Vec<String> {
    // "Type B dissection, descending aorta 40 mm": the size is the vessel's.
    static VESSEL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:\w+ ){0,4}(?:aorta|aortic|artery|vein|duct|lumen|ventricle|root|arch|trunk|canal)\b(?: (?:maximum )?(?:diameter|calib(?:re|er)))?(?: is| measuring| measures| of)? \d").expect("vessel")
    });
    if let Some((left, right)) = lesion.split_once(", ")
        && VESSEL.is_match(right)
        && sizes(left).is_empty()
        && Reading::of(left).is_abnormal()
    {
        return vec![left.to_owned(), right.to_owned()];
    }
    // "CBD is 6 mm, no calculus in it": what is measured, and what is denied or called normal beside it.
    for (at, _) in lesion.match_indices(", ") {
        let (left, right) = (&lesion[..at], &lesion[at + 2..]);
        if sizes(left).is_empty() || !sizes(right).is_empty() || change::said(right).is_some() {
            continue;
        }
        let reading = Reading::of(right);
        let denies = reading.claims.iter().any(|claim| claim.denied) && !reading.is_abnormal();
        if denies || !reading.normals.is_empty() {
            let place = if denies {
                place_of(left, right)
            } else {
                String::new()
            };
            return vec![left.to_owned(), format!("{right}{place}")];
        }
    }
    for found in WITH.find_iter(lesion) {
        let (left, right) = (&lesion[..found.start()], &lesion[found.end()..]);
        let reading = Reading::of(right);
        let names = reading.claims.iter().any(|claim| claim.named != (0..right.len()));
        // "Gallbladder is distended with a 9 mm calculus": the size is the calculus's.
        let sized_beside = IS.is_match(left) && !MEASURES.is_match(right) && !sizes(right).is_empty();
        if !names || (sizes(left).is_empty() && !sized_beside) {
            continue;
        }
        let place = place_of(left, right);
        return vec![left.to_owned(), format!("{right}{place}")];
    }
    vec![lesion.to_owned()]
}

/// The place that what stands beside a finding inherits from it when it names none.
fn place_of(left: &str, right: &str) -> String {
    if names_structure(right) {
        return String::new();
    }
    let subject = Reading::of(left).subjects.first().map(place_name);
    let part = numeral::part(left).map(str::to_owned);
    match (subject, part) {
        (None, None) => String::new(),
        (subject, part) => format!(
            " of the {}",
            [subject, part]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(", ")
        ),
    }
}

/// Whether a text names a structure; `arterial enhancement` names a phase.
pub(super) fn names_structure(text: &str) -> bool {
    static PHASE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:arterial|portal venous|venous|delayed)(?: phase)? (?:hyper|hypo)?-?enhancement")
            .expect("phases")
    });
    !lexicon().find(&PHASE.replace_all(text, "")).is_empty()
}

/// A place with its side: `left kidney`.
pub(super) fn place_name(subject: &Subject) -> String {
    let side = match subject.side {
        Some(side::Side::Right) => "right ",
        Some(side::Side::Left) => "left ",
        _ => "",
    };
    format!("{side}{}", subject.structure.name)
}
