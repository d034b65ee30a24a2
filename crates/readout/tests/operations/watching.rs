//! What whoever watches over a server sees of it from outside, and how it stops.

use std::fs::File;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, read};
use crate::server::Server;
use crate::speech_server::{HEARD, SpeechServer, recording};
use crate::support::{free_address, readout, refused, start, stopped, terminate, unavailable, within};

#[test]
fn metrics_are_told_on_a_listener_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let watched = free_address();
    let server = start(readout(folder.path()).env("READOUT_METRICS_LISTEN", &watched));
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let user = asha.get("/api/auth/user").expect("an answer");
    assert!(user.is_success());

    let told = Client::visitor(&watched).get("/metrics").expect("an answer");
    assert_eq!(told.status, 200);
    assert!(
        told.header("content-type")
            .is_some_and(|kind| kind.starts_with("application/openmetrics-text"))
    );
    let line = "readout_requests_total{route=\"/api/auth/user\",method=\"GET\",status=\"200\"} 1";
    assert!(told.body.contains(line), "{}", told.body);
    assert!(!told.body.contains("asha"));
    assert_eq!(Client::visitor(&watched).get("/").expect("an answer").status, 404);
    assert_eq!(
        asha.get("/metrics").expect("an answer").status,
        404,
        "browsers do not reach it"
    );

    // Two on one address: told at the start, before anybody relies on it.
    let other = folder.path().join("other");
    let taken = readout(&other)
        .arg("serve")
        .env("READOUT_LISTEN", "127.0.0.1:0")
        .env("READOUT_METRICS_LISTEN", &watched)
        .output();
    refused(&taken.expect("it runs"), "READOUT_METRICS_LISTEN");
}

#[test]
fn the_identifier_that_a_user_is_told_leads_to_the_cause_in_the_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let mut speech = SpeechServer::start();
    speech.goes_away();
    for level in ["info", "error"] {
        let mut command = readout(&folder.path().join("data"));
        command.env("READOUT_LOG", level);
        command.stderr(File::create(&log).expect("a file"));
        let server = start(speech.serves(&mut command));
        let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
        let refused = asha.json("POST", "/api/transcribe", &recording(None));
        let refused = refused.expect("an answer");
        assert_eq!(refused.status, 503, "{refused:?}");
        let id = refused.json()["requestId"].as_str().expect("one").to_owned();
        let lines = std::fs::read_to_string(&log).expect("the log");
        let lines = lines
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let of_it: Vec<Value> = lines.filter(|line| line.to_string().contains(&id)).collect();
        let cause = of_it.iter().find_map(|line| line["error.chain"].as_str());
        assert!(cause.is_some_and(|cause| !cause.is_empty()), "{level}: {of_it:?}");
    }
}

/// Libraries in C, which know nothing of our log, print where they like.
#[test]
fn nothing_of_what_was_heard_is_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let printed = folder.path().join("printed");
    let server = start(
        readout(&folder.path().join("data"))
            .env("READOUT_LOG", "debug")
            .env("READOUT_SPEECH_ENGINE", "embedded")
            .stderr(File::create(&printed).expect("a file")),
    );
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let heard = asha.json("POST", "/api/transcribe", &recording(None));
    let heard = heard.expect("an answer").json();
    let text = heard["text"].as_str().unwrap_or_default().to_lowercase();
    assert!(text.contains("effusion"), "{heard}");
    let printed = std::fs::read_to_string(&printed).expect("what was printed");
    assert!(printed.contains("/api/transcribe"), "the log is there: {printed}");
    for word in ["effusion", "pleural", "asha@example.org"] {
        assert!(!printed.to_lowercase().contains(word), "{word} in {printed}");
    }
}

#[test]
fn a_report_under_way_is_finished_before_the_server_stops() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = SilentServer::start();
    let mut server = with_model(&folder, &model, "2");
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let asked = thread::spawn(move || asha.json("POST", "/api/structure-report", &dictation()));
    within(Duration::from_secs(10), "asking the model", || {
        model.was_asked().then_some(())
    });
    terminate(&server);
    // The model's time is over two seconds later, and the rules engine writes.
    let report = asked
        .join()
        .expect("no panic")
        .expect("the answer comes, although the server stops");
    assert_eq!(report.status, 200, "{report:?}");
    assert!(report.body.contains("infarct"));
    stopped(&mut server);
    assert!(Client::visitor(&server.address).get("/healthz").is_err());
}

#[test]
fn a_recording_under_way_is_transcribed_before_the_server_stops() {
    let folder = tempfile::tempdir().expect("a folder");
    let speech = SpeechServer::start();
    speech.takes(Duration::from_secs(2));
    let mut server = start(speech.serves(&mut readout(folder.path())));
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let asked = thread::spawn(move || asha.json("POST", "/api/transcribe", &recording(None)));
    within(Duration::from_secs(10), "asking the speech server", || {
        (speech.asked() > 0).then_some(())
    });
    terminate(&server);
    let text = asked
        .join()
        .expect("no panic")
        .expect("the answer comes, although the server stops");
    assert_eq!(text.json()["text"], HEARD, "{text:?}");
    stopped(&mut server);
}

