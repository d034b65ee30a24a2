//! /api/webhooks/razorpay, /api/admin/payments: somebody has paid.

use accounts::payment::{Amount, Currency};
use accounts::{EmailAddress, Store};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use hmac::{Hmac, KeyInit, Mac};
use sea_orm::{ConnectionTrait, Database};
use serde_json::{Value, json};
use server::App;
use server::webhooks::razorpay::RazorpaySettings;
use sha2::Sha256;
use time::{Duration, OffsetDateTime};

use crate::databases;
use crate::support::{Answer, Browser, TestServer};

const PATH: &str = "/api/webhooks/razorpay";
const SECRET: &str = "the present secret";
const OLD_SECRET: &str = "the secret before";
pub const ADMIN: &str = "admin@example.org";

pub fn with_webhook(app: &mut App) {
    app.site.admin_emails = vec![EmailAddress::parse(ADMIN).expect("an address")];
    app.site.razorpay = Some(RazorpaySettings {
        secrets: vec![SECRET.to_owned(), OLD_SECRET.to_owned()],
        price: Amount {
            minor_units: 39_900,
            currency: Currency::INR,
        },
    });
}

async fn server() -> TestServer {
    TestServer::with(with_webhook).await
}

fn sign(secret: &str, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key");
    mac.update(body);
    hex::encode(mac.finalize().into_bytes())
}

/// Razorpay's two events about one payment, in the shape that its documentation shows.
fn event(name: &str, payment: &str, email: &str, amount: u64, currency: &str) -> String {
    let mut payload = json!({ "payment": { "entity": {
        "id": payment, "entity": "payment", "amount": amount, "currency": currency, "base_amount": amount, "status": "captured",
        "captured": true, "method": "upi", "international": false, "email": email, "contact": "+919988998899", "notes": [],
        "fee": 236, "tax": 36, "created_at": 1_596_890_289 } } });
    if name == "payment_link.paid" {
        payload["order"] = json!({ "entity": { "amount": amount, "amount_paid": amount, "currency": currency, "status": "paid" } });
        payload["payment_link"] = json!({ "entity": {
            "id": "plink_1", "accept_partial": false, "amount": amount, "amount_paid": amount, "currency": currency,
            "customer": { "contact": "+919988998899", "email": email }, "status": "paid" } });
    }
    json!({ "entity": "event", "account_id": "acc_1", "event": name, "contains": ["payment"], "payload": payload,
        "created_at": 1_596_890_208 })
    .to_string()
}

pub fn link_paid(payment: &str, email: &str) -> String {
    event("payment_link.paid", payment, email, 39_900, "INR")
}

/// As Razorpay sends it: no cookie, nothing that a browser says of itself.
async fn tell_signed(server: &TestServer, body: impl Into<Vec<u8>>, signature: &str) -> Answer {
    let request = Request::post(PATH)
        .header("content-type", "application/json")
        .header("x-razorpay-signature", signature)
        .header("sec-fetch-site", "cross-site")
        .header("origin", "https://api.razorpay.com");
    server.visitor().send(request.body(Body::from(body.into()))).await
}

pub async fn tell(server: &TestServer, body: &str) -> Answer {
    tell_signed(server, body, &sign(SECRET, body.as_bytes())).await
}

#[track_caller]
fn result(answer: &Answer) -> Value {
    answer.expect(StatusCode::OK)["result"].clone()
}

async fn status(browser: &mut Browser) -> String {
    let status = browser
        .get("/api/subscription/status")
        .await
        .expect(StatusCode::OK);
    status["status"].as_str().expect("a status").to_owned()
}

async fn expires_at(browser: &mut Browser) -> OffsetDateTime {
    let banner = browser
        .get("/api/subscription-status")
        .await
        .expect(StatusCode::OK);
    let at = banner["expiresAt"].as_str().expect("an end");
    OffsetDateTime::parse(at, &time::format_description::well_known::Rfc3339).expect("an instant")
}

