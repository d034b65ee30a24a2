//! Live dictation.

use std::time::Duration;

use speech::{Context, LiveSession, LiveUpdate, LocalSettings, Recording, Transcript};

use crate::{engine, sound, toy};

/// Sound that a browser sends at once: a quarter of a second.
const PIECE: usize = 4000;

fn speech() -> Vec<i16> {
    sound().as_slice().to_vec()
}

/// What a session told: whether words came before the first stretch ended, and everything at the end.
struct Told {
    words_while_speaking: bool,
    stretches: Vec<String>,
    transcript: Transcript,
}

/// Speaks at ten times the speed of a person, and listens.
async fn dictate(session: LiveSession, pcm: Vec<i16>) -> Told {
    let LiveSession {
        mut sound,
        mut updates,
    } = session;
    let seconds = pcm.len() as f64 / 16_000.0;
    tokio::spawn(async move {
        for piece in pcm.chunks(PIECE) {
            sound.hear(piece);
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        sound.finish(seconds);
    });
    let mut told = Told {
        words_while_speaking: false,
        stretches: Vec::new(),
        transcript: Transcript::default(),
    };
    let all = async {
        while let Some(update) = updates.next().await {
            match update.expect("no failure") {
                LiveUpdate::Tentative(heard) => {
                    told.words_while_speaking |= told.stretches.is_empty() && !heard.is_empty();
                }
                LiveUpdate::Stretch(heard) => told.stretches.push(heard),
                LiveUpdate::Paused => {}
                LiveUpdate::Final { transcript, .. } => told.transcript = transcript,
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(120), all)
        .await
        .expect("an end");
    told
}

#[tokio::test]
async fn words_come_while_somebody_speaks_and_stay_when_a_stretch_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine(LocalSettings::new(toy(folder.path())));
    assert!(engine.description().live);
    let session = engine.listen(&Context::default()).await.expect("a session");
    let told = dictate(session, speech()).await;
    assert!(told.words_while_speaking);
    assert!(!told.stretches.is_empty());
    assert!(
        told.stretches
            .iter()
            .all(|heard| heard == "no focal liver lesion"),
        "{:?}",
        told.stretches
    );
    assert_eq!(told.transcript.heard, told.stretches.join(" "));
    assert_eq!(told.transcript.stretches.len(), told.stretches.len());
    let ends: Vec<f64> = told.transcript.words.iter().map(|word| word.end).collect();
    assert!(ends.is_sorted());
}

#[tokio::test]
async fn speakers_share_a_model_and_none_loses_a_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine(LocalSettings::new(toy(folder.path())));
    let mut tasks = Vec::new();
    for _ in 0..3 {
        let session = engine.listen(&Context::default()).await.expect("a session");
        tasks.push(tokio::spawn(dictate(session, speech())));
    }
    let alone = engine
        .transcribe(Recording::from(sound()), &Context::default())
        .await
        .expect("a recording in between");
    for task in tasks {
        let told = task.await.expect("no panic");
        assert_eq!(told.transcript.heard, alone.heard);
    }
}

#[tokio::test]
async fn a_speaker_who_goes_away_leaves_the_model_to_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine(LocalSettings::new(toy(folder.path())));
    let LiveSession { mut sound, updates } = engine.listen(&Context::default()).await.expect("a session");
    sound.hear(&speech());
    drop((sound, updates));
    let session = engine.listen(&Context::default()).await.expect("another");
    assert!(!dictate(session, speech()).await.stretches.is_empty());
}
