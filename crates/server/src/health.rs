//! Whether the server lives (/healthz) and can do its work (/readyz), for whatever watches over it.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;

use tokio::time::timeout;

use crate::state::AppState;

/// How long the database may take to answer. Whoever watches does not wait for long either.
const PATIENCE: Duration = Duration::from_secs(2);

/// The process answers.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// The database answers too.
pub async fn readyz(State(app): State<AppState>) -> (StatusCode, &'static str) {
    match timeout(PATIENCE, app.store.ping()).await {
        Ok(Ok(())) => (StatusCode::OK, "ready\n"),
        Ok(Err(_)) | Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n"),
    }
}
