//! The user's own words and replacements: listened for, and written in the place of what was heard.

pub mod get;
pub mod put;

use accounts::vocabulary::{Vocabulary, VocabularyError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::error::ApiError;

/// A user's own words and replacements, as they are read and saved.
#[derive(Serialize, Deserialize, ToSchema, Default)]
#[serde(default)]
pub struct VocabularyBody {
    /// Words to listen for, written as they stand here; at most 500.
    words: Vec<String>,
    /// What is written in the place of what is heard; at most 500.
    replacements: Vec<ReplacementBody>,
}

/// What is written whenever something is heard.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct ReplacementBody {
    /// What is heard, in any case.
    heard: String,
    /// What is written for it; may have line breaks.
    written: String,
}

impl VocabularyBody {
    fn parse(&self) -> Result<Vocabulary, ApiError> {
        let words = self.words.iter().map(String::as_str);
        let replacements = self
            .replacements
            .iter()
            .map(|each| (each.heard.as_str(), each.written.as_str()));
        let vocabulary = Vocabulary::parse(words, replacements)?;
        let changes = |each: &&accounts::vocabulary::Replacement| {
            !report::spoken::keeps_meaning(each.heard(), each.written())
        };
        if let Some(entry) = vocabulary.replacements().iter().find(changes) {
            return Err(ApiError::unprocessable(
                "changes_meaning",
                format!(
                    "A replacement must not take away or exchange a side, a \u{201c}no\u{201d} or a measurement: \u{201c}{}\u{201d}.",
                    entry.heard()
                ),
            ));
        }
        Ok(vocabulary)
    }
}

impl From<&Vocabulary> for VocabularyBody {
    fn from(vocabulary: &Vocabulary) -> Self {
        Self {
            words: vocabulary.words().to_vec(),
            replacements: vocabulary
                .replacements()
                .iter()
                .map(|replacement| ReplacementBody {
                    heard: replacement.heard().to_owned(),
                    written: replacement.written().to_owned(),
                })
                .collect(),
        }
    }
}

/// How the user wants words written.
pub fn own_forms(vocabulary: &Vocabulary) -> report::spoken::OwnForms {
    report::spoken::OwnForms::new(
        vocabulary.words().iter().map(String::as_str),
        vocabulary
            .replacements()
            .iter()
            .map(|replacement| (replacement.heard(), replacement.written())),
    )
}

impl From<VocabularyError> for ApiError {
    fn from(error: VocabularyError) -> Self {
        let (code, sentence) = match error {
            VocabularyError::TooMany => {
                return Self::too_large("A vocabulary may have at most 500 words and 500 replacements.");
            }
            VocabularyError::NothingToHear => (
                "nothing_to_hear",
                "A word, and what is replaced, must have a letter or a digit.",
            ),
            VocabularyError::TooLong => (
                "entry_too_long",
                "A word may have at most 100 characters, a replacement's text at most 1,000.",
            ),
            VocabularyError::NotPrintable => (
                "unreadable_character",
                "A vocabulary may not hold control characters.",
            ),
            VocabularyError::Twice => ("entry_twice", "Two entries are heard as the same words."),
        };
        Self::unprocessable(code, sentence)
    }
}
