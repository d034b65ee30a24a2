//! Listening while somebody speaks: sound goes in as it is made, words come out stretch by stretch.
//!
//! What is the same for every engine stands here: voice activity cuts the sound into stretches, an engine answers each with its words
//! and, if it can, with what it has understood so far; the answers add up to the transcript of the take. To an engine a session is a
//! [`Listener`] that takes [`Sound`] and a [`Teller`] to answer with.

use std::fmt;

use tokio::sync::mpsc;

use crate::decode::{DecodeError, Ear, RecordingFeed};
use crate::engine::SpeechError;
use crate::transcript::{Transcript, Word};
use crate::voice::{Told, Voice};

/// A dictation that is listened to. Dropping both halves ends it silently.
pub struct LiveSession {
    /// Where the sound goes in.
    pub sound: LiveSound,
    /// Where the words come out.
    pub updates: LiveUpdates,
}

/// The half that takes the sound. Dropped before [`LiveSound::finish`] the session is given up.
pub struct LiveSound {
    voice: Voice,
    listener: Listener,
    teller: Teller,
}

/// The half that tells the words.
pub struct LiveUpdates {
    answers: mpsc::UnboundedReceiver<Answer>,
    transcript: Transcript,
    seconds: f64,
}

/// What is new in a live session. Its `Debug` shows no word.
#[derive(Clone, PartialEq)]
pub enum LiveUpdate {
    /// What has been understood so far of the stretch that is being said, in spoken form; it may still change.
    Tentative(String),
    /// The stretch has ended with these words; they stay. In spoken form; never empty.
    Stretch(String),
    /// The speaker has paused; all stretches before have been told.
    Paused,
    /// The take is over. Nothing follows.
    Final {
        /// All of it.
        transcript: Transcript,
        /// The length of the recording.
        seconds: f64,
    },
}

/// Why a live session came to nothing. The recording is to be transcribed as a whole instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LiveError {
    /// What came in is no recording that can be read.
    #[error(transparent)]
    Recording(#[from] DecodeError),
    /// The engine failed.
    #[error(transparent)]
    Speech(#[from] SpeechError),
}

/// What an engine takes in a session, in order.
pub(crate) enum Sound {
    /// A stretch begins so many samples after the start of the take.
    Begin(usize),
    /// The next samples of it.
    More(Vec<i16>),
    /// It is over.
    End,
    /// The speaker pauses; no stretch is open.
    Pause,
    /// The take is over; all stretches are ended.
    Finish,
}

/// An engine's half of a session; dropped without [`Sound::Finish`] the session is given up.
pub(crate) type Listener = Box<dyn FnMut(Sound) + Send>;

/// How an engine answers; clones answer the same session.
#[derive(Clone)]
pub(crate) struct Teller(mpsc::UnboundedSender<Answer>);

enum Answer {
    Tentative(String),
    Stretch(Transcript),
    Paused,
    Seconds(f64),
    Finished,
    Failed(LiveError),
}

impl Teller {
    /// What is understood of the stretch in work.
    #[cfg(any(feature = "embedded", feature = "local-model"))]
    pub(crate) fn tentative(&self, heard: String) {
        self.answer(Answer::Tentative(heard));
    }

    /// The words of the stretch that ended, with times of the take; none when nothing was said in it.
    pub(crate) fn stretch(&self, words: Vec<Word>, heard: String) {
        self.answer(Answer::Stretch(Transcript {
            words,
            heard,
            stretches: Vec::new(),
        }));
    }

    /// Every stretch before the pause has been answered.
    pub(crate) fn paused(&self) {
        self.answer(Answer::Paused);
    }

    /// Every stretch has been answered.
    pub(crate) fn finished(&self) {
        self.answer(Answer::Finished);
    }

    pub(crate) fn failed(&self, problem: impl Into<LiveError>) {
        self.answer(Answer::Failed(problem.into()));
    }

    /// Whether nobody listens any more, so that what is still to be heard is in vain.
    #[cfg(any(feature = "embedded", feature = "local-model"))]
    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed()
    }

    /// Over when nobody listens any more.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }

    fn answer(&self, answer: Answer) {
        // Nobody may be left to hear it.
        let _ = self.0.send(answer);
    }
}

