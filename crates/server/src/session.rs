//! Sessions of the browser: the cookie and what a session remembers. `accounts` keeps them.
//!
//! A session remembers who is signed in, which address that proved, how and on what the sign-in was, and roughly when it was last
//! used. It ends after seven days
//! without use, thirty days after the sign-in, or by signing out. The store knows a session by a hash of the cookie's value.

use accounts::session::SessionHandle;
use accounts::session_store::{DatabaseSessions, USER_KEY, session_id};
use accounts::user::User;
use accounts::{Store, UserId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use time::{Duration, OffsetDateTime};
use tower_sessions::cookie::SameSite;
use tower_sessions::{Expiry, Session, SessionManagerLayer};
use uuid::Uuid;

use crate::clock::Clock;
use crate::http::error::ApiError;
use crate::site::Site;

/// The address that the sign-in proved.
const ADDRESS: &str = "address";
const LAST_USED: &str = "last_used";
const BEGINNING: &str = "beginning";
const INACTIVITY: Duration = Duration::days(7);
/// However much it is used, a session that was copied is worth nothing after so long.
const WHOLE_LIFE: Duration = Duration::days(30);
/// How often use is written down. Writing it with every request would make every read a write.
const USE_IS_NOTED_EVERY: Duration = Duration::hours(1);

/// The layer that reads the cookie and, when the session has changed, stores it and sends the cookie.
pub fn layer(store: Store, clock: Clock, site: &Site) -> SessionManagerLayer<DatabaseSessions> {
    // The prefix makes browsers refuse the cookie from anything but this host over TLS.
    let name = if site.is_https() {
        "__Host-readout"
    } else {
        "readout"
    };
    SessionManagerLayer::new(DatabaseSessions::new(store, move || clock.now()))
        .with_name(name)
        .with_path("/")
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_secure(site.is_https())
        .with_expiry(Expiry::OnInactivity(INACTIVITY))
}

/// How a session began, for its owner's list: nothing by which a person could be followed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beginning {
    /// When, in seconds since 1970.
    at: i64,
    /// Who vouched for the user: the short name of a provider.
    pub provider: String,
    /// The browser as far as its family and system, such as `Firefox on Windows`.
    pub browser: Option<String>,
}

impl Beginning {
    /// A session that begins now.
    pub fn new(now: OffsetDateTime, provider: &str, browser: Option<String>) -> Self {
        Self {
            at: now.unix_timestamp(),
            provider: provider.to_owned(),
            browser,
        }
    }

    /// When the session began.
    pub fn at(&self) -> Option<OffsetDateTime> {
        OffsetDateTime::from_unix_timestamp(self.at).ok()
    }

    /// Whether the session is over, however much it has been used.
    fn is_too_long_ago(&self, now: OffsetDateTime) -> bool {
        self.at().is_some_and(|begun| now - begun >= WHOLE_LIFE)
    }
}

/// What a session's data says of its life.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Life {
    /// How it began; unknown of a session that is older than this note.
    pub beginning: Option<Beginning>,
    /// When it was last used, to the hour.
    pub last_used: Option<OffsetDateTime>,
}

impl Life {
    /// Reads what a kept session remembers.
    pub fn of(data: &Map<String, Value>) -> Self {
        let beginning = data.get(BEGINNING).cloned();
        let last_used = data.get(LAST_USED).and_then(Value::as_i64);
        Self {
            beginning: beginning.and_then(|beginning| serde_json::from_value(beginning).ok()),
            last_used: last_used.and_then(|at| OffsetDateTime::from_unix_timestamp(at).ok()),
        }
    }
}

/// Signs a user in. The session gets a new identifier first, so that one planted before is worth nothing.
pub async fn begin(
    session: &Session,
    user: &User,
    beginning: &Beginning,
    now: OffsetDateTime,
) -> Result<(), ApiError> {
    session.cycle_id().await.map_err(ApiError::internal)?;
    session
        .insert(USER_KEY, user.id.as_uuid())
        .await
        .map_err(ApiError::internal)?;
    session
        .insert(ADDRESS, user.email.expose())
        .await
        .map_err(ApiError::internal)?;
    session
        .insert(BEGINNING, beginning)
        .await
        .map_err(ApiError::internal)?;
    session
        .insert(LAST_USED, now.unix_timestamp())
        .await
        .map_err(ApiError::internal)
}

/// Who has signed in, and with which address.
pub struct Proof {
    user: UserId,
    address: Option<String>,
}

impl Proof {
    /// Who.
    pub const fn user(&self) -> UserId {
        self.user
    }

    /// Whether it still says something of the user: an account whose address has changed since is opened by the new one alone.
    pub fn holds_for(&self, user: &User) -> bool {
        self.user == user.id && self.address.as_deref() == Some(user.email.expose())
    }
}

/// Who is signed in. Notes now and then that the session is in use, which puts its end off.
pub async fn proof(session: &Session, now: OffsetDateTime) -> Result<Option<Proof>, ApiError> {
    let Some(user) = session.get::<Uuid>(USER_KEY).await.map_err(ApiError::internal)? else {
        return Ok(None);
    };
    let beginning = session
        .get::<Beginning>(BEGINNING)
        .await
        .map_err(ApiError::internal)?;
    if beginning.is_some_and(|beginning| beginning.is_too_long_ago(now)) {
        end(session).await?;
        return Ok(None);
    }
    let address = session.get::<String>(ADDRESS).await.map_err(ApiError::internal)?;
    let last_used = session
        .get::<i64>(LAST_USED)
        .await
        .map_err(ApiError::internal)?
        .unwrap_or_default();
    if now.unix_timestamp() - last_used >= USE_IS_NOTED_EVERY.whole_seconds() {
        session
            .insert(LAST_USED, now.unix_timestamp())
            .await
            .map_err(ApiError::internal)?;
    }
    Ok(Some(Proof {
        user: UserId::from_uuid(user),
        address,
    }))
}

/// What the owner of the session knows it by.
pub fn handle(session: &Session) -> Option<SessionHandle> {
    session.id().map(|id| session_id(id).handle())
}

/// Whether the session of a request that has gone on for long is still open.
pub async fn is_open(session: &Session, store: &Store, now: OffsetDateTime) -> Result<bool, ApiError> {
    let Some(id) = session.id() else {
        return Ok(false);
    };
    Ok(store.load_session(session_id(id), now).await?.is_some())
}

/// Ends the session here and in the store.
pub async fn end(session: &Session) -> Result<(), ApiError> {
    session.flush().await.map_err(ApiError::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    // How use puts the end off is tower-sessions' own, and counted by the clock of the machine: no test over HTTP lives so long.
    #[test]
    fn a_session_ends_thirty_days_after_the_sign_in_however_much_it_is_used() {
        let signed_in = OffsetDateTime::UNIX_EPOCH + Duration::days(20_000);
        let beginning = Beginning::new(signed_in, "email", None);
        assert!(!beginning.is_too_long_ago(signed_in));
        assert!(!beginning.is_too_long_ago(signed_in + WHOLE_LIFE - Duration::seconds(1)));
        assert!(beginning.is_too_long_ago(signed_in + WHOLE_LIFE));
    }
}
