//! How often one user and one client may ask for what costs something: sign-in links and sign-ins, work on dictations.
//!
//! Without a limit the form would mail anybody as often as a stranger likes, and one page gone wild would keep everybody else waiting. A
//! limit lets a burst through and then as many as its period gives back; it is far above what a person does. How many links may be open
//! to one address is the store's rule. Counted in the memory of each server: a restart forgets, which costs nothing, because the count is
//! over minutes.

use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use accounts::UserId;
use governor::clock::Clock as Ticks;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::clock::Clock;
use crate::http::client::Client;
use crate::http::error::ApiError;

/// Links by mail in a quarter of an hour; a department may share one network address.
const LINKS: u32 = 30;
/// Departures to a provider, returns and confirmed links in a quarter of an hour: what makes the store write before anybody is known. They
/// trouble nobody's mailbox, and a hospital may share one network address.
const SIGN_INS: u32 = 600;
/// Links of a whole IPv6 site.
const LINKS_OF_A_SITE: u32 = 300;
/// What a whole IPv6 site does to sign in.
const SIGN_INS_OF_A_SITE: u32 = 6_000;
/// Links to addresses that nobody has signed in with: a stranger with many networks must not make the hospital's mail server one that
/// others refuse. Whoever has an account is not counted here, so that no stranger keeps them out; what is mailed to them is bounded by
/// address. A morning on which all of a large department sign in for the first time stays below.
const LINKS_TO_STRANGERS: u32 = 3_000;
const QUARTER_OF_AN_HOUR: Duration = Duration::from_secs(15 * 60);
const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// Seconds of sound that one user may have written down at once: two of the longest recordings.
const SOUND: u32 = 2 * 60 * 60;
/// How soon a user may have another second of sound written down. Nobody dictates faster than a minute a minute; the other half is for
/// what is sent again, and for recordings that were made before.
const ANOTHER_SECOND_OF_SOUND: Duration = Duration::from_millis(500);
/// How many users may share one network address before its limit is felt before theirs.
const USERS_OF_AN_ADDRESS: u32 = 10;
/// Beyond so many keys those that have all of their quota again are forgotten, so that strangers cannot fill the memory.
const MOST_KEYS: usize = 20_000;

/// What a signed-in user asks to be worked on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Recordings, whole and live.
    Transcribing,
    /// Reports and impressions.
    Structuring,
    /// Checks, which the page asks for while somebody types.
    Checking,
    /// Word files.
    Exporting,
    /// Everything that is stored about the user, which leaves an event in the trail each time.
    Downloading,
    /// Saved and removed signatures, which leave one too.
    Signing,
}

impl Work {
    /// How often a minute one user may ask.
    const fn of_a_user(self) -> u32 {
        match self {
            Self::Checking => 300,
            Self::Transcribing | Self::Structuring | Self::Exporting => 60,
            Self::Signing => 12,
            Self::Downloading => 6,
        }
    }

    /// How often a day one user may ask, where each time leaves events that stay for good. Nobody reports a tenth of as many studies.
    const fn of_a_user_a_day(self) -> Option<u32> {
        match self {
            Self::Exporting => Some(2_000),
            _ => None,
        }
    }
}

/// The limits of this server, and what it has counted towards them.
#[derive(Debug)]
pub struct Limits {
    /// Sign-in links by who asks for them, and those to addresses without an account.
    links: ClientLimits,
    links_to_strangers: Limit<()>,
    /// What clients do to sign in: departures to providers, returns, confirmed links.
    sign_ins: ClientLimits,
    work: [WorkLimits; 6],
    /// Seconds of recordings, whole and live.
    sound: Limit<UserId>,
}

/// What is counted of a client by its address, and by its IPv6 site, which changes its network as it likes. In a quarter of an hour.
#[derive(Debug)]
struct ClientLimits {
    of_addresses: Limit<IpAddr>,
    of_sites: Limit<Ipv6Addr>,
}

