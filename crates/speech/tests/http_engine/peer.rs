//! A speech server on a local port that behaves as told.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use speech::{Engine, HttpSettings, Settings};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// What the peer does with one request.
#[derive(Clone, Copy)]
pub enum Does {
    Answers(u16, &'static str),
    /// Refuses with this status to give the times of words, and answers when it is asked for the text alone.
    AnswersInTextAlone(u16, &'static str),
    /// Is busy, and says in this header when to come again.
    Busy(&'static str),
    /// Begins to answer and sends a byte now and then, without an end.
    Drips,
    /// The same, after so many milliseconds.
    AnswersLate(u64, &'static str),
    /// Takes the request and says nothing.
    Stalls,
    /// Closes the connection without an answer.
    Hangs,
    /// Promises more than it sends.
    Cuts,
}

pub const GOOD: Does = Does::Answers(200, r#"{"text":"No pleural effusion."}"#);

pub struct Peer {
    address: String,
    requests: Arc<AtomicUsize>,
    pub last: Arc<Mutex<Vec<u8>>>,
}

impl Peer {
    /// Behaves as told, request after request; the last behaviour stays.
    pub async fn that(behaviour: &'static [Does]) -> Peer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let (requests, last) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(Vec::new())));
        let (count, seen) = (Arc::clone(&requests), Arc::clone(&last));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let number = count.fetch_add(1, Ordering::SeqCst);
                let does = behaviour[number.min(behaviour.len() - 1)];
                tokio::spawn(serve(stream, does, Arc::clone(&seen)));
            }
        });
        Peer {
            address,
            requests,
            last,
        }
    }

    pub fn engine(&self) -> Engine {
        self.engine_within(Duration::from_secs(8))
    }

    /// An engine that gives a recording so much time.
    pub fn engine_within(&self, total: Duration) -> Engine {
        let mut http = HttpSettings::new(&self.address, "whisper-1");
        http.api_key = Some("secret".into());
        http.total = total;
        Engine::from_settings(Settings {
            http: Some(http),
            ..Settings::default()
        })
    }

    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

async fn serve(mut stream: TcpStream, does: Does, seen: Arc<Mutex<Vec<u8>>>) {
    let mut request = Vec::new();
    let mut buffer = [0; 16_384];
    let mut expected = usize::MAX;
    while request.len() < expected {
        let Ok(read @ 1..) = stream.read(&mut buffer).await else {
            return;
        };
        request.extend_from_slice(&buffer[..read]);
        if let Some(end) = request.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&request[..end]).to_lowercase();
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
            let asks_without_body = head.starts_with("get ");
            expected = end
                + 4
                + length
                    .or(asks_without_body.then_some(0))
                    .expect("a body of known length");
        }
    }
    let asks_for_words = {
        let text = String::from_utf8_lossy(&request);
        text.contains("\r\n\r\nverbose_json\r\n") || text.contains("timestamp_granularities")
    };
    *seen.lock().expect("no panic") = request;
    let does = match does {
        Does::AnswersInTextAlone(status, _) if asks_for_words => {
            Does::Answers(status, r#"{"error":"response_format is not supported"}"#)
        }
        Does::AnswersInTextAlone(_, body) => Does::Answers(200, body),
        Does::AnswersLate(milliseconds, body) => {
            tokio::time::sleep(Duration::from_millis(milliseconds)).await;
            Does::Answers(200, body)
        }
        does => does,
    };
    let answer = match does {
        Does::Stalls => return tokio::time::sleep(Duration::from_secs(30)).await,
        Does::Hangs => return,
        Does::Drips => return drip(stream).await,
        Does::Busy(header) => {
            format!(
                "HTTP/1.1 503 x\r\nretry-after: {header}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            )
        }
        Does::Cuts => "HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"text\":\"No pl".to_owned(),
        Does::AnswersLate(_, body) | Does::AnswersInTextAlone(_, body) => {
            unreachable!("became an answer: {body}")
        }
        Does::Answers(status, body) => {
            format!(
                "HTTP/1.1 {status} x\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            )
        }
    };
    // The client may have given up.
    let _ = stream.write_all(answer.as_bytes()).await;
}

async fn drip(mut stream: TcpStream) {
    let head = "HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n{";
    let mut sent = stream.write_all(head.as_bytes()).await;
    while sent.is_ok() {
        tokio::time::sleep(Duration::from_millis(100)).await;
        sent = stream.write_all(b" ").await;
    }
}
