//! Text that belongs to a patient. Its `Debug` never shows it, so that it cannot slip into a log.

use std::fmt;

/// Patient text: a dictation, a report, a name, an identifier. Read it with [`PatientText::expose`].
#[derive(Clone, PartialEq, Eq, Default)]
pub struct PatientText(String);

impl PatientText {
    /// Wraps a text that came from or is about a patient.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself. Never hand it to a log, a URL or an error message.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether there is nothing but white space.
    pub fn is_blank(&self) -> bool {
        self.0.trim().is_empty()
    }
}

impl fmt::Debug for PatientText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "PatientText({} bytes)", self.0.len())
    }
}

impl From<String> for PatientText {
    fn from(text: String) -> Self {
        Self(text)
    }
}
