//! /api/check-report: what is told, and where it stands in the text as browsers count.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::support::TestServer;

const PATH: &str = "/api/check-report";
const REPORT: &str = "FINDINGS:\n- Caf\u{e9}-au-lait \u{1f642}. A 3.2 cm cyst is seen in the right kidney.\n- Spleen measures ___ cm.\n\nIMPRESSION:\n1. 3.2 cm cyst in the left kidney.";

fn kinds(flags: &Value) -> Vec<&str> {
    let flags = flags["flags"].as_array().map(Vec::as_slice).unwrap_or_default();
    flags.iter().filter_map(|flag| flag["kind"].as_str()).collect()
}

/// The text at a flag's place, counted in UTF-16 code units.
fn marked(report: &str, place: &Value) -> String {
    let units: Vec<u16> = report.encode_utf16().collect();
    let at = |name: &str| place[name].as_u64().map_or(usize::MAX, |offset| offset as usize);
    String::from_utf16_lossy(units.get(at("start")..at("end")).unwrap_or_default())
}

#[tokio::test]
async fn tells_what_to_look_at_and_where_it_stands() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let body = json!({ "reportContent": REPORT, "studyName": "CT Abdomen" });
    let answer = browser.post(PATH, body).await.expect(StatusCode::OK);
    assert!(kinds(&answer).contains(&"unfilled_placeholder"), "{answer}");
    assert!(kinds(&answer).contains(&"laterality_mismatch"), "{answer}");
    let flags = answer["flags"].as_array().expect("flags");
    let blank = flags
        .iter()
        .find(|flag| flag["kind"] == "unfilled_placeholder")
        .expect("the blank");
    assert_eq!(marked(REPORT, blank), "___");
    assert_eq!(blank["section"], "findings");
    assert!(
        blank["message"]
            .as_str()
            .is_some_and(|message| message.ends_with('.'))
    );
    let side = flags
        .iter()
        .find(|flag| flag["kind"] == "laterality_mismatch")
        .expect("the side");
    assert!(marked(REPORT, side).contains("left"), "{side}");
}

#[tokio::test]
async fn the_patients_sex_is_heeded() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let body = json!({ "reportContent": "FINDINGS:\n- The prostate is enlarged.", "patientSex": "F" });
    let answer = browser.post(PATH, body).await.expect(StatusCode::OK);
    assert_eq!(kinds(&answer), ["gender_mismatch"], "{answer}");
}

#[tokio::test]
async fn nothing_to_look_at_is_an_answer_and_so_is_any_text() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    for report in ["", "FINDINGS:\n- Liver is normal.", "\u{0}\u{1f642} [ / ] ["] {
        let answer = browser.post(PATH, json!({ "reportContent": report })).await;
        answer.expect(StatusCode::OK);
    }
}

#[tokio::test]
async fn strangers_and_endless_reports_are_refused() {
    let server = TestServer::start().await;
    let body = json!({ "reportContent": REPORT });
    server
        .visitor()
        .post(PATH, body)
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
    let mut browser = server.signed_in("asha@example.org").await;
    let endless = json!({ "reportContent": "a".repeat(200_001) });
    browser
        .post(PATH, endless)
        .await
        .refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
}
