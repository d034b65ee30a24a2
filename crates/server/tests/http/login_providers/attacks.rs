//! What somebody may try between the browser, the issuer and this server.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use super::{check_nobody, check_refusal, is_signed_in, sign_in_at, trusting};
use crate::openid_peer::{Odd, OpenIdPeer, Return, Signature, callback};

#[tokio::test]
async fn nothing_but_a_good_id_token_is_believed() {
    let now = time::OffsetDateTime::now_utc().unix_timestamp();
    let lies: [(&str, Signature, Value); 12] = [
        (
            "another issuer",
            Signature::Own,
            json!({ "iss": "https://evil.example" }),
        ),
        ("no issuer", Signature::Own, json!({ "iss": null })),
        (
            "another audience",
            Signature::Own,
            json!({ "aud": "somebody-else" }),
        ),
        (
            "a second audience",
            Signature::Own,
            json!({ "aud": ["readout", "somebody-else"] }),
        ),
        ("no audience", Signature::Own, json!({ "aud": null })),
        (
            "another nonce",
            Signature::Own,
            json!({ "nonce": "of another sign-in" }),
        ),
        ("no nonce", Signature::Own, json!({ "nonce": null })),
        ("long over", Signature::Own, json!({ "exp": now - 120 })),
        ("without an end", Signature::Own, json!({ "exp": null })),
        ("signed by another key", Signature::Forged, json!({})),
        ("not signed", Signature::None, json!({})),
        ("signed by a shared secret", Signature::Secret, json!({})),
    ];
    for (lie, signature, claims) in lies {
        let peer = OpenIdPeer::start().await;
        peer.behave(|peer| {
            peer.signature = signature;
            peer.claims = claims;
        });
        let server = trusting(&peer).await;
        let mut browser = server.visitor();
        let back = sign_in_at(&peer, &mut browser).await;
        let answer = browser.get(&back.path()).await;
        assert_eq!(answer.status, StatusCode::BAD_GATEWAY, "{lie}: {}", answer.text());
        check_refusal(&answer, StatusCode::BAD_GATEWAY, "could not be verified");
        check_nobody(&server, &mut browser).await;
    }
}

#[tokio::test]
async fn only_an_address_that_the_provider_has_verified_opens_an_account() {
    let check = async |claims: Value, status: StatusCode, sentence: &str| {
        let peer = OpenIdPeer::start().await;
        peer.behave(|peer| {
            peer.claims = claims.clone();
            // It adds nothing to what the token says.
            peer.user_info = json!({ "sub": "4711", "email": "asha@example.org" });
        });
        let server = trusting(&peer).await;
        let mut browser = server.visitor();
        let back = sign_in_at(&peer, &mut browser).await;
        let answer = browser.get(&back.path()).await;
        if status == StatusCode::SEE_OTHER {
            assert_eq!(answer.status, status, "{claims}: {}", answer.text());
            assert!(is_signed_in(&mut browser).await, "{claims}");
        } else {
            check_refusal(&answer, status, sentence);
            check_nobody(&server, &mut browser).await;
        }
    };
    const REFUSED: StatusCode = StatusCode::FORBIDDEN;
    const UNVERIFIED: &str = "has not verified your e-mail address";
    check(json!({ "email_verified": false }), REFUSED, UNVERIFIED).await;
    check(json!({ "email_verified": null }), REFUSED, UNVERIFIED).await;
    check(json!({ "email_verified": "false" }), REFUSED, UNVERIFIED).await;
    check(
        json!({ "email_verified": false, "xms_edov": true }),
        REFUSED,
        UNVERIFIED,
    )
    .await;
    check(
        json!({ "email_verified": null, "xms_edov": "0" }),
        REFUSED,
        UNVERIFIED,
    )
    .await;
    check(
        json!({ "email": "\u{212A}im@example.org" }),
        REFUSED,
        "cannot be used here",
    )
    .await;
    check(json!({ "email_verified": "true" }), StatusCode::SEE_OTHER, "").await;
    check(
        json!({ "email_verified": null, "xms_edov": "1" }),
        StatusCode::SEE_OTHER,
        "",
    )
    .await;
}

