//! A speech server with OpenAI's interface on a local port, which goes away, comes back, and takes its time, as told. What it answers is
//! always the same: a real one has gigabytes of weights.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};

/// What it says to every recording.
pub const HEARD: &str = "There is no acute infarct.";

/// A recording, as pages send them; with the name of a take it is counted once.
pub fn recording(take: Option<&str>) -> Value {
    let file = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../speech/tests/samples/browser.webm"
    ));
    json!({ "audioData": BASE64_STANDARD.encode(file.expect("the sample")), "takeId": take })
}

pub struct SpeechServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    listening: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    is_away: AtomicBool,
    milliseconds: AtomicU64,
    asked: AtomicUsize,
}

impl SpeechServer {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let mut server = Self {
            address: listener.local_addr().expect("an address"),
            shared: Arc::default(),
            listening: None,
        };
        server.listen_on(listener);
        server
    }

    /// The program, which asks it.
    pub fn serves<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("READOUT_SPEECH_ENGINE", "http")
            .env("READOUT_SPEECH_URL", format!("http://{}/v1", self.address))
    }

    /// Answers after so long from now on.
    pub fn takes(&self, time: Duration) {
        let milliseconds = u64::try_from(time.as_millis()).expect("a short time");
        self.shared.milliseconds.store(milliseconds, Ordering::SeqCst);
    }

    /// How many recordings it was sent.
    pub fn asked(&self) -> usize {
        self.shared.asked.load(Ordering::SeqCst)
    }

    /// Takes no connection any more.
    pub fn goes_away(&mut self) {
        self.shared.is_away.store(true, Ordering::SeqCst);
        if let Some(listening) = self.listening.take() {
            // The last connection that it takes is this one.
            let _ = TcpStream::connect(self.address);
            listening.join().expect("it ends");
        }
    }

    /// Listens again where it was.
    pub fn comes_back(&mut self) {
        self.listen_on(TcpListener::bind(self.address).expect("the same port"));
    }

    fn listen_on(&mut self, listener: TcpListener) {
        self.shared.is_away.store(false, Ordering::SeqCst);
        let shared = Arc::clone(&self.shared);
        self.listening = Some(thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if shared.is_away.load(Ordering::SeqCst) {
                    return;
                }
                let shared = Arc::clone(&shared);
                thread::spawn(move || answer(stream, &shared));
            }
        }));
    }
}

impl Drop for SpeechServer {
    fn drop(&mut self) {
        self.goes_away();
    }
}

/// Answers the one request of a connection; whoever leaves before that is not missed.
fn answer(mut stream: TcpStream, shared: &Shared) -> Option<()> {
    let mut request = Vec::new();
    let mut piece = [0; 16 * 1024];
    while !is_whole(&request) {
        let read = stream.read(&mut piece).ok().filter(|read| *read > 0)?;
        request.extend_from_slice(&piece[..read]);
    }
    let is_recording = request.starts_with(b"POST ");
    if is_recording {
        shared.asked.fetch_add(1, Ordering::SeqCst);
        thread::sleep(Duration::from_millis(shared.milliseconds.load(Ordering::SeqCst)));
    }
    let body = if is_recording {
        json!({ "text": HEARD }).to_string()
    } else {
        json!({ "object": "list", "data": [] }).to_string()
    };
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close";
    write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).ok()
}

/// Whether a request has come to its end: by its length, or by its last chunk.
fn is_whole(request: &[u8]) -> bool {
    let Some(end) = request.windows(4).position(|four| four == b"\r\n\r\n") else {
        return false;
    };
    let (head, body) = (
        String::from_utf8_lossy(&request[..end]).to_lowercase(),
        &request[end + 4..],
    );
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    match length {
        Some(length) => body.len() >= length.trim().parse().unwrap_or(0),
        None => !head.contains("transfer-encoding: chunked") || body.ends_with(b"0\r\n\r\n"),
    }
}
