//! An answer that may be large: all that a user keeps. It stands in memory until its client has taken it, so it has its place among those
//! that do, and its client a time in which to take it.

use std::io;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::stream;
use serde::Serialize;
use tokio::time::Instant;

use crate::http::error::ApiError;
use crate::room::Place;

/// How long a client may take over it: five million characters over a line of a megabit a second.
const WHOLE: Duration = Duration::from_secs(5 * 60);
/// What is handed to the connection at a time, which keeps some of them.
const PIECE: usize = 64 * 1024;

/// What is not sent yet.
struct Rest {
    bytes: Bytes,
    end: Instant,
    _place: Place,
}

impl Rest {
    /// The next piece. Past the time there is none, and the connection is closed: the client asks for pieces as long as it takes any.
    fn next(&mut self) -> Option<Result<Bytes, io::Error>> {
        if self.bytes.is_empty() {
            return None;
        }
        if Instant::now() > self.end {
            self.bytes = Bytes::new();
            return Some(Err(io::ErrorKind::TimedOut.into()));
        }
        let length = self.bytes.len().min(PIECE);
        Some(Ok(self.bytes.split_to(length)))
    }
}

/// An answer as it will be sent, with its place.
pub struct Whole {
    bytes: Bytes,
    place: Place,
}

impl Whole {
    /// The answer that was made in this place.
    pub async fn of(mut bytes: Vec<u8>, mut place: Place) -> Result<Self, ApiError> {
        bytes.shrink_to_fit();
        place.shrink(bytes.len());
        place.hold(bytes.len()).await?;
        Ok(Self {
            bytes: Bytes::from(bytes),
            place,
        })
    }

    /// Begins to send it. Its place is given back when all of it is sent, or nobody wants it any more.
    pub fn send(self) -> Response {
        let length = self.bytes.len();
        let rest = Rest {
            bytes: self.bytes,
            end: Instant::now() + WHOLE,
            _place: self.place,
        };
        let pieces = stream::unfold(rest, async |mut rest| Some((rest.next()?, rest)));
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
            (header::CONTENT_LENGTH, HeaderValue::from(length)),
        ];
        (headers, Body::from_stream(pieces)).into_response()
    }
}

/// The answer as JSON, sent at once.
pub async fn json(value: &impl Serialize, place: Place) -> Result<Response, ApiError> {
    let bytes = serde_json::to_vec(value).map_err(ApiError::internal)?;
    Ok(Whole::of(bytes, place).await?.send())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::Room;
    use accounts::UserId;

    async fn answer(room: &Room, bytes: usize) -> Response {
        let user = UserId::from_uuid(uuid::Uuid::now_v7());
        let mut place = room.place(user).await.expect("a turn");
        place.hold(4 * bytes).await.expect("room");
        json(&"x".repeat(bytes - 2), place).await.expect("an answer")
    }

    #[tokio::test]
    async fn it_takes_up_room_until_it_is_sent() {
        let room = Room::new(16 * 1024 * 1024);
        let response = answer(&room, 1024 * 1024).await;
        assert_eq!(response.headers()[header::CONTENT_LENGTH], "1048576");
        assert_eq!(room.taken().0, 1024 * 1024, "what it was made of is gone");
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await;
        assert_eq!(body.expect("all of it").len(), 1024 * 1024);
        assert_eq!(room.taken().0, 0);
        drop(answer(&room, 1024 * 1024).await);
        assert_eq!(room.taken().0, 0, "nobody wanted it");
    }

    #[tokio::test]
    async fn a_client_that_takes_a_piece_now_and_then_is_given_up() {
        let room = Room::new(16 * 1024 * 1024);
        let place = room.place(UserId::from_uuid(uuid::Uuid::now_v7())).await;
        let mut rest = Rest {
            bytes: Bytes::from(vec![b'x'; 4 * PIECE]),
            end: Instant::now() + WHOLE,
            _place: place.expect("a turn"),
        };
        assert_eq!(rest.next().expect("more").expect("in time").len(), PIECE);
        rest.end = Instant::now() - Duration::from_millis(1);
        assert!(rest.next().expect("more").is_err(), "too late");
        assert!(rest.next().is_none());
    }
}
