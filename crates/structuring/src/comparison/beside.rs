//! What stands beside a sized finding in one sentence: a consequence, a denial, or another structure that is called normal.

use std::sync::LazyLock;

use regex::Regex;
use report::reading::Reading;
use report::side;

use super::change;
use super::lesion::sizes;

static WITH: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i),?\s+(?:with|causing|associated with)\s+").expect("with"));

/// `mass of 3 cm with oedema`: a sized lesion and the finding beside it, each for itself.
pub(super) fn apart(lesion: &str) -> Vec<String> {
    // "Type B dissection, descending aorta 40 mm": the size is the vessel's.
    static VESSEL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:\w+ ){0,4}(?:aorta|artery|vein|duct|lumen|ventricle|root|arch|trunk)\b(?: measuring| measures| of)? \d").expect("vessel")
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
                place_of(left, &reading)
            } else {
                String::new()
            };
            return vec![left.to_owned(), format!("{right}{place}")];
        }
    }
    for found in WITH.find_iter(lesion) {
        let (left, right) = (&lesion[..found.start()], &lesion[found.end()..]);
        let reading = Reading::of(right);
        if sizes(left).is_empty() || !reading.claims.iter().any(|claim| claim.named != (0..right.len())) {
            continue;
        }
        let place = place_of(left, &reading);
        return vec![left.to_owned(), format!("{right}{place}")];
    }
    vec![lesion.to_owned()]
}

/// The place that what stands beside a finding inherits from it when it names none.
fn place_of(left: &str, right: &Reading) -> String {
    if !right.subjects.is_empty() {
        return String::new();
    }
    Reading::of(left)
        .subjects
        .first()
        .map(|subject| {
            let side = match subject.side {
                Some(side::Side::Right) => "right ",
                Some(side::Side::Left) => "left ",
                _ => "",
            };
            format!(" of the {side}{}", subject.structure.name)
        })
        .unwrap_or_default()
}
