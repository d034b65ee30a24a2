//! The recognisers of the process: each is used by one stretch at a time and holds some 30 MB and what its search needs.
//!
//! There is one for every live dictation from its beginning, and always one more than are in use, loaded in the background, so that
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
    /// Live dictations that are open.
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

/// A live dictation that is open. There will be a recogniser for it.
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
        self.lock().expected += 1;
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

    /// Loads and frees recognisers until the pool is closed. `first` is called once, with how the first one was loaded; without that one
    /// there will be none.
    pub(super) fn load<E: Error + 'static>(
        &self,
        mut open: impl FnMut() -> Result<R, E>,
        first: impl FnOnce(Result<(), &E>),
    ) {
        let mut first = Some(first);
        let mut state = self.lock();
        while !state.closed {
            let is_needed = state.loaded < self.least_now(&state) || state.idle.is_empty();
            if !is_needed || state.loaded >= MOST {
                state = self.free_spares(state);
                continue;
            }
            drop(state);
            let opened = open();
            if let Err(problem) = &opened {
                tracing::error!(
                    error = problem as &dyn Error,
                    "a speech recogniser cannot be loaded"
                );
            }
            if let Some(first) = first.take() {
                let is_hopeless = opened.is_err();
                first(opened.as_ref().map(|_| ()));
                if is_hopeless {
                    return;
                }
            }
            state = self.lock();
            match opened {
                Ok(recogniser) => {
                    state.loaded += 1;
                    state.idle.push((recogniser, Instant::now()));
                    tracing::debug!(speech.recognisers = state.loaded, "a speech recogniser is loaded");
                    self.tell(state);
                    state = self.lock();
                }
                Err(_) => state = self.wait(state, AFTER_FAILURE),
            }
        }
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

impl<R> Drop for Expected<R> {
    fn drop(&mut self) {
        self.0.lock().expected -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    /// Knows its number and how often it was used.
    struct Numbered(usize, usize);

    impl Reusable for Numbered {
        fn is_worn(&self) -> bool {
            self.1 > 2
        }
    }

    type Numbers = Arc<Pool<Numbered>>;

    /// A pool with the thread that loads.
    fn pool(spare_time: Duration) -> Numbers {
        let pool = Arc::new(Pool {
            spare_time,
            ..Pool::new(2)
        });
        let loaded = Arc::clone(&pool);
        thread::spawn(move || {
            let mut number = 0;
            let open = || {
                number += 1;
                Ok::<_, Infallible>(Numbered(number, 0))
            };
            loaded.load(open, |first| assert!(first.is_ok()));
        });
        pool
    }

    #[track_caller]
    fn wait_for(pool: &Numbers, loaded: usize) {
        let began = Instant::now();
        while pool.lock().loaded != loaded {
            let now = pool.lock().loaded;
            assert!(
                began.elapsed() < Duration::from_secs(5),
                "{now} loaded, wanted {loaded}"
            );
            thread::sleep(Duration::from_millis(1));
        }
        // And no more than that.
        thread::sleep(Duration::from_millis(30));
        assert_eq!(pool.lock().loaded, loaded);
    }

    fn take(pool: &Numbers) -> Lent<Numbered> {
        pool.take(|_| false).expect("the pool is open")
    }

    #[test]
    fn there_is_one_more_than_are_in_use() {
        let pool = pool(SPARE_TIME);
        wait_for(&pool, 2);
        let taken: Vec<_> = (0..4).map(|_| take(&pool)).collect();
        wait_for(&pool, 5);
        taken.into_iter().for_each(Lent::give_back);
        wait_for(&pool, 5);
        pool.close();
    }

    #[test]
    fn there_is_one_for_every_live_dictation_before_anybody_speaks_within_bounds() {
        let pool = pool(SPARE_TIME);
        let expected: Vec<_> = (0..12).map(|_| pool.expect()).collect();
        wait_for(&pool, 12);
        drop(expected);
        let expected: Vec<_> = (0..MOST + 10).map(|_| pool.expect()).collect();
        wait_for(&pool, MOST);
        let taken: Vec<_> = (0..MOST).map(|_| take(&pool)).collect();
        wait_for(&pool, MOST);
        drop((expected, taken));
        pool.close();
    }

    #[test]
    fn those_that_nobody_needs_are_freed_and_the_least_stay() {
        let pool = pool(Duration::from_millis(100));
        let expected: Vec<_> = (0..6).map(|_| pool.expect()).collect();
        wait_for(&pool, 6);
        drop(expected);
        wait_for(&pool, 2);
        pool.close();
    }

    #[test]
    fn one_that_was_dropped_or_is_worn_is_replaced() {
        let pool = pool(SPARE_TIME);
        wait_for(&pool, 2);
        let dropped = take(&pool);
        let number = dropped.0;
        drop(dropped);
        let mut worn = take(&pool);
        worn.1 = 3;
        let worn_number = worn.0;
        worn.give_back();
        wait_for(&pool, 2);
        let rest = [take(&pool).0, take(&pool).0, take(&pool).0];
        assert!(
            !rest.contains(&number) && !rest.contains(&worn_number),
            "{rest:?}"
        );
        pool.close();
    }

    #[test]
    fn the_one_that_suits_is_taken_else_the_one_that_was_used_last() {
        let pool = pool(SPARE_TIME);
        wait_for(&pool, 2);
        let [first, second] = [take(&pool), take(&pool)];
        let numbers = (first.0, second.0);
        // The third that was loaded for want of an idle one.
        wait_for(&pool, 3);
        first.give_back();
        second.give_back();
        let suiting = pool.take(|one| one.0 == numbers.0).expect("open");
        assert_eq!(suiting.0, numbers.0);
        assert_eq!(take(&pool).0, numbers.1);
        pool.close();
    }

    #[test]
    fn who_waits_is_called_when_one_is_free_and_when_the_pool_closes() {
        let pool = Arc::new(Pool::<Numbered>::new(1));
        let called = Arc::new(AtomicUsize::new(0));
        let call = || {
            let called = Arc::clone(&called);
            move || {
                called.fetch_add(1, Ordering::SeqCst);
            }
        };
        assert!(pool.take_or(|_| true, call()).is_none());
        pool.lock().loaded = 1;
        pool.lend(Numbered(1, 0)).give_back();
        assert_eq!(called.load(Ordering::SeqCst), 1);
        let lent = pool.take_or(|_| true, call()).expect("the one that is free");
        assert!(pool.take_or(|_| true, call()).is_none());
        pool.close();
        assert_eq!(called.load(Ordering::SeqCst), 2);
        assert!(pool.take(|_| true).is_none());
        drop(lent);
    }

    #[test]
    fn a_first_one_that_fails_is_told_and_is_the_last() {
        let pool = Arc::new(Pool::<Numbered>::new(1));
        let mut told = 0;
        pool.load(
            || Err(std::fmt::Error),
            |first| told += usize::from(first.is_err()),
        );
        assert_eq!(told, 1);
    }
}
