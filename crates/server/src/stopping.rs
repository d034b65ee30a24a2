//! What a request knows of a server that is told to stop: when that was, and how long what is still on its way to it may take from then on.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// Tells that the server stops.
#[derive(Debug)]
pub(crate) struct Stop {
    told: watch::Sender<Option<Instant>>,
    rest: Duration,
}

/// Whether the server stops; requests carry it.
#[derive(Debug, Clone)]
pub(crate) struct Stopping {
    told: watch::Receiver<Option<Instant>>,
    rest: Duration,
}

impl Stop {
    /// What is on its way then may take so long: who sends it decides how fast, and must not decide when the server ends.
    pub(crate) fn with(rest: Duration) -> Self {
        Self {
            told: watch::Sender::new(None),
            rest,
        }
    }

    pub(crate) fn is_watched(&self) -> Stopping {
        Stopping {
            told: self.told.subscribe(),
            rest: self.rest,
        }
    }

    pub(crate) fn tell(&self) {
        self.told.send_replace(Some(Instant::now()));
    }
}

impl Stopping {
    /// Over when the server stops and the time of what is on its way has passed; never while it goes on.
    pub(crate) async fn has_waited(&mut self) {
        let told = self.told.wait_for(Option::is_some).await.ok();
        let told = told.and_then(|told| *told);
        match told {
            Some(told) => sleep_until(told + self.rest).await,
            None => std::future::pending().await,
        }
    }
}
