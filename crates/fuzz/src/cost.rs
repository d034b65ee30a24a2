//! What something costs, in time of the processor: on a busy machine the clock tells of the others.

use std::fs;
use std::time::{Duration, Instant};

/// The processor's time that this thread has had; the clock where the system does not tell.
fn spent(since: Instant) -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// The least of some times, so that a page of memory that was touched first does not count.
pub fn least(times: usize, work: &dyn Fn()) -> Duration {
    let since = Instant::now();
    let timed = || {
        let before = spent(since);
        work();
        spent(since).saturating_sub(before)
    };
    (0..times).map(|_| timed()).min().unwrap_or_default()
}
