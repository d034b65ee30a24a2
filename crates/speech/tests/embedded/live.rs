//! Live dictation: a recording goes in as a browser makes it, words come out while it does.

use std::time::Duration;

use bytes::Bytes;
use speech::{
    Context, DecodeError, Engine, LiveError, LiveUpdate, LiveUpdates, Recording, RecordingFeed, Samples,
    Transcript,
};
use tokio::time::timeout;

use crate::spoken::{cache, engine, engine_of, opus, said, settings};

/// Browsers hand over four pieces a second.
const PIECE_SECONDS: f64 = 0.25;

async fn listen(engine: &Engine) -> (RecordingFeed, LiveUpdates) {
    listen_to(engine, &Context::default()).await
}

async fn listen_to(engine: &Engine, context: &Context) -> (RecordingFeed, LiveUpdates) {
    let session = engine.listen(context).await.expect("a session");
    let mime = Some("audio/webm;codecs=opus".to_owned());
    let feed = session.sound.from_recording(mime).expect("a decoder");
    (feed, session.updates)
}

async fn next(updates: &mut LiveUpdates) -> Option<Result<LiveUpdate, LiveError>> {
    timeout(Duration::from_secs(60), updates.next())
        .await
        .expect("an answer in time")
}

/// Everything told up to the end.
async fn all(mut updates: LiveUpdates) -> (Vec<String>, Transcript) {
    let mut stretches = Vec::new();
    loop {
        match next(&mut updates).await.expect("an end").expect("no failure") {
            LiveUpdate::Tentative(_) | LiveUpdate::Paused => {}
            LiveUpdate::Stretch(heard) => stretches.push(heard),
            LiveUpdate::Final { transcript, .. } => return (stretches, transcript),
        }
    }
}

async fn push(feed: &mut RecordingFeed, recording: &[u8], seconds: f64) {
    let pieces = (seconds / PIECE_SECONDS).ceil() as usize;
    for piece in recording.chunks(recording.len().div_ceil(pieces)) {
        feed.push(Bytes::copy_from_slice(piece))
            .await
            .expect("not too large");
    }
}

#[tokio::test]
async fn words_come_before_the_end_and_stretches_are_those_between_pauses() {
    let engine = engine();
    let sound = said(&["no pleural effusion", "the heart size is normal"], 1.2);
    let (mut feed, mut updates) = listen(&engine).await;
    push(&mut feed, &opus(&sound), sound.seconds()).await;
    // The end is not told yet, and the first words are there.
    let mut tentative = Vec::new();
    let first = loop {
        match next(&mut updates).await.expect("not over").expect("no failure") {
            LiveUpdate::Tentative(heard) => tentative.push(heard),
            LiveUpdate::Stretch(heard) => break heard,
            LiveUpdate::Paused | LiveUpdate::Final { .. } => panic!("nobody has paused or finished"),
        }
    };
    assert_eq!(first, "no pleural effusion");
    assert!(
        tentative.iter().any(|heard| heard.starts_with("no pleural")),
        "{tentative:?}"
    );
    feed.finish().await;
    let (rest, transcript) = all(updates).await;
    assert_eq!(rest, ["the heart size is normal"]);
    assert_eq!(transcript.heard, "no pleural effusion the heart size is normal");
    let stretches: Vec<_> = transcript
        .stretches
        .iter()
        .map(|stretch| &transcript.heard[stretch.heard.clone()])
        .collect();
    assert_eq!(stretches, ["no pleural effusion", "the heart size is normal"]);
    let heart = &transcript.words[4];
    assert_eq!(heart.text, "heart");
    assert!((2.0..4.0).contains(&heart.start), "{heart:?}");
    assert!(heart.confidence.is_some());
}

