//! /api/engines: what is told of engines, and of what leaves the machine.

use std::sync::Arc;

use axum::http::StatusCode;
use outside::Peer;
use serde_json::{Value, json};
use server::login::providers::{GitHubSettings, ProviderSettings, Providers};
use speech::HttpSettings;
use url::Url;

use crate::support::TestServer;

#[tokio::test]
async fn says_which_engines_work_and_whether_anything_leaves_the_machine() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let engines = browser.get("/api/engines").await.expect(StatusCode::OK);
    assert_eq!(engines["speech"]["name"], "fake");
    assert_eq!(engines["speech"]["audioLeavesMachine"], false);
    assert_eq!(engines["speech"]["ready"], true);
    assert_eq!(engines["structuring"]["textLeavesMachine"], false);
    for server in [
        &engines["speech"]["server"],
        &engines["structuring"]["server"],
        &engines["database"],
    ] {
        assert_eq!(server, &Value::Null);
    }
    assert_eq!(engines["signIn"], json!({ "mail": "outbox", "providers": [] }));
}

#[tokio::test]
async fn says_where_recordings_and_accounts_are_sent_and_who_else_signs_users_in() {
    let server = TestServer::with(|app| {
        let speech = speech::Settings {
            http: Some(HttpSettings::new(
                "http://user:hush@10.0.0.5:8000/v1",
                "whisper-1",
            )),
            ..speech::Settings::default()
        };
        app.speech = Arc::new(speech::Engine::from_settings(speech));
        app.database = Some(Peer::named("db.example.org", true));
        let github = GitHubSettings {
            url: Url::parse("https://github.com").expect("an address"),
            client_id: "readout".to_owned(),
            client_secret: "hush".to_owned(),
        };
        let settings = ProviderSettings {
            github: Some(github),
            ..ProviderSettings::default()
        };
        app.providers = Providers::new(settings, app.site.base()).expect("providers");
    })
    .await;
    let mut browser = server.signed_in("asha@example.org").await;
    let engines = browser.get("/api/engines").await;
    assert!(!engines.text().contains("hush"), "{}", engines.text());
    let engines = engines.expect(StatusCode::OK);
    assert_eq!(engines["speech"]["name"], "whisper-1 at 10.0.0.5");
    assert_eq!(engines["speech"]["audioLeavesMachine"], true);
    assert_eq!(
        engines["speech"]["server"],
        json!({ "host": "10.0.0.5", "onThisMachine": false, "readableOnTheWay": true })
    );
    assert_eq!(
        engines["database"],
        json!({ "onThisMachine": false, "readableOnTheWay": false })
    );
    assert_eq!(engines["signIn"]["providers"], json!(["GitHub"]));
}
