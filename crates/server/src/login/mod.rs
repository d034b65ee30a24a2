//! Signing in by a link in an e-mail.
//!
//! The page asks for an address ([`page`]), a link is mailed to it ([`send_link`]), the link opens a page with one button
//! ([`confirm_page`]) whose POST signs in ([`confirm`]). The link itself changes nothing, because mail scanners follow links.
//! Whether an address is known is never told: signing in and signing up are the same.

mod admit;
mod browser;
mod client;
pub mod confirm;
pub mod confirm_page;
pub mod limits;
pub mod mail;
pub mod next_path;
pub mod page;
pub mod send_link;

use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use crate::login::next_path::NextPath;
use crate::pages::escape;
use crate::state::App;

/// The sign-in page, with what went wrong, if anything did.
fn login_page(app: &App, status: StatusCode, error: &str, email: &str, next: &NextPath) -> Response {
    let page = app.pages.fill(
        "login.html",
        &[
            ("%READOUT_LOGIN_ERROR%", &escape(error)),
            ("%READOUT_LOGIN_EMAIL%", &escape(email)),
            ("%READOUT_LOGIN_NEXT%", &escape(next.as_str())),
        ],
    );
    page_response(status, page)
}

/// A page that holds what one person typed: not to be kept.
fn page_response(status: StatusCode, page: String) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], Html(page)).into_response()
}
