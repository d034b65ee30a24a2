//! /api/leave-out-blanks: what is left of a report, and what became of each sentence with a blank.

use axum::http::StatusCode;
use serde_json::json;

use crate::support::TestServer;

const PATH: &str = "/api/leave-out-blanks";

#[tokio::test]
async fn what_only_asks_is_left_out_and_the_rest_is_told() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let report = "FINDINGS:\n- Caf\u{e9} \u{1f642}.\n- Spleen measures ___ cm.\n- Liver is normal in size, measuring ___ cm.\n- Calculus in the [right/left] ureter.";
    let answer = browser.post(PATH, json!({ "reportContent": report })).await;
    assert_eq!(
        answer.expect(StatusCode::OK),
        json!({
            "reportContent": "FINDINGS:\n- Caf\u{e9} \u{1f642}.\n- Liver is normal in size.\n- Calculus in the [right/left] ureter.",
            "blanks": 3,
            "sentences": [
                { "text": "Spleen measures ___ cm.", "outcome": "left_out" },
                { "text": "Liver is normal in size, measuring ___ cm.", "outcome": "shortened",
                  "shortened": "Liver is normal in size." },
                { "text": "Calculus in the [right/left] ureter.", "outcome": "stays" },
            ],
        })
    );
}

#[tokio::test]
async fn a_report_without_blanks_and_any_text_are_answered() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    for report in [
        "",
        "FINDINGS:\r\n-  Liver is normal.\n\n",
        "\u{0}\u{1f642} [ / ] [",
    ] {
        let answer = browser.post(PATH, json!({ "reportContent": report })).await;
        assert_eq!(answer.expect(StatusCode::OK)["reportContent"], report);
    }
}

#[tokio::test]
async fn no_more_sentences_are_told_than_somebody_reads_and_all_are_left_out() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let asked = "- Spleen measures ___ cm.\n".repeat(300);
    let report = format!("FINDINGS:\n{asked}- Calculus in the [right/left] ureter.\n");
    let answer = browser.post(PATH, json!({ "reportContent": report })).await;
    let told = answer.expect(StatusCode::OK);
    assert_eq!(told["blanks"], 301);
    assert_eq!(told["sentences"].as_array().map(Vec::len), Some(201));
    assert_eq!(
        told["reportContent"],
        "FINDINGS:\n- Calculus in the [right/left] ureter.\n"
    );
}

#[tokio::test]
async fn strangers_and_endless_reports_are_refused() {
    let server = TestServer::start().await;
    server
        .visitor()
        .post(PATH, json!({ "reportContent": "Spleen ___ cm." }))
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
    let mut browser = server.signed_in("asha@example.org").await;
    let endless = json!({ "reportContent": "a".repeat(200_001) });
    browser
        .post(PATH, endless)
        .await
        .refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
}
