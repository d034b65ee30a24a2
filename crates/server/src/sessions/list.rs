//! GET /api/user/sessions: where the user is signed in.

use accounts::session::OpenSession;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use time::OffsetDateTime;
use tower_sessions::Session;
use utoipa::ToSchema;

use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::session::{self, Life};
use crate::state::AppState;

/// A session of the user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionResponse {
    /// Names the session in this list; nobody can sign in with it.
    pub id: String,
    /// Whether it is the one that asks.
    pub current: bool,
    /// When it began; null when that was not written down.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required = true)]
    pub started_at: Option<OffsetDateTime>,
    /// When it was last used, to the hour.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required = true)]
    pub last_used_at: Option<OffsetDateTime>,
    /// Who vouched for the user: `email`, `google`, `github` or `oidc`; null when that was not written down.
    #[schema(required = true)]
    pub provider: Option<String>,
    /// The browser, such as `Firefox on Windows`; null when it is not known.
    #[schema(required = true)]
    pub browser: Option<String>,
}

/// Where the user is signed in: this session first, then those that were used last.
#[utoipa::path(get, path = "/api/user/sessions", tag = "account",
    responses((status = 200, body = Vec<SessionResponse>), (status = 401, body = ErrorBody)))]
pub async fn list_sessions(
    State(app): State<AppState>,
    user: CurrentUser,
    session: Session,
) -> Result<Json<Vec<SessionResponse>>, ApiError> {
    let now = app.clock.now();
    let current = session::handle(&session);
    let open = app.store.sessions_of(user.id, now).await?;
    let mut listed: Vec<_> = open
        .into_iter()
        .map(|open| {
            let is_current = current.as_ref() == Some(&open.handle);
            SessionResponse::new(open, is_current, now)
        })
        .collect();
    listed.sort_by_key(|session| std::cmp::Reverse((session.current, session.last_used_at)));
    Ok(Json(listed))
}

impl SessionResponse {
    fn new(session: OpenSession, is_current: bool, now: OffsetDateTime) -> Self {
        let Life { beginning, last_used } = Life::of(&session.data);
        Self {
            id: session.handle.as_str().to_owned(),
            current: is_current,
            started_at: beginning.as_ref().and_then(session::Beginning::at),
            last_used_at: if is_current { Some(now) } else { last_used },
            provider: beginning.as_ref().map(|beginning| beginning.provider.clone()),
            browser: beginning.and_then(|beginning| beginning.browser),
        }
    }
}
