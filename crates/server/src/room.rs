//! Room in memory for large requests (recordings, files of templates, long texts), and for large answers. A request takes up what has
//! arrived of it, until it is done with, an answer what is not sent of it yet; who comes when there is no room waits a little and is then
//! told to come again. What is announced and never sent takes up nothing, and one user has few at a time, so that nobody keeps the others
//! out.

use std::sync::Arc;
use std::time::Duration;

use accounts::UserId;
use axum::http::{HeaderMap, header};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::shares::{Share, Shares};
use crate::work::WorkError;

/// How long a sender waits for room. Nothing more of the recording is read meanwhile.
const WAIT: Duration = Duration::from_secs(15);
/// A request that takes up no room: eight hundred of them are 100 MB.
pub const SMALL: usize = 128 * 1024;
/// What is counted in.
const UNIT: usize = 64 * 1024;
/// How many large requests of one user are read at a time; the others wait.
const OF_ONE_USER: usize = 2;
/// How many of one user may wait and be read.
const LINE: usize = 16;

/// The room. Clones share it.
#[derive(Debug, Clone)]
pub struct Room {
    units: Arc<Semaphore>,
    all: usize,
    lines: Shares<Turns>,
    wait: Duration,
}

/// A user's turns to send.
#[derive(Debug)]
struct Turns(Arc<Semaphore>);

impl Default for Turns {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(OF_ONE_USER)))
    }
}

/// A request's share of the room; given back when it is dropped.
#[derive(Debug)]
pub struct Place {
    room: Room,
    units: Option<OwnedSemaphorePermit>,
    _turn: OwnedSemaphorePermit,
    _share: Share<Turns>,
}

impl Room {
    /// Room for so many bytes together.
    pub fn new(bytes: usize) -> Self {
        let all = (bytes / UNIT).max(1);
        Self {
            units: Arc::new(Semaphore::new(all)),
            all,
            lines: Shares::new(LINE),
            wait: WAIT,
        }
    }

    /// Bytes that are taken, and bytes that there are.
    pub fn taken(&self) -> (usize, usize) {
        let free = self.units.available_permits().min(self.all);
        ((self.all - free) * UNIT, self.all * UNIT)
    }

    /// A place for what a user sends, empty as yet, when it is their turn.
    pub async fn place(&self, user: UserId) -> Result<Place, WorkError> {
        let share = self.lines.take(user).ok_or(WorkError::EnoughOfOne)?;
        let turn = timeout(self.wait, Arc::clone(&share.0).acquire_owned()).await;
        match turn {
            Ok(Ok(turn)) => Ok(Place {
                room: self.clone(),
                units: None,
                _turn: turn,
                _share: share,
            }),
            Ok(Err(_)) | Err(_) => Err(WorkError::EnoughOfOne),
        }
    }

    /// A place for a request that is announced as large, or not announced; none for what is small, which most requests are.
    pub async fn place_of_large(
        &self,
        user: UserId,
        headers: &HeaderMap,
    ) -> Result<Option<Place>, WorkError> {
        match announced(headers) {
            Some(length) if length <= SMALL => Ok(None),
            _ => self.place(user).await.map(Some),
        }
    }
}

impl Place {
    /// Makes the place as large as `bytes`. A request that is larger than the whole room has it alone.
    pub async fn hold(&mut self, bytes: usize) -> Result<(), WorkError> {
        let held = self.units.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let needed = bytes.div_ceil(UNIT).min(self.room.all);
        let more = u32::try_from(needed.saturating_sub(held)).unwrap_or(u32::MAX);
        if more == 0 {
            return Ok(());
        }
        let units = Arc::clone(&self.room.units).acquire_many_owned(more);
        match timeout(self.room.wait, units).await {
            Ok(Ok(more)) => match &mut self.units {
                Some(units) => units.merge(more),
                None => self.units = Some(more),
            },
            Ok(Err(_)) | Err(_) => return Err(WorkError::Full),
        }
        Ok(())
    }

    /// Makes the place no larger than `bytes`.
    pub fn shrink(&mut self, bytes: usize) {
        if let Some(units) = &mut self.units {
            let spare = units.num_permits().saturating_sub(bytes.div_ceil(UNIT));
            drop(units.split(spare));
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

    fn small_room() -> Room {
        Room {
            wait: Duration::from_millis(20),
            ..Room::new(4 * UNIT)
        }
    }

    fn users<const COUNT: usize>() -> [UserId; COUNT] {
        std::array::from_fn(|_| UserId::from_uuid(uuid::Uuid::now_v7()))
    }

    #[tokio::test]
    async fn who_finds_no_room_waits_and_is_then_told_so() {
        let room = small_room();
        let [one, other, third] = users();
        let mut first = room.place(one).await.expect("a turn");
        first.hold(3 * UNIT).await.expect("there is room");
        let mut small = room.place(other).await.expect("a turn");
        small.hold(1).await.expect("there is room for a small one");
        let mut late = room.place(third).await.expect("a turn");
        assert!(matches!(late.hold(UNIT).await, Err(WorkError::Full)));
        drop(first);
        late.hold(2 * UNIT).await.expect("there is room again");
        assert_eq!(room.taken(), (3 * UNIT, 4 * UNIT));
    }

    #[tokio::test]
    async fn what_has_not_arrived_takes_up_nothing_and_a_user_sends_few_at_a_time() {
        let room = small_room();
        let [busy, other] = users();
        let mut sending = Vec::new();
        for _ in 0..OF_ONE_USER {
            sending.push(room.place(busy).await.expect("a turn"));
        }
        assert!(matches!(room.place(busy).await, Err(WorkError::EnoughOfOne)));
        assert_eq!(room.taken().0, 0);
        let mut place = room.place(other).await.expect("a turn of their own");
        place.hold(4 * UNIT).await.expect("all of it");
        drop(sending.pop());
        room.place(busy).await.expect("the turn was given back");
    }

    #[tokio::test]
    async fn a_recording_larger_than_the_room_has_it_alone() {
        let room = small_room();
        let [one, other] = users();
        let mut whole = room.place(one).await.expect("a turn");
        whole.hold(2 * UNIT).await.expect("half of it");
        whole.hold(100 * UNIT).await.expect("all of it");
        drop(whole);
        let mut place = room.place(other).await.expect("a turn");
        place.hold(4 * UNIT).await.expect("it was given back");
    }
}
