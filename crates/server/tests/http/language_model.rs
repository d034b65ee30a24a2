//! Reports and impressions by a language model, over HTTP.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use structuring::Engine;
use structuring::model::{Fallback, ModelEngine, ModelSettings};

use crate::chat_peer::{ChatPeer, Says};
use crate::support::{Answer, Browser, TestServer};

const PATH: &str = "/api/structure-report";
const DICTATED: &str =
    "Clinical history smoker. There is a 4 mm nodule in the right upper lobe. No pleural effusion.";
const FAITHFUL: &str = r#"{"clinicalHistory": "Smoker.", "technique": "", "findings": ["There is a 4 mm nodule in the right upper lobe.", "No pleural effusion."], "comparison": [], "impression": []}"#;

fn request() -> Value {
    json!({ "transcriptionText": DICTATED, "patientId": "P-4711", "patientName": "Jane Roe", "studyDate": "2026-11-19",
        "patientSex": "F", "modality": "CT" })
}

async fn server(engine: Engine) -> TestServer {
    TestServer::with(|app| app.structuring = engine).await
}

fn asking_for_events(body: &Value) -> axum::http::Result<Request<Body>> {
    Request::post(PATH)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT, "text/event-stream")
        .body(Body::from(body.to_string()))
}

async fn events_of(browser: &mut Browser, body: &Value) -> Vec<(String, Value)> {
    let answer = browser.send(asking_for_events(body)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    read(&answer)
}

/// The events of a stream with their data.
fn read(answer: &Answer) -> Vec<(String, Value)> {
    let text = answer.text();
    let blocks = text.split("\n\n").filter(|block| block.contains("data:"));
    blocks
        .map(|block| {
            let field = |name: &str| {
                block
                    .lines()
                    .find_map(|line| line.strip_prefix(name))
                    .map(str::trim)
            };
            let data = field("data:").expect("data");
            (
                field("event:").expect("a name").to_owned(),
                serde_json::from_str(data).expect("JSON"),
            )
        })
        .collect()
}

#[tokio::test]
async fn the_report_names_the_model_and_tells_what_was_put_right() {
    let wrong = FAITHFUL.replace("right upper", "left upper");
    let peer = ChatPeer::saying(Says::Answer(wrong)).await;
    let server = server(peer.engine(Fallback::Rules)).await;
    let mut browser = server.signed_in("asha@example.org").await;
    let report = browser.post(PATH, request()).await.expect(StatusCode::OK);
    assert_eq!(report["engine"], json!({ "name": "scribe-7b" }));
    assert!(
        report["findings"]
            .as_str()
            .is_some_and(|text| text.contains("right upper lobe")),
        "{report}"
    );
    let repairs = report["repairs"].as_array().expect("repairs");
    assert!(
        repairs
            .iter()
            .all(|repair| repair["message"].as_str().is_some_and(|text| text.ends_with('.')))
    );
    assert!(!repairs.is_empty(), "{report}");
    assert_eq!(server.usage("asha@example.org").await.reports, 1);
}

#[tokio::test]
async fn who_asks_for_events_gets_sections_and_then_the_report() {
    let peer = ChatPeer::saying(Says::Answer(FAITHFUL.to_owned())).await;
    let server = server(peer.engine(Fallback::Rules)).await;
    let mut browser = server.signed_in("asha@example.org").await;
    let events = events_of(&mut browser, &request()).await;
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["section", "section", "report"]);
    assert_eq!(
        events[0].1,
        json!({ "section": "clinicalHistory", "text": "Smoker." })
    );
    assert_eq!(events[1].1["section"], "findings");
    let plain = browser.post(PATH, request()).await.expect(StatusCode::OK);
    assert_eq!(events[2].1, plain);
    assert_eq!(server.usage("asha@example.org").await.reports, 2);
}

#[tokio::test]
async fn the_rules_engine_answers_with_the_report_alone() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let events = events_of(&mut browser, &request()).await;
    assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("report"));
    assert_eq!(events[0].1["engine"], json!({ "name": "rules" }));
}

#[tokio::test]
async fn a_model_that_fails_loses_nothing_and_the_report_says_so() {
    let peer = ChatPeer::saying(Says::Status(401, "no".to_owned())).await;
    let server = server(peer.engine(Fallback::Rules)).await;
    let mut browser = server.signed_in("asha@example.org").await;
    let report = browser.post(PATH, request()).await.expect(StatusCode::OK);
    assert_eq!(report["engine"]["name"], "rules");
    assert_eq!(
        report["engine"]["note"],
        "The language model's server refused the request (status 401). The built-in rules engine wrote this instead."
    );
    assert!(
        report["findings"]
            .as_str()
            .is_some_and(|text| text.contains("4 mm"))
    );
}

#[tokio::test]
async fn without_a_fallback_the_failure_is_told_in_either_form() {
    let peer = ChatPeer::saying(Says::Status(401, "no".to_owned())).await;
    let server = server(peer.engine(Fallback::Refuse)).await;
    let mut browser = server.signed_in("asha@example.org").await;
    let refused = browser.post(PATH, request()).await;
    refused.refused(StatusCode::BAD_GATEWAY, "model_failed");
    let events = events_of(&mut browser, &request()).await;
    let (name, error) = events.last().expect("an event");
    assert_eq!((name.as_str(), &error["code"]), ("error", &json!("model_failed")));
    assert!(
        error["requestId"].as_str().is_some_and(|id| id.len() == 32),
        "{error}"
    );
    let findings = json!({ "findings": "A 4 mm nodule.", "clinicalHistory": "" });
    let refused = browser.post("/api/generate-impression", findings).await;
    refused.refused(StatusCode::BAD_GATEWAY, "model_failed");
    assert_eq!(server.usage("asha@example.org").await.reports, 0);
}

