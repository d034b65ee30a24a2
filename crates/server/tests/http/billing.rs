//! An installation that asks for no money: everything is open to every user, and nothing leads to a page about paying.

use accounts::billing::Billing;
use axum::http::StatusCode;
use serde_json::json;
use server::App;
use time::Duration;
use url::Url;

use crate::support::TestServer;

fn without_billing(app: &mut App) {
    app.site.billing = Billing::Off;
    app.site.pay_url_india = Some(Url::parse("https://pay.example/readout").expect("a URL"));
}

#[tokio::test]
async fn everybody_is_a_subscriber_without_end() {
    let server = TestServer::with(without_billing).await;
    let mut asha = server.signed_in("asha@example.org").await;
    for _ in 0..2 {
        let status = asha.get("/api/subscription/status").await.expect(StatusCode::OK);
        assert_eq!(
            status,
            json!({ "status": "active", "trialExpired": false, "hasActiveSubscription": true,
                "hasPremiumAccess": true, "daysRemaining": null })
        );
        let banner = asha.get("/api/subscription-status").await.expect(StatusCode::OK);
        assert_eq!(
            (&banner["status"], &banner["expiresAt"]),
            (&json!("active"), &json!(null))
        );
        let compared =
            json!({ "transcriptionText": "No effusion.", "previousReport": "FINDINGS:\nEffusion." });
        asha.post("/api/structure-report", compared)
            .await
            .expect(StatusCode::OK);
        let template = json!({ "name": "Liver", "content": "Normal." });
        asha.post("/api/custom-templates", template)
            .await
            .expect(StatusCode::CREATED);
        let signed = json!({ "reportContent": "FINDINGS:\nNormal.", "includeSignature": true });
        asha.post("/api/export-word", signed).await.expect(StatusCode::OK);
        // Long after the trial it is the same.
        server.app.clock.advance(Duration::days(6));
    }
}

#[tokio::test]
async fn there_is_nothing_to_pay_and_nothing_to_cancel() {
    let server = TestServer::with(without_billing).await;
    let mut asha = server.signed_in("asha@example.org").await;
    asha.get("/api/subscription/payment-url")
        .await
        .refused(StatusCode::SERVICE_UNAVAILABLE, "billing_off");
    let refused = asha.post("/api/subscription/cancel", json!({})).await;
    let sentence = refused.refused(StatusCode::CONFLICT, "subscription_state");
    assert!(sentence.contains("nothing to cancel"), "{sentence}");
}
