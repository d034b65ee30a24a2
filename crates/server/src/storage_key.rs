//! GET /api/user/storage-key: the key with which the browser encrypts what it keeps, and how long it keeps reports.

use axum::Json;
use axum::extract::State;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;
use utoipa::ToSchema;

use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// The key of the signed-in user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StorageKeyResponse {
    /// 32 random bytes in base64, the same at every sign-in.
    pub key: String,
    /// How many hours the browser keeps finished reports; 0 keeps none.
    pub recent_reports_hours: u32,
}

/// The key of the signed-in user; what other users left in this browser stays unreadable.
#[utoipa::path(get, path = "/api/user/storage-key", tag = "account",
    responses((status = 200, body = StorageKeyResponse), (status = 401, body = ErrorBody)))]
pub async fn get_storage_key(
    State(app): State<AppState>,
    user: CurrentUser,
) -> Result<Json<StorageKeyResponse>, ApiError> {
    let key = app
        .store
        .storage_key(user.id)
        .await?
        .ok_or_else(ApiError::broken)?;
    Ok(Json(StorageKeyResponse {
        key: BASE64_STANDARD.encode(key.expose()),
        recent_reports_hours: app.site.recent_reports_hours,
    }))
}
