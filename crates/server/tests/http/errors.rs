//! What every address answers to what it cannot take.

use std::time::Duration;

use accounts::Store;
use axum::body::Body;
use axum::http::{HeaderName, Request, StatusCode, Version, header};
use http_body_util::BodyExt;
use sea_orm::{ConnectionTrait, Database};
use serde_json::{Value, json};
use server::work::WorkPool;
use tower::ServiceExt;

use crate::databases;
use crate::support::{Answer, TestServer};

#[tokio::test]
async fn unknown_addresses_and_methods_get_the_envelope() {
    let server = TestServer::start().await;
    let mut browser = server.visitor();
    browser
        .get("/api/nothing")
        .await
        .refused(StatusCode::NOT_FOUND, "not_found");
    browser
        .get("/api")
        .await
        .refused(StatusCode::NOT_FOUND, "not_found");
    browser
        .delete("/api/auth/user")
        .await
        .refused(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed");
}

/// The answer to a request that names these hosts, in this version of HTTP.
async fn naming(server: &TestServer, path: &str, hosts: &[&str], version: Version) -> Answer {
    let mut request = Request::get(path).version(version);
    for host in hosts {
        request = request.header(header::HOST, *host);
    }
    let request = request.body(Body::empty()).expect("a request");
    let answer = server::router(server.app.clone()).oneshot(request).await;
    let (parts, body) = answer.expect("an answer").into_parts();
    Answer {
        status: parts.status,
        headers: parts.headers,
        body: body.collect().await.expect("a body").to_bytes().to_vec(),
    }
}

#[tokio::test]
async fn a_request_names_its_host_once() {
    let server = TestServer::start().await;
    for hosts in [
        &[][..],
        &[""],
        &[" "],
        &["readout.test", "other.test"],
        &["readout.test"; 2],
    ] {
        for path in ["/", "/healthz", "/api/auth/user"] {
            let answer = naming(&server, path, hosts, Version::HTTP_11).await;
            answer.refused(StatusCode::BAD_REQUEST, "no_host");
            let policy = HeaderName::from_static("content-security-policy");
            assert!(answer.headers.contains_key(policy), "{path}");
        }
    }
    let named = naming(&server, "/healthz", &["readout.test"], Version::HTTP_11).await;
    assert_eq!(named.status, StatusCode::OK);
}

#[tokio::test]
async fn a_load_balancer_that_speaks_http_1_0_learns_whether_the_server_is_well() {
    let server = TestServer::start().await;
    for path in ["/healthz", "/readyz"] {
        let answer = naming(&server, path, &[], Version::HTTP_10).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        let twice = naming(&server, path, &["one.test", "other.test"], Version::HTTP_10).await;
        twice.refused(StatusCode::BAD_REQUEST, "no_host");
        let empty = naming(&server, path, &[""], Version::HTTP_10).await;
        empty.refused(StatusCode::BAD_REQUEST, "no_host");
    }
    let page = naming(&server, "/", &[], Version::HTTP_10).await;
    page.refused(StatusCode::BAD_REQUEST, "no_host");
}

/// Every address at which a text is worked on, with a body that it takes: so many sentences, which take their time.
fn work_on_texts(sentences: usize) -> [(&'static str, Value); 8] {
    let text = "There is a 4 mm nodule in the right upper lobe.\n".repeat(sentences);
    let report = format!("FINDINGS:\n{text}");
    [
        ("/api/structure-report", json!({ "transcriptionText": text })),
        (
            "/api/structure-report",
            json!({ "transcriptionText": text, "previousReport": report }),
        ),
        ("/api/generate-impression", json!({ "findings": text })),
        ("/api/check-report", json!({ "reportContent": report })),
        (
            "/api/check-report",
            json!({ "reportContent": report, "madeFrom": { "transcriptionText": text, "templateText": report } }),
        ),
        (
            "/api/check-report",
            json!({ "reportContent": report, "impressionGenerated": true }),
        ),
        (
            "/api/leave-out-blanks",
            json!({ "reportContent": "Spleen is normal in size, measuring ___ cm.\n".repeat(sentences) }),
        ),
        ("/api/export-word", json!({ "reportContent": report })),
    ]
}

#[tokio::test]
async fn a_text_that_takes_too_many_steps_is_refused_for_good() {
    let server = TestServer::with(|app| app.work = WorkPool::new(2, 8).with_steps(0)).await;
    let mut browser = server.subscriber("asha@example.org").await;
    let search = ("/api/templates/match", json!({ "query": "CECT abdomen" }));
    for (path, body) in work_on_texts(1).into_iter().chain([search]) {
        let answer = browser.post(path, body).await;
        let sentence = answer.refused(StatusCode::UNPROCESSABLE_ENTITY, "too_much_work");
        assert!(sentence.contains("in the template"), "{path}: {sentence}");
        assert!(!answer.headers.contains_key(header::RETRY_AFTER), "{path}");
    }
}

#[tokio::test]
async fn a_text_that_was_not_done_with_in_time_may_be_sent_again() {
    let server = TestServer::with(|app| app.work = WorkPool::new(2, 8).with_time(Duration::ZERO)).await;
    let mut browser = server.subscriber("asha@example.org").await;
    for (path, body) in work_on_texts(500) {
        let answer = browser.post(path, body).await;
        let sentence = answer.refused(StatusCode::SERVICE_UNAVAILABLE, "took_too_long");
        assert!(sentence.contains("try again"), "{path}: {sentence}");
        assert_eq!(answer.headers[header::RETRY_AFTER], "15", "{path}");
    }
}

#[tokio::test]
async fn a_body_that_cannot_be_read_is_never_quoted() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let path = "/api/structure-report";
    let broken = browser
        .json("POST", path, "{\"transcriptionText\": \"Jane Roe has")
        .await;
    let sentence = broken.refused(StatusCode::BAD_REQUEST, "invalid_json");
    assert!(!sentence.contains("Jane"), "{sentence}");
    let wrong = browser
        .json("POST", path, "{\"transcriptionText\": [\"Jane Roe\"]}")
        .await;
    let sentence = wrong.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
    assert!(!sentence.contains("Jane"), "{sentence}");
    // Without the names of the fields nobody knows what is what.
    for list in ["[\"Jane Roe\"]", "[null, null]", " []"] {
        let sentence = browser.json("PUT", "/api/user/profile", list).await;
        let sentence = sentence.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
        assert!(!sentence.contains("Jane"), "{sentence}");
    }
    let plain = Request::post(path)
        .header("content-type", "text/plain")
        .body(Body::from("Jane Roe"));
    browser
        .send(plain)
        .await
        .refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type");
}

#[tokio::test]
async fn a_body_past_its_bound_is_refused_with_a_sentence() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let body = json!({ "transcriptionText": "a".repeat(6 * 1024 * 1024) });
    browser
        .post("/api/structure-report", body)
        .await
        .refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
    let body = json!({ "transcriptionText": "a".repeat(200_001) });
    browser
        .post("/api/structure-report", body)
        .await
        .refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
}

