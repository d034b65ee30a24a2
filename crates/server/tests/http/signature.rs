//! /api/user/*: the signature and the storage key.

use axum::http::StatusCode;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::support::TestServer;

const PATH: &str = "/api/user/signature";

pub fn image(bytes: &[u8]) -> Value {
    json!(format!("data:image/png;base64,{}", BASE64_STANDARD.encode(bytes)))
}

pub fn png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&[0, 255]).expect("two pixels");
    writer.finish().expect("an image");
    bytes
}

/// The file in a data URL.
fn bytes(image: &Value) -> Vec<u8> {
    let url = image.as_str().expect("a data URL");
    let (_, data) = url.split_once(";base64,").expect("base64");
    BASE64_STANDARD.decode(data).expect("base64")
}

fn pixels(file: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file))
        .read_info()
        .expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("its pixels");
    pixels
}

#[tokio::test]
async fn a_subscriber_saves_and_clears_a_signature() {
    let server = TestServer::start().await;
    let mut browser = server.subscriber("asha@example.org").await;
    let none = browser.get(PATH).await.expect(StatusCode::OK);
    assert!(
        none.as_object()
            .is_some_and(|fields| fields.len() == 5 && fields.values().all(Value::is_null))
    );

    let sent = [png(), b"SECRET behind the end".to_vec()].concat();
    let saved =
        json!({ "signatureImage": image(&sent), "signatureName": "Dr Asha Rao", "signatureDepartment": "" });
    let answer = browser.post(PATH, saved).await.expect(StatusCode::OK);
    let read = browser.get(PATH).await.expect(StatusCode::OK);
    assert_eq!(read, answer);
    // Nothing but the pixels is kept.
    let kept = bytes(&read["signatureImage"]);
    assert_eq!(pixels(&kept), pixels(&png()));
    assert!(!String::from_utf8_lossy(&kept).contains("SECRET"));
    assert_eq!(read["signatureName"], "Dr Asha Rao");
    assert!(read["signatureDepartment"].is_null());

    // What the page was shown and sends back with another line stays as it is.
    let mut changed = read.clone();
    changed["signatureDepartment"] = json!("Radiology");
    let again = browser.post(PATH, changed).await.expect(StatusCode::OK);
    assert_eq!(again["signatureImage"], read["signatureImage"]);

    assert_eq!(browser.delete(PATH).await.status, StatusCode::NO_CONTENT);
    assert_eq!(browser.get(PATH).await.expect(StatusCode::OK), none);
}

#[tokio::test]
async fn a_refused_signature_leaves_the_saved_one() {
    let server = TestServer::start().await;
    let mut browser = server.subscriber("asha@example.org").await;
    browser
        .post(PATH, json!({ "signatureName": "Dr Asha Rao" }))
        .await
        .expect(StatusCode::OK);
    let large = image(&[png(), vec![0; 2 * 1024 * 1024]].concat());
    for (refused, status, code) in [
        (
            json!({ "signatureImage": large }),
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
        ),
        (
            json!({ "signatureImage": image(&png()[..20]) }),
            StatusCode::UNPROCESSABLE_ENTITY,
            "not_an_image",
        ),
        (
            json!({ "signatureImage": image(b"GIF89a") }),
            StatusCode::UNPROCESSABLE_ENTITY,
            "not_an_image",
        ),
        (
            json!({ "signatureImage": "https://x.example/a.png" }),
            StatusCode::UNPROCESSABLE_ENTITY,
            "not_an_image",
        ),
        (
            json!({ "signatureName": "a\u{1}b" }),
            StatusCode::UNPROCESSABLE_ENTITY,
            "unreadable_character",
        ),
        (
            json!({ "signatureName": "Dr \u{2066}oaR" }),
            StatusCode::UNPROCESSABLE_ENTITY,
            "hidden_character",
        ),
    ] {
        browser.post(PATH, refused).await.refused(status, code);
    }
    let read = browser.get(PATH).await.expect(StatusCode::OK);
    assert_eq!(read["signatureName"], "Dr Asha Rao");
}

#[tokio::test]
async fn saving_is_for_subscribers() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let refused = browser
        .post(PATH, json!({ "signatureName": "Dr Asha Rao" }))
        .await;
    let sentence = refused.refused(StatusCode::FORBIDDEN, "premium_required");
    assert_eq!(
        sentence,
        "Signature settings are only available for premium subscribers."
    );
    assert_eq!(refused.expect(StatusCode::FORBIDDEN)["requiresPremium"], true);
    assert!(browser.get(PATH).await.expect(StatusCode::OK)["signatureName"].is_null());
}

#[tokio::test]
async fn every_user_has_one_storage_key_for_good() {
    let server = TestServer::start().await;
    let mut asha = server.signed_in("asha@example.org").await;
    let mut again = server.signed_in("asha@example.org").await;
    let mut binh = server.signed_in("binh@example.org").await;
    let path = "/api/user/storage-key";
    let key = asha.get(path).await.expect(StatusCode::OK);
    let bytes = BASE64_STANDARD
        .decode(key["key"].as_str().expect("a key"))
        .expect("base64");
    assert_eq!(bytes.len(), 32);
    assert_eq!(key["recentReportsHours"], 24);
    assert_eq!(again.get(path).await.expect(StatusCode::OK), key);
    assert_ne!(binh.get(path).await.expect(StatusCode::OK), key);
    server
        .visitor()
        .get(path)
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
}
