//! The recognisers of the process: each is used by one stretch at a time and holds some 20 MB and what its search needs.
//!
//! There is always one more than are in use, loaded in the background, so that who begins to speak need not wait for a model to
//! load; those that nobody has needed for some minutes are freed.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::model::ModelFiles;
use super::pocketsphinx::{Decoder, DecoderError};

/// The most recognisers at once. Who speaks when all are in use is heard later.
const MOST: usize = 40;
/// How long one that is not needed is kept.
const SPARE_TIME: Duration = Duration::from_secs(5 * 60);
/// Before another is loaded when one could not be.
const AFTER_FAILURE: Duration = Duration::from_secs(30);

/// The pool. The thread that loads is [`Pool::load`].
pub(super) struct Pool {
    state: Mutex<State>,
    changed: Condvar,
    /// How many are kept however long nobody speaks.
    least: usize,
}

#[derive(Default)]
struct State {
    /// The one that was used last stands last.
    idle: Vec<(Decoder, Instant)>,
    /// In use or idle.
    loaded: usize,
    /// To be told when one is free.
    waiting: Vec<Box<dyn FnOnce() + Send>>,
    closed: bool,
}

impl Pool {
    pub(super) fn new(least: usize) -> Pool {
        Pool {
            state: Mutex::default(),
            changed: Condvar::new(),
            least: least.clamp(1, MOST),
        }
    }

    /// A recogniser; when there is none, `call` is called once one may be there.
    pub(super) fn take_or(&self, call: impl FnOnce() + Send + 'static) -> Option<Decoder> {
        let mut state = self.lock();
        let taken = state.idle.pop().map(|(decoder, _)| decoder);
        if taken.is_none() && !state.closed {
            state.waiting.push(Box::new(call));
        }
        drop(state);
        // One is to be loaded in its place.
        self.changed.notify_all();
        taken
    }

    /// A recogniser as soon as there is one; none when the pool is closed.
    pub(super) fn take(&self) -> Option<Decoder> {
        let mut state = self.lock();
        loop {
            if let Some((decoder, _)) = state.idle.pop() {
                self.changed.notify_all();
                return Some(decoder);
            }
            if state.closed {
                return None;
            }
            self.changed.notify_all();
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Gives one back; `None` for one that failed, whose state is unknown.
    pub(super) fn give_back(&self, decoder: Option<Decoder>) {
        let mut state = self.lock();
        match decoder {
            Some(decoder) => state.idle.push((decoder, Instant::now())),
            None => state.loaded -= 1,
        }
        self.tell(state);
    }

    /// Nobody will ask any more.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        self.tell(state);
    }

    /// Loads and frees recognisers until the pool is closed. `first` is called once, with how the first one was loaded.
    pub(super) fn load(&self, files: &ModelFiles, first: impl FnOnce(Result<(), DecoderError>)) {
        let mut first = Some(first);
        let mut state = self.lock();
        while !state.closed {
            let is_needed = state.loaded < self.least || (state.idle.is_empty() && state.loaded < MOST);
            if !is_needed {
                state = self.free_spares(state);
                continue;
            }
            drop(state);
            let opened = Decoder::open(&files.acoustic, &files.dictionary, &files.language);
            let problem = opened.as_ref().err().copied();
            state = self.lock();
            if let Ok(decoder) = opened {
                state.loaded += 1;
                state.idle.push((decoder, Instant::now()));
                tracing::debug!(speech.recognisers = state.loaded, "a speech recogniser is loaded");
            }
            self.tell(state);
            if let Some(first) = first.take() {
                first(problem.map_or(Ok(()), Err));
            }
            state = self.lock();
            if let Some(problem) = problem {
                tracing::error!(error = %problem, "a speech recogniser cannot be loaded");
                state = self.wait(state, AFTER_FAILURE);
            }
        }
    }

    /// Frees what has not been needed for long, else waits for a change.
    fn free_spares<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let spare = state.idle.len().saturating_sub(1).min(state.loaded - self.least);
        let is_old = |(_, used): &&(Decoder, Instant)| used.elapsed() > SPARE_TIME;
        let old = state.idle[..spare].iter().take_while(is_old).count();
        let freed: Vec<_> = state.idle.drain(..old).collect();
        state.loaded -= freed.len();
        if freed.is_empty() {
            return self.wait(state, SPARE_TIME / 5);
        }
        drop(state);
        drop(freed);
        self.lock()
    }

    fn wait<'a>(&'a self, state: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
        let waited = self.changed.wait_timeout(state, time);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn tell(&self, mut state: MutexGuard<'_, State>) {
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        self.changed.notify_all();
        waiting.into_iter().for_each(|call| call());
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
