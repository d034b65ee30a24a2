//! The words that a person says for a written text: "3.2 cm" is "three point two centimeters", "L4-L5" is
//! "l four l five", "BI-RADS 2" is "birads two".
//!
//! The way back, from what was said to what is written, is the business of the report. Here it only has to be a
//! likely way of saying it: the language model and the prompts of engines are made of it.

mod number;
mod token;

use std::collections::HashMap;
use std::sync::OnceLock;

use token::{Kind, Token, tokens};

/// Whether punctuation marks are said ("comma", "full stop") or only heard as a pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marks {
    /// Marks leave no word.
    Silent,
    /// Marks are dictated.
    Spoken,
}

/// Every word that stands for a number: "seven", "twenty", "third".
pub(crate) fn number_words() -> impl Iterator<Item = String> {
    number::words()
}

/// Capitals that are said as a word and not letter by letter.
const SAID_AS_WORDS: &[&str] = &[
    "ACE",
    "ADEM",
    "BLADE",
    "CADASIL",
    "COPD",
    "COVID",
    "DICOM",
    "DIXON",
    "DOTA",
    "FAST",
    "FIESTA",
    "FIGO",
    "FLAIR",
    "FLASH",
    "GIST",
    "GRASE",
    "GRE",
    "HASTE",
    "HELLP",
    "LAD",
    "LAVA",
    "MELAS",
    "MERGE",
    "MIP",
    "NASCET",
    "NASH",
    "PACS",
    "PET",
    "POEMS",
    "PRES",
    "PROPELLER",
    "RADS",
    "SENSE",
    "SHARP",
    "SLAP",
    "SPACE",
    "SPAIR",
    "SPECT",
    "SPIO",
    "STIR",
    "SWAN",
    "TAVI",
    "TAPVC",
    "TIPS",
    "TURP",
    "TWIST",
    "VIBE",
    "AIDS",
    "TASC",
    "CABG",
    "ALARA",
    "ALIF",
    "TLIF",
    "CREST",
    "HELP",
    "PEG",
    "IVIM",
    "ASPECTS",
    "ASPECT",
    "WALL",
    "LUNG",
    "BONE",
    "NECK",
    "HEAD",
    "LEFT",
    "SPINE",
];

/// A Roman numeral counts as a number after these words, whatever its letters.
const COUNTED_BY_ROMAN: &[&str] = &[
    "grade", "type", "segment", "segments", "stage", "class", "category", "zone", "level", "levels",
    "bosniak", "fazekas", "modic", "figo", "and", "nerve", "nerves", "cranial", "station", "phase",
];

/// Writes a text as it is said: lower-case words separated by blanks, nothing else. `A 3.2 cm lesion.` with its marks is
/// `a three point two centimeter lesion full stop`.
pub fn spoken_text(text: &str, marks: Marks) -> String {
    let tokens = tokens(text);
    let mut speaker = Speaker {
        tokens: &tokens,
        marks,
        words: Vec::new(),
    };
    let mut at = 0;
    while at < tokens.len() {
        at += speaker.say(at);
    }
    speaker.words.join(" ")
}

struct Speaker<'a> {
    tokens: &'a [Token],
    marks: Marks,
    words: Vec<String>,
}

