//! The one face of every engine: sound in, words out.

use outside::Peer;

use crate::http::HttpEngine;
use crate::live::LiveSession;
use crate::recording::Recording;
use crate::settings::Settings;
use crate::transcript::{Context, Transcript};

/// Why a recording was not transcribed. The text is a sentence for the person who dictated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpeechError {
    /// No engine is set up or it cannot start; the reason is for the operator.
    #[error("Speech recognition is not available on this server: {0}.")]
    Unavailable(String),
    /// The engine of this process ended.
    #[error("Speech recognition has stopped. Please try again in a moment.")]
    EngineStopped,
    /// The engine of this process failed on this recording.
    #[error("The recording could not be transcribed. Please try again.")]
    EngineFailed(String),
    /// The speech server cannot be reached.
    #[error("The speech server cannot be reached. Please try again in a moment.")]
    Unreachable,
    /// The speech server did not answer in time.
    #[error("The speech server took too long to answer. Please try again.")]
    TimedOut,
    /// The speech server is busy or limits requests, also after retries.
    #[error("The speech server is busy. Please try again in a moment.")]
    Busy,
    /// The speech server refused the request; its status is for the log.
    #[error("The speech server refused the recording (status {0}).")]
    Refused(u16),
    /// The speech server's answer cannot be understood.
    #[error("The speech server gave an answer that cannot be read.")]
    UnreadableAnswer,
}

impl SpeechError {
    /// Whether trying again later can help without a change to the recording (HTTP 503), rather than this being a
    /// failure of an engine or of the speech server (HTTP 502).
    pub fn is_temporary(&self) -> bool {
        matches!(
            self,
            SpeechError::Unavailable(_)
                | SpeechError::EngineStopped
                | SpeechError::Unreachable
                | SpeechError::Busy
        )
    }
}

/// What the workspace shows about the engine that listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineDescription {
    /// Its name for a person.
    pub name: String,
    /// How far its transcripts have been judged, for a person.
    pub grade: &'static str,
    /// The server that sound is sent to; none when nothing is sent out of this process.
    pub server: Option<Peer>,
    /// Whether a dictation sent now is worked on at once; one sent earlier waits.
    pub ready: bool,
    /// Whether it works: of an engine in this process the same, of a server whether the last that was asked of it was answered.
    pub works: bool,
    /// Whether words are told while somebody speaks.
    pub live: bool,
    /// Why the engine that was configured cannot be used: a clause without paths or addresses.
    pub problem: Option<String>,
}

impl EngineDescription {
    /// Whether sound is sent to another machine.
    pub fn audio_leaves_machine(&self) -> bool {
        self.server
            .as_ref()
            .is_some_and(|server| !server.is_on_this_machine)
    }
}

/// A speech engine. Cheap to clone.
#[derive(Clone)]
#[non_exhaustive]
pub enum Engine {
    /// PocketSphinx in this process.
    #[cfg(feature = "embedded")]
    Embedded(Embedded),
    /// A model from a file, in this process.
    #[cfg(feature = "local-model")]
    Local(Local),
    /// A server that speaks OpenAI's transcription interface.
    Http(Http),
    /// None: every call says why.
    Unavailable(Unavailable),
}

/// The embedded engine, made by [`Engine::from_settings`].
#[cfg(feature = "embedded")]
#[derive(Clone)]
pub struct Embedded(crate::embedded::Embedded);

/// A model from a file, made by [`Engine::from_settings`].
#[cfg(feature = "local-model")]
#[derive(Clone)]
pub struct Local(crate::local::LocalEngine);

/// The HTTP engine, made by [`Engine::from_settings`].
#[derive(Clone)]
pub struct Http(HttpEngine);

/// No engine, and why.
#[derive(Clone)]
pub struct Unavailable {
    reason: String,
    /// Whether one was configured, so that this is a fault and not a choice.
    is_problem: bool,
}

impl Engine {
    /// Chooses: HTTP if configured, else a model from a file, else the embedded engine, else one that says that there is
    /// none. Returns at once; an engine in this process prepares itself in the background. One that was chosen and cannot
    /// be used says so and is never replaced by another: nobody shall dictate to an engine that was not chosen.
    pub fn from_settings(settings: Settings) -> Engine {
        if let Some(http) = settings.http {
            return match HttpEngine::new(http) {
                Ok(engine) => Engine::Http(Http(engine)),
                Err(reason) => Engine::broken(&reason.to_string()),
            };
        }
        if let Some(local) = settings.local {
            #[cfg(feature = "local-model")]
            return Engine::Local(Local(crate::local::LocalEngine::start(local)));
            #[cfg(not(feature = "local-model"))]
            {
                drop(local);
                return Engine::broken("it was built without speech models from files, and one is set up");
            }
        }
        match settings.embedded {
            #[cfg(feature = "embedded")]
            Some(embedded) => Engine::Embedded(Embedded(crate::embedded::Embedded::start(embedded))),
            #[cfg(not(feature = "embedded"))]
            Some(_) => {
                Engine::broken("it was built without the embedded engine and no speech server is set up")
            }
            None => Engine::Unavailable(Unavailable {
                reason: "no speech engine is set up".to_owned(),
                is_problem: false,
            }),
        }
    }