#[tokio::test]
async fn a_return_counts_once_and_only_in_the_browser_that_left() {
    let peer = OpenIdPeer::start().await;
    let server = trusting(&peer).await;
    const AGAIN: &str = "Please start again";
    let mut browser = server.visitor();
    let back = sign_in_at(&peer, &mut browser).await;

    // Somebody sends the link of a return to another: with no sign-in begun there, and with one of their own.
    let mut victim = server.visitor();
    check_refusal(&victim.get(&back.path()).await, StatusCode::BAD_REQUEST, AGAIN);
    sign_in_at(&peer, &mut victim).await;
    check_refusal(&victim.get(&back.path()).await, StatusCode::BAD_REQUEST, AGAIN);
    check_nobody(&server, &mut victim).await;

    // In the right browser, with a state that is not its own, with none, and with two.
    let of = |state: &str| callback(&[("code", &back.code), ("state", state), ("iss", &back.issuer)]);
    for path in [
        of(&back.state[1..]),
        of(&format!("{}x", back.state)),
        of(""),
        callback(&[("code", &back.code), ("iss", &back.issuer)]),
        format!("{}&state=another", back.path()),
    ] {
        check_refusal(&browser.get(&path).await, StatusCode::BAD_REQUEST, AGAIN);
    }
    check_nobody(&server, &mut browser).await;

    // None of that has used it up.
    let ended = browser.get(&back.path()).await;
    assert_eq!(ended.header("location"), Some("/account"), "{}", ended.text());
    assert!(is_signed_in(&mut browser).await);
    let again = browser.get(&back.path()).await;
    assert_eq!(
        again.header("location"),
        Some("/app"),
        "who is in already goes on"
    );
    browser.get("/api/logout").await;
    check_refusal(&browser.get(&back.path()).await, StatusCode::BAD_REQUEST, AGAIN);
    assert!(!is_signed_in(&mut browser).await);
}

#[tokio::test]
async fn a_code_is_taken_only_with_the_sign_in_that_it_was_given_for() {
    let peer = OpenIdPeer::start().await;
    let server = trusting(&peer).await;
    const OVER: &str = "no longer accepts this sign-in";
    let mut browser = server.visitor();
    let back = sign_in_at(&peer, &mut browser).await;
    let made_up = callback(&[("code", "made-up"), ("state", &back.state), ("iss", &back.issuer)]);
    check_refusal(&browser.get(&made_up).await, StatusCode::BAD_REQUEST, OVER);

    // A code that was stolen elsewhere does not go with the verifier of this sign-in.
    let mut thief = server.visitor();
    let stolen = sign_in_at(&peer, &mut server.visitor()).await;
    let own = sign_in_at(&peer, &mut thief).await;
    let injected = callback(&[
        ("code", &stolen.code),
        ("state", &own.state),
        ("iss", &own.issuer),
    ]);
    check_refusal(&thief.get(&injected).await, StatusCode::BAD_REQUEST, OVER);
    check_nobody(&server, &mut thief).await;
}

#[tokio::test]
async fn a_sign_in_may_take_ten_minutes() {
    let peer = OpenIdPeer::start().await;
    let server = trusting(&peer).await;
    let mut browser = server.visitor();
    let back = sign_in_at(&peer, &mut browser).await;
    server.app.clock.advance(time::Duration::minutes(10));
    let late = browser.get(&back.path()).await;
    check_refusal(&late, StatusCode::BAD_REQUEST, "took too long");
    check_nobody(&server, &mut browser).await;
}