impl ClientLimits {
    fn new(of_an_address: u32, of_a_site: u32, clock: &Clock) -> Self {
        Self {
            of_addresses: Limit::new(of_an_address, QUARTER_OF_AN_HOUR, clock),
            of_sites: Limit::new(of_a_site, QUARTER_OF_AN_HOUR, clock),
        }
    }

    fn admit(&self, client: Client) -> Result<(), Wait> {
        if let Some(address) = client.0 {
            self.of_addresses.admit(address)?;
        }
        client.site().map_or(Ok(()), |site| self.of_sites.admit(site))
    }
}

#[derive(Debug)]
struct WorkLimits {
    of_users: Limit<UserId>,
    of_users_a_day: Option<Limit<UserId>>,
    of_addresses: Limit<IpAddr>,
}

impl Limits {
    /// Nothing is counted yet. Time is what `clock` says.
    pub fn new(clock: &Clock) -> Self {
        let work = |work: Work| WorkLimits {
            of_users: Limit::new(work.of_a_user(), MINUTE, clock),
            of_users_a_day: work.of_a_user_a_day().map(|most| Limit::new(most, DAY, clock)),
            of_addresses: Limit::new(work.of_a_user() * USERS_OF_AN_ADDRESS, MINUTE, clock),
        };
        Self {
            links: ClientLimits::new(LINKS, LINKS_OF_A_SITE, clock),
            links_to_strangers: Limit::new(LINKS_TO_STRANGERS, QUARTER_OF_AN_HOUR, clock),
            sign_ins: ClientLimits::new(SIGN_INS, SIGN_INS_OF_A_SITE, clock),
            work: [
                work(Work::Transcribing),
                work(Work::Structuring),
                work(Work::Checking),
                work(Work::Exporting),
                work(Work::Downloading),
                work(Work::Signing),
            ],
            sound: Limit::new(SOUND, SOUND * ANOTHER_SECOND_OF_SOUND, clock),
        }
    }

    /// Counts one more sign-in link that a client asks for.
    pub(crate) fn admit_link(&self, client: Client) -> Result<(), Wait> {
        self.links.admit(client)
    }

    /// Counts one more link to an address that has no account.
    pub(crate) fn admit_stranger(&self) -> Result<(), Wait> {
        self.links_to_strangers.admit(())
    }

    /// Counts one more step that a client takes to sign in.
    pub(crate) fn admit_sign_in(&self, client: Client) -> Result<(), Wait> {
        self.sign_ins.admit(client)
    }

    /// Counts one more piece of `work` of a user, and of the client that they ask from; 429 when either has had enough for now.
    pub(crate) fn admit(&self, work: Work, user: UserId, client: Client) -> Result<(), ApiError> {
        let limits = &self.work[work as usize];
        limits.of_users.admit(user).map_err(too_many)?;
        if let Some(of_users_a_day) = &limits.of_users_a_day {
            of_users_a_day.admit(user).map_err(too_many)?;
        }
        client
            .0
            .map_or(Ok(()), |address| limits.of_addresses.admit(address))
            .map_err(too_many)
    }

    /// Counts a recording of a user, or a part of one, by its length, each second that is begun as one: an hour is as much work as sixty
    /// recordings of a minute. 429 when so much of theirs was written down that they have to wait.
    pub(crate) fn admit_sound(&self, user: UserId, seconds: f64) -> Result<(), ApiError> {
        let whole = seconds.ceil().clamp(1.0, f64::from(SOUND));
        self.sound.admit_several(user, whole as u32).map_err(|wait| {
            ApiError::too_many(
                "More was sent than anybody dictates in that time. Nothing you recorded is lost; please try again in some minutes.",
                wait.seconds(),
            )
        })
    }
}

fn too_many(wait: Wait) -> ApiError {
    ApiError::too_many(
        "That was asked very often in a short time. Nothing you entered is lost; please try again in a moment.",
        wait.seconds(),
    )
}

/// So many in a period for each key.
#[derive(Debug)]
pub(crate) struct Limit<K: Hash + Eq + Clone> {
    counted: RateLimiter<K, HashMapStateStore<K>, Clock, NoOpMiddleware<Nanos>>,
    period: Duration,
    clock: Clock,
}

