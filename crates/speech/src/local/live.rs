//! A live dictation with a model from a file.
//!
//! A [`Stretch`] is shared between the speaker, who fills it, and the model's thread. While somebody speaks alone, a model that
//! streams is fed as the sound comes. Otherwise the model hears a stretch from its beginning again and again, the stretches
//! of all speakers in turn, and once more in full when it ends: that one counts. So every kind of model has words while one
//! speaks, and any number of speakers share one model.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use transcribe_cpp::CancelToken;

use super::recogniser::{Failure, Recogniser};
use super::{Job, LocalEngine};
use crate::engine::SpeechError;
use crate::live::{LiveSession, Sound, Teller};
use crate::samples::{SAMPLE_RATE, seconds};
use crate::transcript::{Context, Word, joined};

/// New sound that is worth another look at a stretch: half a second.
const WORTH_A_LOOK: usize = SAMPLE_RATE as usize / 2;
/// How long the thread waits for sound before it sees whether there is something else to do.
const GLANCE: Duration = Duration::from_millis(30);

/// What was said between two pauses, while it is being said.
pub(super) struct Stretch {
    /// Where it begins, in samples of the take.
    at: usize,
    sound: Mutex<Heard>,
    changed: Condvar,
    vocabulary: Arc<[String]>,
    teller: Teller,
    /// Ends a look that nobody needs any more.
    look: CancelToken,
    /// Ends everything: the speaker has gone.
    given_up: CancelToken,
}

#[derive(Default)]
struct Heard {
    pcm: Vec<i16>,
    has_ended: bool,
    is_answered: bool,
    /// Samples at the last look.
    looked: usize,
}

/// The speaker's end: given up when it is dropped before the take is finished.
struct Speaker {
    stretch: Option<Arc<Stretch>>,
    given_up: CancelToken,
    has_finished: bool,
}

impl Drop for Speaker {
    fn drop(&mut self) {
        if !self.has_finished {
            self.given_up.cancel();
            if let Some(stretch) = &self.stretch {
                stretch.end();
            }
        }
    }
}

impl LocalEngine {
    pub(crate) async fn listen(&self, context: &Context) -> Result<LiveSession, SpeechError> {
        self.readiness().ready().await?;
        let vocabulary: Arc<[String]> = context.likely().cloned().collect();
        let jobs = self.jobs.clone();
        Ok(LiveSession::new(|teller| {
            let given_up = CancelToken::new();
            let mut speaker = Speaker {
                stretch: None,
                given_up: given_up.clone(),
                has_finished: false,
            };
            Box::new(move |sound| {
                let job = match (sound, &speaker.stretch) {
                    (Sound::Begin(at), _) => {
                        let stretch = Arc::new(Stretch {
                            at,
                            sound: Mutex::default(),
                            changed: Condvar::new(),
                            vocabulary: Arc::clone(&vocabulary),
                            teller: teller.clone(),
                            look: CancelToken::new(),
                            given_up: given_up.clone(),
                        });
                        speaker.stretch = Some(Arc::clone(&stretch));
                        Job::Begin(stretch)
                    }
                    (Sound::More(pcm), Some(stretch)) => return stretch.hear(&pcm),
                    (Sound::End, Some(stretch)) => {
                        stretch.end();
                        Job::End(Arc::clone(stretch))
                    }
                    (Sound::Pause, _) => Job::Pause(teller.clone()),
                    (Sound::Finish, _) => {
                        speaker.has_finished = true;
                        Job::Finish(teller.clone())
                    }
                    (Sound::More(_) | Sound::End, None) => return,
                };
                // A model so far behind does not catch up with a speaker who goes on.
                if jobs.try_send(job).is_err() {
                    given_up.cancel();
                    teller.failed(SpeechError::Busy);
                }
            })
        }))
    }
}

impl Stretch {
    fn hear(&self, pcm: &[i16]) {
        self.heard().pcm.extend_from_slice(pcm);
        self.changed.notify_all();
    }

    fn end(&self) {
        self.look.cancel();
        self.heard().has_ended = true;
        self.changed.notify_all();
    }

