//! Counts what a signed-in user asks to be worked on or kept for good, before anything of the request's body is read.

use std::marker::PhantomData;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::current_user::CurrentUser;
use crate::http::client::Client;
use crate::http::error::ApiError;
use crate::limits::Work;
use crate::state::AppState;

/// One more piece of work of the user is admitted; else 429. Stands before the body among a handler's arguments.
#[derive(Debug)]
pub struct Counted<K>(PhantomData<K>);

/// A kind of work as a type.
pub trait Kind: Send + Sync {
    /// As what it is counted.
    const WORK: Work;
}

/// Reports and impressions.
#[derive(Debug)]
pub struct Structuring;
/// Checks.
#[derive(Debug)]
pub struct Checking;
/// Word files.
#[derive(Debug)]
pub struct Exporting;
/// Everything that is stored about the user.
#[derive(Debug)]
pub struct Downloading;
/// Saved and removed signatures.
#[derive(Debug)]
pub struct Signing;

impl Kind for Structuring {
    const WORK: Work = Work::Structuring;
}
impl Kind for Checking {
    const WORK: Work = Work::Checking;
}
impl Kind for Exporting {
    const WORK: Work = Work::Exporting;
}
impl Kind for Downloading {
    const WORK: Work = Work::Downloading;
}
impl Kind for Signing {
    const WORK: Work = Work::Signing;
}

impl<K: Kind> FromRequestParts<AppState> for Counted<K> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let user = <CurrentUser as FromRequestParts<AppState>>::from_request_parts(parts, app).await?;
        let Ok(client) = Client::from_request_parts(parts, app).await;
        app.limits.admit(K::WORK, user.id, client)?;
        Ok(Self(PhantomData))
    }
}
