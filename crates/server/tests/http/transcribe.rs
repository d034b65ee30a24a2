//! /api/transcribe. The recordings are real; what is heard in them is not the subject.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use async_trait::async_trait;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use futures::{StreamExt, stream};
use serde_json::json;
use server::room::Room;
use server::speech_engine::Transcriber;
use speech::{Context, EngineDescription, LiveSession, Recording, Samples, SpeechError, Transcript};
use tokio::sync::Notify;

use crate::support::{FakeTranscriber, TestServer};

const PATH: &str = "/api/transcribe";

/// A second of a tone as a WAV file.
pub fn recording() -> Vec<u8> {
    let wave = |n: i32| ((f64::from(n) * 0.17).sin() * 9_000.0) as i16;
    Samples::from_pcm((0..16_000).map(wave).collect()).to_wav()
}

async fn saying(heard: &'static str) -> TestServer {
    TestServer::with(|app| app.speech = Arc::new(FakeTranscriber::saying(heard))).await
}

#[tokio::test]
async fn writes_down_a_recording_sent_either_way() {
    let server = saying("mass of three point two centimeters").await;
    let mut browser = server.signed_in("asha@example.org").await;
    let form = browser
        .upload(PATH, "audio/wav", &recording())
        .await
        .expect(StatusCode::OK);
    assert!(
        form["text"].as_str().is_some_and(|text| text.contains("3.2 cm")),
        "{form}"
    );
    assert_eq!(form["heard"], "mass of three point two centimeters");
    assert_eq!(form["words"].as_array().map(Vec::len), Some(6));
    assert_eq!(form["words"][0]["word"], "mass");
    assert_eq!(form["engine"], "fake");
    assert!(
        form["seconds"]
            .as_f64()
            .is_some_and(|seconds| (seconds - 1.0).abs() < 0.05),
        "{form}"
    );

    let body = json!({ "audioData": BASE64_STANDARD.encode(recording()), "mimeType": "audio/wav" });
    assert_eq!(browser.post(PATH, body).await.expect(StatusCode::OK), form);
    let usage = server.usage("asha@example.org").await;
    assert_eq!(usage.transcriptions, 2);
}

#[tokio::test]
async fn a_take_is_counted_once_however_often_and_however_it_is_sent() {
    let server = saying("no pleural effusion").await;
    let mut browser = server.signed_in("asha@example.org").await;
    let take = "7d3c6a0e-6a0f-4a53-9a3f-3b1f6a1c2d4e";
    let body = |take: &str| json!({ "audioData": BASE64_STANDARD.encode(recording()), "takeId": take });
    for _ in 0..2 {
        browser.post(PATH, body(take)).await.expect(StatusCode::OK);
        browser
            .upload_with(("takeId", take), PATH, "audio/wav", &recording())
            .await
            .expect(StatusCode::OK);
    }
    assert_eq!(server.usage("asha@example.org").await.transcriptions, 1);
    // Who sends no name, or none that names a take, is counted each time and not refused.
    browser
        .post(PATH, body("the first one"))
        .await
        .expect(StatusCode::OK);
    browser
        .post(PATH, body("the first one"))
        .await
        .expect(StatusCode::OK);
    assert_eq!(server.usage("asha@example.org").await.transcriptions, 3);
}

#[tokio::test]
async fn what_failed_is_not_counted_and_its_retry_is() {
    let failure = SpeechError::Unavailable("no model".to_owned());
    let server = TestServer::with(|app| app.speech = Arc::new(FakeTranscriber::failing(failure))).await;
    let mut browser = server.signed_in("asha@example.org").await;
    let signed_in_at = server.usage("asha@example.org").await.last_activity_at;
    let refused = browser.upload(PATH, "audio/wav", &recording()).await;
    assert!(refused.status.is_server_error(), "{}", refused.text());
    let usage = server.usage("asha@example.org").await;
    assert_eq!((usage.transcriptions, usage.last_activity_at), (0, signed_in_at));

    let server = saying("").await;
    let mut browser = server.signed_in("asha@example.org").await;
    let silent = browser.upload(PATH, "audio/wav", &recording()).await;
    silent.refused(StatusCode::UNPROCESSABLE_ENTITY, "nothing_heard");
    assert_eq!(server.usage("asha@example.org").await.transcriptions, 0);
}

