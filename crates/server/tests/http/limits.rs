//! What is asked too often, by one user or from one address, is refused with a sentence and a time to come again.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode, header};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use serde_json::{Value, json};
use server::TrustedProxies;
use time::Duration;

use crate::support::{Browser, TestServer};

const STRUCTURE: &str = "/api/structure-report";

fn dictation() -> Value {
    json!({ "transcriptionText": "There is a 4 mm nodule in the right upper lobe." })
}

#[tokio::test]
async fn a_page_gone_wild_is_told_to_wait_and_nobody_else_is() {
    let server = TestServer::start().await;
    let mut wild = server.signed_in("asha@example.org").await;
    let mut taken = 0;
    let refused = loop {
        let answer = wild.post(STRUCTURE, dictation()).await;
        if answer.status != StatusCode::OK {
            break answer;
        }
        taken += 1;
        assert!(taken < 120, "nobody is told to wait");
    };
    assert_eq!(taken, 60, "a minute's worth at once");
    assert_eq!(refused.headers[header::RETRY_AFTER], "1");
    let sentence = refused.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    assert!(sentence.contains("Nothing you entered is lost"), "{sentence}");
    let findings = json!({ "findings": "A 4 mm nodule in the right upper lobe." });
    wild.post("/api/generate-impression", findings)
        .await
        .refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    let report = json!({ "reportContent": "FINDINGS:\nNormal." });
    wild.post("/api/check-report", report)
        .await
        .expect(StatusCode::OK);
    let mut other = server.signed_in("binh@example.org").await;
    other.post(STRUCTURE, dictation()).await.expect(StatusCode::OK);
    server.app.clock.advance(Duration::seconds(2));
    wild.post(STRUCTURE, dictation()).await.expect(StatusCode::OK);
}

