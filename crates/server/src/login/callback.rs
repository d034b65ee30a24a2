//! GET /api/login/{provider}/callback: where a provider sends the browser back to.
//!
//! The order matters: first whether this browser began this sign-in, then who answers, and only then what is answered.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use tower_sessions::Session;

use crate::current_user::CurrentUser;
use crate::http::client::Client;
use crate::http::error::ApiError;
use crate::login::admit::admit;
use crate::login::next_path::NextPath;
use crate::login::providers::{Arrival, Refusal};
use crate::login::start::NOT_SET_UP;
use crate::login::{attempt, login_page};
use crate::state::AppState;

/// What a provider sends along (RFC 6749, section 4.1.2, and RFC 9207).
#[derive(Deserialize)]
pub struct CallbackQuery {
    state: String,
    code: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

/// Ends the sign-in, and goes where the person wanted to go or says on the sign-in page what went wrong.
pub async fn get(
    State(app): State<AppState>,
    user: Option<CurrentUser>,
    session: Session,
    Path(name): Path<String>,
    query: Result<Query<CallbackQuery>, QueryRejection>,
    headers: HeaderMap,
    client: Client,
) -> Result<Response, ApiError> {
    let anywhere = NextPath::parse(None);
    // A browser that began no sign-in has the store look for none: another site, which makes it come here, uses up nothing.
    if attempt::is_begun(&headers, &app.site) && attempt::has_had_enough(&app, client) {
        return Ok(attempt::too_many(&app, &anywhere));
    }
    let Some(provider) = app.providers.get(&name) else {
        return Ok(login_page(&app, StatusCode::NOT_FOUND, NOT_SET_UP, "", &anywhere));
    };
    let not_begun = |app| match &user {
        // Whoever goes back to this address, or opens it twice, is in already.
        Some(_) => Ok(Redirect::to(anywhere.as_str()).into_response()),
        None => Ok(attempt::refuse(app, provider, Refusal::NotBegunHere, &anywhere)),
    };
    let Ok(Query(query)) = query else {
        return not_begun(&app);
    };
    let Some(attempt) = attempt::end(&app, provider, &query.state, &headers).await? else {
        return not_begun(&app);
    };
    let next = NextPath::parse(attempt.next.as_deref());
    let refuse = |refusal| Ok(attempt::refuse(&app, provider, refusal, &next));
    if let Err(refusal) = provider.check_issuer(query.iss.as_deref()).await {
        return refuse(refusal);
    }
    if let Some(error) = query.error {
        return refuse(said_no(&error));
    }
    let Some(code) = query.code else {
        return refuse(Refusal::Untrusted("neither a code nor an error"));
    };
    let arrival = Arrival {
        code: &code,
        nonce: &attempt.nonce,
        verifier: &attempt.verifier,
    };
    match provider.arrive(arrival, app.clock.now()).await {
        Ok(sign_in) => admit(&app, &session, &headers, &sign_in, &next).await,
        Err(refusal) => refuse(refusal),
    }
}

/// What a provider's error means. Its own words are shown to nobody: anybody can write them into a link.
fn said_no(error: &str) -> Refusal {
    match error {
        "access_denied" | "user_cancelled_login" | "user_cancelled_authorize" => Refusal::Declined,
        "temporarily_unavailable" => Refusal::Unreachable("temporarily_unavailable"),
        "server_error" => Refusal::Failed("server_error"),
        "unauthorized_client" => Refusal::Misconfigured("unauthorized_client"),
        "invalid_request"
        | "invalid_scope"
        | "unsupported_response_type"
        | "redirect_uri_mismatch"
        | "application_suspended" => Refusal::Misconfigured("refused request"),
        _ => Refusal::Failed("another error"),
    }
}
