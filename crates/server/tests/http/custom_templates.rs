//! /api/custom-templates: templates that users write.

use axum::http::StatusCode;
use serde_json::json;
use time::Duration;

use crate::support::TestServer;

const PATH: &str = "/api/custom-templates";

#[tokio::test]
async fn a_subscriber_keeps_changes_and_removes_templates() {
    let server = TestServer::start().await;
    let mut browser = server.subscriber("asha@example.org").await;
    let written = json!({ "name": " Liver ", "content": "Liver is normal.\n", "modality": "" });
    let kept = browser.post(PATH, written).await.expect(StatusCode::CREATED);
    assert_eq!(kept["name"], "Liver");
    assert_eq!(kept["content"], "Liver is normal.\n");
    assert!(kept["modality"].is_null());

    let path = format!("{PATH}/{}", kept["id"].as_str().expect("an id"));
    let changed = json!({ "name": "Liver", "content": "Liver is enlarged.", "modality": "CT" });
    browser.put(&path, changed).await.expect(StatusCode::OK);
    let list = browser.get(PATH).await.expect(StatusCode::OK);
    assert_eq!(list[0]["content"], "Liver is enlarged.");
    assert_eq!(list[0]["modality"], "CT");

    assert_eq!(browser.delete(&path).await.status, StatusCode::NO_CONTENT);
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), json!([]));
    browser
        .delete(&path)
        .await
        .refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn a_refused_template_changes_nothing() {
    let server = TestServer::start().await;
    let mut browser = server.subscriber("asha@example.org").await;
    let kept = browser
        .post(PATH, json!({ "name": "A", "content": "B" }))
        .await
        .expect(StatusCode::CREATED);
    let path = format!("{PATH}/{}", kept["id"].as_str().expect("an id"));
    for (refused, status, code) in [
        (
            json!({ "name": " ", "content": "C" }),
            StatusCode::UNPROCESSABLE_ENTITY,
            "name_missing",
        ),
        (
            json!({ "name": "A", "content": "\n" }),
            StatusCode::UNPROCESSABLE_ENTITY,
            "content_missing",
        ),
        (
            json!({ "name": "A" }),
            StatusCode::UNPROCESSABLE_ENTITY,
            "invalid_fields",
        ),
        (
            json!({ "name": "A", "content": "x".repeat(100_001) }),
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
        ),
    ] {
        browser.post(PATH, refused.clone()).await.refused(status, code);
        browser.put(&path, refused).await.refused(status, code);
    }
    let list = browser.get(PATH).await.expect(StatusCode::OK);
    assert_eq!(
        list,
        json!([{ "id": kept["id"], "name": "A", "content": "B", "modality": null }])
    );
}

#[tokio::test]
async fn on_the_trial_there_are_none() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), json!([]));
    let refused = browser.post(PATH, json!({ "name": "A", "content": "B" })).await;
    refused.refused(StatusCode::FORBIDDEN, "premium_required");
    assert_eq!(refused.expect(StatusCode::FORBIDDEN)["requiresPremium"], true);
    let user = server.user("asha@example.org").await;
    assert!(
        server
            .app
            .store
            .custom_templates(user)
            .await
            .expect("a list")
            .is_empty()
    );
}

#[tokio::test]
async fn who_has_stopped_paying_reads_and_deletes_them_and_changes_none() {
    let server = TestServer::start().await;
    let began = server.app.clock.now() - Duration::days(28);
    let mut browser = server.subscriber_since("asha@example.org", began).await;
    let kept = browser
        .post(PATH, json!({ "name": "A", "content": "B" }))
        .await
        .expect(StatusCode::CREATED);
    let path = format!("{PATH}/{}", kept["id"].as_str().expect("an id"));
    server.app.clock.advance(Duration::days(3));
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), json!([kept]));
    let refused = browser.put(&path, json!({ "name": "A", "content": "C" })).await;
    refused.refused(StatusCode::PAYMENT_REQUIRED, "subscription_expired");
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), json!([kept]));
    assert_eq!(browser.delete(&path).await.status, StatusCode::NO_CONTENT);
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), json!([]));
}

#[tokio::test]
async fn nobody_reaches_the_template_of_another() {
    let server = TestServer::start().await;
    let mut asha = server.subscriber("asha@example.org").await;
    let mut binh = server.subscriber("binh@example.org").await;
    let kept = asha
        .post(PATH, json!({ "name": "A", "content": "B" }))
        .await
        .expect(StatusCode::CREATED);
    let path = format!("{PATH}/{}", kept["id"].as_str().expect("an id"));
    let change = json!({ "name": "X", "content": "Y" });
    binh.put(&path, change)
        .await
        .refused(StatusCode::NOT_FOUND, "not_found");
    binh.delete(&path)
        .await
        .refused(StatusCode::NOT_FOUND, "not_found");
    binh.delete("/api/custom-templates/1")
        .await
        .refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(asha.get(PATH).await.expect(StatusCode::OK)[0]["name"], "A");
}

#[tokio::test]
async fn signed_out_nothing_is_told() {
    let server = TestServer::start().await;
    server
        .visitor()
        .get(PATH)
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
}
