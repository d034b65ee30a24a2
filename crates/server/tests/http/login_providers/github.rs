//! GitHub, which is no OpenID provider.

use axum::http::StatusCode;
use serde_json::json;
use server::login::providers::{ProviderSettings, Providers};

use super::{BASE, check_nobody};
use crate::github_peer::GitHubPeer;
use crate::support::TestServer;

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
