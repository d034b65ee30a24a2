//! Who the patient is, kept out of what is sent.
//!
//! A radiologist may dictate the name or the number that stands on the form, and a pasted report has a header. What is known to say who
//! somebody is, and what its label or its shape tells (`identity`), is replaced before the text is sent, and put back into what the
//! model answers, so that nothing that was said is changed by it.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::budget::{self, STEPS};
use report::private::PatientText;

use super::identity;

/// A shorter identifier is a number like any other: masking it would touch measurements.
const SHORTEST: usize = 4;
/// Nobody names so many people. A text that does is not sent, because each is looked for in all of it.
const MOST_KNOWN: usize = 200;
/// What it takes to compile the pattern of a name.
const STEPS_OF_A_PATTERN: u64 = 2_000;
/// How many bytes of a text a pattern passes over in a step, and how many masks are looked at in one.
const BYTES_OF_A_STEP: usize = 8;
const MASKS_OF_A_STEP: usize = 8;

/// What is replaced, each with the words that stand for it.
#[derive(Default)]
pub(super) struct Withheld {
    known: Vec<Known>,
    masks: Vec<Mask>,
}

/// What is withheld wherever it stands.
struct Known {
    pattern: Regex,
    /// Whether it is one word that a label told, which may be a word of the field as well.
    is_alone: bool,
}

struct Mask {
    stand_in: String,
    original: String,
}

impl Withheld {
    /// Withholds these texts: a name in any order of its words, an identifier or a date in any separation of its parts.
    pub(super) fn new(texts: &[PatientText]) -> Self {
        Self {
            known: texts
                .iter()
                .filter_map(|text| pattern(text.expose()))
                .map(|pattern| Known {
                    pattern,
                    is_alone: false,
                })
                .collect(),
            masks: Vec::new(),
        }
    }

    /// Withholds the names that a text tells by their labels wherever else they stand.
    pub(super) fn learn(&mut self, text: &str) {
        for told in identity::told(text).iter().filter(|told| told.is_name) {
            let name = &text[told.range.clone()];
            let is_too_many = self.known.len() > MOST_KNOWN;
            budget::spend(if is_too_many { STEPS } else { STEPS_OF_A_PATTERN });
            let is_alone = parts(name).len() == 1;
            let pattern = if is_alone { alone(name) } else { pattern(name) };
            let Some(pattern) = pattern else { continue };
            if !self
                .known
                .iter()
                .any(|known| known.pattern.as_str() == pattern.as_str())
            {
                self.known.push(Known { pattern, is_alone });
            }
        }
    }

    /// The text without what is withheld.
    pub(super) fn mask(&mut self, text: &str) -> String {
        self.learn(text);
        budget::spend((self.known.len() * (1 + text.len() / BYTES_OF_A_STEP)) as u64);
        let known = self.known.iter().flat_map(|known| {
            let found = known.pattern.find_iter(text);
            found.filter(|found| !known.is_alone || !is_in_term(&text[found.end()..]))
        });
        let told = identity::told(text).into_iter().map(|told| told.range);
        let mut masked = String::with_capacity(text.len());
        let mut at = 0;
        for place in united(known.map(|found| found.range()).chain(told).collect()) {
            masked.push_str(&text[at..place.start]);
            masked.push_str(&self.stand_in(&text[place.clone()]));
            at = place.end;
        }
        masked + &text[at..]
    }

    /// The text with what was withheld.
    pub(super) fn restore(&self, text: &str) -> String {
        self.masks.iter().rev().fold(text.to_owned(), |restored, mask| {
            restored.replace(&mask.stand_in, &mask.original)
        })
    }

    /// The words that stand for a text.
    fn stand_in(&mut self, original: &str) -> String {
        budget::spend((self.masks.len() / MASKS_OF_A_STEP) as u64);
        if let Some(known) = self.masks.iter().find(|mask| mask.original == original) {
            return known.stand_in.clone();
        }
        let stand_in = format!("[withheld {}]", letters(self.masks.len()));
        self.masks.push(Mask {
            stand_in: stand_in.clone(),
            original: original.to_owned(),
        });
        stand_in
    }
}

