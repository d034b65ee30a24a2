//! /api/custom-templates: templates that users write.

use std::time::Duration;

use accounts::subscription::Change;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;
use tokio::time::timeout;

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
async fn after_the_subscription_the_own_templates_can_be_read_and_deleted_and_not_used() {
    let server = TestServer::start().await;
    let mut browser = server.subscriber("asha@example.org").await;
    let kept = browser
        .post(PATH, json!({ "name": "A", "content": "B" }))
        .await
        .expect(StatusCode::CREATED);
    let user = server.user("asha@example.org").await;
    let ended = server
        .app
        .store
        .change_subscription(user, Change::Deactivate, None, server.app.clock.now())
        .await;
    ended.expect("a subscription that has ended");
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), json!([]));
    let all = browser
        .get(&format!("{PATH}?all=true"))
        .await
        .expect(StatusCode::OK);
    assert_eq!(all, json!([kept]));
    let path = format!("{PATH}/{}", kept["id"].as_str().expect("an id"));
    let change = json!({ "name": "A", "content": "C" });
    browser
        .put(&path, change)
        .await
        .refused(StatusCode::PAYMENT_REQUIRED, "subscription_expired");
    assert_eq!(browser.delete(&path).await.status, StatusCode::NO_CONTENT);
    let all = browser
        .get(&format!("{PATH}?all=true"))
        .await
        .expect(StatusCode::OK);
    assert_eq!(all, json!([]));
}

#[tokio::test]
async fn five_hundred_is_all_that_is_kept() {
    let server = TestServer::start().await;
    let mut browser = server.subscriber("asha@example.org").await;
    let numbered = |number: usize| json!({ "name": format!("Template {number}"), "content": "Normal." });
    let file = |count: usize| json!({ "templates": (0..count).map(numbered).collect::<Vec<_>>() });
    browser
        .post(&format!("{PATH}/import"), file(501))
        .await
        .refused(StatusCode::CONFLICT, "too_many_templates");
    let added = browser.post(&format!("{PATH}/import"), file(500)).await;
    assert_eq!(added.expect(StatusCode::OK)["added"], 500);
    browser
        .post(PATH, numbered(501))
        .await
        .refused(StatusCode::CONFLICT, "too_many_templates");
    let all = browser.get(PATH).await.expect(StatusCode::OK);
    assert_eq!(all.as_array().map(Vec::len), Some(500));
}

#[tokio::test]
async fn a_file_of_templates_is_added_without_what_is_there() {
    let server = TestServer::start().await;
    let mut browser = server.subscriber("asha@example.org").await;
    let liver = json!({ "name": "Liver", "content": "Normal liver.", "modality": "CT" });
    browser
        .post(PATH, liver.clone())
        .await
        .expect(StatusCode::CREATED);
    let knee = json!({ "name": "Knee", "content": "Menisci intact.", "modality": null });
    let file = json!({ "templates": [liver, knee] });
    let import = format!("{PATH}/import");
    let done = browser.post(&import, file.clone()).await.expect(StatusCode::OK);
    assert_eq!(done, json!({ "added": 1, "skipped": 1 }));
    let again = browser.post(&import, file.clone()).await.expect(StatusCode::OK);
    assert_eq!(again, json!({ "added": 0, "skipped": 2 }));
    let list = browser.get(PATH).await.expect(StatusCode::OK);
    assert_eq!(list.as_array().map(Vec::len), Some(2));
    assert_eq!(list[1]["name"], "Knee");

    let mut trial = server.signed_in("binh@example.org").await;
    trial
        .post(&import, file)
        .await
        .refused(StatusCode::FORBIDDEN, "premium_required");
}

#[tokio::test]
async fn of_a_refused_file_nothing_is_added_and_the_template_at_fault_is_named() {
    let server = TestServer::start().await;
    let mut browser = server.subscriber("asha@example.org").await;
    let good = json!({ "name": "Good", "content": "Text." });
    let import = format!("{PATH}/import");
    for (bad, status, code, named) in [
        (
            json!({ "name": "Large", "content": "x".repeat(100_001) }),
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
            "Template 2, \u{201c}Large\u{201d}: ",
        ),
        (
            json!({ "name": " ", "content": "Text." }),
            StatusCode::UNPROCESSABLE_ENTITY,
            "name_missing",
            "Template 2: ",
        ),
        (
            json!({ "name": "Empty", "content": " " }),
            StatusCode::UNPROCESSABLE_ENTITY,
            "content_missing",
            "Template 2, \u{201c}Empty\u{201d}: ",
        ),
    ] {
        let refused = browser
            .post(&import, json!({ "templates": [good.clone(), bad] }))
            .await;
        let sentence = refused.refused(status, code);
        assert!(sentence.starts_with(named), "{sentence}");
        assert!(sentence.ends_with("Nothing was added."), "{sentence}");
    }
    let many: Vec<_> = (0..501)
        .map(|number| json!({ "name": number.to_string(), "content": "Text." }))
        .collect();
    browser
        .post(&import, json!({ "templates": many }))
        .await
        .refused(StatusCode::CONFLICT, "too_many_templates");
    browser
        .post(&import, json!({ "templates": "all of them" }))
        .await
        .refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
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

#[tokio::test]
async fn lists_that_nobody_reads_take_up_a_bounded_room() {
    let server = TestServer::start().await;
    let mut browser = server.subscriber("asha@example.org").await;
    let mut other = server.subscriber("binh@example.org").await;
    let long = "Liver is normal. ".repeat(5_000);
    let numbered = |number: usize| json!({ "name": format!("Template {number}"), "content": long });
    let file = json!({ "templates": (0..50).map(numbered).collect::<Vec<_>>() });
    browser
        .post(&format!("{PATH}/import"), file)
        .await
        .expect(StatusCode::OK);
    browser
        .post(PATH, json!({ "name": "One", "content": "x".repeat(99_000) }))
        .await
        .expect(StatusCode::CREATED);
    let mut unread = Vec::new();
    for path in [PATH, "/api/user/export"] {
        unread.push(browser.open(Request::get(path).body(Body::empty())).await);
    }
    let (taken, _) = server.app.answers.taken();
    assert!((8_000_000..10_000_000).contains(&taken), "{taken}");
    let third = browser.open(Request::get(PATH).body(Body::empty()));
    let third = timeout(Duration::from_millis(300), third).await;
    assert!(third.is_err(), "it waits for one of the two");
    assert_eq!(other.get(PATH).await.expect(StatusCode::OK), json!([]));
    drop(unread);
    let all = browser.get(PATH).await.expect(StatusCode::OK);
    assert_eq!(all.as_array().map(Vec::len), Some(51));
    assert_eq!(server.app.answers.taken().0, 0);
}
