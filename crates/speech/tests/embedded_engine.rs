//! The embedded engine, from synthetic speech to words. Needs Debian's flite, which `make test` installs.
#![cfg(feature = "embedded")]

use std::num::NonZeroU8;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use speech::{Context, EmbeddedSettings, Engine, Recording, Samples, Settings, SpeechError};

fn settings(cache: &Path) -> EmbeddedSettings {
    let lines = vec![
        "Lungs are clear. No pleural effusion.".to_owned(),
        "Right kidney measures ___ cm.".to_owned(),
    ];
    let mut settings = EmbeddedSettings::new(cache, lines);
    settings.threads = NonZeroU8::new(2);
    settings
}

fn engine(settings: EmbeddedSettings) -> Engine {
    Engine::from_settings(Settings {
        embedded: Some(settings),
        ..Settings::default()
    })
}

/// One model and its cache for all tests.
fn cache() -> &'static Path {
    static CACHE: OnceLock<tempfile::TempDir> = OnceLock::new();
    CACHE
        .get_or_init(|| tempfile::tempdir().expect("a folder"))
        .path()
}

fn said(text: &str) -> Recording {
    let folder = tempfile::tempdir().expect("a folder");
    let wav = folder.path().join("said.wav");
    let status = Command::new("flite")
        .args(["-voice", "slt", "-t", text, "-o"])
        .arg(&wav)
        .status();
    assert!(status.expect("flite (Debian: apt-get install flite)").success());
    Recording::read(std::fs::read(wav).expect("speech"), Some("audio/wav")).expect("a recording")
}

#[tokio::test]
async fn hears_a_dictation_with_its_numbers_sides_and_negations() {
    let engine = engine(settings(cache()));
    let recording = said(
        "C T chest plain. There is a four millimeter nodule in the right upper lobe. No pleural effusion. Heart size \
         is normal.",
    );
    let seconds = recording.seconds();
    let transcript = engine
        .transcribe(recording, &Context::default())
        .await
        .expect("a transcript");
    for phrase in [
        "four millimeter",
        "nodule",
        "right upper lobe",
        "no pleural effusion",
        "heart size is normal",
    ] {
        assert!(
            transcript.heard.contains(phrase),
            "{phrase}: {}",
            transcript.heard
        );
    }
    assert!(
        transcript
            .words
            .windows(2)
            .all(|pair| pair[0].start <= pair[1].start)
    );
    for word in &transcript.words {
        assert!(
            word.start < word.end && word.end <= seconds + 0.1,
            "{} {}..{}",
            word.text,
            word.start,
            word.end
        );
        assert!(matches!(word.confidence, Some(0.0..=1.0)));
    }
    let heard_by_words: Vec<&str> = transcript.words.iter().map(|word| word.text.as_str()).collect();
    assert_eq!(heard_by_words.join(" "), transcript.heard);
}

#[tokio::test]
async fn a_request_before_the_model_is_ready_waits() {
    let fresh = tempfile::tempdir().expect("a folder");
    let began = Instant::now();
    let engine = engine(settings(fresh.path()));
    assert!(
        began.elapsed() < Duration::from_millis(500),
        "starting took {:?}",
        began.elapsed()
    );
    assert!(!engine.description().ready);
    let transcript = engine
        .transcribe(said("the liver is normal"), &Context::default())
        .await
        .expect("heard");
    assert_eq!(transcript.heard, "the liver is normal");
    assert!(engine.description().ready);
}

#[tokio::test]
async fn silence_gives_a_transcript_without_words() {
    let engine = engine(settings(cache()));
    let silence = Samples::from_pcm(vec![3; 16_000 * 5]);
    let transcript = engine
        .transcribe(silence, &Context::default())
        .await
        .expect("a transcript");
    assert!(transcript.is_empty() && transcript.words.is_empty());
}

#[tokio::test]
async fn more_dictations_than_threads_all_come_back() {
    let engine = engine(settings(cache()));
    let recording = said("no focal lesion");
    let context = Context::default();
    let all = (0..6).map(|_| engine.transcribe(recording.clone(), &context));
    for transcript in futures::future::join_all(all).await {
        assert_eq!(transcript.expect("heard").heard, "no focal lesion");
    }
}

#[tokio::test]
async fn a_word_of_the_user_is_heard_at_once_and_by_that_user_alone() {
    let mut settings = settings(cache());
    settings.threads = NonZeroU8::new(1);
    let engine = engine(settings);
    let recording = said("status post zirkonaplasty of the left hip");
    let anyone = Context::default();
    let user = Context {
        vocabulary: vec!["Zirkonaplasty".into(), "hip".into(), "???".into()],
        ..Context::default()
    };
    for (context, knows) in [(&anyone, false), (&user, true), (&anyone, false), (&user, true)] {
        let heard = engine
            .transcribe(recording.clone(), context)
            .await
            .expect("heard")
            .heard;
        assert_eq!(heard.contains("zirkonaplasty"), knows, "{heard}");
        assert!(heard.ends_with("left hip"), "{heard}");
    }
}

#[tokio::test]
async fn the_same_input_gives_the_same_model() {
    let build = async || {
        let folder = tempfile::tempdir().expect("a folder");
        engine(settings(folder.path())).ready().await.expect("ready");
        let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder.path())
            .expect("a cache")
            .flatten()
            .map(|entry| {
                (
                    entry.file_name().to_string_lossy().into_owned(),
                    std::fs::read(entry.path()).expect("a file"),
                )
            })
            .collect();
        files.sort();
        files
    };
    let (first, second) = (build().await, build().await);
    assert_eq!(first.len(), 3);
    assert!(first == second, "two builds differ");
}

#[tokio::test]
async fn without_its_acoustic_model_the_engine_says_what_is_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = settings(folder.path());
    settings.model = folder.path().join("nowhere");
    let engine = engine(settings);
    let refused = engine
        .transcribe(Samples::default(), &Context::default())
        .await
        .expect_err("no model");
    assert!(matches!(&refused, SpeechError::Unavailable(reason) if reason.contains("pocketsphinx-en-us")));
}