#[tokio::test]
async fn what_is_refused_before_anything_is_asked_is_no_stream() {
    let peer = ChatPeer::saying(Says::Answer(FAITHFUL.to_owned())).await;
    let server = server(peer.engine(Fallback::Rules)).await;
    let mut browser = server.signed_in("asha@example.org").await;
    let blank = browser
        .send(asking_for_events(&json!({ "transcriptionText": " " })))
        .await;
    blank.refused(StatusCode::UNPROCESSABLE_ENTITY, "nothing_dictated");
    assert!(peer.requests().is_empty());
}

#[tokio::test]
async fn who_the_patient_is_is_never_sent() {
    let peer = ChatPeer::saying(Says::Answer(FAITHFUL.to_owned())).await;
    let server = server(peer.engine(Fallback::Rules)).await;
    let mut browser = server.subscriber("asha@example.org").await;
    let mut body = request();
    body["previousReport"] = json!("Jane Roe\nFINDINGS:\nA 3 mm nodule in the right upper lobe.");
    body["transcriptionText"] = json!(format!("Jane Roe, P-4711, on 19.11.2026. {DICTATED}"));
    browser.post(PATH, body).await.expect(StatusCode::OK);
    let findings =
        json!({ "findings": "A 4 mm nodule.", "clinicalHistory": "Smoker.", "studyName": "CT chest" });
    browser
        .post("/api/generate-impression", findings)
        .await
        .expect(StatusCode::OK);
    let requests = peer.requests();
    assert_eq!(requests.len(), 2);
    for request in requests {
        for secret in ["4711", "Jane", "Roe", "2026", "asha", "example.org"] {
            assert!(!request.contains(secret), "{secret} was sent");
        }
        assert!(request.contains("nodule"));
    }
}

#[tokio::test]
async fn a_caller_that_goes_away_ends_the_request_to_the_model() {
    let beginning = Says::Beginning(r#"{"clinicalHistory": "Smoker.", "technique": ""#.to_owned());
    let peer = ChatPeer::saying(beginning).await;
    let server = server(peer.engine(Fallback::Rules)).await;
    let mut browser = server.signed_in("asha@example.org").await;
    let mut stream = browser.open(asking_for_events(&request())).await.into_body();
    let first = stream.frame().await.expect("an event").expect("readable");
    let first = first.into_data().expect("data");
    assert!(String::from_utf8_lossy(&first).contains("Smoker."));
    drop(stream);
    assert!(peer.is_left().await, "the model still writes");
    assert_eq!(server.usage("asha@example.org").await.reports, 0);
}

#[tokio::test]
async fn a_caller_without_a_stream_that_goes_away_is_not_counted_either() {
    let beginning = Says::Beginning(r#"{"clinicalHistory": "Smoker.", "technique": ""#.to_owned());
    let peer = ChatPeer::saying(beginning).await;
    let server = server(peer.engine(Fallback::Rules)).await;
    let mut browser = server.signed_in("asha@example.org").await;
    let impatient = async {
        while peer.requests().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // The answer has begun by then.
        tokio::time::sleep(Duration::from_millis(500)).await;
    };
    tokio::select! {
        _ = browser.post(PATH, request()) => panic!("the model never finishes"),
        () = impatient => {}
    }
    assert!(peer.is_left().await, "the model still writes");
    assert_eq!(server.usage("asha@example.org").await.reports, 0);
}

#[tokio::test]
async fn an_impression_is_the_models_and_says_so() {
    let peer = ChatPeer::saying(Says::Answer(
        r#"{"impression": ["4 mm nodule in the right upper lobe."]}"#.to_owned(),
    ))
    .await;
    let server = server(peer.engine(Fallback::Rules)).await;
    let mut browser = server.signed_in("asha@example.org").await;
    let findings = json!({ "findings": "- There is a 4 mm nodule in the right upper lobe.\n- No pleural effusion.", "clinicalHistory": "" });
    let made = browser
        .post("/api/generate-impression", findings)
        .await
        .expect(StatusCode::OK);
    assert_eq!(
        made,
        json!({ "impression": "1. 4 mm nodule in the right upper lobe.", "leftOut": [], "flags": [], "engine": { "name": "scribe-7b" } })
    );
}

#[tokio::test]
async fn the_engines_say_whether_text_leaves_the_machine() {
    for (url, leaves, asked) in [
        (
            "http://127.0.0.1:9/v1",
            false,
            json!({ "host": "127.0.0.1", "onThisMachine": true, "readableOnTheWay": false }),
        ),
        (
            "https://user:hush@models.example.org/v1",
            true,
            json!({ "host": "models.example.org", "onThisMachine": false, "readableOnTheWay": false }),
        ),
        (
            "http://10.0.0.5:8000/v1",
            true,
            json!({ "host": "10.0.0.5", "onThisMachine": false, "readableOnTheWay": true }),
        ),
    ] {
        let engine = ModelEngine::new(ModelSettings::new(url, "scribe-7b")).expect("an engine");
        let server = server(Engine::Model(engine)).await;
        let mut browser = server.signed_in("asha@example.org").await;
        let engines = browser.get("/api/engines").await.expect(StatusCode::OK);
        assert_eq!(
            engines["structuring"],
            json!({ "name": "scribe-7b", "textLeavesMachine": leaves, "server": asked })
        );
    }
}
