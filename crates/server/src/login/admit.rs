//! The one door: every sign-in, by whatever provider, ends here.
//!
//! Who may come in at all is decided here and nowhere else; what a provider says of somebody was checked before.

use accounts::user::SignIn;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use tower_sessions::Session;

use super::browser;
use super::next_path::NextPath;
use crate::http::error::ApiError;
use crate::session::{self, Beginning};
use crate::state::App;

/// Opens the account of somebody whose address a provider has verified, makes it on first sign-in, begins the session under a new
/// identifier, and goes where the person wanted to go.
pub(super) async fn admit(
    app: &App,
    session: &Session,
    headers: &HeaderMap,
    sign_in: &SignIn,
    next: &NextPath,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let provider = sign_in.identity.provider();
    let signed_in = app.store.sign_in(sign_in, now).await?;
    let beginning = Beginning::new(now, provider, browser::name(headers));
    session::begin(session, signed_in.user.id, &beginning, now).await?;
    tracing::info!(
        user.is_new = signed_in.is_new,
        sign_in.provider = provider,
        "signed in"
    );
    Ok(Redirect::to(next.as_str()).into_response())
}
