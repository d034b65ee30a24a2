//! Anatomy or a person of the other sex. What is denied or removed is still of its sex (`post hysterectomy`); another person's
//! (`brought by his wife`) and a fetus's is not the patient's.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::critical;
use super::sheet::{Line, Sheet};
use super::{Flag, FlagKind, Known};
use crate::negation;
use crate::phrase::Phrases;
use crate::section::SectionKind;
use crate::sex::{self, Sex, Sign, Told, WORDS};
use crate::token;

/// A flag for the first word of the other sex in each section.
pub(super) fn check(sheet: &Sheet<'_>, known: &Known) -> Vec<Flag> {
    let mut told: Vec<(&Line<'_>, Vec<Told>)> = sheet.lines().map(|line| (line, told(line))).collect();
    leave_staff(&mut told);
    let is_newborn = sheet.lines().any(|line| {
        ["newborn", "neonat", "day of life"]
            .iter()
            .any(|word| line.lower.contains(word))
    });
    if is_newborn {
        for (line, signs) in &mut told {
            signs.retain(|sign| !is_of_birth(line, sign));
        }
    }
    // Who is imaged with a fetus is a woman, whatever it is.
    if known.study_name.as_deref().is_some_and(is_fetal) {
        let signs = told.iter_mut().map(|(_, signs)| signs);
        signs.for_each(|signs| signs.retain(|sign| sign.sex == Sex::Female));
    }
    let (sex, stated) = match known.sex {
        Some(sex) => (sex, false),
        None => match stated(&told) {
            Some(sex) => (sex, true),
            None => return Vec::new(),
        },
    };
    let mut flags: Vec<Flag> = Vec::new();
    for (line, signs) in &told {
        for sign in signs.iter().filter(|sign| sign.sex != sex) {
            if stated && (sign.sign != Sign::Anatomy || line.section == SectionKind::ClinicalHistory) {
                continue;
            }
            if flags.iter().any(|flag| flag.section == line.section) {
                continue;
            }
            flags.push(line.flag(
                FlagKind::GenderMismatch,
                &sign.range,
                message(&line.text[sign.range.clone()], sign, sex, stated),
                None,
            ));
        }
    }
    flags
}

/// `Called to Dr Delgado. She verbalized understanding.`: of whom the sentence behind speaks.
fn leave_staff(told: &mut [(&Line<'_>, Vec<Told>)]) {
    let mut told_in: Option<SectionKind> = None;
    for (line, signs) in told {
        if told_in == Some(line.section) {
            signs.retain(|sign| !can_be_staff(line, sign));
        }
        told_in = critical::is_communication(&line.lower).then_some(line.section);
    }
}

/// A title or a pronoun; a woman of 45 years is a patient.
fn can_be_staff(line: &Line<'_>, sign: &Told) -> bool {
    let word = &line.lower[sign.range.clone()];
    sign.sign == Sign::Pronoun || matches!(word, "mr" | "ms" | "mrs" | "miss")
}

/// `Seen after vaginal delivery`, of a newborn.
fn is_of_birth(line: &Line<'_>, sign: &Told) -> bool {
    let behind = line.lower[sign.range.end..].trim_start();
    line.lower[sign.range.clone()].starts_with("vagina")
        && ["delivery", "birth"].iter().any(|word| behind.starts_with(word))
}

fn is_fetal(name: &str) -> bool {
    !WORDS.fetus.find(&token::words(name)).is_empty()
}

fn message(word: &str, sign: &Told, sex: Sex, stated: bool) -> String {
    let name = |sex| match sex {
        Sex::Female => "female",
        Sex::Male => "male",
    };
    let source = if stated {
        "by the history"
    } else {
        "by the patient's data"
    };
    match sign.sign {
        Sign::Anatomy => format!(
            "\u{201c}{word}\u{201d} belongs to a {} patient, but the patient is {} {source}.",
            name(sign.sex),
            name(sex)
        ),
        Sign::Person | Sign::Pronoun => format!(
            "\u{201c}{word}\u{201d} says that the patient is {}, but the patient is {} {source}.",
            name(sign.sex),
            name(sex)
        ),
    }
}

/// The sex that the clinical history states of the patient, when it states one.
fn stated(told: &[(&Line<'_>, Vec<Told>)]) -> Option<Sex> {
    let mut of_history = told
        .iter()
        .filter(|(line, _)| line.section == SectionKind::ClinicalHistory)
        .flat_map(|(_, signs)| signs)
        .filter(|sign| sign.sign != Sign::Anatomy)
        .map(|sign| sign.sex);
    let first = of_history.next()?;
    of_history.all(|sex| sex == first).then_some(first)
}

fn told(line: &Line<'_>) -> Vec<Told> {
    let has = |phrases: &Phrases<()>| !phrases.find(&line.words).is_empty();
    let mut told = sex::told(line.text, &line.words);
    if told.is_empty() {
        return aged(line).into_iter().collect();
    }
    let excluded = WORDS.excluded.find(&line.words);
    let certain = has(&WORDS.unless);
    told.retain(|sign| certain || !excluded.iter().any(|other| covers(&other.range, &sign.range)));
    let parent = line.lower.contains("father of") || line.lower.contains("mother of");
    if has(&WORDS.others) && !parent {
        told.retain(|sign| sign.sign == Sign::Anatomy);
    }
    // `Discussed with the oncology nurse (Ms Fraser)`: who was told is not who was examined.
    if critical::is_communication(&line.lower) {
        told.retain(|sign| !can_be_staff(line, sign));
    }
    if has(&WORDS.family) && !parent {
        told.clear();
    }
    let scopes = &line.scopes;
    told.retain(|sign| {
        sign.sign == Sign::Anatomy
            || !negation::denies(scopes, sign.range.start)
            || names_patient(line, &sign.range)
    });
    // A fetus can be of either sex.
    if has(&WORDS.fetus) {
        told.retain(|sign| sign.sex == Sex::Female);
    }
    told.extend(aged(line));
    told.sort_by_key(|sign| sign.range.start);
    told
}

static AGED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b\d{1,3}\s?(?:[-/]\s?)?(?:(?:y|yr|yrs|year|years|y/o|yo)\.?(?:[- ]old)?,?\s?/?\s?)?([MF])\b(?:[ ,.;/]|$)").expect("pattern")
});

/// `33 F`, `24 y/o F`, `62/M`.
fn aged(line: &Line<'_>) -> Option<Told> {
    if !matches!(line.section, SectionKind::ClinicalHistory) {
        return None;
    }
    let found = AGED.captures(line.text)?;
    let sex = Sex::parse(&found[1])?;
    Some(Told {
        sex,
        sign: Sign::Person,
        range: found.get(0)?.range(),
    })
}

/// `No acute change in this elderly gentleman` denies the change, and says whose it is.
fn names_patient(line: &Line<'_>, range: &Range<usize>) -> bool {
    static WHOSE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\b(?:in|of|for) (?:this|an?|the)(?: [\w-]+){0,4} $").expect("pattern"));
    WHOSE.is_match(&line.lower[..range.start])
}

fn covers(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
