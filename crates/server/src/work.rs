//! A bounded pool for work that keeps a processor busy: reading recordings, structuring, writing Word files.
//!
//! Such work never runs on the threads that answer requests. A fixed number runs at once, a fixed number waits, and who comes
//! after that is told so at once instead of waiting without end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;
use tokio::sync::Semaphore;

use crate::http::error::ApiError;

/// The pool. Clones share their places.
#[derive(Debug, Clone)]
pub struct WorkPool {
    running: Arc<Semaphore>,
    admitted: Arc<Semaphore>,
    at_once: usize,
    waiting: usize,
    refused: Arc<AtomicU64>,
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

/// Why work was not done.
#[derive(Debug, Error)]
pub enum WorkError {
    /// Everything that may wait is waiting already.
    #[error("the work pool is full")]
    Full,
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
            at_once,
            waiting,
            refused: Arc::default(),
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

    /// Runs `work` on a thread of its own when its turn comes.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let admission = Arc::clone(&self.admitted).try_acquire_owned().map_err(|_| {
            self.refused.fetch_add(1, Ordering::Relaxed);
            WorkError::Full
        })?;
        let turn = Arc::clone(&self.running)
            .acquire_owned()
            .await
            .map_err(|_| WorkError::Full)?;
        let task = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((turn, admission));
            done
        });
        task.await.map_err(|_| WorkError::Panicked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn refuses_work_when_everything_that_may_wait_is_waiting() {
        let pool = WorkPool::new(1, 0);
        let (release, held) = std::sync::mpsc::channel::<()>();
        let first = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(move || held.recv().is_ok()).await }
        });
        while pool.admitted.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(pool.run(|| ()).await, Err(WorkError::Full)));
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
    async fn gives_its_place_back_after_a_panic() {
        let pool = WorkPool::new(1, 0);
        assert!(matches!(
            pool.run(|| panic!("a sentence of a report")).await,
            Err(WorkError::Panicked)
        ));
        assert_eq!(pool.run(|| 7).await.expect("the place is free again"), 7);
    }
}
