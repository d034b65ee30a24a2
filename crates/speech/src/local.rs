//! The engine of an operator's own model: a GGUF file that [transcribe.cpp](transcribe_cpp) runs in this process.
//!
//! One thread owns the model and takes stretches of speech from one bounded queue; inside a stretch the library computes
//! on as many threads as it is given. A recording keeps one stretch in the queue at a time, so that a long dictation does
//! not hold up a short one, and a caller that goes away ends the stretch in work where the model allows it.
//!
//! While somebody speaks, the stretch in work is heard as it grows, see `live`.
//!
//! A file is never loaded untried: its head is read by this crate ([`ModelFile`]), then another process loads it
//! ([`trial`]). One that fails leaves an engine that says why and does nothing else; no other engine takes its place.

pub mod fetch;
mod gguf;
mod live;
mod model_file;
mod recogniser;
#[cfg(test)]
#[path = "../tests/local/toy_model.rs"]
mod toy_model;
pub mod trial;
mod wording;

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use futures::stream::TryStreamExt as _;
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::{mpsc, oneshot, watch};
use transcribe_cpp::CancelToken;

pub use model_file::{ModelFile, ModelFileError};
pub use recogniser::Abilities;
pub use trial::{TrialCommand, TrialFailure};

use crate::engine::SpeechError;
use crate::live::Teller;
use crate::readiness::{Readiness, State};
use crate::recording::{Recording, Segment};
use crate::settings::{LocalSettings, one_core_left};
use crate::transcript::{Context, Transcript, Word};
use live::Stretch;
use recogniser::{Failure, Recogniser};

/// Stretches that wait for the model, over all recordings. Past it callers wait in line.
const QUEUE: usize = 64;

/// The engine: a handle, cheap to clone. The thread ends when the last one is dropped.
#[derive(Clone)]
pub(crate) struct LocalEngine {
    jobs: mpsc::Sender<Job>,
    readiness: Readiness,
    name: Arc<str>,
}

enum Job {
    /// A stretch of a recording.
    Recorded(Recorded),
    /// Somebody begins to speak.
    Begin(Arc<Stretch>),
    /// The stretch is over.
    End(Arc<Stretch>),
    /// Is told when all before has been answered.
    Pause(Teller),
    /// Has said everything.
    Finish(Teller),
}

struct Recorded {
    segment: Segment,
    vocabulary: Arc<[String]>,
    cancel: CancelToken,
    reply: oneshot::Sender<Result<Vec<Word>, SpeechError>>,
}

/// Ends the stretch in work when nobody waits for it any more.
struct GivenUp(CancelToken);

