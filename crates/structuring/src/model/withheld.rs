//! Who the patient is, kept out of what is sent.
//!
//! A radiologist may dictate the name or the number that stands on the form. What is known to be one is replaced before the dictation is sent,
//! and put back into what the model answers, so that nothing that was said is changed by it.

use regex::{NoExpand, Regex};
use report::private::PatientText;

/// A shorter identifier is a number like any other: masking it would touch measurements.
const SHORTEST: usize = 4;

/// What is replaced, each with the words that stand for it.
#[derive(Default)]
pub(super) struct Withheld {
    masks: Vec<Mask>,
}

struct Mask {
    pattern: Regex,
    stand_in: String,
    /// As it was written last.
    original: String,
}

impl Withheld {
    /// Withholds these texts: a name in any order of its words, an identifier or a date in any separation of its parts.
    pub(super) fn new(texts: &[PatientText]) -> Self {
        let masks = texts
            .iter()
            .filter_map(|text| pattern(text.expose()))
            .enumerate()
            .map(|(index, pattern)| Mask {
                pattern,
                stand_in: format!("[withheld {}]", char::from(b'A' + (index % 26) as u8)),
                original: String::new(),
            })
            .collect();
        Self { masks }
    }

    /// The text without what is withheld.
    pub(super) fn mask(&mut self, text: &str) -> String {
        let mut masked = text.to_owned();
        for mask in &mut self.masks {
            let Some(found) = mask.pattern.find(&masked) else {
                continue;
            };
            mask.original = found.as_str().to_owned();
            masked = mask
                .pattern
                .replace_all(&masked, NoExpand(&mask.stand_in))
                .into_owned();
        }
        masked
    }

    /// The text with what was withheld.
    pub(super) fn restore(&self, text: &str) -> String {
        let mut restored = text.to_owned();
        for mask in self.masks.iter().filter(|mask| !mask.original.is_empty()) {
            restored = restored.replace(&mask.stand_in, &mask.original);
        }
        restored
    }
}

/// Finds a text however its parts are separated and, for a name, also with its last word first.
fn pattern(text: &str) -> Option<Regex> {
    let parts: Vec<String> = parts(text).iter().map(|part| regex::escape(part)).collect();
    if parts.iter().map(|part| part.chars().count()).sum::<usize>() < SHORTEST {
        return None;
    }
    let mut ways = vec![parts.join(BETWEEN)];
    let is_name = parts.len() > 1 && text.chars().all(|character| !character.is_ascii_digit());
    let is_date = parts.len() == 3 && text.chars().all(|character| !character.is_alphabetic());
    if is_name {
        let mut turned = parts.clone();
        turned.rotate_right(1);
        ways.push(turned.join(BETWEEN));
    } else if is_date {
        let turned: Vec<String> = parts.iter().rev().cloned().collect();
        ways.push(turned.join(BETWEEN));
    }
    Regex::new(&format!(r"(?i)\b(?:{})\b", ways.join("|"))).ok()
}

const BETWEEN: &str = r"[\s,./_-]*";

/// The runs of letters and the runs of digits in a text.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut last = None;
    for character in text.chars() {
        let kind = character.is_alphanumeric().then(|| character.is_numeric());
        match (kind, parts.last_mut()) {
            (None, _) => {}
            (Some(_), Some(part)) if kind == last => part.push(character),
            (Some(_), _) => parts.push(character.to_string()),
        }
        last = kind;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(withheld: &[&str], text: &str, masked: &str) {
        let texts: Vec<PatientText> = withheld.iter().map(|text| PatientText::new(*text)).collect();
        let mut withheld = Withheld::new(&texts);
        assert_eq!(withheld.mask(text), masked);
        assert_eq!(withheld.restore(masked), text);
    }

    #[test]
    fn names_identifiers_and_dates_are_withheld_however_they_are_written() {
        check(
            &["Jane Roe"],
            "CT of jane roe today.",
            "CT of [withheld A] today.",
        );
        check(&["Jane Roe"], "ROE, Jane: cough.", "[withheld A]: cough.");
        check(
            &["P-4711", "Jane Roe"],
            "Number p 4711, Jane Roe.",
            "Number [withheld A], [withheld B].",
        );
        check(&["2026-11-19"], "On 19/11/2026.", "On [withheld A].");
        check(&["2026-11-19"], "On 2026-11-19.", "On [withheld A].");
    }

    #[test]
    fn nothing_else_is_touched() {
        check(&["12", "", " - "], "A 12 mm nodule.", "A 12 mm nodule.");
        check(
            &["Long"],
            "Along the longitudinal axis.",
            "Along the longitudinal axis.",
        );
        check(
            &["Jane Roe"],
            "Janet Roe-Smith's Jane.",
            "Janet Roe-Smith's Jane.",
        );
        check(&["$1 (x)"], "Costs $1.", "Costs $1.");
    }
}
