//! What an engine heard.

use std::fmt;
use std::ops::Range;

/// A word with a lower confidence is doubtful: it is marked where it is written.
pub const DOUBTFUL_BELOW: f32 = 0.45;

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
    /// What was said between two pauses each, in order; none when an engine does not tell. They are all of the words and of the text
    /// but the white space between them.
    pub stretches: Vec<Stretch>,
}

/// What was said between two pauses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// Which of [`Transcript::words`].
    pub words: Range<usize>,
    /// Which bytes of [`Transcript::heard`].
    pub heard: Range<usize>,
}

impl Transcript {
    /// Whether nobody spoke.
    pub fn is_empty(&self) -> bool {
        self.heard.trim().is_empty()
    }

    /// Where each word stands in what was heard, in bytes; `None` for one that does not stand there, as when an engine writes its
    /// text otherwise than its words.
    pub fn places(&self) -> Vec<Option<Range<usize>>> {
        let mut from = 0;
        let mut places = Vec::with_capacity(self.words.len());
        for word in &self.words {
            let text = word.text.trim_matches(|c: char| !c.is_alphanumeric());
            let place = find(&self.heard, from, text);
            from = place.as_ref().map_or(from, |place| place.end);
            places.push(place);
        }
        places
    }

    /// Of an engine that gives words alone.
    #[cfg(any(feature = "embedded", feature = "local-model"))]
    pub(crate) fn from_stretches(stretches: impl IntoIterator<Item = Vec<Word>>) -> Transcript {
        let mut transcript = Transcript::default();
        for words in stretches {
            let heard = joined(&words);
            transcript.append(words, &heard);
        }
        transcript
    }

    /// Appends what was said between two pauses; nothing said is no stretch.
    pub(crate) fn append(&mut self, words: Vec<Word>, heard: &str) {
        let heard = heard.trim();
        if heard.is_empty() {
            return;
        }
        if !self.heard.is_empty() {
            self.heard.push(' ');
        }
        let (first, start) = (self.words.len(), self.heard.len());
        self.words.extend(words);
        self.heard.push_str(heard);
        self.stretches.push(Stretch {
            words: first..self.words.len(),
            heard: start..self.heard.len(),
        });
    }
}

/// Words side by side, as an engine that gives words alone has heard them.
#[cfg(any(feature = "embedded", feature = "local-model"))]
pub(crate) fn joined(words: &[Word]) -> String {
    let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    words.join(" ")
}

/// How far ahead a word is looked for: an engine that wrote "3.2" for five of its words has lost none of those that follow.
const REACH: usize = 200;

/// The word as a whole, in any case of its ASCII letters, at or soon after byte `from`.
fn find(text: &str, from: usize, word: &str) -> Option<Range<usize>> {
    let is_inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text[from..]
        .char_indices()
        .map(|(at, _)| from + at)
        .take(REACH)
        .map(|start| start..start + word.len())
        .find(|place| {
            !word.is_empty()
                && text
                    .get(place.clone())
                    .is_some_and(|there| there.eq_ignore_ascii_case(word))
                && !is_inside(text[..place.start].chars().next_back())
                && !is_inside(text[place.end..].chars().next())
        })
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

/// What an engine is told about a dictation besides its sound. An HTTP engine gets the words as its prompt, a model from a file where
/// its kind takes any. The embedded engine takes words of the user that it does not know, and expects those of the template that it
/// knows a little more than others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// The user's own words.
    pub vocabulary: Vec<String>,
    /// Words and terms of the chosen template, which are less sure to be said.
    pub template: Vec<String>,
    /// The language spoken.
    pub language: Language,
}

impl Context {
    /// Every word that is likely, the likeliest first.
    pub(crate) fn likely(&self) -> impl Iterator<Item = &String> {
        self.vocabulary.iter().chain(&self.template)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Word {
        Word {
            text: text.to_owned(),
            start: 0.0,
            end: 0.0,
            confidence: None,
        }
    }

    #[test]
    fn a_word_is_found_where_it_stands_and_not_inside_another() {
        let transcript = Transcript {
            words: ["no", "normal", "three", "Node,", "no"].map(word).into(),
            heard: "Normal node, no 3 nodes; no.".to_owned(),
            stretches: Vec::new(),
        };
        let places = transcript.places();
        let found = places
            .iter()
            .map(|place| place.clone().map(|place| (place.start, &transcript.heard[place])));
        assert_eq!(
            found.collect::<Vec<_>>(),
            [Some((13, "no")), None, None, None, Some((25, "no"))]
        );
    }

    #[test]
    fn stretches_are_all_of_a_transcript() {
        let mut transcript = Transcript::default();
        for heard in ["no mass", " ", "next field "] {
            let words = heard.split_whitespace().map(word).collect();
            transcript.append(words, heard);
        }
        assert_eq!(transcript.heard, "no mass next field");
        let parts: Vec<_> = transcript
            .stretches
            .iter()
            .map(|stretch| (&transcript.heard[stretch.heard.clone()], stretch.words.clone()))
            .collect();
        assert_eq!(parts, [("no mass", 0..2), ("next field", 2..4)]);
    }
}
