//! Sessions of the browser: the cookie and what a session remembers. `accounts` keeps them.
//!
//! A session remembers who is signed in and roughly when it was last used. It ends after seven days without use, or by signing
//! out. The store knows a session by a hash of the cookie's value.

use accounts::session_store::{DatabaseSessions, USER_KEY};
use accounts::{Store, UserId};
use time::{Duration, OffsetDateTime};
use tower_sessions::cookie::SameSite;
use tower_sessions::{Expiry, Session, SessionManagerLayer};
use uuid::Uuid;

use crate::clock::Clock;
use crate::http::error::ApiError;
use crate::site::Site;

const LAST_USED: &str = "last_used";
const INACTIVITY: Duration = Duration::days(7);
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

/// Signs a user in. The session gets a new identifier first, so that one planted before is worth nothing.
pub async fn begin(session: &Session, user: UserId, now: OffsetDateTime) -> Result<(), ApiError> {
    session.cycle_id().await.map_err(ApiError::internal)?;
    session
        .insert(USER_KEY, user.as_uuid())
        .await
        .map_err(ApiError::internal)?;
    session
        .insert(LAST_USED, now.unix_timestamp())
        .await
        .map_err(ApiError::internal)
}

/// Who is signed in. Notes now and then that the session is in use, which puts its end off.
pub async fn user(session: &Session, now: OffsetDateTime) -> Result<Option<UserId>, ApiError> {
    let Some(user) = session.get::<Uuid>(USER_KEY).await.map_err(ApiError::internal)? else {
        return Ok(None);
    };
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
    Ok(Some(UserId::from_uuid(user)))
}

/// Ends the session here and in the store.
pub async fn end(session: &Session) -> Result<(), ApiError> {
    session.flush().await.map_err(ApiError::internal)
}
