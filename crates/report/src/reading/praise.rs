//! Tells a word of the vocabulary that is praised, not found: `normal enhancement`, `opacification is adequate`.

use std::ops::Range;

use super::{Parts, normality};
use crate::negation;

/// Whether the word at these bytes is called normal.
pub(super) fn is_praised(parts: &Parts<'_>, range: &Range<usize>) -> bool {
    called_normal(parts, range) || ends_normal_list(parts, range) || is_well_filled(parts, range)
}

/// `well expanded lungs`, `bladder is fully distended`: filled as it should be.
fn is_well_filled(parts: &Parts<'_>, range: &Range<usize>) -> bool {
    let at = parts.words.partition_point(|word| word.range.start < range.start);
    let filled = parts.words.get(at).is_some_and(|word| {
        matches!(
            word.key.as_str(),
            "expanded" | "distended" | "inflated" | "expansion"
        )
    });
    let well = at.checked_sub(1).is_some_and(|before| {
        matches!(
            parts.words[before].key.as_str(),
            "well" | "fully" | "adequately" | "normally" | "optimally" | "symmetrically" | "full"
        )
    });
    filled && well
}

/// `normal enhancement`, `adequate opacification`, `opacification is adequate`: a word of the vocabulary in praise.
fn called_normal(parts: &Parts<'_>, range: &Range<usize>) -> bool {
    let Some(at) = Some(parts.words.partition_point(|word| word.range.start < range.start))
        .filter(|at| *at < parts.words.len())
    else {
        return false;
    };
    // "Liver: normal, no mass" praises no mass, and "liver normal, cyst in the spleen" no cyst.
    let mut next = range.start;
    let mut before = parts.words[..at].iter().rev().take(3).take_while(|word| {
        let is_joined = !parts.text[word.range.end..next].contains([',', ';', ':']);
        next = word.range.start;
        is_joined
            && !matches!(
                word.key.as_str(),
                "with" | "and" | "but" | "shows" | "show" | "is" | "are" | "no" | "not" | "without"
            )
    });
    let praised = before.any(|word| {
        matches!(
            word.key.as_str(),
            "normal"
                | "normally"
                | "homogeneou"
                | "homogeneous"
                | "uniform"
                | "adequate"
                | "good"
                | "satisfactory"
                | "symmetrical"
                | "optimal"
                | "physiological"
                | "physiologic"
        )
    });
    let end = parts.words.partition_point(|word| word.range.end <= range.end);
    let behind = parts.words.get(end).is_some_and(|word| {
        matches!(
            word.key.as_str(),
            "normally" | "homogeneously" | "well" | "symmetrically" | "adequately"
        )
    });
    praised || behind || respect_is_praised(parts, end)
}

/// `Opacification of the pulmonary tree is adequate`, `enhancement is homogeneous`: a respect, not a finding.
fn respect_is_praised(parts: &Parts<'_>, end: usize) -> bool {
    // "Cord signal" is one too: what counts is its noun.
    let is_respect = parts.words[..end].last().is_some_and(|word| {
        matches!(
            word.key.as_str(),
            "enhancement" | "opacification" | "attenuation" | "signal" | "pattern"
        )
    });
    if !is_respect {
        return false;
    }
    let mut verb = parts.words.get(end).is_some_and(|word| word.key == "normal");
    for word in parts.words[end..].iter().take(10) {
        match word.key.as_str() {
            "is" | "are" | "appear" | "appears" => verb = true,
            "normal" | "adequate" | "satisfactory" | "good" | "optimal" | "homogeneou" | "homogeneous"
            | "uniform" | "symmetrical" | "preserved" | "maintained" | "unremarkable" | "physiological"
                if verb =>
            {
                return !negation::denies(&parts.scopes, word.range.start);
            }
            "and" | "but" | "with" => return false,
            _ if verb => return false,
            _ => {}
        }
    }
    false
}

/// `normal in bulk, signal and enhancement`, `normal wall thickness and enhancement`: the respect that ends a list of them. Only
/// the bare word counts: in `normal in size and heterogeneous enhancement` it is a finding.
fn ends_normal_list(parts: &Parts<'_>, range: &Range<usize>) -> bool {
    let first = parts.words.partition_point(|word| word.range.start < range.start);
    let last = parts.words.partition_point(|word| word.range.end <= range.end);
    let bare = |key: &str| matches!(key, "enhancement" | "fluid" | "signal");
    if first >= last || !parts.words[first..last].iter().all(|word| bare(&word.key)) {
        return false;
    }
    for word in parts.words[..first].iter().rev().take(12) {
        match word.key.as_str() {
            "normal" | "normally" | "symmetrical" | "homogeneou" | "homogeneous" => return true,
            "in" | "and" | "wall" | "mural" | "marrow" | "fold" | "pattern" | "turn" | "prompt"
            | "corticomedullary" | "nephrographic" => {}
            key if normality::is_respect(key) => {}
            _ => return false,
        }
    }
    false
}
