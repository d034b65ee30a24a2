//! Who may call what: every operation of the OpenAPI document, for a visitor, a trial that runs, one that is over, a subscriber,
//! one who has cancelled and an administrator on the trial. An operation without a row fails the test.

use std::collections::BTreeSet;

use accounts::EmailAddress;
use accounts::subscription::Change;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use time::Duration;

use crate::support::{Answer, Browser, TestServer};

/// What a caller gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gets {
    /// Past the door: whatever the operation itself then says.
    In,
    /// 401: sign in.
    SignIn,
    /// 402 with a sentence: subscribe.
    Subscribe,
    /// 403 with `requiresPremium` and a sentence.
    Premium,
    /// 403: not an administrator.
    Admin,
}
use Gets::{Admin, In, Premium, SignIn, Subscribe};

/// A method, a path of the document, what is sent, and what is given to: visitor, trial, expired, active, cancelled, administrator.
type Row = (&'static str, &'static str, Option<Value>, [Gets; 6]);

const EVERYBODY: [Gets; 6] = [In, In, In, In, In, In];
const SIGNED_IN: [Gets; 6] = [SignIn, In, In, In, In, In];
const WORKSPACE: [Gets; 6] = [SignIn, In, Subscribe, In, In, In];
const PREMIUM: [Gets; 6] = [SignIn, Premium, Subscribe, In, In, Premium];
const ADMIN: [Gets; 6] = [SignIn, Admin, Admin, Admin, Admin, In];

