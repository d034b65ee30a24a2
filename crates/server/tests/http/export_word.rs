//! /api/export-word: the Word file.

use std::io::{Cursor, Read};

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::support::{Answer, TestServer};

const PATH: &str = "/api/export-word";

fn request(changes: Value) -> Value {
    let mut request = json!({
        "reportContent": "FINDINGS:\n- A 4 mm nodule is seen in the right upper lobe.\n\nIMPRESSION:\n1. Nodule.",
        "patientId": "P 12", "patientName": "Jane Roe", "studyDate": "2026-11-20", "studyName": "CT Chest",
        "includeSignature": false,
    });
    for (key, value) in changes.as_object().expect("an object") {
        request[key] = value.clone();
    }
    request
}

/// The main part of the Word file.
fn document(answer: &Answer) -> String {
    part(answer, "word/document.xml")
}

/// A part of the Word file.
pub fn part(answer: &Answer, name: &str) -> String {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let mut file = zip::ZipArchive::new(Cursor::new(&answer.body)).expect("a Word file");
    let mut part = String::new();
    file.by_name(name)
        .expect("the part")
        .read_to_string(&mut part)
        .expect("text");
    part
}

#[tokio::test]
async fn a_report_becomes_a_word_file_named_after_the_patient() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let answer = browser.post(PATH, request(json!({}))).await;
    let text = document(&answer);
    for expected in [
        "CT Chest",
        "Jane Roe",
        "P 12",
        "A 4 mm nodule is seen in the right upper lobe.",
    ] {
        assert!(text.contains(expected), "{expected} is missing");
    }
    let disposition = answer.header("content-disposition");
    assert_eq!(
        disposition,
        Some("attachment; filename=\"radiology_report_P_12.docx\"")
    );
}

#[tokio::test]
async fn the_saved_signature_is_for_subscribers() {
    let server = TestServer::start().await;
    let with_signature = request(json!({ "includeSignature": true }));
    let mut trial = server.signed_in("asha@example.org").await;
    let refused = trial.post(PATH, with_signature.clone()).await;
    refused.refused(StatusCode::FORBIDDEN, "premium_required");
    let mut subscriber = server.subscriber("binh@example.org").await;
    document(&subscriber.post(PATH, with_signature.clone()).await);
    let lines = json!({ "signatureName": "Dr Binh Tran" });
    subscriber
        .post("/api/user/signature", lines)
        .await
        .expect(StatusCode::OK);
    assert!(document(&subscriber.post(PATH, with_signature).await).contains("Dr Binh Tran"));
    assert!(!document(&subscriber.post(PATH, request(json!({}))).await).contains("Dr Binh Tran"));
}

#[tokio::test]
async fn the_letterhead_and_who_asked_for_the_study_go_into_the_file() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let letterhead =
        json!({ "institution": "City Imaging", "address": "12 High Street\nPune", "footer": "Ours alone." });
    browser
        .put("/api/user/letterhead", letterhead)
        .await
        .expect(StatusCode::OK);
    let more = json!({ "accessionNumber": "ACC-7", "referringDoctor": "Dr P. Shah" });
    let answer = browser.post(PATH, request(more)).await;
    let body = document(&answer);
    assert!(body.contains("ACC-7") && body.contains("Dr P. Shah"));
    let header = part(&answer, "word/header2.xml");
    for line in ["City Imaging", "12 High Street", "Pune"] {
        assert!(header.contains(line), "{line} is missing");
    }
    for footer in ["word/footer1.xml", "word/footer2.xml"] {
        assert!(part(&answer, footer).contains("Ours alone."));
    }
    let long = json!({ "accessionNumber": "a".repeat(201) });
    browser
        .post(PATH, request(long))
        .await
        .refused(StatusCode::UNPROCESSABLE_ENTITY, "field_too_long");
}

#[tokio::test]
async fn any_text_at_all_gives_a_file() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    for text in [
        "\u{0}\u{1}\u{b}\u{7f} <&> nodule",
        "\u{202e}\u{5d0} \u{1f9e0} 3 cm",
        &"a\n".repeat(99_000),
    ] {
        document(
            &browser
                .post(PATH, request(json!({ "reportContent": text })))
                .await,
        );
    }
}

#[tokio::test]
async fn what_cannot_be_exported_gets_a_sentence() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let blank = browser.post(PATH, request(json!({ "reportContent": " " }))).await;
    blank.refused(StatusCode::UNPROCESSABLE_ENTITY, "no_report");
    let long = browser
        .post(PATH, request(json!({ "reportContent": "a".repeat(200_001) })))
        .await;
    long.refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
    let name = browser
        .post(PATH, request(json!({ "patientName": "a".repeat(201) })))
        .await;
    name.refused(StatusCode::UNPROCESSABLE_ENTITY, "field_too_long");
    server
        .visitor()
        .post(PATH, request(json!({})))
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
}
