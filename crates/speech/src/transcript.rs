//! What an engine heard.

use std::fmt;

/// One word, with its place in the recording.
#[derive(Clone, PartialEq)]
pub struct Word {
    /// The word in its spoken form, lower case from the embedded engine, as written by others.
    pub text: String,
    /// Where it begins, in seconds from the start of the recording.
    pub start: f64,
    /// Where it ends, in seconds.
    pub end: f64,
    /// How sure the engine is, 0.0 to 1.0; `None` when it does not say.
    pub confidence: Option<f32>,
}

/// Everything heard in a recording. No words means that nobody spoke. `Debug` shows no word.
#[derive(Clone, Default, PartialEq)]
pub struct Transcript {
    /// The words in order; empty also when an engine gives text without words.
    pub words: Vec<Word>,
    /// The text as the engine gave it, in spoken form.
    pub heard: String,
}

impl Transcript {
    /// Whether nobody spoke.
    pub fn is_empty(&self) -> bool {
        self.heard.trim().is_empty()
    }

    #[cfg(feature = "embedded")]
    pub(crate) fn from_words(words: Vec<Word>) -> Transcript {
        let heard = words
            .iter()
            .map(|word| word.text.as_str())
            .collect::<Vec<_>>()
            .join(" ");
        Transcript { words, heard }
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Word({:.2}..{:.2})", self.start, self.end)
    }
}

impl fmt::Debug for Transcript {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Transcript({} words)", self.words.len())
    }
}

/// What an engine is told about a dictation besides its sound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// Words that are likely: the user's own, those of the chosen template. An HTTP engine gets them as its prompt;
    /// the embedded engine knows the language of its model alone.
    pub vocabulary: Vec<String>,
    /// The language spoken.
    pub language: Language,
}

/// A language that can be dictated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English of any country.
    #[default]
    English,
}

impl Language {
    /// The ISO 639-1 code.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
        }
    }
}
