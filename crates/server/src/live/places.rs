//! How many live dictations are open at once, in all and of one user, in how many of them somebody speaks, and how all of them are told
//! that the server stops. A dictation that is paused stays open and holds nothing that another could use.

use std::sync::Arc;

use accounts::UserId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::listen::MOST_CONNECTIONS;
use crate::shares::{Share, Shares};

/// How many live dictations a server can be told to hold at once: each keeps its connection, and other requests need some too.
pub const MOST_LIVE_SOCKETS: usize = 700;
const _: () = assert!(MOST_LIVE_SOCKETS + 100 <= MOST_CONNECTIONS);
/// The most places of one user. A page that lost its network leaves one behind for a while; nobody leaves none for the others.
const MOST_OF_ONE: usize = 3;

/// The places. Clones share them.
#[derive(Debug, Clone)]
pub struct LivePlaces {
    open: Arc<Semaphore>,
    most_open: usize,
    speaking: Arc<Semaphore>,
    most_speaking: usize,
    shares: Shares,
    stopping: Arc<watch::Sender<bool>>,
}

/// A place; free again when it is dropped.
#[derive(Debug)]
pub struct LivePlace {
    _open: OwnedSemaphorePermit,
    speaking: Arc<Semaphore>,
    _share: Share,
}

/// The right to speak in a place, until it is dropped.
#[derive(Debug)]
pub struct Speaking(#[expect(dead_code, reason = "held, never read")] OwnedSemaphorePermit);

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPlace {
    /// All are taken.
    Full,
    /// The same user has enough of them.
    EnoughOfOne,
}

impl LivePlaces {
    /// So many may speak at once, and so many dictations may be open; at least those in which somebody speaks.
    pub fn new(speaking: usize, open: usize) -> Self {
        let most_speaking = speaking.min(Semaphore::MAX_PERMITS);
        let most_open = open.clamp(most_speaking, Semaphore::MAX_PERMITS);
        Self {
            open: Arc::new(Semaphore::new(most_open)),
            most_open,
            speaking: Arc::new(Semaphore::new(most_speaking)),
            most_speaking,
            shares: Shares::new(MOST_OF_ONE),
            stopping: Arc::new(watch::Sender::new(false)),
        }
    }

    /// Whether there are places at all.
    pub fn any(&self) -> bool {
        self.most_speaking > 0
    }

    /// How many dictations are open and how many there may be, and the same of those that speak.
    pub fn taken(&self) -> [(usize, usize); 2] {
        let of = |free: &Semaphore, most: usize| (most - free.available_permits().min(most), most);
        [
            of(&self.open, self.most_open),
            of(&self.speaking, self.most_speaking),
        ]
    }

    /// A place for a user.
    pub fn take(&self, speaker: UserId) -> Result<LivePlace, NoPlace> {
        let open = Arc::clone(&self.open).try_acquire_owned();
        let open = open.map_err(|_| NoPlace::Full)?;
        let share = self.shares.take(speaker).ok_or(NoPlace::EnoughOfOne)?;
        Ok(LivePlace {
            _open: open,
            speaking: Arc::clone(&self.speaking),
            _share: share,
        })
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
        let all = u32::try_from(self.most_open).unwrap_or(u32::MAX);
        drop(self.open.acquire_many(all).await);
    }
}

impl LivePlace {
    /// Somebody begins to speak, or goes on after a pause.
    pub fn speak(&self) -> Result<Speaking, NoPlace> {
        let speaking = Arc::clone(&self.speaking).try_acquire_owned();
        speaking.map(Speaking).map_err(|_| NoPlace::Full)
    }
}
