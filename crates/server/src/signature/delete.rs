//! DELETE /api/user/signature: forgets the signature. Allowed without premium access: it is the user's own.

use axum::extract::State;
use axum::http::StatusCode;

use crate::counted::{Counted, Signing};
use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// Forgets the signature; harmless when there is none.
#[utoipa::path(delete, path = "/api/user/signature", tag = "account",
    responses((status = 204), (status = 401, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn delete_signature(
    State(app): State<AppState>,
    user: CurrentUser,
    _: Counted<Signing>,
) -> Result<StatusCode, ApiError> {
    app.store.delete_signature(user.id, app.clock.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}
