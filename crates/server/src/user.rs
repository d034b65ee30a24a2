//! GET /api/auth/user: who is signed in.

use accounts::user::User;
use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

use crate::current_user::CurrentUser;
use crate::http::error::ErrorBody;

/// The signed-in user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserResponse {
    /// Identifies the user on this installation.
    pub id: String,
    /// Null when nobody has told it.
    #[schema(required = true)]
    pub first_name: Option<String>,
    /// Null when nobody has told it.
    #[schema(required = true)]
    pub last_name: Option<String>,
    /// The address that was signed in with.
    pub email: String,
}

/// Who is signed in; 401 means nobody.
#[utoipa::path(get, path = "/api/auth/user", tag = "account",
    responses((status = 200, body = UserResponse), (status = 401, body = ErrorBody)))]
pub async fn get_user(user: CurrentUser) -> Json<UserResponse> {
    Json(UserResponse::from(&*user))
}

impl From<&User> for UserResponse {
    fn from(user: &User) -> Self {
        Self {
            id: user.id.to_string(),
            first_name: user.names.first().map(str::to_owned),
            last_name: user.names.last().map(str::to_owned),
            email: user.email.expose().to_owned(),
        }
    }
}
