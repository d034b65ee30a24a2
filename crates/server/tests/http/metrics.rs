//! What whoever watches over the server is told: on a listener of its own, and never a word of a person.

use accounts::UserId;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::json;
use server::work::WorkPool;
use speech::SpeechError;
use std::sync::Arc;
use tower::ServiceExt;
use uuid::Uuid;

use crate::support::{FakeTranscriber, TestServer};
use crate::transcribe::{Endless, recording};

/// The answer of the listener of its own.
async fn told(server: &TestServer) -> String {
    let request = Request::get("/metrics").body(Body::empty()).expect("a request");
    let answer = server::metrics::router(server.app.clone()).oneshot(request).await;
    let answer = answer.expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK);
    let bytes = answer.into_body().collect().await.expect("a body").to_bytes();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The value of a line that begins with this.
#[track_caller]
fn value(told: &str, line: &str) -> f64 {
    let found = told
        .lines()
        .find_map(|found| found.strip_prefix(line)?.strip_prefix(' '));
    found
        .and_then(|value| value.parse().ok())
        .unwrap_or_else(|| panic!("{line} in {told}"))
}

#[tokio::test]
async fn counts_a_days_work_by_what_this_program_calls_it() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let sound = recording();
    browser
        .upload("/api/transcribe", "audio/wav", &sound)
        .await
        .expect(StatusCode::OK);
    let dictation = json!({ "transcriptionText": "Name Jane Doe. CT head. No acute infarct.", "patientName": "Jane Doe" });
    browser
        .post("/api/structure-report", dictation)
        .await
        .expect(StatusCode::OK);
    browser
        .post(
            "/api/generate-impression",
            json!({ "findings": "There is an acute infarct." }),
        )
        .await
        .expect(StatusCode::OK);
    // What strangers and typing errors send: a path, a query, a method that nobody declared.
    browser.get("/api/reports/Jane-Doe-born1960?name=Jane").await;
    browser.get("/Jane-Doe").await;
    browser.json("JANE", "/api/templates", "{}").await;
    browser
        .post("/api/structure-report", json!({ "transcriptionText": "" }))
        .await;
    let refused = browser
        .form(
            "/api/login/email",
            &[("email", "no address of Jane"), ("next", "/app")],
        )
        .await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);

    let told = told(&server).await;
    let route = "readout_requests_total{route=\"/api/structure-report\",method=\"POST\",status=";
    assert_eq!(value(&told, &format!("{route}\"200\"}}")), 1.0);
    assert_eq!(value(&told, &format!("{route}\"422\"}}")), 1.0);
    let times = "readout_request_duration_seconds_count{route=\"/api/structure-report\",method=\"POST\"}";
    assert_eq!(value(&told, times), 2.0);
    assert_eq!(
        value(&told, "readout_refusals_total{code=\"nothing_dictated\"}"),
        1.0
    );
    assert_eq!(
        value(&told, "readout_sign_in_refusals_total{status=\"422\"}"),
        1.0
    );
    assert_eq!(value(&told, "readout_transcriptions_total{way=\"whole\"}"), 1.0);
    assert!(value(&told, "readout_audio_seconds_total{way=\"whole\"}") > 0.1);
    for what in ["report", "impression"] {
        let written = format!(
            "readout_writing_duration_seconds_count{{what=\"{what}\",engine=\"rules\",outcome=\"written\"}}"
        );
        assert_eq!(value(&told, &written), 1.0);
    }
    for (line, expected) in [
        ("readout_work_running", 0.0),
        ("readout_work_waiting", 0.0),
        ("readout_work_refused_total", 0.0),
        ("readout_upload_bytes", 0.0),
        ("readout_upload_bytes_most", 67_108_864.0),
        ("readout_live_sockets", 0.0),
        ("readout_live_sockets_most", 10.0),
        ("readout_live_places", 0.0),
        ("readout_live_places_most", 2.0),
        ("readout_speech_ready", 1.0),
        ("readout_database_up", 1.0),
    ] {
        assert_eq!(value(&told, line), expected, "{line}");
    }
    let build = format!("readout_build_info{{version=\"{}\"}}", env!("CARGO_PKG_VERSION"));
    assert_eq!(value(&told, &build), 1.0);
    assert!(value(&told, "process_resident_memory_bytes") > 1e6);
    assert!(value(&told, "process_open_fds") > 2.0);
    assert!(told.ends_with("# EOF\n"));

    for word in [
        "Jane",
        "JANE",
        "jane",
        "Doe",
        // Not the year alone: the memory of the process may have its digits.
        "born1960",
        "infarct",
        "asha",
        "example.org",
    ] {
        assert!(!told.contains(word), "{word} in {told}");
    }
}