/// The end of the subscription, in days from now, with what the test itself takes rounded away.
async fn days_left(server: &TestServer, browser: &mut Browser) -> i64 {
    let left = expires_at(browser).await - server.app.clock.now();
    (left + Duration::minutes(5)).whole_days()
}

#[tokio::test]
async fn a_paid_link_activates_the_account_whose_address_paid() {
    let server = server().await;
    let mut asha = server.signed_in("asha@example.org").await;
    let mut binh = server.signed_in("binh@example.org").await;
    server.app.clock.advance(Duration::days(4));
    assert_eq!(status(&mut asha).await, "trial");
    let told = tell(&server, &link_paid("pay_1", " ASHA@Example.org ")).await;
    assert_eq!(result(&told), "activated");
    assert_eq!(status(&mut asha).await, "active");
    assert_eq!(days_left(&server, &mut asha).await, 30);
    assert_eq!(status(&mut binh).await, "trial");
    // Each finds their own payments in what is stored about them.
    let data = asha.get("/api/user/export").await.expect(StatusCode::OK);
    assert_eq!(data["payments"][0]["paymentId"], "pay_1");
    assert_eq!(data["payments"][0]["state"], "used");
    let data = binh.get("/api/user/export").await.expect(StatusCode::OK);
    assert_eq!(data["payments"], json!([]));
}

#[tokio::test]
async fn who_pays_early_is_continued_from_the_end() {
    let server = server().await;
    let mut asha = server.signed_in("asha@example.org").await;
    tell(&server, &link_paid("pay_1", "asha@example.org")).await;
    server.app.clock.advance(Duration::days(3));
    assert_eq!(
        result(&tell(&server, &link_paid("pay_2", "asha@example.org")).await),
        "activated"
    );
    assert_eq!(days_left(&server, &mut asha).await, 57);
}

#[tokio::test]
async fn a_payment_counts_once_however_often_and_in_whatever_events_it_is_told() {
    let server = server().await;
    let mut asha = server.signed_in("asha@example.org").await;
    let paid = link_paid("pay_1", "asha@example.org");
    let captured = event("payment.captured", "pay_1", "asha@example.org", 39_900, "INR");
    let told = tokio::join!(
        tell(&server, &paid),
        tell(&server, &captured),
        tell(&server, &paid),
        tell(&server, &captured),
        tell(&server, &paid)
    );
    let told = [told.0, told.1, told.2, told.3, told.4];
    assert!(told.iter().any(|answer| result(answer) == "activated"));
    assert_eq!(days_left(&server, &mut asha).await, 30);
    server.app.clock.advance(Duration::days(1));
    for body in [&paid, &captured] {
        assert_eq!(result(&tell(&server, body).await), "known");
    }
    assert_eq!(days_left(&server, &mut asha).await, 29);
}

#[tokio::test]
async fn a_captured_payment_alone_activates() {
    let server = server().await;
    let mut asha = server.signed_in("asha@example.org").await;
    let captured = event("payment.captured", "pay_1", "asha@example.org", 39_900, "INR");
    assert_eq!(result(&tell(&server, &captured).await), "activated");
    assert_eq!(status(&mut asha).await, "active");
}

#[tokio::test]
async fn what_was_paid_before_the_first_sign_in_activates_then() {
    let server = server().await;
    let told = tell(&server, &link_paid("pay_1", "Newcomer@example.org")).await;
    assert_eq!(result(&told), "kept");
    let mut admin = server.signed_in(ADMIN).await;
    let list = admin.get("/api/admin/payments").await.expect(StatusCode::OK);
    let kept = &list["payments"][0];
    assert_eq!(
        (
            &kept["email"],
            &kept["amount"],
            &kept["currency"],
            &kept["paymentId"],
            &kept["reason"]
        ),
        (
            &json!("newcomer@example.org"),
            &json!(39_900),
            &json!("INR"),
            &json!("pay_1"),
            &json!("unclaimed")
        )
    );
    assert!(kept["at"].as_str().is_some_and(|at| at.ends_with('Z')), "{kept}");

    server.app.clock.advance(Duration::days(5));
    let mut newcomer = server.signed_in("newcomer@example.org").await;
    assert_eq!(status(&mut newcomer).await, "active");
    assert_eq!(days_left(&server, &mut newcomer).await, 30);
    let list = admin.get("/api/admin/payments").await.expect(StatusCode::OK);
    assert_eq!(list, json!({ "payments": [] }));
}

