//! A bounded pool for work that keeps a processor busy: reading recordings, structuring, writing Word files.
//!
//! Such work never runs on the threads that answer requests. A fixed number runs at once, a fixed number waits, and who comes
//! after that is told so at once instead of waiting without end. One user has one piece of it done at a time; what they ask for beside it
//! waits in a line of their own, which nobody else stands in, and joins the others when the one before it is done: users take turns. A
//! piece has a budget of steps, which its text uses up, and a time, which a busy machine does; past either, or when nobody waits for it
//! any longer, it ends.

use std::ops::Add;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use accounts::UserId;
use report::budget::{self, Budget, Exhausted, STEPS};
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::http::error::ApiError;
use crate::shares::{Share, Shares};

/// What one user may have in line, the piece that is worked on included. A page asks for three or four things at once.
const LINE: usize = 8;
/// How long one piece may run: many times what the longest report takes on a busy machine.
const LONGEST: Duration = Duration::from_secs(20);
/// When it is worth asking again for what took too long. Later than pages ask again by themselves (`web/src/api/server-away.ts`): whether
/// it is worth it is for a person to say.
const AFTER_TOO_LONG: u32 = 15;

/// What a pool works on, as people are told of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Matter {
    /// Dictations, reports and templates.
    #[default]
    Text,
    /// Recordings.
    Recording,
    /// Pictures.
    Picture,
}

/// The pool. Clones share their places.
#[derive(Debug, Clone)]
pub struct WorkPool {
    running: Arc<Semaphore>,
    admitted: Arc<Semaphore>,
    lines: Shares<Turn>,
    at_once: usize,
    waiting: usize,
    longest: Duration,
    steps: u64,
    matter: Matter,
    refused: Arc<AtomicU64>,
}

/// Ends the work of a budget when nobody waits for it any longer.
struct Waiting(Budget);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.end();
    }
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
    /// What was sent takes more steps than a piece of work may take: it would the next time, too.
    #[error("the work took more steps than it may")]
    TooMuch(Matter),
    /// The work took longer than a piece of work may take, as on a machine that is busy.
    #[error("the work took longer than it may")]
    TookTooLong(Matter),
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
            WorkError::TooMuch(matter) => Self::unprocessable("too_much_work", matter.too_much()),
            WorkError::TookTooLong(matter) => {
                Self::unavailable("took_too_long", matter.took_too_long(), AFTER_TOO_LONG)
            }
            WorkError::Panicked => Self::internal(error),
        }
    }
}