    pub(super) fn has_ended(&self) -> bool {
        self.heard().has_ended
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.sound.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The sound from sample `from` on, as soon as there is any or the stretch has ended, at the latest after a glance.
    fn next(&self, from: usize) -> (Vec<i16>, bool) {
        let heard = self.heard();
        let (heard, _) = self
            .changed
            .wait_timeout_while(heard, GLANCE, |heard| heard.pcm.len() <= from && !heard.has_ended)
            .unwrap_or_else(PoisonError::into_inner);
        (
            heard.pcm.get(from..).unwrap_or_default().to_vec(),
            heard.has_ended,
        )
    }

    /// Works on the stretch for a while, on the model's thread. `is_alone` says whether nobody else waits for the model.
    pub(super) fn turn(&self, recogniser: &mut Recogniser, is_alone: impl Fn() -> bool) {
        if recogniser.abilities().streams && is_alone() && self.heard().looked == 0 {
            self.stream(recogniser, is_alone);
        } else {
            self.look(recogniser);
        }
    }

    /// Feeds the model as the sound comes, until the stretch ends or somebody else wants the model.
    fn stream(&self, recogniser: &mut Recogniser, is_alone: impl Fn() -> bool) {
        match self.streamed(recogniser, is_alone) {
            Ok(Some(words)) => self.answer(words),
            // Heard from the beginning in its turns, and at its end.
            Ok(None) | Err(_) => self.heard().looked = 1,
        }
    }

    fn streamed(
        &self,
        recogniser: &mut Recogniser,
        is_alone: impl Fn() -> bool,
    ) -> Result<Option<Vec<Word>>, Failure> {
        let mut stream = recogniser.listen(&self.vocabulary, &self.given_up)?;
        let mut fed = 0;
        let mut told = String::new();
        loop {
            let (sound, has_ended) = self.next(fed);
            fed += sound.len();
            if !sound.is_empty() {
                let tentative = stream.feed(&sound)?;
                if tentative != told {
                    self.teller.tentative(tentative.clone());
                    told = tentative;
                }
            }
            if has_ended {
                return stream.finish(seconds(fed)).map(Some);
            }
            if !is_alone() {
                return Ok(None);
            }
        }
    }

    /// Hears all of what was said so far, when there is enough new of it.
    fn look(&self, recogniser: &mut Recogniser) {
        let looked = self.heard().looked;
        let (sound, has_ended) = self.next(looked + WORTH_A_LOOK);
        if sound.is_empty() || has_ended {
            return;
        }
        let pcm = self.heard().pcm.clone();
        if let Ok(words) = recogniser.recognise(&pcm, &self.vocabulary, &self.look) {
            self.teller.tentative(joined(&words));
        }
        self.heard().looked = pcm.len();
    }

    /// Answers a stretch that has ended, unless it was answered as it was said.
    pub(super) fn conclude(&self, recogniser: &mut Recogniser) {
        let pcm = {
            let mut heard = self.heard();
            if heard.is_answered || self.given_up.is_cancelled() || self.teller.is_closed() {
                return;
            }
            std::mem::take(&mut heard.pcm)
        };
        match recogniser.recognise(&pcm, &self.vocabulary, &self.given_up) {
            Ok(words) => self.answer(words),
            Err(Failure::Cancelled) => {}
            Err(problem) => {
                tracing::warn!(error = %problem, "a stretch of a live dictation was not recognised");
                self.given_up.cancel();
                self.teller.failed(SpeechError::EngineFailed(problem.to_string()));
            }
        }
    }

    /// Ends the dictation that it is of: the model has stopped.
    pub(super) fn fail(&self) {
        self.given_up.cancel();
        self.teller.failed(SpeechError::EngineStopped);
    }

    fn answer(&self, mut words: Vec<Word>) {
        let offset = seconds(self.at);
        for word in &mut words {
            word.start += offset;
            word.end += offset;
        }
        let heard = joined(&words);
        self.heard().is_answered = true;
        self.teller.stretch(words, heard);
    }
}
