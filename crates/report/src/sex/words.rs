//! The words that tell a sex, from `data/persons.toml`, beside the structures of the lexicon, which carry their own.

use std::cell::LazyCell;
use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;

use super::Sex;
use crate::anatomy;
use crate::phrase::Phrases;
use crate::token::Word;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfSex {
    persons: Vec<String>,
    pronouns: Vec<String>,
    anatomy: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Excluded {
    words: Vec<String>,
    unless: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Others {
    words: Vec<String>,
    fetus: Vec<String>,
    family: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    female: OfSex,
    male: OfSex,
    not_anatomy: Excluded,
    others: Others,
}

/// What kind of word tells a sex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Who somebody is, or a state that only one sex has.
    Person,
    /// She or he.
    Pronoun,
    /// Anatomy, operations and diseases.
    Anatomy,
}

pub(crate) struct Words {
    signs: Phrases<(Sex, Sign)>,
    pub(crate) excluded: Phrases<()>,
    pub(crate) unless: Phrases<()>,
    pub(crate) others: Phrases<()>,
    pub(crate) fetus: Phrases<()>,
    pub(crate) family: Phrases<()>,
}

pub(crate) static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/persons.toml"))
        .unwrap_or_else(|error| panic!("persons: {error}"));
    let all = |words: Vec<String>| Phrases::new(words.into_iter().map(|word| (word, ())));
    let signs = [(Sex::Female, file.female), (Sex::Male, file.male)];
    let signs = signs.into_iter().flat_map(|(sex, words)| {
        let kinds = [
            (Sign::Person, words.persons),
            (Sign::Pronoun, words.pronouns),
            (Sign::Anatomy, words.anatomy),
        ];
        kinds
            .into_iter()
            .flat_map(move |(sign, words)| words.into_iter().map(move |word| (word, (sex, sign))))
    });
    Words {
        signs: Phrases::new(signs),
        excluded: all(file.not_anatomy.words),
        unless: all(file.not_anatomy.unless),
        others: all(file.others.words),
        fetus: all(file.others.fetus),
        family: all(file.others.family),
    }
});

/// A word of one sex in a sentence.
pub(crate) struct Told {
    pub(crate) sex: Sex,
    pub(crate) sign: Sign,
    pub(crate) range: Range<usize>,
}

/// Every word of one sex in a text, in order of its kinds: those of the file, then the structures that none of them names already.
pub(crate) fn told(text: &str, words: &[Word]) -> Vec<Told> {
    let is_spectroscopy = LazyCell::new(|| is_spectroscopy(words));
    let mut told: Vec<Told> = WORDS
        .signs
        .find(words)
        .into_iter()
        .map(|found| Told {
            sex: found.meaning.0,
            sign: found.meaning.1,
            range: found.range,
        })
        .filter(|told| told.sign == Sign::Anatomy || is_person(text, words, &told.range, &is_spectroscopy))
        .collect();
    let named = told.len();
    for mention in anatomy::lexicon().find_in(words) {
        let Some(sex) = mention.structure.sex else {
            continue;
        };
        // What the file names stands in order, and apart.
        let next = told[..named].partition_point(|told| told.range.end <= mention.range.start);
        let overlaps = |told: &Told| told.range.start < mention.range.end;
        if !told[..named].get(next).is_some_and(overlaps) {
            told.push(Told {
                sex,
                sign: Sign::Anatomy,
                range: mention.range,
            });
        }
    }
    told
}

/// `MR` is a modality, `MEN 2` a syndrome, `HER-2` a receptor, the bundle of His no person, a female connector no patient.
fn is_person(
    text: &str,
    words: &[Word],
    range: &Range<usize>,
    is_spectroscopy: &LazyCell<bool, impl FnOnce() -> bool>,
) -> bool {
    let word = &text[range.clone()];
    // Words stand in order: a text of nothing but pronouns is looked through once.
    let next = words.partition_point(|word| word.range.start < range.end);
    let next = words.get(next).map_or("", |word| word.key.as_str());
    let before = words.partition_point(|word| word.range.end <= range.start);
    let before = before
        .checked_sub(1)
        .map_or("", |before| words[before].key.as_str());
    match word {
        "MR" | "mr" | "MEN" | "HER" | "MS" | "ms" | "HE" | "LMP" if word != "LMP" => false,
        "His" => next != "bundle" && before != "of",
        "her" | "Her" => next != "2",
        // `Single voxel MRS` is spectroscopy.
        "MRS" if **is_spectroscopy => false,
        "Mr" | "Ms" | "Mrs" | "MRS" | "Miss" | "miss" => text[range.end..]
            .trim_start_matches(['.', ' '])
            .starts_with(char::is_uppercase),
        _ => !matches!(next, "pattern" | "type" | "connector" | "catheter"),
    }
}

fn is_spectroscopy(words: &[Word]) -> bool {
    const OF_SPECTRA: &[&str] = &[
        "voxel",
        "spectroscopy",
        "spectrum",
        "naa",
        "choline",
        "lactate",
        "dwi",
        "swi",
        "mri",
        "sequence",
    ];
    words.iter().any(|word| OF_SPECTRA.contains(&word.key.as_str()))
}
