//! How statements are written and compared.

use std::collections::BTreeMap;

use crate::token;

/// A statement as it stands in a report: trimmed, with a capital and a full stop.
pub fn sentence(text: &str) -> String {
    let text = text
        .trim()
        .trim_start_matches([',', ';', ':', '.'])
        .trim_start()
        .trim_end_matches([',', ';'])
        .trim_end();
    let mut sentence = String::with_capacity(text.len() + 1);
    let mut chars = text.chars();
    if let Some(first) = chars.next() {
        if is_staged(text) {
            sentence.push(first);
        } else {
            sentence.extend(first.to_uppercase());
        }
    }
    sentence.push_str(chars.as_str());
    if !sentence.is_empty() && !sentence.ends_with(['.', '?', '!', ':']) {
        sentence.push('.');
    }
    sentence
}

/// `cT3`, `pN1`, `ypT2`: the small letter of a stage says how it was found.
fn is_staged(text: &str) -> bool {
    let lead = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let prefix = text.len() - lead.len();
    let mut stage = lead.chars();
    matches!(prefix, 1 | 2)
        && text[..prefix].bytes().all(|byte| b"cpymra".contains(&byte))
        && stage.next().is_some_and(|letter| "TNM".contains(letter))
        && stage
            .next()
            .is_some_and(|digit| digit.is_ascii_digit() || "xX".contains(digit))
}

/// Words that say nothing about which statement it is.
const EMPTY: &[&str] = &[
    "the",
    "a",
    "an",
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "of",
    "in",
    "on",
    "at",
    "to",
    "there",
    "seen",
    "noted",
    "identified",
    "shows",
    "show",
    "showed",
    "this",
    "that",
    "it",
    "appear",
    "appears",
    "and",
    "evidence",
    "demonstrate",
    "with",
    "for",
    "any",
    "present",
    "demonstrated",
    "visualized",
    "detected",
    "has",
    "have",
    "within",
];

/// The words of a text that say something, with their number.
pub fn content(text: &str) -> BTreeMap<String, usize> {
    let mut content = BTreeMap::new();
    for word in token::words(text) {
        if !EMPTY.contains(&word.key.as_str()) {
            *content.entry(word.key).or_insert(0) += 1;
        }
    }
    content
}

/// What share of the words of `part` stand in `whole`.
pub fn coverage(part: &BTreeMap<String, usize>, whole: &BTreeMap<String, usize>) -> f64 {
    let total: usize = part.values().sum();
    if total == 0 {
        return 0.0;
    }
    let shared: usize = part
        .iter()
        .map(|(word, count)| (*count).min(whole.get(word).copied().unwrap_or(0)))
        .sum();
    shared as f64 / total as f64
}

/// Words of which one alone makes two texts different: sides, places, denials.
const DECIDING: &[&str] = &[
    "right",
    "left",
    "bilateral",
    "bilaterally",
    "both",
    "no",
    "not",
    "without",
    "never",
    "neither",
    "nor",
    "upper",
    "lower",
    "medial",
    "lateral",
    "anterior",
    "posterior",
    "superior",
    "inferior",
    "proximal",
    "distal",
    "middle",
    "remaining",
];

/// Whether two texts say the same in about the same words. A side, a level, a number or a denial more or less is a difference.
pub fn same(left: &str, right: &str) -> bool {
    let (left, right) = (content(left), content(right));
    let decides = |word: &str| DECIDING.contains(&word) || word.bytes().any(|byte| byte.is_ascii_digit());
    let differs = |one: &BTreeMap<String, usize>, other: &BTreeMap<String, usize>| {
        one.keys().any(|word| decides(word) && !other.contains_key(word))
    };
    !differs(&left, &right)
        && !differs(&right, &left)
        && coverage(&left, &right) >= 0.85
        && coverage(&right, &left) >= 0.85
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_get_a_capital_and_a_full_stop() {
        assert_eq!(sentence("  the liver is normal "), "The liver is normal.");
        assert_eq!(sentence("normal."), "Normal.");
        assert_eq!(sentence("  "), "");
    }

    #[test]
    fn statements_in_about_the_same_words_are_the_same() {
        assert!(same("No free fluid is seen.", "There is no free fluid"));
        assert!(!same("No free fluid", "Free fluid is seen"));
        assert!(!same(
            "Right femoral head shows normal marrow signal and contour.",
            "Left femoral head shows normal marrow signal and contour."
        ));
        assert!(!same(
            "The L3-L4 disc shows normal height, signal and posterior contour.",
            "The L4-L5 disc shows normal height, signal and posterior contour."
        ));
    }

    #[test]
    fn a_stage_keeps_its_small_letter() {
        assert_eq!(sentence("cT3c N2"), "cT3c N2.");
        assert_eq!(sentence("ypT2 N0"), "ypT2 N0.");
        assert_eq!(sentence("cT scan of the chest"), "CT scan of the chest.");
        assert_eq!(sentence("mass in the liver"), "Mass in the liver.");
    }
}
