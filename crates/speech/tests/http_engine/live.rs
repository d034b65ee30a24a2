//! Live dictation with a speech server that takes whole recordings: each stretch is sent when its speaker pauses.

use std::time::Duration;

use crate::peer::{Does, GOOD, Peer};
use speech::{Context, LiveError, LiveSession, LiveUpdate, Samples, SpeechError, decode};
use tokio::time::timeout;

/// Two seconds of speech and one of silence.
fn stretch() -> Samples {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/samples/browser.webm");
    let bytes = std::fs::read(path).expect("a sample");
    let mut pcm = decode(bytes, None).expect("a recording").as_slice().to_vec();
    pcm.resize(pcm.len() + 16_000, 0);
    Samples::from_pcm(pcm)
}

async fn listen(peer: &Peer) -> LiveSession {
    let session = peer.engine().listen(&Context::default()).await;
    session.expect("a session")
}

async fn next(session: &mut LiveSession) -> Option<Result<LiveUpdate, LiveError>> {
    timeout(Duration::from_secs(20), session.updates.next())
        .await
        .expect("an answer in time")
}

/// What is told of a take of so many stretches, up to its end.
async fn take(peer: &Peer, stretches: usize) -> (Vec<String>, Option<SpeechError>) {
    let LiveSession {
        mut sound,
        mut updates,
    } = listen(peer).await;
    for _ in 0..stretches {
        sound.hear(stretch().as_slice());
    }
    sound.finish(1.0);
    let mut heard = Vec::new();
    loop {
        let update = timeout(Duration::from_secs(20), updates.next());
        match update.await.expect("an answer in time") {
            Some(Ok(LiveUpdate::Stretch(words))) => heard.push(words),
            Some(Ok(LiveUpdate::Final { transcript, .. })) => {
                assert_eq!(transcript.stretches.len(), heard.len());
                return (heard, None);
            }
            Some(Ok(_)) => {}
            Some(Err(LiveError::Speech(problem))) => return (heard, Some(problem)),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_stretch_is_sent_and_told_while_its_speaker_goes_on() {
    let peer = Peer::that(&[GOOD]).await;
    let mut session = listen(&peer).await;
    session.sound.hear(stretch().as_slice());
    let heard = next(&mut session).await.expect("told").expect("no failure");
    assert!(matches!(heard, LiveUpdate::Stretch(words) if words == "No pleural effusion."));
    assert_eq!(peer.requests(), 1);
    session.sound.pause();
    let paused = next(&mut session).await.expect("told").expect("no failure");
    assert!(matches!(paused, LiveUpdate::Paused));
}

#[tokio::test]
async fn stretches_keep_their_order_however_late_the_answers_are() {
    let peer = Peer::that(&[
        Does::AnswersLate(500, r#"{"text":"One."}"#),
        Does::Answers(200, r#"{"text":"Two."}"#),
        Does::AnswersLate(100, r#"{"text":"Three."}"#),
    ])
    .await;
    // Requests made at the same moment may arrive in any order, so they are made one after the other.
    let mut session = listen(&peer).await;
    for requests in 1..=3 {
        session.sound.hear(stretch().as_slice());
        while peer.requests() < requests {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    for expected in ["One.", "Two.", "Three."] {
        let heard = next(&mut session).await.expect("told").expect("no failure");
        assert!(
            matches!(&heard, LiveUpdate::Stretch(words) if words == expected),
            "{heard:?}"
        );
    }
}

#[tokio::test]
async fn a_server_that_fails_for_a_moment_loses_nothing() {
    let peer = Peer::that(&[Does::Answers(429, ""), Does::Hangs, GOOD]).await;
    let (heard, problem) = take(&peer, 1).await;
    assert_eq!((heard.len(), problem), (1, None));
}

#[tokio::test]
async fn a_stretch_that_fails_ends_the_session_with_its_reason_and_without_a_gap() {
    for (does, expected) in [
        (Does::Answers(401, "{}"), SpeechError::Refused(401)),
        (Does::Answers(500, "oops"), SpeechError::Busy),
        (Does::Answers(200, "<html>"), SpeechError::UnreadableAnswer),
        (Does::Cuts, SpeechError::UnreadableAnswer),
        (Does::Stalls, SpeechError::TimedOut),
    ] {
        let peer = Peer::that(Vec::from([does]).leak()).await;
        assert_eq!(take(&peer, 2).await, (Vec::new(), Some(expected)));
    }
}

#[tokio::test]
async fn silence_is_never_sent() {
    let peer = Peer::that(&[GOOD]).await;
    let session = listen(&peer).await;
    let LiveSession {
        mut sound,
        mut updates,
    } = session;
    sound.hear(&[0; 48_000]);
    sound.finish(3.0);
    let last = updates.next().await.expect("an end").expect("no failure");
    assert!(
        matches!(last, LiveUpdate::Final { transcript, seconds } if transcript.is_empty() && seconds == 3.0)
    );
    assert_eq!(peer.requests(), 0);
}
