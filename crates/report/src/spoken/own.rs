//! A user's own words and replacements, applied to a written text as the last thing.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::side::{self, Side};
use crate::{budget, measurement, negation, token};

/// Hashing so many words takes a step. Looking for entries of up to n words at one place hashes half the square of n.
const HASHED_IN_A_STEP: usize = 32;

/// How a user wants certain words written. Its `Debug` shows none of them.
#[derive(Clone, Default)]
pub struct OwnForms {
    /// What is written, by the lower-case words that are replaced.
    written: HashMap<Vec<String>, String>,
    /// The most words that one entry replaces.
    longest: usize,
}

impl fmt::Debug for OwnForms {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "OwnForms({} entries)", self.written.len())
    }
}

impl OwnForms {
    /// `words` are written as they stand here whatever case they were heard in; a replacement is what is heard and what is
    /// written for it, and wins over a word. An entry without a letter or digit replaces nothing.
    pub fn new<'f>(
        words: impl IntoIterator<Item = &'f str>,
        replacements: impl IntoIterator<Item = (&'f str, &'f str)>,
    ) -> Self {
        let mut forms = Self::default();
        let words = words.into_iter().map(|word| (word, word));
        for (heard, written) in words.chain(replacements) {
            let keys: Vec<String> = token::ranges(heard)
                .map(|range| heard[range].to_lowercase())
                .collect();
            if keys.is_empty() {
                continue;
            }
            forms.longest = forms.longest.max(keys.len());
            forms.written.insert(keys, written.to_owned());
        }
        forms
    }

    /// The text with every entry replaced, the longest at a place first. What was put in is not looked at again. Words of an entry
    /// stand together: a full stop, a comma or a line break between them keeps them apart.
    pub fn apply(&self, text: &str) -> String {
        self.change(text).text
    }

    /// The same, with the way from the text as it was to the text as it is.
    pub fn change(&self, text: &str) -> Changed {
        if self.written.is_empty() {
            return Changed {
                text: text.to_owned(),
                changes: Vec::new(),
            };
        }
        let mut changes = Vec::new();
        let ranges: Vec<_> = token::ranges(text).collect();
        let keys: Vec<String> = ranges
            .iter()
            .map(|range| text[range.clone()].to_lowercase())
            .collect();
        let mut replaced = String::with_capacity(text.len());
        let (mut copied, mut at) = (0, 0);
        while at < ranges.len() {
            let joined = joined_words(text, &ranges[at..], self.longest);
            budget::spend((joined * joined / 2 / HASHED_IN_A_STEP) as u64);
            let found = (1..=joined)
                .rev()
                .find_map(|count| Some((count, self.written.get(&keys[at..at + count])?)));
            let Some((count, written)) = found else {
                at += 1;
                continue;
            };
            replaced.push_str(&text[copied..ranges[at].start]);
            let start = replaced.len();
            replaced.push_str(written);
            copied = ranges[at + count - 1].end;
            changes.push((ranges[at].start..copied, start..replaced.len()));
            at += count;
        }
        replaced.push_str(&text[copied..]);
        Changed {
            text: replaced,
            changes,
        }
    }
}

/// A text with a user's forms in it.
#[derive(Clone, PartialEq, Eq)]
pub struct Changed {
    /// The text as it is now.
    pub text: String,
    /// What was replaced and what stands there now, in order.
    changes: Vec<(Range<usize>, Range<usize>)>,
}

impl Changed {
    /// Where bytes of the text as it was stand now. What was replaced as a whole stands as a whole.
    pub fn now(&self, was: Range<usize>) -> Range<usize> {
        let at = |byte: usize, is_end: bool| {
            let before = self
                .changes
                .partition_point(|(old, _)| if is_end { old.end < byte } else { old.end <= byte });
            match self.changes.get(before) {
                Some((old, new)) if old.start < byte || (old.start == byte && !is_end) => {
                    if is_end {
                        new.end
                    } else {
                        new.start
                    }
                }
                _ => match before.checked_sub(1).map(|last| &self.changes[last]) {
                    Some((old, new)) => byte - old.end + new.end,
                    None => byte,
                },
            }
        };
        at(was.start, false)..at(was.end, true)
    }
}

impl fmt::Debug for Changed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Changed({} places)", self.changes.len())
    }
}

