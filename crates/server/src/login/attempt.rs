//! One sign-in through a provider, from the browser's departure to its return.
//!
//! What must be remembered in between is in the store, under the state that the provider repeats and a secret in a cookie of this
//! browser. So a return ends a sign-in once, and only in the browser in which it was begun. The cookie is none of a session: it lives
//! ten minutes, and several pages of one browser may share it.

use accounts::secret::BrowserKey;
use accounts::sign_in_attempt::{LIFETIME, SignInAttempt};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};

use super::login_page;
use super::next_path::NextPath;
use super::providers::{Departure, Provider, Refusal};
use crate::http::client::Client;
use crate::http::error::ApiError;
use crate::site::Site;
use crate::state::App;

/// Sends the browser to the provider, or shows the sign-in page with what is wrong.
pub(super) async fn begin(
    app: &App,
    provider: &Provider,
    next: &NextPath,
    headers: &HeaderMap,
    client: Client,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    if has_had_enough(app, client) {
        return Ok(too_many(app, next));
    }
    let Departure {
        url,
        state,
        nonce,
        verifier,
    } = match provider.depart().await {
        Ok(departure) => departure,
        Err(refusal) => return Ok(refuse(app, provider, refusal, next)),
    };
    let key = match key_of(headers, &app.site) {
        Some(key) => key,
        None => BrowserKey::generate().map_err(ApiError::internal)?,
    };
    let attempt = SignInAttempt {
        provider: provider.name().to_owned(),
        nonce,
        verifier,
        next: Some(next.as_str().to_owned()),
    };
    app.store
        .begin_sign_in_attempt(&key, &state, &attempt, now)
        .await?;
    let mut response = Redirect::to(url.as_str()).into_response();
    response
        .headers_mut()
        .append(header::SET_COOKIE, cookie(&key, &app.site)?);
    Ok(response)
}

/// Counts a client that has the store look for a sign-in, or remember one; true when that was too often.
pub(super) fn has_had_enough(app: &App, client: Client) -> bool {
    app.limits.admit_sign_in(client).is_err()
}

/// The sign-in page, for whoever has had enough.
pub(super) fn too_many(app: &App, next: &NextPath) -> Response {
    login_page(app, StatusCode::TOO_MANY_REQUESTS, TOO_MANY, "", next)
}

/// Whether this browser has begun any sign-in of late.
pub(super) fn is_begun(headers: &HeaderMap, site: &Site) -> bool {
    key_of(headers, site).is_some()
}

/// What was remembered of the sign-in to which this return belongs. It is forgotten with that.
pub(super) async fn end(
    app: &App,
    provider: &Provider,
    state: &str,
    headers: &HeaderMap,
) -> Result<Option<SignInAttempt>, ApiError> {
    let Some(key) = key_of(headers, &app.site) else {
        return Ok(None);
    };
    let now = app.clock.now();
    Ok(app
        .store
        .end_sign_in_attempt(&key, state, provider.name(), now)
        .await?)
}

/// The sign-in page with what went wrong, which the log is told as well, in words of ours alone.
pub(super) fn refuse(app: &App, provider: &Provider, refusal: Refusal, next: &NextPath) -> Response {
    let (code, reason) = refusal.code();
    if refusal.is_ours() {
        tracing::warn!(
            sign_in.provider = provider.name(),
            sign_in.refusal = code,
            sign_in.reason = reason,
            "sign-in came to nothing"
        );
    } else {
        tracing::info!(
            sign_in.provider = provider.name(),
            sign_in.refusal = code,
            "sign-in refused"
        );
    }
    let sentence = refusal.sentence(provider.label());
    login_page(app, refusal.status(), &sentence, "", next)
}

const TOO_MANY: &str = "That is a lot of sign-ins in a short time. Please try again in 15 minutes.";

/// With the prefix browsers take the cookie from nothing but this host over TLS, so that nobody plants one.
fn cookie_name(site: &Site) -> &'static str {
    if site.is_https() {
        "__Host-readout-sign-in"
    } else {
        "readout-sign-in"
    }
}

fn cookie(key: &BrowserKey, site: &Site) -> Result<HeaderValue, ApiError> {
    let secure = if site.is_https() { "; Secure" } else { "" };
    let cookie = format!(
        "{}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={}{secure}",
        cookie_name(site),
        key.expose(),
        LIFETIME.whole_seconds(),
    );
    HeaderValue::from_str(&cookie).map_err(ApiError::internal)
}

fn key_of(headers: &HeaderMap, site: &Site) -> Option<BrowserKey> {
    let name = cookie_name(site);
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(found, _)| *found == name)
        .and_then(|(_, value)| BrowserKey::parse(value))
}
