//! The signed-in user of a request, or 401.

use std::ops::Deref;

use accounts::user::User;
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::StatusCode;
use axum::http::request::Parts;
use tower_sessions::Session;

use crate::http::error::ApiError;
use crate::session;
use crate::state::AppState;

/// Who is signed in. As an `Option` it is nothing for a visitor; a broken store is an error in either case.
#[derive(Debug, Clone)]
pub struct CurrentUser(pub User);

impl Deref for CurrentUser {
    type Target = User;

    fn deref(&self) -> &User {
        &self.0
    }
}

impl FromRequestParts<AppState> for CurrentUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        find(parts, app).await?.ok_or_else(|| {
            ApiError::new(
                StatusCode::UNAUTHORIZED,
                "signed_out",
                "You are signed out. Please sign in.",
            )
        })
    }
}

impl OptionalFromRequestParts<AppState> for CurrentUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Option<Self>, ApiError> {
        find(parts, app).await
    }
}

async fn find(parts: &mut Parts, app: &AppState) -> Result<Option<CurrentUser>, ApiError> {
    if let Some(user) = parts.extensions.get::<CurrentUser>() {
        return Ok(Some(user.clone()));
    }
    let session = Session::from_request_parts(parts, app)
        .await
        .map_err(|_| ApiError::broken())?;
    let Some(proof) = session::proof(&session, app.clock.now()).await? else {
        return Ok(None);
    };
    let user = app.store.user(proof.user()).await?;
    // What the address opens it opens for as long as it is the user's, and its domain may sign in.
    let user = user.filter(|user| proof.holds_for(user) && app.site.allowed_domains.admits(&user.email));
    let user = user.map(CurrentUser);
    if let Some(user) = &user {
        parts.extensions.insert(user.clone());
    }
    Ok(user)
}