fn rows() -> Vec<Row> {
    let dictation = json!({ "transcriptionText": "No pleural effusion." });
    let comparison = json!({ "transcriptionText": "No effusion.", "previousReport": "FINDINGS:\nEffusion." });
    let own_template = json!({ "transcriptionText": "No effusion.", "customTemplateId": "1" });
    let template = json!({ "name": "Liver", "content": "Normal." });
    let signature = json!({ "signatureName": "Asha Rao" });
    let subject = json!({ "userEmail": "somebody@else.example" });
    let report = json!({ "reportContent": "FINDINGS:\nNormal." });
    let signed_report = json!({ "reportContent": "FINDINGS:\nNormal.", "includeSignature": true });
    vec![
        ("get", "/api/auth/user", None, SIGNED_IN),
        ("get", "/api/user/storage-key", None, SIGNED_IN),
        ("get", "/api/engines", None, SIGNED_IN),
        ("get", "/api/subscription/status", None, SIGNED_IN),
        ("get", "/api/subscription-status", None, SIGNED_IN),
        ("get", "/api/subscription/payment-url", None, SIGNED_IN),
        ("post", "/api/subscription/cancel", None, SIGNED_IN),
        // What makes reports. The templates, the checks and the Word file stay open: a report that was made in time is edited to its
        // end and taken along.
        (
            "post",
            "/api/transcribe",
            Some(json!({ "audioData": "" })),
            WORKSPACE,
        ),
        ("get", "/api/transcribe/live", None, WORKSPACE),
        ("post", "/api/structure-report", Some(dictation), WORKSPACE),
        ("post", "/api/structure-report", Some(comparison), PREMIUM),
        ("post", "/api/structure-report", Some(own_template), PREMIUM),
        (
            "post",
            "/api/generate-impression",
            Some(json!({ "findings": "Gallstones.", "clinicalHistory": "" })),
            WORKSPACE,
        ),
        ("get", "/api/templates", None, SIGNED_IN),
        (
            "post",
            "/api/templates/match",
            Some(json!({ "query": "CECT abdomen" })),
            SIGNED_IN,
        ),
        ("post", "/api/check-report", Some(report.clone()), SIGNED_IN),
        ("post", "/api/leave-out-blanks", Some(report.clone()), SIGNED_IN),
        ("post", "/api/export-word", Some(report), SIGNED_IN),
        (
            "post",
            "/api/export-word",
            Some(signed_report),
            [SignIn, Premium, Premium, In, In, Premium],
        ),
        // What is the user's own is read and deleted whatever is paid.
        ("get", "/api/custom-templates", None, SIGNED_IN),
        ("post", "/api/custom-templates", Some(template.clone()), PREMIUM),
        (
            "post",
            "/api/custom-templates/import",
            Some(json!({ "templates": [template] })),
            PREMIUM,
        ),
        (
            "put",
            "/api/custom-templates/{id}",
            Some(template.clone()),
            PREMIUM,
        ),
        ("delete", "/api/custom-templates/{id}", None, SIGNED_IN),
        ("get", "/api/user/signature", None, SIGNED_IN),
        ("post", "/api/user/signature", Some(signature), PREMIUM),
        ("delete", "/api/user/signature", None, SIGNED_IN),
        ("get", "/api/user/vocabulary", None, SIGNED_IN),
        (
            "put",
            "/api/user/vocabulary",
            Some(json!({ "words": [], "replacements": [] })),
            SIGNED_IN,
        ),
        ("get", "/api/user/report-style", None, SIGNED_IN),
        (
            "put",
            "/api/user/report-style",
            Some(json!({ "layout": "organ", "spelling": "dictated", "levels": "dictated" })),
            SIGNED_IN,
        ),
        ("get", "/api/user/letterhead", None, SIGNED_IN),
        (
            "put",
            "/api/user/letterhead",
            Some(json!({ "institution": "Lakeside Hospital" })),
            SIGNED_IN,
        ),
        (
            "put",
            "/api/user/profile",
            Some(json!({ "firstName": "Asha" })),
            SIGNED_IN,
        ),
        ("get", "/api/user/export", None, SIGNED_IN),
        ("get", "/api/user/sessions", None, SIGNED_IN),
        ("delete", "/api/user/sessions/{id}", None, SIGNED_IN),
        // The address is not the caller's, so that nobody goes.
        (
            "delete",
            "/api/user",
            Some(json!({ "email": "somebody@else.example" })),
            SIGNED_IN,
        ),
        ("get", "/api/admin/users", None, ADMIN),
        ("post", "/api/admin/users/search", Some(json!({})), ADMIN),
        ("get", "/api/admin/audit", None, ADMIN),
        ("post", "/api/admin/activate-user", Some(subject.clone()), ADMIN),
        ("post", "/api/admin/deactivate-user", Some(subject.clone()), ADMIN),
        ("post", "/api/admin/activate-trial", Some(subject), ADMIN),
        ("get", "/api/admin/payments", None, ADMIN),
        (
            "post",
            "/api/admin/payments/settle",
            Some(json!({ "provider": "razorpay", "paymentId": "pay_1" })),
            ADMIN,
        ),
        // Believes a signature, and no session.
        ("post", "/api/webhooks/razorpay", Some(json!({})), EVERYBODY),
        // Last: it ends the sessions of those who call.
        (
            "post",
            "/api/auth/sign-out-everywhere",
            Some(json!({})),
            SIGNED_IN,
        ),
    ]
}

#[test]
fn every_operation_of_the_document_has_a_row() {
    let document = serde_json::to_value(server::openapi()).expect("a document");
    let documented: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .expect("paths")
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods");
            methods.keys().map(|method| (method.clone(), path.clone()))
        })
        .collect();
    let listed: BTreeSet<(String, String)> = rows()
        .into_iter()
        .map(|(method, path, ..)| (method.to_owned(), path.to_owned()))
        .collect();
    assert_eq!(
        documented, listed,
        "an operation has no row, or a row no operation"
    );
}

