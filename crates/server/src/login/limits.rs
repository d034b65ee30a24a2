//! How often one client may begin to sign in: ask for a link by mail, or be sent to a provider.
//!
//! Without a limit the form would mail anybody as often as a stranger likes, and every departure to a provider would leave a row in
//! the store. How many links may be open to one address is the store's rule. Counted in memory: a restart forgets, which costs
//! nothing, because the count is over minutes.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use time::{Duration, OffsetDateTime};

/// Links that one client may ask for in [`WINDOW`]; a department may share one network address.
const MOST_LINKS: usize = 30;
/// Departures to a provider in [`WINDOW`]. They trouble nobody's mailbox, and a hospital may share one network address.
const MOST_DEPARTURES: usize = 300;
/// The time over which is counted.
const WINDOW: Duration = Duration::minutes(15);
/// Beyond so many clients those who have not come lately are forgotten, so that strangers cannot fill the memory.
const MOST_CLIENTS: usize = 20_000;

/// One limit, and what this server has counted towards it.
#[derive(Debug)]
pub struct ClientLimits {
    most: usize,
    begun: Mutex<HashMap<IpAddr, VecDeque<OffsetDateTime>>>,
}

impl ClientLimits {
    /// The limit of links by mail.
    pub fn links() -> Self {
        Self::of(MOST_LINKS)
    }

    /// The limit of departures to providers.
    pub fn departures() -> Self {
        Self::of(MOST_DEPARTURES)
    }

    fn of(most: usize) -> Self {
        Self {
            most,
            begun: Mutex::default(),
        }
    }

    /// Counts one more of `client`. False when it has had enough; then nothing is counted.
    pub fn admit(&self, client: IpAddr, now: OffsetDateTime) -> bool {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        if begun.len() > MOST_CLIENTS {
            begun.retain(|_, times| times.back().is_some_and(|time| *time > now - WINDOW));
        }
        let times = begun.entry(client).or_default();
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
        for (limits, most) in [
            (ClientLimits::links(), MOST_LINKS),
            (ClientLimits::departures(), MOST_DEPARTURES),
        ] {
            let (busy, other) = (IpAddr::from([192, 0, 2, 7]), IpAddr::from([192, 0, 2, 8]));
            let start = OffsetDateTime::UNIX_EPOCH;
            for _ in 0..most {
                assert!(limits.admit(busy, start));
            }
            assert!(!limits.admit(busy, start));
            assert!(limits.admit(other, start), "another client has its own count");
            assert!(limits.admit(busy, start + WINDOW));
        }
    }
}
