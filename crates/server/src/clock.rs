//! The one place that reads the time. Tests move it forward instead of waiting.
//!
//! What is stored and shown is the time of day, which an administrator or a time server may set. What is counted over minutes, the
//! limits, goes by a clock that only runs forward: a server whose clock is set back two days locks nobody out for two days.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

use governor::nanos::Nanos;
use time::{Duration, OffsetDateTime};

/// The time that handlers use. Clones share their offsets.
#[derive(Debug, Clone)]
pub struct Clock {
    /// Since when minutes are counted; without it they stand still until the clock is moved.
    started: Option<Instant>,
    /// Seconds that have passed beside those that really have.
    ahead: Arc<AtomicI64>,
    /// Seconds by which the time of day was set.
    set_by: Arc<AtomicI64>,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            started: Some(Instant::now()),
            ahead: Arc::default(),
            set_by: Arc::default(),
        }
    }
}

impl Clock {
    /// A clock by which no minute passes before it is advanced: what a test counts doesn't depend on how busy the machine is.
    pub fn standing() -> Self {
        Self {
            started: None,
            ..Self::default()
        }
    }

    /// Now, in whole microseconds: PostgreSQL keeps no more.
    pub fn now(&self) -> OffsetDateTime {
        let moved = self.ahead.load(Ordering::Relaxed) + self.set_by.load(Ordering::Relaxed);
        let now = OffsetDateTime::now_utc() + Duration::seconds(moved);
        now.replace_nanosecond(now.nanosecond() / 1_000 * 1_000)
            .unwrap_or(now)
    }

    /// Moves this clock forward, for a test about something that ends.
    pub fn advance(&self, by: Duration) {
        self.ahead.fetch_add(by.whole_seconds(), Ordering::Relaxed);
    }

    /// Sets the time of day, forward or back, while no time passes: what an administrator or a time server does.
    pub fn set(&self, by: Duration) {
        self.set_by.fetch_add(by.whole_seconds(), Ordering::Relaxed);
    }
}

impl governor::clock::Clock for Clock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        let passed = self.started.map(|started| started.elapsed()).unwrap_or_default();
        let ahead = u64::try_from(self.ahead.load(Ordering::Relaxed)).unwrap_or_default();
        Nanos::from(passed + std::time::Duration::from_secs(ahead))
    }
}
