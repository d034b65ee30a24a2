//! POST /api/transcribe: a recording to text. Neither is kept.

mod recording;
pub mod written;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use report::spoken::OwnForms;
use serde::Serialize;
use speech::{Context, DecodeError, SpeechError, Transcript, Word};
use utoipa::ToSchema;

use crate::http::error::{ApiError, ErrorBody};
use crate::metrics::Way;
use crate::state::AppState;
use crate::vocabulary::own_forms;
use recording::{Read, Upload};
use written::{DoubtfulBody, WrittenTake};

/// What was said.
#[derive(Serialize, ToSchema)]
pub struct TranscribeResponse {
    /// As it is written: `3.2 cm`.
    text: String,
    /// As the engine heard it: `three point two centimeters`.
    heard: String,
    /// The words that were heard; none when the engine gives text alone.
    words: Vec<WordBody>,
    /// Where `text` was made from words that the engine is unsure about, in order, not overlapping.
    doubtful: Vec<DoubtfulBody>,
    /// Spoken commands such as "next field" that are not in `text` and that nobody has carried out: 0 of a live dictation, which
    /// told each of them when it was said.
    #[serde(rename = "skippedCommands")]
    pub skipped_commands: usize,
    /// What was taken back, corrected or said to others, with the words that did it, in order: no part of `text`.
    #[serde(rename = "takenBack")]
    taken_back: Vec<String>,
    /// The engine's name.
    engine: String,
    /// The recording's length in seconds.
    seconds: f64,
    /// The recording says that it is longer than what could be read of it: it is damaged, or its end is missing.
    pub cut: bool,
}

/// A word that was heard.
#[derive(Serialize, ToSchema)]
pub struct WordBody {
    /// The word.
    word: String,
    /// Where it begins, in seconds.
    start: f64,
    /// Where it ends, in seconds.
    end: f64,
    /// How sure the engine is, from 0 to 1; null when it does not say.
    #[schema(required = true)]
    confidence: Option<f32>,
}

/// Writes down what is said in a recording: base64 in JSON, or a form with the file as its part `audio`.
#[utoipa::path(post, path = "/api/transcribe", tag = "report",
    request_body(content((recording::TranscribeRequest = "application/json"), (recording::TranscribeForm = "multipart/form-data"))),
    responses((status = 200, body = TranscribeResponse), (status = 401, body = ErrorBody), (status = 402, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody), (status = 502, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn transcribe(
    State(app): State<AppState>,
    upload: Upload,
) -> Result<Json<TranscribeResponse>, ApiError> {
    let Upload { sender, file, place } = upload;
    let user = sender.user.id;
    // Listening is long: one recording of a user at a time, and beside the pool, so that reports and checks do not wait for it.
    let heard = app.listening.admit(user).await?;
    let Read {
        recording,
        template,
        take,
    } = app.decoding.run(user, move || file.read()).await??;
    let (seconds, cut) = (recording.seconds(), recording.is_cut());
    app.limits.admit_sound(user, seconds)?;
    let vocabulary = app.store.vocabulary(user).await?;
    let context = Context {
        vocabulary: vocabulary.words().to_vec(),
        template: template.terms(&app, user).await?,
        ..Context::default()
    };
    let transcript = app.speech.transcribe(recording, &context).await?;
    drop((heard, place));
    if transcript.is_empty() {
        return Err(nothing_heard());
    }
    let engine = app.speech.description().name;
    let response = app
        .work
        .run(user, move || {
            let forms = own_forms(&vocabulary);
            TranscribeResponse {
                cut,
                ..TranscribeResponse::of(transcript, &forms, engine, seconds)
            }
        })
        .await?;
    app.count_transcription(&sender.user, take).await;
    app.metrics.transcribed(Way::Whole, seconds);
    tracing::info!(recording.seconds = seconds, "transcribed");
    Ok(Json(response))
}

impl TranscribeResponse {
    /// The answer about a take that is so many seconds long.
    pub fn of(transcript: Transcript, forms: &OwnForms, engine: String, seconds: f64) -> Self {
        let WrittenTake {
            text,
            doubtful,
            skipped_commands,
            taken_back,
        } = written::write(&transcript, forms);
        Self {
            text,
            heard: transcript.heard,
            words: transcript.words.into_iter().map(WordBody::from).collect(),
            doubtful,
            skipped_commands,
            taken_back,
            engine,
            seconds,
            cut: false,
        }
    }
}

fn nothing_heard() -> ApiError {
    ApiError::unprocessable(
        "nothing_heard",
        "Nothing was said in the recording. Check the microphone and its level, then record again.",
    )
}

impl From<Word> for WordBody {
    fn from(word: Word) -> Self {
        Self {
            word: word.text,
            start: word.start,
            end: word.end,
            confidence: word.confidence,
        }
    }
}

impl From<DecodeError> for ApiError {
    fn from(error: DecodeError) -> Self {
        if error.is_over_limit() {
            return Self::too_large(error.to_string());
        }
        let code = match error {
            DecodeError::Empty => "empty_recording",
            _ => "unreadable_recording",
        };
        Self::unprocessable(code, error.to_string())
    }
}

impl From<SpeechError> for ApiError {
    fn from(error: SpeechError) -> Self {
        // The reason is for whoever runs the server: it may name folders.
        let sentence = match &error {
            SpeechError::Unavailable(_) => {
                "Speech recognition is not available on this server. You can type the findings.".to_owned()
            }
            told => told.to_string(),
        };
        if error.is_temporary() {
            return Self::unavailable("speech_unavailable", sentence, 5).caused_by(error);
        }
        Self::new(StatusCode::BAD_GATEWAY, "speech_failed", sentence).caused_by(error)
    }
}
