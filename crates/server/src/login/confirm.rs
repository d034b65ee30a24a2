//! POST /api/login/email/confirm: signs in with the token of a link.

use accounts::user::SignIn;
use axum::Form;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use tower_sessions::Session;

use crate::http::error::ApiError;
use crate::login::next_path::NextPath;
use crate::login::{KEPT_OUT, login_page};
use crate::session;
use crate::state::AppState;

/// The form of the page that the link opens.
#[derive(Deserialize)]
pub struct ConfirmForm {
    token: String,
}

/// Uses the token up, creates the user on first sign-in, and goes where the person wanted to go.
pub async fn post(
    State(app): State<AppState>,
    session: Session,
    Form(form): Form<ConfirmForm>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let refuse = |status, sentence| Ok(login_page(&app, status, sentence, "", &NextPath::parse(None)));
    let Some(link) = app.store.redeem_login_token(&form.token, now).await? else {
        return refuse(StatusCode::GONE, LINK_OVER);
    };
    // The link may have been sent before the domains were set.
    if !app.site.allowed_domains.admits(&link.email) {
        return refuse(StatusCode::FORBIDDEN, KEPT_OUT);
    }
    let signed_in = app.store.sign_in(&SignIn::by_email(link.email), now).await?;
    session::begin(&session, signed_in.user.id, now).await?;
    tracing::info!(user.is_new = signed_in.is_new, "signed in");
    Ok(Redirect::to(NextPath::parse(link.next.as_deref()).as_str()).into_response())
}

const LINK_OVER: &str = "This link has already been used or has expired. Ask for a new one.";
