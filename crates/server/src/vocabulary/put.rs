//! PUT /api/user/vocabulary: saves the words and replacements in the place of those before.

use axum::Json;
use axum::extract::State;

use super::VocabularyBody;
use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::state::AppState;

/// Five hundred words and five hundred replacements of the longest kind.
const LIMIT: usize = 4 * 1024 * 1024;

/// Saves the words and replacements and gives them back as they were saved. The next transcription heeds them.
#[utoipa::path(put, path = "/api/user/vocabulary", tag = "account", request_body = VocabularyBody,
    responses((status = 200, body = VocabularyBody), (status = 401, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn save_vocabulary(
    State(app): State<AppState>,
    user: CurrentUser,
    json::Json(request): json::Json<VocabularyBody, LIMIT>,
) -> Result<Json<VocabularyBody>, ApiError> {
    let vocabulary = app.work.run(user.id, move || request.parse()).await??;
    app.store
        .put_vocabulary(user.id, &vocabulary, app.clock.now())
        .await?;
    Ok(Json(VocabularyBody::from(&vocabulary)))
}
