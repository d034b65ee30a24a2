//! How many dictate live at once, in all and of one user, and how all of them are told that the server stops.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use accounts::UserId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// The most places of one user. A page that lost its network leaves one behind for a while; nobody leaves none for the others.
const MOST_OF_ONE: usize = 3;

/// The places. Clones share them.
#[derive(Debug, Clone)]
pub struct LivePlaces {
    free: Arc<Semaphore>,
    most: usize,
    taken: Arc<Taken>,
    stopping: Arc<watch::Sender<bool>>,
}

/// A place; free again when it is dropped.
#[derive(Debug)]
pub struct LivePlace {
    _place: OwnedSemaphorePermit,
    speaker: UserId,
    taken: Arc<Taken>,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPlace {
    /// All are taken.
    Full,
    /// The same user has enough of them.
    EnoughOfOne,
}

/// How many places each user has.
#[derive(Debug, Default)]
struct Taken(Mutex<HashMap<UserId, usize>>);

impl Taken {
    fn by_user(&self) -> MutexGuard<'_, HashMap<UserId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for LivePlace {
    fn drop(&mut self) {
        let mut taken = self.taken.by_user();
        if let Some(places) = taken.get_mut(&self.speaker) {
            *places -= 1;
            if *places == 0 {
                taken.remove(&self.speaker);
            }
        }
    }
}

impl LivePlaces {
    /// Places for so many.
    pub fn new(most: usize) -> Self {
        let most = most.min(Semaphore::MAX_PERMITS);
        Self {
            free: Arc::new(Semaphore::new(most)),
            most,
            taken: Arc::default(),
            stopping: Arc::new(watch::Sender::new(false)),
        }
    }

    /// Whether there are places at all.
    pub fn any(&self) -> bool {
        self.most > 0
    }

    /// How many are taken, and how many there are.
    pub fn taken(&self) -> (usize, usize) {
        (
            self.most - self.free.available_permits().min(self.most),
            self.most,
        )
    }

    /// A place for a user.
    pub fn take(&self, speaker: UserId) -> Result<LivePlace, NoPlace> {
        let free = Arc::clone(&self.free).try_acquire_owned();
        let place = free.map_err(|_| NoPlace::Full)?;
        let mut taken = self.taken.by_user();
        let places = taken.entry(speaker).or_default();
        if *places == MOST_OF_ONE {
            return Err(NoPlace::EnoughOfOne);
        }
        *places += 1;
        Ok(LivePlace {
            _place: place,
            speaker,
            taken: Arc::clone(&self.taken),
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
        let all = u32::try_from(self.most).unwrap_or(u32::MAX);
        drop(self.free.acquire_many(all).await);
    }
}
