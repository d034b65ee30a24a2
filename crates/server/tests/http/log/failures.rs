//! What goes wrong on the way: requests that are refused, engines that fail with a patient's words in what they say, a database that is
//! away.

use std::sync::Arc;

use accounts::UserId;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use futures::future::join_all;
use serde_json::{Value, json};
use server::live::places::LivePlaces;
use server::speech_engine::Transcriber;
use speech::SpeechError;
use structuring::model::Fallback;
use uuid::Uuid;

use super::{EMAIL, check};
use crate::chat_peer::{ChatPeer, Says};
use crate::live::page::Listening;
use crate::live::spoken;
use crate::speech_peer::SpeechPeer;
use crate::support::{FakeTranscriber, TestServer};
use crate::transcribe::recording;

const DICTATION: &str =
    "Jane Roe, a smoker. There is a 4 mm nodule in the right upper lobe. No pleural effusion.";

fn request() -> Value {
    json!({ "transcriptionText": DICTATION, "patientId": "P-4711", "patientName": "Jane Roe", "studyDate": "2026-11-19" })
}

fn findings() -> Value {
    json!({ "findings": "A 4 mm nodule in the lingula.", "clinicalHistory": "smoker" })
}

/// Asks for what is not there, not theirs, not readable or too much.
pub async fn ask_wrongly() {
    let server = TestServer::start().await;
    let mut trial = server.signed_in(EMAIL).await;
    let large = "nodule of Jane Roe ".repeat(12_000);
    let long = "Roe".repeat(100);
    let previous = json!({ "transcriptionText": DICTATION, "previousReport": "Spleen of Jane Roe." });
    let own_template = json!({ "transcriptionText": DICTATION, "customTemplateId": "Lingula" });
    for (path, body, expected) in [
        ("/api/structure-report", previous, StatusCode::FORBIDDEN),
        (
            "/api/structure-report",
            own_template.clone(),
            StatusCode::FORBIDDEN,
        ),
        (
            "/api/structure-report",
            json!({ "transcriptionText": large }),
            StatusCode::PAYLOAD_TOO_LARGE,
        ),
        (
            "/api/structure-report",
            json!({ "transcriptionText": ["Jane Roe"] }),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (
            "/api/generate-impression",
            json!({ "findings": large }),
            StatusCode::PAYLOAD_TOO_LARGE,
        ),
        (
            "/api/check-report",
            json!({ "reportContent": large }),
            StatusCode::PAYLOAD_TOO_LARGE,
        ),
        (
            "/api/leave-out-blanks",
            json!({ "reportContent": large }),
            StatusCode::PAYLOAD_TOO_LARGE,
        ),
        (
            "/api/check-report",
            json!({ "reportContent": DICTATION, "madeFrom": "Jane Roe" }),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (
            "/api/export-word",
            json!({ "reportContent": DICTATION, "patientName": long }),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (
            "/api/export-word",
            json!({ "reportContent": DICTATION, "patientName": "Jane Roe", "includeSignature": true }),
            StatusCode::FORBIDDEN,
        ),
        (
            "/api/custom-templates",
            json!({ "name": "Secretive", "content": "Spleen." }),
            StatusCode::FORBIDDEN,
        ),
        (
            "/api/user/signature",
            json!({ "signatureName": "Dr. Roe" }),
            StatusCode::FORBIDDEN,
        ),
        (
            "/api/templates/match",
            json!({ "query": "CT chest, lingula", "modality": "Secretive", "sex": "Roe" }),
            StatusCode::OK,
        ),
        (
            "/api/templates/match",
            json!({ "query": "lingula ".repeat(100) }),
            StatusCode::PAYLOAD_TOO_LARGE,
        ),
        (
            "/api/transcribe",
            json!({ "audioData": "lingula" }),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
    ] {
        check(path, &trial.post(path, body).await, expected);
    }
    let mut subscriber = server.subscriber("jane.roe@example.org").await;
    let unknown = subscriber.post("/api/structure-report", own_template).await;
    check("an unknown template", &unknown, StatusCode::NOT_FOUND);

    for path in [
        "/api/structure-report",
        "/api/generate-impression",
        "/api/check-report",
        "/api/leave-out-blanks",
        "/api/export-word",
        "/api/transcribe",
    ] {
        let broken = "{\"transcriptionText\": \"Jane Roe has a nodule";
        let broken = trial.json("POST", path, broken).await;
        check(path, &broken, StatusCode::BAD_REQUEST);
        // The method is the client's word too.
        let method = trial.json("NODULE-OF-JANE-ROE", path, "").await;
        check(path, &method, StatusCode::METHOD_NOT_ALLOWED);
    }
    let no_sound = trial
        .upload("/api/transcribe", "audio/webm", b"lingula is no sound")
        .await;
    check("no sound", &no_sound, StatusCode::UNPROCESSABLE_ENTITY);
    for path in ["/api/jane-roe/p-4711?name=roe", "/jane-roe/p-4711?name=roe"] {
        check(path, &trial.get(path).await, StatusCode::NOT_FOUND);
    }
    let someone = UserId::from_uuid(Uuid::now_v7());
    let panicked = server.app.work.run(someone, || panic!("Jane Roe has a nodule"));
    assert!(panicked.await.is_err());
}

/// Has reports and impressions written by language models that give none, some with the dictation in what they say instead.
pub async fn have_failing_models_write(fallback: Fallback) {
    let finding = "There is a 4 mm nodule in the right upper lobe of Jane Roe.";
    let quoting = json!({ "error": { "message": finding, "patient": "P-4711" } }).to_string();
    let failed = StatusCode::BAD_GATEWAY;
    for (says, refused) in [
        (
            Says::Answer("I will not write of the spleen of Jane Roe.".to_owned()),
            failed,
        ),
        (
            Says::Answer("{\"findings\": [\"Lingula\" \"secretive\"]}".to_owned()),
            failed,
        ),
        // An answer that ends before anything was said.
        (
            Says::Status(200, quoting.clone()),
            StatusCode::SERVICE_UNAVAILABLE,
        ),
        (Says::Status(400, quoting.clone()), failed),
        (Says::Status(401, quoting), failed),
        (Says::Status(307, format!("<html>{finding}</html>")), failed),
    ] {
        let (written, streamed) = match fallback {
            Fallback::Rules => (StatusCode::OK, "event: report"),
            Fallback::Refuse => (refused, "event: error"),
        };
        let peer = ChatPeer::saying(says).await;
        let server = TestServer::with(|app| app.structuring = peer.engine(fallback)).await;
        let mut browser = server.signed_in(EMAIL).await;
        let report = browser.post("/api/structure-report", request()).await;
        check("a report", &report, written);
        let asked = Request::post("/api/structure-report")
            .header("content-type", "application/json")
            .header("accept", "text/event-stream")
            .body(Body::from(request().to_string()));
        let stream = browser.send(asked).await;
        check("a stream", &stream, StatusCode::OK);
        assert!(stream.text().contains(streamed), "{}", stream.text());
        let impression = browser.post("/api/generate-impression", findings()).await;
        check("an impression", &impression, written);
        assert!(!peer.requests().is_empty());
    }
}

/// Has recordings written down, whole and live, by speech servers and engines that fail with what they heard in what they say.
pub async fn have_failing_engines_listen() {
    let heard = "there is a nodule in the lingula of Jane Roe";
    let quoting = json!({ "error": { "message": heard, "patient": "P-4711" } }).to_string();
    let sound = spoken::opus(&spoken::said(&["no pleural effusion"], 1.2));
    let answers = [
        (400, quoting.clone(), StatusCode::BAD_GATEWAY),
        (401, quoting.clone(), StatusCode::BAD_GATEWAY),
        (422, quoting.clone(), StatusCode::BAD_GATEWAY),
        (307, format!("<html>{heard}</html>"), StatusCode::BAD_GATEWAY),
        (200, format!("<html>{heard}</html>"), StatusCode::BAD_GATEWAY),
        (200, format!("{{\"text\": \"{heard}"), StatusCode::BAD_GATEWAY),
        (
            200,
            json!({ "text": [heard] }).to_string(),
            StatusCode::BAD_GATEWAY,
        ),
        (
            200,
            json!({ "text": " " }).to_string(),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        // These are asked again, for seconds.
        (429, quoting.clone(), StatusCode::SERVICE_UNAVAILABLE),
        (500, quoting, StatusCode::SERVICE_UNAVAILABLE),
    ];
    join_all(answers.map(|(status, says, expected)| {
        let sound = &sound;
        async move {
            let peer = SpeechPeer::answering(status, &says).await;
            dictate_in_vain(Arc::new(peer.engine()), sound, expected).await;
            assert!(!peer.requests().is_empty(), "{status} {says}");
        }
    }))
    .await;
    for failure in [SpeechError::EngineFailed(heard.to_owned()), SpeechError::TimedOut] {
        let engine = Arc::new(FakeTranscriber::failing(failure));
        dictate_in_vain(engine, &recording(), StatusCode::BAD_GATEWAY).await;
    }
}

/// Sends a recording whole, then live where the engine listens live.
async fn dictate_in_vain(engine: Arc<dyn Transcriber>, sound: &[u8], expected: StatusCode) {
    let is_live = engine.description().live;
    let server = TestServer::with(|app| {
        app.speech = engine;
        app.live = LivePlaces::new(2, 10);
    });
    let server = Listening::serve(server.await).await;
    let mut browser = server.server.signed_in(EMAIL).await;
    let refused = browser.upload("/api/transcribe", "audio/webm", sound).await;
    check("a recording", &refused, expected);
    // Nothing that was heard is no failure where somebody speaks.
    if !is_live || expected == StatusCode::UNPROCESSABLE_ENTITY {
        return;
    }
    let mut page = server.page(browser.cookie.as_ref().expect("a cookie")).await;
    page.until("ready").await;
    page.push(sound).await;
    page.tell(json!({ "type": "finish" })).await;
    page.until("error").await;
}

/// Asks for reports when nothing can be looked up any more.
pub async fn lose_the_database() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in(EMAIL).await;
    let store = server.app.store.clone();
    store.close().await.expect("the database closes");
    for (path, body) in [
        ("/api/structure-report", request()),
        ("/api/generate-impression", findings()),
        ("/api/check-report", json!({ "reportContent": DICTATION })),
        ("/api/leave-out-blanks", json!({ "reportContent": DICTATION })),
        (
            "/api/export-word",
            json!({ "reportContent": DICTATION, "patientName": "Jane Roe" }),
        ),
    ] {
        let refused = browser.post(path, body).await;
        refused.refused(StatusCode::SERVICE_UNAVAILABLE, "database_away");
    }
}
