//! Recordings that are whole.

use std::num::NonZeroU8;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use speech::{BuildError, Context, Recording, Samples, SpeechError, build_language_model};

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
async fn a_templates_words_cost_little_and_take_nothing_from_others() {
    let mut settings = settings(cache());
    settings.threads = NonZeroU8::new(1);
    let engine = engine_of(settings);
    let recording = said("there is a four millimeter nodule in the right upper lobe no pleural effusion");
    let terms = "Liver, hepatic veins, portal vein, gallbladder, common bile duct, pancreas, pancreatic duct, spleen, adrenal glands, \
        kidneys, hydronephrosis, calculus, urinary bladder, appendix, mesentery, ascites, lymphadenopathy, zorbaplasty";
    let over_template = Context {
        template: terms.split(", ").map(str::to_owned).collect(),
        ..Context::default()
    };
    let mut times = Vec::new();
    let mut heard = Vec::new();
    for context in [
        &Context::default(),
        &Context::default(),
        &over_template,
        &over_template,
    ] {
        let began = Instant::now();
        let transcript = engine
            .transcribe(recording.clone(), context)
            .await
            .expect("heard");
        times.push(began.elapsed());
        heard.push(transcript.heard);
    }
    assert!(heard.iter().all(|other| *other == heard[0]), "{heard:?}");
    assert!(times[2] < times[1] * 3 + Duration::from_millis(500), "{times:?}");
}

#[tokio::test]
async fn the_model_that_is_built_ahead_is_the_one_that_an_engine_loads() {
    let folder = tempfile::tempdir().expect("a folder");
    let ahead = build_language_model(&settings(folder.path())).expect("built");
    let dictionary = std::fs::read_to_string(&ahead.dictionary).expect("a dictionary");
    assert!(ahead.words > 10_000 && dictionary.contains("\nliver "));
    let written = |path: &Path| path.metadata().and_then(|file| file.modified()).expect("a file");
    let before = [written(&ahead.language), written(&ahead.dictionary)];
    engine_of(settings(folder.path())).ready().await.expect("ready");
    assert_eq!([written(&ahead.language), written(&ahead.dictionary)], before);
}

#[test]
fn nothing_is_built_of_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = settings(folder.path());
    settings.lines = vec![" ".to_owned()];
    let refused = build_language_model(&settings).expect_err("no text");
    assert!(matches!(refused, BuildError::NoText), "{refused}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
    // Nor does the script write a dictionary of a model that is not there.
    let dictionary = folder.path().join("pronunciations.dict");
    std::fs::write(&dictionary, "liver L IH V ER\n").expect("written");
    let refused = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tools/pronunciations.py"))
        .args([folder.path(), Path::new("--out"), &dictionary])
        .output()
        .expect("python3");
    assert!(!refused.status.success());
    assert_eq!(std::fs::read(&dictionary).expect("a file"), b"liver L IH V ER\n");
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

#[cfg(unix)]
#[tokio::test]
async fn an_acoustic_model_that_is_installed_later_is_found_without_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = settings(folder.path());
    let installed = std::mem::replace(&mut settings.model, folder.path().join("later"));
    settings.retry_after = Duration::from_millis(200);
    let later = settings.model.clone();
    let engine = engine_of(settings);
    engine.ready().await.expect_err("no model yet");
    std::os::unix::fs::symlink(installed, later).expect("a link");
    let began = Instant::now();
    while engine.ready().await.is_err() {
        assert!(began.elapsed() < Duration::from_secs(60), "it is tried again");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(engine.description().problem, None);
    engine.listen(&Context::default()).await.expect("a session");
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
