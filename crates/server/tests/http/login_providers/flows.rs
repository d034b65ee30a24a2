//! Signing in through an OpenID Connect issuer, as it goes when nobody tries anything.

use accounts::user::{Identity, SignIn};
use axum::http::StatusCode;
use serde_json::{Value, json};
use server::login::providers::{ProviderSettings, Providers};

use super::{BASE, is_signed_in, sign_in_at, trusting};
use crate::github_peer::GitHubPeer;
use crate::openid_peer::{ClientProof, OpenIdPeer};
use crate::support::TestServer;

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
async fn that_an_address_is_verified_may_be_told_by_the_user_info_endpoint() {
    let check = async |claims: Value, user_info: Value, announces: bool, signs_in: Option<&str>| {
        let peer = OpenIdPeer::start().await;
        peer.behave(|peer| {
            peer.claims = claims.clone();
            peer.user_info = user_info.clone();
            peer.announces_user_info = announces;
        });
        let server = trusting(&peer).await;
        let mut browser = server.visitor();
        let back = sign_in_at(&peer, &mut browser).await;
        let answer = browser.get(&back.path()).await;
        let status = match signs_in {
            Some(_) => StatusCode::SEE_OTHER,
            None => StatusCode::FORBIDDEN,
        };
        assert_eq!(
            answer.status,
            status,
            "{claims} {user_info} {announces}: {}",
            answer.text()
        );
        let Some(address) = signs_in else {
            assert!(answer.text().contains("has not verified"), "{}", answer.text());
            return;
        };
        let user = browser.get("/api/auth/user").await.expect(StatusCode::OK);
        assert_eq!(user["email"], address);
    };
    let silent = || json!({ "email_verified": null });
    let told =
        |email: &str, verified: Value| json!({ "sub": "4711", "email": email, "email_verified": verified });
    let asha = "asha@example.org";
    check(silent(), told(asha, json!(true)), true, Some(asha)).await;
    check(silent(), told(asha, json!(false)), true, None).await;
    check(silent(), json!({ "sub": "4711", "email": asha }), true, None).await;
    // The issuer's description names no such endpoint.
    check(silent(), told(asha, json!(true)), false, None).await;
    // The address that is verified is the one beside the word.
    let binh = "binh@example.org";
    check(silent(), told(binh, json!(true)), true, Some(binh)).await;
    check(
        silent(),
        json!({ "sub": "4711", "email_verified": true }),
        true,
        None,
    )
    .await;
    // A no is a no.
    let no = || json!({ "email_verified": false });
    check(no(), told(asha, json!(true)), true, None).await;
    let no = || json!({ "email_verified": null, "xms_edov": false });
    check(no(), told(asha, json!(true)), true, None).await;
}

#[tokio::test]
async fn what_nobody_sees_is_left_out_of_the_names_that_a_provider_tells() {
    let peer = OpenIdPeer::start().await;
    peer.behave(|peer| {
        peer.claims = json!({ "given_name": "\u{202e}Asha\u{200b}", "family_name": "\u{2067}Rao" });
    });
    let server = trusting(&peer).await;
    let mut browser = server.visitor();
    let back = sign_in_at(&peer, &mut browser).await;
    browser.get(&back.path()).await;
    let user = browser.get("/api/auth/user").await.expect(StatusCode::OK);
    assert_eq!(
        (&user["firstName"], &user["lastName"]),
        (&json!("Asha"), &json!("Rao"))
    );
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
async fn a_client_proves_itself_in_the_way_that_the_issuer_takes() {
    for proof in [ClientProof::Basic, ClientProof::Post, ClientProof::None] {
        let peer = OpenIdPeer::start().await;
        peer.behave(|peer| peer.client_proof = proof);
        let server = trusting(&peer).await;
        let mut browser = server.visitor();
        let back = sign_in_at(&peer, &mut browser).await;
        let ended = browser.get(&back.path()).await;
        assert_eq!(ended.status, StatusCode::SEE_OTHER, "{}", ended.text());
        assert!(is_signed_in(&mut browser).await);
    }
}
