//! Whether the speech server works, as whoever watches over the product wants to know before the next dictation tells.
//!
//! The answers to dictations say so. After one that was none the server is asked for its models from time to time, until it answers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use reqwest::{Client, StatusCode, Url};
use tokio::time::sleep;

use crate::engine::SpeechError;

/// How often a server that did not answer is asked again.
const LOOK: Duration = Duration::from_secs(10);
/// How long it may take to say which models it has.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is known of the server.
#[derive(Debug)]
pub(super) struct Reach {
    works: AtomicBool,
    is_looked_after: AtomicBool,
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
    pub(super) fn new() -> Arc<Reach> {
        Arc::new(Reach {
            works: AtomicBool::new(true),
            is_looked_after: AtomicBool::new(false),
        })
    }

    pub(super) fn works(&self) -> bool {
        self.works.load(Ordering::Relaxed)
    }

    /// Learns from what became of a dictation. Must be called within a runtime.
    pub(super) fn learn<T>(self: &Arc<Self>, answered: &Result<T, SpeechError>, look: impl FnOnce() -> Look) {
        let works = match answered {
            Ok(_) => true,
            Err(SpeechError::Unreachable | SpeechError::TimedOut | SpeechError::Busy) => false,
            Err(SpeechError::Refused(status)) => StatusCode::from_u16(*status).is_ok_and(is_answer),
            // It answered, whatever it was.
            Err(_) => true,
        };
        self.works.store(works, Ordering::Relaxed);
        if !works && !self.is_looked_after.swap(true, Ordering::Relaxed) {
            tokio::spawn(look_after(Arc::downgrade(self), look()));
        }
    }
}

/// Asks until the server answers, or nobody has a handle of the engine any more.
async fn look_after(reach: Weak<Reach>, look: Look) {
    loop {
        sleep(LOOK).await;
        let Some(reach) = reach.upgrade() else { return };
        if reach.works() || look.finds().await {
            reach.is_looked_after.store(false, Ordering::Relaxed);
            reach.works.store(true, Ordering::Relaxed);
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
            .is_ok_and(|response| is_answer(response.status()))
    }
}

/// Whether a server that says so works. Not every one can name its models; one that refuses the key refuses dictations too.
fn is_answer(status: StatusCode) -> bool {
    !status.is_server_error()
        && !matches!(
            status,
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS
        )
}