#[tokio::test]
async fn what_is_no_recording_gets_a_sentence_and_is_not_counted() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
    browser
        .upload(PATH, "audio/webm", b"")
        .await
        .refused(unprocessable, "empty_recording");
    browser
        .upload(PATH, "audio/webm", b"not sound")
        .await
        .refused(unprocessable, "unreadable_recording");
    let cut = &recording()[..20];
    browser
        .upload(PATH, "audio/wav", cut)
        .await
        .refused(unprocessable, "unreadable_recording");
    for (audio, code) in [("", "empty_recording"), ("%%%", "unreadable_recording")] {
        browser
            .post(PATH, json!({ "audioData": audio }))
            .await
            .refused(unprocessable, code);
    }
    browser
        .post(PATH, json!({}))
        .await
        .refused(unprocessable, "invalid_fields");
    let usage = server.usage("asha@example.org").await;
    assert_eq!(usage.transcriptions, 0);
}

#[tokio::test]
async fn a_recording_past_its_bounds_is_too_large() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let large = vec![0; speech::MAX_BYTES + 1];
    let sentence = browser.upload(PATH, "audio/wav", &large).await;
    assert!(
        sentence
            .refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large")
            .contains("50 MB")
    );
    // Sixty-one minutes of 8-bit telephone sound, which are 28 MB.
    let samples = 61 * 60 * 8_000_u32;
    let mut long =
        b"RIFF\0\0\0\x7fWAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data".to_vec();
    long.extend_from_slice(&samples.to_le_bytes());
    long.resize(long.len() + samples as usize, 128);
    let sentence = browser.upload(PATH, "audio/wav", &long).await;
    assert!(
        sentence
            .refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large")
            .contains("60 minutes")
    );
}

#[tokio::test]
async fn silence_is_told_apart_from_a_failure() {
    let server = saying(" ").await;
    let mut browser = server.signed_in("asha@example.org").await;
    let refused = browser.upload(PATH, "audio/wav", &recording()).await;
    refused.refused(StatusCode::UNPROCESSABLE_ENTITY, "nothing_heard");
}

#[tokio::test]
async fn a_failing_engine_is_the_servers_fault_and_says_whether_to_try_again() {
    for (error, status) in [
        (SpeechError::Busy, StatusCode::SERVICE_UNAVAILABLE),
        (
            SpeechError::Unavailable("no model in /a/folder".to_owned()),
            StatusCode::SERVICE_UNAVAILABLE,
        ),
        (SpeechError::TimedOut, StatusCode::BAD_GATEWAY),
        (SpeechError::UnreadableAnswer, StatusCode::BAD_GATEWAY),
    ] {
        let server = TestServer::with(|app| app.speech = Arc::new(FakeTranscriber::failing(error))).await;
        let mut browser = server.signed_in("asha@example.org").await;
        let answer = browser.upload(PATH, "audio/wav", &recording()).await;
        assert_eq!(answer.status, status, "{}", answer.text());
        assert!(!answer.text().contains("/a/folder"), "{}", answer.text());
    }
}

/// An engine that is never done, and knows when nobody waits for it any more.
#[derive(Default)]
pub struct Endless {
    pub begun: Notify,
    taken: AtomicUsize,
    left: Arc<AtomicBool>,
}

