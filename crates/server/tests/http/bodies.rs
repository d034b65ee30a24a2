//! Nobody has to send a body to be refused: who may not, or may not now, is told so when the head of the request has arrived. Who sends
//! one and stops in the middle is not waited for.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::Value;
use server::App;
use time::Duration as Span;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::support::{Browser, TestServer};

/// Far below any time after which a silent sender is given up.
const SOON: Duration = Duration::from_secs(30);
const SIXTY_MEGABYTES: usize = 60 * 1024 * 1024;
const ASKS_FIRST: &str = "Expect: 100-continue\r\n";

/// A server on a port.
struct Listening {
    server: TestServer,
    host: String,
    task: JoinHandle<()>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Listening {
    async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// After `change` was made to its parts.
    async fn with(change: impl FnOnce(&mut App)) -> Self {
        let server = TestServer::with(change).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let host = listener.local_addr().expect("an address").to_string();
        let app = Arc::clone(&server.app);
        let task = tokio::spawn(server::serve(
            listener,
            app,
            std::future::pending(),
            std::future::ready(()),
        ));
        Self { server, host, task }
    }

    /// A connection on which the head of a request has been sent, and nothing else.
    async fn head(&self, method: &str, path: &str, cookie: &str, more: &str) -> TcpStream {
        self.head_of(SIXTY_MEGABYTES, method, path, cookie, more).await
    }

    /// The same of a request whose body is so many bytes long.
    async fn head_of(&self, length: usize, method: &str, path: &str, cookie: &str, more: &str) -> TcpStream {
        let mut connection = TcpStream::connect(&self.host).await.expect("a connection");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nSec-Fetch-Site: same-origin\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n{more}\r\n",
            self.host
        );
        connection.write_all(head.as_bytes()).await.expect("sent");
        connection
    }

    /// What the head alone of a request is answered.
    async fn told(&self, browser: &Browser, method: &str, path: &str) -> Told {
        let cookie = browser.cookie.clone().unwrap_or_default();
        read(&mut self.head(method, path, &cookie, "").await).await
    }
}

/// A status and an envelope.
#[derive(Debug)]
struct Told {
    status: u16,
    envelope: Value,
}

/// The next answer on a connection, which stays open.
async fn read(connection: &mut TcpStream) -> Told {
    let mut bytes = Vec::new();
    let reading = async {
        loop {
            let text = String::from_utf8_lossy(&bytes);
            if let Some(told) = whole(&text) {
                return told;
            }
            let read = connection.read_buf(&mut bytes).await.expect("an answer");
            assert!(read > 0, "the answer broke off");
        }
    };
    timeout(SOON, reading).await.expect("an answer soon")
}

fn whole(text: &str) -> Option<Told> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let envelope = serde_json::from_str(body).ok()?;
    Some(Told { status, envelope })
}

/// Method and path of every operation that takes a body of somebody who is signed in.
fn operations() -> Vec<(String, String)> {
    let document = serde_json::to_value(server::openapi()).expect("a document");
    let paths = document["paths"].as_object().expect("paths");
    let all = paths.iter().flat_map(|(path, item)| {
        let operations = item.as_object().expect("operations").iter();
        let with_body = operations.filter(|(_, operation)| operation.get("requestBody").is_some());
        with_body.map(move |(method, _)| (method.to_uppercase(), path.replace("{id}", "1")))
    });
    let all: Vec<_> = all.filter(|(_, path)| !path.contains("/webhooks/")).collect();
    assert!(all.len() > 15, "{all:?}");
    all
}

#[tokio::test]
async fn a_stranger_is_told_to_sign_in_before_anything_is_sent() {
    let listening = Listening::start().await;
    for (method, path) in operations() {
        for (more, sent) in [("", &b""[..]), ("", b"{\"name\""), (ASKS_FIRST, b"")] {
            let mut connection = listening.head(&method, &path, "", more).await;
            connection.write_all(sent).await.expect("sent");
            // Who asks whether to send it is told the refusal, and not to go on.
            let told = read(&mut connection).await;
            assert_eq!(told.status, 401, "{method} {path} {more}");
            assert_eq!(told.envelope["code"], "signed_out");
        }
    }
}

