//! What every answer tells the browser that it may do, whatever the answer is: a page, an answer of the interface, an error, a page
//! that is not there. And what the session's cookie is made of.

use accounts::EmailAddress;
use axum::http::StatusCode;
use url::Url;

use crate::support::{Answer, Browser, TestServer};

const FIXED: [(&str, &str); 6] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "microphone=(self), hid=(self), camera=(), geolocation=(), payment=()",
    ),
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'sha256-abc='; style-src 'self'; font-src 'self'; connect-src 'self'; \
         img-src 'self' data: blob:; media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; \
         frame-ancestors 'none'; base-uri 'self'; form-action 'self'",
    ),
];

async fn server_at(public_url: &str) -> TestServer {
    let public_url = Url::parse(public_url).expect("a URL");
    TestServer::with(|app| app.site.public_url = public_url).await
}

/// One of each kind, with its address.
async fn answers(server: &TestServer) -> Vec<(&'static str, Answer)> {
    let (mut user, _) = signed_in(server).await;
    let mut visitor = server.visitor();
    let mut answers = Vec::new();
    for (path, status) in [
        ("/", StatusCode::OK),
        ("/app", StatusCode::OK),
        ("/assets/app-1a2b.js", StatusCode::OK),
        ("/healthz", StatusCode::OK),
        ("/nothing", StatusCode::NOT_FOUND),
        ("/api/nothing", StatusCode::NOT_FOUND),
        ("/api/auth/user", StatusCode::UNAUTHORIZED),
        ("/api/export-word", StatusCode::METHOD_NOT_ALLOWED),
    ] {
        let answer = visitor.get(path).await;
        assert_eq!(answer.status, status, "{path}");
        answers.push((path, answer));
    }
    let answer = user.get("/api/auth/user").await;
    answer.expect(StatusCode::OK);
    answers.push(("/api/auth/user", answer));
    let unreadable = user.json("POST", "/api/structure-report", "{").await;
    unreadable.expect(StatusCode::BAD_REQUEST);
    answers.push(("/api/structure-report", unreadable));
    answers
}

#[tokio::test]
async fn what_the_interface_says_is_no_page() {
    let server = server_at("http://readout.test").await;
    for (path, answer) in answers(&server).await {
        let expected = path
            .starts_with("/api")
            .then_some("attachment; filename=\"api.json\"");
        assert_eq!(answer.header("content-disposition"), expected, "{path}");
    }
    // What people are led to is shown.
    let page = server.visitor().get("/api/login").await;
    assert_eq!(page.header("content-disposition"), None);
}

/// What stands in a sign-in link.
async fn token(server: &TestServer) -> String {
    let address = EmailAddress::parse("asha@example.org").expect("an address");
    let store = &server.app.store;
    let token = store
        .issue_login_token(&address, None, None, server.app.clock.now())
        .await;
    token.expect("a token").expose().to_owned()
}

/// A browser that has signed in with such a link, and the answer that did it.
async fn signed_in(server: &TestServer) -> (Browser, Answer) {
    let mut browser = server.visitor();
    let token = token(server).await;
    let confirmed = browser
        .form("/api/login/email/confirm", &[("token", &token)])
        .await;
    assert_eq!(confirmed.status, StatusCode::SEE_OTHER, "{}", confirmed.text());
    (browser, confirmed)
}

/// The values of a header, of which there may be no two.
fn values<'a>(answer: &'a Answer, name: &str) -> Vec<&'a str> {
    let values = answer.headers.get_all(name).iter();
    values.filter_map(|value| value.to_str().ok()).collect()
}

#[tokio::test]
async fn every_answer_says_what_its_page_may_do() {
    for address in ["https://readout.test", "http://readout.test"] {
        for (path, answer) in answers(&server_at(address).await).await {
            for (name, value) in FIXED {
                assert_eq!(values(&answer, name), [value], "{name} of {address}{path}");
            }
            let referrer = values(&answer, "referrer-policy");
            assert_eq!(referrer, ["same-origin"], "{address}{path}");
        }
    }
}

#[tokio::test]
async fn browsers_are_bound_to_tls_where_there_is_tls() {
    for (address, expected) in [
        ("https://readout.test", vec!["max-age=31536000"]),
        ("http://readout.test", Vec::new()),
    ] {
        for (path, answer) in answers(&server_at(address).await).await {
            let told = values(&answer, "strict-transport-security");
            assert_eq!(told, expected, "{address}{path}");
        }
    }
}

/// Proxies log where a browser came from. Nothing that the sign-in pages fetch, and no form of theirs, tells their whole address.
#[tokio::test]
async fn addresses_with_a_token_are_told_to_nobody() {
    let server = server_at("https://readout.test").await;
    let mut browser = server.visitor();
    let link = format!("/api/login/email?token={}", token(&server).await);
    for (path, status) in [
        ("/api/login?next=/account", StatusCode::OK),
        (link.as_str(), StatusCode::OK),
        ("/api/login/email?token=made-up", StatusCode::GONE),
        (
            "/api/login/google/callback?code=secret&state=b",
            StatusCode::NOT_FOUND,
        ),
    ] {
        let answer = browser.get(path).await;
        assert_eq!(answer.status, status, "{path}");
        assert_eq!(values(&answer, "referrer-policy"), ["strict-origin"], "{path}");
        assert_eq!(values(&answer, "cache-control"), ["no-store"], "{path}");
    }
}

#[tokio::test]
async fn the_sessions_cookie_is_kept_from_scripts_and_from_plain_http() {
    for (address, name, is_secure) in [
        ("https://readout.test", "__Host-readout=", true),
        ("http://readout.test", "readout=", false),
    ] {
        let server = server_at(address).await;
        let (_, confirmed) = signed_in(&server).await;
        let cookies = values(&confirmed, "set-cookie");
        let [cookie] = cookies.as_slice() else {
            panic!("one cookie, and not {cookies:?}");
        };
        assert!(cookie.starts_with(name), "{cookie}");
        let marks: Vec<&str> = cookie.split("; ").skip(1).collect();
        for mark in ["HttpOnly", "SameSite=Lax", "Path=/"] {
            assert!(marks.contains(&mark), "{mark} is missing in {cookie}");
        }
        assert_eq!(marks.contains(&"Secure"), is_secure, "{cookie}");
        // With a domain it would go to every name below it, and __Host- forbids one.
        assert!(!cookie.contains("Domain"), "{cookie}");
    }
}
