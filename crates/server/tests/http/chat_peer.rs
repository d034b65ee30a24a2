//! A chat server for the language-model engine: says what it is told to, and keeps what it was asked.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use futures::{StreamExt, stream};
use serde_json::json;
use structuring::Engine;
use structuring::model::{Fallback, ModelEngine, ModelSettings};
use tokio::net::TcpListener;

/// What the peer says to every request.
#[derive(Clone)]
pub enum Says {
    /// This answer, streamed.
    Answer(String),
    /// The beginning of an answer, and then nothing more.
    Beginning(String),
    /// A status and a text.
    Status(u16, String),
}

pub struct ChatPeer {
    address: String,
    seen: Arc<Seen>,
}

struct Seen {
    says: Says,
    requests: Mutex<Vec<String>>,
    left: AtomicUsize,
}

impl ChatPeer {
    pub async fn saying(says: Says) -> Self {
        let seen = Arc::new(Seen {
            says,
            requests: Mutex::default(),
            left: AtomicUsize::new(0),
        });
        let router = Router::new()
            .route("/v1/chat/completions", post(answer))
            .with_state(Arc::clone(&seen));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}/v1", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, seen }
    }

    /// An engine that asks this peer, with the rules engine behind it or nothing.
    pub fn engine(&self, fallback: Fallback) -> Engine {
        let mut settings = ModelSettings::new(&self.address, "scribe-7b");
        settings.api_key = Some("hush-hush".to_owned());
        settings.silence = Duration::from_secs(10);
        settings.fallback = fallback;
        Engine::Model(ModelEngine::new(settings).expect("an engine"))
    }

    /// The bodies of the requests as they came.
    pub fn requests(&self) -> Vec<String> {
        self.seen.requests.lock().expect("no panic").clone()
    }

    /// Waits until a caller has left in the midst of an answer.
    pub async fn is_left(&self) -> bool {
        for _ in 0..100 {
            if self.seen.left.load(Ordering::SeqCst) > 0 {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        false
    }
}

/// Counts a caller that leaves while its answer is not over.
struct Leaving(Arc<Seen>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.left.fetch_add(1, Ordering::SeqCst);
    }
}

async fn answer(State(seen): State<Arc<Seen>>, body: String) -> Response {
    seen.requests.lock().expect("no panic").push(body);
    let chunk = |content: &str| {
        let chunk = json!({ "choices": [{ "delta": { "content": content }, "finish_reason": null }] });
        format!("data: {chunk}\n\n")
    };
    let events = [("content-type", "text/event-stream")];
    match seen.says.clone() {
        Says::Status(status, text) => (StatusCode::from_u16(status).expect("a status"), text).into_response(),
        Says::Answer(text) => {
            let end = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
            (events, chunk(&text) + end).into_response()
        }
        Says::Beginning(text) => {
            let leaving = Leaving(seen);
            let first = stream::once(async move { Ok::<_, std::convert::Infallible>(chunk(&text)) });
            let nothing = stream::pending().map(move |item| {
                let _ = &leaving;
                item
            });
            (events, Body::from_stream(first.chain(nothing))).into_response()
        }
    }
}