#[tokio::test]
async fn what_a_user_may_not_do_is_told_before_anything_is_sent() {
    let listening = Listening::start().await;
    let trial = listening.server.signed_in("asha@example.org").await;
    let premium = [
        ("POST", "/api/custom-templates"),
        ("POST", "/api/custom-templates/import"),
        ("PUT", "/api/custom-templates/1"),
        ("POST", "/api/user/signature"),
    ];
    for (method, path) in premium {
        let told = listening.told(&trial, method, path).await;
        assert_eq!(told.status, 403, "{path}");
        assert_eq!(told.envelope["requiresPremium"], true, "{path}");
    }
    let told = listening.told(&trial, "POST", "/api/admin/users/search").await;
    assert_eq!(told.status, 403);
    listening.server.app.clock.advance(Span::days(4));
    for path in [
        "/api/transcribe",
        "/api/structure-report",
        "/api/generate-impression",
    ] {
        let told = listening.told(&trial, "POST", path).await;
        assert_eq!(told.status, 402, "{path}");
    }
}

#[tokio::test]
async fn who_has_asked_too_often_is_told_before_anything_is_sent() {
    let listening = Listening::start().await;
    let wild = listening.server.signed_in("asha@example.org").await;
    let mut page = wild.clone();
    for (path, most) in [
        ("/api/transcribe", 60),
        ("/api/structure-report", 60),
        ("/api/generate-impression", 0),
        ("/api/check-report", 300),
        ("/api/leave-out-blanks", 0),
        ("/api/export-word", 60),
    ] {
        let mut asked = 0;
        // What cannot be read counts too.
        while page.json("POST", path, "{").await.status != StatusCode::TOO_MANY_REQUESTS {
            asked += 1;
        }
        let told = listening.told(&wild, "POST", path).await;
        assert_eq!(told.status, 429, "{path}");
        assert_eq!(asked, most, "{path}");
    }
}

#[tokio::test]
async fn who_sends_a_recording_all_the_same_still_sees_the_sentence() {
    let listening = Listening::start().await;
    let mut connection = TcpStream::connect(&listening.host).await.expect("a connection");
    let recording = vec![b' '; 4 * 1024 * 1024];
    for _ in 0..2 {
        let head = format!(
            "POST /api/transcribe HTTP/1.1\r\nHost: {}\r\nSec-Fetch-Site: same-origin\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            listening.host,
            recording.len()
        );
        connection.write_all(head.as_bytes()).await.expect("sent");
        // As browsers do: all of it, and only then is the answer looked at.
        for piece in recording.chunks(256 * 1024) {
            connection.write_all(piece).await.expect("it is taken");
            sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(read(&mut connection).await.status, 401);
    }
    // What nobody would record is not taken to its end.
    let mut connection = listening.head("POST", "/api/transcribe", "", "").await;
    let endless = async { while connection.write_all(&recording).await.is_ok() {} };
    timeout(SOON, endless).await.expect("the connection is closed");
}

#[tokio::test]
async fn who_falls_silent_in_the_middle_of_a_body_is_told_so_and_given_up() {
    let silence = Duration::from_secs(2);
    let listening = Listening::with(|app| app.silence.body = silence).await;
    let cookie = listening.server.signed_in("asha@example.org").await.cookie;
    let cookie = cookie.expect("a cookie");
    for path in ["/api/transcribe", "/api/structure-report"] {
        let mut connection = listening.head("POST", path, &cookie, "").await;
        connection.write_all(b"{\"audioData\": \"").await.expect("sent");
        let began = Instant::now();
        let told = read(&mut connection).await;
        assert_eq!(told.status, 400, "{path}");
        assert_eq!(told.envelope["code"], "interrupted", "{path}");
        assert!(began.elapsed() + Duration::from_millis(100) >= silence, "{path}");
        let end = timeout(SOON, connection.read_to_end(&mut Vec::new())).await;
        // Closed, in whichever way.
        let _ = end.expect("nothing more is waited for");
    }
    // All of a body may take longer, as long as something comes.
    let body = b"{\"reportContent\": \"FINDINGS: Normal.\"}";
    let began = Instant::now();
    let mut connection = listening
        .head_of(body.len(), "POST", "/api/check-report", &cookie, "")
        .await;
    for piece in body.chunks(10) {
        sleep(silence * 3 / 10).await;
        connection.write_all(piece).await.expect("it is waited for");
    }
    assert!(began.elapsed() > silence);
    assert_eq!(read(&mut connection).await.status, 200);
}
