//! What an installation decides about the language model.

use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;

use reqwest::Url;

/// An OpenAI-compatible chat server, hosted or self-hosted.
#[derive(Clone)]
pub struct ModelSettings {
    /// Up to and with the version, such as `http://127.0.0.1:8000/v1`.
    pub base_url: String,
    /// The model's name as that server knows it, and as users see it.
    pub model: String,
    /// Sent as a bearer token where the server wants one.
    pub api_key: Option<String>,
    /// The longest silence of the server while it works on an answer.
    pub silence: Duration,
    /// The longest that one answer may take, repeated tries included.
    pub total: Duration,
    /// How many requests the server gets at a time; the others wait for their turn, and their time runs.
    pub concurrent: NonZeroUsize,
    /// What happens when the model gives no report.
    pub fallback: Fallback,
}

/// A server on one graphics card answers about this many at a time before each becomes slow.
const CONCURRENT: NonZeroUsize = NonZeroUsize::new(8).expect("not zero");

/// What happens when the model gives no report that can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fallback {
    /// The rules engine writes it, and the report says so.
    #[default]
    Rules,
    /// The caller is told; nothing else writes reports here.
    Refuse,
}

impl ModelSettings {
    /// With a minute of silence, two minutes in all, and the rules engine behind it.
    pub fn new(base_url: impl Into<String>, model: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            model: model.into(),
            api_key: None,
            silence: Duration::from_secs(60),
            total: Duration::from_secs(120),
            concurrent: CONCURRENT,
            fallback: Fallback::default(),
        }
    }
}

/// Shows no key and no more of the address than its host: an address may hold a password.
impl fmt::Debug for ModelSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = Url::parse(&self.base_url)
            .ok()
            .and_then(|url| url.host_str().map(str::to_owned));
        formatter
            .debug_struct("ModelSettings")
            .field("host", &host)
            .field("model", &self.model)
            .field("api_key", &self.api_key.as_ref().map(|_| "redacted"))
            .field("silence", &self.silence)
            .field("total", &self.total)
            .field("concurrent", &self.concurrent)
            .field("fallback", &self.fallback)
            .finish()
    }
}

/// Why the configured server cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ModelSetupError {
    /// The address is none, or neither http nor https.
    #[error("the address of the language model is not a valid http or https address")]
    Address,
    /// The model has no name.
    #[error("the language model has no name")]
    Name,
    /// The system does not let a client be made.
    #[error("the client for the language model cannot be set up")]
    Client,
}

/// Where chat requests go.
pub(super) fn endpoint(base_url: &str) -> Result<Url, ModelSetupError> {
    let base = base_url.trim().trim_end_matches('/');
    // By itself first: of `http://` and a path the path's first word would become the host.
    Url::parse(base).map_err(|_| ModelSetupError::Address)?;
    let url = Url::parse(&format!("{base}/chat/completions")).map_err(|_| ModelSetupError::Address)?;
    let is_usable = matches!(url.scheme(), "http" | "https") && url.host_str().is_some();
    is_usable.then_some(url).ok_or(ModelSetupError::Address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_none_is_refused() {
        for base in [
            "",
            "api.example.org/v1",
            "ftp://example.org/v1",
            "http://",
            "file:///v1",
        ] {
            assert_eq!(endpoint(base), Err(ModelSetupError::Address), "{base}");
        }
    }

    #[test]
    fn neither_key_nor_password_is_shown() {
        let mut settings = ModelSettings::new("https://user:hush@example.org/v1", "scribe");
        settings.api_key = Some("hush".to_owned());
        let shown = format!("{settings:?}");
        assert!(
            !shown.contains("hush") && shown.contains("example.org"),
            "{shown}"
        );
    }
}
