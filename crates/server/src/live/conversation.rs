//! The order of a live dictation: start, recording and text side by side, the end.

use std::time::Duration;

use accounts::UserId;
use axum::extract::ws::{Message, WebSocket, close_code};
use axum::http::StatusCode;
use bytes::Bytes;
use futures::{FutureExt, StreamExt};
use report::budget::{self, Budget, Exhausted};
use report::spoken::{Command, LiveText, OwnForms};
use speech::{Context, HeardSound, LiveError, LiveUpdate, LiveUpdates, RecordingFeed, Transcript};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tower_sessions::Session;

use super::messages::{Tell, Told};
use super::page::{Page, Started};
use super::places::{LivePlace, NoPlace, Speaking};
use crate::current_user::CurrentUser;
use crate::http::error::ApiError;
use crate::metrics::Way;
use crate::session;
use crate::state::AppState;
use crate::transcribe::TranscribeResponse;
use crate::vocabulary::own_forms;
use crate::work::{Matter, WorkError};

/// How long a page may take to say `start`.
const START_TIME: Duration = Duration::from_secs(30);
/// Seconds of sound that are counted when a dictation begins: who has used up all that is theirs is told so then.
const FIRST_COUNTED: f64 = 1.0;
/// Seconds that are counted at a time from then on.
const COUNTED_AT_ONCE: f64 = 10.0;
/// The longest conversation, pauses included. The recording has a bound of its own.
const LONGEST: Duration = Duration::from_secs(3 * 60 * 60);

/// Steps that one look at what is being said may take, on the thread that tells it: a hundredth of a whole text's, as a minute without a
/// pause takes a tenth of.
const STEPS_OF_A_LOOK: u64 = budget::STEPS / 100;

/// Why a conversation ended before its end.
pub(super) enum Ended {
    /// The page went away or does not read: there is nobody to tell.
    Left,
    /// The page does not keep to the order.
    Misunderstood,
    /// The server stops.
    Stopping,
    /// The page is told why.
    Failed(ApiError),
}

impl From<ApiError> for Ended {
    fn from(error: ApiError) -> Self {
        Self::Failed(error)
    }
}

/// Who dictates, and how they were let in.
struct Speaker {
    app: AppState,
    user: CurrentUser,
    session: Session,
}

impl Speaker {
    fn admit_sound(&self, seconds: f64) -> Result<(), ApiError> {
        self.app.limits.admit_sound(self.user.id, seconds)
    }

    /// Ends the conversation of a session that was ended meanwhile, from another browser or with the account.
    async fn is_signed_in(&self) -> Result<(), Ended> {
        let app = &self.app;
        if session::is_open(&self.session, &app.store, app.clock.now()).await? {
            return Ok(());
        }
        Err(signed_out().into())
    }
}

/// Talks with a page until the dictation is over.
pub async fn hold(socket: WebSocket, app: AppState, user: CurrentUser, session: Session) {
    let speaker = Speaker { app, user, session };
    let mut page = Page::new(socket);
    // Kept until the goodbye is said: a server that stops waits for those who have a place.
    let place = speaker.app.live.take(speaker.user.id);
    let ended = match &place {
        Err(none) => Err((*none).into()),
        Ok(place) => tokio::select! {
            ended = timeout(LONGEST, dictate(&mut page, place, &speaker)) => {
                ended.unwrap_or_else(|_| Err(Ended::Failed(open_too_long())))
            }
            () = speaker.app.live.stopped() => Err(Ended::Stopping),
        },
    };
    match ended {
        Ok(()) => page.close(close_code::NORMAL).await,
        Err(Ended::Left) => {}
        Err(Ended::Misunderstood) => page.close(close_code::POLICY).await,
        Err(Ended::Stopping) => page.close(close_code::RESTART).await,
        Err(Ended::Failed(error)) => {
            crate::http::trace::log(&error);
            let (code, message) = (error.code(), error.message());
            if page.tell(&Tell::Error { code, message }).await.is_ok() {
                page.close(close_code::NORMAL).await;
            }
        }
    }
}

