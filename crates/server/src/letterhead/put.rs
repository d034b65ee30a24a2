//! PUT /api/user/letterhead: saves the letterhead in the place of the one before.

use axum::Json;
use axum::extract::State;

use super::LetterheadBody;
use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::pictures;
use crate::state::AppState;

/// A 2 MB image in base64, and the lines.
const LIMIT: usize = 3 * 1024 * 1024;

/// Saves the letterhead and gives it back as it was saved; an empty one removes it. Exported reports have it from then on.
#[utoipa::path(put, path = "/api/user/letterhead", tag = "account", request_body = LetterheadBody,
    responses((status = 200, body = LetterheadBody), (status = 401, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn save_letterhead(
    State(app): State<AppState>,
    user: CurrentUser,
    json::Json(request): json::Json<LetterheadBody, LIMIT>,
) -> Result<Json<LetterheadBody>, ApiError> {
    // The lines before the picture, which is more work.
    request.parse(None)?;
    let kept = app.store.letterhead(user.id).await?;
    let logo = pictures::received(&app, user.id, request.logo.as_deref(), kept.logo()).await?;
    let letterhead = request.parse(logo)?;
    app.store
        .put_letterhead(user.id, &letterhead, app.clock.now())
        .await?;
    Ok(Json(LetterheadBody::from(&letterhead)))
}
