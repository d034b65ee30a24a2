//! One loaded model and the session that runs it.

use std::path::Path;

use serde::{Deserialize, Serialize};
use transcribe_cpp::{
    CancelToken, Capabilities, Error, Feature, Model, ModelOptions, Role, RunOptions, Session,
    SessionOptions, Stream, StreamOptions, TimestampKind,
};

use super::model_file::{ModelFile, ModelFileError};
use super::wording;
use crate::transcript::{Language, Word};

/// Terms beyond these cost time in every stretch and push the ones before them out of a model's attention.
const MOST_TERMS: usize = 200;
/// What a word costs beside its letters when the times of words are guessed: the gap before the next one.
const GAP: usize = 2;

/// What a loaded model can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abilities {
    /// Whether it listens as the words are spoken; others take stretches between pauses.
    pub streams: bool,
    /// Whether words of the user and of the template reach it.
    pub vocabulary: bool,
    /// Whether its words have times of their own; those of others are guessed.
    pub word_times: bool,
}

/// Why a stretch has no words.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// It was given up.
    #[error("it was given up")]
    Cancelled,
    /// The library failed; its words are of itself, not of the dictation.
    #[error("{0}")]
    Library(&'static str),
}

/// A loaded model. One thread at a time may use it.
pub(super) struct Recogniser {
    model: Model,
    session: Session,
    abilities: Abilities,
    architecture: String,
    language: Option<String>,
    threads: usize,
}

impl Recogniser {
    /// Loads a file; seconds for a large one. The library may end the process over a bad file, so it is tried in
    /// another one first ([`super::trial`]).
    pub(super) fn load(file: &ModelFile, threads: usize) -> Result<Recogniser, ModelFileError> {
        // Copied into memory rather than mapped: a mapped file that is written over while it is in use ends the process.
        let options = ModelOptions {
            no_mmap: true,
            ..ModelOptions::default()
        };
        let refused = |problem: Error| refused(&problem, &file.path);
        let model = Model::load_with(&file.path, &options).map_err(refused)?;
        if !model.roles().contains(Role::Asr) {
            return Err(ModelFileError::Wordless(file.architecture.clone()));
        }
        let capabilities = model.capabilities().map_err(refused)?;
        let session = open(&model, threads).map_err(refused)?;
        Ok(Recogniser {
            abilities: Abilities {
                streams: capabilities.supports_streaming,
                vocabulary: model.supports(Feature::Vocabulary),
                word_times: matches!(
                    capabilities.max_timestamp_kind,
                    TimestampKind::Word | TimestampKind::Token | TimestampKind::Auto
                ),
            },
            language: language(&capabilities)?,
            architecture: file.architecture.clone(),
            model,
            session,
            threads,
        })
    }

    pub(super) fn abilities(&self) -> &Abilities {
        &self.abilities
    }

    /// The words of one stretch of speech at 16 kHz, with times from its beginning. `cancel` ends it early where the
    /// model allows that, from another thread.
    pub(super) fn recognise(
        &mut self,
        pcm: &[i16],
        vocabulary: &[String],
        cancel: &CancelToken,
    ) -> Result<Vec<Word>, Failure> {
        let seconds = crate::samples::seconds(pcm.len());
        self.session.set_cancel_token(cancel);
        let options = self.options(vocabulary);
        match self.session.run(&floats(pcm), &options) {
            Ok(heard) => Ok(words(&heard, &self.architecture, seconds)),
            // Part of what was said is missing somewhere: every word of the stretch is to be looked at.
            Err(
                Error::OutputTruncated {
                    partial: Some(heard), ..
                }
                | Error::OutputRepetition {
                    partial: Some(heard), ..
                },
            ) => {
                let mut words = words(&heard, &self.architecture, seconds);
                words.iter_mut().for_each(|word| word.confidence = Some(0.0));
                Ok(words)
            }
            Err(problem @ Error::Aborted { .. }) => Err(failed(&problem)),
            Err(problem) => {
                // The state of the session is unknown now; a fresh one is not.
                if let Ok(fresh) = open(&self.model, self.threads) {
                    self.session = fresh;
                }
                Err(failed(&problem))
            }
        }
    }