async fn dictate(page: &mut Page, place: &LivePlace, speaker: &Speaker) -> Result<(), Ended> {
    let Speaker { app, user, .. } = speaker;
    let Started { mime, take, template } = timeout(START_TIME, page.started())
        .await
        .map_err(|_| Ended::Misunderstood)??;
    let engine = app.speech.description();
    if !engine.live {
        return Err(unavailable().into());
    }
    let vocabulary = app.store.vocabulary(user.id).await.map_err(ApiError::from)?;
    let context = Context {
        vocabulary: vocabulary.words().to_vec(),
        template: template.terms(app, user.id).await?,
        ..Context::default()
    };
    let forms = app.work.run(user.id, move || own_forms(&vocabulary)).await;
    let forms = forms.map_err(ApiError::from)?;
    let speaking = Some(place.speak()?);
    speaker.admit_sound(FIRST_COUNTED)?;
    let session = app.speech.listen(&context).await.map_err(ApiError::from)?;
    let feed = session.sound.from_recording(mime).map_err(ApiError::from)?;
    let heard_sound = feed.heard();
    page.tell(&Tell::Ready { engine: &engine.name }).await?;
    let mut dictation = Dictation {
        page,
        feed: Some(feed),
        heard_sound,
        counted: FIRST_COUNTED,
        speaker,
        place,
        speaking,
        is_paused: false,
        live: LiveText::new(forms.clone()),
        heard: String::new(),
        told: (String::new(), String::new()),
        sequence: 0,
    };
    let (transcript, seconds) = dictation.listen(session.updates).await?;
    let said_something = !transcript.is_empty();
    let response = written(app, user.id, transcript, forms, engine.name, seconds).await?;
    if said_something {
        app.count_transcription(user, take).await;
    }
    app.metrics.transcribed(Way::Live, seconds);
    tracing::info!(recording.seconds = seconds, "dictated live");
    page.tell(&Tell::Final(&response)).await
}

async fn written(
    app: &AppState,
    user: UserId,
    transcript: Transcript,
    forms: OwnForms,
    engine: String,
    seconds: f64,
) -> Result<TranscribeResponse, ApiError> {
    let work = move || {
        let mut response = TranscribeResponse::of(transcript, &forms, engine, seconds);
        // Each was told when it was said.
        response.skipped_commands = 0;
        response
    };
    Ok(app.work.run(user, work).await?)
}

/// A dictation under way.
struct Dictation<'a> {
    page: &'a mut Page,
    /// Where the recording goes, until it is whole.
    feed: Option<RecordingFeed>,
    heard_sound: HeardSound,
    /// Seconds of it that are counted towards what the speaker may have written down.
    counted: f64,
    speaker: &'a Speaker,
    place: &'a LivePlace,
    /// Given back while the speaker pauses.
    speaking: Option<Speaking>,
    is_paused: bool,
    live: LiveText,
    /// What is understood of the stretch that is being said.
    heard: String,
    /// Committed and tentative as the page knows them.
    told: (String, String),
    sequence: u64,
}

impl Dictation<'_> {
    /// Passes the recording on and tells what is heard, until all of it is.
    async fn listen(&mut self, mut updates: LiveUpdates) -> Result<(Transcript, f64), Ended> {
        let silence = self.speaker.app.silence;
        let mut signs = interval(silence.asked);
        signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // While the engine got ready nobody read what the page sent.
        self.page.heard_from = Instant::now();
        loop {
            tokio::select! {
                frame = self.page.incoming.next() => self.take(frame).await?,
                update = updates.next() => {
                    let mut next = Some(update);
                    // A slow page is told what there is by now, not everything there was.
                    while let Some(update) = next {
                        if let Some(end) = self.hear(update).await? {
                            return Ok(end);
                        }
                        next = updates.next().now_or_never();
                    }
                    self.tell_text().await?;
                }
                _ = signs.tick() => {
                    self.speaker.is_signed_in().await?;
                    self.page.ask_for_sign(silence.page).await?;
                }
            }
            self.count()?;
        }
    }

    async fn take(&mut self, frame: Option<Result<Message, axum::Error>>) -> Result<(), Ended> {
        let Some(Ok(frame)) = frame else {
            return Err(Ended::Left);
        };
        self.page.heard_from = Instant::now();
        match frame {
            Message::Binary(piece) => self.push(piece).await,
            Message::Text(text) => match (serde_json::from_str(&text), self.feed.take()) {
                (Ok(Told::Pause), Some(feed)) => {
                    feed.pause().await;
                    self.is_paused = true;
                    self.feed = Some(feed);
                    Ok(())
                }
                (Ok(Told::Finish), Some(feed)) => {
                    feed.finish().await;
                    Ok(())
                }
                _ => Err(Ended::Misunderstood),
            },
            Message::Close(_) => Err(Ended::Left),
            Message::Ping(_) | Message::Pong(_) => Ok(()),
        }
    }

    async fn push(&mut self, piece: Bytes) -> Result<(), Ended> {
        self.is_paused = false;
        if self.speaking.is_none() {
            self.speaking = Some(self.place.speak()?);
        }
        let feed = self.feed.as_mut().ok_or(Ended::Misunderstood)?;
        let pushed = feed.push(piece).await;
        pushed.map_err(|problem| failure(problem.into()).into())
    }

    /// Counts the sound that was heard and not counted yet, some seconds at a time: what came in one piece is counted while it is listened
    /// to.
    fn count(&mut self) -> Result<(), ApiError> {
        let heard = self.heard_sound.seconds();
        let fresh = heard - self.counted;
        if fresh > COUNTED_AT_ONCE {
            self.speaker.admit_sound(fresh)?;
            self.counted = heard;
        }
        Ok(())
    }

    /// Takes in what is new; gives the transcript when all is heard.
    async fn hear(
        &mut self,
        update: Option<Result<LiveUpdate, LiveError>>,
    ) -> Result<Option<(Transcript, f64)>, Ended> {
        let update = update.unwrap_or(Err(speech::SpeechError::EngineStopped.into()));
        match update.map_err(failure)? {
            LiveUpdate::Tentative(heard) => self.heard = heard,
            LiveUpdate::Stretch(heard) => {
                self.heard.clear();
                if let Some(command) = look(|| self.live.stretch(&heard))? {
                    self.tell_text().await?;
                    self.tell_command(&command).await?;
                }
            }
            LiveUpdate::Paused => {
                look(|| self.live.settle())?;
                if self.is_paused {
                    self.speaking = None;
                }
            }
            LiveUpdate::Final { transcript, seconds } => {
                self.heard.clear();
                look(|| self.live.settle())?;
                self.tell_text().await?;
                return Ok(Some((transcript, seconds)));
            }
        }
        Ok(None)
    }

    /// Tells the text when it has changed.
    async fn tell_text(&mut self) -> Result<(), Ended> {
        let tentative = look(|| self.live.tentative(&self.heard))?;
        let committed = self.live.committed();
        if self.told.0 == committed && self.told.1 == tentative {
            return Ok(());
        }
        self.sequence += 1;
        let text = Tell::Text {
            sequence: self.sequence,
            committed,
            tentative: &tentative,
        };
        self.page.tell(&text).await?;
        self.told = (committed.to_owned(), tentative);
        Ok(())
    }

    async fn tell_command(&mut self, command: &Command) -> Result<(), Ended> {
        let (name, argument) = (command.name(), command.argument());
        self.page.tell(&Tell::Command { name, argument }).await
    }
}

