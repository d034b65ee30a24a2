//! Who the patient is, kept out of what is sent.
//!
//! A radiologist may dictate the name or the number that stands on the form. What is known to be one, and what can be nothing else (a
//! number of many digits, an address, a name behind a title), is replaced before the text is sent, and put back into what the model
//! answers, so that nothing that was said is changed by it.

use std::sync::LazyLock;

use regex::{NoExpand, Regex};
use report::private::PatientText;

/// A shorter identifier is a number like any other: masking it would touch measurements.
const SHORTEST: usize = 4;

/// What names a person whoever it is: an e-mail address, a number of seven digits and more however grouped, what is called a number of
/// the patient, a name behind a title or behind `patient name`. The group that is withheld has the name `who`.
static ANYBODY: LazyLock<[Regex; 4]> = LazyLock::new(|| {
    [
        r"(?P<who>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)",
        r"\b(?:(?i:mrn|uhid|crn|opd|ipd|nhs)(?:\s+(?i:no|number|id))?|(?i:accession|hospital|patient|registration)\s+(?i:no|number|id|identifier))\b[\s.:#-]*(?P<who>[A-Za-z]{0,4}[-/]?\d[\w/-]{3,})",
        r"(?P<who>\+?\b\d(?:[ -]?\d){6,}\b)",
        r"(?:\b(?:Mr|Mrs|Ms|Miss|Master|Baby|Smt|Shri|Sri|Kumari)\.?\s+|(?i:\bpatient(?:'s)? name(?: is)?|\bname of (?:the )?patient(?: is)?)[\s:]+)(?P<who>\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){0,2})",
    ]
    .map(|pattern| Regex::new(pattern).expect("what names a person"))
});

/// What is replaced, each with the words that stand for it.
#[derive(Default)]
pub(super) struct Withheld {
    known: Vec<Regex>,
    masks: Vec<Mask>,
}

struct Mask {
    stand_in: String,
    original: String,
}

impl Withheld {
    /// Withholds these texts: a name in any order of its words, an identifier or a date in any separation of its parts.
    pub(super) fn new(texts: &[PatientText]) -> Self {
        Self {
            known: texts.iter().filter_map(|text| pattern(text.expose())).collect(),
            masks: Vec::new(),
        }
    }

    /// The text without what is withheld.
    pub(super) fn mask(&mut self, text: &str) -> String {
        let mut masked = text.to_owned();
        for known in 0..self.known.len() {
            let Some(original) = self.known[known]
                .find(&masked)
                .map(|found| found.as_str().to_owned())
            else {
                continue;
            };
            let stand_in = self.stand_in(original);
            masked = self.known[known]
                .replace_all(&masked, NoExpand(&stand_in))
                .into_owned();
        }
        for anybody in ANYBODY.iter() {
            let mut found: Vec<String> = anybody
                .captures_iter(&masked)
                .filter_map(|captures| Some(captures.name("who")?.as_str().to_owned()))
                .filter(|who| !is_date(who) && !is_anatomy(who))
                .collect();
            // `Rao Sharma` before `Rao`, of which it would leave a half.
            found.sort_by_key(|who| std::cmp::Reverse(who.len()));
            for who in found {
                let stand_in = self.stand_in(who.clone());
                masked = masked.replace(&who, &stand_in);
            }
        }
        masked
    }

    /// The text with what was withheld.
    pub(super) fn restore(&self, text: &str) -> String {
        self.masks.iter().rev().fold(text.to_owned(), |restored, mask| {
            restored.replace(&mask.stand_in, &mask.original)
        })
    }

    /// The words that stand for a text.
    fn stand_in(&mut self, original: String) -> String {
        if let Some(known) = self.masks.iter().find(|mask| mask.original == original) {
            return known.stand_in.clone();
        }
        let stand_in = format!("[withheld {}]", letters(self.masks.len()));
        self.masks.push(Mask {
            stand_in: stand_in.clone(),
            original,
        });
        stand_in
    }
}

/// A, B, ... Z, AA, AB: a number might be taken for one that was dictated.
fn letters(index: usize) -> String {
    let last = char::from(b'A' + (index % 26) as u8);
    match index / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letters(more - 1)),
    }
}

/// A date, alone or before a size, is no identifier: comparisons need it.
fn is_date(text: &str) -> bool {
    static DATE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?:\d{4}[- ]\d{1,2}[- ]\d{1,2}|\d{1,2}[- ]\d{1,2}[- ]\d{4})(?:\D|$)").expect("date")
    });
    DATE.is_match(text)
}

/// `Mr Left Knee` is an examination.
fn is_anatomy(text: &str) -> bool {
    !report::side::find(text).is_empty() || !report::anatomy::lexicon().find(text).is_empty()
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
    fn what_can_only_name_a_person_is_withheld_without_being_known() {
        check(
            &[],
            "Mrs. Anita Rao, MRN 20451, phone 98450 12345, a.rao@example.org.",
            "Mrs. [withheld D], MRN [withheld B], phone [withheld C], [withheld A].",
        );
        check(
            &[],
            "Patient name John Smith. UHID: AB-44721.",
            "Patient name [withheld B]. UHID: [withheld A].",
        );
    }

    #[test]
    fn the_longest_name_goes_first() {
        check(
            &[],
            "Mr Rao with Mrs Rao Sharma.",
            "Mr [withheld B] with Mrs [withheld A].",
        );
    }

    #[test]
    fn what_a_report_needs_stays() {
        for text in [
            "Compared with 12-03-2026, 14 x 12 x 9 mm, 1234 HU, T1 and T2, 100 ml at 4 ml per second.",
            "Patient 4 hours after surgery. Series 3 image 112.",
            "Compared with CT of 2025-11-02.",
            "Hospital day 12. Mr spectroscopy was performed.",
            "Mr Left Knee. Compared with 2025-11-02 14 mm. Patient L4-L5 disc bulge.",
        ] {
            check(&[], text, text);
        }
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
