//! How many dictate live at once, and how all of them are told that the server stops.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// The places. Clones share them.
#[derive(Debug, Clone)]
pub struct LivePlaces {
    free: Arc<Semaphore>,
    most: usize,
    stopping: Arc<watch::Sender<bool>>,
}

/// A place; free again when it is dropped.
#[derive(Debug)]
pub struct LivePlace {
    _place: OwnedSemaphorePermit,
}

impl LivePlaces {
    /// Places for so many.
    pub fn new(most: usize) -> Self {
        let most = most.min(Semaphore::MAX_PERMITS);
        Self {
            free: Arc::new(Semaphore::new(most)),
            most,
            stopping: Arc::new(watch::Sender::new(false)),
        }
    }

    /// Whether there are places at all.
    pub fn any(&self) -> bool {
        self.most > 0
    }

    /// A place, unless all are taken.
    pub fn take(&self) -> Option<LivePlace> {
        let place = Arc::clone(&self.free).try_acquire_owned().ok()?;
        Some(LivePlace { _place: place })
    }

    /// Ends every dictation: their pages transcribe what they have kept.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Over when [`Self::stop`] was called.
    pub async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // The sender lives as long as `self`.
        let _ = stopping.wait_for(|stopping| *stopping).await;
    }

    /// Over when nobody dictates.
    pub async fn left(&self) {
        let all = u32::try_from(self.most).unwrap_or(u32::MAX);
        drop(self.free.acquire_many(all).await);
    }
}
