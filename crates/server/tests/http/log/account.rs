//! What is around the reports: signing in and out, what a user keeps, pays and takes along, what an administrator does, and the end of
//! the account.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{EMAIL, check};
use crate::razorpay;
use crate::support::{Browser, TestServer, token_in};

/// Signs in by mail and out again. Adds what must not be in the log to `issued`.
pub async fn come_and_go(issued: &mut Vec<String>) {
    let server = TestServer::start().await;
    let mut browser = server.visitor();
    let sent = browser
        .form(
            "/api/login/email",
            &[("email", "Asha.Rao@example.org"), ("next", "/app")],
        )
        .await;
    check("a link", &sent, StatusCode::OK);
    let token = token_in(&sent.text());
    issued.push(token.clone());
    let opened = browser.get(&format!("/api/login/email?token={token}")).await;
    check("an opened link", &opened, StatusCode::OK);
    for expected in [StatusCode::SEE_OTHER, StatusCode::GONE] {
        let confirmed = browser
            .form("/api/login/email/confirm", &[("token", &token)])
            .await;
        check("a confirmed link", &confirmed, expected);
    }
    let no_address = browser
        .form("/api/login/email", &[("email", "asha.rao at example.org")])
        .await;
    check("no address", &no_address, StatusCode::UNPROCESSABLE_ENTITY);
    let cookie = browser.cookie.clone().expect("a cookie");
    issued.push(cookie.split_once('=').expect("a value").1.to_owned());
    let key = browser.get("/api/user/storage-key").await.expect(StatusCode::OK);
    issued.push(key["key"].as_str().expect("a key").to_owned());
    let left = browser.get("/api/logout").await;
    check("the way out", &left, StatusCode::SEE_OTHER);
}

/// Pays, keeps, takes along, and deletes the account, under the eyes of an administrator.
pub async fn keep_and_leave() {
    let server = TestServer::with(razorpay::with_webhook).await;
    let mut user = server.signed_in(EMAIL).await;
    let mut admin = server.signed_in(razorpay::ADMIN).await;
    for (payment, email) in [("pay_1", EMAIL), ("pay_2", "jane.roe@example.org")] {
        let told = razorpay::tell(&server, &razorpay::link_paid(payment, email)).await;
        check(payment, &told, StatusCode::OK);
    }
    let broken = "{\"event\": \"payment.captured\", \"email\": \"asha.rao@example.org\"";
    let told = razorpay::tell(&server, broken).await;
    check("a broken event", &told, StatusCode::BAD_REQUEST);

    keep(&mut user).await;
    let kept = user.get("/api/user/export").await;
    check("what is stored", &kept, StatusCode::OK);
    assert!(kept.text().contains("Spleen of Jane Roe."), "{}", kept.text());

    administrate(&mut admin).await;
    let gone = ask(&mut user, "DELETE", "/api/user", json!({ "email": EMAIL })).await;
    assert_eq!(gone, StatusCode::NO_CONTENT);
}

/// Saves what can be saved, and what cannot.
async fn keep(user: &mut Browser) {
    let template = json!({ "name": "Secretive", "content": "Spleen of Jane Roe.", "modality": "Lingula" });
    let refused = StatusCode::UNPROCESSABLE_ENTITY;
    for (method, path, body, expected) in [
        (
            "PUT",
            "/api/user/profile",
            json!({ "firstName": "Secretive", "lastName": "Roe" }),
            StatusCode::OK,
        ),
        (
            "PUT",
            "/api/user/profile",
            json!({ "firstName": "Secretive\n", "lastName": "Roe\u{1}" }),
            refused,
        ),
        (
            "PUT",
            "/api/user/letterhead",
            json!({ "institution": "Secretive", "address": "Kottayam", "footer": "Roe" }),
            StatusCode::OK,
        ),
        (
            "PUT",
            "/api/user/letterhead",
            json!({ "footer": "Roe\u{1}" }),
            refused,
        ),
        (
            "PUT",
            "/api/user/vocabulary",
            json!({ "words": ["Lingula"], "replacements": [] }),
            StatusCode::OK,
        ),
        (
            "PUT",
            "/api/user/vocabulary",
            json!({ "words": [], "replacements": [{ "heard": "no nodule", "written": "nodule" }] }),
            refused,
        ),
        (
            "PUT",
            "/api/user/report-style",
            json!({ "layout": "statement", "spelling": "british", "levels": "short" }),
            StatusCode::OK,
        ),
        (
            "PUT",
            "/api/user/report-style",
            json!({ "layout": "Lingula", "spelling": "british", "levels": "short" }),
            refused,
        ),
        (
            "POST",
            "/api/user/signature",
            json!({ "signatureName": "Dr. Roe", "signatureImage": "data:image/png;base64,Lingula" }),
            refused,
        ),
        (
            "POST",
            "/api/user/signature",
            json!({ "signatureName": "Dr. Roe" }),
            StatusCode::OK,
        ),
        (
            "POST",
            "/api/custom-templates/import",
            json!({ "templates": [template, { "name": "Roe", "content": "" }] }),
            refused,
        ),
        (
            "POST",
            "/api/custom-templates/import",
            json!({ "templates": [template] }),
            StatusCode::OK,
        ),
        (
            "DELETE",
            "/api/user",
            json!({ "email": "jane.roe@example.org" }),
            refused,
        ),
    ] {
        assert_eq!(ask(user, method, path, body).await, expected, "{method} {path}");
    }
}

/// Looks users up, those whom nobody knows too, and changes what they have.
async fn administrate(admin: &mut Browser) {
    let search = "/api/admin/users/search";
    let found = admin.post(search, json!({ "search": "asha.rao" })).await;
    check(search, &found, StatusCode::OK);
    assert!(found.text().contains(EMAIL), "{}", found.text());
    let unknown = json!({ "search": "asha.rao", "sort": "Roe" });
    let unknown = admin.post(search, unknown).await;
    check(search, &unknown, StatusCode::UNPROCESSABLE_ENTITY);
    for (path, of_user) in [
        ("/api/admin/deactivate-user", StatusCode::OK),
        ("/api/admin/activate-user", StatusCode::OK),
        // Who has paid needs no trial.
        ("/api/admin/activate-trial", StatusCode::CONFLICT),
    ] {
        for (subject, expected) in [
            (EMAIL, of_user),
            ("jane.roe@example.org", StatusCode::NOT_FOUND),
            ("Jane Roe", StatusCode::UNPROCESSABLE_ENTITY),
        ] {
            let changed = ask(admin, "POST", path, json!({ "userEmail": subject })).await;
            assert_eq!(changed, expected, "{path} {subject}");
        }
    }
    for (path, expected) in [
        ("/api/admin/users?search=asha.rao", StatusCode::OK),
        ("/api/admin/users?sort=Roe", StatusCode::BAD_REQUEST),
        ("/api/admin/audit", StatusCode::OK),
        ("/api/admin/payments", StatusCode::OK),
    ] {
        check(path, &admin.get(path).await, expected);
    }
}

async fn ask(browser: &mut Browser, method: &str, path: &str, body: Value) -> StatusCode {
    browser.json(method, path, body.to_string()).await.status
}
