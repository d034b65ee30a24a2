//! The administrator's view of all users: what can be searched for, in which orders they are listed, and what is counted over
//! all of them. The store keeps each of these quick with a hundred thousand users (`bench/directory.sh` measures it).

use std::fmt;

use thiserror::Error;
use time::{Duration, OffsetDateTime};

use crate::audit::AuditEvent;
use crate::email::EmailAddress;
use crate::subscription::{Access, Status};
use crate::user::UserOverview;

/// The longest text that can be searched for, in characters: no address is longer.
pub const LONGEST_SEARCH: usize = 254;
/// How many words of a search are looked for. Nobody has more names.
const MOST_WORDS: usize = 8;

/// Words that an address or a name must hold, each of them somewhere. None is held by everybody.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct UserSearch {
    words: Vec<String>,
}

/// Why a text cannot be searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum UserSearchError {
    /// Longer than [`LONGEST_SEARCH`].
    #[error("a search may have at most {LONGEST_SEARCH} characters")]
    TooLong,
}

impl UserSearch {
    /// Reads what somebody typed. Blank finds everybody.
    pub fn parse(raw: &str) -> Result<Self, UserSearchError> {
        if raw.chars().count() > LONGEST_SEARCH {
            return Err(UserSearchError::TooLong);
        }
        let words = raw.split_whitespace().take(MOST_WORDS).map(str::to_owned);
        Ok(Self {
            words: words.collect(),
        })
    }

    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }
}

impl fmt::Debug for UserSearch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("UserSearch(..)")
    }
}

/// By what users are ordered. Who has the same comes in the order of joining.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum UserOrder {
    /// The name, or the address of who has none.
    Name,
    /// The address.
    Email,
    /// Active, cancelled, trial, expired.
    Status,
    /// Recordings transcribed.
    Transcriptions,
    /// Reports structured.
    Reports,
    /// The last sign-in, transcription or report; never comes first.
    LastActivity,
    /// The time until the trial or the paid period ends; none comes last either way.
    TimeRemaining,
    /// When the user first signed in.
    #[default]
    Joined,
}

/// Which users are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UserQuery {
    /// What they must match.
    pub search: UserSearch,
    /// How they are ordered.
    pub order: UserOrder,
    /// Whether the largest, latest or last of the alphabet comes first.
    pub descending: bool,
    /// How many of them to pass over.
    pub offset: u64,
    /// How many of them to give at most.
    pub limit: u64,
}

/// Some of the users that were asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserPage {
    /// The users, in order.
    pub users: Vec<UserOverview>,
    /// How many match the search, those of other pages too.
    pub matching: u64,
}

/// What is counted over all users.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// Users.
    pub users: u64,
    /// Users within a paid period that was not cancelled.
    pub active_subscriptions: u64,
    /// Users whose trial is running.
    pub running_trials: u64,
    /// Recordings transcribed.
    pub transcriptions: u64,
    /// Reports structured.
    pub reports: u64,
}

/// An event with who it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Counts events up; later ones have higher numbers.
    pub number: i64,
    /// What happened.
    pub event: AuditEvent,
    /// The address of who did it, as long as there is such a user.
    pub actor: Option<EmailAddress>,
    /// The address of whose account it was, as long as there is such a user.
    pub subject: Option<EmailAddress>,
}

impl UserOverview {
    /// The subscription as lists of users name it. A trial that is over is expired here: a list has no second column to say so.
    pub fn status(&self, now: OffsetDateTime) -> Status {
        match self.subscription.access(now) {
            Access::Expired => Status::Expired,
            Access::Trial | Access::Premium => self.subscription.status(now),
        }
    }

    /// The time until the trial or the paid period ends; nothing when it is over.
    pub fn time_remaining(&self, now: OffsetDateTime) -> Option<Duration> {
        let left = self.subscription.expires_at() - now;
        left.is_positive().then_some(left)
    }
}

/// A time in the words of the subscription banner: "2 days 4 hours 12 minutes", "4 hours 12 minutes" or "12 minutes".
pub fn in_words(time: Duration) -> String {
    let (days, hours, minutes) = (
        time.whole_days(),
        time.whole_hours() % 24,
        time.whole_minutes() % 60,
    );
    let mut parts = Vec::new();
    if days > 0 {
        parts.push(counted(days, "day"));
    }
    if days > 0 || hours > 0 {
        parts.push(counted(hours, "hour"));
    }
    parts.push(counted(minutes, "minute"));
    parts.join(" ")
}

fn counted(count: i64, unit: &str) -> String {
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_a_time_as_the_banner_does() {
        let check = |time: Duration, words: &str| assert_eq!(in_words(time), words);
        check(
            Duration::days(2) + Duration::hours(4) + Duration::minutes(12),
            "2 days 4 hours 12 minutes",
        );
        check(Duration::days(1), "1 day 0 hours 0 minutes");
        check(Duration::hours(1) + Duration::minutes(1), "1 hour 1 minute");
        check(Duration::minutes(12) + Duration::seconds(59), "12 minutes");
        check(Duration::seconds(3), "0 minutes");
    }

    #[test]
    fn a_search_is_words_and_bounded() -> Result<(), UserSearchError> {
        assert_eq!(UserSearch::parse("  Asha  RAO ")?.words(), ["Asha", "RAO"]);
        assert_eq!(UserSearch::parse(" ")?, UserSearch::default());
        assert_eq!(UserSearch::parse(&"a ".repeat(100))?.words().len(), MOST_WORDS);
        let long = "a".repeat(LONGEST_SEARCH + 1);
        assert_eq!(UserSearch::parse(&long), Err(UserSearchError::TooLong));
        assert!(!format!("{:?}", UserSearch::parse("asha")?).contains("asha"));
        Ok(())
    }
}