impl Drop for GivenUp {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl LocalEngine {
    /// Begins to try and load the model; returns at once.
    pub(crate) fn start(settings: LocalSettings) -> LocalEngine {
        // The library logs to standard error, and at some levels what it heard. The trial process has its log still.
        transcribe_cpp::disable_logging();
        let name = settings
            .model
            .file_stem()
            .map_or_else(|| "a speech model".into(), |stem| stem.to_string_lossy().into());
        let (jobs, queue) = mpsc::channel(QUEUE);
        let (report, readiness) = Readiness::begin();
        let live = move || run(&settings, queue, &report);
        if let Err(problem) = thread::Builder::new().name("speech-model".into()).spawn(live) {
            tracing::error!(error = %problem, "no thread for the speech model");
        }
        LocalEngine {
            jobs,
            readiness,
            name,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Until the model is loaded.
    pub(crate) fn readiness(&self) -> &Readiness {
        &self.readiness
    }

    pub(crate) async fn transcribe(
        &self,
        recording: &Recording,
        context: &Context,
    ) -> Result<Transcript, SpeechError> {
        self.readiness.ready().await?;
        let vocabulary: Arc<[String]> = context.likely().cloned().collect();
        let words = recording
            .segments()
            .and_then(|segment| self.recognise(segment, Arc::clone(&vocabulary)));
        Ok(Transcript::from_stretches(words.try_collect::<Vec<_>>().await?))
    }

    async fn recognise(&self, segment: Segment, vocabulary: Arc<[String]>) -> Result<Vec<Word>, SpeechError> {
        let (reply, answer) = oneshot::channel();
        let cancel = CancelToken::new();
        let _given_up = GivenUp(cancel.clone());
        let job = Recorded {
            segment,
            vocabulary,
            cancel,
            reply,
        };
        self.jobs
            .send(Job::Recorded(job))
            .await
            .map_err(|_| SpeechError::EngineStopped)?;
        answer.await.map_err(|_| SpeechError::EngineStopped)?
    }
}

/// How the work of the model's thread came to its end.
enum End {
    /// Every handle of the engine is gone.
    Gone,
    /// What kept the model from working, for the operator.
    Failed(String),
}

/// The life of the thread: try, load, then recognise until every handle of the engine is gone. What fails is tried again: a file may be
/// replaced, memory become free. After a defect the model is loaded at once; after another one soon behind it, as after a failure.
fn run(settings: &LocalSettings, mut queue: mpsc::Receiver<Job>, report: &watch::Sender<State>) {
    let mut last_defect: Option<Instant> = None;
    loop {
        let mut spoken = VecDeque::new();
        let life = || live_once(settings, &mut queue, &mut spoken, report);
        let reason = match catch_unwind(AssertUnwindSafe(life)) {
            Ok(End::Gone) => return,
            Ok(End::Failed(reason)) => reason,
            Err(_) => {
                tracing::error!("the speech model met a defect and is loaded again");
                spoken.drain(..).for_each(|stretch: Arc<Stretch>| stretch.fail());
                let is_first = last_defect.is_none_or(|last| last.elapsed() > settings.retry_after);
                last_defect = Some(Instant::now());
                if is_first {
                    report.send_replace(State::Preparing);
                    continue;
                }
                "its speech model has stopped".to_owned()
            }
        };
        report.send_replace(State::Failed(reason));
        if !rest(&mut queue, settings.retry_after) {
            return;
        }
    }
}

fn live_once(
    settings: &LocalSettings,
    queue: &mut mpsc::Receiver<Job>,
    spoken: &mut VecDeque<Arc<Stretch>>,
    report: &watch::Sender<State>,
) -> End {
    let began = Instant::now();
    let mut recogniser = match prepare(settings) {
        Ok(recogniser) => recogniser,
        Err(TrialFailure { problem, log }) => {
            tracing::error!(
                model.file = %settings.model.display(),
                error = %problem,
                model.trial_log = log.trim(),
                "the speech model cannot be used, so nobody can dictate; it is tried again"
            );
            return End::Failed(format!("its speech model cannot be used: {problem}"));
        }
    };
    report.send_replace(State::Ready);
    tracing::info!(
        duration_ms = began.elapsed().as_millis(),
        model.streams = recogniser.abilities().streams,
        model.vocabulary = recogniser.abilities().vocabulary,
        "the speech model is loaded"
    );
    serve(&mut recogniser, queue, spoken);
    End::Gone
}

/// Waits before another try; false when every handle of the engine is gone. Whoever asks in between is told that it has stopped.
fn rest(queue: &mut mpsc::Receiver<Job>, pause: Duration) -> bool {
    const LOOK: Duration = Duration::from_millis(200);
    let began = Instant::now();
    while began.elapsed() < pause {
        loop {
            match queue.try_recv() {
                // Its reply is dropped with it, which tells.
                Ok(Job::Recorded(_)) => {}
                Ok(Job::Begin(stretch) | Job::End(stretch)) => stretch.fail(),
                Ok(Job::Pause(teller) | Job::Finish(teller)) => teller.failed(SpeechError::EngineStopped),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
        thread::sleep(LOOK.min(pause));
    }
    true
}

/// Works on what comes; in between the stretches that are being `spoken` have their turns, the one at work last among them.
fn serve(recogniser: &mut Recogniser, queue: &mut mpsc::Receiver<Job>, spoken: &mut VecDeque<Arc<Stretch>>) {
    loop {
        let job = match spoken.pop_front() {
            None => queue.blocking_recv(),
            Some(stretch) => match queue.try_recv() {
                Err(TryRecvError::Empty) => {
                    let is_alone = spoken.is_empty();
                    spoken.push_back(Arc::clone(&stretch));
                    stretch.turn(recogniser, || is_alone && queue.is_empty());
                    if stretch.has_ended() {
                        spoken.pop_back();
                    }
                    continue;
                }
                received => {
                    spoken.push_front(stretch);
                    received.ok()
                }
            },
        };
        match job {
            None => return,
            Some(Job::Recorded(job)) => {
                if !job.reply.is_closed() {
                    let words = recognise(recogniser, &job);
                    // A caller that went away does not want the answer.
                    let _ = job.reply.send(words);
                }
            }
            Some(Job::Begin(stretch)) => spoken.push_back(stretch),
            Some(Job::End(stretch)) => {
                spoken.retain(|spoken| !Arc::ptr_eq(spoken, &stretch));
                spoken.push_back(Arc::clone(&stretch));
                stretch.conclude(recogniser);
                spoken.pop_back();
            }
            Some(Job::Pause(teller)) => teller.paused(),
            Some(Job::Finish(teller)) => teller.finished(),
        }
    }
}

fn prepare(settings: &LocalSettings) -> Result<Recogniser, TrialFailure> {
    let file = ModelFile::open(&settings.model)?;
    if let Some(command) = &settings.trial {
        trial::elsewhere(command, &settings.model)?;
    }
    let threads = settings
        .threads
        .map_or_else(one_core_left, |threads| usize::from(threads.get()));
    Ok(Recogniser::load(&file, threads)?)
}

/// Words with times of the recording rather than of the stretch.
fn recognise(recogniser: &mut Recogniser, job: &Recorded) -> Result<Vec<Word>, SpeechError> {
    let began = Instant::now();
    let heard = recogniser.recognise(&job.segment.pcm, &job.vocabulary, &job.cancel);
    tracing::debug!(
        speech.words = heard.as_ref().map_or(0, Vec::len),
        duration_ms = began.elapsed().as_millis(),
        "a stretch was recognised"
    );
    let mut words = heard.map_err(|problem| {
        if !matches!(problem, Failure::Cancelled) {
            tracing::warn!(error = %problem, "a stretch was not recognised");
        }
        SpeechError::EngineFailed(problem.to_string())
    })?;
    let offset = job.segment.offset();
    for word in &mut words {
        word.start += offset;
        word.end += offset;
    }
    Ok(words)
}
