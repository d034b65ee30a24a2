//! Keys by number.

use std::collections::HashMap;

use report::budget;

use crate::gate::lexis::lexis;

/// How many first letters two forms of one word have in common at least.
const FAMILY: usize = 4;

/// No language has more words of one beginning that are not in the lexicon.
const RELATIVES: usize = 100;

/// What it takes to tell whether two words are forms of one.
const STEPS_OF_A_RELATIVE: u64 = 4;

/// Endings of the noun and its adjective that are left when a word has lost those of [`crate::gate::lexis::stem`].
const ENDINGS: &[&str] = &[
    "", "a", "e", "i", "ae", "us", "um", "is", "es", "r", "ar", "ial", "eal", "ic", "ical", "ous", "eous",
    "ine", "ular", "icular", "y", "ity",
];

/// Endings that go together: `occlusion` and `occluded`, `necrosis` and `necrotic`, `calyx` and `calyceal`.
const PAIRS: &[(&str, &str)] = &[
    ("s", "d"),
    ("sis", "tic"),
    ("sis", "t"),
    ("sia", "tic"),
    ("ia", "tic"),
    ("x", "c"),
    ("ex", "ic"),
    ("ma", "matous"),
    ("ma", "mat"),
    ("nt", "nc"),
    ("nx", "ng"),
    ("le", "ular"),
    ("le", "ul"),
    ("l", "ul"),
];

/// Look like forms of one word and are none: the coronal plane, the coronary arteries.
const APART: &[(&str, &str)] = &[("coron", "coronar")];

/// Whether a key is letters alone: sizes and codes have no forms.
fn is_word(key: &str) -> bool {
    key.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Whether two words without their endings are forms of one word. Words that a list tells apart are none.
fn are_forms(one: &str, other: &str) -> bool {
    if !is_word(one) || !is_word(other) || lexis().class(one).is_some() || lexis().class(other).is_some() {
        return false;
    }
    if APART.contains(&(one, other)) || APART.contains(&(other, one)) {
        return false;
    }
    let common = one
        .bytes()
        .zip(other.bytes())
        .take_while(|(left, right)| left == right)
        .count();
    let ends_as = |common: usize, left: &str, right: &str| {
        one.get(common..) == Some(left) && other.get(common..) == Some(right)
    };
    // "Stenosis" and "stenotic" have the "o" in common, "osseous" and "osseum" the "e": an ending may begin earlier.
    (common.saturating_sub(2)..=common).any(|at| {
        let derived = |word: &str| word.get(at..).is_some_and(|ending| ENDINGS.contains(&ending));
        let paired = |(left, right): &(&str, &str)| ends_as(at, left, right) || ends_as(at, right, left);
        at > FAMILY && derived(one) && derived(other) || at >= FAMILY && PAIRS.iter().any(paired)
    })
}

/// Keys by number, so that facts are compared without comparing texts.
#[derive(Default)]
pub(in crate::gate) struct Names {
    numbers: HashMap<String, u32>,
    texts: Vec<String>,
    /// Words by their first letters: those that may be forms of one another.
    families: HashMap<String, Vec<u32>>,
}

impl Names {
    pub(in crate::gate) fn number(&mut self, key: String) -> u32 {
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        let family = is_word(&key)
            .then(|| key.get(..FAMILY))
            .flatten()
            .map(str::to_owned);
        let relatives = family.as_ref().and_then(|family| self.families.get(family));
        let form = relatives.and_then(|words| {
            let words = &words[words.len().saturating_sub(RELATIVES)..];
            budget::spend(STEPS_OF_A_RELATIVE * words.len() as u64);
            words
                .iter()
                .copied()
                .find(|word| are_forms(&key, &self.texts[*word as usize]))
        });
        if let Some(word) = form {
            self.numbers.insert(key, word);
            return word;
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        if let Some(family) = family {
            self.families.entry(family).or_default().push(number);
        }
        self.texts.push(key.clone());
        self.numbers.insert(key, number);
        number
    }

    /// The number of a key that was already met.
    pub(in crate::gate) fn known(&self, key: &str) -> Option<u32> {
        self.numbers.get(key).copied()
    }

    pub(in crate::gate) fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::lexis::stem;

    #[test]
    fn a_noun_and_its_adjective_are_one_word() {
        for [one, other] in [
            ["occlusion", "occluded"],
            ["invasion", "invaded"],
            ["necrosis", "necrotic"],
            ["calyx", "calyceal"],
            ["capitellum", "capitellar"],
            ["trochlea", "trochlear"],
            ["lingula", "lingular"],
            ["granuloma", "granulomatous"],
        ] {
            let mut names = Names::default();
            assert_eq!(
                names.number(stem(one)),
                names.number(stem(other)),
                "{one} {other}"
            );
        }
    }

    #[test]
    fn words_that_begin_alike_stay_apart() {
        for [one, other] in [
            ["hyperdense", "hyperintense"],
            ["spondylosis", "spondylolysis"],
            ["tendinosis", "tendinitis"],
            ["medial", "median"],
            ["stent", "stenosis"],
            ["anterior", "anterolateral"],
            ["hepatic", "hepatitis"],
            ["coronal", "coronary"],
            ["ventral", "ventricle"],
            ["carcinoma", "carcinoid"],
            ["popliteal", "popliteus"],
        ] {
            let mut names = Names::default();
            assert_ne!(
                names.number(stem(one)),
                names.number(stem(other)),
                "{one} {other}"
            );
        }
    }
}