struct Leaving(Arc<AtomicBool>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[async_trait]
impl Transcriber for Endless {
    async fn transcribe(&self, _: Recording, _: &Context) -> Result<Transcript, SpeechError> {
        let _leaving = Leaving(Arc::clone(&self.left));
        self.taken.fetch_add(1, Ordering::Relaxed);
        self.begun.notify_one();
        std::future::pending().await
    }

    async fn listen(&self, _: &Context) -> Result<LiveSession, SpeechError> {
        Err(SpeechError::EngineStopped)
    }

    fn description(&self) -> EngineDescription {
        FakeTranscriber::saying("").description()
    }
}

#[tokio::test]
async fn who_goes_away_ends_the_transcription_and_leaves_no_room_taken() {
    let engine = Arc::new(Endless::default());
    let given = Arc::clone(&engine);
    let server = TestServer::with(|app| app.speech = given).await;
    let mut browser = server.signed_in("asha@example.org").await;
    let sound = recording();
    tokio::select! {
        _ = browser.upload(PATH, "audio/wav", &sound) => panic!("the engine is never done"),
        () = engine.begun.notified() => {}
    }
    assert!(engine.left.load(Ordering::Relaxed));
    assert_eq!(
        server.app.uploads.taken().0,
        0,
        "the recording is not kept in memory"
    );
    assert_eq!(server.usage("asha@example.org").await.transcriptions, 0);
}

#[tokio::test]
async fn recordings_that_are_announced_and_never_sent_keep_nobody_out() {
    let room = Room::new(1024 * 1024);
    let server = TestServer::with(|app| app.uploads = room.clone()).await;
    let mut sending = Vec::new();
    for _ in 0..2 {
        let mut slow = server.signed_in("asha@example.org").await;
        let first = stream::once(async { Ok::<_, Infallible>(Bytes::from_static(b"--x")) });
        let request = Request::post(PATH)
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x")
            .header(header::CONTENT_LENGTH, 50_000_000)
            .body(Body::from_stream(first.chain(stream::pending())));
        sending.push(tokio::spawn(async move { slow.send(request).await.status }));
    }
    while room.taken().0 < 2 * 64 * 1024 {
        tokio::task::yield_now().await;
    }
    let mut other = server.signed_in("binh@example.org").await;
    let heard = other.upload(PATH, "audio/wav", &recording()).await;
    heard.expect(StatusCode::OK);
    for sender in sending {
        assert!(!sender.is_finished());
        sender.abort();
    }
}

#[tokio::test]
async fn one_recording_of_a_user_is_listened_to_at_a_time_and_nobody_else_waits_for_it() {
    let engine = Arc::new(Endless::default());
    let given = Arc::clone(&engine);
    let server = TestServer::with(|app| app.speech = given).await;
    let mut waiting = Vec::new();
    for _ in 0..3 {
        let mut busy = server.signed_in("asha@example.org").await;
        waiting.push(tokio::spawn(async move {
            busy.upload(PATH, "audio/wav", &recording()).await.status
        }));
        tokio::task::yield_now().await;
    }
    engine.begun.notified().await;
    let mut other = server.signed_in("binh@example.org").await;
    let sound = recording();
    tokio::select! {
        _ = other.upload(PATH, "audio/wav", &sound) => panic!("the engine is never done"),
        () = engine.begun.notified() => {}
    }
    assert_eq!(engine.taken.load(Ordering::Relaxed), 2, "one of each");
    for sender in waiting {
        sender.abort();
    }
}

#[tokio::test]
async fn who_sends_recordings_without_end_is_told_to_wait() {
    let server = saying("no pleural effusion").await;
    let mut wild = server.signed_in("asha@example.org").await;
    let mut refused = wild.upload(PATH, "audio/wav", b"none").await;
    // Sixty a minute, and one more for each second that a busy machine takes over them.
    for _ in 0..120 {
        if refused.status == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
        refused = wild.upload(PATH, "audio/wav", b"none").await;
    }
    assert!(refused.header("retry-after").is_some());
    let sentence = refused.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    assert!(sentence.contains("Nothing you entered is lost"), "{sentence}");
}

#[tokio::test]
async fn who_sends_hours_of_sound_is_told_to_wait() {
    let server = saying("no pleural effusion").await;
    let mut wild = server.signed_in("asha@example.org").await;
    let long = silence(55 * 60);
    for _ in 0..2 {
        wild.upload(PATH, "audio/wav", &long).await.expect(StatusCode::OK);
    }
    // Ten minutes are left.
    let refused = wild.upload(PATH, "audio/wav", &long).await;
    let wait: u32 = refused.headers["retry-after"]
        .to_str()
        .expect("seconds")
        .parse()
        .expect("a number");
    assert!((22 * 60..=23 * 60).contains(&wait), "{wait}");
    let sentence = refused.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    assert!(sentence.contains("Nothing you recorded is lost"), "{sentence}");
    wild.upload(PATH, "audio/wav", &recording())
        .await
        .expect(StatusCode::OK);
    let mut other = server.signed_in("binh@example.org").await;
    other
        .upload(PATH, "audio/wav", &long)
        .await
        .expect(StatusCode::OK);
}

/// A WAV file of so many seconds, at 8 kHz and a byte a sample.
pub fn silence(seconds: u32) -> Vec<u8> {
    let (rate, bytes) = (8_000_u32, 8_000 * seconds);
    let mut file = b"RIFF".to_vec();
    file.extend((36 + bytes).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    file.extend([1_u16, 1].map(u16::to_le_bytes).concat());
    file.extend([rate, rate].map(u32::to_le_bytes).concat());
    file.extend([1_u16, 8].map(u16::to_le_bytes).concat());
    file.extend(b"data");
    file.extend(bytes.to_le_bytes());
    file.resize(44 + bytes as usize, 128);
    file
}

#[tokio::test]
async fn signed_out_nothing_is_transcribed() {
    let server = TestServer::start().await;
    let refused = server.visitor().upload(PATH, "audio/wav", &recording()).await;
    refused.refused(StatusCode::UNAUTHORIZED, "signed_out");
}

#[tokio::test]
async fn the_terms_of_the_chosen_template_reach_the_engine() {
    let heard = Arc::new(FakeTranscriber::saying("liver is normal"));
    let fake = Arc::clone(&heard);
    let server = TestServer::with(|app| app.speech = fake).await;
    let mut browser = server.subscriber("asha@example.org").await;
    let audio = BASE64_STANDARD.encode(recording());
    let none = json!({ "audioData": audio });
    browser.post(PATH, none).await.expect(StatusCode::OK);
    assert!(heard.told().template.is_empty());

    let template = &templates::library().all()[0];
    let built_in = json!({ "audioData": audio, "selectedTemplate": template.body_part });
    browser.post(PATH, built_in).await.expect(StatusCode::OK);
    assert_eq!(heard.told().template, template.terms());

    let own = json!({ "name": "mine", "content": "FINDINGS:\n- The Bartholin gland is normal. No hydatid cyst of the liver." });
    let own = browser
        .post("/api/custom-templates", own)
        .await
        .expect(StatusCode::CREATED);
    let id = own["id"].as_str().expect("an identifier");
    let both = json!({ "audioData": audio, "selectedTemplate": template.body_part, "customTemplateId": id });
    browser.post(PATH, both).await.expect(StatusCode::OK);
    let of_own = heard.told().template;
    assert!(of_own.iter().any(|term| term == "Bartholin gland"), "{of_own:?}");
    browser
        .upload_with(("customTemplateId", id), PATH, "audio/wav", &recording())
        .await
        .expect(StatusCode::OK);
    assert_eq!(heard.told().template, of_own);

    // Nobody's template, and somebody else's, is none; the recording is written down all the same.
    let mut other = server.signed_in("binh@example.org").await;
    for id in [id, "gone"] {
        let body = json!({ "audioData": audio, "customTemplateId": id });
        other.post(PATH, body).await.expect(StatusCode::OK);
        assert!(heard.told().template.is_empty());
    }
}

#[tokio::test]
async fn a_part_that_comes_twice_is_refused() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let twice =
        "ct-chest\r\n--edge\r\nContent-Disposition: form-data; name=\"selectedTemplate\"\r\n\r\nct-head";
    browser
        .upload_with(("selectedTemplate", twice), PATH, "audio/wav", &recording())
        .await
        .refused(StatusCode::BAD_REQUEST, "unreadable_form");
}
