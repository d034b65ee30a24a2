//! The recognisers of the process: each is used by one stretch at a time and holds some 30 MB and what its search needs.
//!
//! There is one for every live dictation from its beginning but while it is paused, and always one more than are in use, loaded in the background, so that
//! who begins to speak need not wait for a model to load; those that nobody has needed for some minutes are freed.

use std::error::Error;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most recognisers at once. Who speaks when all are in use is heard later.
const MOST: usize = 40;
/// How long one that is not needed is kept.
const SPARE_TIME: Duration = Duration::from_secs(5 * 60);
/// Before another is loaded when one could not be.
const AFTER_FAILURE: Duration = Duration::from_secs(30);

/// What a pool keeps; a recogniser, but in tests.
pub(super) trait Reusable: Send + 'static {
    /// Whether it has grown so large by its use that it is better replaced.
    fn is_worn(&self) -> bool;
}

/// The pool. The thread that loads is [`Pool::load`].
pub(super) struct Pool<R> {
    state: Mutex<State<R>>,
    changed: Condvar,
    /// How many are kept however long nobody speaks.
    least: usize,
    spare_time: Duration,
}

struct State<R> {
    /// The one that was used last stands last.
    idle: Vec<(R, Instant)>,
    /// In use or idle.
    loaded: usize,
    /// Live dictations that are open and not paused.
    expected: usize,
    /// To be told when one is free.
    waiting: Vec<Box<dyn FnOnce() + Send>>,
    closed: bool,
}

/// A recogniser in use. One that is dropped is replaced, because its state is unknown.
pub(super) struct Lent<R: Reusable> {
    recogniser: R,
    place: Place<R>,
}

/// Counts as loaded until it is dropped, unless the recogniser was given back.
struct Place<R> {
    pool: Arc<Pool<R>>,
    is_kept: bool,
}

/// A live dictation in which somebody may speak at any moment. There will be a recogniser for it.
pub(super) struct Expected<R>(Arc<Pool<R>>);

impl<R: Reusable> Pool<R> {
    pub(super) fn new(least: usize) -> Pool<R> {
        Pool {
            state: Mutex::new(State {
                idle: Vec::new(),
                loaded: 0,
                expected: 0,
                waiting: Vec::new(),
                closed: false,
            }),
            changed: Condvar::new(),
            least: least.clamp(1, MOST),
            spare_time: SPARE_TIME,
        }
    }

    /// Somebody will speak soon, and more than once.
    pub(super) fn expect(self: &Arc<Self>) -> Expected<R> {
        self.expected(self.lock())
    }

    /// As `expect`, unless so many are expected already.
    pub(super) fn expect_of_few(self: &Arc<Self>, few: usize) -> Option<Expected<R>> {
        let state = self.lock();
        (state.expected < few).then(|| self.expected(state))
    }

    fn expected(self: &Arc<Self>, mut state: MutexGuard<'_, State<R>>) -> Expected<R> {
        state.expected += 1;
        drop(state);
        self.changed.notify_all();
        Expected(Arc::clone(self))
    }

    /// A recogniser, rather one that `suits`; when there is none, `call` is called once one may be there.
    pub(super) fn take_or(
        self: &Arc<Self>,
        suits: impl Fn(&R) -> bool,
        call: impl FnOnce() + Send + 'static,
    ) -> Option<Lent<R>> {
        let mut state = self.lock();
        let taken = state.take(suits);
        if taken.is_none() && !state.closed {
            state.waiting.push(Box::new(call));
        }
        drop(state);
        // One is to be loaded in its place.
        self.changed.notify_all();
        taken.map(|recogniser| self.lend(recogniser))
    }