impl Matter {
    const fn too_much(self) -> &'static str {
        match self {
            Self::Text => {
                "This takes too long to read. Please look for passages that repeat without end, in the text and in the template that \
                 it goes with, or send the text in parts. Nothing you entered is lost."
            }
            Self::Recording => {
                "This recording takes too long to read. Nothing you recorded is lost; please send it in parts, or in another format."
            }
            Self::Picture => {
                "This image takes too long to read. Please make it smaller, or save it in another format."
            }
        }
    }

    const fn took_too_long(self) -> &'static str {
        match self {
            Self::Text => {
                "The server did not get done with this text in time; it may be busy. Nothing you entered is lost; please try again in a \
                 moment."
            }
            Self::Recording => {
                "The server did not get done with reading this recording in time; it may be busy. Nothing you recorded is lost; please \
                 try again in a moment."
            }
            Self::Picture => {
                "The server did not get done with reading this image in time; it may be busy. Please try again in a moment."
            }
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
            longest: LONGEST,
            steps: STEPS,
            matter: Matter::Text,
            refused: Arc::default(),
        }
    }

    /// With so much time for one piece of work.
    #[must_use]
    pub fn with_time(self, longest: Duration) -> Self {
        Self { longest, ..self }
    }

    /// With so many steps for one piece of work.
    #[must_use]
    pub fn with_steps(self, steps: u64) -> Self {
        Self { steps, ..self }
    }

    /// For work on this instead of texts.
    #[must_use]
    pub fn on(self, matter: Matter) -> Self {
        Self { matter, ..self }
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
        let budget = Budget::of_steps(self.steps);
        let waiting = Waiting(budget.clone());
        let task = tokio::task::spawn_blocking(move || {
            let done = budget::within(&budget, work);
            // They go with the work, which may go on for a moment when nobody waits for it any longer.
            drop((turn, admission));
            done
        });
        let done = tokio::time::timeout(self.longest, task).await;
        drop(waiting);
        match done {
            Ok(Ok(Ok(done))) => Ok(done),
            Ok(Ok(Err(Exhausted))) => Err(WorkError::TooMuch(self.matter)),
            Err(_) => Err(WorkError::TookTooLong(self.matter)),
            Ok(Err(_)) => Err(WorkError::Panicked),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};

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
    async fn users_take_turns_however_much_one_of_them_asks_for() {
        // One place, so that somebody has to wait: for the piece that is worked on, and for no other.
        let pool = WorkPool::new(1, 8).with_line(3);
        let [busy, other] = users();
        let begun: Arc<Mutex<Vec<&str>>> = Arc::default();
        let ask = |user, what: &'static str| {
            let (release, held) = mpsc::channel::<()>();
            let (pool, begun) = (pool.clone(), Arc::clone(&begun));
            let work = move || {
                begun.lock().expect("no panic").push(what);
                held.recv().is_ok()
            };
            (release, tokio::spawn(async move { pool.run(user, work).await }))
        };
        let mut asked: Vec<_> = (0..3).map(|_| ask(busy, "heavy")).collect();
        while pool.load().running < 1 || pool.lines.take(busy).is_some() {
            yield_now().await;
        }
        asked.push(ask(other, "check"));
        while pool.load().waiting < 1 {
            yield_now().await;
        }
        for (release, _) in &asked {
            release.send(()).expect("it waits for its turn");
        }
        for (_, work) in asked {
            assert!(work.await.expect("no panic").expect("it ran"));
        }
        assert_eq!(
            *begun.lock().expect("no panic"),
            ["heavy", "check", "heavy", "heavy"]
        );
    }

    /// Work that never ends by itself.
    fn endless() {
        loop {
            budget::spend(1);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[tokio::test]
    async fn ends_work_that_takes_too_long_and_gives_its_place_back() {
        let pool = WorkPool::new(1, 0).with_time(Duration::from_millis(30));
        let [user] = users();
        let ended = pool.run(user, endless).await;
        assert!(matches!(ended, Err(WorkError::TookTooLong(Matter::Text))));
        while pool.load().running > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(pool.run(user, || 7).await.expect("the place is free again"), 7);
    }

    #[tokio::test]
    async fn ends_work_that_takes_too_many_steps_and_says_of_what() {
        let [user] = users();
        let mut told = Vec::new();
        for matter in [Matter::Text, Matter::Recording, Matter::Picture] {
            let pool = WorkPool::new(1, 0).on(matter).with_steps(100);
            let ended = pool.run(user, endless).await;
            assert!(matches!(&ended, Err(WorkError::TooMuch(of)) if *of == matter));
            for error in [WorkError::TooMuch(matter), WorkError::TookTooLong(matter)] {
                told.push(ApiError::from(error).message().to_owned());
            }
        }
        told.sort();
        told.dedup();
        assert_eq!(told.len(), 6, "each in its own words: {told:?}");
    }

    #[tokio::test]
    async fn ends_work_that_nobody_waits_for() {
        let pool = WorkPool::new(1, 0);
        let [user] = users();
        let left = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(user, endless).await }
        });
        while pool.load().running < 1 {
            yield_now().await;
        }
        left.abort();
        while pool.load().running > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(pool.run(user, || 7).await.expect("the place is free again"), 7);
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
