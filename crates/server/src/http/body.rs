//! Reads request bodies up to a bound.
//!
//! Past the bound the rest is read and thrown away, up to a second bound, before the refusal is sent: a server that answers and
//! hangs up while a browser is still sending makes the browser show "connection reset" and lose the sentence. A sender who stops
//! sending is given up by the layer around all routes.

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use futures::StreamExt;

use crate::http::error::ApiError;
use crate::uploads::UploadPlace;

/// How much more than the bound is read to no purpose before the connection is simply closed.
const PATIENCE_BYTES: usize = 64 * 1024 * 1024;

/// The body as one piece of memory, or 413 with `sentence` when it is longer than `limit` bytes.
pub async fn read(body: Body, limit: usize, sentence: &'static str) -> Result<Bytes, ApiError> {
    collect(body, None, limit, sentence).await
}

/// The same of a large body: its place grows with what has arrived, or it is refused because there is no room.
pub async fn read_into(
    place: &mut UploadPlace,
    body: Body,
    limit: usize,
    sentence: &'static str,
) -> Result<Bytes, ApiError> {
    collect(body, Some(place), limit, sentence).await
}

async fn collect(
    body: Body,
    mut place: Option<&mut UploadPlace>,
    limit: usize,
    sentence: &'static str,
) -> Result<Bytes, ApiError> {
    let mut stream = body.into_data_stream();
    let mut collected = BytesMut::new();
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| interrupted())?;
        let length = collected.len() + chunk.len();
        let room = match &mut place {
            Some(place) if length <= limit => place.hold(length).await.map_err(ApiError::from),
            _ => Ok(()),
        };
        let fits = room.and_then(|()| {
            (length <= limit)
                .then_some(())
                .ok_or_else(|| ApiError::too_large(sentence))
        });
        if let Err(refused) = fits {
            drop(collected);
            discard_rest(stream).await;
            return Err(refused);
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

/// Reads a body that is not wanted, up to a bound, so that its sender gets to see the refusal.
pub async fn discard(body: Body) {
    discard_rest(body.into_data_stream()).await;
}

async fn discard_rest(mut stream: axum::body::BodyDataStream) {
    let mut thrown_away = 0;
    while let Some(Ok(chunk)) = stream.next().await {
        thrown_away += chunk.len();
        if thrown_away > PATIENCE_BYTES {
            return;
        }
    }
}
