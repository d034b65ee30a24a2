//! A transcription server for the speech engine behind HTTP: answers every recording alike, and keeps what it was sent.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::{Value, json};
use speech::{Engine, HttpSettings, Settings};
use tokio::net::TcpListener;

pub struct SpeechPeer {
    address: String,
    seen: Arc<Seen>,
}

struct Seen {
    status: StatusCode,
    says: String,
    requests: Mutex<Vec<Bytes>>,
}

impl SpeechPeer {
    /// One that hears these words in every recording.
    pub async fn hearing(heard: &str) -> Self {
        let words: Vec<Value> = heard
            .split_whitespace()
            .map(|word| json!({ "word": word, "start": 0.0, "end": 0.5, "probability": 0.9 }))
            .collect();
        Self::answering(200, &json!({ "text": heard, "words": words }).to_string()).await
    }

    /// One that gives this status and this text.
    pub async fn answering(status: u16, says: &str) -> Self {
        let seen = Arc::new(Seen {
            status: StatusCode::from_u16(status).expect("a status"),
            says: says.to_owned(),
            requests: Mutex::default(),
        });
        let router = Router::new()
            .route("/v1/audio/transcriptions", post(answer))
            .with_state(Arc::clone(&seen));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}/v1", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, seen }
    }

    /// An engine that asks this peer.
    pub fn engine(&self) -> Engine {
        let mut http = HttpSettings::new(&self.address, "whisper-1");
        http.api_key = Some("hush-hush".to_owned());
        Engine::from_settings(Settings {
            http: Some(http),
            ..Settings::default()
        })
    }

    /// The bodies of the requests as they came.
    pub fn requests(&self) -> Vec<Bytes> {
        self.seen.requests.lock().expect("no panic").clone()
    }
}

async fn answer(State(seen): State<Arc<Seen>>, body: Bytes) -> Response {
    seen.requests.lock().expect("no panic").push(body);
    (seen.status, seen.says.clone()).into_response()
}
