//! PUT /api/user/profile: the names that the user goes by. Whoever signs in by mail has none until they say so.

use accounts::user::{Names, NamesError};
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::state::AppState;
use crate::user::UserResponse;

/// The user's names; null and blank mean none.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileRequest {
    /// At most 100 characters.
    first_name: Option<String>,
    /// At most 100 characters.
    last_name: Option<String>,
}

/// Saves the user's names.
#[utoipa::path(put, path = "/api/user/profile", tag = "account", request_body = ProfileRequest,
    responses((status = 200, body = UserResponse), (status = 401, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn save_profile(
    State(app): State<AppState>,
    user: CurrentUser,
    json::Json(request): json::Json<ProfileRequest>,
) -> Result<Json<UserResponse>, ApiError> {
    let names = Names::parse(request.first_name.as_deref(), request.last_name.as_deref())?;
    let saved = app.store.rename_user(user.id, &names, app.clock.now()).await?;
    Ok(Json(UserResponse::from(&saved.ok_or_else(ApiError::broken)?)))
}

impl From<NamesError> for ApiError {
    fn from(error: NamesError) -> Self {
        let (code, sentence) = match error {
            NamesError::TooLong => ("name_too_long", "A name may have at most 100 characters."),
            NamesError::NotPrintable => (
                "unreadable_character",
                "A name may not hold line breaks or control characters.",
            ),
            NamesError::Hidden => (
                "hidden_character",
                "A name may not hold invisible characters or ones that change the direction of writing. Please type it again.",
            ),
        };
        Self::unprocessable(code, sentence)
    }
}
