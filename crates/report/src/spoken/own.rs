//! A user's own words and replacements, applied to a written text as the last thing.

use std::collections::HashMap;
use std::fmt;

use crate::token;

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
        if self.written.is_empty() {
            return text.to_owned();
        }
        let ranges: Vec<_> = token::ranges(text).collect();
        let keys: Vec<String> = ranges
            .iter()
            .map(|range| text[range.clone()].to_lowercase())
            .collect();
        let mut replaced = String::with_capacity(text.len());
        let (mut copied, mut at) = (0, 0);
        while at < ranges.len() {
            let joined = joined_words(text, &ranges[at..], self.longest);
            let found = (1..=joined)
                .rev()
                .find_map(|count| Some((count, self.written.get(&keys[at..at + count])?)));
            let Some((count, written)) = found else {
                at += 1;
                continue;
            };
            replaced.push_str(&text[copied..ranges[at].start]);
            replaced.push_str(written);
            copied = ranges[at + count - 1].end;
            at += count;
        }
        replaced.push_str(&text[copied..]);
        replaced
    }
}

/// How many of the first words stand together, at most `most`.
fn joined_words(text: &str, ranges: &[std::ops::Range<usize>], most: usize) -> usize {
    let together = |pair: &[std::ops::Range<usize>]| {
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
    fn words_apart_are_not_taken_together() {
        check("All normal. Chest clear.", "All normal. thorax clear.");
        check("We see. BD given.", "We see. BD given.");
    }

    #[test]
    fn without_entries_the_text_stays() {
        assert_eq!(OwnForms::new([], []).apply("Ünïcode – 3 cm."), "Ünïcode – 3 cm.");
        assert_eq!(OwnForms::new(["—"], [("", "x")]).apply("a — b"), "a — b");
    }
}
