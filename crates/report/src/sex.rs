//! The patient's sex, as far as the words of a report tell it.

mod words;

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

pub(crate) use words::{Sign, Told, WORDS, told};

/// Male or female, as anatomy and templates need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sex {
    /// Female.
    Female,
    /// Male.
    Male,
}

impl Sex {
    /// Reads `F`, `female`, `M` or `male`, in any case.
    pub fn parse(raw: &str) -> Option<Self> {
        match raw.trim().to_ascii_lowercase().as_str() {
            "f" | "female" => Some(Self::Female),
            "m" | "male" => Some(Self::Male),
            _ => None,
        }
    }
}

/// What a word of the text weighs: anatomy that only one sex has, a descriptor, a pronoun.
const ANATOMY: u32 = 5;
const DESCRIPTOR: u32 = 3;
const PRONOUN: u32 = 2;
/// The least score, and the least lead over the other sex, for an answer.
const LEAST: u32 = 2;

/// The sex that the words of a text tell: anatomy weighs 5, descriptors 3, pronouns 2; an answer needs a score of 2 and a lead
/// of 2. Whole words only.
pub fn detect(text: &str) -> Option<Sex> {
    let words = crate::token::words(text);
    let (mut female, mut male) = (0_u32, 0_u32);
    let mut count = |sex: Sex, weight: u32| match sex {
        Sex::Female => female = female.saturating_add(weight),
        Sex::Male => male = male.saturating_add(weight),
    };
    let others = of_relatives(text, &words);
    let of_patient = |range: &Range<usize>| {
        let behind = others.partition_point(|other| other.end <= range.start);
        others
            .get(behind)
            .is_none_or(|other| !other.contains(&range.start))
    };
    if let Some(found) = AGED.captures(text) {
        match found
            .iter()
            .skip(1)
            .flatten()
            .next()
            .map_or("", |sex| sex.as_str())
        {
            "F" => count(Sex::Female, DESCRIPTOR),
            _ => count(Sex::Male, DESCRIPTOR),
        }
    }
    for sign in told(text, &words) {
        if of_patient(&sign.range) {
            count(
                sign.sex,
                match sign.sign {
                    Sign::Anatomy => ANATOMY,
                    Sign::Person => DESCRIPTOR,
                    Sign::Pronoun => PRONOUN,
                },
            );
        }
    }
    for word in words.iter().filter(|word| of_patient(&word.range)) {
        // Men have a little of either too: a hint, and no mismatch.
        if matches!(word.key.as_str(), "fibroglandular" | "fibroadenoma") {
            count(Sex::Female, DESCRIPTOR);
        }
    }
    match (female, male) {
        (female, male) if female >= LEAST && female >= male + LEAST => Some(Sex::Female),
        (female, male) if male >= LEAST && male >= female + LEAST => Some(Sex::Male),
        _ => None,
    }
}

/// `62/M`, `24 y/o F`; a bare `33 F` only where it opens a line, for a catheter has its French size so too.
static AGED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)(?:\b\d{1,3}\s?(?:[-/]\s?)?(?:(?:y|yr|yrs|year|years|y/o|yo)\.?(?:[- ]old)?,?\s?/?\s?)([MF])|\b\d{1,3}\s?/\s?([MF])|^\W*(?:clinical history:|history:)?\s*\d{1,3}\s?([MF]))(?:[ ,.;/]|$)")
        .expect("age and sex")
});

/// What is said of relatives: from the word for one to the end of its sentence. `Mother of two` is the patient.
fn of_relatives(text: &str, words: &[crate::token::Word]) -> Vec<Range<usize>> {
    const RELATIVES: &[&str] = &[
        "mother",
        "father",
        "sister",
        "brother",
        "aunt",
        "uncle",
        "grandmother",
        "grandfather",
        "daughter",
        "son",
        "cousin",
        "niece",
        "nephew",
        "wife",
        "husband",
        "family",
        "maternal",
        "paternal",
    ];
    let ends = ['.', ';', '\n'];
    // One a sentence, so that a sentence is searched for its ends once, however often it names them.
    let mut others: Vec<Range<usize>> = Vec::new();
    let mut sentence = 0..0;
    let of_relatives = words
        .iter()
        .filter(|word| RELATIVES.contains(&word.key.as_str()))
        .filter(|word| !text[word.range.end..].starts_with(" of "));
    for word in of_relatives {
        if word.range.start >= sentence.end {
            let end = text[word.range.start..].find(ends);
            let start = text[sentence.end..word.range.start].rfind(ends);
            sentence = start.map_or(sentence.end, |at| sentence.end + at + 1)
                ..end.map_or(text.len(), |at| word.range.start + at);
        }
        // `Prostate cancer in the family`.
        let start = match word.key.as_str() {
            "family" => sentence.start,
            _ => word.range.start,
        };
        match others.last_mut().filter(|other| other.end == sentence.end) {
            Some(other) => other.start = other.start.min(start),
            None => others.push(start..sentence.end),
        }
    }
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, sex: Option<Sex>) {
        assert_eq!(detect(text), sex, "{text}");
    }

    #[test]
    fn anatomy_descriptors_and_pronouns_tell_the_sex() {
        check("Uterus is bulky.", Some(Sex::Female));
        check("The prostate is enlarged.", Some(Sex::Male));
        check("54 year old gentleman", Some(Sex::Male));
        check("She fell on ice.", Some(Sex::Female));
    }

    #[test]
    fn an_operation_tells_and_a_name_does_not() {
        check("Post left orchidectomy status.", Some(Sex::Male));
        check("The septum near the bundle of His is intact.", None);
    }

    #[test]
    fn relatives_are_not_the_patient() {
        check(
            "58-year-old man. Mother had ovarian cancer and his sister a uterine fibroid. Prostate normal.",
            Some(Sex::Male),
        );
        check("Mother of two, 34 years.", None);
        check("Family history of ovarian carcinoma.", None);
        check("Fall. Known prostate cancer in the family.", None);
    }

    #[test]
    fn an_age_with_a_letter_tells_the_sex() {
        check("62/M, claudication.", Some(Sex::Male));
        check("33 F, twisting injury.", Some(Sex::Female));
        check("24 y/o F with pain.", Some(Sex::Female));
        check("Pigtail 10 F in place.", None);
        check("T2 N0 M0", None);
    }

    #[test]
    fn nothing_or_a_draw_tells_nothing() {
        check("Liver is normal. Human anatomy.", None);
        check("Prostate and uterus", None);
        check("MR of the brain", None);
    }
}
