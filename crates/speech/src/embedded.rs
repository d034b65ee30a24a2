//! The engine that comes with the product: PocketSphinx with a language model of CT and MRI reporting.
//!
//! Its model is built and its recognisers are loaded by threads of its own, so that a server starts at once; a dictation that
//! arrives earlier waits. Recordings and live dictations have threads of their own each, as many as there are processors to spare. There
//! is a `pool` of careful recognisers, for recordings and for as many live dictations as there are processors, and one of quick
//! recognisers for the live dictations past them. A recording keeps at most one stretch a thread in the queue, so that a long dictation
//! does not hold up a short one, and a caller that goes away leaves nothing behind but the stretch in work. `session` is a live
//! dictation.

mod model;
mod pocketsphinx;
mod pool;
mod session;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc as turns};
use std::thread;
use std::time::Duration;

use futures::stream::TryStreamExt as _;
use tokio::sync::{Mutex, mpsc, oneshot, watch};

use crate::engine::SpeechError;
use crate::live::LiveSession;
use crate::readiness::{Readiness, State};
use crate::recording::{Recording, Segment};
use crate::settings::{EmbeddedSettings, one_core_left};
use crate::transcript::{Context, Transcript, Word};

pub use model::{BuildError, LanguageModel, build_language_model};
use model::{ModelError, ModelFiles};
use pocketsphinx::{Decoder, Effort, OwnWords};
use pool::Pool;
use session::{Session, Turns};

/// Stretches that wait for a thread, over all recordings. Past it callers wait in line.
const QUEUE: usize = 64;
/// How long a thread rests that met a defect.
const AFTER_DEFECT: Duration = Duration::from_millis(100);

type Recognisers = Arc<Pool<Decoder>>;

/// The engine: a handle, cheap to clone. The threads end when the last one is dropped.
#[derive(Clone)]
pub(crate) struct Embedded {
    jobs: mpsc::Sender<Job>,
    turns: Turns,
    readiness: Readiness,
    threads: usize,
    recognisers: Arc<Open>,
}

/// Closes the pools with the last handle.
struct Open {
    careful: Recognisers,
    quick: Recognisers,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.careful.close();
        self.quick.close();
    }
}

struct Job {
    segment: Segment,
    own_words: Arc<OwnWords>,
    reply: oneshot::Sender<Result<Vec<Word>, SpeechError>>,
}

impl Embedded {
    /// Begins to prepare; returns at once.
    pub(crate) fn start(settings: EmbeddedSettings) -> Embedded {
        let threads = settings
            .threads
            // Two recordings are always heard at once.
            .map_or_else(|| one_core_left().max(2), |threads| usize::from(threads.get()));
        let (jobs, queue) = mpsc::channel(QUEUE);
        let (turns, waiting) = turns::channel::<Arc<Session>>();
        let (report, readiness) = Readiness::begin();
        // Others are loaded as soon as these are in use.
        let careful = Arc::new(Pool::new(1));
        let quick = Arc::new(Pool::new(1));
        let queue = Arc::new(Mutex::new(queue));
        let waiting = Arc::new(std::sync::Mutex::new(waiting));
        for number in 0..threads {
            let (pool, queue) = (Arc::clone(&careful), Arc::clone(&queue));
            spawn(&format!("speech-{number}"), move || work(&pool, &queue));
            let waiting = Arc::clone(&waiting);
            spawn(&format!("speech-live-{number}"), move || listen(&waiting));
        }
        let settings = Arc::new(settings);
        let (pool, shared) = (Arc::clone(&careful), Arc::clone(&settings));
        spawn("speech-load", move || prepare(&shared, &pool, &report));
        let (pool, waited) = (Arc::clone(&quick), readiness.clone());
        spawn("speech-load-quick", move || {
            // The other thread builds the model.
            if futures::executor::block_on(waited.once_ready()) {
                pool.load(loader(&settings, Effort::Quick));
            }
        });
        Embedded {
            jobs,
            turns,
            readiness,
            threads,
            recognisers: Arc::new(Open { careful, quick }),
        }
    }

    /// Listens while somebody speaks, as soon as the engine is ready.
    pub(crate) async fn listen(&self, context: &Context) -> Result<LiveSession, SpeechError> {
        self.readiness.ready().await?;
        let own_words = OwnWords::of(context);
        let (careful, quick) = (&self.recognisers.careful, &self.recognisers.quick);
        let (careful, quick, few) = (Arc::clone(careful), Arc::clone(quick), self.threads);
        let expect = move || careful.expect_of_few(few).unwrap_or_else(|| quick.expect());
        let turns = self.turns.clone();
        Ok(LiveSession::new(|teller| {
            Session::begin(teller, turns, own_words, Box::new(expect))
        }))
    }

    /// Until the first recogniser is loaded.
    pub(crate) fn readiness(&self) -> &Readiness {
        &self.readiness
    }

