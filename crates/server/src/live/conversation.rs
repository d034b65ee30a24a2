//! The order of a live dictation: start, recording and text side by side, the end.

use std::time::Duration;

use accounts::TakeId;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use bytes::Bytes;
use futures::stream::{SplitSink, SplitStream};
use futures::{FutureExt, SinkExt, StreamExt};
use report::spoken::{Command, LiveText, OwnForms};
use speech::{Context, LiveError, LiveUpdate, LiveUpdates, RecordingFeed, Transcript};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::messages::{Tell, Told};
use super::places::NoPlace;
use crate::chosen_template::ChosenTemplate;
use crate::current_user::CurrentUser;
use crate::http::error::ApiError;
use crate::metrics::Way;
use crate::state::AppState;
use crate::transcribe::TranscribeResponse;
use crate::transcribe::written::TakingBack;
use crate::vocabulary::own_forms;

/// How long a page may take to say `start`.
const START_TIME: Duration = Duration::from_secs(30);
/// Between two signs of life that the server asks for.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);
/// A page that gives none for so long is gone.
const LONGEST_SILENCE: Duration = Duration::from_secs(45);
/// How long a page may take to read what it is sent.
const SENDING_TIME: Duration = Duration::from_secs(10);
/// How long a page may take to answer a goodbye.
const GOODBYE: Duration = Duration::from_secs(2);
/// The longest conversation, pauses included. The recording has a bound of its own.
const LONGEST: Duration = Duration::from_secs(3 * 60 * 60);

