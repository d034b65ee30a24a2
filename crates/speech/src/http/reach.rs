//! Whether the speech server works, as whoever watches over the product wants to know before the next dictation tells.
//!
//! The answers to dictations say so. After one that did not come the server is asked for its models from time to time, until it answers;
//! one that refused to work is believed to work again after the next dictation alone.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use reqwest::{Client, StatusCode, Url};
use tokio::time::sleep;

use crate::engine::SpeechError;

/// How often a server that did not answer is asked again.
const LOOK: Duration = Duration::from_secs(10);
/// How long it may take to say which models it has.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is known of the server.
#[derive(Debug, Default)]
pub(super) struct Reach(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    fails: bool,
    /// How often it has failed.
    failures: u64,
    is_looked_after: bool,
}

/// How the server is asked whether it is there.
#[derive(Clone)]
pub(super) struct Look {
    pub(super) client: Client,
    pub(super) models: Url,
    pub(super) api_key: Option<String>,
}

impl Reach {
    /// A server is believed to work until it does not.
    pub(super) fn works(&self) -> bool {
        !self.known().fails
    }

    /// Learns from what became of a dictation. Must be called within a runtime.
    pub(super) fn learn<T>(self: &Arc<Self>, answered: &Result<T, SpeechError>, look: impl FnOnce() -> Look) {
        let mut known = self.known();
        let is_away = match answered {
            Ok(_) => return known.fails = false,
            Err(SpeechError::Unreachable | SpeechError::TimedOut | SpeechError::Busy) => true,
            Err(SpeechError::Refused(status)) if StatusCode::from_u16(*status).is_ok_and(is_refusal) => false,
            // It was this recording, or its answer could not be read.
            Err(_) => return,
        };
        known.fails = true;
        known.failures += 1;
        if is_away && !known.is_looked_after {
            known.is_looked_after = true;
            tokio::spawn(look_after(Arc::downgrade(self), look()));
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks until the server answers, or nobody has a handle of the engine any more.
async fn look_after(reach: Weak<Reach>, look: Look) {
    loop {
        sleep(LOOK).await;
        let Some(reach) = reach.upgrade() else { return };
        let failures = reach.known().failures;
        let is_there = look.finds().await;
        let mut known = reach.known();
        // What failed meanwhile is looked after too.
        if !known.fails || is_there && known.failures == failures {
            known.fails = false;
            known.is_looked_after = false;
            return;
        }
    }
}

impl Look {
    async fn finds(&self) -> bool {
        let mut request = self.client.get(self.models.clone()).timeout(PATIENCE);
        if let Some(key) = &self.api_key {
            request = request.bearer_auth(key);
        }
        request
            .send()
            .await
            .is_ok_and(|response| !is_refusal(response.status()))
    }
}

/// Whether a server that says so does no work, whatever the recording. Not every one can name its models.
fn is_refusal(status: StatusCode) -> bool {
    status.is_server_error()
        || matches!(
            status,
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS
        )
}
