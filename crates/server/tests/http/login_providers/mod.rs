//! /api/login/{provider}: signing in through a provider, and everything that somebody may try on the way.

mod answers;
mod attacks;
mod flows;
mod github;
mod google;
mod page;

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::json;
use server::login::providers::{ProviderSettings, Providers};

use crate::openid_peer::{OpenIdPeer, Return, Signature, callback};
use crate::support::{Answer, Browser, TestServer};

const BASE: &str = "http://readout.test";

/// A server that trusts this provider, with sign-in by mail beside it.
async fn trusting(peer: &OpenIdPeer) -> TestServer {
    trusting_with(peer, |_| {}).await
}

async fn trusting_with(peer: &OpenIdPeer, change: impl FnOnce(&mut server::App)) -> TestServer {
    let settings = ProviderSettings {
        oidc: Some(peer.settings()),
        ..ProviderSettings::default()
    };
    let patience = Duration::from_millis(1500);
    let providers = Providers::with_patience(settings, BASE, patience).expect("a provider");
    TestServer::with(|app| {
        app.providers = providers;
        change(app);
    })
    .await
}

/// Goes to the provider and signs in there; what it sends the browser back with.
async fn sign_in_at(peer: &OpenIdPeer, browser: &mut Browser) -> Return {
    let sent = browser.get("/api/login/oidc?next=/account").await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text());
    peer.sign_in(sent.header("location").expect("an address"))
}

async fn is_signed_in(browser: &mut Browser) -> bool {
    match browser.get("/api/auth/user").await.status {
        StatusCode::OK => true,
        StatusCode::UNAUTHORIZED => false,
        status => panic!("{status}"),
    }
}

/// Asserts that a sign-in came to nothing: the page says so and offers the ways again, and nobody is signed in or made.
#[track_caller]
fn check_refusal(answer: &Answer, status: StatusCode, sentence: &str) {
    assert_eq!(answer.status, status, "{}", answer.text());
    assert!(answer.text().contains(sentence), "{sentence}: {}", answer.text());
    assert!(answer.text().contains("oidc[St. Elsewhere]"), "{}", answer.text());
    for secret in ["asha", "words of", "hush"] {
        assert!(!answer.text().contains(secret), "{secret}: {}", answer.text());
    }
}

async fn check_nobody(server: &TestServer, browser: &mut Browser) {
    assert!(!is_signed_in(browser).await);
    assert_eq!(server.app.store.count_users().await.expect("a count"), 0);
}

/// For the test of the log: sign-ins that succeed, and that fail in ways in which what was sent could be repeated. Adds what must not
/// be in the log to `issued`.
pub async fn sign_in_well_and_ill(issued: &mut Vec<String>) {
    let peer = OpenIdPeer::start().await;
    let server = trusting(&peer).await;
    for (claims, signature, expected) in [
        (
            json!({ "email": "asha.rao@example.org" }),
            Signature::Own,
            StatusCode::SEE_OTHER,
        ),
        (
            json!({ "email": "asha.rao@example.org", "email_verified": false }),
            Signature::Own,
            StatusCode::FORBIDDEN,
        ),
        (
            json!({ "email_verified": "by asha.rao@example.org" }),
            Signature::Own,
            StatusCode::BAD_GATEWAY,
        ),
        (
            json!({ "aud": "asha.rao@example.org" }),
            Signature::Own,
            StatusCode::BAD_GATEWAY,
        ),
        (
            json!({ "iss": "asha.rao@example.org" }),
            Signature::Forged,
            StatusCode::BAD_GATEWAY,
        ),
    ] {
        peer.behave(|peer| {
            peer.claims = claims;
            peer.signature = signature;
        });
        let mut browser = server.visitor();
        let back = sign_in_at(&peer, &mut browser).await;
        let answer = browser.get(&back.path()).await;
        assert_eq!(answer.status, expected, "{}", answer.text());
        issued.extend([back.code, back.state]);
    }
    let mut browser = server.visitor();
    let back = sign_in_at(&peer, &mut browser).await;
    let told = browser
        .get(&callback(&[
            ("error", "asha.rao@example.org"),
            ("error_description", "asha.rao@example.org"),
            ("state", &back.state),
            ("iss", &back.issuer),
        ]))
        .await;
    check_refusal(&told, StatusCode::BAD_GATEWAY, "could not sign you in");
    let back = sign_in_at(&peer, &mut browser).await;
    let made_up = [
        ("code", "asha.rao"),
        ("state", &back.state),
        ("iss", &back.issuer),
    ];
    let made_up = browser.get(&callback(&made_up)).await;
    check_refusal(
        &made_up,
        StatusCode::BAD_REQUEST,
        "no longer accepts this sign-in",
    );
    assert_eq!(server.app.store.count_users().await.expect("a count"), 1);
}
