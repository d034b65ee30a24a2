//! /api/templates: the built-in templates.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;

use crate::support::TestServer;

#[tokio::test]
async fn lists_the_library_once_for_each_browser() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let answer = browser.get("/api/templates").await;
    let body = answer.expect(StatusCode::OK);
    let listed = body["templates"].as_array().expect("templates");
    assert_eq!(listed.len(), templates::library().all().len());
    for template in listed {
        let text = template["reportText"].as_str().expect("a text");
        assert!(
            text.starts_with("TECHNIQUE:\n") && text.contains("\nFINDINGS:\n- "),
            "{text}"
        );
    }
    let tag = answer.header("etag").expect("a tag").to_owned();
    let known = Request::get("/api/templates")
        .header("if-none-match", tag)
        .body(Body::empty());
    assert_eq!(browser.send(known).await.status, StatusCode::NOT_MODIFIED);
    server
        .visitor()
        .get("/api/templates")
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
}

#[tokio::test]
async fn finds_the_template_that_a_request_means() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let path = "/api/templates/match";
    let found = browser
        .post(path, json!({ "query": "NCCT head" }))
        .await
        .expect(StatusCode::OK);
    assert_eq!(found["candidates"][0]["id"], found["template"]);
    assert_eq!(found["candidates"][0]["modality"], "CT");
    let none = browser
        .post(path, json!({ "query": "X-ray of the left hand" }))
        .await
        .expect(StatusCode::OK);
    assert!(none["template"].is_null(), "{none}");
    let long = json!({ "query": "a".repeat(501) });
    browser
        .post(path, long)
        .await
        .refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
}