    fn broken(reason: &str) -> Engine {
        Engine::Unavailable(Unavailable {
            reason: reason.to_owned(),
            is_problem: true,
        })
    }

    /// Transcribes a recording. One without speech gives a transcript without words and reaches no engine.
    ///
    /// Dropping the future gives up the transcription.
    pub async fn transcribe(
        &self,
        audio: impl Into<Recording>,
        context: &Context,
    ) -> Result<Transcript, SpeechError> {
        let recording = audio.into();
        match self {
            #[cfg(feature = "embedded")]
            Engine::Embedded(engine) => engine.0.transcribe(&recording, context).await,
            #[cfg(feature = "local-model")]
            Engine::Local(engine) => engine.0.transcribe(&recording, context).await,
            Engine::Http(engine) => engine.0.transcribe(&recording, context).await,
            Engine::Unavailable(engine) => Err(SpeechError::Unavailable(engine.reason.clone())),
        }
    }

    /// Listens to somebody who is speaking. [`EngineDescription::live`] says whether this engine can.
    pub async fn listen(&self, context: &Context) -> Result<LiveSession, SpeechError> {
        match self {
            #[cfg(feature = "embedded")]
            Engine::Embedded(engine) => engine.0.listen(context).await,
            #[cfg(feature = "local-model")]
            Engine::Local(engine) => engine.0.listen(context).await,
            Engine::Http(engine) => Ok(engine.0.listen(context)),
            Engine::Unavailable(engine) => Err(SpeechError::Unavailable(engine.reason.clone())),
        }
    }

    /// Waits until the engine can work; an error says why it cannot now.
    pub async fn ready(&self) -> Result<(), SpeechError> {
        match self {
            #[cfg(feature = "embedded")]
            Engine::Embedded(engine) => engine.0.readiness().ready().await,
            #[cfg(feature = "local-model")]
            Engine::Local(engine) => engine.0.readiness().ready().await,
            Engine::Http(_) => Ok(()),
            Engine::Unavailable(engine) => Err(SpeechError::Unavailable(engine.reason.clone())),
        }
    }

    /// What to tell the user about it.
    pub fn description(&self) -> EngineDescription {
        match self {
            #[cfg(feature = "embedded")]
            Engine::Embedded(engine) => EngineDescription {
                name: "Readout embedded".into(),
                grade: "for evaluation",
                server: None,
                ready: engine.0.readiness().is_ready(),
                works: engine.0.readiness().is_ready(),
                live: true,
                problem: engine.0.readiness().problem(),
            },
            #[cfg(feature = "local-model")]
            Engine::Local(engine) => EngineDescription {
                name: engine.0.name().to_owned(),
                grade: "not evaluated by Readout",
                server: None,
                ready: engine.0.readiness().is_ready(),
                works: engine.0.readiness().is_ready(),
                live: true,
                problem: engine.0.readiness().problem(),
            },
            Engine::Http(engine) => EngineDescription {
                name: engine.0.name(),
                grade: "not evaluated by Readout",
                server: Some(engine.0.server()),
                ready: true,
                works: engine.0.works(),
                live: true,
                problem: None,
            },
            Engine::Unavailable(engine) => EngineDescription {
                name: "none".into(),
                grade: "not available",
                server: None,
                ready: false,
                works: false,
                live: false,
                problem: engine.is_problem.then(|| engine.reason.clone()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Samples;
    use crate::settings::HttpSettings;

    #[tokio::test]
    async fn without_an_engine_every_call_says_why() {
        let engine = Engine::from_settings(Settings::default());
        let refused = engine
            .transcribe(Samples::default(), &Context::default())
            .await
            .expect_err("no engine");
        assert_eq!(
            refused.to_string(),
            "Speech recognition is not available on this server: no speech engine is set up."
        );
        assert!(refused.is_temporary());
        let description = engine.description();
        assert!(!description.ready);
        assert_eq!(description.problem, None, "having none is a choice");
    }

    #[test]
    fn a_configured_server_wins_and_says_where_audio_goes() {
        let describe = |url: &str| {
            let http = Some(HttpSettings::new(url, "whisper-1"));
            Engine::from_settings(Settings {
                http,
                ..Settings::default()
            })
            .description()
        };
        let far = describe("https://speech.example.org/v1");
        assert_eq!(
            (far.name.as_str(), far.audio_leaves_machine()),
            ("whisper-1 at speech.example.org", true)
        );
        assert!(!describe("http://127.0.0.1:8000/v1").audio_leaves_machine());
        assert!(!describe("http://localhost:8000/v1").audio_leaves_machine());
        let is_readable = |url: &str| describe(url).server.map(|server| server.is_readable_on_the_way);
        assert_eq!(is_readable("https://speech.example.org/v1"), Some(false));
        assert_eq!(is_readable("http://speech.example.org/v1"), Some(true));
        let broken = describe("not a url");
        assert_eq!(broken.grade, "not available");
        assert!(
            broken
                .problem
                .is_some_and(|problem| problem.contains("address of the speech server"))
        );
    }
}
