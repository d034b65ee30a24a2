//! GET /api/user/letterhead: the saved letterhead.

use axum::Json;
use axum::extract::State;

use super::LetterheadBody;
use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// The saved letterhead; an empty one when there is none.
#[utoipa::path(get, path = "/api/user/letterhead", tag = "account",
    responses((status = 200, body = LetterheadBody), (status = 401, body = ErrorBody)))]
pub async fn get_letterhead(
    State(app): State<AppState>,
    user: CurrentUser,
) -> Result<Json<LetterheadBody>, ApiError> {
    let letterhead = app.store.letterhead(user.id).await?;
    Ok(Json(LetterheadBody::from(&letterhead)))
}