#[test]
fn what_needs_longer_than_the_time_to_stop_is_cut() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = SilentServer::start();
    let mut server = start(
        readout(folder.path())
            .env("READOUT_MODEL_URL", format!("http://{}/v1", model.address))
            .env("READOUT_MODEL_NAME", "silent")
            .env("READOUT_SHUTDOWN_TIMEOUT", "1"),
    );
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let asked = thread::spawn(move || asha.json("POST", "/api/structure-report", &dictation()));
    within(Duration::from_secs(10), "asking the model", || {
        model.was_asked().then_some(())
    });
    let told = Instant::now();
    terminate(&server);
    stopped(&mut server);
    assert!(told.elapsed() < Duration::from_secs(15), "{:?}", told.elapsed());
    assert!(asked.join().expect("no panic").is_err(), "half an answer is none");
}

#[test]
fn a_stranger_who_sends_without_end_does_not_keep_the_server_from_stopping() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = start(&mut readout(folder.path()));
    let mut stranger = TcpStream::connect(&server.address).expect("a connection");
    let head = format!(
        "POST /api/login/email HTTP/1.1\r\nHost: {}\r\nSec-Fetch-Site: same-origin\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 2000\r\n\r\n",
        server.address
    );
    stranger.write_all(head.as_bytes()).expect("sent");
    let trickle = thread::spawn(move || {
        while stranger.write_all(b"a").is_ok() {
            thread::sleep(Duration::from_secs(1));
        }
    });
    thread::sleep(Duration::from_secs(2));
    let told = Instant::now();
    terminate(&server);
    stopped(&mut server);
    let took = told.elapsed();
    assert!(
        took > Duration::from_secs(10),
        "a body may come to its end: {took:?}"
    );
    assert!(took < Duration::from_secs(60), "it ends all the same: {took:?}");
    trickle.join().expect("no panic");
}

#[test]
fn who_is_still_sending_a_recording_when_the_server_stops_is_told_to_send_it_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let speech = SpeechServer::start();
    let mut server = start(speech.serves(&mut readout(folder.path())));
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let mut line = TcpStream::connect(&server.address).expect("a connection");
    let head = format!(
        "POST /api/transcribe HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nCookie: {1}\r\n\
         Content-Type: application/json\r\nContent-Length: 2000000\r\n\r\n{{\"audio\": \"",
        server.address, asha.cookie
    );
    line.write_all(head.as_bytes()).expect("sent");
    let mut thin = line.try_clone().expect("the same connection");
    let sending = thread::spawn(move || {
        while thin.write_all(&[b'A'; 1000]).is_ok() {
            thread::sleep(Duration::from_millis(200));
        }
    });
    thread::sleep(Duration::from_secs(1));
    terminate(&server);
    let answer = read(&mut line).expect("an answer");
    unavailable(&answer, "stopping", "a recording on its way");
    stopped(&mut server);
    sending.join().expect("no panic");
}

#[test]
fn who_asks_twice_does_not_wait() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = SilentServer::start();
    let mut server = with_model(&folder, &model, "100");
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let asked = thread::spawn(move || asha.json("POST", "/api/structure-report", &dictation()));
    within(Duration::from_secs(10), "asking the model", || {
        model.was_asked().then_some(())
    });
    terminate(&server);
    thread::sleep(Duration::from_secs(1));
    assert!(
        server.child.try_wait().expect("its state").is_none(),
        "it waits for the report"
    );
    let told = Instant::now();
    terminate(&server);
    stopped(&mut server);
    assert!(told.elapsed() < Duration::from_secs(15), "{:?}", told.elapsed());
    assert!(asked.join().expect("no panic").is_err());
}

#[test]
fn a_client_that_goes_away_ends_what_the_model_was_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = SilentServer::start();
    let server = with_model(&folder, &model, "60");
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let body = dictation().to_string();
    let mut stream = TcpStream::connect(&server.address).expect("a connection");
    let head = format!(
        "POST /api/structure-report HTTP/1.1\r\nHost: x\r\nCookie: {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        asha.cookie,
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("a request");
    within(Duration::from_secs(10), "asking the model", || {
        model.was_asked().then_some(())
    });
    assert!(!model.was_left());
    let left = Instant::now();
    drop(stream);
    within(Duration::from_secs(10), "leaving the model", || {
        model.was_left().then_some(())
    });
    assert!(left.elapsed() < Duration::from_secs(10));
}

fn with_model(folder: &tempfile::TempDir, model: &SilentServer, seconds: &str) -> Server {
    start(
        readout(folder.path())
            .env("READOUT_MODEL_URL", format!("http://{}/v1", model.address))
            .env("READOUT_MODEL_NAME", "silent")
            .env("READOUT_MODEL_TIMEOUT", seconds),
    )
}

fn dictation() -> serde_json::Value {
    json!({ "transcriptionText": "CT head. There is an acute infarct." })
}

/// Takes every request and never answers.
struct SilentServer {
    address: String,
    seen: std::sync::Arc<std::sync::Mutex<(bool, bool)>>,
}

impl SilentServer {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let seen = std::sync::Arc::new(std::sync::Mutex::new((false, false)));
        let told = std::sync::Arc::clone(&seen);
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let told = std::sync::Arc::clone(&told);
                thread::spawn(move || {
                    let mut piece = [0; 4096];
                    while stream.read(&mut piece).is_ok_and(|read| read > 0) {
                        told.lock().expect("no panic").0 = true;
                    }
                    told.lock().expect("no panic").1 = true;
                });
            }
        });
        Self { address, seen }
    }

    fn was_asked(&self) -> bool {
        self.seen.lock().expect("no panic").0
    }

    /// Whether a connection was closed by the other side.
    fn was_left(&self) -> bool {
        self.seen.lock().expect("no panic").1
    }
}
