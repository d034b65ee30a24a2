//! /api/user/sessions and /api/auth/sign-out-everywhere: where somebody is signed in, and the end of it.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::Value;
use time::Duration;

use crate::support::{Browser, TestServer, token_in};

const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

async fn sessions(browser: &mut Browser) -> Vec<Value> {
    let answer = browser.get("/api/user/sessions").await.expect(StatusCode::OK);
    answer.as_array().expect("a list").clone()
}

fn id(session: &Value) -> &str {
    session["id"].as_str().expect("an identifier")
}

#[tokio::test]
async fn the_list_says_how_each_session_began_and_which_is_this_one() {
    let server = TestServer::start().await;
    let mut desk = server.visitor();
    let sent = desk
        .form("/api/login/email", &[("email", "asha@example.org")])
        .await;
    let confirmed = Request::post("/api/login/email/confirm")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("user-agent", FIREFOX)
        .body(Body::from(format!("token={}", token_in(&sent.text()))));
    assert_eq!(desk.send(confirmed).await.status, StatusCode::SEE_OTHER);
    let begun = server.app.clock.now();
    server.app.clock.advance(Duration::hours(3));
    let mut phone = server.signed_in("asha@example.org").await;
    server.signed_in("binh@example.org").await;

    let listed = sessions(&mut phone).await;
    assert_eq!(listed.len(), 2, "{listed:?}");
    assert_eq!(
        (&listed[0]["current"], &listed[1]["current"]),
        (&true.into(), &false.into())
    );
    assert_eq!(listed[1]["provider"], "email");
    assert_eq!(listed[1]["browser"], "Firefox on Windows");
    assert!(listed[0]["browser"].is_null());
    let instant = |name: &str| {
        let text = listed[1][name].as_str().expect("an instant");
        time::OffsetDateTime::parse(text, &time::format_description::well_known::Rfc3339).expect("RFC 3339")
    };
    assert!((instant("startedAt") - begun).abs() < Duration::seconds(10));
    assert!((instant("lastUsedAt") - begun).abs() < Duration::seconds(10));
    assert_eq!(
        id(&sessions(&mut desk).await[0]),
        id(&listed[1]),
        "the same name from everywhere"
    );
}

#[tokio::test]
async fn one_of_ones_own_sessions_can_be_ended() {
    let server = TestServer::start().await;
    let mut desk = server.signed_in("asha@example.org").await;
    let mut phone = server.signed_in("asha@example.org").await;
    let other = id(&sessions(&mut desk).await[1]).to_owned();
    let ended = desk.delete(&format!("/api/user/sessions/{other}")).await;
    assert_eq!(ended.status, StatusCode::NO_CONTENT);
    assert_eq!(ended.header("clear-site-data"), None, "nobody signed out here");
    assert_eq!(phone.get("/api/auth/user").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(sessions(&mut desk).await.len(), 1);
    desk.delete(&format!("/api/user/sessions/{other}"))
        .await
        .refused(StatusCode::NOT_FOUND, "not_found");

    let own = id(&sessions(&mut desk).await[0]).to_owned();
    let ended = desk.delete(&format!("/api/user/sessions/{own}")).await;
    assert_eq!(ended.status, StatusCode::NO_CONTENT);
    assert_eq!(ended.header("clear-site-data"), Some("\"cache\""));
    assert_eq!(desk.get("/api/auth/user").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn nobody_ends_or_takes_over_the_session_of_another() {
    let server = TestServer::start().await;
    let mut asha = server.signed_in("asha@example.org").await;
    let mut binh = server.signed_in("binh@example.org").await;
    let handle = id(&sessions(&mut asha).await[0]).to_owned();
    binh.delete(&format!("/api/user/sessions/{handle}"))
        .await
        .refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(asha.get("/api/auth/user").await.status, StatusCode::OK);

    let cookie = asha.cookie.clone().expect("a cookie");
    assert!(!cookie.contains(&handle));
    let (name, value) = cookie.split_once('=').expect("a name and a value");
    let mut holder = server.visitor();
    for (value, status) in [(value, StatusCode::OK), (&handle, StatusCode::UNAUTHORIZED)] {
        holder.cookie = Some(format!("{name}={value}"));
        assert_eq!(holder.get("/api/auth/user").await.status, status);
    }
    server
        .visitor()
        .get("/api/user/sessions")
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
}

#[tokio::test]
async fn signing_out_everywhere_ends_every_session_of_the_user_alone() {
    let server = TestServer::start().await;
    let mut desk = server.signed_in("asha@example.org").await;
    let mut phone = server.signed_in("asha@example.org").await;
    let mut binh = server.signed_in("binh@example.org").await;
    let copied = desk.cookie.clone();

    let from_elsewhere = Request::post("/api/auth/sign-out-everywhere")
        .header("sec-fetch-site", "cross-site")
        .body(Body::empty());
    phone
        .send(from_elsewhere)
        .await
        .refused(StatusCode::FORBIDDEN, "other_site");
    assert_eq!(desk.get("/api/auth/user").await.status, StatusCode::OK);

    let gone = phone.post("/api/auth/sign-out-everywhere", Value::Null).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert_eq!(gone.header("clear-site-data"), Some("\"cache\""));
    let mut thief = server.visitor();
    thief.cookie = copied;
    for browser in [&mut desk, &mut phone, &mut thief] {
        assert_eq!(
            browser.get("/api/auth/user").await.status,
            StatusCode::UNAUTHORIZED
        );
    }
    assert_eq!(binh.get("/api/auth/user").await.status, StatusCode::OK);
    server
        .visitor()
        .post("/api/auth/sign-out-everywhere", Value::Null)
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
}
