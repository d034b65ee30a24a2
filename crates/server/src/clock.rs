//! The one place that reads the time. Tests move it forward instead of waiting.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use governor::nanos::Nanos;
use time::{Duration, OffsetDateTime};

/// The time that handlers use. Clones share their offset.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    ahead_seconds: Arc<AtomicI64>,
}

impl Clock {
    /// Now, in whole microseconds: PostgreSQL keeps no more.
    pub fn now(&self) -> OffsetDateTime {
        let now = OffsetDateTime::now_utc() + Duration::seconds(self.ahead_seconds.load(Ordering::Relaxed));
        now.replace_nanosecond(now.nanosecond() / 1_000 * 1_000)
            .unwrap_or(now)
    }

    /// Moves this clock forward, for a test about something that ends.
    pub fn advance(&self, by: Duration) {
        self.ahead_seconds
            .fetch_add(by.whole_seconds(), Ordering::Relaxed);
    }
}

impl governor::clock::Clock for Clock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        let since = Self::now(self) - OffsetDateTime::UNIX_EPOCH;
        Nanos::from(u64::try_from(since.whole_nanoseconds()).unwrap_or_default())
    }
}