/// The places in order, those that overlap as one.
fn united(mut places: Vec<Range<usize>>) -> Vec<Range<usize>> {
    places.sort_by_key(|place| place.start);
    let mut united: Vec<Range<usize>> = Vec::with_capacity(places.len());
    for place in places {
        match united.last_mut() {
            Some(last) if place.start < last.end => last.end = last.end.max(place.end),
            _ => united.push(place),
        }
    }
    united
}

/// A, B, ... Z, AA, AB: a number might be taken for one that was dictated.
fn letters(index: usize) -> String {
    let last = char::from(b'A' + (index % 26) as u8);
    match index / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letters(more - 1)),
    }
}

/// Finds a name of one word, in the case in which it was written.
fn alone(name: &str) -> Option<Regex> {
    let is_long = name.chars().count() >= SHORTEST;
    let word = || Regex::new(&format!(r"\b{}\b", regex::escape(name))).ok();
    is_long.then(word)?
}

/// Whether the word before this text is part of a term: `Hill-Sachs`, `Baker cyst`, `Hunter's canal`.
fn is_in_term(behind: &str) -> bool {
    static TERM: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:-|['\u{2019}]s\b|\s+(?:an(?:eurysm|gle)s?|canal|cell|classification|criteria|cyst|defect|deformity|disease|duct|fascia|foramen|fracture|ganglion|gland|grade|hernia|index|lesion|ligament|line|lymphoma|node|phenomenon|pouch|score|sign|space|stage|syndrome|tears?|thyroiditis|tumou?r|type|valve)s?\b)")
            .expect("what an eponym stands before")
    });
    TERM.is_match(behind)
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
            "Mrs. [withheld A], MRN [withheld B], phone [withheld C], [withheld D].",
        );
        check(
            &[],
            "Patient name John Smith. UHID: AB-44721.",
            "Patient name [withheld A]. UHID: [withheld B].",
        );
    }

    #[test]
    fn a_name_in_a_longer_name_goes_with_it() {
        check(
            &[],
            "Mr Patel with Mrs Patel Sharma.",
            "Mr [withheld A] with Mrs [withheld B].",
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
            "Hill-Sachs lesion with a Bankart tear. Baker cyst. Hunter's canal. Dandy-Walker malformation, Chiari I.",
            "The patient is a known case of carcinoma. Patient came with fever. Patient presented with pain.",
            "DR plate of the chest. DR PLATE. Radiograph by DR and CT. DR X-ray. DR. No fracture.",
            "The doctor informed at 5 pm. Discussed with the referring doctor. Referred by orthopaedics for MRI.",
            "Referred by outside hospital. Reported by CT. w/o contrast, c/o pain, s/o abscess. Ref. range normal.",
            "Study name: CT chest. Name of the procedure: CT. Protocol name: Liver dynamic.",
            "MRS shows a choline peak. MS plaques. MR. The lesion is dark. DR. A fracture. Master image. Miss of the lesion unlikely.",
            "Patient no 4 hours fasting. Case of 3 lesions. Lab values normal. OPD on 12/03/2026. Contact with the dura: 34 mm. Dural contact: 34 mm.",
            "Born at term. Newborn. Namely, two cysts. Address the lesion. File of 3 series. Hospital stay of 12 days.",
        ] {
            check(&[], text, text);
        }
    }

    #[test]
    fn a_name_of_one_word_goes_everywhere_but_not_out_of_a_term() {
        check(
            &[],
            "Dr Baker told. Baker cyst. Hill-Sachs. Seen by Baker. Name: Hill",
            "Dr [withheld A] told. Baker cyst. Hill-Sachs. Seen by [withheld A]. Name: [withheld B]",
        );
    }

    #[test]
    fn a_name_that_one_text_tells_is_withheld_from_another() {
        let mut withheld = Withheld::default();
        withheld.learn("Name: ANITA RAO");
        assert_eq!(withheld.mask("rao anita, ct chest"), "[withheld A], ct chest");
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
