//! /api/login/{provider}: signing in through a provider, and everything that somebody may try on the way.

use accounts::user::{Identity, SignIn};
use axum::http::StatusCode;
use serde_json::{Value, json};
use server::login::mail::Mail;
use server::login::providers::{ProviderSettings, Providers};
use std::time::Duration;

use crate::github_peer::GitHubPeer;
use crate::openid_peer::{Odd, OpenIdPeer, Return, Signature, callback};
use crate::support::{Answer, Browser, TestServer};

const BASE: &str = "http://readout.test";

/// A server that trusts this provider, with sign-in by mail beside it.
async fn trusting(peer: &OpenIdPeer) -> TestServer {
    trusting_with(peer, |_| {}).await
}

async fn trusting_with(peer: &OpenIdPeer, change: impl FnOnce(&mut server::App)) -> TestServer {
    let settings = ProviderSettings {
        oidc: Some(peer.settings()),
        patience: Some(Duration::from_millis(1500)),
        ..ProviderSettings::default()
    };
    let providers = Providers::new(settings, BASE).expect("a provider");
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

#[tokio::test]
async fn signs_in_and_goes_where_the_person_was_going() {
    let peer = OpenIdPeer::start().await;
    let server = trusting(&peer).await;
    let mut browser = server.visitor();
    let sent = browser.get("/api/login/oidc?next=/subscribe%3Ffrom%3Dapp").await;
    let cookie = sent.header("set-cookie").expect("a cookie").to_owned();
    for attribute in ["HttpOnly", "SameSite=Lax", "Max-Age=600", "Path=/"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    let back = peer.sign_in(sent.header("location").expect("an address"));
    let ended = browser.get(&back.path()).await;
    assert_eq!(ended.status, StatusCode::SEE_OTHER, "{}", ended.text());
    assert_eq!(ended.header("location"), Some("/subscribe?from=app"));

    let user = browser.get("/api/auth/user").await.expect(StatusCode::OK);
    assert_eq!(
        (&user["email"], &user["firstName"], &user["lastName"]),
        (&json!("asha@example.org"), &json!("Asha"), &json!("Rao"))
    );
    let sessions = browser.get("/api/user/sessions").await.expect(StatusCode::OK);
    assert_eq!(sessions[0]["provider"], "oidc");
    let straight = browser.get("/api/login/oidc?next=/account").await;
    assert_eq!(
        straight.header("location"),
        Some("/account"),
        "who is signed in goes straight on"
    );
}

#[tokio::test]
async fn the_same_verified_address_is_the_same_account_however_it_signs_in() {
    let peer = OpenIdPeer::start().await;
    let github = GitHubPeer::start().await;
    let settings = ProviderSettings {
        oidc: Some(peer.settings()),
        github: Some(github.settings()),
        ..ProviderSettings::default()
    };
    let providers = Providers::new(settings, BASE).expect("providers");
    let server = TestServer::with(|app| app.providers = providers).await;
    let mut by_mail = server.signed_in("asha@example.org").await;
    let first = by_mail.get("/api/auth/user").await.expect(StatusCode::OK);

    let mut by_issuer = server.visitor();
    let back = sign_in_at(&peer, &mut by_issuer).await;
    by_issuer.get(&back.path()).await;
    let mut by_github = server.visitor();
    let sent = by_github.get("/api/login/github").await;
    let (code, state) = github.authorize(sent.header("location").expect("an address"));
    by_github
        .get(&format!("/api/login/github/callback?code={code}&state={state}"))
        .await;
    for browser in [&mut by_issuer, &mut by_github] {
        let user = browser.get("/api/auth/user").await.expect(StatusCode::OK);
        assert_eq!(user["id"], first["id"]);
        assert_eq!(user["firstName"], "Asha", "names are learned");
    }
    assert_eq!(server.app.store.count_users().await.expect("a count"), 1);
}

#[tokio::test]
async fn a_subject_of_one_issuer_is_nobody_at_another() {
    let (first, second) = (OpenIdPeer::start().await, OpenIdPeer::start().await);
    second.behave(|peer| peer.claims = json!({ "email": "binh@example.org" }));
    let server = trusting(&first).await;
    let mut browser = server.visitor();
    let back = sign_in_at(&first, &mut browser).await;
    browser.get(&back.path()).await;
    let asha = server.user("asha@example.org").await;
    let identities = server.app.store.identities(asha).await.expect("identities");
    assert_eq!(
        identities[0],
        Identity::new("oidc", format!("{} 4711", first.address))
    );

    // The operator moves to another issuer, whose 4711 is somebody else.
    let other = SignIn {
        identity: Identity::new("oidc", format!("{} 4711", second.address)),
        ..SignIn::by_email(accounts::EmailAddress::parse("binh@example.org").expect("an address"))
    };
    let binh = server.app.store.sign_in(&other, server.app.clock.now()).await;
    assert_ne!(binh.expect("a user").user.id, asha);
}

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
        peer.behave(|peer| peer.claims = claims.clone());
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
async fn an_address_may_be_told_by_the_user_info_endpoint() {
    let check = async |user_info: Value, status: StatusCode| {
        let peer = OpenIdPeer::start().await;
        peer.behave(|peer| {
            peer.claims = json!({ "email": null, "email_verified": null });
            peer.user_info = user_info.clone();
        });
        let server = trusting(&peer).await;
        let mut browser = server.visitor();
        let back = sign_in_at(&peer, &mut browser).await;
        let answer = browser.get(&back.path()).await;
        assert_eq!(answer.status, status, "{user_info}: {}", answer.text());
        assert_eq!(is_signed_in(&mut browser).await, status == StatusCode::SEE_OTHER);
    };
    let told = |sub: &str, verified: bool| json!({ "sub": sub, "email": "asha@example.org", "email_verified": verified });
    check(told("4711", true), StatusCode::SEE_OTHER).await;
    check(told("4711", false), StatusCode::FORBIDDEN).await;
    check(told("somebody else", true), StatusCode::BAD_GATEWAY).await;
    check(json!({ "sub": "4711" }), StatusCode::FORBIDDEN).await;
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
async fn two_pages_of_one_browser_can_sign_in_at_once() {
    let peer = OpenIdPeer::start().await;
    let server = trusting(&peer).await;
    let mut browser = server.visitor();
    let first = sign_in_at(&peer, &mut browser).await;
    let second = sign_in_at(&peer, &mut browser).await;
    assert_eq!(browser.get(&first.path()).await.status, StatusCode::SEE_OTHER);
    assert_eq!(browser.get(&second.path()).await.status, StatusCode::SEE_OTHER);
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
async fn signing_in_gives_the_session_another_identifier() {
    let peer = OpenIdPeer::start().await;
    let server = trusting(&peer).await;
    let mut browser = server.signed_in("binh@example.org").await;
    let before = browser.cookie.clone();
    browser.get("/api/logout").await;
    browser.cookie.clone_from(&before);
    let back = sign_in_at(&peer, &mut browser).await;
    browser.get(&back.path()).await;
    assert!(is_signed_in(&mut browser).await);
    let mut planted = server.visitor();
    planted.cookie = before;
    assert!(!is_signed_in(&mut planted).await);
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
async fn keys_that_changed_are_fetched_again() {
    let peer = OpenIdPeer::start().await;
    let server = trusting(&peer).await;
    let mut browser = server.visitor();
    let back = sign_in_at(&peer, &mut browser).await;
    peer.behave(|peer| peer.key = 2);
    let answer = browser.get(&back.path()).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
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

#[tokio::test]
async fn the_page_offers_what_is_set_up() {
    let (peer, github) = (OpenIdPeer::start().await, GitHubPeer::start().await);
    let check = async |settings: ProviderSettings, mail: bool, has: &[&str], has_not: &[&str]| {
        let providers = Providers::new(settings, BASE).expect("providers");
        let server = TestServer::with(|app| {
            app.providers = providers;
            if !mail {
                app.mail = Mail::NotConfigured;
            }
        })
        .await;
        let page = server.visitor().get("/api/login?next=/account?a=b").await;
        for part in has {
            assert!(page.text().contains(part), "{part} is missing: {}", page.text());
        }
        for part in has_not {
            assert!(!page.text().contains(part), "{part}: {}", page.text());
        }
        page
    };
    let all = ProviderSettings {
        oidc: Some(peer.settings()),
        google: Some(peer.settings()),
        github: Some(github.settings()),
        patience: None,
    };
    let every = [
        "oidc[St. Elsewhere]",
        "google[%2Faccount%3Fa%3Db]",
        "github[",
        "form[",
        "between[",
    ];
    check(all.clone(), true, &every, &["READOUT_"]).await;
    check(
        all.clone(),
        false,
        &every[..3],
        &["form[", "between[", "READOUT_"],
    )
    .await;
    check(
        ProviderSettings::default(),
        true,
        &["form["],
        &["oidc[", "google[", "github[", "between["],
    )
    .await;
    let none = check(
        ProviderSettings::default(),
        false,
        &["form[", "READOUT_SMTP_URL"],
        &["oidc[", "between["],
    )
    .await;
    assert_eq!(none.status, StatusCode::OK);

    let one = ProviderSettings {
        github: Some(github.settings()),
        ..ProviderSettings::default()
    };
    let page = check(one.clone(), true, &["github[", "form[", "between["], &["google["]).await;
    assert_eq!(page.status, StatusCode::OK, "two ways are a choice");
    let straight = check(one, false, &[], &["github["]).await;
    assert_eq!(straight.status, StatusCode::SEE_OTHER);
    github.authorize(straight.header("location").expect("an address"));
}

#[tokio::test]
async fn a_provider_that_is_not_set_up_is_said_so_on_the_page() {
    let server = TestServer::start().await;
    for path in [
        "/api/login/google",
        "/api/login/google/callback?code=a&state=b",
        "/api/login/email/callback",
    ] {
        let page = server.visitor().get(path).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}");
        assert!(
            page.text().contains("not set up on this server"),
            "{}",
            page.text()
        );
    }
}

async fn with_github(github: &GitHubPeer) -> TestServer {
    let settings = ProviderSettings {
        github: Some(github.settings()),
        ..ProviderSettings::default()
    };
    let providers = Providers::new(settings, BASE).expect("a provider");
    TestServer::with(|app| app.providers = providers).await
}

#[tokio::test]
async fn signs_in_with_the_primary_address_of_github() {
    let github = GitHubPeer::start().await;
    let server = with_github(&github).await;
    let mut browser = server.visitor();
    let sent = browser.get("/api/login/github?next=/account").await;
    let (code, state) = github.authorize(sent.header("location").expect("an address"));
    let path = format!("/api/login/github/callback?code={code}&state={state}");
    let mut elsewhere = server.visitor();
    assert_eq!(elsewhere.get(&path).await.status, StatusCode::BAD_REQUEST);
    let ended = browser.get(&path).await;
    assert_eq!(ended.header("location"), Some("/account"), "{}", ended.text());
    let user = browser.get("/api/auth/user").await.expect(StatusCode::OK);
    assert_eq!(
        (&user["email"], &user["firstName"], &user["lastName"]),
        (&json!("asha@example.org"), &json!("Asha"), &json!("van der Rao"))
    );
    let sessions = browser.get("/api/user/sessions").await.expect(StatusCode::OK);
    assert_eq!(sessions[0]["provider"], "github");
}

#[tokio::test]
async fn github_must_have_verified_the_primary_address() {
    let github = GitHubPeer::start().await;
    let server = with_github(&github).await;
    let email = |primary: bool, verified: bool| json!({ "email": "asha@example.org", "primary": primary, "verified": verified });
    for (emails, sentence) in [
        (
            json!([email(true, false)]),
            "has not verified your e-mail address",
        ),
        (json!([email(false, true)]), "did not tell your e-mail address"),
        (json!([]), "did not tell your e-mail address"),
    ] {
        github.has_emails(emails);
        let mut browser = server.visitor();
        let sent = browser.get("/api/login/github").await;
        let (code, state) = github.authorize(sent.header("location").expect("an address"));
        let answer = browser
            .get(&format!("/api/login/github/callback?code={code}&state={state}"))
            .await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
        assert!(answer.text().contains(sentence), "{}", answer.text());
        check_nobody(&server, &mut browser).await;
    }
}

#[tokio::test]
async fn a_code_that_github_does_not_take_is_said_so() {
    let github = GitHubPeer::start().await;
    let server = with_github(&github).await;
    let mut browser = server.visitor();
    let sent = browser.get("/api/login/github").await;
    let (_, state) = github.authorize(sent.header("location").expect("an address"));
    let answer = browser
        .get(&format!("/api/login/github/callback?code=made-up&state={state}"))
        .await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert!(
        answer.text().contains("GitHub no longer accepts this sign-in"),
        "{}",
        answer.text()
    );
    check_nobody(&server, &mut browser).await;
}

/// For the test of the log: sign-ins that succeed, and that fail in ways in which what was sent could be repeated. Adds what must not
/// be in the log to `issued`.
pub async fn sign_in_well_and_ill(issued: &mut Vec<String>) {
    let peer = OpenIdPeer::start().await;
    let server = trusting(&peer).await;
    for (claims, signature) in [
        (json!({ "email": "asha.rao@example.org" }), Signature::Own),
        (
            json!({ "email": "asha.rao@example.org", "email_verified": false }),
            Signature::Own,
        ),
        (
            json!({ "email_verified": "by asha.rao@example.org" }),
            Signature::Own,
        ),
        (json!({ "aud": "asha.rao@example.org" }), Signature::Own),
        (json!({ "iss": "asha.rao@example.org" }), Signature::Forged),
    ] {
        peer.behave(|peer| {
            peer.claims = claims;
            peer.signature = signature;
        });
        let mut browser = server.visitor();
        let back = sign_in_at(&peer, &mut browser).await;
        browser.get(&back.path()).await;
        issued.extend([back.code, back.state]);
    }
    let mut browser = server.visitor();
    let back = sign_in_at(&peer, &mut browser).await;
    browser
        .get(&callback(&[
            ("error", "asha.rao@example.org"),
            ("error_description", "asha.rao@example.org"),
            ("state", &back.state),
            ("iss", &back.issuer),
        ]))
        .await;
    let back = sign_in_at(&peer, &mut browser).await;
    let made_up = [
        ("code", "asha.rao"),
        ("state", &back.state),
        ("iss", &back.issuer),
    ];
    browser.get(&callback(&made_up)).await;
    assert_eq!(server.app.store.count_users().await.expect("a count"), 1);
}
