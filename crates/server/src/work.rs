//! A bounded pool for work that keeps a processor busy: reading recordings, structuring, writing Word files.
//!
//! Such work never runs on the threads that answer requests. A fixed number runs at once, a fixed number waits, and who comes
//! after that is told so at once instead of waiting without end. One user has one piece of it done at a time; what they ask for beside it
//! waits in a line of their own, which nobody else stands in.

use std::ops::Add;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use accounts::UserId;
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::http::error::ApiError;
use crate::shares::{Share, Shares};

/// What one user may have in line, the piece that is worked on included. A page asks for three or four things at once.
const LINE: usize = 8;

/// The pool. Clones share their places.
#[derive(Debug, Clone)]
pub struct WorkPool {
    running: Arc<Semaphore>,
    admitted: Arc<Semaphore>,
    lines: Shares<Turn>,
    at_once: usize,
    waiting: usize,
    refused: Arc<AtomicU64>,
}

/// A user's one turn.
#[derive(Debug)]
struct Turn(Arc<Semaphore>);

impl Default for Turn {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }
}

/// A user's place among all; over when it is dropped.
#[derive(Debug)]
pub struct Admission {
    _turn: OwnedSemaphorePermit,
    _share: Share<Turn>,
    _admitted: OwnedSemaphorePermit,
}

/// What a pool has to do at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// Pieces of work that run.
    pub running: usize,
    /// Pieces of work that wait for their turn.
    pub waiting: usize,
    /// Pieces of work that were refused since the start.
    pub refused: u64,
}

impl Add for Load {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            running: self.running + other.running,
            waiting: self.waiting + other.waiting,
            refused: self.refused + other.refused,
        }
    }
}

/// Why work was not done.
#[derive(Debug, Error)]
pub enum WorkError {
    /// Everything that may wait is waiting already.
    #[error("the work pool is full")]
    Full,
    /// The same user has enough in line.
    #[error("the user has enough work in line")]
    EnoughOfOne,
    /// The work panicked. What it said is not repeated here: it may quote a report.
    #[error("the work panicked")]
    Panicked,
}

impl From<WorkError> for ApiError {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Full => Self::unavailable(
                "busy",
                "The server is busy right now. Please try again in a few seconds.",
                3,
            ),
            WorkError::EnoughOfOne => Self::too_many(
                "What you asked for before is still being worked on. Nothing you entered is lost; please try again in a moment.",
                3,
            ),
            WorkError::Panicked => Self::internal(error),
        }
    }
}

impl WorkPool {
    /// A pool that runs `at_once` pieces of work and lets `waiting` more wait.
    pub fn new(at_once: usize, waiting: usize) -> Self {
        let at_once = at_once.max(1);
        Self {
            running: Arc::new(Semaphore::new(at_once)),
            admitted: Arc::new(Semaphore::new(at_once + waiting)),
            lines: Shares::new(LINE),
            at_once,
            waiting,
            refused: Arc::default(),
        }
    }

    /// With so much of one user in line, the piece that is worked on included.
    #[must_use]
    pub fn with_line(self, most: usize) -> Self {
        Self {
            lines: Shares::new(most),
            ..self
        }
    }

    /// What it has to do now.
    pub fn load(&self) -> Load {
        let running = self.at_once - self.running.available_permits().min(self.at_once);
        let most = self.at_once + self.waiting;
        let admitted = most - self.admitted.available_permits().min(most);
        Load {
            running,
            waiting: admitted.saturating_sub(running),
            refused: self.refused.load(Ordering::Relaxed),
        }
    }

    /// A place for what a user asks for, once what they asked for before is done.
    pub async fn admit(&self, user: UserId) -> Result<Admission, WorkError> {
        let share = self.lines.take(user).ok_or(WorkError::EnoughOfOne)?;
        let turn = Arc::clone(&share.0).acquire_owned().await;
        let turn = turn.map_err(|_| WorkError::Full)?;
        let admitted = Arc::clone(&self.admitted).try_acquire_owned().map_err(|_| {
            self.refused.fetch_add(1, Ordering::Relaxed);
            WorkError::Full
        })?;
        Ok(Admission {
            _turn: turn,
            _share: share,
            _admitted: admitted,
        })
    }

    /// Runs a user's `work` on a thread of its own when its turn comes.
    pub async fn run<T: Send + 'static>(
        &self,
        user: UserId,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let admission = self.admit(user).await?;
        let turn = Arc::clone(&self.running)
            .acquire_owned()
            .await
            .map_err(|_| WorkError::Full)?;
        let task = tokio::task::spawn_blocking(move || {
            let done = work();
            // They go with the work, which goes on when nobody waits for it any longer.
            drop((turn, admission));
            done
        });
        task.await.map_err(|_| WorkError::Panicked)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::task::{JoinHandle, yield_now};
    use uuid::Uuid;

    use super::*;

    fn users<const COUNT: usize>() -> [UserId; COUNT] {
        std::array::from_fn(|_| UserId::from_uuid(Uuid::now_v7()))
    }

    /// Work that is over when something is sent.
    fn hold(pool: &WorkPool, user: UserId) -> (mpsc::Sender<()>, JoinHandle<Result<bool, WorkError>>) {
        let (release, held) = mpsc::channel::<()>();
        let pool = pool.clone();
        let work = tokio::spawn(async move { pool.run(user, move || held.recv().is_ok()).await });
        (release, work)
    }

    #[tokio::test]
    async fn refuses_work_when_everything_that_may_wait_is_waiting() {
        let pool = WorkPool::new(1, 0);
        let [one, other] = users();
        let (release, first) = hold(&pool, one);
        while pool.admitted.available_permits() > 0 {
            yield_now().await;
        }
        assert!(matches!(pool.run(other, || ()).await, Err(WorkError::Full)));
        assert_eq!(
            pool.load(),
            Load {
                running: 1,
                waiting: 0,
                refused: 1
            }
        );
        release.send(()).expect("the first piece of work is waiting");
        assert!(first.await.expect("no panic").expect("it ran"));
    }

    #[tokio::test]
    async fn who_asks_for_everything_at_once_keeps_nobody_else_waiting() {
        let pool = WorkPool::new(2, 1);
        let [busy, other] = users();
        let (releases, line): (Vec<_>, Vec<_>) = (0..LINE).map(|_| hold(&pool, busy)).unzip();
        while pool.load().running < 1 || pool.lines.take(busy).is_some() {
            yield_now().await;
        }
        assert!(matches!(pool.run(busy, || ()).await, Err(WorkError::EnoughOfOne)));
        for _ in 0..3 {
            assert_eq!(pool.run(other, || 7).await.expect("there is room"), 7);
        }
        assert_eq!(pool.load().running, 1);
        for release in releases {
            release.send(()).expect("it waits for its turn");
        }
        for work in line {
            assert!(work.await.expect("no panic").expect("it ran"));
        }
    }

    #[tokio::test]
    async fn gives_its_place_back_after_a_panic() {
        let pool = WorkPool::new(1, 0);
        let [user] = users();
        assert!(matches!(
            pool.run(user, || panic!("a sentence of a report")).await,
            Err(WorkError::Panicked)
        ));
        assert_eq!(pool.run(user, || 7).await.expect("the place is free again"), 7);
    }
}
