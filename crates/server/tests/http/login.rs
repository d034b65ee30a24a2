//! /api/login, /api/logout, /api/auth/user: the way in and out.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use server::login::mail::Mail;
use time::Duration;

use crate::support::{TestServer, outbox, token_in};

#[tokio::test]
async fn signs_in_with_a_link_and_goes_where_the_person_was_going() {
    let server = TestServer::start().await;
    let mut browser = server.visitor();
    browser
        .get("/api/auth/user")
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
    let fields = [("email", " Asha@Example.org "), ("next", "/subscribe")];
    let sent = browser.form("/api/login/email", &fields).await;
    assert!(sent.text().contains("[asha@example.org]"), "{}", sent.text());
    assert!(sent.text().contains("data-outbox-link"));

    let confirmed = browser
        .form("/api/login/email/confirm", &[("token", &token_in(&sent.text()))])
        .await;
    assert_eq!(confirmed.status, StatusCode::SEE_OTHER);
    assert_eq!(confirmed.header("location"), Some("/subscribe"));
    let cookie = confirmed.header("set-cookie").expect("a cookie");
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"),
        "{cookie}"
    );

    let user = browser.get("/api/auth/user").await.expect(StatusCode::OK);
    assert_eq!(user["email"], "asha@example.org");
    assert!(user["firstName"].is_null() && user["lastName"].is_null());
}

#[tokio::test]
async fn opening_the_link_changes_nothing() {
    let server = TestServer::start().await;
    let mut browser = server.visitor();
    let sent = browser
        .form("/api/login/email", &[("email", "asha@example.org")])
        .await;
    let token = token_in(&sent.text());
    for _ in 0..3 {
        let page = browser.get(&format!("/api/login/email?token={token}")).await;
        assert_eq!(page.text(), format!("opens [asha@example.org] token[{token}]"));
    }
    assert_eq!(server.app.store.count_users().await.expect("a count"), 0);
    let confirmed = browser
        .form("/api/login/email/confirm", &[("token", &token)])
        .await;
    assert_eq!(confirmed.header("location"), Some("/app"));
}

