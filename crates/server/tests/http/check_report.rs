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

const DICTATED: &str =
    "\u{1f642} A 4 mm calculus in the left kidney. Impression: renal calculus. Hernia in the right groin.";

/// What is told of a report that was made from [`DICTATED`]: kind, section, what was dictated, and what the report says there.
async fn disagreements(report: &str) -> Vec<[String; 4]> {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let template = "FINDINGS:\n- Liver is normal.";
    let made_from = json!({ "transcriptionText": DICTATED, "templateText": template });
    let body = json!({ "reportContent": report, "madeFrom": made_from });
    let answer = browser.post(PATH, body).await.expect(StatusCode::OK);
    let flags = answer["conservation"].as_array().expect("flags");
    let said = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let place = |text: &str, place: &Value| {
        if place.is_null() {
            String::new()
        } else {
            marked(text, place)
        }
    };
    flags
        .iter()
        .map(|flag| {
            [
                said(&flag["kind"]),
                said(&flag["section"]),
                place(DICTATED, &flag["dictated"]),
                place(report, &flag["place"]),
            ]
        })
        .collect()
}

#[tokio::test]
async fn tells_what_a_report_has_otherwise_than_it_was_dictated() {
    let held = "FINDINGS:\n- Liver is normal.\n- A 4 mm calculus in the left kidney.\n\nIMPRESSION:\n1. Renal calculus.\n2. Hernia in the right groin.";
    assert_eq!(disagreements(held).await, Vec::<[String; 4]>::new());

    let changed = held
        .replace("- Liver", "- \u{1f642} Liver")
        .replace("4 mm", "14 mm");
    let told = disagreements(&changed).await;
    assert!(
        told.iter()
            .any(|[kind, .., place]| kind == "changed" && place == "A 14 mm calculus in the left kidney."),
        "{told:?}"
    );

    let lost = disagreements(&held.replace("\n2. Hernia in the right groin.", "")).await;
    let [[kind, section, dictated, place]] = lost.as_slice() else {
        panic!("{lost:?}")
    };
    assert_eq!([kind, section, place], ["lost", "impression", ""]);
    assert!(dictated.contains("Hernia"), "{dictated}");
}

#[tokio::test]
async fn compares_a_generated_impression_with_the_findings_as_they_stand() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let mut told = async |report: &str, generated: bool| {
        let body = json!({ "reportContent": report, "impressionGenerated": generated });
        let answer = browser.post(PATH, body).await.expect(StatusCode::OK);
        let flags = answer["impression"].as_array().expect("flags");
        flags
            .iter()
            .map(|flag| (flag["kind"].clone(), marked(report, &flag["place"])))
            .collect::<Vec<_>>()
    };
    let wrong = "FINDINGS:\n- \u{1f642} A 4 mm calculus in the left kidney.\n\nIMPRESSION:\n1. A 4 mm calculus in the right kidney.";
    let flagged = told(wrong, true).await;
    assert!(
        flagged
            .iter()
            .any(|(kind, place)| kind == "changed" && place == "A 4 mm calculus in the right kidney."),
        "{flagged:?}"
    );
    assert_eq!(told(wrong, false).await, []);
    // Either may be put right.
    assert_eq!(told(&wrong.replace("the right", "the left"), true).await, []);
    assert_eq!(told(&wrong.replace("the left", "the right"), true).await, []);
}

#[tokio::test]
async fn nothing_is_said_of_the_dictation_without_it() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let answer = browser.post(PATH, json!({ "reportContent": REPORT })).await;
    assert_eq!(answer.expect(StatusCode::OK)["conservation"], json!([]));
    let endless =
        json!({ "reportContent": REPORT, "madeFrom": { "transcriptionText": "a".repeat(200_001) } });
    let refused = browser.post(PATH, endless).await;
    refused.refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
}
