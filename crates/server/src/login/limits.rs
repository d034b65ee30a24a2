//! How many sign-in links one client may ask for, and how many sign-ins through a provider it may begin. How many links may be open to one address is the store's rule.
//!
//! Without a limit the form would mail anybody as often as a stranger likes. Counted in memory: a restart forgets, which costs
//! nothing, because the count is over minutes.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use time::{Duration, OffsetDateTime};

/// Links asked for by one client in [`WINDOW`]; a department may share one network address.
const MOST_LINKS: usize = 30;
/// The time over which is counted.
const WINDOW: Duration = Duration::minutes(15);
/// Beyond so many clients those who have not asked lately are forgotten, so that strangers cannot fill the memory.
const MOST_CLIENTS: usize = 20_000;

/// The counts of this server.
#[derive(Debug)]
pub struct ClientLimits {
    most: usize,
    asked: Mutex<HashMap<IpAddr, VecDeque<OffsetDateTime>>>,
}

/// The limit of sign-in links.
impl Default for ClientLimits {
    fn default() -> Self {
        Self::of(MOST_LINKS)
    }
}

impl ClientLimits {
    /// Another limit, over the same time.
    pub(super) fn of(most: usize) -> Self {
        Self {
            most,
            asked: Mutex::default(),
        }
    }

    /// Counts one link asked for by `client`. False when it has had enough; then nothing is counted.
    pub fn admit(&self, client: IpAddr, now: OffsetDateTime) -> bool {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.len() > MOST_CLIENTS {
            asked.retain(|_, times| times.back().is_some_and(|time| *time > now - WINDOW));
        }
        let times = asked.entry(client).or_default();
        while times.front().is_some_and(|time| *time <= now - WINDOW) {
            times.pop_front();
        }
        if times.len() >= self.most {
            return false;
        }
        times.push_back(now);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_each_client_over_a_quarter_of_an_hour() {
        let limits = ClientLimits::default();
        let (busy, other) = (IpAddr::from([192, 0, 2, 7]), IpAddr::from([192, 0, 2, 8]));
        let start = OffsetDateTime::UNIX_EPOCH;
        for _ in 0..MOST_LINKS {
            assert!(limits.admit(busy, start));
        }
        assert!(!limits.admit(busy, start));
        assert!(limits.admit(other, start), "another client has its own count");
        assert!(limits.admit(busy, start + WINDOW));
    }
}