impl LiveSession {
    /// A session with the engine's half that `listen` makes.
    pub(crate) fn new(listen: impl FnOnce(Teller) -> Listener) -> LiveSession {
        let (sender, answers) = mpsc::unbounded_channel();
        let teller = Teller(sender);
        LiveSession {
            sound: LiveSound {
                voice: Voice::new(),
                listener: listen(teller.clone()),
                teller,
            },
            updates: LiveUpdates {
                answers,
                transcript: Transcript::default(),
                seconds: 0.0,
            },
        }
    }
}

impl LiveSound {
    /// The next samples at [`crate::SAMPLE_RATE`]. Costs a thousandth of the sound's length and never waits.
    pub fn hear(&mut self, pcm: &[i16]) {
        let listener = &mut self.listener;
        self.voice.push(pcm, |told| listener(told.into()));
    }

    /// The speaker has paused: what was said so far is a stretch of its own.
    pub fn pause(&mut self) {
        self.close();
        (self.listener)(Sound::Pause);
    }

    fn close(&mut self) {
        let listener = &mut self.listener;
        self.voice.end(|told| listener(told.into()));
    }

    /// All has been said; the recording is so many seconds long.
    pub fn finish(mut self, seconds: f64) {
        self.end(seconds, Ok(()));
    }

    /// Takes the sound from a recording that is being made, on a thread of its own. `mime` is a hint.
    pub fn from_recording(self, mime: Option<String>) -> Result<RecordingFeed, SpeechError> {
        RecordingFeed::start(mime, self).map_err(|_| SpeechError::EngineStopped)
    }
}

impl Ear for LiveSound {
    fn hear(&mut self, pcm: &[i16]) {
        LiveSound::hear(self, pcm);
    }

    fn pause(&mut self) {
        LiveSound::pause(self);
    }

    fn end(&mut self, seconds: f64, read: Result<(), DecodeError>) {
        match read {
            // Nobody spoke, which is no failure.
            Ok(()) | Err(DecodeError::Empty) => {
                self.close();
                self.teller.answer(Answer::Seconds(seconds));
                (self.listener)(Sound::Finish);
            }
            Err(problem) => self.teller.failed(problem),
        }
    }
}

impl From<Told<'_>> for Sound {
    fn from(told: Told<'_>) -> Sound {
        match told {
            Told::Begin(at) => Sound::Begin(at),
            Told::Sound(pcm) => Sound::More(pcm.to_vec()),
            Told::End => Sound::End,
        }
    }
}

impl fmt::Debug for LiveUpdate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LiveUpdate::Tentative(heard) => write!(formatter, "Tentative({} bytes)", heard.len()),
            LiveUpdate::Stretch(heard) => write!(formatter, "Stretch({} bytes)", heard.len()),
            LiveUpdate::Paused => formatter.write_str("Paused"),
            LiveUpdate::Final { transcript, seconds } => {
                write!(formatter, "Final({transcript:?}, {seconds:.1} s)")
            }
        }
    }
}

impl LiveUpdates {
    /// What is new, when there is something; `None` after the end of a session, and when it was given up.
    pub async fn next(&mut self) -> Option<Result<LiveUpdate, LiveError>> {
        loop {
            match self.answers.recv().await? {
                Answer::Tentative(heard) => return Some(Ok(LiveUpdate::Tentative(heard))),
                Answer::Stretch(stretch) if stretch.is_empty() => {
                    return Some(Ok(LiveUpdate::Tentative(String::new())));
                }
                Answer::Stretch(stretch) => {
                    let heard = stretch.heard.clone();
                    self.transcript.append(stretch.words, &stretch.heard);
                    return Some(Ok(LiveUpdate::Stretch(heard)));
                }
                Answer::Paused => return Some(Ok(LiveUpdate::Paused)),
                Answer::Seconds(seconds) => self.seconds = seconds,
                Answer::Finished => {
                    self.answers.close();
                    return Some(Ok(LiveUpdate::Final {
                        transcript: std::mem::take(&mut self.transcript),
                        seconds: self.seconds,
                    }));
                }
                Answer::Failed(problem) => {
                    self.answers.close();
                    return Some(Err(problem));
                }
            }
        }
    }
}
