//! GET /api/transcribe/live: a recording comes in over a WebSocket while it is made, its text goes back while it is said.
//!
//! The page sends `start`, then the recording in pieces with `pause` between them, then `finish`; it gets `ready`, `text` and `command`
//! as they come, and `final`. Whatever fails ends in `error`: the page has kept the recording and sends it as a whole. `messages` are
//! the texts of both sides, `page` is the other side, `conversation` is their order, `places` bounds how many speak at once.

mod conversation;
mod messages;
mod page;
pub mod places;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::HeaderMap;
use axum::response::Response;
use tower_sessions::Session;
use tracing::Instrument;

use crate::entitlement::Entitled;
use crate::http::client::Client;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::same_origin;
use crate::limits::Work;
use crate::listen::ConnectionPlace;
use crate::state::AppState;

/// The largest piece of a recording, in bytes; a browser's quarter of a second has one or two thousand.
const LARGEST_PIECE: usize = 1024 * 1024;

/// Writes down what is being said: a WebSocket that takes a recording while it is made and tells its text.
#[utoipa::path(get, path = "/api/transcribe/live", tag = "report",
    responses((status = 101, description = "The conversation begins."), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 402, body = ErrorBody), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn transcribe_live(
    State(app): State<AppState>,
    headers: HeaderMap,
    speaker: Entitled,
    client: Client,
    session: Session,
    connection: Option<Extension<ConnectionPlace>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    if !same_origin::is_from_here(&headers, &app.site.public_url) {
        return Err(same_origin::refusal());
    }
    let upgrade = upgrade.map_err(|_| {
        ApiError::bad_request(
            "no_websocket",
            "This address is for live dictation by the page alone.",
        )
    })?;
    app.limits.admit(Work::Transcribing, speaker.user.id, client)?;
    let span = tracing::Span::current();
    Ok(upgrade
        .max_message_size(LARGEST_PIECE)
        .max_frame_size(LARGEST_PIECE)
        .on_upgrade(move |socket| async move {
            conversation::hold(socket, app, speaker.user, session)
                .instrument(span)
                .await;
            drop(connection);
        }))
}
