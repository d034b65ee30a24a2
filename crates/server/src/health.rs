//! Whether the server lives (/healthz) and can do its work (/readyz), for whatever watches over it.

use axum::extract::State;
use axum::http::StatusCode;

use crate::state::AppState;

/// The process answers.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// The database answers too.
pub async fn readyz(State(app): State<AppState>) -> (StatusCode, &'static str) {
    match app.store.ping().await {
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n"),
    }
}