    /// Begins to listen as words are spoken, for a model that [streams](Abilities::streams).
    pub(super) fn listen(
        &mut self,
        vocabulary: &[String],
        cancel: &CancelToken,
    ) -> Result<Listening<'_>, Failure> {
        self.session.set_cancel_token(cancel);
        let options = self.options(vocabulary);
        let stream = self.session.stream(&options, &StreamOptions::default());
        Ok(Listening {
            stream: stream.map_err(|problem| failed(&problem))?,
            architecture: &self.architecture,
        })
    }

    fn options(&self, vocabulary: &[String]) -> RunOptions {
        RunOptions {
            language: self.language.clone(),
            vocabulary: terms(&self.abilities, vocabulary),
            ..RunOptions::default()
        }
    }
}

/// A stretch that is being listened to. Dropped before its end it is forgotten.
pub(super) struct Listening<'a> {
    stream: Stream<'a>,
    architecture: &'a str,
}

impl Listening<'_> {
    /// Takes the next sound and gives what is understood of all so far; it may still change.
    pub(super) fn feed(&mut self, pcm: &[i16]) -> Result<String, Failure> {
        self.stream
            .feed(&floats(pcm))
            .map_err(|problem| failed(&problem))?;
        Ok(wording::spoken(self.architecture, &self.stream.text().display()))
    }

    /// The words of the whole, which is so many seconds long, with times from its beginning.
    pub(super) fn finish(mut self, seconds: f64) -> Result<Vec<Word>, Failure> {
        self.stream.finalize().map_err(|problem| failed(&problem))?;
        Ok(words(&self.stream.snapshot(), self.architecture, seconds))
    }
}

/// As the library takes sound.
fn floats(pcm: &[i16]) -> Vec<f32> {
    pcm.iter().map(|sample| f32::from(*sample) / 32_768.0).collect()
}

fn open(model: &Model, threads: usize) -> Result<Session, Error> {
    let options = SessionOptions {
        n_threads: i32::try_from(threads).unwrap_or(1),
        ..SessionOptions::default()
    };
    model.session_with(&options)
}

/// English where the model is told its language at all.
fn language(capabilities: &Capabilities) -> Result<Option<String>, ModelFileError> {
    let code = Language::English.code();
    let known = &capabilities.languages;
    let matching = known.iter().find(|known| {
        known
            .split(['-', '_'])
            .next()
            .is_some_and(|known| known.eq_ignore_ascii_case(code))
    });
    match matching {
        Some(language) => Ok(Some(language.clone())),
        None if known.is_empty() => Ok(None),
        None => Err(ModelFileError::NoEnglish),
    }
}

/// The terms that a model is given: none where its family takes none, else the first ones that it can take.
fn terms(abilities: &Abilities, vocabulary: &[String]) -> Vec<String> {
    let plain = vocabulary
        .iter()
        .filter(|term| abilities.vocabulary && is_plain(term));
    plain.take(MOST_TERMS).cloned().collect()
}

/// The library refuses a whole stretch over a term that looks like one of the model's own signs.
fn is_plain(term: &str) -> bool {
    !term.trim().is_empty() && !term.contains(['<', '>', '[', ']', '{', '}', '|', '\0', '\n'])
}

/// What the library says about a file, without where the file is.
fn refused(problem: &Error, path: &Path) -> ModelFileError {
    let said = problem.to_string().replace(&path.display().to_string(), "it");
    ModelFileError::Refused(said)
}

/// A failure without the library's words, which may hold what was said.
fn failed(problem: &Error) -> Failure {
    Failure::Library(match problem {
        Error::Aborted { .. } => return Failure::Cancelled,
        Error::OutOfMemory(_) => "there is not enough memory",
        Error::InputTooLong(_) | Error::InputTooShort(_) => {
            "the stretch has a length that the model cannot take"
        }
        Error::Unsupported(_) | Error::InvalidArgument(_) => "the model refused the request",
        Error::Backend(_) => "the computation failed",
        _ => "the speech library failed",
    })
}

/// Words with times. Those of the model where it gives one a word, else shares of the stretch by length.
fn words(heard: &transcribe_cpp::Transcript, architecture: &str, seconds: f64) -> Vec<Word> {
    let text = wording::spoken(architecture, &heard.text);
    let texts: Vec<&str> = text.split_whitespace().collect();
    if heard.words.len() == texts.len() {
        let timed = texts.iter().zip(&heard.words).map(|(text, timed)| {
            let start = (timed.t0_ms as f64 / 1000.0).clamp(0.0, seconds);
            Word {
                text: (*text).to_owned(),
                start,
                end: (timed.t1_ms as f64 / 1000.0).clamp(start, seconds.max(start)),
                confidence: confidence(heard, timed),
            }
        });
        return timed.collect();
    }
    let cost = |text: &str| (text.chars().count() + GAP) as f64;
    let whole: f64 = texts.iter().map(|text| cost(text)).sum();
    let mut passed = 0.0;
    let share = |passed: f64| seconds * passed / whole;
    let guessed = texts.iter().map(|text| {
        let start = share(passed);
        passed += cost(text);
        Word {
            text: (*text).to_owned(),
            start,
            end: share(passed),
            confidence: None,
        }
    });
    guessed.collect()
}