    pub(crate) async fn transcribe(
        &self,
        recording: &Recording,
        context: &Context,
    ) -> Result<Transcript, SpeechError> {
        self.readiness.ready().await?;
        let own_words = Arc::new(OwnWords::of(context));
        let words = recording
            .segments()
            .map_ok(|segment| self.recognise(segment, Arc::clone(&own_words)))
            .try_buffered(self.threads);
        Ok(Transcript::from_stretches(words.try_collect::<Vec<_>>().await?))
    }

    async fn recognise(&self, segment: Segment, own_words: Arc<OwnWords>) -> Result<Vec<Word>, SpeechError> {
        let (reply, answer) = oneshot::channel();
        self.jobs
            .send(Job {
                segment,
                own_words,
                reply,
            })
            .await
            .map_err(|_| SpeechError::EngineStopped)?;
        answer.await.map_err(|_| SpeechError::EngineStopped)?
    }
}

/// A thread that does not end by a defect: what it worked on is lost, what comes next is worked on.
fn spawn(name: &str, work: impl Fn() + Send + 'static) {
    let lasting = move || while !has_ended(&work) {};
    if let Err(problem) = thread::Builder::new().name(name.into()).spawn(lasting) {
        tracing::error!(error = %problem, "no thread for the speech engine");
    }
}

/// Whether work came to its end, rather than to a defect.
fn has_ended(work: impl FnOnce()) -> bool {
    // What a stretch was worked on with is dropped with it: recognisers are replaced, sessions end.
    let ended = catch_unwind(AssertUnwindSafe(work)).is_ok();
    if !ended {
        tracing::error!("a thread of the speech engine met a defect and goes on with what comes next");
        // Not as fast as it can, should it meet it at once again.
        thread::sleep(AFTER_DEFECT);
    }
    ended
}

/// The life of the thread that builds the model and loads the careful recognisers. What fails is tried again: a disk may get room.
fn prepare(settings: &EmbeddedSettings, pool: &Recognisers, report: &watch::Sender<State>) {
    let began = std::time::Instant::now();
    let mut open = loader(settings, Effort::Careful);
    loop {
        // A defect is a failure like others, and no reason to begin anew at once.
        let opened = catch_unwind(AssertUnwindSafe(&mut open));
        let opened = opened.map_err(|_| "it met a defect".to_owned());
        match opened.and_then(|opened| opened.map_err(|problem| problem.to_string())) {
            Ok(first) => {
                pool.add(first);
                report.send_replace(State::Ready);
                tracing::debug!(
                    duration_ms = began.elapsed().as_millis(),
                    "the embedded speech engine is ready"
                );
                return pool.load(open);
            }
            Err(problem) => {
                tracing::error!(
                    error = problem,
                    speech.model = %settings.model.display(),
                    speech.cache = %settings.cache.display(),
                    "the embedded speech engine cannot start, and is tried again"
                );
                report.send_replace(State::Failed(problem));
            }
        }
        if !pool.rest(settings.retry_after) {
            return;
        }
    }
}

/// What loads a recogniser, again and again.
fn loader(settings: &EmbeddedSettings, effort: Effort) -> impl FnMut() -> Result<Decoder, ModelError> {
    let mut files: Option<ModelFiles> = None;
    move || {
        // The cache may be deleted at any time.
        let there = match files.take().filter(ModelFiles::are_there) {
            Some(there) => there,
            None => ModelFiles::prepare(settings)?,
        };
        let files = files.insert(there);
        Ok(Decoder::open(
            &files.acoustic,
            &files.dictionary,
            &files.language,
            effort,
        )?)
    }
}

/// The life of a thread for recordings: recognise until every handle of the engine is gone.
fn work(pool: &Recognisers, queue: &Mutex<mpsc::Receiver<Job>>) {
    loop {
        let Some(job) = queue.blocking_lock().blocking_recv() else {
            return;
        };
        if job.reply.is_closed() {
            continue;
        }
        let suits = |decoder: &Decoder| decoder.knows(&job.own_words);
        let Some(mut decoder) = pool.take(suits) else {
            return;
        };
        let heard = decoder
            .know(&job.own_words)
            .and_then(|()| decoder.recognise(&job.segment.pcm));
        if heard.is_ok() {
            decoder.give_back();
        }
        let words = heard
            .map(|heard| placed(heard, job.segment.offset()))
            .map_err(|problem| SpeechError::EngineFailed(problem.to_string()));
        // A caller that went away does not want the answer.
        let _ = job.reply.send(words);
    }
}

/// The life of a thread for live dictations.
fn listen(waiting: &std::sync::Mutex<turns::Receiver<Arc<Session>>>) {
    loop {
        let next = waiting
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .recv();
        let Ok(session) = next else { return };
        if !has_ended(|| session.turn()) {
            session.fail();
        }
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
