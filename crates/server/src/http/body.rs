//! Reads request bodies up to a bound.
//!
//! Past the bound the refusal is sent at once. A sender who stops sending is given up by the layer around all routes, which also throws
//! away what a sender who is refused still sends.

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use futures::StreamExt;

use crate::http::error::ApiError;
use crate::room::Place;

/// The body as one piece of memory, or 413 with `sentence` when it is longer than `limit` bytes.
pub async fn read(body: Body, limit: usize, sentence: &'static str) -> Result<Bytes, ApiError> {
    collect(body, None, limit, sentence).await
}

/// The same of a large body: its place grows with what has arrived, or it is refused because there is no room.
pub async fn read_into(
    place: &mut Place,
    body: Body,
    limit: usize,
    sentence: &'static str,
) -> Result<Bytes, ApiError> {
    collect(body, Some(place), limit, sentence).await
}

async fn collect(
    body: Body,
    mut place: Option<&mut Place>,
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
        room?;
        if length > limit {
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
