//! /api/user: names, everything that is stored, and deleting it.

use accounts::audit::{AuditEvent, AuditKind};
use axum::http::StatusCode;
use serde_json::{Value, json};
use server::room::Room;
use time::Duration;
use tokio::time::timeout;

use crate::support::TestServer;

#[tokio::test]
async fn a_user_says_what_they_are_called() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let path = "/api/user/profile";
    let saved = browser
        .put(path, json!({ "firstName": " Asha ", "lastName": "" }))
        .await
        .expect(StatusCode::OK);
    assert_eq!(
        (&saved["firstName"], &saved["lastName"]),
        (&json!("Asha"), &Value::Null)
    );
    assert_eq!(browser.get("/api/auth/user").await.expect(StatusCode::OK), saved);
    for (refused, code) in [
        (json!({ "firstName": "x".repeat(101) }), "name_too_long"),
        (json!({ "lastName": "Ra\no" }), "unreadable_character"),
        (json!({ "firstName": "\u{202e}ahsA" }), "hidden_character"),
        (json!({ "lastName": "R\u{200b}ao" }), "hidden_character"),
        (json!({ "firstName": 7 }), "invalid_fields"),
    ] {
        browser
            .put(path, refused)
            .await
            .refused(StatusCode::UNPROCESSABLE_ENTITY, code);
    }
    assert_eq!(browser.get("/api/auth/user").await.expect(StatusCode::OK), saved);
    browser.put(path, json!({})).await.expect(StatusCode::OK);
    assert!(browser.get("/api/auth/user").await.expect(StatusCode::OK)["firstName"].is_null());
    server
        .visitor()
        .put(path, json!({}))
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
}

#[tokio::test]
async fn a_user_gets_everything_that_is_stored_about_them() {
    let server = TestServer::start().await;
    let mut other = server.subscriber("binh@example.org").await;
    let mut browser = server.subscriber("asha@example.org").await;
    for browser in [&mut other, &mut browser] {
        let template = json!({ "name": "Liver", "content": "Normal liver.", "modality": "CT" });
        browser
            .post("/api/custom-templates", template)
            .await
            .expect(StatusCode::CREATED);
    }
    browser
        .post("/api/user/signature", json!({ "signatureName": "Dr Asha Rao" }))
        .await
        .expect(StatusCode::OK);
    browser
        .put("/api/user/letterhead", json!({ "institution": "City Imaging" }))
        .await
        .expect(StatusCode::OK);
    let vocabulary =
        json!({ "words": ["Gadovist"], "replacements": [{ "heard": "nc", "written": "no change" }] });
    browser
        .put("/api/user/vocabulary", vocabulary.clone())
        .await
        .expect(StatusCode::OK);
    let style = json!({ "layout": "labelled", "spelling": "british", "levels": "full" });
    browser
        .put("/api/user/report-style", style.clone())
        .await
        .expect(StatusCode::OK);
    let dictation = json!({ "transcriptionText": "CT chest. Lungs are clear.", "patientName": "Jane Roe" });
    browser
        .post("/api/structure-report", dictation)
        .await
        .expect(StatusCode::OK);

    let answer = browser.get("/api/user/export").await;
    assert_eq!(
        answer.header("content-disposition"),
        Some("attachment; filename=\"readout_my_data.json\"")
    );
    let data = answer.expect(StatusCode::OK);
    assert_eq!(
        (&data["format"], &data["version"]),
        (&json!("readout-user-data"), &json!(1))
    );
    assert_eq!(data["user"]["email"], "asha@example.org");
    assert_eq!(
        data["identities"],
        json!([{ "provider": "email", "subject": "asha@example.org" }])
    );
    assert_eq!(data["subscription"]["status"], "active");
    assert!(data["subscription"]["activatedAt"].is_string(), "{data}");
    assert!(data["subscription"]["cancelledAt"].is_null(), "{data}");
    assert_eq!(data["payments"], json!([]));
    assert_eq!(data["usage"]["reports"], 1);
    assert_eq!(data["sessions"].as_array().map(Vec::len), Some(1));
    assert_eq!(data["sessions"][0]["current"], true);
    assert_eq!(data["signature"]["signatureName"], "Dr Asha Rao");
    assert_eq!(data["letterhead"]["institution"], "City Imaging");
    assert_eq!(data["vocabulary"], vocabulary);
    assert_eq!(data["reportStyle"], style);
    assert_eq!(data["customTemplates"].as_array().map(Vec::len), Some(1));
    let kinds: Vec<_> = data["events"]
        .as_array()
        .expect("events")
        .iter()
        .map(|event| event["kind"].as_str().unwrap_or_default())
        .collect();
    assert!(
        kinds.starts_with(&["account.created", "session.signed-in"]),
        "{kinds:?}"
    );
    assert!(kinds.contains(&"subscription.activated"), "{kinds:?}");
    // Neither anybody else's, nor a secret, nor a word of a report.
    let text = answer.text();
    let key = browser.get("/api/user/storage-key").await.expect(StatusCode::OK);
    for never in ["binh", "Jane Roe", "Lungs", key["key"].as_str().expect("a key")] {
        assert!(!text.contains(never), "{never}");
    }
    server
        .visitor()
        .get("/api/user/export")
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
}

