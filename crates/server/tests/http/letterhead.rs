//! /api/user/letterhead: what stands at the top and at the foot of exported reports.

use axum::http::StatusCode;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use time::Duration;

use crate::support::TestServer;

const PATH: &str = "/api/user/letterhead";

fn logo() -> Value {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&[0, 255]).expect("two pixels");
    writer.finish().expect("an image");
    json!(format!(
        "data:image/png;base64,{}",
        BASE64_STANDARD.encode(&bytes)
    ))
}

#[tokio::test]
async fn a_letterhead_is_saved_and_removed_on_the_trial_too() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let none = json!({ "logo": null, "institution": "", "address": "", "footer": "" });
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), none);

    let sent = json!({ "logo": logo(), "institution": " City Imaging ", "address": "12 High Street\r\n\r\nPune", "footer": "" });
    let saved = browser.put(PATH, sent).await.expect(StatusCode::OK);
    assert_eq!(saved["institution"], "City Imaging");
    assert_eq!(saved["address"], "12 High Street\nPune");
    assert!(
        saved["logo"]
            .as_str()
            .is_some_and(|url| url.starts_with("data:image/png;base64,"))
    );
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), saved);
    let again = browser.put(PATH, saved.clone()).await.expect(StatusCode::OK);
    assert_eq!(again, saved);

    let cleared = browser.put(PATH, json!({})).await.expect(StatusCode::OK);
    assert_eq!(cleared, none);
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), none);
}

#[tokio::test]
async fn a_refused_letterhead_leaves_the_saved_one() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let saved = browser
        .put(PATH, json!({ "institution": "City Imaging" }))
        .await
        .expect(StatusCode::OK);
    for (refused, code) in [
        (json!({ "institution": "x".repeat(201) }), "line_too_long"),
        (json!({ "address": "a\n".repeat(7) }), "too_many_lines"),
        (json!({ "footer": "a\u{1}" }), "unreadable_character"),
        (
            json!({ "institution": "City \u{2067}Imaging" }),
            "hidden_character",
        ),
        (json!({ "logo": "data:image/png;base64,R0lG" }), "not_an_image"),
    ] {
        browser
            .put(PATH, refused)
            .await
            .refused(StatusCode::UNPROCESSABLE_ENTITY, code);
    }
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), saved);
}

#[tokio::test]
async fn it_is_for_whoever_is_signed_in() {
    let server = TestServer::start().await;
    let mut visitor = server.visitor();
    visitor
        .get(PATH)
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
    visitor
        .put(PATH, json!({}))
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
    server.signed_in("asha@example.org").await;
    server.app.clock.advance(Duration::days(4));
    let mut expired = server.signed_in("asha@example.org").await;
    let saved = expired.put(PATH, json!({ "institution": "City Imaging" })).await;
    assert_eq!(saved.expect(StatusCode::OK)["institution"], "City Imaging");
}
