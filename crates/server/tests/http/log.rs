//! The log of a whole report's life, from signing in to the Word file and through every kind of failure, holds no word of a patient
//! or a user.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use accounts::UserId;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;
use server::logging::is_discreet;
use speech::SpeechError;
use structuring::model::Fallback;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use uuid::Uuid;

use crate::chat_peer::{ChatPeer, Says};
use crate::razorpay;
use crate::support::{FakeTranscriber, TestServer, token_in};
use crate::transcribe::recording;

/// What must not be in the log, in any case: each stands in something that the test sends.
const SECRETS: [&str; 13] = [
    "asha.rao",
    "example.org",
    "roe",
    "p-4711",
    "nodule",
    "lobe",
    "pleural",
    "smoker",
    "spleen",
    "secretive",
    "2026-11-19",
    "lingula",
    "hush-hush",
];

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Captured {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

const DICTATION: &str =
    "Jane Roe, a smoker. There is a 4 mm nodule in the right upper lobe. No pleural effusion.";

/// Goes through everything that a radiologist does, and through everything that goes wrong on the way.
async fn live(server: &TestServer, log: &mut Vec<String>) {
    let mut browser = server.visitor();
    let sent = browser
        .form(
            "/api/login/email",
            &[("email", "Asha.Rao@example.org"), ("next", "/app")],
        )
        .await;
    let token = token_in(&sent.text());
    log.push(token.clone());
    browser.get(&format!("/api/login/email?token={token}")).await;
    browser
        .form("/api/login/email/confirm", &[("token", &token)])
        .await;
    browser
        .form("/api/login/email/confirm", &[("token", &token)])
        .await;
    browser
        .form("/api/login/email", &[("email", "asha.rao at example.org")])
        .await;
    log.push(
        browser
            .cookie
            .clone()
            .expect("a cookie")
            .split_once('=')
            .expect("a value")
            .1
            .to_owned(),
    );
    log.push(
        browser.get("/api/user/storage-key").await.expect(StatusCode::OK)["key"]
            .as_str()
            .expect("a key")
            .to_owned(),
    );

    // The method is the client's word too.
    browser.json("NODULE-OF-JANE-ROE", "/api/check-report", "").await;
    browser
        .upload("/api/transcribe", "audio/wav", &recording())
        .await
        .expect(StatusCode::OK);
    browser
        .upload("/api/transcribe", "audio/webm", b"lingula is no sound")
        .await;
    browser
        .post("/api/transcribe", json!({ "audioData": "lingula" }))
        .await;
    let request = json!({ "transcriptionText": DICTATION, "patientId": "P-4711", "patientName": "Jane Roe",
        "studyDate": "2026-11-19", "selectedTemplate": "Lingula" });
    browser
        .post("/api/structure-report", request)
        .await
        .expect(StatusCode::OK);
    let premium = json!({ "transcriptionText": DICTATION, "previousReport": "Spleen of Jane Roe." });
    browser.post("/api/structure-report", premium).await;
    for broken in [
        "{\"transcriptionText\": \"Jane Roe has a nodule",
        "{\"transcriptionText\": [\"Jane Roe\"]}",
    ] {
        browser.json("POST", "/api/structure-report", broken).await;
    }
    let findings = json!({ "findings": "A 4 mm nodule in the lingula.", "clinicalHistory": "smoker" });
    browser
        .post("/api/generate-impression", findings)
        .await
        .expect(StatusCode::OK);
    browser
        .post("/api/templates/match", json!({ "query": "CT chest, lingula" }))
        .await;
    browser
        .post(
            "/api/custom-templates",
            json!({ "name": "Secretive", "content": "Spleen." }),
        )
        .await;
    let export = json!({ "reportContent": DICTATION, "patientId": "P-4711", "patientName": "Jane Roe",
        "studyDate": "2026-11-19", "studyName": "CT Chest", "includeSignature": false });
    browser.post("/api/export-word", export).await;
    browser.get("/api/jane-roe/p-4711?name=roe").await;
    browser.get("/jane-roe/p-4711?name=roe").await;
    let panicked = server
        .app
        .work
        .run(UserId::from_uuid(Uuid::now_v7()), || {
            panic!("Jane Roe has a nodule")
        })
        .await;
    assert!(panicked.is_err());
    browser.get("/api/logout").await;
}

/// Goes through everything that is around the reports: what a user keeps, pays and takes along, what an administrator does, and the
/// end of the account.
async fn keep_and_leave() {
    let server = TestServer::with(razorpay::with_webhook).await;
    let mut user = server.signed_in("asha.rao@example.org").await;
    let mut admin = server.signed_in(razorpay::ADMIN).await;
    for (payment, email) in [
        ("pay_1", "asha.rao@example.org"),
        ("pay_2", "jane.roe@example.org"),
    ] {
        let told = razorpay::tell(&server, &razorpay::link_paid(payment, email)).await;
        told.expect(StatusCode::OK);
    }
    razorpay::tell(
        &server,
        "{\"event\": \"payment.captured\", \"email\": \"asha.rao@example.org\"",
    )
    .await;
    let template = json!({ "name": "Secretive", "content": "Spleen of Jane Roe." });
    for (method, path, body) in [
        (
            "PUT",
            "/api/user/profile",
            json!({ "firstName": "Secretive", "lastName": "Roe" }),
        ),
        (
            "PUT",
            "/api/user/letterhead",
            json!({ "institution": "Secretive", "footer": "Roe" }),
        ),
        ("PUT", "/api/user/letterhead", json!({ "footer": "Roe\u{1}" })),
        (
            "PUT",
            "/api/user/vocabulary",
            json!({ "words": ["Lingula"], "replacements": [] }),
        ),
        (
            "POST",
            "/api/user/signature",
            json!({ "signatureName": "Dr. Roe", "signatureImage": "data:image/png;base64,Lingula" }),
        ),
        (
            "POST",
            "/api/user/signature",
            json!({ "signatureName": "Dr. Roe" }),
        ),
        (
            "POST",
            "/api/custom-templates/import",
            json!({ "templates": [template, { "name": "Roe", "content": "" }] }),
        ),
        (
            "POST",
            "/api/custom-templates/import",
            json!({ "templates": [template] }),
        ),
        ("DELETE", "/api/user", json!({ "email": "jane.roe@example.org" })),
    ] {
        user.json(method, path, body.to_string()).await;
    }
    let kept = user.get("/api/user/export").await;
    assert!(kept.text().contains("Spleen of Jane Roe."), "{}", kept.text());
    admin
        .post(
            "/api/admin/users/search",
            json!({ "search": "asha.rao", "sort": "Roe" }),
        )
        .await;
    let found = admin
        .post("/api/admin/users/search", json!({ "search": "asha.rao" }))
        .await;
    assert!(found.text().contains("asha.rao@example.org"), "{}", found.text());
    for path in [
        "/api/admin/deactivate-user",
        "/api/admin/activate-user",
        "/api/admin/activate-trial",
    ] {
        for subject in ["asha.rao@example.org", "jane.roe@example.org"] {
            admin.post(path, json!({ "userEmail": subject })).await;
        }
    }
    admin.get("/api/admin/audit").await.expect(StatusCode::OK);
    admin.get("/api/admin/payments").await.expect(StatusCode::OK);
    let gone = user
        .json(
            "DELETE",
            "/api/user",
            json!({ "email": "asha.rao@example.org" }).to_string(),
        )
        .await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT, "{}", gone.text());
}