#[tokio::test]
async fn work_that_nobody_had_time_for_and_engines_that_fail_are_counted() {
    let failing = SpeechError::EngineFailed("a reason".to_owned());
    let server = TestServer::with(|app| {
        app.work = WorkPool::new(1, 0);
        app.speech = Arc::new(FakeTranscriber::failing(failing));
    })
    .await;
    let mut browser = server.signed_in("asha@example.org").await;
    browser.upload("/api/transcribe", "audio/wav", &recording()).await;

    let (release, held) = std::sync::mpsc::channel::<()>();
    let pool = server.app.work.clone();
    let working = tokio::spawn(async move {
        pool.run(UserId::from_uuid(Uuid::now_v7()), move || held.recv().is_ok())
            .await
    });
    while server.app.work.load().running == 0 {
        tokio::task::yield_now().await;
    }
    // The queue is full: said at once, with when to come again.
    for (path, body) in [
        (
            "/api/structure-report",
            json!({ "transcriptionText": "CT head. No infarct." }),
        ),
        (
            "/api/check-report",
            json!({ "reportContent": "FINDINGS:\nNo infarct." }),
        ),
        (
            "/api/export-word",
            json!({ "reportContent": "FINDINGS:\nNo infarct." }),
        ),
    ] {
        let answer = browser.post(path, body).await;
        assert_eq!(
            answer.status,
            StatusCode::SERVICE_UNAVAILABLE,
            "{path}: {}",
            answer.text()
        );
        assert_eq!(answer.headers["retry-after"], "3", "{path}");
        assert!(answer.text().contains("\"code\":\"busy\""), "{path}");
    }
    let told = told(&server).await;
    assert_eq!(value(&told, "readout_work_running"), 1.0);
    assert_eq!(value(&told, "readout_work_refused_total"), 3.0);
    assert_eq!(value(&told, "readout_refusals_total{code=\"busy\"}"), 3.0);
    assert_eq!(
        value(&told, "readout_refusals_total{code=\"speech_failed\"}"),
        1.0
    );
    assert!(
        !told.contains("readout_transcriptions_total{"),
        "what failed is no transcription"
    );
    release.send(()).expect("the work waits for it");
    assert!(working.await.expect("no panic").expect("it ran"));
}

#[tokio::test]
async fn a_recording_that_nobody_has_a_place_for_is_refused_at_once_and_counted() {
    let engine = Arc::new(Endless::default());
    let given = Arc::clone(&engine);
    let server = TestServer::with(|app| {
        app.listening = WorkPool::new(1, 0);
        app.speech = given;
    })
    .await;
    let mut first = server.signed_in("asha@example.org").await;
    let heard = tokio::spawn(async move {
        first
            .upload("/api/transcribe", "audio/wav", &recording())
            .await
            .status
    });
    engine.begun.notified().await;

    let mut other = server.signed_in("binh@example.org").await;
    let sound = recording();
    let refused = other.upload("/api/transcribe", "audio/wav", &sound).await;
    assert_eq!(refused.header("retry-after"), Some("3"));
    refused.refused(StatusCode::SERVICE_UNAVAILABLE, "busy");
    let told = told(&server).await;
    for (line, expected) in [
        ("readout_work_refused_total", 1.0),
        ("readout_refusals_total{code=\"busy\"}", 1.0),
        // Who is listened to keeps no processor of this pool busy.
        ("readout_work_running", 0.0),
        ("readout_work_waiting", 0.0),
    ] {
        assert_eq!(value(&told, line), expected, "{line}");
    }

    // Whoever goes away leaves the place to the next.
    heard.abort();
    assert!(heard.await.is_err_and(|error| error.is_cancelled()));
    tokio::select! {
        _ = other.upload("/api/transcribe", "audio/wav", &sound) => panic!("the engine is never done"),
        () = engine.begun.notified() => {}
    }
}

#[tokio::test]
async fn nobody_reaches_it_where_browsers_are_answered_and_nothing_else_is_answered_there() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    assert_eq!(browser.get("/metrics").await.status, StatusCode::NOT_FOUND);
    for path in ["/", "/healthz", "/api/templates"] {
        let request = Request::get(path).body(Body::empty()).expect("a request");
        let answer = server::metrics::router(server.app.clone()).oneshot(request).await;
        assert_eq!(
            answer.expect("an answer").status(),
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
}