/// Looks at what is being said within its own budget. What takes more ends the live words: the recording goes on, and its text comes when
/// it is over.
fn look<T>(work: impl FnOnce() -> T) -> Result<T, ApiError> {
    let done = budget::within(&Budget::of_steps(STEPS_OF_A_LOOK), work);
    done.map_err(|Exhausted| WorkError::TooMuch(Matter::Text).into())
}

fn failure(problem: LiveError) -> ApiError {
    match problem {
        LiveError::Recording(problem) if problem.is_over_limit() => too_long(),
        LiveError::Recording(problem) => ApiError::unprocessable("unreadable_recording", problem.to_string()),
        LiveError::Speech(problem) => problem.into(),
    }
}

impl From<NoPlace> for Ended {
    fn from(none: NoPlace) -> Self {
        full(none).into()
    }
}

fn full(none: NoPlace) -> ApiError {
    let sentence = match none {
        NoPlace::Full => "Too many people are dictating live right now. The text comes when you stop.",
        NoPlace::EnoughOfOne => "You are dictating live in other windows. The text comes when you stop.",
    };
    ApiError::unavailable("live_full", sentence, 60)
}

fn signed_out() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "signed_out",
        "You are signed out. What you have recorded is kept; sign in to have it written down.",
    )
}

fn unavailable() -> ApiError {
    ApiError::unprocessable(
        "live_unavailable",
        "The speech engine of this server does not write while you speak. The text comes when you stop.",
    )
}

/// The recording has its own bound, and may go on.
fn open_too_long() -> ApiError {
    ApiError::unprocessable(
        "live_open_too_long",
        "The live connection was open for three hours, pauses included.",
    )
}

fn too_long() -> ApiError {
    ApiError::unprocessable(
        "too_long",
        "The dictation has become longer than the server takes. Please dictate in shorter parts.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_without_a_pause_is_a_tenth_of_what_a_look_may_take() {
        let sentence = "there is a three point two by four centimeter nodule in the left lower lobe and no pleural effusion ";
        let minute = sentence.repeat(8);
        let mut live = LiveText::default();
        let budget = Budget::of_steps(STEPS_OF_A_LOOK);
        let looked = budget::within(&budget, || {
            let tentative = live.tentative(&minute);
            live.stretch(&minute);
            tentative
        });
        assert!(looked.expect("it is honest").contains("3.2 x 4 cm nodule"));
        let taken = STEPS_OF_A_LOOK - budget.left();
        assert!((100..STEPS_OF_A_LOOK / 10).contains(&taken), "{taken} steps");
    }

    #[test]
    fn words_without_end_end_the_live_words_and_keep_no_thread() {
        let mut live = LiveText::default();
        let endless = "three by ".repeat(200_000);
        for looked in [
            look(|| drop(live.tentative(&endless))),
            look(|| drop(live.stretch(&endless))),
        ] {
            assert_eq!(looked.expect_err("too much").code(), "too_much_work");
        }
        let mut live = LiveText::default();
        look(|| live.stretch("no pleural effusion")).expect("the thread has no budget of another's");
        assert_eq!(live.committed(), "No pleural effusion");
    }
}
