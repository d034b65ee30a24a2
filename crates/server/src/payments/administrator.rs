//! The signed-in administrator of a request, or 401, or 403.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;

use crate::current_user::CurrentUser;
use crate::http::error::ApiError;
use crate::state::AppState;

/// A signed-in user whose address is among the administrators'.
#[derive(Debug, Clone)]
pub struct Administrator(pub CurrentUser);

impl FromRequestParts<AppState> for Administrator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let user = <CurrentUser as FromRequestParts<AppState>>::from_request_parts(parts, app).await?;
        if app.site.admin_emails.contains(&user.email) {
            Ok(Self(user))
        } else {
            Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "not_an_administrator",
                "Only administrators of this server may do this.",
            ))
        }
    }
}
