//! Signing in where only some domains may: what somebody of another domain is told, and what they are not.

use accounts::AllowedDomains;
use axum::http::StatusCode;
use server::App;

use crate::support::{TestServer, token_in};

fn only_the_hospital(app: &mut App) {
    app.site.allowed_domains = AllowedDomains::parse("hospital.example").expect("domains");
}

#[tokio::test]
async fn an_address_of_another_domain_gets_no_mail_and_learns_nothing() {
    let server = TestServer::with(only_the_hospital).await;
    // An account from the days before the domains were set.
    server.user("known@elsewhere.example").await;
    let mut pages = Vec::new();
    for address in [
        "known@elsewhere.example",
        "nobody@elsewhere.example",
        "asha@mail.hospital.example",
        "asha@hospital.example.evil.example",
    ] {
        let page = server
            .visitor()
            .form("/api/login/email", &[("email", address)])
            .await;
        assert_eq!(page.status, StatusCode::FORBIDDEN, "{address}");
        assert!(page.text().contains("its own organisation"), "{}", page.text());
        pages.push(page.text().replace(address, ""));
    }
    pages.dedup();
    assert_eq!(pages.len(), 1, "the answer tells who is known");
    assert!(
        !server.folder.path().join("outbox").exists(),
        "a mail was written"
    );

    let sent = server
        .visitor()
        .form("/api/login/email", &[("email", "Asha@Hospital.Example")])
        .await;
    assert_eq!(sent.status, StatusCode::OK, "{}", sent.text());
}

#[tokio::test]
async fn a_link_from_before_the_domains_were_set_opens_nothing() {
    let before = TestServer::start().await;
    let sent = before
        .visitor()
        .form("/api/login/email", &[("email", "asha@elsewhere.example")])
        .await;
    let store = before.app.store.clone();
    let server = TestServer::with(|app| {
        only_the_hospital(app);
        app.store = store;
    })
    .await;
    let mut browser = server.visitor();
    let refused = browser
        .form("/api/login/email/confirm", &[("token", &token_in(&sent.text()))])
        .await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(
        refused.text().contains("its own organisation"),
        "{}",
        refused.text()
    );
    assert_eq!(
        browser.get("/api/auth/user").await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(server.app.store.count_users().await.expect("a count"), 0);
}

#[tokio::test]
async fn who_is_signed_in_when_their_domain_is_taken_off_the_list_is_signed_out() {
    let before = TestServer::start().await;
    let cookies = [
        before.signed_in("asha@elsewhere.example").await.cookie,
        before.signed_in("asha@hospital.example").await.cookie,
    ];
    let store = before.app.store.clone();
    let server = TestServer::with(|app| {
        only_the_hospital(app);
        app.store = store;
    })
    .await;
    for (cookie, status) in cookies
        .into_iter()
        .zip([StatusCode::UNAUTHORIZED, StatusCode::OK])
    {
        let mut browser = server.visitor();
        browser.cookie = cookie;
        assert_eq!(browser.get("/api/auth/user").await.status, status);
    }
}
