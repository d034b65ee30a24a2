//! The engine that comes with the product: PocketSphinx with a language model of CT and MRI reporting.
//!
//! Its model is built and its recognisers are loaded by threads of its own, so that a server starts at once; a
//! dictation that arrives earlier waits. Each thread owns one recogniser and takes stretches of speech from one
//! bounded queue. A recording keeps at most one stretch a thread in that queue, so that a long dictation does not
//! hold up a short one, and a caller that goes away leaves nothing behind but the stretch in work.

mod model;
mod pocketsphinx;

use std::sync::Arc;
use std::thread;

use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use tokio::sync::{Mutex, mpsc, oneshot, watch};

use crate::engine::SpeechError;
use crate::samples::{Samples, Segment};
use crate::settings::EmbeddedSettings;
use crate::transcript::{Transcript, Word};
use crate::voice;

use model::ModelFiles;
use pocketsphinx::Decoder;

/// Stretches that wait for a thread, over all recordings. Past it callers wait in line.
const QUEUE: usize = 64;

/// The engine: a handle, cheap to clone. The threads end when the last one is dropped.
#[derive(Clone)]
pub(crate) struct Embedded {
    jobs: mpsc::Sender<Job>,
    state: watch::Receiver<State>,
    threads: usize,
}

struct Job {
    segment: Segment,
    reply: oneshot::Sender<Result<Vec<Word>, SpeechError>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum State {
    Preparing,
    Ready,
    Failed(String),
}

impl Embedded {
    /// Begins to prepare; returns at once.
    pub(crate) fn start(settings: EmbeddedSettings) -> Embedded {
        let threads = settings
            .threads
            .map_or_else(default_threads, |threads| usize::from(threads.get()));
        let (jobs, queue) = mpsc::channel(QUEUE);
        let (report, state) = watch::channel(State::Preparing);
        let queue = Arc::new(Mutex::new(queue));
        let prepare = move || prepare(&settings, threads, &queue, &report);
        if let Err(problem) = thread::Builder::new()
            .name("speech-prepare".into())
            .spawn(prepare)
        {
            tracing::error!(error = %problem, "no thread for the speech engine");
        }
        Embedded { jobs, state, threads }
    }

    pub(crate) fn is_ready(&self) -> bool {
        *self.state.borrow() == State::Ready
    }

    /// Why it never will be ready.
    pub(crate) fn problem(&self) -> Option<String> {
        match &*self.state.borrow() {
            State::Failed(reason) => Some(reason.clone()),
            State::Preparing | State::Ready => None,
        }
    }

    /// Waits until the first recogniser is loaded.
    pub(crate) async fn ready(&self) -> Result<(), SpeechError> {
        let mut state = self.state.clone();
        let reached = state.wait_for(|state| *state != State::Preparing).await;
        match reached.as_deref() {
            Ok(State::Ready) => Ok(()),
            Ok(State::Failed(reason)) => Err(SpeechError::Unavailable(reason.clone())),
            Ok(State::Preparing) | Err(_) => Err(SpeechError::EngineStopped),
        }
    }

    pub(crate) async fn transcribe(&self, samples: &Samples) -> Result<Transcript, SpeechError> {
        self.ready().await?;
        let listened = samples.clone();
        let segments = tokio::task::spawn_blocking(move || voice::segments(&listened))
            .await
            .map_err(|_| SpeechError::EngineStopped)?;
        let parts = segments.into_iter().map(|range| {
            self.recognise(Segment {
                samples: samples.clone(),
                range,
            })
        });
        let words: Vec<Vec<Word>> = stream::iter(parts).buffered(self.threads).try_collect().await?;
        Ok(Transcript::from_stretches(words))
    }

    async fn recognise(&self, segment: Segment) -> Result<Vec<Word>, SpeechError> {
        let (reply, answer) = oneshot::channel();
        self.jobs
            .send(Job { segment, reply })
            .await
            .map_err(|_| SpeechError::EngineStopped)?;
        answer.await.map_err(|_| SpeechError::EngineStopped)?
    }
}

/// One core is left to everything else.
fn default_threads() -> usize {
    thread::available_parallelism()
        .map_or(1, |cores| cores.get().saturating_sub(1))
        .max(1)
}

fn prepare(
    settings: &EmbeddedSettings,
    threads: usize,
    queue: &Arc<Mutex<mpsc::Receiver<Job>>>,
    report: &watch::Sender<State>,
) {
    let began = std::time::Instant::now();
    let files = match ModelFiles::prepare(&settings.model, &settings.cache, &settings.lines) {
        Ok(files) => Arc::new(files),
        Err(problem) => {
            tracing::error!(
                error = &problem as &dyn std::error::Error,
                "the embedded speech engine cannot start"
            );
            report.send_replace(State::Failed(problem.to_string()));
            return;
        }
    };
    thread::scope(|scope| {
        for number in 0..threads {
            let (files, queue) = (Arc::clone(&files), Arc::clone(queue));
            let loaded = move || {
                report.send_replace(State::Ready);
                tracing::info!(
                    duration_ms = began.elapsed().as_millis(),
                    "a speech recogniser is loaded"
                );
            };
            let failed = move |reason: String| {
                // A recogniser that is loaded already goes on working.
                report.send_if_modified(|state| {
                    let first = *state == State::Preparing;
                    if first {
                        *state = State::Failed(reason);
                    }
                    first
                });
            };
            let work = move || work(&files, &queue, loaded, failed);
            if let Err(problem) = thread::Builder::new()
                .name(format!("speech-{number}"))
                .spawn_scoped(scope, work)
            {
                tracing::error!(error = %problem, "no thread for a speech recogniser");
            }
        }
    });
}

/// The life of one thread: load, then recognise until every handle of the engine is gone.
fn work(
    files: &ModelFiles,
    queue: &Mutex<mpsc::Receiver<Job>>,
    loaded: impl FnOnce(),
    failed: impl FnOnce(String),
) {
    let open = || Decoder::open(&files.acoustic, &files.dictionary, &files.language);
    let mut decoder = match open() {
        Ok(decoder) => decoder,
        Err(problem) => {
            tracing::error!(error = %problem, "a speech recogniser cannot be loaded");
            failed(problem.to_string());
            return;
        }
    };
    loaded();
    loop {
        let Some(job) = queue.blocking_lock().blocking_recv() else {
            return;
        };
        if job.reply.is_closed() {
            continue;
        }
        let heard = decoder.recognise(job.segment.pcm());
        if heard.is_err() {
            // Its state is unknown now; a fresh one is not.
            match open() {
                Ok(fresh) => decoder = fresh,
                Err(problem) => {
                    tracing::error!(error = %problem, "a speech recogniser was lost");
                    return;
                }
            }
        }
        let words = heard
            .map(|heard| placed(heard, job.segment.offset()))
            .map_err(|problem| SpeechError::EngineFailed(problem.to_string()));
        // A caller that went away does not want the answer.
        let _ = job.reply.send(words);
    }
}

/// Words with times of the recording rather than of the stretch.
fn placed(heard: pocketsphinx::Heard, offset: f64) -> Vec<Word> {
    tracing::debug!(
        speech.words = heard.words.len(),
        speech.confidence = heard.confidence,
        "a stretch was recognised"
    );
    heard
        .words
        .into_iter()
        .map(|word| Word {
            text: word.text,
            start: offset + word.start,
            end: offset + word.end,
            confidence: Some(word.confidence),
        })
        .collect()
}
