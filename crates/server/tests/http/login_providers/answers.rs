//! What a provider may answer, or not.

use std::time::Duration;

use axum::http::StatusCode;
use server::login::mail::Mail;

use super::{check_nobody, check_refusal, sign_in_at, trusting, trusting_with};
use crate::openid_peer::{Odd, OpenIdPeer, callback};

#[tokio::test]
async fn what_a_provider_says_no_with_is_told_in_our_own_words() {
    let peer = OpenIdPeer::start().await;
    let server = trusting_with(&peer, |app| app.mail = Mail::NotConfigured).await;
    for (error, status, sentence) in [
        (
            "access_denied",
            StatusCode::FORBIDDEN,
            "You did not let St. Elsewhere sign you in",
        ),
        ("server_error", StatusCode::BAD_GATEWAY, "could not sign you in"),
        (
            "temporarily_unavailable",
            StatusCode::SERVICE_UNAVAILABLE,
            "cannot be reached",
        ),
        ("invalid_scope", StatusCode::BAD_GATEWAY, "not set up correctly"),
        ("<script>", StatusCode::BAD_GATEWAY, "could not sign you in"),
    ] {
        let mut browser = server.visitor();
        let back = sign_in_at(&peer, &mut browser).await;
        let answer = browser
            .get(&callback(&[
                ("error", error),
                ("error_description", "words of asha@example.org"),
                ("state", &back.state),
                ("iss", &back.issuer),
            ]))
            .await;
        // It is the only way of signing in, and still the error stands on a page instead of going round.
        check_refusal(&answer, status, sentence);
        assert!(!answer.text().contains("<script>"), "{}", answer.text());
        assert!(answer.text().contains("next[/account]"), "where to go is kept");
        check_nobody(&server, &mut browser).await;
    }
}

#[tokio::test]
async fn the_server_starts_and_says_so_while_the_provider_is_down() {
    let peer = OpenIdPeer::start().await;
    let down = Odd::Says(503, "text/html", "<h1>down</h1>".to_owned());
    peer.behave(|peer| peer.discovery = Some(down));
    let server = trusting_with(&peer, |app| app.mail = Mail::NotConfigured).await;
    let mut browser = server.visitor();
    let answer = browser.get("/api/login").await;
    check_refusal(
        &answer,
        StatusCode::SERVICE_UNAVAILABLE,
        "St. Elsewhere cannot be reached just now. Please try again in a minute.",
    );
    peer.behave(|peer| peer.discovery = None);
    tokio::time::sleep(Duration::from_millis(2100)).await;
    let back = sign_in_at(&peer, &mut browser).await;
    assert_eq!(browser.get(&back.path()).await.status, StatusCode::SEE_OTHER);

    // What is known by now is enough while it is down again.
    peer.behave(|peer| peer.discovery = Some(Odd::Nothing));
    let mut other = server.visitor();
    let back = sign_in_at(&peer, &mut other).await;
    assert_eq!(other.get(&back.path()).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn odd_answers_sign_nobody_in() {
    let json = "application/json";
    let odd: [(&str, Odd, StatusCode); 8] = [
        (
            "past its bound",
            Odd::Says(200, json, " ".repeat(600 * 1024)),
            StatusCode::BAD_GATEWAY,
        ),
        ("never", Odd::Nothing, StatusCode::SERVICE_UNAVAILABLE),
        (
            "a page",
            Odd::Says(200, "text/html", "<h1>hello</h1>".to_owned()),
            StatusCode::BAD_GATEWAY,
        ),
        (
            "empty",
            Odd::Says(200, json, String::new()),
            StatusCode::BAD_GATEWAY,
        ),
        (
            "without an id token",
            Odd::Says(
                200,
                json,
                r#"{"access_token":"a","token_type":"Bearer"}"#.to_owned(),
            ),
            StatusCode::BAD_GATEWAY,
        ),
        (
            "an id token that is none",
            Odd::Says(
                200,
                json,
                r#"{"access_token":"a","token_type":"Bearer","id_token":"a.b.c"}"#.to_owned(),
            ),
            StatusCode::BAD_GATEWAY,
        ),
        (
            "elsewhere",
            Odd::Elsewhere("/token-elsewhere"),
            StatusCode::BAD_GATEWAY,
        ),
        (
            "does not know us",
            Odd::Says(401, json, r#"{"error":"invalid_client"}"#.to_owned()),
            StatusCode::BAD_GATEWAY,
        ),
    ];
    for (what, says, status) in odd {
        let peer = OpenIdPeer::start().await;
        peer.behave(|peer| peer.token = Some(says));
        let server = trusting(&peer).await;
        let mut browser = server.visitor();
        let back = sign_in_at(&peer, &mut browser).await;
        let answer = browser.get(&back.path()).await;
        assert_eq!(answer.status, status, "{what}: {}", answer.text());
        check_refusal(&answer, status, "St. Elsewhere");
        check_nobody(&server, &mut browser).await;
    }
}
