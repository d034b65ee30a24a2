//! POST /api/login/email/confirm: signs in with the token of a link.

use accounts::user::SignIn;
use axum::Form;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use tower_sessions::Session;

use crate::http::client::Client;
use crate::http::error::ApiError;
use crate::login::admit::admit;
use crate::login::next_path::NextPath;
use crate::login::{attempt, login_page};
use crate::state::{App, AppState};

/// The form of the page that the link opens.
#[derive(Deserialize)]
pub struct ConfirmForm {
    token: String,
}

/// Uses the token up, creates the user on first sign-in, and goes where the person wanted to go.
pub async fn post(
    State(app): State<AppState>,
    session: Session,
    headers: HeaderMap,
    client: Client,
    Form(form): Form<ConfirmForm>,
) -> Result<Response, ApiError> {
    if attempt::has_had_enough(&app, client) {
        return Ok(attempt::too_many(&app, &NextPath::parse(None)));
    }
    let now = app.clock.now();
    let Some(link) = app.store.redeem_login_token(&form.token, now).await? else {
        return Ok(link_over(&app));
    };
    let next = NextPath::parse(link.next.as_deref());
    admit(&app, &session, &headers, &SignIn::by_email(link.email), &next).await
}

/// The sign-in page, for who comes with a link that opens nothing.
pub(super) fn link_over(app: &App) -> Response {
    login_page(app, StatusCode::GONE, LINK_OVER, "", &NextPath::parse(None))
}

const LINK_OVER: &str = "This link has already been used or has expired. Ask for a new one.";
