//! GitHub, which is no OpenID provider.

use accounts::session::SessionRecord;
use accounts::session_store::session_id;
use axum::http::StatusCode;
use serde_json::json;
use server::login::providers::{ProviderSettings, Providers};

use super::{BASE, check_nobody};
use crate::github_peer::GitHubPeer;
use crate::support::{Answer, Browser, TestServer};

async fn with_github(github: &GitHubPeer) -> TestServer {
    with_github_and(github, |_| {}).await
}

async fn with_github_and(github: &GitHubPeer, change: impl FnOnce(&mut server::App)) -> TestServer {
    let settings = ProviderSettings {
        github: Some(github.settings()),
        ..ProviderSettings::default()
    };
    let providers = Providers::new(settings, BASE).expect("a provider");
    TestServer::with(|app| {
        app.providers = providers;
        change(app);
    })
    .await
}

/// Signs in at GitHub, whose account has this primary address by now.
async fn sign_in_as(github: &GitHubPeer, browser: &mut Browser, email: &str) -> Answer {
    github.has_emails(json!([{ "email": email, "primary": true, "verified": true }]));
    let sent = browser.get("/api/login/github").await;
    let (code, state) = github.authorize(sent.header("location").expect("an address"));
    browser
        .get(&format!("/api/login/github/callback?code={code}&state={state}"))
        .await
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

#[tokio::test]
async fn an_address_gives_its_rights_to_who_proves_it_and_nobody_else() {
    let chief = accounts::EmailAddress::parse("chief@hospital.example").expect("an address");
    let github = GitHubPeer::start().await;
    let server = with_github_and(&github, |app| app.site.admin_emails = vec![chief]).await;
    let mut before = server.visitor();
    sign_in_as(&github, &mut before, "chief@hospital.example").await;
    before.get("/api/admin/users").await.expect(StatusCode::OK);
    let account = before.get("/api/auth/user").await.expect(StatusCode::OK);

    // The chief has left, and GitHub knows another address of theirs.
    let mut after = server.visitor();
    let answer = sign_in_as(&github, &mut after, "chief@home.example").await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
    let user = after.get("/api/auth/user").await.expect(StatusCode::OK);
    assert_eq!(
        (&user["id"], &user["email"]),
        (&account["id"], &json!("chief@home.example"))
    );
    after
        .get("/api/admin/users")
        .await
        .refused(StatusCode::FORBIDDEN, "not_an_administrator");
    before
        .get("/api/admin/users")
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");

    // The next one is given the mailbox.
    let mut successor = server.signed_in("chief@hospital.example").await;
    let user = successor.get("/api/auth/user").await.expect(StatusCode::OK);
    assert_ne!(user["id"], account["id"], "an account of their own");
    successor.get("/api/admin/users").await.expect(StatusCode::OK);
    after.get("/api/auth/user").await.expect(StatusCode::OK);
}

/// Of two sign-ins at one moment one may find the address changed by the other before its session is begun.
#[tokio::test]
async fn a_session_says_nothing_of_an_address_that_it_did_not_prove() {
    let github = GitHubPeer::start().await;
    let server = with_github(&github).await;
    let mut browser = server.visitor();
    sign_in_as(&github, &mut browser, "old@example.org").await;
    let (store, now) = (&server.app.store, server.app.clock.now());
    let old = accounts::EmailAddress::parse("old@example.org").expect("an address");
    let user = store
        .user_by_email(&old)
        .await
        .expect("users")
        .expect("a user")
        .id;
    let session = store.sessions_of(user, now).await.expect("sessions");
    assert_eq!(session.len(), 1);
    let record = session_of(&browser, session[0].data.clone(), user, now);
    sign_in_as(&github, &mut server.visitor(), "new@example.org").await;
    store
        .create_session(&record)
        .await
        .expect("the session of before");
    browser
        .get("/api/auth/user")
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
}

fn session_of(
    browser: &Browser,
    data: serde_json::Map<String, serde_json::Value>,
    user: accounts::UserId,
    now: time::OffsetDateTime,
) -> SessionRecord {
    let cookie = browser.cookie.as_deref().expect("cookies");
    let id = cookie
        .split("; ")
        .find_map(|cookie| cookie.strip_prefix("readout="))
        .expect("a session");
    SessionRecord {
        id: session_id(id.parse().expect("an identifier")),
        user: Some(user),
        data,
        expires_at: now + time::Duration::days(7),
    }
}