/// That of the least certain token of a word, where the model gives any: some give 0 for "unknown".
fn confidence(heard: &transcribe_cpp::Transcript, word: &transcribe_cpp::Word) -> Option<f32> {
    let first = usize::try_from(word.first_token).ok()?;
    let count = usize::try_from(word.n_tokens).ok()?;
    let tokens = heard.tokens.get(first..first.checked_add(count)?)?;
    let known = tokens.iter().all(|token| token.p > 0.0 && token.p <= 1.0);
    tokens
        .iter()
        .map(|token| token.p)
        .min_by(f32::total_cmp)
        .filter(|_| known)
}

#[cfg(test)]
mod tests {
    use transcribe_cpp::{Token, Transcript, Word as Row};

    use super::super::toy_model;
    use super::*;

    #[test]
    fn a_stretch_that_is_given_up_ends_without_words_and_the_next_one_is_heard() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("toy.gguf");
        toy_model::write(&path, &["no", "lesion"]);
        let file = ModelFile::open(&path).expect("a model");
        let mut recogniser = Recogniser::load(&file, 1).expect("it loads");
        let sound = vec![900; 32_000];
        let given_up = CancelToken::new();
        given_up.cancel();
        let ended = recogniser.recognise(&sound, &[], &given_up);
        assert!(matches!(ended, Err(Failure::Cancelled)), "{ended:?}");
        let heard = recogniser
            .recognise(&sound, &[], &CancelToken::new())
            .expect("words");
        assert_eq!(heard.first().map(|word| word.text.as_str()), Some("no"));
    }

    #[test]
    fn terms_reach_a_model_that_takes_them_in_order_and_no_other() {
        let abilities = |vocabulary| Abilities {
            streams: false,
            vocabulary,
            word_times: false,
        };
        let given: Vec<String> = ["Lisfranc", "<sign>", " ", "bosniak"].map(str::to_owned).to_vec();
        assert_eq!(terms(&abilities(true), &given), ["Lisfranc", "bosniak"]);
        assert!(terms(&abilities(false), &given).is_empty());
        let many = vec!["term".to_owned(); MOST_TERMS + 1];
        assert_eq!(terms(&abilities(true), &many).len(), MOST_TERMS);
    }

    fn row(text: &str, t0_ms: i64, t1_ms: i64, first_token: i32) -> Row {
        Row {
            text: text.to_owned(),
            t0_ms,
            t1_ms,
            first_token,
            n_tokens: 1,
            ..Row::default()
        }
    }

    #[test]
    fn words_without_times_share_the_stretch_in_order() {
        let heard = Transcript {
            text: "no focal lesion".into(),
            ..Transcript::default()
        };
        let words = words(&heard, "moonshine", 3.0);
        assert_eq!(words.len(), 3);
        assert_eq!((words[0].start, words[2].end), (0.0, 3.0));
        assert!(
            words
                .windows(2)
                .all(|pair| pair[0].end == pair[1].start && pair[1].start > 0.0)
        );
    }

    #[test]
    fn words_keep_the_times_and_doubts_of_the_model() {
        let token = |p| Token {
            p,
            ..Token::default()
        };
        let heard = Transcript {
            text: "no lesion".into(),
            words: vec![row("no", 100, 300, 0), row("lesion", 300, 99_000, 1)],
            tokens: vec![token(0.25), token(0.0)],
            ..Transcript::default()
        };
        let words = words(&heard, "parakeet", 2.0);
        assert_eq!((words[0].start, words[0].confidence), (0.1, Some(0.25)));
        assert_eq!((words[1].end, words[1].confidence), (2.0, None));
    }

    #[test]
    fn a_term_that_looks_like_a_sign_of_the_model_is_left_out() {
        assert!(is_plain("GB-EOB-DTPA") && is_plain("Couinaud"));
        assert!(!is_plain("<|endoftext|>") && !is_plain(" ") && !is_plain("[INST]"));
    }
}
