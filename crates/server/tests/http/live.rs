//! /api/transcribe/live: a real WebSocket, real Opus sound, the real embedded engine. Needs Debian's flite and ffmpeg.

#[path = "../../../speech/tests/embedded/spoken.rs"]
pub mod spoken;

pub mod page;
mod places;

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Error;

use crate::support::{FakeTranscriber, TestServer};
use page::{Listening, Page};

/// A take that goes well, and all that a page can do to one, for the test that reads the log.
pub async fn dictate_well_and_ill(email: &str) {
    let server = Listening::start(2).await;
    let mut browser = server.server.signed_in(email).await;
    let own = json!({ "words": ["Secretive"],
        "replacements": [{ "heard": "pleural effusion", "written": "effusion of Jane Roe" }] });
    browser
        .put("/api/user/vocabulary", own)
        .await
        .expect(StatusCode::OK);
    let cookie = browser.cookie.expect("a cookie");
    let phrases = ["no pleural effusion", "there is a nodule in the right upper lobe"];
    let sound = spoken::opus(&spoken::said(&phrases, 1.2));
    let mut page = server.page(&cookie).await;
    page.until("ready").await;
    page.push(&sound).await;
    page.tell(json!({ "type": "pause" })).await;
    page.tell(json!({ "type": "finish" })).await;
    let last = page.until("final").await;
    assert_eq!(
        last["text"],
        "No effusion of Jane Roe there is a nodule in the right upper lobe"
    );
    drop(page);
    let mut gone = server.page(&cookie).await;
    gone.until("ready").await;
    gone.push(&sound).await;
    gone.until("text").await;
    drop(gone);
    server.all_left().await;
    let mut no_sound = server.page(&cookie).await;
    no_sound.until("ready").await;
    no_sound.push(&b"the spleen of jane roe ".repeat(4_000)).await;
    no_sound.tell(json!({ "type": "finish" })).await;
    no_sound.until("error").await;
    let mut no_sense = server.page(&cookie).await;
    no_sense.until("ready").await;
    no_sense.tell(json!({ "type": "Jane Roe" })).await;
    assert_eq!(no_sense.close_code().await, 1008);
}

#[tokio::test]
async fn words_come_while_they_are_said_commands_act_and_the_take_is_counted_once() {
    let server = Listening::start(2).await;
    let mut page = server.page(&server.cookie().await).await;
    assert_eq!(page.next().await["type"], "ready");
    let phrases = [
        "no pleural effusion",
        "next field",
        "there is a four millimeter nodule in the right upper lobe",
    ];
    page.push(&spoken::opus(&spoken::said(&phrases, 1.2))).await;
    // Nothing has been finished, and the words are there.
    let command = page.until("command").await;
    assert_eq!(
        command,
        json!({ "type": "command", "name": "next_field", "argument": null })
    );
    assert_eq!(page.committed, "No pleural effusion");
    while !page.committed.contains("nodule") {
        page.next().await;
    }
    page.tell(json!({ "type": "finish" })).await;
    let last = page.until("final").await;
    assert_eq!(
        last["text"],
        "No pleural effusion there is a 4 mm nodule in the right upper lobe"
    );
    assert_eq!(
        last["heard"],
        "no pleural effusion next field there is a four millimeter nodule in the right upper lobe"
    );
    assert_eq!(page.committed, last["text"]);
    assert_eq!(page.close_code().await, 1000);
    let usage = server.server.usage("asha@example.org").await;
    assert_eq!(usage.transcriptions, 1);
}

#[tokio::test]
async fn a_take_that_was_heard_live_and_is_transcribed_is_counted_once() {
    let server = Listening::start(2).await;
    let mut browser = server.server.signed_in("asha@example.org").await;
    let cookie = browser.cookie.clone().expect("a cookie");
    let take = "0b1f5f0a-3c9d-4c55-8f0e-2f6b8f7f0c11";
    let sound = spoken::opus(&spoken::said(&["the liver is normal"], 1.0));
    let start = json!({ "type": "start", "mime": "audio/webm;codecs=opus", "takeId": take });
    // A link that is lost before the end counts nothing.
    let mut lost = server.page_that_says(start.clone(), &cookie).await;
    lost.until("ready").await;
    lost.push(&sound[..sound.len() / 2]).await;
    drop(lost);
    server.all_left().await;
    assert_eq!(server.server.usage("asha@example.org").await.transcriptions, 0);

    let mut page = server.page_that_says(start, &cookie).await;
    page.until("ready").await;
    page.push(&sound).await;
    page.tell(json!({ "type": "finish" })).await;
    page.until("final").await;
    browser
        .upload_with(("takeId", take), "/api/transcribe", "audio/webm", &sound)
        .await
        .expect(StatusCode::OK);
    assert_eq!(server.server.usage("asha@example.org").await.transcriptions, 1);
}

