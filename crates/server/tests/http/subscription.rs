//! /api/subscription/*, /api/subscription-status: what the subscription opens, and until when.

use axum::http::StatusCode;
use serde_json::json;
use time::Duration;
use url::Url;

use crate::support::TestServer;

#[tokio::test]
async fn the_first_sign_in_begins_a_trial_of_three_days() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let status = browser
        .get("/api/subscription/status")
        .await
        .expect(StatusCode::OK);
    assert_eq!(
        status,
        json!({ "status": "trial", "trialExpired": false, "hasActiveSubscription": false,
            "hasPremiumAccess": false, "daysRemaining": 3 })
    );
    let banner = browser
        .get("/api/subscription-status")
        .await
        .expect(StatusCode::OK);
    assert_eq!(banner["status"], "trial");
    assert!(
        banner["expiresAt"].as_str() > banner["trialStartDate"].as_str(),
        "{banner}"
    );
}

#[tokio::test]
async fn after_the_trial_reports_are_for_subscribers_once_the_last_is_finished() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let dictation = json!({ "transcriptionText": "No pleural effusion." });
    server
        .app
        .clock
        .advance(Duration::days(3) + Duration::minutes(10));
    let status = browser
        .get("/api/subscription/status")
        .await
        .expect(StatusCode::OK);
    assert_eq!(
        (&status["trialExpired"], &status["daysRemaining"]),
        (&json!(true), &json!(0))
    );
    browser
        .post("/api/structure-report", dictation.clone())
        .await
        .expect(StatusCode::OK);
    server.app.clock.advance(Duration::hours(1));
    let refused = browser.post("/api/structure-report", dictation).await;
    refused.refused(StatusCode::PAYMENT_REQUIRED, "subscription_expired");
}

#[tokio::test]
async fn cancelling_keeps_access_until_the_period_ends() {
    let server = TestServer::start().await;
    let mut browser = server.subscriber("asha@example.org").await;
    let done = browser
        .post("/api/subscription/cancel", json!({}))
        .await
        .expect(StatusCode::OK);
    assert!(
        done["message"]
            .as_str()
            .is_some_and(|message| message.contains("retain access"))
    );
    let status = browser
        .get("/api/subscription/status")
        .await
        .expect(StatusCode::OK);
    assert_eq!(status["status"], "cancelled");
    assert_eq!(status["hasPremiumAccess"], true);
    let again = browser.post("/api/subscription/cancel", json!({})).await;
    again.refused(StatusCode::CONFLICT, "subscription_state");
}

#[tokio::test]
async fn a_trial_cannot_be_cancelled() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let refused = browser.post("/api/subscription/cancel", json!({})).await;
    refused.refused(StatusCode::CONFLICT, "subscription_state");
    let status = browser
        .get("/api/subscription/status")
        .await
        .expect(StatusCode::OK);
    assert_eq!(status["status"], "trial");
}

#[tokio::test]
async fn names_the_payment_page_or_says_that_there_is_none() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let refused = browser.get("/api/subscription/payment-url").await;
    let sentence = refused.refused(StatusCode::SERVICE_UNAVAILABLE, "payment_not_configured");
    assert!(sentence.contains("help@readout.test"), "{sentence}");

    let page = Url::parse("https://pay.example/readout").expect("a URL");
    let server = TestServer::with(|app| app.site.pay_url_india = Some(page)).await;
    let mut browser = server.signed_in("asha@example.org").await;
    let answer = browser
        .get("/api/subscription/payment-url")
        .await
        .expect(StatusCode::OK);
    assert_eq!(answer, json!({ "paymentUrl": "https://pay.example/readout" }));
}
