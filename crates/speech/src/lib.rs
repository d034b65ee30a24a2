//! Audio to words.
//!
//! [`Recording::read`] reads a file; an [`Engine`] turns it, or what is being said, into a [`Transcript`]. This crate knows
//! nothing of reports, templates or HTTP servers of its own: words come out in spoken form ("three point two
//! centimeters"), and writing them ("3.2 cm") is the business of the report.
//!
//! - `decode`: any container and codec that browsers write, to 16 kHz mono, within bounds.
//! - `recording`: a whole take, from which engines get one stretch of speech after the other.
//! - `live`: listening while somebody speaks.
//! - `voice`: where somebody speaks. Silence never reaches an engine.
//! - `embedded`: PocketSphinx in this process (cargo feature `embedded`), with its `language_model` and its
//!   `pronunciation`s, both made from data files under `data/`.
//! - `local`: a model from a file of the operator's (cargo feature `local-model`), and what can be said of such files.
//! - `http`: any server with OpenAI's transcription interface.
//! - [`spoken_text`]: how a written text is said.
//!
//! To add an engine: a variant of [`Engine`] and its settings; nothing outside this crate sees which one it is.
//! Nothing here logs a word of a dictation.

mod decode;
#[cfg(feature = "embedded")]
mod embedded;
mod engine;
mod http;
#[cfg(feature = "embedded")]
mod language_model;
mod live;
#[cfg(feature = "local-model")]
pub mod local;
#[cfg(feature = "embedded")]
mod pronunciation;
#[cfg(any(feature = "embedded", feature = "local-model"))]
mod readiness;
mod recording;
mod samples;
mod settings;
pub mod spoken_text;
mod transcript;
mod voice;

#[doc(hidden)]
pub use decode::decode_pieces;
pub use decode::{DecodeError, HeardSound, MAX_BYTES, MAX_SECONDS, RecordingFeed, decode};
#[cfg(feature = "embedded")]
pub use embedded::{BuildError, LanguageModel, build_language_model};
#[cfg(feature = "embedded")]
pub use engine::Embedded;
#[cfg(feature = "local-model")]
pub use engine::Local;
pub use engine::{Engine, EngineDescription, Http, SpeechError, Unavailable};
pub use live::{LiveError, LiveSession, LiveSound, LiveUpdate, LiveUpdates};
pub use recording::Recording;
pub use samples::{SAMPLE_RATE, Samples};
pub use settings::{EmbeddedSettings, HttpSettings, LocalSettings, Settings};
pub use transcript::{Context, DOUBTFUL_BELOW, Language, Stretch, Transcript, Word};
