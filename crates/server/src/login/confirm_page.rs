//! GET /api/login/email: what the link in the mail opens. It changes nothing; its button signs in.
//!
//! It says whose account the button opens: whoever is handed a link of somebody else would dictate into that account.

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use crate::http::error::ApiError;
use crate::login::confirm::link_over;
use crate::login::page_response;
use crate::pages::escape;
use crate::state::AppState;

/// What stands in the link.
#[derive(Deserialize)]
pub struct LinkQuery {
    #[serde(default)]
    token: String,
}

/// Shows the page with the button. The link stays good: a mail scanner may be asking.
pub async fn get(State(app): State<AppState>, Query(query): Query<LinkQuery>) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let Some(link) = app.store.peek_login_token(&query.token, now).await? else {
        return Ok(link_over(&app));
    };
    let page = app.pages.fill(
        "login-confirm.html",
        &[
            ("%READOUT_LOGIN_EMAIL%", &escape(link.email.expose())),
            ("%READOUT_LOGIN_TOKEN%", &escape(&query.token)),
        ],
    );
    Ok(page_response(StatusCode::OK, page))
}
