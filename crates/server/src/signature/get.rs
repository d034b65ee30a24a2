//! GET /api/user/signature: the saved signature.

use axum::Json;
use axum::extract::State;

use super::SignatureBody;
use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// The saved signature; all fields null when there is none.
#[utoipa::path(get, path = "/api/user/signature", tag = "account",
    responses((status = 200, body = SignatureBody), (status = 401, body = ErrorBody)))]
pub async fn get_signature(
    State(app): State<AppState>,
    user: CurrentUser,
) -> Result<Json<SignatureBody>, ApiError> {
    let signature = app.store.signature(user.id).await?;
    Ok(Json(
        signature.as_ref().map(SignatureBody::from).unwrap_or_default(),
    ))
}
