//! POST /api/auth/sign-out-everywhere: ends every session of the user, this one included.

use accounts::audit::{AuditEvent, AuditKind};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use tower_sessions::Session;

use crate::current_user::CurrentUser;
use crate::http::clear_site_data;
use crate::http::error::{ApiError, ErrorBody};
use crate::session;
use crate::state::AppState;

/// Signs the user out in every browser. Whoever holds a copied cookie is out as well.
#[utoipa::path(post, path = "/api/auth/sign-out-everywhere", tag = "account",
    responses((status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub async fn sign_out_everywhere(
    State(app): State<AppState>,
    user: CurrentUser,
    session: Session,
) -> Result<impl IntoResponse, ApiError> {
    app.store.delete_sessions_of(user.id).await?;
    session::end(&session).await?;
    let event = AuditEvent::of_own(AuditKind::SessionsEnded, user.id, app.clock.now());
    app.store.record_audit_event(event).await?;
    Ok((clear_site_data::ON_SIGNING_OUT, StatusCode::NO_CONTENT))
}
