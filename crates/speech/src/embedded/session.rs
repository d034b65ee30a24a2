//! A live dictation in the embedded engine.
//!
//! Its sound waits in a queue of its own; a few threads serve all sessions in turn, each a few pieces at a time, so that twenty
//! speakers need no more threads than there are processors. A session uses a recogniser only while somebody speaks; that there is
//! one is seen to from its beginning, but not while it is paused. What it keeps from stretch to stretch is how the voice sounds through its microphone: without
//! that the first words of every stretch are heard worse.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};

use super::placed;
use super::pocketsphinx::{Channel, Decoder, DecoderError, Heard, OwnWords};
use super::pool::{Expected, Lent};
use crate::engine::SpeechError;
use crate::live::{Listener, Sound, Teller};
use crate::samples::{SAMPLE_RATE, seconds};
use crate::transcript::joined;

/// Sound that may wait. A machine that is further behind does not catch up with a speaker who goes on.
const MOST_WAITING: usize = 120 * SAMPLE_RATE as usize;
/// Sound that is put together to be worked on at once, when it waits: a quarter of a second.
const PIECE: usize = SAMPLE_RATE as usize / 4;
/// Pieces that are worked on before the next session has its turn.
const PIECES_A_TURN: usize = 4;
/// After so much of the first stretch the voice is known well enough to hear the stretch once more from its beginning.
const ACQUAINTANCE: usize = 2 * SAMPLE_RATE as usize;

/// Sessions with something to do, in turn.
pub(super) type Turns = mpsc::Sender<Arc<Session>>;

/// A live dictation.
pub(super) struct Session {
    line: Mutex<Line>,
    work: Mutex<Work>,
    turns: Turns,
    teller: Teller,
    own_words: OwnWords,
    expect: Expect,
}

/// Sees to it that there will be a recogniser, careful or quick as it is decided then.
pub(super) type Expect = Box<dyn Fn() -> Expected<Decoder> + Send + Sync>;

/// What waits to be worked on.
#[derive(Default)]
struct Line {
    sounds: VecDeque<Sound>,
    samples: usize,
    /// It has a turn to come, or one in work.
    has_turn: bool,
    /// Given up, by the speaker or by the engine.
    is_over: bool,
}

#[derive(Default)]
struct Work {
    stretch: Option<InWork>,
    /// None while the speaker pauses.
    expected: Option<Expected<Decoder>>,
    channel: Option<Channel>,
    /// What was told last of the stretch.
    told: String,
}

/// The stretch that is being said.
struct InWork {
    decoder: Lent<Decoder>,
    /// Where it begins, in samples of the take.
    at: usize,
    /// Its sound so far, while the voice is not known.
    unknown: Option<Vec<i16>>,
}

impl Line {
    fn add(&mut self, sound: Sound) {
        match (self.sounds.back_mut(), sound) {
            (Some(Sound::More(last)), Sound::More(pcm)) if last.len() < PIECE => last.extend(pcm),
            (_, sound) => self.sounds.push_back(sound),
        }
    }
}

/// The speaker's end of a session.
struct Speaker(Arc<Session>);

impl Drop for Speaker {
    fn drop(&mut self) {
        let mut line = self.0.line();
        line.is_over = !matches!(line.sounds.back(), Some(Sound::Finish));
        self.0.want_turn(line);
    }
}

impl Session {
    /// A session that is worked on by whoever receives from `turns`.
    pub(super) fn begin(teller: Teller, turns: Turns, own_words: OwnWords, expect: Expect) -> Listener {
        let work = Work {
            expected: Some(expect()),
            ..Work::default()
        };
        let session = Arc::new(Session {
            line: Mutex::default(),
            work: Mutex::new(work),
            turns,
            teller,
            own_words,
            expect,
        });
        let speaker = Speaker(session);
        Box::new(move |sound| speaker.0.take(sound))
    }

    fn take(self: &Arc<Self>, sound: Sound) {
        let mut line = self.line();
        if line.is_over {
            return;
        }
        if let Sound::More(pcm) = &sound {
            line.samples += pcm.len();
        }
        if line.samples > MOST_WAITING {
            line.is_over = true;
            self.teller.failed(SpeechError::Busy);
        }
        line.add(sound);
        self.want_turn(line);
    }

    fn want_turn(self: &Arc<Self>, mut line: MutexGuard<'_, Line>) {
        if !line.has_turn {
            // Without threads the engine is being dropped.
            line.has_turn = self.turns.send(Arc::clone(self)).is_ok();
        }
    }

