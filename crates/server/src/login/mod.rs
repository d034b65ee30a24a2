//! Signing in: by a link in an e-mail, or through a provider that vouches for an address.
//!
//! The page offers what is set up ([`page`]). By mail, a link is sent to an address ([`send_link`]) and opens a page with one button
//! ([`confirm_page`]) whose POST signs in ([`confirm`]); the link itself changes nothing, because mail scanners follow links.
//! Through a provider, the browser is sent there ([`start`]) and comes back ([`callback`]); [`providers`] knows them. Every way ends
//! in `admit`. Whether an address is known is never told: signing in and signing up are the same.

mod admit;
mod attempt;
mod browser;
pub mod callback;
pub mod confirm;
pub mod confirm_page;
pub mod mail;
pub mod next_path;
pub mod page;
pub mod providers;
pub mod send_link;
pub mod start;

use accounts::billing::Billing;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use url::form_urlencoded;

use crate::login::mail::Mail;
use crate::login::next_path::NextPath;
use crate::pages::escape;
use crate::state::App;

/// What somebody is told whose address is not of a domain that may sign in here.
const KEPT_OUT: &str =
    "This server is for addresses of its own organisation. Please use the e-mail address you have there.";

/// The sign-in page, with what went wrong, if anything did.
fn login_page(app: &App, status: StatusCode, error: &str, email: &str, next: &NextPath) -> Response {
    if !status.is_success() {
        app.metrics.sign_in_refused(status);
        tracing::info!(sign_in.status = status.as_u16(), "sign-in refused");
    }
    let by_mail = offers_mail(app);
    let oidc = app.providers.get("oidc");
    let parts = [
        ("OIDC", oidc.is_some()),
        ("GOOGLE", app.providers.get("google").is_some()),
        ("GITHUB", app.providers.get("github").is_some()),
        ("OR", by_mail && !app.providers.are_none()),
        ("EMAIL", by_mail),
        ("TRIAL", app.site.billing == Billing::On),
    ];
    let next_in_query: String = form_urlencoded::byte_serialize(next.as_str().as_bytes()).collect();
    let oidc_name = oidc.map(providers::Provider::label).unwrap_or_default();
    let page = app.pages.fill_parts(
        "login.html",
        &parts,
        &[
            ("%READOUT_LOGIN_ERROR%", &escape(error)),
            ("%READOUT_LOGIN_EMAIL%", &escape(email)),
            ("%READOUT_LOGIN_NEXT%", &escape(next.as_str())),
            ("%READOUT_LOGIN_NEXT_QUERY%", &next_in_query),
            ("%READOUT_LOGIN_OIDC_NAME%", &escape(oidc_name)),
        ],
    );
    page_response(status, page)
}

/// Whether the page has the form for a link by mail. With nothing set up at all it has, and says what is missing.
fn offers_mail(app: &App) -> bool {
    !matches!(app.mail, Mail::NotConfigured) || app.providers.are_none()
}

/// A page that holds what one person typed: not to be kept.
fn page_response(status: StatusCode, page: String) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], Html(page)).into_response()
}