/// Each of these leaves an event that stays for good.
#[tokio::test]
async fn what_leaves_an_event_is_asked_for_a_few_times_a_minute() {
    let server = TestServer::start().await;
    let mut wild = server.subscriber("asha@example.org").await;
    let user = server.user("asha@example.org").await;
    let before = server.app.store.count_audit_events_about(user).await;
    let mut saved = 0;
    for number in 0..30 {
        let lines = json!({ "signatureName": format!("Dr Asha Rao {number}") });
        saved += usize::from(wild.post("/api/user/signature", lines).await.status == StatusCode::OK);
    }
    assert_eq!(saved, 12);
    let refused = wild.delete("/api/user/signature").await;
    refused.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    let mut taken = 0;
    for _ in 0..20 {
        taken += usize::from(wild.get("/api/user/export").await.status == StatusCode::OK);
    }
    assert_eq!(taken, 6);
    let events = server
        .app
        .store
        .count_audit_events_about(user)
        .await
        .expect("a number");
    assert_eq!(events, before.expect("a number") + saved as u64 + taken as u64);
    let mut other = server.signed_in("binh@example.org").await;
    other.get("/api/user/export").await.expect(StatusCode::OK);
    server.app.clock.advance(Duration::minutes(1));
    assert_eq!(
        wild.delete("/api/user/signature").await.status,
        StatusCode::NO_CONTENT
    );
    wild.get("/api/user/export").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn who_asks_for_all_at_once_stands_in_a_line_of_their_own() {
    let server = TestServer::start().await;
    let wild = server.signed_in("asha@example.org").await;
    let user = server.user("asha@example.org").await;
    let (release, held) = std::sync::mpsc::channel::<()>();
    let pool = server.app.work.clone();
    let working = tokio::spawn(async move { pool.run(user, move || held.recv().is_ok()).await });
    while server.app.work.load().running == 0 {
        tokio::task::yield_now().await;
    }
    let asked = (0..20).map(|_| {
        let mut page = wild.clone();
        async move { page.post(STRUCTURE, dictation()).await.status }
    });
    let mut asked: FuturesUnordered<_> = asked.collect();
    // With what is held they are eight.
    for _ in 0..13 {
        assert_eq!(asked.next().await, Some(StatusCode::TOO_MANY_REQUESTS));
    }
    let mut other = server.signed_in("binh@example.org").await;
    other.post(STRUCTURE, dictation()).await.expect(StatusCode::OK);
    release.send(()).expect("it is held");
    assert!(working.await.expect("no panic").expect("it ran"));
    let made: Vec<StatusCode> = asked.collect().await;
    assert_eq!(made, [StatusCode::OK; 7]);
}

#[tokio::test]
async fn sign_in_links_are_counted_by_whoever_is_behind_the_trusted_proxy() {
    let server = TestServer::with(|app| {
        app.site.trusted_proxies = TrustedProxies::parse("10.0.0.0/8").expect("a network");
    });
    let server = server.await;
    let mut browser = server.visitor();
    let (ours, theirs) = ("10.0.0.7:4000", "203.0.113.5:4000");
    for number in 0..30 {
        let status = ask_for_link(&mut browser, number, ours, "198.51.100.9").await;
        assert_eq!(status, StatusCode::OK);
    }
    let forged = "192.0.2.77, 198.51.100.9";
    let status = ask_for_link(&mut browser, 30, ours, forged).await;
    assert_eq!(
        status,
        StatusCode::TOO_MANY_REQUESTS,
        "what the client says itself does not count"
    );
    let status = ask_for_link(&mut browser, 31, ours, "198.51.100.10").await;
    assert_eq!(status, StatusCode::OK, "another client behind the same proxy");
    // Who comes past the proxy can say what it likes.
    for number in 32..62 {
        let made_up = format!("198.51.100.{number}");
        let status = ask_for_link(&mut browser, number, theirs, &made_up).await;
        assert_eq!(status, StatusCode::OK);
    }
    let status = ask_for_link(&mut browser, 62, theirs, "198.51.100.62").await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
}

/// Each of them stays below what one user may ask.
#[tokio::test]
async fn users_of_one_address_are_told_to_wait_before_all_of_them_have_asked_their_most() {
    let server = TestServer::with(|app| {
        app.site.trusted_proxies = TrustedProxies::parse("10.0.0.0/8").expect("a network");
    });
    let server = server.await;
    let recording = json!({ "audioData": "" });
    for (path, body) in [(STRUCTURE, dictation()), ("/api/transcribe", recording)] {
        let mut asked = 0;
        let mut last = None;
        'users: for user in 0..25 {
            let mut browser = server.signed_in(&format!("user{user}@example.org")).await;
            for _ in 0..60 {
                let status = ask_behind_proxy(&mut browser, path, &body, "198.51.100.9").await;
                if status == StatusCode::TOO_MANY_REQUESTS {
                    last = Some(browser);
                    break 'users;
                }
                asked += 1;
            }
        }
        assert_eq!(asked, 600, "{path}");
        let mut last = last.unwrap_or_else(|| panic!("{path}: nobody was told to wait"));
        let elsewhere = ask_behind_proxy(&mut last, path, &body, "198.51.100.10").await;
        assert_ne!(
            elsewhere,
            StatusCode::TOO_MANY_REQUESTS,
            "{path}: it was the address"
        );
    }
}

async fn ask_behind_proxy(browser: &mut Browser, path: &str, body: &Value, forwarded: &str) -> StatusCode {
    let peer: SocketAddr = "10.0.0.7:4000".parse().expect("an address");
    let asked = Request::post(path)
        .header(header::CONTENT_TYPE, "application/json")
        .header("x-forwarded-for", forwarded)
        .extension(ConnectInfo(peer))
        .body(Body::from(body.to_string()));
    browser.send(asked).await.status
}

async fn ask_for_link(browser: &mut Browser, number: u32, peer: &str, forwarded: &str) -> StatusCode {
    let peer: SocketAddr = peer.parse().expect("an address");
    let asked = Request::post("/api/login/email")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header("x-forwarded-for", forwarded)
        .extension(ConnectInfo(peer))
        .body(Body::from(format!("email=user{number}%40example.org")));
    browser.send(asked).await.status
}