#[tokio::test]
async fn a_pause_that_is_told_ends_the_stretch_and_dictation_goes_on() {
    let engine = engine();
    let sound = said(&["no pleural effusion", "the heart size is normal"], 0.35);
    let recording = opus(&sound);
    let (mut feed, updates) = listen(&engine).await;
    // Somewhere in the short silence between the two.
    let at = recording.len() * 45 / 100;
    push(&mut feed, &recording[..at], sound.seconds() * 0.45).await;
    feed.pause().await;
    push(&mut feed, &recording[at..], sound.seconds() * 0.55).await;
    feed.finish().await;
    let (stretches, _) = all(updates).await;
    assert_eq!(stretches.len(), 2, "{stretches:?}");
}

#[tokio::test]
async fn a_pause_may_be_anywhere() {
    let engine = engine();
    let sound = said(&["the liver is normal"], 1.0);
    let recording = opus(&sound);
    for share in (4..100).step_by(4) {
        let (mut feed, updates) = listen(&engine).await;
        let (begun, rest) = recording.split_at(recording.len() * share / 100);
        push(&mut feed, begun, sound.seconds()).await;
        feed.pause().await;
        push(&mut feed, rest, sound.seconds()).await;
        feed.finish().await;
        let (stretches, _) = all(updates).await;
        assert!((1..=2).contains(&stretches.len()), "{share}: {stretches:?}");
    }
}

#[tokio::test]
async fn another_speaks_while_one_pauses_and_the_first_goes_on() {
    let engine = engine();
    let sound = said(&["the liver is normal"], 1.0);
    let recording = opus(&sound);
    for share in [30, 50, 66, 80] {
        let (mut feed, mut updates) = listen(&engine).await;
        let (begun, rest) = recording.split_at(recording.len() * share / 100);
        push(&mut feed, begun, sound.seconds()).await;
        feed.pause().await;
        while next(&mut updates).await.expect("not over").expect("no failure") != LiveUpdate::Paused {}
        let (mut other, others) = listen(&engine).await;
        push(&mut other, &recording, sound.seconds()).await;
        other.finish().await;
        assert_eq!(all(others).await.0, ["the liver is normal"]);
        push(&mut feed, rest, sound.seconds()).await;
        feed.finish().await;
        all(updates).await;
    }
}

#[tokio::test]
async fn a_speaker_who_goes_away_leaves_the_recogniser_to_others() {
    let engine = engine();
    let sound = said(&["the liver is normal"], 1.0);
    let recording = opus(&sound);
    // More often than there are recognisers at the most.
    for _ in 0..45 {
        let (mut feed, mut updates) = listen(&engine).await;
        push(
            &mut feed,
            &recording[..recording.len() / 2],
            sound.seconds() / 2.0,
        )
        .await;
        drop(feed);
        while let Some(update) = next(&mut updates).await {
            assert!(!matches!(update, Ok(LiveUpdate::Final { .. })));
        }
    }
    let (mut feed, updates) = listen(&engine).await;
    push(&mut feed, &recording, sound.seconds()).await;
    feed.finish().await;
    assert_eq!(all(updates).await.1.heard, "the liver is normal");
}

#[tokio::test]
async fn many_speak_at_once_and_each_hears_the_own_words() {
    let engine = engine();
    let phrases = [
        "no pleural effusion",
        "the liver is normal",
        "the spleen is normal",
    ];
    let mut speakers = Vec::new();
    for number in 0..12 {
        let engine = engine.clone();
        speakers.push(tokio::spawn(async move {
            let phrase = phrases[number % phrases.len()];
            let sound = said(&[phrase], 1.0);
            let (mut feed, updates) = listen(&engine).await;
            push(&mut feed, &opus(&sound), sound.seconds()).await;
            feed.finish().await;
            (phrase, all(updates).await.1.heard)
        }));
    }
    for speaker in speakers {
        let (said, heard) = speaker.await.expect("no panic");
        assert_eq!(heard, said);
    }
}

