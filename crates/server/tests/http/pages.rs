//! Everything outside /api: pages, assets, and what stands around them.

use axum::body::Body;
use axum::http::{Request, StatusCode};

use crate::support::TestServer;

#[tokio::test]
async fn serves_pages_assets_and_the_application() {
    let server = TestServer::start().await;
    let mut browser = server.visitor();
    for (path, expected) in [
        ("/faq", "<title>FAQ</title>"),
        ("/app", "<title>App</title>"),
        ("/account", "<title>App</title>"),
        ("/subscribe", "<title>App</title>"),
        ("/assets/app-1a2b.js", "export {}"),
    ] {
        let answer = browser.get(path).await;
        assert_eq!(
            (answer.status, answer.text().as_str()),
            (StatusCode::OK, expected),
            "{path}"
        );
    }
}

#[tokio::test]
async fn what_is_not_there_has_a_page_and_status_404() {
    let server = TestServer::start().await;
    for path in [
        "/nothing",
        "/faq/",
        "/login.html",
        "/login",
        "/csp.json",
        "/assets/gone.js",
        "/../Cargo.toml",
    ] {
        let answer = server.visitor().get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer.text().contains("Page Not Found"), "{path}");
    }
}

#[tokio::test]
async fn fills_what_the_installation_decides() {
    let server = TestServer::start().await;
    let page = server.visitor().get("/").await.text();
    assert!(
        page.contains("http://readout.test/app") && page.contains("help@readout.test"),
        "{page}"
    );
}

#[tokio::test]
async fn browsers_keep_assets_and_ask_again_for_pages() {
    let server = TestServer::start().await;
    let mut browser = server.visitor();
    let asset = browser.get("/assets/app-1a2b.js").await;
    assert_eq!(
        asset.header("cache-control"),
        Some("public, max-age=31536000, immutable")
    );
    let page = browser.get("/faq").await;
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let tag = page.header("etag").expect("a tag").to_owned();
    let again = browser
        .send(
            Request::get("/faq")
                .header("if-none-match", tag)
                .body(Body::empty()),
        )
        .await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert!(again.body.is_empty());
}

#[tokio::test]
async fn compresses_filled_pages_for_browsers_that_take_it() {
    let server = TestServer::start().await;
    let request = Request::get("/")
        .header("accept-encoding", "br, gzip")
        .body(Body::empty());
    let page = server.visitor().send(request).await;
    assert_eq!(page.header("content-encoding"), Some("gzip"));
    let request = Request::get("/")
        .header("accept-encoding", "gzip;q=0")
        .body(Body::empty());
    assert_eq!(
        server.visitor().send(request).await.header("content-encoding"),
        None
    );
}

#[tokio::test]
async fn tells_browsers_what_a_page_may_do() {
    let server = TestServer::start().await;
    let page = server.visitor().get("/").await;
    let policy = page.header("content-security-policy").expect("a policy");
    for part in [
        "script-src 'self' 'sha256-abc='",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'self'",
        "form-action 'self'",
    ] {
        assert!(policy.contains(part), "{part} is missing in {policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    let permissions = page.header("permissions-policy").expect("permissions");
    assert!(permissions.contains("microphone=(self)") && permissions.contains("hid=(self)"));
}
