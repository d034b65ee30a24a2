//! /api/user/vocabulary: a user's own words and replacements, and what they do to a transcription.

use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::json;

use crate::support::{FakeTranscriber, TestServer};
use crate::transcribe::recording;

const PATH: &str = "/api/user/vocabulary";

#[tokio::test]
async fn words_and_replacements_are_saved_and_change_the_next_transcription() {
    let heard = Arc::new(FakeTranscriber::saying(
        "pi-qual four after gadovist three point two centimeters normal chest",
    ));
    let fake = Arc::clone(&heard);
    let server = TestServer::with(|app| app.speech = fake).await;
    let mut browser = server.signed_in("asha@example.org").await;
    let none = browser.get(PATH).await.expect(StatusCode::OK);
    assert_eq!(none, json!({ "words": [], "replacements": [] }));

    let own = json!({
        "words": ["PI-QUAL", "Gadovist"],
        "replacements": [{ "heard": "normal chest", "written": "The lungs are clear." }],
    });
    assert_eq!(browser.put(PATH, own.clone()).await.expect(StatusCode::OK), own);
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), own);
    let transcribed = browser
        .upload("/api/transcribe", "audio/wav", &recording())
        .await
        .expect(StatusCode::OK);
    let text = transcribed["text"].as_str().unwrap_or_default();
    for written in ["PI-QUAL", "Gadovist", "3.2 cm", "The lungs are clear."] {
        assert!(text.contains(written), "{written} in {text}");
    }
    assert!(
        transcribed["heard"]
            .as_str()
            .is_some_and(|raw| raw.contains("normal chest"))
    );
    assert_eq!(heard.told().vocabulary, ["PI-QUAL", "Gadovist"]);

    let mut other = server.signed_in("binh@example.org").await;
    assert_eq!(other.get(PATH).await.expect(StatusCode::OK), none);
}

#[tokio::test]
async fn a_refused_vocabulary_leaves_the_saved_one() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let saved = json!({ "words": ["Gadovist"], "replacements": [] });
    browser.put(PATH, saved.clone()).await.expect(StatusCode::OK);
    let many: Vec<String> = (0..=500).map(|number| format!("word {number}")).collect();
    let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
    for (refused, status, code) in [
        (json!({ "words": ["-"] }), unprocessable, "nothing_to_hear"),
        (json!({ "words": ["MRI", "mri"] }), unprocessable, "entry_twice"),
        (
            json!({ "replacements": [{ "heard": "right kidney", "written": "left kidney" }] }),
            unprocessable,
            "changes_meaning",
        ),
        (
            json!({ "words": ["a\u{1}b"] }),
            unprocessable,
            "unreadable_character",
        ),
        (
            json!({ "words": ["x".repeat(101)] }),
            unprocessable,
            "entry_too_long",
        ),
        (
            json!({ "words": many }),
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
        ),
    ] {
        browser.put(PATH, refused).await.refused(status, code);
    }
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), saved);
    server
        .visitor()
        .put(PATH, saved)
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
}
