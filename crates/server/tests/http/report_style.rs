//! /api/user/report-style: how a user wants reports written, and what it does to a report.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::support::{Browser, TestServer};

const PATH: &str = "/api/user/report-style";

fn style(layout: &str, spelling: &str, levels: &str) -> Value {
    json!({ "layout": layout, "spelling": spelling, "levels": levels })
}

/// The findings of a report, and how many statements stand in them.
async fn findings(browser: &mut Browser, dictation: &str) -> (String, usize) {
    let body = json!({ "transcriptionText": dictation });
    let report = browser
        .post("/api/structure-report", body)
        .await
        .expect(StatusCode::OK);
    let statements = report["statements"].as_array().expect("statements");
    let of_findings = statements
        .iter()
        .filter(|statement| statement["section"] == "findings");
    let text = report["findings"].as_str().expect("findings");
    (text.to_owned(), of_findings.count())
}

#[tokio::test]
async fn a_style_is_saved_for_its_user_alone() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let usual = style("organ", "dictated", "dictated");
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), usual);
    for own in [
        style("labelled", "british", "full"),
        style("statement", "american", "short"),
    ] {
        assert_eq!(browser.put(PATH, own.clone()).await.expect(StatusCode::OK), own);
        assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), own);
    }
    let mut other = server.signed_in("binh@example.org").await;
    assert_eq!(other.get(PATH).await.expect(StatusCode::OK), usual);
}

#[tokio::test]
async fn the_next_report_is_spelt_in_the_style() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let dictation = "MRI lumbar spine. Findings: There is a tumor in the spinal canal at L4-5.";
    let (as_dictated, _) = findings(&mut browser, dictation).await;
    assert!(
        as_dictated.contains("tumor") && as_dictated.contains("L4-5"),
        "{as_dictated}"
    );
    browser
        .put(PATH, style("organ", "british", "full"))
        .await
        .expect(StatusCode::OK);
    let (styled, _) = findings(&mut browser, dictation).await;
    assert!(styled.contains("tumour") && styled.contains("L4-L5"), "{styled}");
}

#[tokio::test]
async fn the_next_report_is_laid_out_in_the_style() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let dictation =
        "CT abdomen. Findings: There is a 2 cm cyst in segment 4 of the liver. The spleen is enlarged.";
    let bullets = |text: &str| text.lines().filter(|line| line.starts_with("- ")).count();
    let (by_organ, statements) = findings(&mut browser, dictation).await;
    assert!(bullets(&by_organ) < statements, "{by_organ}");
    for (layout, labelled) in [("statement", false), ("labelled", true)] {
        let wish = style(layout, "dictated", "dictated");
        browser.put(PATH, wish).await.expect(StatusCode::OK);
        let (text, statements) = findings(&mut browser, dictation).await;
        assert_eq!(text.contains("- Liver: "), labelled, "{text}");
        assert_eq!(bullets(&text) == statements, !labelled, "{text}");
    }
}

#[tokio::test]
async fn a_refused_style_leaves_the_saved_one() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let saved = style("statement", "british", "short");
    browser.put(PATH, saved.clone()).await.expect(StatusCode::OK);
    for (refused, code) in [
        (style("prose", "british", "short"), "unknown_style"),
        (style("organ", "", "short"), "unknown_style"),
        (style("organ", "british", "Full"), "unknown_style"),
        (json!({ "layout": "organ" }), "invalid_fields"),
    ] {
        browser
            .put(PATH, refused)
            .await
            .refused(StatusCode::UNPROCESSABLE_ENTITY, code);
    }
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), saved);
    server
        .visitor()
        .put(PATH, saved)
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
}
