//! Signing in through Google, which is an OpenID Connect issuer that vouches for some addresses only.

use axum::http::StatusCode;
use serde_json::{Value, json};
use server::login::providers::{ProviderSettings, Providers};

use super::{BASE, is_signed_in};
use crate::openid_peer::{OpenIdPeer, Return};
use crate::support::{Browser, TestServer};

async fn trusting(peer: &OpenIdPeer) -> TestServer {
    let settings = ProviderSettings {
        google: Some(peer.settings()),
        ..ProviderSettings::default()
    };
    let providers = Providers::new(settings, BASE).expect("a provider");
    TestServer::with(|app| app.providers = providers).await
}

async fn sign_in_at(peer: &OpenIdPeer, browser: &mut Browser) -> Return {
    let sent = browser.get("/api/login/google?next=/account").await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text());
    peer.sign_in_for("google", sent.header("location").expect("an address"))
}

#[tokio::test]
async fn an_address_that_google_hosts_opens_the_account() {
    for claims in [
        json!({ "email": "asha.rao@gmail.com" }),
        json!({ "email": "Asha.Rao@GoogleMail.com" }),
        json!({ "email": "asha@clinic.example", "hd": "clinic.example" }),
        // Another domain of the same organisation.
        json!({ "email": "asha@radiology.example", "hd": "clinic.example" }),
    ] {
        let peer = OpenIdPeer::start().await;
        peer.behave(|peer| peer.claims = claims);
        let server = trusting(&peer).await;
        let mut browser = server.visitor();
        let back = sign_in_at(&peer, &mut browser).await;
        let ended = browser.get(&back.path_of("google")).await;
        assert_eq!(ended.status, StatusCode::SEE_OTHER, "{}", ended.text());
        assert_eq!(ended.header("location"), Some("/account"));
        let sessions = browser.get("/api/user/sessions").await.expect(StatusCode::OK);
        assert_eq!(sessions[0]["provider"], "google");
    }
}

#[tokio::test]
async fn an_address_that_somebody_else_hosts_opens_nothing() {
    let sentence = "can vouch only for addresses that it hosts itself";
    for (claims, sentence) in [
        (json!({ "email": "asha@clinic.example" }), sentence),
        (json!({ "email": "asha@clinic.example", "hd": "" }), sentence),
        (json!({ "email": "asha@clinic.example", "hd": null }), sentence),
        (
            json!({ "email": "asha@gmail.com", "email_verified": false }),
            "has not verified your e-mail address",
        ),
    ] {
        let peer = OpenIdPeer::start().await;
        peer.behave(|peer| peer.claims = Value::clone(&claims));
        let server = trusting(&peer).await;
        let mut browser = server.visitor();
        let back = sign_in_at(&peer, &mut browser).await;
        let ended = browser.get(&back.path_of("google")).await;
        assert_eq!(ended.status, StatusCode::FORBIDDEN, "{claims}: {}", ended.text());
        assert!(ended.text().contains(sentence), "{claims}: {}", ended.text());
        assert!(!is_signed_in(&mut browser).await, "{claims}");
        assert_eq!(
            server.app.store.count_users().await.expect("a count"),
            0,
            "{claims}"
        );
    }
}