    /// A recogniser, rather one that `suits`, as soon as there is one; none when the pool is closed.
    pub(super) fn take(self: &Arc<Self>, suits: impl Fn(&R) -> bool) -> Option<Lent<R>> {
        let mut state = self.lock();
        loop {
            let taken = state.take(&suits);
            self.changed.notify_all();
            if let Some(recogniser) = taken {
                return Some(self.lend(recogniser));
            }
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lend(self: &Arc<Self>, recogniser: R) -> Lent<R> {
        let place = Place {
            pool: Arc::clone(self),
            is_kept: false,
        };
        Lent { recogniser, place }
    }

    /// Nobody will ask any more.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        self.tell(state);
    }

    /// Loads and frees recognisers until the pool is closed; what cannot be loaded is tried again.
    pub(super) fn load<E: Error + 'static>(&self, mut open: impl FnMut() -> Result<R, E>) {
        let mut state = self.lock();
        while !state.closed {
            let is_needed = state.loaded < self.least_now(&state) || state.idle.is_empty();
            if !is_needed || state.loaded >= MOST {
                state = self.free_spares(state);
                continue;
            }
            drop(state);
            let opened = open();
            state = match opened {
                Ok(recogniser) => {
                    self.add(recogniser);
                    self.lock()
                }
                Err(problem) => {
                    tracing::error!(
                        error = &problem as &dyn Error,
                        "a speech recogniser cannot be loaded"
                    );
                    self.wait(self.lock(), AFTER_FAILURE)
                }
            };
        }
    }

    /// One that was loaded.
    pub(super) fn add(&self, recogniser: R) {
        let mut state = self.lock();
        state.loaded += 1;
        state.idle.push((recogniser, Instant::now()));
        tracing::debug!(speech.recognisers = state.loaded, "a speech recogniser is loaded");
        self.tell(state);
    }

    fn least_now(&self, state: &State<R>) -> usize {
        self.least.max(state.expected).min(MOST)
    }

    /// Frees what has not been needed for long, else waits for a change.
    fn free_spares<'a>(&'a self, mut state: MutexGuard<'a, State<R>>) -> MutexGuard<'a, State<R>> {
        let above = state.loaded.saturating_sub(self.least_now(&state));
        let spare = state.idle.len().saturating_sub(1).min(above);
        let is_old = |(_, used): &&(R, Instant)| used.elapsed() > self.spare_time;
        let old = state.idle[..spare].iter().take_while(is_old).count();
        let freed: Vec<_> = state.idle.drain(..old).collect();
        state.loaded -= freed.len();
        if freed.is_empty() {
            return self.wait(state, self.spare_time / 5);
        }
        drop(state);
        drop(freed);
        self.lock()
    }

    /// Waits before something that failed is tried again; false when the pool is closed.
    pub(super) fn rest(&self, time: Duration) -> bool {
        let state = self.lock();
        let waited = self
            .changed
            .wait_timeout_while(state, time, |state| !state.closed);
        !waited.unwrap_or_else(PoisonError::into_inner).0.closed
    }

    fn wait<'a>(&'a self, state: MutexGuard<'a, State<R>>, time: Duration) -> MutexGuard<'a, State<R>> {
        let waited = self.changed.wait_timeout(state, time);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

impl<R> Pool<R> {
    fn tell(&self, mut state: MutexGuard<'_, State<R>>) {
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        self.changed.notify_all();
        waiting.into_iter().for_each(|call| call());
    }

    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R> State<R> {
    fn take(&mut self, suits: impl Fn(&R) -> bool) -> Option<R> {
        let suiting = self.idle.iter().rposition(|(recogniser, _)| suits(recogniser));
        let at = suiting.or_else(|| self.idle.len().checked_sub(1))?;
        Some(self.idle.remove(at).0)
    }
}

impl<R: Reusable> Lent<R> {
    /// For the next stretch, of whomever.
    pub(super) fn give_back(self) {
        let Lent {
            recogniser,
            mut place,
        } = self;
        if recogniser.is_worn() {
            return;
        }
        place.is_kept = true;
        let mut state = place.pool.lock();
        state.idle.push((recogniser, Instant::now()));
        place.pool.tell(state);
    }
}

impl<R: Reusable> Deref for Lent<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.recogniser
    }
}

impl<R: Reusable> DerefMut for Lent<R> {
    fn deref_mut(&mut self) -> &mut R {
        &mut self.recogniser
    }
}

impl<R> Drop for Place<R> {
    fn drop(&mut self) {
        if !self.is_kept {
            let mut state = self.pool.lock();
            state.loaded -= 1;
            self.pool.tell(state);
        }
    }
}

impl<R> Expected<R> {
    /// Where its recognisers come from.
    pub(super) fn pool(&self) -> &Arc<Pool<R>> {
        &self.0
    }
}

impl<R> Drop for Expected<R> {
    fn drop(&mut self) {
        self.0.lock().expected -= 1;
    }
}

#[cfg(test)]
mod tests;
