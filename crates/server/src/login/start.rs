//! GET /api/login/{provider}: sends the browser to a provider. A plain link, so that it works without scripts.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};

use crate::current_user::CurrentUser;
use crate::http::error::ApiError;
use crate::login::next_path::NextPath;
use crate::login::page::LoginQuery;
use crate::login::{attempt, login_page};
use crate::state::AppState;

/// Sends the browser away, or straight on when somebody is signed in already.
pub async fn get(
    State(app): State<AppState>,
    user: Option<CurrentUser>,
    Path(name): Path<String>,
    query: Result<Query<LoginQuery>, QueryRejection>,
    headers: HeaderMap,
    extensions: Extensions,
) -> Result<Response, ApiError> {
    let next = LoginQuery::next(query);
    if user.is_some() {
        return Ok(Redirect::to(next.as_str()).into_response());
    }
    match app.providers.get(&name) {
        Some(provider) => attempt::begin(&app, provider, &next, &headers, &extensions).await,
        None => Ok(login_page(&app, StatusCode::NOT_FOUND, NOT_SET_UP, "", &next)),
    }
}

/// What is said of a provider that is not set up.
pub(super) const NOT_SET_UP: &str = "That way of signing in is not set up on this server.";

impl LoginQuery {
    /// Where the person is going. A query that cannot be read names no place.
    pub(super) fn next(query: Result<Query<Self>, QueryRejection>) -> NextPath {
        NextPath::parse(query.ok().and_then(|Query(query)| query.next).as_deref())
    }
}
