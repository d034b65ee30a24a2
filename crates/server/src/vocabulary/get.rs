//! GET /api/user/vocabulary: the user's own words and replacements.

use axum::Json;
use axum::extract::State;

use super::VocabularyBody;
use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// The user's own words and replacements; both empty when none were saved.
#[utoipa::path(get, path = "/api/user/vocabulary", tag = "account",
    responses((status = 200, body = VocabularyBody), (status = 401, body = ErrorBody)))]
pub async fn get_vocabulary(
    State(app): State<AppState>,
    user: CurrentUser,
) -> Result<Json<VocabularyBody>, ApiError> {
    let vocabulary = app.store.vocabulary(user.id).await?;
    Ok(Json(VocabularyBody::from(&vocabulary)))
}
