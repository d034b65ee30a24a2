//! Whether the server lives (/healthz) and can do its work (/readyz), for whatever watches over it.

use std::time::{Duration, Instant};

use accounts::Store;
use accounts::store::Trouble;
use axum::extract::State;
use axum::http::StatusCode;
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::state::AppState;

/// How long the database may take to answer. Whoever watches does not wait for long either.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long it is believed what was found out by writing: strangers ask too.
const BELIEVED: Duration = Duration::from_secs(5);

/// The process answers.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// The database answers too. That nothing can be saved is told, and is no reason to send people elsewhere: dictating and writing reports
/// need nothing saved, and pages wait for this answer before they send again what was interrupted.
pub async fn readyz(State(app): State<AppState>) -> (StatusCode, &'static str) {
    if !matches!(timeout(PATIENCE, app.store.ping()).await, Ok(Ok(()))) {
        return (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n");
    }
    match timeout(PATIENCE, app.saving.has_room(&app.store)).await {
        Ok(false) => (
            StatusCode::OK,
            "ready, but nothing can be saved: the disk is full or failing\n",
        ),
        // Who has to wait for another writer has a disk.
        Ok(true) | Err(_) => (StatusCode::OK, "ready\n"),
    }
}

/// Whether anything can be saved, as it was found a moment ago.
#[derive(Debug, Default)]
pub struct Saving(Mutex<Option<(Instant, bool)>>);

impl Saving {
    async fn has_room(&self, store: &Store) -> bool {
        let mut found = self.0.lock().await;
        if let Some((at, has_room)) = *found
            && at.elapsed() < BELIEVED
        {
            return has_room;
        }
        let tried = store.try_disk().await;
        let has_room = !tried.is_err_and(|error| error.trouble() == Some(Trouble::Disk));
        *found = Some((Instant::now(), has_room));
        has_room
    }
}