/// Why a conversation ended before its end.
enum Ended {
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

/// Talks with a page until the dictation is over.
pub async fn hold(socket: WebSocket, app: AppState, speaker: CurrentUser) {
    let (out, incoming) = socket.split();
    let mut page = Page {
        out,
        incoming,
        heard_from: Instant::now(),
    };
    // Kept until the goodbye is said: a server that stops waits for those who have a place.
    let place = app.live.take(speaker.id);
    let ended = match &place {
        Err(none) => Err(Ended::Failed(full(*none))),
        Ok(_) => tokio::select! {
            ended = timeout(LONGEST, dictate(&mut page, &app, &speaker)) => {
                ended.unwrap_or_else(|_| Err(Ended::Failed(open_too_long())))
            }
            () = app.live.stopped() => Err(Ended::Stopping),
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

async fn dictate(page: &mut Page, app: &AppState, speaker: &CurrentUser) -> Result<(), Ended> {
    let Started { mime, take, template } = timeout(START_TIME, page.started())
        .await
        .map_err(|_| Ended::Misunderstood)??;
    let engine = app.speech.description();
    if !engine.live {
        return Err(unavailable().into());
    }
    let vocabulary = app.store.vocabulary(speaker.id).await.map_err(ApiError::from)?;
    let context = Context {
        vocabulary: vocabulary.words().to_vec(),
        template: template.terms(app, speaker.id).await?,
        ..Context::default()
    };
    let session = app.speech.listen(&context).await.map_err(ApiError::from)?;
    let feed = session.sound.from_recording(mime).map_err(ApiError::from)?;
    page.tell(&Tell::Ready { engine: &engine.name }).await?;
    let mut dictation = Dictation {
        page,
        feed: Some(feed),
        live: LiveText::new(own_forms(&vocabulary)),
        heard: String::new(),
        told: (String::new(), String::new()),
        sequence: 0,
    };
    let (transcript, seconds) = dictation.listen(session.updates).await?;
    let said_something = !transcript.is_empty();
    let forms = own_forms(&vocabulary);
    let response = written(app, transcript, forms, engine.name, seconds).await?;
    if said_something {
        app.count_transcription(speaker, take).await;
    }
    app.metrics.transcribed(Way::Live, seconds);
    tracing::info!(recording.seconds = seconds, "dictated live");
    page.tell(&Tell::Final(&response)).await
}

async fn written(
    app: &AppState,
    transcript: Transcript,
    forms: OwnForms,
    engine: String,
    seconds: f64,
) -> Result<TranscribeResponse, ApiError> {
    let work = move || TranscribeResponse::of(transcript, &forms, TakingBack::Stretches, engine, seconds);
    Ok(app.work.run(work).await?)
}

/// A dictation under way.
struct Dictation<'a> {
    page: &'a mut Page,
    /// Where the recording goes, until it is whole.
    feed: Option<RecordingFeed>,
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
        let mut signs = interval(SIGN_OF_LIFE);
        signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
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
                _ = signs.tick() => self.page.ask_for_sign().await?,
            }
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
        let feed = self.feed.as_mut().ok_or(Ended::Misunderstood)?;
        let pushed = feed.push(piece).await;
        pushed.map_err(|problem| failure(problem.into()).into())
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
                if let Some(command) = self.live.stretch(&heard) {
                    self.tell_text().await?;
                    self.tell_command(&command).await?;
                }
            }
            LiveUpdate::Paused => self.live.settle(),
            LiveUpdate::Final { transcript, seconds } => {
                self.heard.clear();
                self.live.settle();
                self.tell_text().await?;
                return Ok(Some((transcript, seconds)));
            }
        }
        Ok(None)
    }

    /// Tells the text when it has changed.
    async fn tell_text(&mut self) -> Result<(), Ended> {
        let (committed, tentative) = (self.live.committed(), self.live.tentative(&self.heard));
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

/// What the page said first.
struct Started {
    mime: Option<String>,
    take: Option<TakeId>,
    template: ChosenTemplate,
}

/// The other side of the socket.
struct Page {
    out: SplitSink<WebSocket, Message>,
    incoming: SplitStream<WebSocket>,
    heard_from: Instant,
}

impl Page {
    /// Waits for `start` and gives what it says.
    async fn started(&mut self) -> Result<Started, Ended> {
        loop {
            match self.incoming.next().await {
                Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                    Ok(Told::Start { mime, take, template }) => {
                        return Ok(Started {
                            mime,
                            take: take.as_deref().and_then(TakeId::parse),
                            template,
                        });
                    }
                    _ => return Err(Ended::Misunderstood),
                },
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Binary(_))) => return Err(Ended::Misunderstood),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Ended::Left),
            }
        }
    }

    async fn tell(&mut self, message: &Tell<'_>) -> Result<(), Ended> {
        let text = serde_json::to_string(message).map_err(ApiError::internal)?;
        self.send(Message::Text(text.into())).await
    }

    async fn ask_for_sign(&mut self) -> Result<(), Ended> {
        if self.heard_from.elapsed() > LONGEST_SILENCE {
            return Err(Ended::Left);
        }
        self.send(Message::Ping(Bytes::new())).await
    }

    /// Says goodbye and takes what the page still sends until it answers: a connection that is closed over unread frames may be reset,
    /// and the last words to the page are lost with it.
    async fn close(&mut self, code: u16) {
        let reason = "".into();
        let goodbye = async {
            self.send(Message::Close(Some(CloseFrame { code, reason })))
                .await?;
            while let Some(Ok(_)) = self.incoming.next().await {}
            Ok::<(), Ended>(())
        };
        // A page that is gone needs no goodbye.
        let _ = timeout(GOODBYE, goodbye).await;
    }

    async fn send(&mut self, message: Message) -> Result<(), Ended> {
        match timeout(SENDING_TIME, self.out.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Ended::Left),
        }
    }
}

fn failure(problem: LiveError) -> ApiError {
    match problem {
        LiveError::Recording(problem) if problem.is_over_limit() => too_long(),
        LiveError::Recording(problem) => ApiError::unprocessable("unreadable_recording", problem.to_string()),
        LiveError::Speech(problem) => problem.into(),
    }
}

fn full(none: NoPlace) -> ApiError {
    let sentence = match none {
        NoPlace::Full => "Too many people are dictating live right now. The text comes when you stop.",
        NoPlace::EnoughOfOne => "You are dictating live in other windows. The text comes when you stop.",
    };
    ApiError::unavailable("live_full", sentence, 60)
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
