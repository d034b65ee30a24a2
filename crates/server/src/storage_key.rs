//! GET /api/user/storage-key: the key with which the browser encrypts what it keeps.

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
pub struct StorageKeyResponse {
    /// 32 random bytes in base64, the same at every sign-in.
    pub key: String,
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
    }))
}
