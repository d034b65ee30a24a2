//! Scores, grades, stages and types: a scale of `data/scales.toml` and its value are one word, however they are spoken.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use hashbrown::HashMap;
use report::token::{self, Word};
use report::{measurement, spoken};
use serde::Deserialize;

/// The value of a finding on a scale: 4 on `pi-rads`, 3c1 on `figo`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Category {
    /// The scale as `data/scales.toml` calls it, in small letters.
    pub scale: String,
    /// In Arabic figures and small letters.
    pub value: String,
}

impl Category {
    /// Whether both cannot be true of one finding: 4 and 5 of one scale, and not 4 and 4a.
    pub fn differs(&self, other: &Self) -> bool {
        let nearer = |near: &str, far: &str| {
            let rest = near.strip_prefix(far);
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let is_nearer = nearer(&self.value, &other.value) || nearer(&other.value, &self.value);
        self.scale == other.scale && !is_nearer
    }
}

/// Between a scale and its value in the key of a word.
const SEPARATOR: char = ' ';

/// What a word tells as a scale and its value, if it is one.
pub fn category(key: &str) -> Option<Category> {
    let (scale, value) = key.split_once(SEPARATOR)?;
    Some(Category {
        scale: scale.to_owned(),
        value: value.to_owned(),
    })
}

/// The key of the scale alone. Nothing is found at zero, unless the data says what.
pub(crate) fn any_value(key: &str) -> Option<&str> {
    let (scale, value) = key.split_once(SEPARATOR)?;
    (value != "0").then_some(scale)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    between: Vec<String>,
    versions: Vec<String>,
    kinds: Vec<String>,
    also: Vec<String>,
    roman: Vec<String>,
    people: Vec<String>,
    numbered: BTreeMap<String, Vec<String>>,
    lettered: BTreeMap<String, Vec<String>>,
}

struct Scale {
    id: String,
    /// The keys of its name behind the first.
    rest: Vec<String>,
    lettered: bool,
}

struct Scales {
    between: HashSet<String>,
    versions: HashSet<String>,
    kinds: HashSet<String>,
    also: HashSet<String>,
    roman: Vec<String>,
    people: HashSet<String>,
    /// By the key of the first word of a name, the longest name first.
    names: HashMap<String, Vec<Scale>>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it.
static SCALES: LazyLock<Scales> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/scales.toml"))
        .unwrap_or_else(|error| panic!("scales: {error}"));
    let set = |words: &[String]| -> HashSet<String> { words.iter().map(|word| token::key(word)).collect() };
    let mut names: HashMap<String, Vec<Scale>> = HashMap::new();
    for (of, lettered) in [(&file.numbered, false), (&file.lettered, true)] {
        for (id, name) in of
            .iter()
            .flat_map(|(id, names)| names.iter().map(move |name| (id, name)))
        {
            let mut keys = token::words(name).into_iter().map(|word| word.key);
            if let Some(first) = keys.next() {
                let scale = Scale {
                    id: id.to_lowercase(),
                    rest: keys.collect(),
                    lettered,
                };
                names.entry(first).or_default().push(scale);
            }
        }
    }
    for known in names.values_mut() {
        known.sort_by_key(|scale| std::cmp::Reverse(scale.rest.len()));
    }
    Scales {
        between: set(&file.between),
        versions: set(&file.versions),
        kinds: set(&file.kinds),
        also: set(&file.also),
        roman: file.roman,
        people: set(&file.people),
        names,
    }
});

/// The words of a text, each scale and its value as one: `pi-rads 4`.
pub(super) fn as_one(words: Vec<Word>, text: &str) -> Vec<Word> {
    let scales = &*SCALES;
    if !words.iter().any(|word| scales.names.contains_key(&word.key)) {
        return words;
    }
    let goes_on = |from: usize| {
        words.get(from + 1).is_some_and(|next| {
            let gap = &text[words[from].range.end..next.range.start];
            !gap.contains([',', ';', '.', '\n'])
        })
    };
    let sizes = measurement::find(text);
    // "Bosniak 2 cm cyst".
    let is_size = |word: usize| {
        let start = words[word].range.start;
        sizes.iter().any(|size| size.range.contains(&start))
    };
    let mut all: Vec<Word> = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let named = |scale: &&Scale| {
            let behind = words[at + 1..].iter().map(|word| &word.key);
            scale.rest.len() < words.len() - at && scale.rest.iter().eq(behind.take(scale.rest.len()))
        };
        let known = scales.names.get(&words[at].key).into_iter().flatten();
        let of_person = at > 0 && scales.people.contains(&words[at - 1].key);
        let Some(scale) = known.into_iter().find(named).filter(|_| !of_person) else {
            all.push(words[at].clone());
            at += 1;
            continue;
        };
        let end = at + scale.rest.len();
        let whole = |first: usize, last: usize, key: String| {
            let mut word = words[first].with_key(key);
            word.range.end = words[last].range.end;
            word
        };
        if let Some((last, value)) = scales.value_behind(scale, &words, end, &goes_on, &is_size) {
            all.push(whole(at, last, format!("{}{SEPARATOR}{value}", scale.id)));
            at = last + 1;
            // "Modic 1 and 2", "Bosniak IIF/III".
            while let Some((last, value)) = scales.another(scale, &words, at, &is_size) {
                all.extend_from_slice(&words[at..last]);
                all.push(whole(last, last, format!("{}{SEPARATOR}{value}", scale.id)));
                at = last + 1;
            }
            continue;
        }
        // "Grade III Kellgren-Lawrence."
        let before = all.len().checked_sub(2).filter(|first| {
            let is_kind = scales.kinds.contains(&all[*first].key);
            is_kind && at >= 2 && goes_on(at - 2) && goes_on(at - 1)
        });
        let before = before.and_then(|first| Some((first, value(&all[first + 1].key, scale.lettered)?)));
        if let Some((first, value)) = before {
            all.truncate(first);
            all.push(whole(at - 2, end, format!("{}{SEPARATOR}{value}", scale.id)));
        } else {
            all.push(whole(at, end, scale.id.clone()));
        }
        at = end + 1;
    }
    all
}

