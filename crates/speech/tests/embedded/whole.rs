//! Recordings that are whole.

use std::num::NonZeroU8;
use std::time::{Duration, Instant};

use speech::{Context, Recording, Samples, SpeechError};

use crate::spoken::{self, cache, engine, engine_of, settings};

fn said(text: &str) -> Recording {
    spoken::said(&[text], 0.3).into()
}

#[tokio::test]
async fn hears_a_dictation_with_its_numbers_sides_and_negations() {
    let engine = engine();
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
    let engine = engine_of(settings(fresh.path()));
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
    let engine = engine();
    let silence = Samples::from_pcm(vec![3; 16_000 * 5]);
    let transcript = engine
        .transcribe(silence, &Context::default())
        .await
        .expect("a transcript");
    assert!(transcript.is_empty() && transcript.words.is_empty());
}

#[tokio::test]
async fn more_dictations_than_threads_all_come_back() {
    let engine = engine();
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
    let engine = engine_of(settings);
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
        engine_of(settings(folder.path())).ready().await.expect("ready");
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
    let engine = engine_of(settings);
    let refused = engine
        .transcribe(Samples::default(), &Context::default())
        .await
        .expect_err("no model");
    assert!(matches!(&refused, SpeechError::Unavailable(reason) if reason.contains("pocketsphinx-en-us")));
    let problem = engine.description().problem.expect("a problem");
    assert!(!problem.contains('/'), "no path for everybody to see: {problem}");
}

#[tokio::test]
async fn a_cache_that_is_deleted_is_built_again_when_it_is_needed() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine_of(settings(folder.path()));
    engine.ready().await.expect("ready");
    for entry in std::fs::read_dir(folder.path()).expect("a cache").flatten() {
        std::fs::remove_file(entry.path()).expect("deleted");
    }
    // More at once than are loaded, so that others must be.
    let sessions: Vec<_> = futures::future::join_all((0..4).map(async |_| {
        let context = Context::default();
        engine.listen(&context).await.expect("a session")
    }))
    .await;
    let began = Instant::now();
    while std::fs::read_dir(folder.path()).expect("a cache").count() < 3 {
        assert!(began.elapsed() < Duration::from_secs(60), "it is not built again");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    drop(sessions);
}