#[tokio::test]
async fn a_long_trail_has_its_room_while_it_is_written_down() {
    const MEGABYTE: usize = 1024 * 1024;
    let server = TestServer::with(|app| app.answers = Room::new(16 * MEGABYTE)).await;
    let mut browser = server.signed_in("asha@example.org").await;
    let asha = server.user("asha@example.org").await;
    let event = AuditEvent::of_own(AuditKind::ReportExported, asha, server.app.clock.now());
    for _ in 0..20 {
        let events = vec![event; 500];
        server
            .app
            .store
            .record_audit_events(&events)
            .await
            .expect("a trail");
    }
    let other = server.user("binh@example.org").await;
    let mut place = server.app.answers.place(other).await.expect("a turn");
    place.hold(12 * MEGABYTE).await.expect("room");
    let asked = timeout(
        std::time::Duration::from_millis(500),
        browser.get("/api/user/export"),
    )
    .await;
    assert!(asked.is_err(), "it waits for room");
    drop(place);
    let data = browser.get("/api/user/export").await.expect(StatusCode::OK);
    assert!(
        data["events"]
            .as_array()
            .is_some_and(|events| events.len() >= 10_000)
    );
    assert_eq!(server.app.answers.taken().0, 0);
}

#[tokio::test]
async fn a_deleted_account_is_gone_in_every_browser() {
    let server = TestServer::start().await;
    let mut browser = server.subscriber("asha@example.org").await;
    let mut elsewhere = server.signed_in("asha@example.org").await;
    let mut other = server.subscriber("binh@example.org").await;
    let before = browser.get("/api/auth/user").await.expect(StatusCode::OK);
    browser
        .post("/api/custom-templates", json!({ "name": "A", "content": "B" }))
        .await
        .expect(StatusCode::CREATED);

    for typed in ["", "binh@example.org", "asha"] {
        browser
            .json("DELETE", "/api/user", json!({ "email": typed }).to_string())
            .await
            .refused(StatusCode::UNPROCESSABLE_ENTITY, "not_confirmed");
    }
    assert_eq!(browser.get("/api/auth/user").await.expect(StatusCode::OK), before);

    let confirmed = json!({ "email": " Asha@Example.org " }).to_string();
    let deleted = browser.json("DELETE", "/api/user", confirmed.clone()).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT, "{}", deleted.text());
    // What others keep in this browser stays; the page removes what is its own.
    assert_eq!(deleted.header("clear-site-data"), Some("\"cache\""));
    for browser in [&mut browser, &mut elsewhere] {
        browser
            .get("/api/auth/user")
            .await
            .refused(StatusCode::UNAUTHORIZED, "signed_out");
        browser
            .json("DELETE", "/api/user", confirmed.clone())
            .await
            .refused(StatusCode::UNAUTHORIZED, "signed_out");
    }
    other.get("/api/auth/user").await.expect(StatusCode::OK);

    // Signing in again makes another account, whose trial is not another one.
    server.app.clock.advance(Duration::days(4));
    let mut again = server.signed_in("asha@example.org").await;
    let after = again.get("/api/auth/user").await.expect(StatusCode::OK);
    assert_ne!(after["id"], before["id"]);
    let templates = again.get("/api/custom-templates?all=true").await;
    assert_eq!(templates.expect(StatusCode::OK), json!([]));
    let status = again.get("/api/subscription/status").await.expect(StatusCode::OK);
    assert_eq!(
        (&status["status"], &status["trialExpired"]),
        (&json!("trial"), &json!(true))
    );
}