#[tokio::test]
async fn everybody_gets_what_is_theirs() {
    let admin = EmailAddress::parse("admin@example.org").expect("an address");
    let server = TestServer::with(|app| app.site.admin_emails = vec![admin]).await;
    let mut expired = server.signed_in("expired@example.org").await;
    server.app.clock.advance(Duration::days(4));
    let mut callers = [
        server.visitor(),
        server.signed_in("trial@example.org").await,
        server.visitor(),
        server.subscriber("active@example.org").await,
        server.subscriber("cancelled@example.org").await,
        server.signed_in("admin@example.org").await,
    ];
    std::mem::swap(&mut callers[2], &mut expired);
    let cancelled = callers[4].post("/api/subscription/cancel", json!({})).await;
    cancelled.expect(StatusCode::OK);
    for (method, path, body, expected) in rows() {
        for (caller, expected) in callers.iter_mut().zip(expected) {
            let answer = call(caller, method, path, body.clone()).await;
            assert_eq!(given(&answer), expected, "{method} {path} {}", answer.text());
        }
    }
}

#[tokio::test]
async fn another_site_changes_nothing_wherever_it_tries() {
    let admin = EmailAddress::parse("admin@example.org").expect("an address");
    let server = TestServer::with(|app| app.site.admin_emails = vec![admin]).await;
    let mut browser = server.subscriber("admin@example.org").await;
    let mut tried = 0;
    for (method, path, body, _) in rows() {
        let is_webhook = path.starts_with("/api/webhooks/");
        if method == "get" || is_webhook {
            continue;
        }
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let sent = Request::builder()
            .method(method.to_uppercase().as_str())
            .uri(with_id(path))
            .header("content-type", "application/json")
            .header("sec-fetch-site", "cross-site")
            .body(Body::from(body));
        let answer = browser.send(sent).await;
        let told: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        assert_eq!(
            (answer.status, told["code"].as_str()),
            (StatusCode::FORBIDDEN, Some("other_site")),
            "{method} {path}"
        );
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
}

/// A paid period that is over is as good as a trial that is.
#[tokio::test]
async fn a_period_that_is_over_opens_nothing_more() {
    let server = TestServer::start().await;
    let began = server.app.clock.now() - Duration::days(31);
    let mut lapsed = server.subscriber_since("lapsed@example.org", began).await;
    let mut cancelled = server.subscriber_since("cancelled@example.org", began).await;
    let user = server.user("cancelled@example.org").await;
    let cancelled_in_time = server
        .app
        .store
        .change_subscription(user, Change::Cancel, Some(user), began)
        .await;
    cancelled_in_time.expect("a cancelled subscription");
    for (method, path, body, expected) in rows() {
        for browser in [&mut lapsed, &mut cancelled] {
            let answer = call(browser, method, path, body.clone()).await;
            assert_eq!(given(&answer), expected[2], "{method} {path} {}", answer.text());
        }
    }
}

fn with_id(path: &str) -> String {
    path.replace("{id}", "00000000-0000-7000-8000-000000000001")
}

async fn call(browser: &mut Browser, method: &str, path: &str, body: Option<Value>) -> Answer {
    let path = with_id(path);
    let body = body.map(|body| body.to_string()).unwrap_or_default();
    browser.json(&method.to_uppercase(), &path, body).await
}

/// What an answer says about the caller. Every refusal has to be a sentence.
#[track_caller]
fn given(answer: &Answer) -> Gets {
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let gets = match (answer.status, body["code"].as_str().unwrap_or_default()) {
        (StatusCode::UNAUTHORIZED, "signed_out") => SignIn,
        (StatusCode::PAYMENT_REQUIRED, "subscription_expired") => Subscribe,
        (StatusCode::FORBIDDEN, "premium_required") => {
            assert_eq!(body["requiresPremium"], true, "{body}");
            Premium
        }
        (StatusCode::FORBIDDEN, "not_an_administrator") => Admin,
        (status, code) => {
            // What this server has not set up says so, and is reached.
            let fails = status.is_server_error() && !code.ends_with("not_configured");
            assert!(!fails, "{status} {body}");
            assert_ne!(body["message"], "There is nothing at this address.");
            assert_ne!(status, StatusCode::METHOD_NOT_ALLOWED, "{body}");
            return In;
        }
    };
    let message = body["message"].as_str().unwrap_or_default();
    assert!(message.len() > 10 && message.ends_with('.'), "{body}");
    gets
}