    /// Works on some of what waits, on an engine's thread.
    pub(super) fn turn(self: &Arc<Self>) {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..PIECES_A_TURN {
            let mut line = self.line();
            if line.is_over || self.teller.is_closed() {
                line.is_over = true;
                line.sounds.clear();
                drop(line);
                return work.give_up();
            }
            let Some(sound) = line.sounds.pop_front() else {
                break;
            };
            if let Sound::More(pcm) = &sound {
                line.samples -= pcm.len();
            }
            drop(line);
            match work.step(sound, self) {
                Ok(None) => {}
                Ok(Some(sound)) => {
                    // It goes on when a recogniser is free; its turn is not over until then.
                    self.line().sounds.push_front(sound);
                    return;
                }
                Err(problem) => {
                    tracing::error!(error = %problem, "a live dictation failed");
                    self.teller.failed(SpeechError::EngineFailed(problem.to_string()));
                    self.line().is_over = true;
                    work.stretch = None;
                    return;
                }
            }
        }
        work.tell(&self.teller);
        drop(work);
        let mut line = self.line();
        line.has_turn = false;
        if !line.sounds.is_empty() || line.is_over {
            self.want_turn(line);
        }
    }

    /// Ends it after a defect in its turn: what was said of the stretch is lost to it.
    pub(super) fn fail(&self) {
        self.teller.failed(SpeechError::EngineStopped);
        let mut line = self.line();
        line.is_over = true;
        line.sounds.clear();
        drop(line);
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.stretch = None;
        work.expected = None;
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Work {
    /// Works on one piece; gives back the beginning of a stretch for which there is no recogniser yet.
    fn step(&mut self, sound: Sound, session: &Arc<Session>) -> Result<Option<Sound>, DecoderError> {
        match sound {
            Sound::Begin(at) => {
                let again = Arc::clone(session);
                let call = move || drop(again.turns.send(Arc::clone(&again)));
                let suits = |decoder: &Decoder| decoder.knows(&session.own_words);
                let expected = self.expected.get_or_insert_with(|| (session.expect)());
                let Some(decoder) = expected.pool().take_or(suits, call) else {
                    return Ok(Some(sound));
                };
                let unknown = self.channel.is_none().then(Vec::new);
                let stretch = self.stretch.insert(InWork { decoder, at, unknown });
                stretch.decoder.know(&session.own_words)?;
                stretch.decoder.begin(self.channel)?;
            }
            Sound::More(pcm) => {
                if let Some(stretch) = &mut self.stretch {
                    stretch.hear(&pcm)?;
                }
            }
            Sound::End => {
                if let Some(mut stretch) = self.stretch.take() {
                    let heard = stretch.end(&mut self.channel)?;
                    stretch.decoder.give_back();
                    let words = placed(heard, seconds(stretch.at));
                    let heard = joined(&words);
                    self.told.clear();
                    session.teller.stretch(words, heard);
                }
            }
            Sound::Pause => {
                self.expected = None;
                session.teller.paused();
            }
            Sound::Finish => session.teller.finished(),
        }
        Ok(None)
    }

    /// Tells what is understood so far, when it is something new.
    fn tell(&mut self, teller: &Teller) {
        let Some(stretch) = &mut self.stretch else { return };
        let heard = stretch.decoder.so_far();
        if heard != self.told {
            teller.tentative(heard.clone());
            self.told = heard;
        }
    }

    fn give_up(&mut self) {
        self.expected = None;
        if let Some(mut stretch) = self.stretch.take()
            && stretch.decoder.end().is_ok()
        {
            stretch.decoder.give_back();
        }
    }
}

impl InWork {
    fn hear(&mut self, pcm: &[i16]) -> Result<(), DecoderError> {
        self.decoder.hear(pcm)?;
        let Some(sound) = &mut self.unknown else {
            return Ok(());
        };
        sound.extend_from_slice(pcm);
        if sound.len() >= ACQUAINTANCE
            && let Some(sound) = self.unknown.take()
        {
            self.hear_again(&sound)?;
        }
        Ok(())
    }

    /// Hears the stretch once more from its beginning, now that something is known of the voice.
    fn hear_again(&mut self, sound: &[i16]) -> Result<(), DecoderError> {
        self.decoder.end()?;
        let channel = self.decoder.channel();
        self.decoder.begin(Some(channel))?;
        self.decoder.hear(sound)
    }

    fn end(&mut self, channel: &mut Option<Channel>) -> Result<Heard, DecoderError> {
        if let Some(sound) = self.unknown.take() {
            self.hear_again(&sound)?;
        }
        let heard = self.decoder.end()?;
        *channel = Some(channel.unwrap_or_default().and(self.decoder.channel()));
        Ok(heard)
    }
}