impl Speaker<'_> {
    /// Says what begins at this token; returns how many tokens that was.
    fn say(&mut self, at: usize) -> usize {
        let token = &self.tokens[at];
        match token.kind {
            Kind::Number => self.number(at),
            Kind::Word => self.word(at),
            Kind::Mark => {
                self.mark(at);
                1
            }
        }
    }

    fn push(&mut self, words: &str) {
        self.words.extend(words.split_whitespace().map(str::to_owned));
    }

    fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    fn is_number(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| token.kind == Kind::Number)
    }

    fn number(&mut self, at: usize) -> usize {
        let number = self.tokens[at].text.clone();
        if let Some(next) = self
            .token(at + 1)
            .filter(|next| next.glued && next.kind == Kind::Word)
            && matches!(next.text.as_str(), "st" | "nd" | "rd" | "th")
        {
            self.push(&number::ordinal(&number));
            return 2;
        }
        self.push(&number::cardinal(&number));
        let Some(unit) = self.token(at + 1).filter(|next| next.kind == Kind::Word) else {
            return 1;
        };
        let Some((one, many)) = unit_name(&unit.text) else {
            return 1;
        };
        // "a 4 cm cyst" is said in the singular, "measures 4 cm" is not.
        let qualifies = self
            .token(at + 2)
            .is_some_and(|next| next.kind == Kind::Word && qualified(&next.text));
        let name = if number == "1" || qualifies { one } else { many };
        self.push(name);
        2
    }

    fn word(&mut self, at: usize) -> usize {
        let text = &self.tokens[at].text;
        if let Some(score) = self.reporting_score(at) {
            self.push(&score);
            return 3;
        }
        if let Some(expansion) = abbreviation(text) {
            self.push(expansion);
            return 1;
        }
        let after_counted = self
            .words
            .last()
            .is_some_and(|before| COUNTED_BY_ROMAN.contains(&before.as_str()));
        if let Some(value) = number::roman(text).filter(|_| text.len() > 1 || after_counted) {
            self.push(&number::cardinal(&value.to_string()));
            return 1;
        }
        let next_is_number = self.is_number(at + 1) && self.tokens[at + 1].glued;
        let capitals = text.len() > 1 && text.chars().all(|letter| letter.is_ascii_uppercase());
        let letters = text.len() == 1 || next_is_number && text.len() <= 2;
        // "T2W", "T1w": the letter after the number of a sequence.
        let before_is_number = at > 0 && self.is_number(at - 1) && self.tokens[at].glued;
        if before_is_number && text.eq_ignore_ascii_case("w") {
            self.push("weighted");
        } else if letters || capitals && text.len() <= 5 && !SAID_AS_WORDS.contains(&text.as_str()) {
            let spelled: Vec<String> = text
                .chars()
                .map(|letter| letter.to_lowercase().to_string())
                .collect();
            self.words.extend(spelled);
        } else {
            let lower = text.to_lowercase();
            let word = respelled(&lower).to_owned();
            self.words.push(word);
        }
        1
    }

    /// "BI-RADS" and its siblings are one word when said.
    fn reporting_score(&self, at: usize) -> Option<String> {
        let (hyphen, rads) = (self.token(at + 1)?, self.token(at + 2)?);
        if hyphen.text != "-" || !hyphen.glued || !rads.text.eq_ignore_ascii_case("rads") {
            return None;
        }
        let first = self.tokens[at].text.to_lowercase();
        Some(if first.len() == 2 {
            format!("{first}rads")
        } else {
            format!("{first} rads")
        })
    }

    fn mark(&mut self, at: usize) {
        let token = &self.tokens[at];
        let number_follows = self.is_number(at + 1) && self.tokens[at + 1].glued;
        let number_before = at > 0 && self.is_number(at - 1) && token.glued;
        // "L4-5" and "L4-L5" are said without a word between, "3-5" is a range.
        let level_before =
            number_before && at > 1 && self.tokens[at - 1].glued && self.tokens[at - 2].kind == Kind::Word;
        match token.text.as_str() {
            "x" => self.push("by"),
            "-" if level_before => {}
            "-" if number_before && number_follows => self.push("to"),
            "-" if number_follows && !token.glued => self.push("minus"),
            "/" if level_before => {}
            "/" if number_before && number_follows => self.push("slash"),
            "%" => self.push("percent"),
            ">" => self.push("greater than"),
            "<" => self.push("less than"),
            "+" => self.push("plus"),
            "=" => self.push("equals"),
            "~" => self.push("approximately"),
            "°" => self.push("degrees"),
            "&" => self.push("and"),
            "±" => self.push("plus minus"),
            mark if self.marks == Marks::Spoken => {
                if let Some(name) = mark_name(mark) {
                    self.push(name);
                }
            }
            _ => {}
        }
    }
}

fn mark_name(mark: &str) -> Option<&'static str> {
    Some(match mark {
        "." => "full stop",
        "," => "comma",
        ":" => "colon",
        ";" => "semicolon",
        "(" => "open bracket",
        ")" => "close bracket",
        "?" => "question mark",
        "\n" => "new line",
        _ => return None,
    })
}

fn unit_name(unit: &str) -> Option<(&'static str, &'static str)> {
    Some(match unit {
        "cm" | "cms" | "CM" => ("centimeter", "centimeters"),
        "mm" | "mms" | "MM" => ("millimeter", "millimeters"),
        "ml" | "mL" | "mls" => ("milliliter", "milliliters"),
        "cc" | "CC" => ("c c", "c c"),
        "HU" => ("hounsfield unit", "hounsfield units"),
        "mg" => ("milligram", "milligrams"),
        "mGy" => ("milligray", "milligray"),
        "mmHg" => ("millimeter of mercury", "millimeters of mercury"),
        "mmol" => ("millimole", "millimoles"),
        "kg" => ("kilogram", "kilograms"),
        "T" => ("tesla", "tesla"),
        "s" | "sec" | "secs" => ("second", "seconds"),
        "min" | "mins" => ("minute", "minutes"),
        "hrs" | "hr" => ("hour", "hours"),
        "yr" | "yrs" => ("year", "years"),
        "deg" => ("degree", "degrees"),
        _ => return None,
    })
}

