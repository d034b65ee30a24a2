//! GET /api/login/email: what the link in the mail opens. It changes nothing; its button signs in.

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use crate::login::page_response;
use crate::pages::escape;
use crate::state::AppState;

/// What stands in the link.
#[derive(Deserialize)]
pub struct LinkQuery {
    #[serde(default)]
    token: String,
}

/// Shows the page with the button. Whether the token is good is not looked at: a mail scanner may be asking.
pub async fn get(State(app): State<AppState>, Query(query): Query<LinkQuery>) -> Response {
    let page = app.pages.fill(
        "login-confirm.html",
        &[
            ("%READOUT_LOGIN_ERROR%", ""),
            ("%READOUT_LOGIN_TOKEN%", &escape(&query.token)),
            ("%READOUT_LOGIN_NEXT%", ""),
        ],
    );
    page_response(StatusCode::OK, page)
}