#[tokio::test]
async fn who_answers_must_be_who_was_asked() {
    let peer = OpenIdPeer::start().await;
    let server = trusting(&peer).await;
    let mut browser = server.visitor();
    for issuer in [Some("https://evil.example"), None] {
        let back = sign_in_at(&peer, &mut browser).await;
        let mut query = vec![("code", back.code.as_str()), ("state", &back.state)];
        query.extend(issuer.map(|issuer| ("iss", issuer)));
        let answer = browser.get(&callback(&query)).await;
        check_refusal(&answer, StatusCode::BAD_GATEWAY, "could not be verified");
        check_nobody(&server, &mut browser).await;
    }
    // Another issuer's error is not believed either.
    let back = sign_in_at(&peer, &mut browser).await;
    let query = [
        ("error", "access_denied"),
        ("state", &back.state),
        ("iss", "https://evil.example"),
    ];
    let answer = browser.get(&callback(&query)).await;
    check_refusal(&answer, StatusCode::BAD_GATEWAY, "could not be verified");

    // One that does not say that it says so may leave it out, but not be another.
    let silent = OpenIdPeer::start().await;
    silent.behave(|peer| peer.announces_issuer = false);
    let server = trusting(&silent).await;
    let mut browser = server.visitor();
    let back = sign_in_at(&silent, &mut browser).await;
    let query = [
        ("code", back.code.as_str()),
        ("state", &back.state),
        ("iss", "https://evil.example"),
    ];
    check_refusal(
        &browser.get(&callback(&query)).await,
        StatusCode::BAD_GATEWAY,
        "could not be verified",
    );
    let back = sign_in_at(&silent, &mut browser).await;
    let answer = browser.get(&callback(&query_of(&back))).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
}

fn query_of(back: &Return) -> [(&str, &str); 2] {
    [("code", &back.code), ("state", &back.state)]
}

#[tokio::test]
async fn nobody_is_sent_away_from_the_site() {
    let peer = OpenIdPeer::start().await;
    let server = trusting(&peer).await;
    for next in [
        "//evil.example",
        "https://evil.example",
        "/%5Cevil.example",
        "/%09/evil.example",
        "/api/logout",
    ] {
        let mut browser = server.visitor();
        let sent = browser.get(&format!("/api/login/oidc?next={next}")).await;
        let back = peer.sign_in(sent.header("location").expect("an address"));
        let ended = browser.get(&back.path()).await;
        assert_eq!(ended.header("location"), Some("/app"), "{next}");
    }
}

#[tokio::test]
async fn an_issuer_that_calls_itself_otherwise_is_not_the_one_that_is_trusted() {
    let peer = OpenIdPeer::start().await;
    let told = json!({
        "issuer": "https://evil.example", "authorization_endpoint": "https://evil.example/a",
        "token_endpoint": "https://evil.example/t", "jwks_uri": "https://evil.example/k",
        "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["EdDSA"],
    });
    let says = Odd::Says(200, "application/json", told.to_string());
    peer.behave(|peer| peer.discovery = Some(says));
    let server = trusting(&peer).await;
    let answer = server.visitor().get("/api/login/oidc").await;
    check_refusal(&answer, StatusCode::BAD_GATEWAY, "not set up correctly");
}

#[tokio::test]
async fn another_site_cannot_use_up_the_sign_ins_of_an_address() {
    let peer = OpenIdPeer::start().await;
    let server = trusting(&peer).await;
    let ours: SocketAddr = "198.51.100.9:4000".parse().expect("an address");
    let from_ours = |path: &str, site: &str| {
        Request::get(path)
            .header("sec-fetch-site", site)
            .extension(ConnectInfo(ours))
            .body(Body::empty())
    };
    let mut sent_there = server.visitor();
    for number in 0..650 {
        for path in ["/api/login/oidc", "/api/login/oidc/callback?state=x&code=x"] {
            let answer = sent_there.send(from_ours(path, "cross-site")).await;
            assert_ne!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{number}");
            assert_eq!(answer.header("location"), None);
        }
    }
    let page = sent_there
        .send(from_ours("/api/login/oidc?next=/account", "cross-site"))
        .await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        page.text().contains("oidc[St. Elsewhere]"),
        "one click goes on: {}",
        page.text()
    );
    assert!(sent_there.cookie.is_none(), "nothing was begun");

    let mut browser = server.visitor();
    let sent = browser.send(from_ours("/api/login/oidc", "same-origin")).await;
    let back = peer.sign_in(sent.header("location").expect("the way to the provider"));
    let arrived = browser.send(from_ours(&back.path(), "cross-site")).await;
    assert_eq!(arrived.status, StatusCode::SEE_OTHER);
    assert!(is_signed_in(&mut browser).await);
}
