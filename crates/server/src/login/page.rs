//! GET /api/login: the page that offers the ways of signing in, or straight on to the only one.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;

use crate::current_user::CurrentUser;
use crate::http::client::Client;
use crate::http::error::ApiError;
use crate::login::mail::Mail;
use crate::login::next_path::NextPath;
use crate::login::offers_mail;
use crate::login::start::{self, Way};
use crate::state::AppState;

/// What the page says when nobody has told the server how to send mail.
pub(super) const MAIL_NOT_CONFIGURED: &str = "Signing in by e-mail is not set up on this server. Whoever runs it has to set \
READOUT_SMTP_URL and READOUT_MAIL_FROM and start it again.";

/// The query of the page.
#[derive(Deserialize)]
pub struct LoginQuery {
    next: Option<String>,
}

impl LoginQuery {
    /// Where the person is going. A query that cannot be read names no place.
    pub(super) fn next(query: Result<Query<Self>, QueryRejection>) -> NextPath {
        NextPath::parse(query.ok().and_then(|Query(query)| query.next).as_deref())
    }
}

/// Shows the page. Goes straight on when somebody is signed in already, and to the provider when there is one and no other way; what
/// goes wrong there comes back to a page that waits for a click.
pub async fn get(
    State(app): State<AppState>,
    user: Option<CurrentUser>,
    query: Result<Query<LoginQuery>, QueryRejection>,
    headers: HeaderMap,
    client: Client,
) -> Result<Response, ApiError> {
    let way = match app.providers.only_one() {
        Some(provider) if !offers_mail(&app) => Way::Through(provider),
        _ if matches!(app.mail, Mail::NotConfigured) && app.providers.are_none() => {
            Way::Page(StatusCode::OK, MAIL_NOT_CONFIGURED)
        }
        _ => Way::Page(StatusCode::OK, ""),
    };
    start::go(&app, user, &LoginQuery::next(query), way, &headers, client).await
}