#[tokio::test]
async fn what_is_not_the_price_is_kept_for_an_administrator_and_activates_nothing() {
    let server = server().await;
    let mut asha = server.signed_in("asha@example.org").await;
    for (payment, email, amount, currency) in [
        ("pay_little", "asha@example.org", 39_899, "INR"),
        ("pay_dollars", "asha@example.org", 39_900, "USD"),
        ("pay_nobody", "void@razorpay.com", 39_900, "INR"),
    ] {
        let body = event("payment_link.paid", payment, email, amount, currency);
        assert_eq!(result(&tell(&server, &body).await), "kept");
    }
    assert_eq!(status(&mut asha).await, "trial");

    let mut admin = server.signed_in(ADMIN).await;
    let list = admin.get("/api/admin/payments").await.expect(StatusCode::OK);
    let mut reasons: Vec<_> = list["payments"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|kept| format!("{} {} {}", kept["paymentId"], kept["reason"], kept["email"]))
        .collect();
    reasons.sort();
    assert_eq!(
        reasons,
        [
            "\"pay_dollars\" \"other-currency\" \"asha@example.org\"",
            "\"pay_little\" \"too-little\" \"asha@example.org\"",
            "\"pay_nobody\" \"no-address\" null",
        ]
    );
    let little = json!({ "provider": "razorpay", "paymentId": "pay_little" });
    let settled = admin.post("/api/admin/payments/settle", little.clone()).await;
    settled.expect(StatusCode::OK);
    let again = admin.post("/api/admin/payments/settle", little).await;
    again.refused(StatusCode::NOT_FOUND, "not_found");
    let nobody = json!({ "provider": "razorpay", "paymentId": "pay_nobody" });
    let settled = admin.post("/api/admin/payments/settle", nobody).await;
    settled.expect(StatusCode::OK);
    let audit = admin.get("/api/admin/audit").await.expect(StatusCode::OK);
    let told = |at: usize| {
        let event = &audit["events"][at];
        (event["subjectEmail"].clone(), event["isOfNobody"].clone())
    };
    assert_eq!(told(0), (Value::Null, json!(true)));
    assert_eq!(told(1), (json!("asha@example.org"), json!(false)));
    let list = admin.get("/api/admin/payments").await.expect(StatusCode::OK);
    assert_eq!(list["payments"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn nothing_is_believed_that_is_not_signed_with_the_secret() {
    let server = server().await;
    let mut asha = server.signed_in("asha@example.org").await;
    let body = link_paid("pay_1", "asha@example.org");
    let right = sign(SECRET, body.as_bytes());
    let tampered = body.replace("39900", "39901");
    assert_ne!(tampered, body);
    for (body, signature) in [
        (tampered.as_str(), right.as_str()),
        (&body, &sign("another secret", body.as_bytes())),
        (&body, &right[..32]),
        (&body, ""),
        (&body, "no hexadecimal"),
    ] {
        tell_signed(&server, body, signature)
            .await
            .refused(StatusCode::UNAUTHORIZED, "bad_signature");
    }
    let unsigned = Request::post(PATH).body(Body::from(body.clone()));
    let refused = server.visitor().send(unsigned).await;
    refused.refused(StatusCode::UNAUTHORIZED, "bad_signature");
    assert_eq!(status(&mut asha).await, "trial");
    // A session says nothing here: whoever is signed in cannot activate themselves.
    let own = asha.json("POST", PATH, body.clone()).await;
    own.refused(StatusCode::UNAUTHORIZED, "bad_signature");
    assert_eq!(
        result(&tell_signed(&server, body.as_str(), &right).await),
        "activated"
    );
}

#[tokio::test]
async fn while_the_secret_is_changed_both_are_good() {
    let server = server().await;
    let mut asha = server.signed_in("asha@example.org").await;
    let body = link_paid("pay_1", "asha@example.org");
    let told = tell_signed(&server, body.as_str(), &sign(OLD_SECRET, body.as_bytes())).await;
    assert_eq!(result(&told), "activated");
    assert_eq!(status(&mut asha).await, "active");
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_and_what_does_not_matter_is_ignored() {
    let server = server().await;
    for body in ["", "{", "[]", "{\"event\":1}", "{\"event\":\"payment.captured\"}"] {
        tell(&server, body)
            .await
            .refused(StatusCode::BAD_REQUEST, "unreadable_event");
    }
    for name in [
        "payment.authorized",
        "payment.failed",
        "payment_link.partially_paid",
        "refund.created",
        "never.heard",
    ] {
        let body = event(name, "pay_1", "asha@example.org", 39_900, "INR");
        assert_eq!(result(&tell(&server, &body).await), "ignored", "{name}");
    }
    let mut asha = server.signed_in("asha@example.org").await;
    assert_eq!(status(&mut asha).await, "trial");
}

#[tokio::test]
async fn a_body_past_its_bound_is_refused_before_it_is_looked_at() {
    let server = server().await;
    let huge = "x".repeat(256 * 1024 + 1);
    tell(&server, &huge)
        .await
        .refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
}

#[tokio::test]
async fn without_a_secret_nothing_is_taken() {
    let server = TestServer::start().await;
    let body = link_paid("pay_1", "asha@example.org");
    tell_signed(&server, body.as_str(), &sign("", body.as_bytes()))
        .await
        .refused(StatusCode::SERVICE_UNAVAILABLE, "webhook_not_configured");
    server
        .visitor()
        .get(PATH)
        .await
        .refused(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed");
}

#[tokio::test]
async fn payments_are_for_administrators_to_see() {
    let server = server().await;
    let mut asha = server.signed_in("asha@example.org").await;
    let mut visitor = server.visitor();
    let settle = json!({ "provider": "razorpay", "paymentId": "pay_1" });
    for (browser, code, status) in [
        (&mut visitor, "signed_out", StatusCode::UNAUTHORIZED),
        (&mut asha, "not_an_administrator", StatusCode::FORBIDDEN),
    ] {
        browser.get("/api/admin/payments").await.refused(status, code);
        let refused = browser.post("/api/admin/payments/settle", settle.clone()).await;
        refused.refused(status, code);
    }
}

#[tokio::test]
async fn a_payment_that_cannot_be_claimed_keeps_nobody_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = databases::address(folder.path());
    let store = Store::open(&address).await.expect("a database");
    store.migrate().await.expect("its schema");
    let server = TestServer::with(|app| {
        with_webhook(app);
        app.store = store;
    })
    .await;
    assert_eq!(
        result(&tell(&server, &link_paid("pay_1", "asha@example.org")).await),
        "kept"
    );
    let database = Database::connect(&address).await.expect("the same database");
    let rename = |from: &str, to: &str| format!("ALTER TABLE {from} RENAME TO {to}");
    let away = database
        .execute_unprepared(&rename("payments", "payments_elsewhere"))
        .await;
    away.expect("no payments");
    // The link is used up by this: a refusal would leave its reader outside with nothing.
    let mut asha = server.signed_in("asha@example.org").await;
    assert_eq!(status(&mut asha).await, "trial");

    let back = database
        .execute_unprepared(&rename("payments_elsewhere", "payments"))
        .await;
    back.expect("payments");
    let mut asha = server.signed_in("asha@example.org").await;
    assert_eq!(status(&mut asha).await, "active");
}
