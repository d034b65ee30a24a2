//! The other side of a live dictation: what it says first, and how it is told something.

use std::time::Duration;

use accounts::TakeId;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use bytes::Bytes;
use futures::stream::{SplitSink, SplitStream};
use futures::{SinkExt, StreamExt};
use tokio::time::{Instant, timeout};

use super::conversation::Ended;
use super::messages::{Tell, Told};
use crate::chosen_template::ChosenTemplate;
use crate::http::error::ApiError;

/// How long a page may take to read what it is sent.
const SENDING_TIME: Duration = Duration::from_secs(10);
/// How long a page may take to answer a goodbye.
const GOODBYE: Duration = Duration::from_secs(2);

/// What the page said first.
pub(super) struct Started {
    pub(super) mime: Option<String>,
    pub(super) take: Option<TakeId>,
    pub(super) template: ChosenTemplate,
}

/// The other side of the socket.
pub(super) struct Page {
    out: SplitSink<WebSocket, Message>,
    pub(super) incoming: SplitStream<WebSocket>,
    pub(super) heard_from: Instant,
}

impl Page {
    /// The page at the other end of a socket that was just opened.
    pub(super) fn new(socket: WebSocket) -> Self {
        let (out, incoming) = socket.split();
        Self {
            out,
            incoming,
            heard_from: Instant::now(),
        }
    }

    /// Waits for `start` and gives what it says.
    pub(super) async fn started(&mut self) -> Result<Started, Ended> {
        loop {
            match self.incoming.next().await {
                Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                    Ok(Told::Start { mime, take, template }) => {
                        return Ok(Started {
                            mime,
                            take: take.as_deref().and_then(TakeId::parse),
                            template,
                        });
                    }
                    _ => return Err(Ended::Misunderstood),
                },
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Binary(_))) => return Err(Ended::Misunderstood),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Ended::Left),
            }
        }
    }

    pub(super) async fn tell(&mut self, message: &Tell<'_>) -> Result<(), Ended> {
        let text = serde_json::to_string(message).map_err(ApiError::internal)?;
        self.send(Message::Text(text.into())).await
    }

    /// Asks for a sign of life. A page that gave none for longer than `silence` is gone.
    pub(super) async fn ask_for_sign(&mut self, silence: Duration) -> Result<(), Ended> {
        if self.heard_from.elapsed() > silence {
            return Err(Ended::Left);
        }
        self.send(Message::Ping(Bytes::new())).await
    }

    /// Says goodbye and takes what the page still sends until it answers: a connection that is closed over unread frames may be reset,
    /// and the last words to the page are lost with it.
    pub(super) async fn close(&mut self, code: u16) {
        let reason = "".into();
        let goodbye = async {
            self.send(Message::Close(Some(CloseFrame { code, reason })))
                .await?;
            while let Some(Ok(_)) = self.incoming.next().await {}
            Ok::<(), Ended>(())
        };
        // A page that is gone needs no goodbye.
        let _ = timeout(GOODBYE, goodbye).await;
    }

    async fn send(&mut self, message: Message) -> Result<(), Ended> {
        match timeout(SENDING_TIME, self.out.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Ended::Left),
        }
    }
}
