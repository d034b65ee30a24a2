//! GET /api/login: the page that offers the ways of signing in, or straight on to the only one.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::current_user::CurrentUser;
use crate::http::error::ApiError;
use crate::login::mail::Mail;
use crate::login::{attempt, login_page, offers_mail};
use crate::state::AppState;

/// What the page says when nobody has told the server how to send mail.
pub(super) const MAIL_NOT_CONFIGURED: &str = "Signing in by e-mail is not set up on this server. Whoever runs it has to set \
READOUT_SMTP_URL and READOUT_MAIL_FROM and start it again.";

/// The query of the page.
#[derive(Deserialize)]
pub struct LoginQuery {
    pub(super) next: Option<String>,
}

/// Shows the page. Goes straight on when somebody is signed in already, and to the provider when there is one and no other way; what
/// goes wrong there comes back to a page that waits for a click.
pub async fn get(
    State(app): State<AppState>,
    user: Option<CurrentUser>,
    query: Result<Query<LoginQuery>, QueryRejection>,
    headers: HeaderMap,
    extensions: Extensions,
) -> Result<Response, ApiError> {
    let next = LoginQuery::next(query);
    if user.is_some() {
        return Ok(Redirect::to(next.as_str()).into_response());
    }
    if !offers_mail(&app)
        && let Some(provider) = app.providers.only_one()
    {
        return attempt::begin(&app, provider, &next, &headers, &extensions).await;
    }
    let error = if matches!(app.mail, Mail::NotConfigured) && app.providers.are_none() {
        MAIL_NOT_CONFIGURED
    } else {
        ""
    };
    Ok(login_page(&app, StatusCode::OK, error, "", &next))
}
