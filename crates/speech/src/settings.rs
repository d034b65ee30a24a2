//! What an installation decides about speech.

use std::fmt;
use std::num::NonZeroU8;
use std::path::PathBuf;
use std::time::Duration;

/// Which engines there are. HTTP wins where it is configured, then the embedded engine.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// A speech server, hosted or self-hosted.
    pub http: Option<HttpSettings>,
    /// The engine in this process; `None` turns it off.
    pub embedded: Option<EmbeddedSettings>,
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
    /// Recogniser threads; by default one fewer than there are cores, at least one.
    pub threads: Option<NonZeroU8>,
}

impl EmbeddedSettings {
    /// The system's model, default threads.
    pub fn new(cache: impl Into<PathBuf>, lines: Vec<String>) -> EmbeddedSettings {
        EmbeddedSettings {
            model: PathBuf::from("/usr/share/pocketsphinx/model/en-us"),
            cache: cache.into(),
            lines,
            threads: None,
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
    /// The longest silence of the server while it works on an answer.
    pub silence: Duration,
    /// The longest a whole transcription may take, retries included.
    pub total: Duration,
}

impl HttpSettings {
    /// With a minute of silence and five minutes in all.
    pub fn new(base_url: impl Into<String>, model: impl Into<String>) -> HttpSettings {
        HttpSettings {
            base_url: base_url.into(),
            model: model.into(),
            api_key: None,
            silence: Duration::from_secs(60),
            total: Duration::from_secs(300),
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
