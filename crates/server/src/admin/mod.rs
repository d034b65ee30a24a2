//! What administrators do: see all users, change their subscriptions, see who changed which.
//!
//! Administrators are the users whose address stands in `READOUT_ADMIN_EMAILS`; every session of theirs proved it (`current_user`).
//! Nothing about them is kept with the user: who is taken off the list is none from the next request on.

pub mod audit;
pub mod change;
pub mod payments;
pub mod users;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::current_user::CurrentUser;
use crate::http::error::ApiError;
use crate::state::AppState;

/// A number as the document has it: of 64 bits with a sign, and not below 0.
fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let number = Option::<i64>::deserialize(deserializer)?;
    number.map(u64::try_from).transpose().map_err(D::Error::custom)
}

/// A signed-in administrator: 401 for a visitor, 403 for any other user.
#[derive(Debug)]
pub struct Administrator(pub CurrentUser);

impl FromRequestParts<AppState> for Administrator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let user = <CurrentUser as FromRequestParts<AppState>>::from_request_parts(parts, app).await?;
        if !app.site.admin_emails.contains(&user.email) {
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "not_an_administrator",
                "Only the administrators of this server may do this.",
            ));
        }
        Ok(Self(user))
    }
}

/// The refusal of a query that cannot be read. What was sent is not repeated.
fn unreadable_query() -> ApiError {
    ApiError::bad_request(
        "invalid_query",
        "A part of the address after the question mark cannot be read.",
    )
}
