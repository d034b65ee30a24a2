//! Recordings that are whole.

use std::time::{Duration, Instant};

use crate::peer::{Does, GOOD, Peer};
use speech::{Context, Engine, HttpSettings, Recording, Samples, Settings, SpeechError, decode};

async fn transcribe(peer: &Peer) -> Result<String, SpeechError> {
    let context = Context {
        vocabulary: vec!["pleura".into(), "hilum".into()],
        template: vec!["azygos fissure".into()],
        ..Context::default()
    };
    peer.engine()
        .transcribe(speech(), &context)
        .await
        .map(|transcript| transcript.heard)
}

fn file() -> Vec<u8> {
    std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/samples/browser.webm")).expect("a sample")
}

fn speech() -> Recording {
    Recording::read(file(), Some("audio/webm;codecs=opus")).expect("a recording")
}

#[tokio::test]
async fn sends_the_original_recording_with_its_type_key_and_vocabulary() {
    let peer = Peer::that(&[GOOD]).await;
    assert_eq!(transcribe(&peer).await.as_deref(), Ok("No pleural effusion."));
    let request = peer.last.lock().expect("no panic").clone();
    let text = String::from_utf8_lossy(&request);
    assert!(text.starts_with("POST /v1/audio/transcriptions HTTP/1.1\r\n"));
    assert!(text.contains("authorization: Bearer secret\r\n"));
    assert!(
        text.contains("filename=\"dictation.webm\"\r\nContent-Type: audio/webm;codecs=opus\r\n"),
        "{text}"
    );
    assert!(text.contains("pleura, hilum, azygos fissure") && text.contains("whisper-1"));
    let sound = file();
    assert!(request.windows(sound.len()).any(|window| window == sound));
}

#[tokio::test]
async fn sound_without_a_file_goes_as_wav() {
    let peer = Peer::that(&[GOOD]).await;
    let samples = decode(file(), None).expect("a recording");
    peer.engine()
        .transcribe(samples, &Context::default())
        .await
        .expect("an answer");
    let request = peer.last.lock().expect("no panic").clone();
    assert!(request.windows(8).any(|window| window == b"WAVEfmt "));
}

