//! Whether an engine that prepares itself in the background can work yet.

use tokio::sync::watch;

use crate::engine::SpeechError;

/// How far an engine of this process is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum State {
    /// It loads; what is asked of it waits.
    Preparing,
    /// It works.
    Ready,
    /// It cannot work, and why; for the operator. It is tried again from time to time.
    Failed(String),
}

/// The view of an engine's state that its handles keep. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Readiness(watch::Receiver<State>);

impl Readiness {
    /// An engine that begins to prepare, and where its thread reports.
    pub(crate) fn begin() -> (watch::Sender<State>, Readiness) {
        let (report, state) = watch::channel(State::Preparing);
        (report, Readiness(state))
    }

    pub(crate) fn is_ready(&self) -> bool {
        *self.0.borrow() == State::Ready
    }

    /// Why it could not be made ready.
    pub(crate) fn problem(&self) -> Option<String> {
        match &*self.0.borrow() {
            State::Failed(reason) => Some(reason.clone()),
            State::Preparing | State::Ready => None,
        }
    }

    /// Waits until it is, or could not be made so.
    pub(crate) async fn ready(&self) -> Result<(), SpeechError> {
        let mut state = self.0.clone();
        let reached = state.wait_for(|state| *state != State::Preparing).await;
        match reached.as_deref() {
            Ok(State::Ready) => Ok(()),
            Ok(State::Failed(reason)) => Err(SpeechError::Unavailable(reason.clone())),
            Ok(State::Preparing) | Err(_) => Err(SpeechError::EngineStopped),
        }
    }

    /// Waits until it is, however often that has failed; false when the engine has ended.
    pub(crate) async fn once_ready(&self) -> bool {
        let mut state = self.0.clone();
        state.wait_for(|state| *state == State::Ready).await.is_ok()
    }
}