#[tokio::test]
async fn a_link_works_once() {
    let server = TestServer::start().await;
    let mut browser = server.visitor();
    let sent = browser
        .form("/api/login/email", &[("email", "asha@example.org")])
        .await;
    let token = token_in(&sent.text());
    browser
        .form("/api/login/email/confirm", &[("token", &token)])
        .await;
    let mut other = server.visitor();
    let again = other.form("/api/login/email/confirm", &[("token", &token)]).await;
    assert_eq!(again.status, StatusCode::GONE);
    let page = other.get(&format!("/api/login/email?token={token}")).await;
    assert_eq!(page.status, StatusCode::GONE);
    assert!(!page.text().contains("asha"), "{}", page.text());
    assert!(again.text().contains("already been used"), "{}", again.text());
    assert_eq!(other.get("/api/auth/user").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_link_works_for_a_quarter_of_an_hour() {
    let server = TestServer::start().await;
    let mut browser = server.visitor();
    let sent = browser
        .form("/api/login/email", &[("email", "asha@example.org")])
        .await;
    server.app.clock.advance(Duration::minutes(15));
    let late = browser
        .form("/api/login/email/confirm", &[("token", &token_in(&sent.text()))])
        .await;
    assert_eq!(late.status, StatusCode::GONE);
    assert_eq!(server.app.store.count_users().await.expect("a count"), 0);
}

#[tokio::test]
async fn signing_in_gives_the_session_another_identifier() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let before = browser.cookie.clone();
    let sent = browser
        .form("/api/login/email", &[("email", "binh@example.org")])
        .await;
    browser
        .form("/api/login/email/confirm", &[("token", &token_in(&sent.text()))])
        .await;
    assert_ne!(browser.cookie, before);
    let mut planted = server.visitor();
    planted.cookie = before;
    assert_eq!(
        planted.get("/api/auth/user").await.status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn an_address_that_is_none_is_said_so_on_the_page() {
    let server = TestServer::start().await;
    let page = server
        .visitor()
        .form("/api/login/email", &[("email", "<b>x"), ("next", "/faq")])
        .await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        page.text()
            .contains("error[That does not look like an e-mail address"),
        "{}",
        page.text()
    );
    assert!(
        page.text().contains("email[&lt;b&gt;x] next[/faq]"),
        "{}",
        page.text()
    );
}

#[tokio::test]
async fn a_form_that_is_no_form_of_ours_is_too_large() {
    let server = TestServer::start().await;
    let long = "a".repeat(20_000);
    server
        .visitor()
        .form("/api/login/email", &[("email", &long)])
        .await
        .refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
}

#[tokio::test]
async fn nobody_is_sent_away_from_the_site() {
    let server = TestServer::start().await;
    for next in [
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
    ] {
        let mut browser = server.visitor();
        let fields = [("email", "asha@example.org"), ("next", next)];
        let sent = browser.form("/api/login/email", &fields).await;
        let confirmed = browser
            .form("/api/login/email/confirm", &[("token", &token_in(&sent.text()))])
            .await;
        assert_eq!(confirmed.header("location"), Some("/app"), "{next}");
    }
}

#[tokio::test]
async fn sends_only_so_many_links_to_one_address() {
    let server = TestServer::start().await;
    let mut browser = server.visitor();
    for _ in 0..5 {
        let sent = browser
            .form("/api/login/email", &[("email", "asha@example.org")])
            .await;
        assert_eq!(sent.status, StatusCode::OK);
    }
    let refused = browser
        .form("/api/login/email", &[("email", "asha@example.org")])
        .await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    let mails = std::fs::read_dir(server.folder.path().join("outbox"))
        .expect("the outbox")
        .count();
    assert_eq!(mails, 5);
}

#[tokio::test]
async fn shows_the_link_to_nobody_but_the_person_at_this_computer() {
    let server = TestServer::start().await;
    let seen_elsewhere = [
        ("host", "readout.example.org"),
        ("host", "rebound.example:8080"),
        ("host", "readout.localhost"),
        ("host", "127.0.0.2"),
        ("x-forwarded-for", "203.0.113.9"),
        ("x-forwarded-proto", "https"),
        ("via", "1.1 proxy"),
    ];
    for (number, (name, value)) in seen_elsewhere.into_iter().enumerate() {
        let asked = Request::post("/api/login/email")
            .header("content-type", "application/x-www-form-urlencoded")
            .header(name, value)
            .body(Body::from(format!("email=asha{number}%40example.org")));
        let sent = server.visitor().send(asked).await;
        assert_eq!(sent.status, StatusCode::OK);
        assert!(!sent.text().contains("token="), "{name}: {value}");
        assert!(sent.text().contains("own computer"), "{}", sent.text());
    }
    // A proxy on this computer that says nothing of whom it speaks for.
    let server = TestServer::with(|app| {
        let Mail::Outbox { is_reader, .. } = &mut app.mail else {
            panic!("tests have an outbox");
        };
        *is_reader = |_| false;
    });
    let mut strangers = server.await.visitor();
    let sent = strangers
        .form("/api/login/email", &[("email", "asha@example.org")])
        .await;
    assert!(!sent.text().contains("token="), "{}", sent.text());
}

#[tokio::test]
async fn a_mail_that_cannot_be_sent_is_not_counted() {
    let server = TestServer::with(|app| app.mail = outbox("/dev/null/outbox".into())).await;
    for _ in 0..7 {
        let page = server
            .visitor()
            .form("/api/login/email", &[("email", "asha@example.org")])
            .await;
        assert_eq!(page.status, StatusCode::BAD_GATEWAY, "{}", page.text());
        assert!(page.text().contains("could not be sent"), "{}", page.text());
    }
}

#[tokio::test]
async fn says_how_to_set_up_mail_when_it_is_not() {
    let server = TestServer::with(|app| app.mail = Mail::NotConfigured).await;
    let page = server.visitor().get("/api/login").await;
    assert!(page.text().contains("READOUT_SMTP_URL"), "{}", page.text());
    let refused = server
        .visitor()
        .form("/api/login/email", &[("email", "asha@example.org")])
        .await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn signing_out_ends_the_session_in_the_store_too() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let cookie = browser.cookie.clone();
    let gone = browser.get("/api/logout").await;
    assert_eq!(
        (gone.status, gone.header("location")),
        (StatusCode::SEE_OTHER, Some("/"))
    );
    // Drafts and other people's sites stay: neither "storage" nor "cookies".
    assert_eq!(gone.header("clear-site-data"), Some("\"cache\""));
    let mut thief = server.visitor();
    thief.cookie = cookie;
    assert_eq!(thief.get("/api/auth/user").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn asking_where_signing_out_leads_signs_nobody_out() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let asked = browser
        .send(Request::head("/api/logout").body(Body::empty()))
        .await;
    assert_eq!(asked.status, StatusCode::SEE_OTHER);
    assert_eq!(asked.header("clear-site-data"), None);
    assert_eq!(browser.get("/api/auth/user").await.status, StatusCode::OK);
}

#[tokio::test]
async fn another_site_can_neither_sign_out_nor_sign_in() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let from_elsewhere = Request::get("/api/logout")
        .header("sec-fetch-site", "cross-site")
        .body(Body::empty());
    browser
        .send(from_elsewhere)
        .await
        .refused(StatusCode::FORBIDDEN, "other_site");
    assert_eq!(browser.get("/api/auth/user").await.status, StatusCode::OK);
    let posted = Request::post("/api/login/email")
        .header("sec-fetch-site", "cross-site")
        .body(Body::empty());
    server
        .visitor()
        .send(posted)
        .await
        .refused(StatusCode::FORBIDDEN, "other_site");
}

#[tokio::test]
async fn a_session_ends_after_seven_days_without_use() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    server.app.clock.advance(Duration::days(7) - Duration::minutes(1));
    assert_eq!(browser.get("/api/auth/user").await.status, StatusCode::OK);
    server.app.clock.advance(Duration::days(8));
    assert_eq!(
        browser.get("/api/auth/user").await.status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn whoever_is_signed_in_goes_straight_on() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let page = browser.get("/api/login?next=/account").await;
    assert_eq!(page.header("location"), Some("/account"));
}

#[tokio::test]
async fn a_stranger_leaves_somebody_else_their_links() {
    let server = TestServer::start().await;
    let ask = async |peer: &str, email: &str| {
        let peer: SocketAddr = peer.parse().expect("an address");
        let asked = Request::post("/api/login/email")
            .header("content-type", "application/x-www-form-urlencoded")
            .extension(ConnectInfo(peer))
            .body(Body::from(format!("email={email}%40example.org")));
        let answer = server.visitor().send(asked).await;
        (answer.status, answer.text())
    };
    // As often as a stranger likes, from as many networks as a site has.
    for number in 0..10 {
        let (status, _) = ask(&format!("[2001:db8:1:{number}::1]:4000"), "asha").await;
        let expected = if number < 5 {
            StatusCode::OK
        } else {
            StatusCode::TOO_MANY_REQUESTS
        };
        assert_eq!(status, expected, "{number}");
    }
    // Of who has no account nothing else is told.
    let (_, refused) = ask("[2001:db8:1::1]:4000", "asha").await;
    server.signed_in("binh@example.org").await;
    for _ in 0..5 {
        ask("[2001:db8:1::1]:4000", "binh").await;
    }
    let (status, known) = ask("[2001:db8:1::1]:4000", "binh").await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(known.replace("binh", "asha"), refused);
    // Who owns the address signs in.
    let (status, sent) = ask("198.51.100.9:4000", "asha").await;
    assert_eq!(status, StatusCode::OK);
    let mut browser = server.visitor();
    let confirmed = browser
        .form("/api/login/email/confirm", &[("token", &token_in(&sent))])
        .await;
    assert_eq!(confirmed.status, StatusCode::SEE_OTHER);
    // What all networks ask for together stays bounded.
    let mut sent = 5;
    for network in 1..20 {
        for _ in 0..5 {
            let (status, _) = ask(&format!("192.0.2.{network}:4000"), "asha").await;
            sent += usize::from(status == StatusCode::OK);
        }
    }
    assert_eq!(sent, 20);
}

#[tokio::test]
async fn strangers_use_up_links_to_strangers_alone() {
    let server = TestServer::start().await;
    server.signed_in("asha@example.org").await;
    let ask = async |number: u16, email: &str| {
        let peer = SocketAddr::from(([0x2001, 0xdb8, number / 200, number, 0, 0, 0, 1], 4000));
        let asked = Request::post("/api/login/email")
            .header("content-type", "application/x-www-form-urlencoded")
            .extension(ConnectInfo(peer))
            .body(Body::from(format!("email={email}%40example.org")));
        let answer = server.visitor().send(asked).await;
        assert_eq!(answer.status, StatusCode::OK, "{number}");
        answer.text()
    };
    let mut mailed = 0;
    while ask(mailed, &format!("made-up-{mailed}")).await.contains("token=") {
        mailed += 1;
        assert!(mailed < 10_000, "strangers are never refused");
    }
    // The first of three thousand was the one whose account did not exist yet.
    assert_eq!(mailed, 2_999);
    let sent = ask(mailed + 1, "asha").await;
    assert!(sent.contains("token="), "who has an account signs in");
}