fn abbreviation(word: &str) -> Option<&'static str> {
    Some(match word {
        "cm" => "centimeters",
        "mm" => "millimeters",
        "ml" | "mL" => "milliliters",
        "HU" => "hounsfield units",
        "vs" => "versus",
        "Dr" => "doctor",
        "approx" => "approximately",
        "Rt" | "rt" => "right",
        "Lt" | "lt" => "left",
        "etc" => "et cetera",
        _ => return None,
    })
}

/// What a size stands before, rather than a preposition.
fn qualified(word: &str) -> bool {
    word.len() > 3
        && !matches!(
            word,
            "from"
                | "with"
                | "above"
                | "below"
                | "into"
                | "thick"
                | "long"
                | "wide"
                | "deep"
                | "lateral"
                | "medial"
                | "distal"
                | "proximal"
                | "craniocaudal"
                | "inferior"
                | "superior"
                | "anterior"
                | "posterior"
                | "apart"
                | "previously"
                | "within"
                | "beyond"
                | "caudal"
                | "cranial"
                | "down"
                | "located"
                | "seen"
                | "noted"
                | "maximum"
                | "maximal"
                | "diameter"
                | "transverse"
        )
}

/// The one spelling of a word that has several.
fn respelled(word: &str) -> &str {
    static SPELLINGS: OnceLock<HashMap<&'static str, &'static str>> = OnceLock::new();
    let spellings = SPELLINGS.get_or_init(|| {
        include_str!("../data/spelling.txt")
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once(' '))
            .map(|(ours, theirs)| (theirs, ours))
            .collect()
    });
    spellings.get(word).copied().unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(written: &str, said: &str) {
        assert_eq!(spoken_text(written, Marks::Silent), said, "{written}");
    }

    #[test]
    fn says_sizes_with_their_units() {
        check("measures 3.2 cm", "measures three point two centimeters");
        check(
            "measures 4 x 3.5 mm.",
            "measures four by three point five millimeters",
        );
        check("22x16x30 mm", "twenty two by sixteen by thirty millimeters");
        check("1 cm", "one centimeter");
        check("a 4 cm cyst", "a four centimeter cyst");
        check("0.8cm", "zero point eight centimeters");
        check("120 HU", "one hundred twenty hounsfield units");
        check("70% stenosis", "seventy percent stenosis");
        check("3-5 mm", "three to five millimeters");
        check("1.4 mGy", "one point four milligray");
        check("52 mGy cm", "fifty two milligray centimeters");
        check("3.1 mmol/L", "three point one millimoles l");
        check("1.5 T", "one point five tesla");
        check("T-score of -2.5", "t score of minus two point five");
    }

    #[test]
    fn says_levels_and_sequences_letter_by_letter() {
        check("L4-L5 disc", "l four l five disc");
        check("C5/6 and L4-5", "c five six and l four five");
        check("T2 hyperintense", "t two hyperintense");
        check("T1W and T2-weighted", "t one weighted and t two weighted");
        check("D12", "d twelve");
        check("MRI on DWI and FLAIR", "m r i on d w i and flair");
        check("CBD measures 6 mm", "c b d measures six millimeters");
    }

    #[test]
    fn says_numerals_of_grades_scores_and_ranks() {
        check("segment VIII", "segment eight");
        check("Fazekas grade I", "fazekas grade one");
        check("BI-RADS 2, PI-RADS 4", "birads two pirads four");
        check("Lung-RADS 3", "lung rads three");
        check("5th rib and the 12th", "fifth rib and the twelfth");
        check("2nd and 3rd", "second and third");
        check("in 2024", "in twenty twenty four");
        check("DLP 1250", "d l p one thousand two hundred fifty");
    }

    #[test]
    fn says_marks_when_asked() {
        assert_eq!(
            spoken_text("A 3.2 cm lesion.", Marks::Spoken),
            "a three point two centimeter lesion full stop"
        );
        assert_eq!(
            spoken_text("Liver: normal, no lesion.\nSpleen", Marks::Spoken),
            "liver colon normal comma no lesion full stop new line spleen"
        );
    }

    #[test]
    fn writes_one_spelling_and_plain_letters() {
        check("Grey-white oedema; tumour", "gray white edema tumor");
        check("Crohn’s disease", "crohn's disease");
        check("Ménière", "meniere");
        check("FINDINGS", "findings");
    }
}
