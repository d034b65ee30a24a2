//! The one seam to speech: what the server asks of an engine. The real one is [`speech::Engine`]; tests whose subject is not sound
//! put one in that says a fixed sentence.

use async_trait::async_trait;
use speech::{Context, EngineDescription, LiveSession, Recording, SpeechError, Transcript};

/// Writes down what is said in a recording.
#[async_trait]
pub trait Transcriber: Send + Sync {
    /// The words of a recording; none when nobody spoke.
    async fn transcribe(&self, recording: Recording, context: &Context) -> Result<Transcript, SpeechError>;

    /// Listens to somebody who is speaking, when the engine is [`EngineDescription::live`].
    async fn listen(&self, context: &Context) -> Result<LiveSession, SpeechError>;

    /// What to tell the user about the engine.
    fn description(&self) -> EngineDescription;
}

#[async_trait]
impl Transcriber for speech::Engine {
    async fn transcribe(&self, recording: Recording, context: &Context) -> Result<Transcript, SpeechError> {
        Self::transcribe(self, recording, context).await
    }

    async fn listen(&self, context: &Context) -> Result<LiveSession, SpeechError> {
        Self::listen(self, context).await
    }

    fn description(&self) -> EngineDescription {
        Self::description(self)
    }
}
