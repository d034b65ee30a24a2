//! A chat server on a local port, well and ill behaved.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use structuring::Engine;
use structuring::model::{Fallback, ModelEngine, ModelSettings};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// What the peer does with one request.
#[derive(Clone)]
pub enum Does {
    /// Streams an answer in small pieces, as well-behaved servers do.
    Streams(String),
    /// Streams these events, then closes the connection.
    Sends(Vec<String>),
    /// Streams these events, then says nothing more.
    SendsAndStalls(Vec<String>),
    /// Streams an answer with a pause between pieces.
    Dawdles(String, Duration),
    /// Answers with a status, one more header and a body of a kind.
    Answers(u16, &'static str, &'static str, String),
    /// Takes the request and says nothing.
    Stalls,
    /// Closes the connection without an answer.
    HangsUp,
}

/// A refusal or a failure with nothing to say.
pub fn status(status: u16) -> Does {
    Does::Answers(status, "", "application/json", "{}".to_owned())
}

/// An event with a piece of an answer.
pub fn piece(content: &str) -> String {
    json!({ "choices": [{ "index": 0, "delta": { "content": content } }] }).to_string()
}

/// An event that ends an answer.
pub fn ending(reason: &str) -> String {
    json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": reason }] }).to_string()
}

pub struct Peer {
    pub address: String,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    requests: Mutex<Vec<Request>>,
    left: AtomicUsize,
}

/// A request as the peer got it.
#[derive(Clone)]
pub struct Request {
    pub head: String,
    pub body: Value,
}

impl Peer {
    /// Behaves as told, request after request; the last behaviour stays.
    pub async fn that(behaviour: impl IntoIterator<Item = Does>) -> Self {
        let behaviour: Vec<Does> = behaviour.into_iter().collect();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let state: Arc<State> = Arc::default();
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, behaviour.clone(), Arc::clone(&shared)));
            }
        });
        Self { address, state }
    }

    pub fn settings(&self) -> ModelSettings {
        let mut settings = ModelSettings::new(&self.address, "scribe-7b");
        settings.api_key = Some("hush-hush".to_owned());
        settings.silence = Duration::from_millis(500);
        settings.total = Duration::from_secs(8);
        settings
    }

    /// An engine with the rules engine behind it.
    pub fn engine(&self) -> Engine {
        Engine::Model(ModelEngine::new(self.settings()).expect("an engine"))
    }

    /// An engine with nothing behind it: a failure is told.
    pub fn strict_engine(&self) -> Engine {
        let mut settings = self.settings();
        settings.fallback = Fallback::Refuse;
        Engine::Model(ModelEngine::new(settings).expect("an engine"))
    }

    pub fn requests(&self) -> Vec<Request> {
        self.state.requests.lock().expect("no panic").clone()
    }

    /// How many callers left before they were answered.
    pub fn left(&self) -> usize {
        self.state.left.load(Ordering::SeqCst)
    }
}

async fn serve(mut stream: TcpStream, behaviour: Vec<Does>, state: Arc<State>) {
    let Some(request) = read_request(&mut stream).await else {
        return;
    };
    let number = {
        let mut requests = state.requests.lock().expect("no panic");
        requests.push(request);
        requests.len() - 1
    };
    let stays = match behaviour[number.min(behaviour.len() - 1)].clone() {
        Does::HangsUp => return,
        Does::Stalls => true,
        Does::Answers(status, header, kind, body) => {
            let header = if header.is_empty() {
                String::new()
            } else {
                format!("{header}\r\n")
            };
            let head = format!(
                "HTTP/1.1 {status} x\r\ncontent-type: {kind}\r\n{header}content-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            // The client may have given up, here and below.
            let _ = stream.write_all((head + &body).as_bytes()).await;
            return;
        }
        Does::Streams(answer) => {
            send(&mut stream, events(&answer), Duration::ZERO).await;
            false
        }
        Does::Dawdles(answer, pause) => {
            send(&mut stream, events(&answer), pause).await;
            false
        }
        Does::Sends(events) => {
            send(&mut stream, events, Duration::ZERO).await;
            false
        }
        Does::SendsAndStalls(events) => {
            send(&mut stream, events, Duration::ZERO).await;
            true
        }
    };
    if stays {
        // Nothing more is sent by a caller that still waits.
        let end = tokio::time::timeout(Duration::from_secs(20), stream.read(&mut [0; 8])).await;
        if matches!(end, Ok(Ok(0) | Err(_))) {
            state.left.fetch_add(1, Ordering::SeqCst);
        }
    }
}

/// What a well-behaved server sends: a role, the words, a reason, the usage, the end.
fn events(answer: &str) -> Vec<String> {
    let characters: Vec<char> = answer.chars().collect();
    let role = json!({ "choices": [{ "delta": { "role": "assistant", "content": null } }] }).to_string();
    let words = characters
        .chunks(7)
        .map(|piece| self::piece(&piece.iter().collect::<String>()));
    let usage = json!({ "choices": [], "usage": { "total_tokens": 7 } }).to_string();
    [role]
        .into_iter()
        .chain(words)
        .chain([ending("stop"), usage, "[DONE]".to_owned()])
        .collect()
}

async fn send(stream: &mut TcpStream, events: Vec<String>, pause: Duration) {
    let head =
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\nconnection: close\r\n\r\n";
    let _ = stream.write_all(head.as_bytes()).await;
    for event in events {
        let _ = stream.write_all(format!("data: {event}\n\n").as_bytes()).await;
        if !pause.is_zero() {
            sleep(pause).await;
        }
    }
    let _ = stream.flush().await;
}

async fn read_request(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 16_384];
    loop {
        let Ok(read @ 1..) = stream.read(&mut buffer).await else {
            return None;
        };
        bytes.extend_from_slice(&buffer[..read]);
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else {
            continue;
        };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let length = head
            .lines()
            .find_map(|line| {
                line.to_lowercase()
                    .strip_prefix("content-length: ")?
                    .parse::<usize>()
                    .ok()
            })
            .expect("a body of known length");
        if bytes.len() >= end + 4 + length {
            let body = serde_json::from_slice(&bytes[end + 4..]).expect("a JSON body");
            return Some(Request { head, body });
        }
    }
}
