//! Room for large requests in memory: recordings, files of templates, long texts. Each takes up what it is long, from before its first byte is
//! read until it is done with; who comes when there is no room waits a little and is then told to come again.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, header};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::work::WorkError;

/// How long a sender waits for room. Nothing of the recording is read meanwhile.
const WAIT: Duration = Duration::from_secs(15);
/// A request that takes up no room: eight hundred of them are 100 MB.
const SMALL: usize = 128 * 1024;
/// What is counted in.
const UNIT: usize = 64 * 1024;

/// The room. Clones share it.
#[derive(Debug, Clone)]
pub struct UploadRoom {
    units: Arc<Semaphore>,
    all: usize,
    wait: Duration,
}

/// A recording's share of the room; given back when it is dropped.
#[derive(Debug)]
pub struct UploadPlace {
    _units: OwnedSemaphorePermit,
}

impl UploadRoom {
    /// Room for recordings of so many bytes together.
    pub fn new(bytes: usize) -> Self {
        let all = (bytes / UNIT).max(1);
        Self {
            units: Arc::new(Semaphore::new(all)),
            all,
            wait: WAIT,
        }
    }

    /// Bytes that are taken, and bytes that there are.
    pub fn taken(&self) -> (usize, usize) {
        let free = self.units.available_permits().min(self.all);
        ((self.all - free) * UNIT, self.all * UNIT)
    }

    /// A place for what the sender announces, or for the `most` that is taken when nothing is said.
    pub async fn place_announced(&self, headers: &HeaderMap, most: usize) -> Result<UploadPlace, WorkError> {
        let bytes = announced(headers).map_or(most, |length| length.min(most));
        self.place(bytes).await
    }

    /// A place for what the sender announces when it is large, or announces nothing; none for what is small, which most requests are.
    pub async fn place_of_large(
        &self,
        headers: &HeaderMap,
        most: usize,
    ) -> Result<Option<UploadPlace>, WorkError> {
        match announced(headers) {
            Some(length) if length <= SMALL => Ok(None),
            _ => self.place_announced(headers, most).await.map(Some),
        }
    }

    /// A place for a recording of `bytes`. One that is larger than the whole room gets all of it.
    async fn place(&self, bytes: usize) -> Result<UploadPlace, WorkError> {
        let units = u32::try_from(bytes.div_ceil(UNIT).clamp(1, self.all)).unwrap_or(u32::MAX);
        let units = timeout(self.wait, Arc::clone(&self.units).acquire_many_owned(units)).await;
        match units {
            Ok(Ok(units)) => Ok(UploadPlace { _units: units }),
            Ok(Err(_)) | Err(_) => Err(WorkError::Full),
        }
    }
}

fn announced(headers: &HeaderMap) -> Option<usize> {
    headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_finds_no_room_waits_and_is_then_told_so() {
        let room = UploadRoom {
            wait: Duration::from_millis(20),
            ..UploadRoom::new(4 * UNIT)
        };
        let first = room.place(3 * UNIT).await.expect("there is room");
        let _small = room.place(1).await.expect("there is room for a small one");
        assert!(matches!(room.place(UNIT).await, Err(WorkError::Full)));
        drop(first);
        room.place(2 * UNIT).await.expect("there is room again");
    }

    #[tokio::test]
    async fn a_recording_larger_than_the_room_has_it_alone() {
        let room = UploadRoom::new(4 * UNIT);
        drop(room.place(100 * UNIT).await.expect("all of it"));
        room.place(4 * UNIT).await.expect("it was given back");
    }
}