/// Whether writing one thing for another takes away or exchanges what must not change unseen: a side, a denial, a measurement.
/// What it adds is the user's wish: `normal chest` may stand for whole sentences.
pub fn keeps_meaning(heard: &str, written: &str) -> bool {
    let sides = |text: &str| -> Vec<Side> { side::find(text).into_iter().map(|mark| mark.side).collect() };
    let is_denied = |text: &str| !negation::scopes(text).is_empty() || DENIAL.is_match(text);
    let measured = |text: &str| -> Vec<String> {
        measurement::find(text)
            .into_iter()
            .map(|found| format!("{:?} {:?}", found.values, found.unit))
            .collect()
    };
    let said = sides(heard);
    let mut stands = sides(written);
    // `RLL`, `LAD`: the side is its first letter.
    stands.extend(SIDED_LETTERS.find_iter(written).map(|letters| {
        if letters.as_str().starts_with('R') {
            Side::Right
        } else {
            Side::Left
        }
    }));
    let (values, stand) = (measured(heard), measured(written));
    said.iter().all(|side| stands.contains(side))
        && (said.is_empty() || stands.iter().all(|side| said.contains(side)))
        && (!is_denied(heard) || is_denied(written))
        && values.iter().all(|value| stand.contains(value))
}

static SIDED_LETTERS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b[RL][A-Z]{1,4}\b").expect("letters with a side"));
static DENIAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:no|not|without|never|none|neither|nor|cannot|absent|negative)\b").expect("denials")
});

/// How many of the first words stand together, at most `most`.
fn joined_words(text: &str, ranges: &[Range<usize>], most: usize) -> usize {
    let together = |pair: &[Range<usize>]| {
        text[pair[0].end..pair[1].start]
            .chars()
            .all(|between| matches!(between, ' ' | '\t' | '-'))
    };
    1 + ranges
        .windows(2)
        .take(most.saturating_sub(1))
        .take_while(|pair| together(pair))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    fn check(text: &str, expected: &str) {
        let forms = OwnForms::new(
            ["PI-QUAL", "Gadovist"],
            [
                ("echo", "echo time"),
                ("normal chest", "The lungs are clear.\nNo pleural effusion."),
                ("chest", "thorax"),
                ("see bd", "CBD"),
            ],
        );
        assert_eq!(forms.apply(text), expected, "{text}");
    }

    #[test]
    fn own_words_keep_their_case() {
        check("pi-qual 4 after GADOVIST.", "PI-QUAL 4 after Gadovist.");
        check("pi qual", "PI-QUAL");
    }

    #[test]
    fn replacements_are_whole_words_the_longest_first_and_not_replaced_again() {
        check("Echo of the see BD.", "echo time of the CBD.");
        check("Normal chest", "The lungs are clear.\nNo pleural effusion.");
        check("Echoes in the chest wall", "Echoes in the thorax wall");
    }

    #[test]
    fn places_are_found_again_after_a_change() {
        let forms = OwnForms::new([], [("see bd", "CBD"), ("echo", "echo time")]);
        let text = "the see bd has an echo here";
        let changed = forms.change(text);
        assert_eq!(changed.text, "the CBD has an echo time here");
        for (was, now) in [
            ("the", "the"),
            ("see", "CBD"),
            ("bd", "CBD"),
            ("bd has", "CBD has"),
            ("has", "has"),
            ("echo", "echo time"),
            ("here", "here"),
            (text, changed.text.as_str()),
        ] {
            let start = text.find(was).expect("a part");
            assert_eq!(&changed.text[changed.now(start..start + was.len())], now, "{was}");
        }
    }

    #[test]
    fn words_apart_are_not_taken_together() {
        check("All normal. Chest clear.", "All normal. thorax clear.");
        check("We see. BD given.", "We see. BD given.");
    }

    #[test]
    fn what_must_not_change_unseen_is_kept() {
        for (heard, written) in [
            ("write kidney", "right kidney"),
            ("normal chest", "No pleural effusion on the right or left."),
            ("right lower lobe", "RLL"),
            ("no mets", "No metastasis is seen."),
            ("four em em", "4 mm"),
        ] {
            assert!(keeps_meaning(heard, written), "{heard}");
        }
        for (heard, written) in [
            ("right kidney", "left kidney"),
            ("right", "write"),
            ("both lungs", "right lung"),
            ("no mets", "metastasis"),
            ("without contrast", "with contrast"),
            ("4 mm", "4 cm"),
            ("left", "left and right"),
        ] {
            assert!(!keeps_meaning(heard, written), "{heard}");
        }
    }

    #[test]
    fn long_entries_take_steps_at_every_word() {
        let steps = |entry: &str| {
            let forms = OwnForms::new([], [(entry, "x")]);
            let text = "a b ".repeat(500);
            let budget = Budget::default();
            budget::within(&budget, || forms.apply(&text)).expect("within the budget");
            budget::STEPS - budget.left()
        };
        let (short, long) = (steps("a c"), steps(&"a ".repeat(50)));
        assert!(short < 2_500 && long > 25_000, "{short} and {long} steps");
    }

    #[test]
    fn without_entries_the_text_stays() {
        assert_eq!(OwnForms::new([], []).apply("Ünïcode – 3 cm."), "Ünïcode – 3 cm.");
        assert_eq!(OwnForms::new(["—"], [("", "x")]).apply("a — b"), "a — b");
    }
}
