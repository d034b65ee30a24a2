//! How many dictate live at once, and for how long.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::http::StatusCode;
use serde_json::json;
use server::live::places::LivePlaces;
use server::silence::Silence;
use server::speech_engine::Transcriber;
use speech::{Context, EngineDescription, LiveSession, Recording, Samples, SpeechError, Transcript};
use tokio::time::sleep;

use super::page::Listening;
use super::spoken;
use crate::support::{FakeTranscriber, TestServer};
use crate::transcribe::silence;

#[tokio::test]
async fn a_paused_dictation_stays_open_and_lets_somebody_else_speak() {
    let server = Listening::start(1).await;
    let cookie = server.cookie().await;
    let sound = spoken::opus(&spoken::said(&["the liver is normal"], 1.0));
    let (begun, rest) = sound.split_at(sound.len() * 2 / 3);
    let mut paused = server.page(&cookie).await;
    paused.until("ready").await;
    paused.push(begun).await;
    paused.tell(json!({ "type": "pause" })).await;
    // The place is free as soon as all that was said is heard.
    let mut speaks = loop {
        let mut page = server.page(&cookie).await;
        let told = page.next().await;
        if told["type"] == "ready" {
            break page;
        }
        assert_eq!(told["code"], "live_full");
        sleep(Duration::from_secs(1)).await;
    };
    speaks.push(&sound).await;
    speaks.tell(json!({ "type": "finish" })).await;
    assert_eq!(speaks.until("final").await["text"], "The liver is normal");
    drop(speaks);
    // Who goes on has a place again, and the same take.
    paused.push(rest).await;
    paused.tell(json!({ "type": "finish" })).await;
    assert!(
        paused.until("final").await["text"]
            .as_str()
            .is_some_and(|text| text.contains("liver"))
    );

    let mut waits = server.page(&cookie).await;
    waits.until("ready").await;
    waits.tell(json!({ "type": "pause" })).await;
    let _speaks = loop {
        let mut page = server.page(&cookie).await;
        if page.next().await["type"] == "ready" {
            break page;
        }
        sleep(Duration::from_secs(1)).await;
    };
    waits.push(begun).await;
    assert_eq!(
        waits.until("error").await["code"],
        "live_full",
        "somebody else speaks"
    );
}

#[tokio::test]
async fn places_are_bounded_and_free_again_when_a_connection_is_cut() {
    let server = Listening::start(1).await;
    let cookie = server.cookie().await;
    let sound = spoken::opus(&spoken::said(&["the liver is normal"], 1.0));
    let mut first = server.page(&cookie).await;
    first.until("ready").await;
    first.push(&sound[..sound.len() / 2]).await;
    let mut second = server.page(&cookie).await;
    let refused = second.next().await;
    assert_eq!(refused["type"], "error");
    assert_eq!(refused["code"], "live_full");
    assert!(
        refused["message"]
            .as_str()
            .is_some_and(|text| text.ends_with('.'))
    );
    drop(first);
    server.all_left().await;
    let mut third = server.page(&cookie).await;
    third.push(&sound).await;
    third.tell(json!({ "type": "finish" })).await;
    assert_eq!(third.next().await["type"], "ready");
    assert_eq!(third.until("final").await["text"], "The liver is normal");
    assert_eq!(server.server.usage("asha@example.org").await.transcriptions, 1);
}

#[tokio::test]
async fn a_page_that_gives_no_sign_of_life_loses_its_place() {
    let silence = Silence {
        asked: Duration::from_millis(500),
        page: Duration::from_secs(2),
        ..Silence::USUAL
    };
    let server = TestServer::with(|app| {
        app.speech = Arc::new(spoken::engine());
        app.silence = silence;
    });
    let server = Listening::serve(server.await).await;
    let mut page = server.page(&server.cookie().await).await;
    page.until("ready").await;
    // Nothing is said, and every question answered.
    page.answers_for(2 * silence.page).await;
    let open = || server.server.app.live.taken()[0].0;
    assert_eq!(open(), 1);
    // From here on nobody reads, and the connection stays: as when a cable was pulled.
    server.all_left().await;
    assert_eq!(open(), 0);
    drop(page);
}

#[tokio::test]
async fn one_user_cannot_take_all_places() {
    let server = Listening::start(5).await;
    let cookie = server.cookie().await;
    let mut pages = Vec::new();
    for _ in 0..3 {
        let mut page = server.page(&cookie).await;
        page.until("ready").await;
        pages.push(page);
    }
    let refused = server.page(&cookie).await.next().await;
    assert_eq!(refused["code"], "live_full", "{refused}");
    let other = server.server.signed_in("binh@example.org").await;
    let mut other = server.page(&other.cookie.expect("a cookie")).await;
    other.until("ready").await;
    // A page that ends leaves room for the next of the same user.
    let mut first = pages.swap_remove(0);
    first
        .push(&spoken::opus(&spoken::said(&["the liver is normal"], 1.0)))
        .await;
    first.tell(json!({ "type": "finish" })).await;
    first.until("final").await;
    drop((first, pages));
    drop(other);
    server.all_left().await;
    let mut next = server.page(&cookie).await;
    next.until("ready").await;
}

/// Listens as the embedded engine does, and makes short work of whole recordings.
struct Quick {
    live: Arc<dyn Transcriber>,
    whole: FakeTranscriber,
}

#[async_trait]
impl Transcriber for Quick {
    async fn transcribe(&self, recording: Recording, context: &Context) -> Result<Transcript, SpeechError> {
        self.whole.transcribe(recording, context).await
    }

    async fn listen(&self, context: &Context) -> Result<LiveSession, SpeechError> {
        self.live.listen(context).await
    }

    fn description(&self) -> EngineDescription {
        self.live.description()
    }
}

#[tokio::test]
async fn who_dictates_without_end_is_told_to_wait_while_they_speak() {
    let server = TestServer::with(|app| {
        app.speech = Arc::new(Quick {
            live: Arc::new(spoken::engine()),
            whole: FakeTranscriber::saying("no pleural effusion"),
        });
        app.live = LivePlaces::new(2, 10);
    });
    let server = Listening::serve(server.await).await;
    let mut browser = server.server.signed_in("asha@example.org").await;
    // Two minutes of two hours are left.
    let long = silence(59 * 60);
    for _ in 0..2 {
        let sent = browser.upload("/api/transcribe", "audio/wav", &long).await;
        sent.expect(StatusCode::OK);
    }
    let mut page = server.page(&browser.cookie.expect("a cookie")).await;
    page.until("ready").await;
    page.push(&spoken::opus(&Samples::from_pcm(vec![0; 16_000 * 400])))
        .await;
    page.tell(json!({ "type": "finish" })).await;
    let refused = page.until("error").await;
    assert_eq!(refused["code"], "too_many_requests", "{refused}");
    let other = server.server.signed_in("binh@example.org").await;
    let mut other = server.page(&other.cookie.expect("a cookie")).await;
    other.until("ready").await;
}