#[tokio::test]
async fn a_failure_of_ours_shows_nothing_of_the_inside() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = databases::address(folder.path());
    let store = Store::open(&address).await.expect("a database");
    store.migrate().await.expect("its schema");
    let server = TestServer::with(|app| app.store = store).await;
    let mut browser = server.signed_in("asha@example.org").await;
    let database = Database::connect(&address).await.expect("the same database");
    let away = "ALTER TABLE vocabularies RENAME TO elsewhere";
    database.execute_unprepared(away).await.expect("no vocabularies");
    let sentence = browser
        .get("/api/user/vocabulary")
        .await
        .refused(StatusCode::INTERNAL_SERVER_ERROR, "internal");
    for word in ["vocabular", "table", "database", "sql"] {
        assert!(!sentence.to_lowercase().contains(word), "{sentence}");
    }
}

#[tokio::test]
async fn a_database_that_is_away_is_no_failure_of_ours() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let store = server.app.store.clone();
    store.close().await.expect("the database closes");
    let answer = browser.get("/api/auth/user").await;
    assert_eq!(answer.headers["retry-after"], "5");
    answer.refused(StatusCode::SERVICE_UNAVAILABLE, "database_away");
    assert_eq!(browser.get("/healthz").await.status, StatusCode::OK);
    assert_eq!(
        browser.get("/readyz").await.status,
        StatusCode::SERVICE_UNAVAILABLE
    );
}

#[tokio::test]
async fn answers_of_the_interface_are_not_kept_by_browsers() {
    let server = TestServer::start().await;
    let answer = server.visitor().get("/api/auth/user").await;
    assert_eq!(answer.header("cache-control"), Some("no-store"));
}

#[test]
fn the_document_describes_every_json_operation() {
    let document = serde_json::to_value(server::openapi()).expect("JSON");
    let paths: Vec<&str> = document["paths"]
        .as_object()
        .expect("paths")
        .keys()
        .map(String::as_str)
        .collect();
    for path in [
        "/api/auth/user",
        "/api/subscription/status",
        "/api/subscription-status",
        "/api/subscription/payment-url",
        "/api/subscription/cancel",
        "/api/custom-templates",
        "/api/custom-templates/{id}",
        "/api/user/signature",
        "/api/user/storage-key",
        "/api/templates",
        "/api/templates/match",
        "/api/engines",
        "/api/transcribe",
        "/api/structure-report",
        "/api/generate-impression",
        "/api/export-word",
    ] {
        assert!(paths.contains(&path), "{path} is missing");
    }
}
