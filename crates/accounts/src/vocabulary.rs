//! A user's own words, and what is written in the place of what is heard.

use std::collections::HashSet;
use std::fmt;

use thiserror::Error;

/// How many words a user may keep, and how many replacements.
pub const MOST_ENTRIES: usize = 500;
/// The longest word, and the longest phrase that is replaced, in characters.
pub const LONGEST_HEARD: usize = 100;
/// The longest text that is put in, in characters.
pub const LONGEST_WRITTEN: usize = 1_000;

/// A user's own words and replacements. Its `Debug` shows none of them.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    words: Vec<String>,
    replacements: Vec<Replacement>,
}

/// What is written whenever something is heard.
#[derive(Clone, PartialEq, Eq)]
pub struct Replacement {
    heard: String,
    written: String,
}

/// Why a vocabulary cannot be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum VocabularyError {
    /// More than [`MOST_ENTRIES`] words or replacements.
    #[error("a vocabulary may have at most {MOST_ENTRIES} words and {MOST_ENTRIES} replacements")]
    TooMany,
    /// A word, or a phrase to replace, in which nothing can be heard.
    #[error("a word and a phrase to replace need a letter or a digit")]
    NothingToHear,
    /// A word or phrase longer than [`LONGEST_HEARD`], or a text longer than [`LONGEST_WRITTEN`].
    #[error("a word may have at most {LONGEST_HEARD} characters, a text to write at most {LONGEST_WRITTEN}")]
    TooLong,
    /// A control character; a text that is written may have line breaks.
    #[error("a vocabulary may not have control characters")]
    NotPrintable,
    /// Two entries for the same words.
    #[error("two entries are heard as the same words")]
    Twice,
}

impl Vocabulary {
    /// Checks what the user typed, pairs being what is heard and what is written. Everything is trimmed; the order stays.
    pub fn parse<'v>(
        words: impl IntoIterator<Item = &'v str>,
        replacements: impl IntoIterator<Item = (&'v str, &'v str)>,
    ) -> Result<Self, VocabularyError> {
        let words: Vec<String> = words.into_iter().map(heard).collect::<Result<_, _>>()?;
        let replacements: Vec<Replacement> = replacements
            .into_iter()
            .map(|(phrase, text)| {
                Ok(Replacement {
                    heard: heard(phrase)?,
                    written: written(text)?,
                })
            })
            .collect::<Result<_, _>>()?;
        if words.len() > MOST_ENTRIES || replacements.len() > MOST_ENTRIES {
            return Err(VocabularyError::TooMany);
        }
        let phrases = replacements.iter().map(|replacement| &replacement.heard);
        if has_twice(words.iter()) || has_twice(phrases) {
            return Err(VocabularyError::Twice);
        }
        Ok(Self { words, replacements })
    }

    /// Words to listen for, written as they stand here.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// What is written in the place of what is heard.
    pub fn replacements(&self) -> &[Replacement] {
        &self.replacements
    }
}

impl Replacement {
    /// What is heard.
    pub fn heard(&self) -> &str {
        &self.heard
    }

    /// What is written for it.
    pub fn written(&self) -> &str {
        &self.written
    }
}

fn heard(raw: &str) -> Result<String, VocabularyError> {
    let phrase = raw.trim();
    if !phrase.contains(char::is_alphanumeric) {
        return Err(VocabularyError::NothingToHear);
    }
    if phrase.chars().count() > LONGEST_HEARD {
        return Err(VocabularyError::TooLong);
    }
    if phrase.contains(char::is_control) {
        return Err(VocabularyError::NotPrintable);
    }
    Ok(phrase.to_owned())
}

fn written(raw: &str) -> Result<String, VocabularyError> {
    let text = raw.trim().replace("\r\n", "\n");
    if text.chars().count() > LONGEST_WRITTEN {
        return Err(VocabularyError::TooLong);
    }
    if text.contains(|character: char| character.is_control() && character != '\n') {
        return Err(VocabularyError::NotPrintable);
    }
    Ok(text)
}

fn has_twice<'w>(mut phrases: impl Iterator<Item = &'w String>) -> bool {
    let mut seen = HashSet::new();
    !phrases.all(|phrase| seen.insert(phrase.to_lowercase()))
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "Vocabulary({} words, {} replacements)",
            self.words.len(),
            self.replacements.len()
        )
    }
}

impl fmt::Debug for Replacement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Replacement(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_trimmed_and_keep_their_order() -> Result<(), VocabularyError> {
        let vocabulary = Vocabulary::parse(
            [" Gadovist ", "PI-QUAL"],
            [("normal chest", "Clear.\r\nNo effusion. ")],
        )?;
        assert_eq!(vocabulary.words(), ["Gadovist", "PI-QUAL"]);
        assert_eq!(vocabulary.replacements()[0].heard(), "normal chest");
        assert_eq!(vocabulary.replacements()[0].written(), "Clear.\nNo effusion.");
        assert_eq!(format!("{vocabulary:?}"), "Vocabulary(2 words, 1 replacements)");
        Ok(())
    }

    #[test]
    fn a_replacement_may_write_nothing() {
        assert!(Vocabulary::parse([], [("um", "")]).is_ok());
    }

    #[test]
    fn refuses_what_cannot_be_kept() {
        let word = |word: &str| Vocabulary::parse([word], []).err();
        assert_eq!(word(" - "), Some(VocabularyError::NothingToHear));
        assert_eq!(
            word(&"x".repeat(LONGEST_HEARD + 1)),
            Some(VocabularyError::TooLong)
        );
        assert_eq!(word("a\nb"), Some(VocabularyError::NotPrintable));
        assert_eq!(
            Vocabulary::parse([], [("a", &*"x".repeat(LONGEST_WRITTEN + 1))]),
            Err(VocabularyError::TooLong)
        );
        assert_eq!(
            Vocabulary::parse([], [("a", "b\0")]),
            Err(VocabularyError::NotPrintable)
        );
        assert_eq!(Vocabulary::parse(["Mri", "MRI"], []), Err(VocabularyError::Twice));
        let many: Vec<String> = (0..=MOST_ENTRIES)
            .map(|number| format!("word {number}"))
            .collect();
        assert_eq!(
            Vocabulary::parse(many.iter().map(String::as_str), []),
            Err(VocabularyError::TooMany)
        );
    }
}
