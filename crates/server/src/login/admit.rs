//! The one door: every sign-in, by whatever provider, ends here.
//!
//! Who may come in at all is decided here and nowhere else; what a provider says of somebody was checked before.

use accounts::user::{SignIn, SignedIn, User};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use time::OffsetDateTime;
use tower_sessions::Session;

use super::browser;
use super::next_path::NextPath;
use super::{KEPT_OUT, login_page};
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
    // Whatever the account's address was until now: this one was proven. A link may have been sent before the domains were set.
    if !app.site.allowed_domains.admits(&sign_in.email) {
        return Ok(login_page(app, StatusCode::FORBIDDEN, KEPT_OUT, "", next));
    }
    let now = app.clock.now();
    let provider = sign_in.identity.provider();
    let SignedIn { user, is_new } = app.store.sign_in(sign_in, now).await?;
    claim_payments(app, &user, now).await;
    let beginning = Beginning::new(now, provider, browser::name(headers));
    session::begin(session, &user, &beginning, now).await?;
    tracing::info!(user.is_new = is_new, sign_in.provider = provider, "signed in");
    Ok(Redirect::to(next.as_str()).into_response())
}

/// What was paid before opens its period now. That it cannot keeps nobody out, whose link is used up by now: payments wait for the
/// next sign-in.
async fn claim_payments(app: &App, user: &User, now: OffsetDateTime) {
    if let Err(error) = app.store.claim_payments(user, now).await {
        tracing::error!(error.chain = %ApiError::internal(error).chain(), "payments not claimed");
    }
}