/// How long it takes until one more is admitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wait(Duration);

impl Wait {
    /// In whole seconds, at least one.
    pub(crate) fn seconds(self) -> u32 {
        u32::try_from(self.0.as_millis().div_ceil(1000).max(1)).unwrap_or(u32::MAX)
    }
}

impl<K: Hash + Eq + Clone> Limit<K> {
    fn new(most: u32, period: Duration, clock: &Clock) -> Self {
        let most = NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::with_period(period / most.get())
            .map_or_else(|| Quota::per_second(most), |quota| quota.allow_burst(most));
        Self {
            counted: RateLimiter::new(quota, HashMapStateStore::default(), clock.clone()),
            period,
            clock: clock.clone(),
        }
    }

    /// Counts one more of `key`; when it has had enough nothing is counted.
    pub(crate) fn admit(&self, key: K) -> Result<(), Wait> {
        self.admit_several(key, 1)
    }

    /// Counts so many more of `key` at once; when they are more than it may have nothing is counted.
    fn admit_several(&self, key: K, several: u32) -> Result<(), Wait> {
        if self.counted.len() > MOST_KEYS {
            self.counted.retain_recent();
        }
        let several = NonZeroU32::new(several).unwrap_or(NonZeroU32::MIN);
        match self.counted.check_key_n(&key, several) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(until)) => Err(Wait(until.wait_time_from(Ticks::now(&self.clock)))),
            // More than the limit ever lets through at once: nobody is asked for so much.
            Err(_) => Err(Wait(self.period)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::Duration as Time;
    use uuid::Uuid;

    fn user() -> UserId {
        UserId::from_uuid(Uuid::now_v7())
    }

    #[test]
    fn a_client_has_its_burst_and_then_what_the_period_gives_back() {
        let clock = Clock::default();
        let limits = Limits::new(&clock);
        let [busy, other] = [7, 8].map(|last| Client(Some(IpAddr::from([192, 0, 2, last]))));
        for _ in 0..LINKS {
            assert_eq!(limits.admit_link(busy), Ok(()));
        }
        let wait = limits.admit_link(busy).expect_err("it has had enough");
        assert!((29..=30).contains(&wait.seconds()), "{wait:?}");
        assert_eq!(
            limits.admit_link(other),
            Ok(()),
            "another client has its own count"
        );
        clock.advance(Time::seconds(31));
        assert_eq!(limits.admit_link(busy), Ok(()), "one is given back");
        assert!(limits.admit_link(busy).is_err());
        clock.advance(Time::minutes(15));
        for _ in 0..LINKS {
            assert_eq!(limits.admit_link(busy), Ok(()));
        }
    }

    #[test]
    fn a_clock_that_is_set_back_or_forward_locks_nobody_out_and_forgives_nobody() {
        for by in [Time::days(-2), Time::days(2)] {
            let clock = Clock::default();
            let limits = Limits::new(&clock);
            let busy = Client(Some(IpAddr::from([192, 0, 2, 7])));
            for _ in 0..LINKS {
                assert_eq!(limits.admit_link(busy), Ok(()));
            }
            clock.set(by);
            let wait = limits.admit_link(busy).expect_err("it has had enough");
            assert!((29..=30).contains(&wait.seconds()), "{wait:?}");
            clock.advance(Time::seconds(31));
            assert_eq!(limits.admit_link(busy), Ok(()), "one is given back");
        }
    }

    #[test]
    fn links_are_bounded_for_a_whole_site_and_to_strangers() {
        let limits = Limits::new(&Clock::default());
        let network =
            |site: u16, number: u16| Client(Some(IpAddr::from([0x2001, 0xdb8, site, number, 0, 0, 0, 0])));
        for number in 0..300 {
            assert_eq!(limits.admit_link(network(1, number)), Ok(()));
        }
        assert!(
            limits.admit_link(network(1, 300)).is_err(),
            "another network of the same site"
        );
        let sent = (0..4_000).take_while(|_| limits.admit_stranger().is_ok()).count();
        // What was given back meanwhile comes to it.
        assert!((3_000..3_100).contains(&sent), "{sent}");
        let elsewhere = network(2, 0);
        assert_eq!(limits.admit_link(elsewhere), Ok(()), "who has an account");
    }

    #[test]
    fn steps_of_signing_in_are_bounded_for_a_whole_site() {
        let limits = Limits::new(&Clock::default());
        let network = |number: u16| Client(Some(IpAddr::from([0x2001, 0xdb8, 1, number, 0, 0, 0, 0])));
        let taken = (0..7_000)
            .take_while(|number| limits.admit_sign_in(network(*number)).is_ok())
            .count();
        assert!((6_000..6_100).contains(&taken), "{taken}");
    }

    #[test]
    fn users_are_counted_each_and_an_address_for_ten_of_them() {
        let limits = Limits::new(&Clock::default());
        let client = Client(Some(IpAddr::from([192, 0, 2, 7])));
        let ask = |user: UserId, client| limits.admit(Work::Structuring, user, client);
        let busy = user();
        for _ in 0..60 {
            ask(busy, client).expect("it is no more than sixty");
        }
        assert!(ask(busy, client).is_err());
        limits
            .admit(Work::Exporting, busy, client)
            .expect("other work has its own count");
        for _ in 0..9 {
            let next = user();
            for _ in 0..60 {
                ask(next, client).expect("a user of their own");
            }
        }
        assert!(ask(user(), client).is_err(), "the address has had enough");
        let elsewhere = Client(Some(IpAddr::from([192, 0, 2, 8])));
        ask(user(), elsewhere).expect("another address");
    }

    #[test]
    fn word_files_are_bounded_for_a_day_too() {
        let clock = Clock::default();
        let limits = Limits::new(&clock);
        let nobody = Client(None);
        let busy = user();
        let mut taken = 0;
        // As many as a minute allows, for two days.
        for _ in 0..2 * 24 * 60 {
            taken += (0..60)
                .take_while(|_| limits.admit(Work::Exporting, busy, nobody).is_ok())
                .count();
            clock.advance(Time::minutes(1));
        }
        // A day's worth at once, and what two days give back.
        assert!((5_990..6_010).contains(&taken), "{taken}");
        while limits.admit(Work::Exporting, busy, nobody).is_ok() {}
        limits
            .admit(Work::Structuring, busy, nobody)
            .expect("other work has none of a day");
        limits
            .admit(Work::Exporting, user(), nobody)
            .expect("everybody has their own");
    }

    #[test]
    fn a_working_day_is_written_down_and_a_machine_that_sends_all_day_is_not() {
        let clock = Clock::default();
        let limits = Limits::new(&clock);
        let [radiologist, busy] = [user(), user()];
        // Eighty studies in eight hours, each dictated for four minutes and sent twice, and the first ten of them in a row.
        for study in 0..80 {
            for _ in 0..2 {
                limits.admit_sound(radiologist, 240.0).expect("a day's work");
            }
            if study >= 10 {
                clock.advance(Time::minutes(6));
            }
        }
        let mut hours = 0;
        for _ in 0..8 * 60 {
            hours += usize::from(limits.admit_sound(busy, 3600.0).is_ok());
            clock.advance(Time::minutes(1));
        }
        assert_eq!(hours, 2 + 15, "hours of sound in eight hours");
        assert!(limits.admit_sound(busy, 3600.0).is_ok());
        limits
            .admit_sound(busy, 3600.0)
            .expect_err("a minute later is too soon");
        limits
            .admit_sound(user(), 3600.0)
            .expect("everybody has their own");
    }

    #[test]
    fn keys_that_have_all_of_their_quota_again_are_forgotten() {
        let clock = Clock::default();
        let limit = Limit::new(2, MINUTE, &clock);
        for key in 0..=MOST_KEYS {
            assert_eq!(limit.admit(key), Ok(()));
        }
        clock.advance(Time::minutes(2));
        assert_eq!(limit.admit(0), Ok(()));
        assert_eq!(limit.counted.len(), 1);
    }
}
