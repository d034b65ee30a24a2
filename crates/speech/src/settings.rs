//! What an installation decides about speech.

use std::fmt;
use std::num::NonZeroU8;
use std::path::PathBuf;
use std::time::Duration;

#[cfg(feature = "local-model")]
use crate::local::TrialCommand;

/// Which engines there are. HTTP wins where it is configured, then a model of the operator's, then the embedded engine.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// A speech server, hosted or self-hosted.
    pub http: Option<HttpSettings>,
    /// A model from a file. One that cannot be used is not replaced by another engine.
    pub local: Option<LocalSettings>,
    /// The engine in this process; `None` turns it off.
    pub embedded: Option<EmbeddedSettings>,
}

/// A model of the operator's own.
#[derive(Debug, Clone)]
pub struct LocalSettings {
    /// The GGUF file.
    pub model: PathBuf,
    /// Threads that it computes on; by default one fewer than there are cores, at least one.
    pub threads: Option<NonZeroU8>,
    /// Tries the file in another process first, which a server always wants: a bad file can end the process that loads it.
    #[cfg(feature = "local-model")]
    pub trial: Option<TrialCommand>,
    /// How long after a failure it is tried again. Each try reads the whole file.
    pub retry_after: Duration,
}

impl LocalSettings {
    /// Default threads, and no trial.
    pub fn new(model: impl Into<PathBuf>) -> LocalSettings {
        LocalSettings {
            model: model.into(),
            threads: None,
            #[cfg(feature = "local-model")]
            trial: None,
            retry_after: Duration::from_secs(300),
        }
    }
}

/// The cores of this machine but one, which is left to everything else: threads that wait for each other on a busy machine
/// are many times slower than one thread fewer.
#[cfg(any(feature = "embedded", feature = "local-model"))]
pub(crate) fn one_core_left() -> usize {
    std::thread::available_parallelism()
        .map_or(1, |cores| cores.get().saturating_sub(1))
        .max(1)
}

/// The engine in this process.
#[derive(Debug, Clone)]
pub struct EmbeddedSettings {
    /// The folder of the system's acoustic model.
    pub model: PathBuf,
    /// Where the language model that is built at start is kept; it can be deleted at any time.
    pub cache: PathBuf,
    /// Text of the product itself that the language model learns: template lines, as written. No patient's text.
    pub lines: Vec<String>,
    /// What is said to the program, alone between two pauses: each way to say something, which are equally likely, with its variants.
    pub commands: Vec<Vec<String>>,
    /// Threads for recordings, and as many again for live dictations; by default one fewer than there are cores, at least two.
    pub threads: Option<NonZeroU8>,
    /// How long after a failure to prepare it is tried again.
    pub retry_after: Duration,
}

impl EmbeddedSettings {
    /// The system's model, no commands, default threads.
    pub fn new(cache: impl Into<PathBuf>, lines: Vec<String>) -> EmbeddedSettings {
        EmbeddedSettings {
            model: PathBuf::from("/usr/share/pocketsphinx/model/en-us"),
            cache: cache.into(),
            lines,
            commands: Vec::new(),
            threads: None,
            retry_after: Duration::from_secs(30),
        }
    }
}

/// An OpenAI-compatible transcription server.
#[derive(Clone)]
pub struct HttpSettings {
    /// Up to and with the version, such as `https://api.example.org/v1`.
    pub base_url: String,
    /// The model's name as that server knows it.
    pub model: String,
    /// Sent as a bearer token where the server wants one.
    pub api_key: Option<String>,
    /// The longest that the transcription of one recording may take, retries included.
    pub total: Duration,
}

impl HttpSettings {
    /// With ten minutes for a recording: an hour at six times the speed of speech.
    pub fn new(base_url: impl Into<String>, model: impl Into<String>) -> HttpSettings {
        HttpSettings {
            base_url: base_url.into(),
            model: model.into(),
            api_key: None,
            total: Duration::from_secs(600),
        }
    }
}

impl fmt::Debug for HttpSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("HttpSettings")
            .field("base_url", &self.base_url)
            .field("model", &self.model)
            .field("api_key", &self.api_key.as_ref().map(|_| "redacted"))
            .finish_non_exhaustive()
    }
}
