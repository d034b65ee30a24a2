//! Templates that a user writes.

use std::fmt;

use thiserror::Error;
use time::OffsetDateTime;

use crate::id::TemplateId;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 200;
/// The longest content, in bytes of UTF-8: 100 kB.
pub const LARGEST_CONTENT: usize = 100_000;
/// The longest modality, in characters. It is free text: one template may serve `CT/MRI`.
pub const LONGEST_MODALITY: usize = 50;
/// How many templates one user may keep.
pub const MOST_TEMPLATES: u64 = 500;
/// How many characters the contents of one user's templates may have together: each of the most could have ten thousand. They are read and
/// answered in one piece.
pub const MOST_CHARACTERS: u64 = 5_000_000;

/// What a user writes: a template before it has an identifier. Its `Debug` shows no text.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TemplateDraft {
    name: String,
    content: String,
    modality: Option<String>,
}

/// Why a template cannot be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TemplateDraftError {
    /// The name is blank.
    #[error("a template needs a name")]
    NameMissing,
    /// The name is longer than [`LONGEST_NAME`].
    #[error("a template's name may have at most {LONGEST_NAME} characters")]
    NameTooLong,
    /// The content is blank.
    #[error("a template needs content")]
    ContentMissing,
    /// The content is larger than [`LARGEST_CONTENT`].
    #[error("a template's content may have at most 100 kB")]
    ContentTooLarge,
    /// The modality is longer than [`LONGEST_MODALITY`].
    #[error("a template's modality may have at most {LONGEST_MODALITY} characters")]
    ModalityTooLong,
    /// A NUL character, which PostgreSQL cannot keep.
    #[error("a template may not have NUL characters")]
    NulCharacter,
}

impl TemplateDraft {
    /// Checks what the user wrote. Name and modality are trimmed, a blank modality is none; the content is kept
    /// as it was written.
    pub fn parse(name: &str, content: &str, modality: Option<&str>) -> Result<Self, TemplateDraftError> {
        let name = name.trim();
        let modality = modality.map(str::trim).filter(|modality| !modality.is_empty());
        if name.is_empty() {
            return Err(TemplateDraftError::NameMissing);
        }
        if name.chars().count() > LONGEST_NAME {
            return Err(TemplateDraftError::NameTooLong);
        }
        if content.trim().is_empty() {
            return Err(TemplateDraftError::ContentMissing);
        }
        if content.len() > LARGEST_CONTENT {
            return Err(TemplateDraftError::ContentTooLarge);
        }
        if modality.is_some_and(|modality| modality.chars().count() > LONGEST_MODALITY) {
            return Err(TemplateDraftError::ModalityTooLong);
        }
        if [name, content, modality.unwrap_or_default()]
            .iter()
            .any(|text| text.contains('\0'))
        {
            return Err(TemplateDraftError::NulCharacter);
        }
        Ok(Self {
            name: name.to_owned(),
            content: content.to_owned(),
            modality: modality.map(str::to_owned),
        })
    }

    pub(crate) const fn recorded(name: String, content: String, modality: Option<String>) -> Self {
        Self {
            name,
            content,
            modality,
        }
    }

    /// What the user calls it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text that choosing it puts into the editor.
    pub fn content(&self) -> &str {
        &self.content
    }

    /// For which modality, or for any.
    pub fn modality(&self) -> Option<&str> {
        self.modality.as_deref()
    }
}

impl fmt::Debug for TemplateDraft {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "TemplateDraft({} bytes)", self.content.len())
    }
}

/// A template that is kept for its user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomTemplate {
    /// Which template.
    pub id: TemplateId,
    /// What the user wrote.
    pub draft: TemplateDraft,
    /// When it was first kept.
    pub created_at: OffsetDateTime,
    /// When it was last changed.
    pub updated_at: OffsetDateTime,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refuses(name: &str, content: &str, modality: Option<&str>, reason: TemplateDraftError) {
        assert_eq!(TemplateDraft::parse(name, content, modality), Err(reason));
    }

    #[test]
    fn keeps_the_content_as_it_was_written() -> Result<(), TemplateDraftError> {
        let draft = TemplateDraft::parse(" Chest \n", "  FINDINGS:\r\n- Clear. ", Some("  "))?;
        assert_eq!(
            (draft.name(), draft.content(), draft.modality()),
            ("Chest", "  FINDINGS:\r\n- Clear. ", None)
        );
        let draft = TemplateDraft::parse("Chest", &"x".repeat(LARGEST_CONTENT), Some(" CT/MRI "))?;
        assert_eq!(draft.modality(), Some("CT/MRI"));
        Ok(())
    }

    #[test]
    fn refuses_what_is_missing_or_beyond_a_limit() {
        use TemplateDraftError as Reason;
        refuses(" \t", "Content.", None, Reason::NameMissing);
        refuses(
            &"n".repeat(LONGEST_NAME + 1),
            "Content.",
            None,
            Reason::NameTooLong,
        );
        refuses("Name", " \n ", None, Reason::ContentMissing);
        refuses(
            "Name",
            &"x".repeat(LARGEST_CONTENT + 1),
            None,
            Reason::ContentTooLarge,
        );
        refuses(
            "Name",
            "Content.",
            Some(&"m".repeat(LONGEST_MODALITY + 1)),
            Reason::ModalityTooLong,
        );
        refuses("Name", "Con\0tent.", None, Reason::NulCharacter);
    }

    #[test]
    fn shows_no_text_in_debug_output() -> Result<(), TemplateDraftError> {
        let draft = TemplateDraft::parse("Smith protocol", "Nodule.", Some("CT"))?;
        assert_eq!(format!("{draft:?}"), "TemplateDraft(7 bytes)");
        Ok(())
    }
}
