//! The other side of a live dictation: a server on a port, and a page that talks with it.

use std::sync::Arc;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::live::places::LivePlaces;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::spoken;
use crate::support::TestServer;

/// A server on a port, with the embedded engine.
pub struct Listening {
    pub server: TestServer,
    pub host: String,
    pub stop: oneshot::Sender<()>,
    pub task: JoinHandle<()>,
}

impl Listening {
    pub async fn start(places: usize) -> Self {
        let server = TestServer::with(|app| {
            app.speech = Arc::new(spoken::engine());
            app.live = LivePlaces::new(places, 10);
        });
        Self::serve(server.await).await
    }

    pub async fn serve(server: TestServer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let host = listener.local_addr().expect("an address").to_string();
        let (stop, stopped) = oneshot::channel();
        let app = Arc::clone(&server.app);
        let shutdown = async {
            let _ = stopped.await;
        };
        let task = tokio::spawn(server::serve(listener, app, shutdown, std::future::pending()));
        Self {
            server,
            host,
            stop,
            task,
        }
    }

    /// Waits until every place is free.
    pub async fn all_left(&self) {
        timeout(Duration::from_secs(10), self.server.app.live.left())
            .await
            .expect("the places are free");
    }

    pub async fn cookie(&self) -> String {
        let browser = self.server.signed_in("asha@example.org").await;
        browser.cookie.expect("a cookie")
    }

    pub async fn connect(&self, cookie: Option<&str>, origin: &str) -> Result<Page, Error> {
        let address = format!("ws://{}/api/transcribe/live", self.host);
        let mut request = address.into_client_request().expect("a request");
        let headers = request.headers_mut();
        headers.insert("origin", origin.parse().expect("a header"));
        if let Some(cookie) = cookie {
            headers.insert("cookie", cookie.parse().expect("a cookie"));
        }
        let (socket, _) = connect_async(request).await?;
        Ok(Page {
            socket,
            committed: String::new(),
        })
    }

    /// A page that has begun to dictate.
    pub async fn page(&self, cookie: &str) -> Page {
        let start = json!({ "type": "start", "mime": "audio/webm;codecs=opus" });
        self.page_that_says(start, cookie).await
    }

    pub async fn page_that_says(&self, start: Value, cookie: &str) -> Page {
        let origin = format!("http://{}", self.host);
        let mut page = self.connect(Some(cookie), &origin).await.expect("a conversation");
        page.tell(start).await;
        page
    }
}

pub struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub committed: String,
}

impl Page {
    pub async fn tell(&mut self, message: Value) {
        let sent = self.socket.send(Message::text(message.to_string())).await;
        sent.expect("sent");
    }

    /// In pieces of a quarter of a second, as a browser does.
    pub async fn push(&mut self, recording: &[u8]) {
        for piece in recording.chunks(750) {
            let sent = self.socket.send(Message::binary(piece.to_vec())).await;
            sent.expect("sent");
        }
    }

    /// Reads for so long, which answers whenever the page is asked for a sign of life; it is told nothing else.
    pub async fn answers_for(&mut self, time: Duration) {
        let reading = async { while self.frame().await.is_ping() {} };
        let told = timeout(time, reading).await;
        assert!(told.is_err(), "it was told something");
    }

    pub async fn frame(&mut self) -> Message {
        let frame = timeout(Duration::from_secs(60), self.socket.next()).await;
        frame.expect("in time").expect("a frame").expect("no failure")
    }

    /// The next message, of which a text never takes back what it committed.
    pub async fn next(&mut self) -> Value {
        loop {
            let Message::Text(text) = self.frame().await else {
                continue;
            };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["type"] == "text" {
                let committed = message["committed"].as_str().expect("a text");
                assert!(committed.starts_with(&self.committed), "{message}");
                self.committed = committed.to_owned();
            }
            return message;
        }
    }

    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
            assert_eq!(message["type"], "text", "{message}");
        }
    }

    pub async fn close_code(&mut self) -> u16 {
        loop {
            if let Message::Close(frame) = self.frame().await {
                return frame.expect("a code").code.into();
            }
        }
    }
}