#[tokio::test]
async fn a_pause_commits_what_was_said() {
    let server = Listening::start(2).await;
    let mut page = server.page(&server.cookie().await).await;
    page.until("ready").await;
    // Ends in the middle of speech: no silence closes the stretch, and the number waits for its unit.
    page.push(&spoken::opus(&spoken::said(&["the nodule measures three"], 0.1)))
        .await;
    page.tell(json!({ "type": "pause" })).await;
    while !page.committed.ends_with('3') && !page.committed.ends_with("three") {
        page.next().await;
    }
    page.tell(json!({ "type": "finish" })).await;
    page.until("final").await;
}

#[tokio::test]
async fn a_dictation_does_not_outlive_its_session() {
    let server = Listening::start(2).await;
    let mut browser = server.server.signed_in("asha@example.org").await;
    let mut page = server.page(&browser.cookie.clone().expect("a cookie")).await;
    page.until("ready").await;
    let gone = browser.post("/api/auth/sign-out-everywhere", Value::Null).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    let told = page.until("error").await;
    assert_eq!(told["code"], "signed_out");
    server.all_left().await;
}

#[tokio::test]
async fn what_cannot_be_heard_is_an_error_and_the_page_goes_on_alone() {
    let server = Listening::start(2).await;
    let mut page = server.page(&server.cookie().await).await;
    page.until("ready").await;
    page.push(&vec![0; 80_000]).await;
    page.tell(json!({ "type": "finish" })).await;
    assert_eq!(page.until("error").await["code"], "unreadable_recording");
    // The engine of this server hears whole recordings alone.
    let server = Listening::serve(TestServer::start().await).await;
    let mut page = server.page(&server.cookie().await).await;
    assert_eq!(page.next().await["code"], "live_unavailable");
}

#[tokio::test]
async fn strangers_and_other_sites_are_refused_before_the_conversation() {
    let server = Listening::start(2).await;
    let cookie = server.cookie().await;
    let status = |refused: Result<Page, Error>| match refused {
        Err(Error::Http(response)) => response.status().as_u16(),
        _ => panic!("no refusal"),
    };
    let here = format!("http://{}", server.host);
    assert_eq!(status(server.connect(None, &here).await), 401);
    let elsewhere = server.connect(Some(&cookie), "https://evil.example").await;
    assert_eq!(status(elsewhere), 403);
}

#[tokio::test]
async fn a_server_that_stops_says_so_to_who_dictates() {
    let server = Listening::start(2).await;
    let mut page = server.page(&server.cookie().await).await;
    page.until("ready").await;
    server.stop.send(()).expect("it listens");
    assert_eq!(page.close_code().await, 1012);
    timeout(Duration::from_secs(10), server.task)
        .await
        .expect("it does not wait")
        .expect("no panic");
}

#[tokio::test]
async fn the_terms_of_the_chosen_template_reach_the_engine() {
    let fake = Arc::new(FakeTranscriber::listening());
    let speech = Arc::clone(&fake);
    let server = Listening::serve(TestServer::with(|app| app.speech = speech).await).await;
    let template = &templates::library().all()[0];
    let cookie = server.cookie().await;
    let origin = format!("http://{}", server.host);
    for (start, terms) in [
        (
            json!({ "type": "start", "selectedTemplate": template.body_part }),
            template.terms(),
        ),
        (
            json!({ "type": "start", "mime": "audio/webm", "customTemplateId": "gone" }),
            Vec::new(),
        ),
        (json!({ "type": "start", "selectedTemplate": null }), Vec::new()),
    ] {
        let mut page = server
            .connect(Some(&cookie), &origin)
            .await
            .expect("a conversation");
        page.tell(start).await;
        assert_eq!(page.next().await["code"], "speech_unavailable");
        assert_eq!(fake.told().template, terms);
    }
}