#[tokio::test]
async fn a_file_of_which_nobody_says_what_it_is_is_named_by_its_bytes() {
    let sample = |name: &str| {
        let path = format!("{}/tests/samples/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read(path).expect("a sample")
    };
    for (name, said) in [
        ("whole.webm", "dictation.webm\"\r\nContent-Type: audio/webm"),
        ("browser.ogg", "dictation.ogg\"\r\nContent-Type: audio/ogg"),
        ("voice-memo.m4a", "dictation.m4a\"\r\nContent-Type: audio/mp4"),
        ("clip.mp3", "dictation.mp3\"\r\nContent-Type: audio/mpeg"),
    ] {
        let peer = Peer::that(&[GOOD]).await;
        let recording = Recording::read(sample(name), None).expect("a recording");
        let context = Context::default();
        peer.engine()
            .transcribe(recording, &context)
            .await
            .expect("an answer");
        let request = peer.last.lock().expect("no panic").clone();
        let text = String::from_utf8_lossy(&request);
        assert!(text.contains(said), "{name}: {}", &text[..600]);
    }
}

#[tokio::test]
async fn silence_is_never_sent() {
    let peer = Peer::that(&[GOOD]).await;
    let silence = Samples::from_pcm(vec![0; 48_000]);
    let transcript = peer
        .engine()
        .transcribe(silence, &Context::default())
        .await
        .expect("a transcript");
    assert!(transcript.is_empty() && transcript.words.is_empty());
    assert_eq!(peer.requests(), 0);
}

#[tokio::test]
async fn tries_again_when_the_server_is_busy_or_fails_before_it_answers() {
    for first in [
        Does::Answers(429, ""),
        Does::Answers(500, "oops"),
        Does::Answers(503, ""),
        Does::Hangs,
    ] {
        let behaviour: &'static [Does] = Vec::from([first, GOOD]).leak();
        let peer = Peer::that(behaviour).await;
        assert_eq!(transcribe(&peer).await.as_deref(), Ok("No pleural effusion."));
        assert_eq!(peer.requests(), 2);
    }
}

#[tokio::test]
async fn gives_up_after_three_more_tries() {
    let peer = Peer::that(&[Does::Answers(500, "patient text in an error")]).await;
    assert_eq!(transcribe(&peer).await, Err(SpeechError::Busy));
    assert_eq!(peer.requests(), 4);
}

#[tokio::test]
async fn a_refusal_is_final() {
    let peer = Peer::that(&[Does::Answers(401, r#"{"error":"bad key"}"#)]).await;
    let refused = transcribe(&peer).await.expect_err("refused");
    assert_eq!(refused, SpeechError::Refused(401));
    assert_eq!(peer.requests(), 1);
}

#[tokio::test]
async fn a_server_that_gives_no_times_of_words_is_asked_for_text_alone_from_then_on() {
    for status in [400, 422] {
        let does = Does::AnswersInTextAlone(status, r#"{"text":"No pleural effusion."}"#);
        let peer = Peer::that(Vec::from([does]).leak()).await;
        let engine = peer.engine();
        for requests in [2, 3] {
            let heard = engine.transcribe(speech(), &Context::default()).await;
            let heard = heard.map(|transcript| transcript.heard);
            assert_eq!(heard.as_deref(), Ok("No pleural effusion."));
            assert_eq!(peer.requests(), requests);
        }
        let request = peer.last.lock().expect("no panic").clone();
        assert!(String::from_utf8_lossy(&request).contains("\r\n\r\njson\r\n"));
    }
}

#[tokio::test]
async fn what_is_refused_for_another_reason_is_refused_and_remembered_as_nothing() {
    let peer = Peer::that(&[Does::Answers(400, "{}"), Does::Answers(400, "{}"), GOOD]).await;
    let engine = peer.engine();
    let refused = engine.transcribe(speech(), &Context::default()).await;
    assert_eq!(refused.err(), Some(SpeechError::Refused(400)));
    assert_eq!(peer.requests(), 2);
    let heard = engine.transcribe(speech(), &Context::default()).await;
    assert_eq!(heard.expect("an answer").heard, "No pleural effusion.");
    let request = peer.last.lock().expect("no panic").clone();
    assert!(String::from_utf8_lossy(&request).contains("verbose_json"));
}

#[tokio::test]
async fn a_server_that_is_silent_or_drips_is_left_when_the_time_is_over() {
    for does in [Does::Stalls, Does::Drips] {
        let behaviour: &'static [Does] = Vec::from([does]).leak();
        let peer = Peer::that(behaviour).await;
        let engine = peer.engine_within(Duration::from_millis(900));
        let began = Instant::now();
        let refused = engine.transcribe(speech(), &Context::default()).await;
        assert_eq!(refused.err(), Some(SpeechError::TimedOut));
        let waited = began.elapsed();
        assert!(
            waited > Duration::from_millis(800) && waited < Duration::from_secs(5),
            "{waited:?}"
        );
        assert_eq!(peer.requests(), 1);
    }
}

#[tokio::test]
async fn a_slow_answer_counts_as_long_as_there_is_time() {
    let peer = Peer::that(&[Does::AnswersLate(1500, r#"{"text":"No pleural effusion."}"#)]).await;
    assert_eq!(transcribe(&peer).await.as_deref(), Ok("No pleural effusion."));
}

#[tokio::test]
async fn a_busy_server_is_asked_again_when_it_said() {
    let peer = Peer::that(&[Does::Busy("2"), GOOD]).await;
    let began = Instant::now();
    assert_eq!(transcribe(&peer).await.as_deref(), Ok("No pleural effusion."));
    assert!(began.elapsed() >= Duration::from_secs(2), "{:?}", began.elapsed());
    for past in ["Wed, 21 Oct 2015 07:28:00 GMT", "soon"] {
        let behaviour: &'static [Does] = Vec::from([Does::Busy(past), GOOD]).leak();
        let peer = Peer::that(behaviour).await;
        assert_eq!(transcribe(&peer).await.as_deref(), Ok("No pleural effusion."));
    }
}

#[tokio::test]
async fn a_server_that_is_busy_for_long_is_not_waited_for() {
    let peer = Peer::that(&[Does::Busy("3600"), GOOD]).await;
    let began = Instant::now();
    assert_eq!(transcribe(&peer).await, Err(SpeechError::Busy));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(peer.requests(), 1);
}

#[tokio::test]
async fn an_answer_that_is_cut_or_odd_is_an_error_and_not_tried_again() {
    for does in [
        Does::Cuts,
        Does::Answers(200, "<html>busy</html>"),
        Does::Answers(200, r#"{"text":null}"#),
    ] {
        let behaviour: &'static [Does] = Vec::from([does]).leak();
        let peer = Peer::that(behaviour).await;
        assert_eq!(transcribe(&peer).await, Err(SpeechError::UnreadableAnswer));
        assert_eq!(peer.requests(), 1);
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unreachable() {
    let http = HttpSettings::new("http://127.0.0.1:9/v1", "whisper-1");
    let engine = Engine::from_settings(Settings {
        http: Some(http),
        ..Settings::default()
    });
    let refused = engine
        .transcribe(speech(), &Context::default())
        .await
        .expect_err("nobody there");
    assert_eq!(refused, SpeechError::Unreachable);
    assert!(refused.is_temporary());
}

/// What a proxy is said to be at where nobody listens.
const DEAD_PROXY: &str = "http://127.0.0.1:9";

#[tokio::test]
async fn a_server_on_this_machine_is_asked_without_the_proxy() {
    // The environment belongs to the process, so the test runs once more in one that has the proxy.
    if std::env::var("HTTP_PROXY").as_deref() != Ok(DEAD_PROXY) {
        let this = std::env::current_exe().expect("this test");
        let ran = std::process::Command::new(this)
            .args([
                "--exact",
                "whole::a_server_on_this_machine_is_asked_without_the_proxy",
            ])
            .envs([("HTTP_PROXY", DEAD_PROXY), ("http_proxy", DEAD_PROXY)])
            .env_remove("NO_PROXY")
            .env_remove("no_proxy")
            .output()
            .expect("it runs");
        let told = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success() && told.contains("1 passed"), "{told}");
        return;
    }
    let peer = Peer::that(&[GOOD]).await;
    assert_eq!(transcribe(&peer).await.as_deref(), Ok("No pleural effusion."));
}

#[tokio::test]
async fn a_server_that_was_away_is_found_again_without_a_dictation() {
    // A dictation is tried four times.
    let peer = Peer::that(&[
        Does::Hangs,
        Does::Hangs,
        Does::Hangs,
        Does::Hangs,
        Does::Answers(503, "{}"),
        GOOD,
    ])
    .await;
    let engine = peer.engine();
    assert!(engine.description().works, "until it does not");
    let refused = engine.transcribe(speech(), &Context::default()).await;
    assert_eq!(refused.map(|_| ()), Err(SpeechError::Unreachable));
    assert!(engine.description().ready && !engine.description().works);
    let began = Instant::now();
    while !engine.description().works {
        assert!(began.elapsed() < Duration::from_secs(60), "it is asked again");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(peer.requests(), 6, "a dictation, and twice whether it is there");
    let asked = peer.last.lock().expect("no panic").clone();
    assert!(String::from_utf8_lossy(&asked).starts_with("GET /v1/models HTTP/1.1\r\n"));
}

#[tokio::test]
async fn a_server_that_refuses_the_key_works_again_once_it_takes_a_dictation() {
    let peer = Peer::that(&[Does::Answers(403, "{}"), GOOD]).await;
    let engine = peer.engine();
    let refused = engine.transcribe(speech(), &Context::default()).await;
    assert_eq!(refused.map(|_| ()), Err(SpeechError::Refused(403)));
    assert!(!engine.description().works);
    engine
        .transcribe(speech(), &Context::default())
        .await
        .expect("words");
    assert!(engine.description().works);
}