/// A whole take of this sound.
async fn take(engine: &Engine, context: &Context, sound: &Samples) -> String {
    let (mut feed, updates) = listen_to(engine, context).await;
    push(&mut feed, &opus(sound), sound.seconds()).await;
    feed.finish().await;
    all(updates).await.1.heard
}

#[tokio::test]
async fn a_word_of_the_user_is_heard_live_and_by_that_user_alone() {
    let engine = engine();
    let sound = said(&["status post zirkonaplasty of the left hip"], 1.0);
    let anyone = Context::default();
    let user = Context {
        vocabulary: vec!["Zirkonaplasty".into()],
        ..Context::default()
    };
    for (context, knows) in [(&anyone, false), (&user, true), (&anyone, false), (&user, true)] {
        let heard = take(&engine, context, &sound).await;
        assert_eq!(heard.contains("zirkonaplasty"), knows, "{heard}");
        assert!(heard.ends_with("left hip"), "{heard}");
    }
}

#[tokio::test]
async fn a_recording_is_heard_the_same_after_the_recogniser_has_heard_somebody_speak() {
    let engine = engine_of(settings(cache()));
    let sound = said(&["no pleural effusion", "the heart size is normal"], 0.3);
    let transcribe = async || {
        let heard = engine
            .transcribe(Recording::from(sound.clone()), &Context::default())
            .await;
        heard.expect("a transcript")
    };
    let before = transcribe().await;
    // Words, times and confidences to the last digit.
    assert!(transcribe().await == before);
    assert_ne!(take(&engine, &Context::default(), &sound).await, "");
    assert!(transcribe().await == before);
}

#[tokio::test]
async fn a_voice_with_nothing_left_between_its_words_is_heard_live() {
    let phrase = "there is a four millimeter nodule in the right upper lobe";
    // What some headsets and browsers make of a voice: what is soft is gone.
    let sound = said(&[phrase], 1.0);
    let cleaned: Vec<i16> = sound
        .as_slice()
        .iter()
        .map(|sample| if sample.abs() < 1000 { 0 } else { *sample })
        .collect();
    let mut session = engine().listen(&Context::default()).await.expect("a session");
    for piece in cleaned.chunks(4_000) {
        session.sound.hear(piece);
    }
    session.sound.finish(sound.seconds());
    assert_eq!(all(session.updates).await.1.heard, phrase);
}

#[tokio::test]
async fn a_recording_that_says_it_is_over_while_its_speaker_goes_on_fails_with_its_reason() {
    let engine = engine();
    let session = engine.listen(&Context::default()).await.expect("a session");
    let feed = session.sound.from_recording(Some("audio/wav".to_owned()));
    let (mut feed, mut updates) = (feed.expect("a decoder"), session.updates);
    // The head announces a second, and three follow.
    let second = Samples::from_pcm(vec![0; 16_000]).to_wav();
    feed.push(Bytes::from(second)).await.expect("not too large");
    feed.push(Bytes::from(vec![0; 64_000]))
        .await
        .expect("not too large");
    let failed = next(&mut updates).await.expect("an answer");
    assert_eq!(failed, Err(LiveError::Recording(DecodeError::Damaged)));
}

#[tokio::test]
async fn what_is_no_recording_fails_with_its_reason_and_silence_is_no_failure() {
    let engine = engine();
    let (mut feed, mut updates) = listen(&engine).await;
    feed.push(Bytes::from(vec![0; 300_000]))
        .await
        .expect("not too large");
    feed.finish().await;
    let failed = next(&mut updates).await.expect("an answer");
    assert_eq!(failed, Err(LiveError::Recording(DecodeError::NotAudio)));
    let (mut feed, updates) = listen(&engine).await;
    let silence = Samples::from_pcm(vec![0; 32_000]);
    push(&mut feed, &opus(&silence), 2.0).await;
    feed.finish().await;
    let (stretches, transcript) = all(updates).await;
    assert!(stretches.is_empty() && transcript.is_empty());
}