/// How many words stand between a scale and its value at most: "PI-RADS version 2.1 assessment category of 4".
const BETWEEN: usize = 6;

impl Scales {
    /// The value behind the last word of the name of a scale, and which word that is.
    fn value_behind(
        &self,
        scale: &Scale,
        words: &[Word],
        end: usize,
        goes_on: &impl Fn(usize) -> bool,
        is_size: &impl Fn(usize) -> bool,
    ) -> Option<(usize, String)> {
        let mut last = end;
        while goes_on(last) && last - end < BETWEEN {
            let key = &words[last + 1].key;
            if self.versions.contains(key) && goes_on(last + 1) {
                last += 2;
            } else if self.between.contains(key) {
                last += 1;
            } else {
                let value = value(key, scale.lettered).filter(|_| !is_size(last + 1));
                return Some((last + 1, value?));
            }
        }
        None
    }

    /// One more value of the same scale from a word on, and which word it is.
    fn another(
        &self,
        scale: &Scale,
        words: &[Word],
        at: usize,
        is_size: &impl Fn(usize) -> bool,
    ) -> Option<(usize, String)> {
        let joined = usize::from(self.also.contains(&words.get(at)?.key));
        let word = words.get(at + joined)?;
        let is_beside = words[at - 1].range.end + 1 == word.range.start;
        let value = value(&word.key, scale.lettered)
            .filter(|value| value.starts_with(|first: char| first.is_ascii_digit()));
        let value = value.filter(|_| (joined > 0 || is_beside) && !is_size(at + joined))?;
        Some((at + joined, value))
    }
}

/// A value in Arabic figures: `4`, `iv` and `four` are 4, `iiic1` is 3c1; on a scale of letters `b1` is b1.
fn value(key: &str, lettered: bool) -> Option<String> {
    let is_suffix = |rest: &str| {
        let mut chars = rest.chars();
        matches!(chars.next(), None | Some('a'..='f')) && chars.all(|c| c.is_ascii_digit())
    };
    if lettered {
        let (letter, rest) = key.split_at_checked(1)?;
        let is_letter = letter.chars().all(|c| c.is_ascii_lowercase());
        let is_number = rest.chars().all(|c| c.is_ascii_digit()) && rest.len() <= 1;
        return (is_letter && is_number).then(|| key.to_owned());
    }
    let digits = key.find(|c: char| !c.is_ascii_digit()).unwrap_or(key.len());
    if digits > 0 {
        return (digits <= 2 && is_suffix(&key[digits..])).then(|| key.to_owned());
    }
    let figures = key.find(|c| !matches!(c, 'i' | 'v')).unwrap_or(key.len());
    if let Some(number) = roman(&key[..figures])
        && is_suffix(&key[figures..])
    {
        return Some(format!("{number}{}", &key[figures..]));
    }
    spoken::number(key)
        .filter(|number| *number <= 10)
        .map(|number| number.to_string())
}

/// A number in Roman figures.
fn roman(figures: &str) -> Option<usize> {
    let place = SCALES.roman.iter().position(|known| known == figures);
    place.map(|place| place + 1)
}

#[cfg(test)]
mod tests {
    use crate::token::keys;

    #[test]
    fn a_scale_and_its_value_are_one_word_however_they_are_spoken() {
        for spoken in [
            "PI-RADS 4",
            "PIRADS IV",
            "PI-RADS category 4",
            "PI-RADS: 4",
            "PI-RADS v2.1 score of 4",
            "PI-RADS version 2 assessment category 4",
            "pi rads score is four",
            "category 4 PI-RADS",
        ] {
            assert_eq!(keys(spoken), ["pi-rads 4"], "{spoken}");
        }
        assert_eq!(keys("FIGO 2018 stage IIIC1"), ["figo 3c1"]);
        assert_eq!(keys("Stanford type B"), ["stanford b"]);
        assert_eq!(
            keys("grade III Kellgren and Lawrence change"),
            ["kellgren-lawrence 3", "change"]
        );
    }

    #[test]
    fn a_scale_without_a_value_stays_one() {
        assert_eq!(keys("Bosniak cyst"), ["bosniak", "cyst"]);
        assert_eq!(keys("PI-RADS. 4 lesions"), ["pi-rads", "4", "lesion"]);
        assert_eq!(keys("Modic changes"), ["modic", "change"]);
    }
}
