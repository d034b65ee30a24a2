//! Recordings that are whole.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use speech::local::{ModelFile, TrialCommand, trial};
use speech::{Context, LocalSettings, Recording, Samples, SpeechError};

use crate::{WORDS, engine, sound, toy};

/// A trial by a shell script.
fn trial_by(script: &str) -> Option<TrialCommand> {
    Some(TrialCommand {
        program: "/bin/sh".into(),
        arguments: vec!["-c".into(), OsString::from(script)],
    })
}

/// Speech of three stretches or so.
fn speech() -> Recording {
    sound().into()
}

#[tokio::test]
async fn a_model_is_loaded_run_and_its_words_lie_inside_the_recording() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine(LocalSettings::new(toy(folder.path())));
    let recording = speech();
    let seconds = recording.seconds();
    let heard = engine
        .transcribe(recording, &Context::default())
        .await
        .expect("a transcript");
    assert!(
        heard.heard.starts_with("no focal liver lesion"),
        "{}",
        heard.heard
    );
    assert_eq!(heard.words.len() % WORDS.len(), 0);
    assert!(
        heard
            .words
            .iter()
            .all(|word| word.start >= 0.0 && word.end <= seconds)
    );
    assert!(
        heard
            .words
            .windows(2)
            .all(|pair| pair[0].end <= pair[1].start + 1e-9)
    );
    let description = engine.description();
    assert_eq!(
        (description.name.as_str(), description.grade),
        ("toy", "not evaluated by Readout")
    );
    assert!(description.ready && description.server.is_none() && description.problem.is_none());
}

#[tokio::test]
async fn silence_reaches_no_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine(LocalSettings::new(toy(folder.path())));
    let silence = Samples::from_pcm(vec![0; 160_000]);
    let heard = engine
        .transcribe(silence, &Context::default())
        .await
        .expect("a transcript");
    assert!(heard.is_empty());
}

#[tokio::test]
async fn an_unusable_file_is_told_and_no_other_engine_takes_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = toy(folder.path());
    let whole = std::fs::read(&path).expect("the toy");
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("half of it");
    let engine = engine(LocalSettings::new(&path));
    let refused = engine.ready().await.expect_err("no engine");
    let SpeechError::Unavailable(reason) = &refused else {
        panic!("{refused}");
    };
    assert!(
        reason.starts_with("its speech model cannot be used: its file is cut short"),
        "{reason}"
    );
    assert!(!reason.contains("toy"), "no path for everybody to see: {reason}");
    assert_eq!(engine.description().problem.as_ref(), Some(reason));
    assert_eq!(
        engine.transcribe(speech(), &Context::default()).await,
        Err(refused)
    );
}

#[tokio::test]
async fn a_file_that_is_replaced_is_loaded_without_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = toy(folder.path());
    let whole = std::fs::read(&path).expect("the toy");
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("half of it");
    let mut settings = LocalSettings::new(&path);
    settings.retry_after = Duration::from_millis(50);
    let engine = engine(settings);
    engine.ready().await.expect_err("half a model");
    std::fs::write(&path, &whole).expect("all of it");
    let began = Instant::now();
    while engine.ready().await.is_err() {
        assert!(began.elapsed() < Duration::from_secs(20), "it is tried again");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    engine
        .transcribe(speech(), &Context::default())
        .await
        .expect("words of the toy");
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_that_ends_its_trial_is_never_loaded_here() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = LocalSettings::new(toy(folder.path()));
    settings.trial = trial_by("echo assertion failed >&2; kill -ABRT $$");
    let refused = engine(settings).ready().await.expect_err("a crash");
    assert!(
        refused.to_string().contains("ended that process (signal: 6"),
        "{refused}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn starting_does_not_wait_for_the_trial() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = LocalSettings::new(toy(folder.path()));
    settings.trial = trial_by(r#"sleep 1; echo '{"streams":true,"vocabulary":false,"word_times":false}'"#);
    let began = Instant::now();
    let engine = engine(settings);
    assert!(began.elapsed() < Duration::from_millis(500));
    assert!(!engine.description().ready && engine.description().problem.is_none());
    engine.ready().await.expect("loaded after its trial");
}

#[tokio::test]
async fn a_caller_that_goes_away_does_not_hold_up_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine(LocalSettings::new(toy(folder.path())));
    engine.ready().await.expect("loaded");
    let long = Samples::from_pcm(sound().as_slice().repeat(40));
    let given_up = tokio::spawn({
        let engine = engine.clone();
        async move { engine.transcribe(long, &Context::default()).await }
    });
    tokio::time::sleep(Duration::from_millis(100)).await;
    given_up.abort();
    let context = Context::default();
    let heard = tokio::time::timeout(Duration::from_secs(30), engine.transcribe(speech(), &context)).await;
    assert!(!heard.expect("in time").expect("a transcript").is_empty());
}

#[test]
fn a_trial_here_tells_what_a_model_can_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = toy(folder.path());
    let file = ModelFile::open(&path).expect("a model");
    assert_eq!(
        (file.architecture.as_str(), file.name.as_deref()),
        ("moonshine_streaming", Some("Toy"))
    );
    let abilities = trial::here(&path, 1).expect("a model that runs");
    assert!(abilities.streams && !abilities.vocabulary && !abilities.word_times);
}
