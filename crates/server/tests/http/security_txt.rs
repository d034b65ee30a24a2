//! GET /.well-known/security.txt.

use axum::http::StatusCode;
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use crate::support::TestServer;

#[tokio::test]
async fn says_whom_to_tell_of_a_weakness() {
    let server = TestServer::start().await;
    let answer = server.visitor().get("/.well-known/security.txt").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
    let text = answer.text();
    let field = |name: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(name))
            .unwrap_or_else(|| panic!("{name} is missing in {text}"))
            .trim()
            .to_owned()
    };
    assert_eq!(field("Contact:"), "mailto:help@readout.test");
    assert_eq!(
        field("Canonical:"),
        "http://readout.test/.well-known/security.txt"
    );
    // RFC 9116: a moment that is to come, and less than a year away.
    let until = OffsetDateTime::parse(&field("Expires:"), &Rfc3339).expect("a moment");
    let now = server.app.clock.now();
    assert!(until > now && until < now + Duration::days(365), "{until}");
}

#[tokio::test]
async fn is_not_there_where_nobody_would_read_the_mail() {
    let server = TestServer::with(|app| app.site.support_email = "support@readout.example".to_owned()).await;
    let answer = server.visitor().get("/.well-known/security.txt").await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    assert!(answer.text().contains("Page Not Found"));
}
