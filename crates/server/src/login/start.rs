//! GET /api/login/{provider}: sends the browser to a provider. A plain link, so that it works without scripts.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};

use crate::current_user::CurrentUser;
use crate::http::client::Client;
use crate::http::error::ApiError;
use crate::http::same_origin;
use crate::login::next_path::NextPath;
use crate::login::page::LoginQuery;
use crate::login::providers::Provider;
use crate::login::{attempt, login_page};
use crate::state::{App, AppState};

/// Sends the browser away, or straight on when somebody is signed in already.
pub async fn get(
    State(app): State<AppState>,
    user: Option<CurrentUser>,
    Path(name): Path<String>,
    query: Result<Query<LoginQuery>, QueryRejection>,
    headers: HeaderMap,
    client: Client,
) -> Result<Response, ApiError> {
    let way = match app.providers.get(&name) {
        Some(provider) => Way::Through(provider),
        None => Way::Page(StatusCode::NOT_FOUND, NOT_SET_UP),
    };
    go(&app, user, &LoginQuery::next(query), way, &headers, client).await
}

/// What is said of a provider that is not set up.
pub(super) const NOT_SET_UP: &str = "That way of signing in is not set up on this server.";

/// How a visitor goes on.
pub(super) enum Way<'a> {
    /// At a provider.
    Through(&'a Provider),
    /// On the sign-in page, which says this.
    Page(StatusCode, &'static str),
}

/// Sends a visitor on their way, and who is signed in already to where they were going.
pub(super) async fn go(
    app: &App,
    user: Option<CurrentUser>,
    next: &NextPath,
    way: Way<'_>,
    headers: &HeaderMap,
    client: Client,
) -> Result<Response, ApiError> {
    match way {
        _ if user.is_some() => Ok(Redirect::to(next.as_str()).into_response()),
        // Another site's pictures and windows could use up the departures of a whole hospital. A link there leads to the page, where one
        // click goes on.
        Way::Through(_) if !same_origin::is_typed_or_from_here(headers) => {
            Ok(login_page(app, StatusCode::OK, "", "", next))
        }
        Way::Through(provider) => attempt::begin(app, provider, next, headers, client).await,
        Way::Page(status, sentence) => Ok(login_page(app, status, sentence, "", next)),
    }
}
