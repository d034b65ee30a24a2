//! What the sign-in page offers.

use axum::http::StatusCode;
use server::login::mail::Mail;
use server::login::providers::{ProviderSettings, Providers};

use super::BASE;
use crate::github_peer::GitHubPeer;
use crate::openid_peer::OpenIdPeer;
use crate::support::TestServer;

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
