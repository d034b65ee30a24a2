//! GET /api/login: the page that asks for an e-mail address.

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::current_user::CurrentUser;
use crate::login::login_page;
use crate::login::mail::Mail;
use crate::login::next_path::NextPath;
use crate::state::AppState;

/// What the page says when nobody has told the server how to send mail.
pub(super) const MAIL_NOT_CONFIGURED: &str = "Signing in by e-mail is not set up on this server. Whoever runs it has to set \
READOUT_SMTP_URL and READOUT_MAIL_FROM and start it again.";

/// The query of the page.
#[derive(Deserialize)]
pub struct LoginQuery {
    next: Option<String>,
}

/// Shows the page, or goes straight on when somebody is signed in already.
pub async fn get(
    State(app): State<AppState>,
    user: Option<CurrentUser>,
    Query(query): Query<LoginQuery>,
) -> Response {
    let next = NextPath::parse(query.next.as_deref());
    if user.is_some() {
        return Redirect::to(next.as_str()).into_response();
    }
    let error = if matches!(app.mail, Mail::NotConfigured) {
        MAIL_NOT_CONFIGURED
    } else {
        ""
    };
    login_page(&app, StatusCode::OK, error, "", &next)
}
