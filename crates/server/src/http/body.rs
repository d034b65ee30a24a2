//! Reads request bodies up to a bound.
//!
//! Past the bound the rest is read and thrown away, up to a second bound, before the refusal is sent: a server that answers and
//! hangs up while a browser is still sending makes the browser show "connection reset" and lose the sentence.

use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use futures::StreamExt;
use tokio::time::timeout;

use crate::http::error::ApiError;

/// How much more than the bound is read to no purpose before the connection is simply closed.
const PATIENCE_BYTES: usize = 64 * 1024 * 1024;

/// How long a sender may say nothing before the rest is no longer waited for.
const STALL: Duration = Duration::from_secs(60);

/// The body as one piece of memory, or 413 with `sentence` when it is longer than `limit` bytes.
pub async fn read(body: Body, limit: usize, sentence: &'static str) -> Result<Bytes, ApiError> {
    let mut stream = body.into_data_stream();
    let mut collected = BytesMut::new();
    while let Some(chunk) = timeout(STALL, stream.next()).await.map_err(|_| interrupted())? {
        let chunk = chunk.map_err(|_| interrupted())?;
        if collected.len() + chunk.len() > limit {
            drop(collected);
            discard(stream).await;
            return Err(ApiError::too_large(sentence));
        }
        collected.extend_from_slice(&chunk);
    }
    Ok(collected.freeze())
}

/// The refusal for a body that ended before it was whole.
pub fn interrupted() -> ApiError {
    ApiError::bad_request(
        "interrupted",
        "The request ended before all of it had arrived. Please try again.",
    )
}

async fn discard(mut stream: axum::body::BodyDataStream) {
    let mut thrown_away = 0;
    while let Ok(Some(Ok(chunk))) = timeout(STALL, stream.next()).await {
        thrown_away += chunk.len();
        if thrown_away > PATIENCE_BYTES {
            return;
        }
    }
}
