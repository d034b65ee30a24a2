//! GET /api/logout: ends the session. Only when the navigation was typed or came from this site: a picture on another
//! site whose address is this one must not sign anybody out.

use accounts::audit::{AuditEvent, AuditKind};
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Redirect, Response};
use tower_sessions::Session;

use crate::current_user::CurrentUser;
use crate::http::clear_site_data;
use crate::http::error::ApiError;
use crate::http::same_origin;
use crate::session;
use crate::state::AppState;

/// Signs out and goes to the landing page. HEAD only asks where that is.
pub async fn get(
    method: Method,
    State(app): State<AppState>,
    user: Option<CurrentUser>,
    session: Session,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if !same_origin::is_typed_or_from_here(&headers) {
        return Err(same_origin::refusal());
    }
    if method == Method::HEAD {
        return Ok(Redirect::to("/").into_response());
    }
    session::end(&session).await?;
    if let Some(CurrentUser(user)) = user {
        let event = AuditEvent::of_own(AuditKind::SignedOut, user.id, app.clock.now());
        app.store.record_audit_event(event).await?;
    }
    Ok((clear_site_data::ON_SIGNING_OUT, Redirect::to("/")).into_response())
}
