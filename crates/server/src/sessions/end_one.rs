//! DELETE /api/user/sessions/{id}: ends one session of the user.

use accounts::audit::{AuditEvent, AuditKind};
use accounts::session::SessionHandle;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tower_sessions::Session;

use crate::current_user::CurrentUser;
use crate::http::clear_site_data;
use crate::http::error::{ApiError, ErrorBody};
use crate::session;
use crate::state::AppState;

/// Ends a session of the user, this one or another.
#[utoipa::path(delete, path = "/api/user/sessions/{id}", tag = "account",
    params(("id" = String, Path, description = "The session, as the list names it")),
    responses((status = 204), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn end_session(
    State(app): State<AppState>,
    user: CurrentUser,
    session: Session,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let handle = SessionHandle::from_text(id);
    if !app.store.delete_session_of(user.id, &handle).await? {
        return Err(ApiError::not_found(
            "There is no such session. It may have ended already.",
        ));
    }
    let is_this_one = session::handle(&session).as_ref() == Some(&handle);
    if is_this_one {
        session::end(&session).await?;
    }
    let event = AuditEvent::of_own(AuditKind::SignedOut, user.id, app.clock.now());
    app.store.record_audit_event(event).await?;
    let done = StatusCode::NO_CONTENT;
    Ok(if is_this_one {
        (clear_site_data::ON_SIGNING_OUT, done).into_response()
    } else {
        done.into_response()
    })
}