/// Has reports and impressions written by language models that answer well, wrongly, and with the dictation in every wrong place.
async fn live_with_a_model(fallback: Fallback) {
    let finding = "There is a 4 mm nodule in the right upper lobe of Jane Roe.";
    let answer = json!({ "clinicalHistory": "A smoker.", "technique": "", "findings": [finding], "comparison": [],
        "impression": [finding] });
    let quoting = json!({ "error": { "message": finding, "patient": "P-4711" } }).to_string();
    for says in [
        Says::Answer(answer.to_string()),
        Says::Answer("I will not write of the spleen of Jane Roe.".to_owned()),
        Says::Answer("{\"findings\": [\"Lingula\" \"secretive\"]}".to_owned()),
        Says::Status(200, quoting.clone()),
        Says::Status(400, quoting.clone()),
        Says::Status(401, quoting),
        Says::Status(307, format!("<html>{finding}</html>")),
    ] {
        let peer = ChatPeer::saying(says).await;
        let server = TestServer::with(|app| app.structuring = peer.engine(fallback)).await;
        let mut browser = server.signed_in("asha.rao@example.org").await;
        let dictation = json!({ "transcriptionText": DICTATION, "patientId": "P-4711",
            "patientName": "Jane Roe", "studyDate": "2026-11-19" });
        browser.post("/api/structure-report", dictation.clone()).await;
        let events = Request::post("/api/structure-report")
            .header("content-type", "application/json")
            .header("accept", "text/event-stream")
            .body(Body::from(dictation.to_string()));
        browser.send(events).await;
        let findings = json!({ "findings": "A 4 mm nodule in the lingula.", "clinicalHistory": "smoker" });
        browser.post("/api/generate-impression", findings).await;
        assert!(!peer.requests().is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_word_of_a_patient_or_a_user_is_in_the_log() {
    let captured = Captured::default();
    // At its most talkative, what libraries say included, as `readout serve` has it with READOUT_LOG=trace.
    tracing_subscriber::registry()
        .with(filter_fn(|metadata| is_discreet(metadata.target())))
        .with(fmt::layer().with_ansi(false).with_writer(captured.clone()))
        .try_init()
        .expect("the only log of this test program");

    let mut issued = Vec::new();
    let heard = "there is a nodule in the lingula of jane roe";
    live(
        &TestServer::with(|app| app.speech = Arc::new(FakeTranscriber::saying(heard))).await,
        &mut issued,
    )
    .await;
    keep_and_leave().await;
    live_with_a_model(Fallback::Rules).await;
    live_with_a_model(Fallback::Refuse).await;
    crate::login_providers::sign_in_well_and_ill(&mut issued).await;
    crate::live::dictate_well_and_ill("asha.rao@example.org").await;
    let failing =
        TestServer::with(|app| app.speech = Arc::new(FakeTranscriber::failing(SpeechError::Busy))).await;
    let mut browser = failing.signed_in("asha.rao@example.org").await;
    browser.upload("/api/transcribe", "audio/wav", &recording()).await;
    failing
        .app
        .store
        .clone()
        .close()
        .await
        .expect("the database closes");
    browser
        .post(
            "/api/structure-report",
            json!({ "transcriptionText": "Jane Roe" }),
        )
        .await;

    let log = captured.0.lock().unwrap_or_else(PoisonError::into_inner);
    let log = String::from_utf8_lossy(&log).into_owned();
    assert!(log.contains("request finished") && log.contains("structured") && log.contains("request failed"));
    assert!(log.contains("the rules engine wrote for the language model"));
    // A link that was used already, an address that is none.
    for status in [410, 422] {
        assert!(log.contains(&format!("sign-in refused sign_in.status={status}")));
    }
    assert!(log.contains("account deleted"));
    assert!(log.contains("sign-in came to nothing") && log.contains("sign-in refused"));
    assert!(log.contains("dictated live") && log.contains("a stretch was recognised"));
    let lower = log.to_lowercase();
    for secret in SECRETS.iter().map(|secret| (*secret).to_owned()).chain(issued) {
        let found = if secret.chars().any(char::is_uppercase) {
            log.find(&secret)
        } else {
            lower.find(&secret)
        };
        let context = found.map(|at| {
            log.get(at.saturating_sub(200)..(at + 60).min(log.len()))
                .unwrap_or_default()
                .to_owned()
        });
        assert_eq!(context, None, "{secret} is in the log");
    }
}
