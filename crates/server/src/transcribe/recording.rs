//! Reads the recording out of a request, and which template it is for: base64 in JSON, or the part `audio` of a form.
//!
//! Nothing is read for whom it is not for, and nothing before there is room for it.

use std::collections::HashSet;

use accounts::TakeId;
use axum::body::Body;
use axum::extract::multipart::Field;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Multipart, Request};
use axum::http::header;
use axum::http::request::Parts;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use serde::Deserialize;
use speech::{DecodeError, Recording};
use utoipa::ToSchema;

use crate::chosen_template::ChosenTemplate;
use crate::entitlement::Entitled;
use crate::http::client::Client;
use crate::http::error::ApiError;
use crate::http::{body, json};
use crate::limits::Work;
use crate::room::Place;
use crate::state::AppState;

/// What a form needs around its one part.
const FORM_OVERHEAD: usize = 64 * 1024;
/// Base64 makes four bytes of three, and JSON needs a little around it.
const JSON_LIMIT: usize = speech::MAX_BYTES / 3 * 4 + 64 * 1024;
const TOO_LARGE: &str = "The recording is larger than 50 MB. Please dictate in shorter parts.";

/// A recording in JSON.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TranscribeRequest {
    /// The file in base64, without a data URL's prefix.
    audio_data: String,
    /// Its media type, such as `audio/webm;codecs=opus`; the bytes decide.
    mime_type: Option<String>,
    /// Names the take that was recorded, a UUID: a take is counted once, however often it is sent and when it was heard live.
    take_id: Option<String>,
    #[serde(flatten)]
    template: ChosenTemplate,
}

/// A recording in a form.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form in the OpenAPI document")]
pub struct TranscribeForm {
    /// The file, with its media type as the part's content type.
    #[schema(content_media_type = "application/octet-stream", value_type = String, format = Binary)]
    audio: Vec<u8>,
    /// The body part of a built-in template that the dictation will be put into. Before the file.
    #[schema(rename = "selectedTemplate")]
    selected_template: Option<String>,
    /// One of the user's own templates, which wins over a built-in one. Before the file.
    #[schema(rename = "customTemplateId")]
    custom_template_id: Option<String>,
    /// Names the take that was recorded, a UUID: a take is counted once. Before the file.
    #[schema(rename = "takeId")]
    take_id: Option<String>,
}

/// A recording as it was sent, not yet decoded, and who sent it.
pub struct Upload {
    /// Who.
    pub sender: Entitled,
    /// What.
    pub file: File,
    /// Its share of the memory for recordings; to be kept until it is transcribed.
    pub place: Place,
}

/// The file of a recording. Work on it is for the pool: it may be 50 MB.
pub enum File {
    /// A [`TranscribeRequest`].
    Json(Bytes),
    /// The file itself, with its media type and what came before it.
    Plain(Bytes, Option<String>, About),
}

/// What is said of a recording beside it.
#[derive(Default)]
pub struct About {
    template: ChosenTemplate,
    take: Option<TakeId>,
}

/// A recording that can be listened to.
pub struct Read {
    /// The sound.
    pub recording: Recording,
    /// What it is put into.
    pub template: ChosenTemplate,
    /// Which take it is.
    pub take: Option<TakeId>,
}

impl File {
    /// Decodes it, and tells what was said with it.
    pub fn read(self) -> Result<Read, ApiError> {
        let (bytes, mime, about) = match self {
            Self::Plain(bytes, mime, about) => (bytes, mime, about),
            Self::Json(body) => {
                let sent: TranscribeRequest = json::parse(&body)?;
                let about = About {
                    take: sent.take_id.as_deref().and_then(TakeId::parse),
                    template: sent.template,
                };
                (from_base64(&sent.audio_data)?, sent.mime_type, about)
            }
        };
        if bytes.is_empty() {
            return Err(DecodeError::Empty.into());
        }
        Ok(Read {
            recording: Recording::read(bytes, mime.as_deref())?,
            template: about.template,
            take: about.take,
        })
    }
}

impl FromRequest<AppState> for Upload {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        let (mut parts, sent) = request.into_parts();
        let (sender, mut place) = admit(&mut parts, app).await?;
        let request = Request::from_parts(parts, sent);
        let file = if is_form(&request) {
            from_form(request, app, &mut place).await?
        } else if json::is_json(request.headers()) {
            File::Json(body::read_into(&mut place, request.into_body(), JSON_LIMIT, TOO_LARGE).await?)
        } else {
            return Err(json::expected());
        };
        Ok(Self { sender, file, place })
    }
}

async fn admit(parts: &mut Parts, app: &AppState) -> Result<(Entitled, Place), ApiError> {
    let sender = Entitled::from_request_parts(parts, app).await?;
    let client = Client::from_request_parts(parts, app)
        .await
        .unwrap_or(Client(None));
    app.limits.admit(Work::Transcribing, sender.user.id, client)?;
    let place = app.uploads.place(sender.user.id).await?;
    Ok((sender, place))
}

fn from_base64(text: &str) -> Result<Bytes, ApiError> {
    let decoded = BASE64_STANDARD.decode(without_prefix(text));
    decoded.map(Bytes::from).map_err(|_| {
        ApiError::unprocessable(
            "unreadable_recording",
            "The recording did not arrive whole. Please try again.",
        )
    })
}

async fn from_form(request: Request, app: &AppState, place: &mut Place) -> Result<File, ApiError> {
    let (parts, sent) = request.into_parts();
    let whole = body::read_into(place, sent, speech::MAX_BYTES + FORM_OVERHEAD, TOO_LARGE).await?;
    let mut request = Request::from_parts(parts, Body::from(whole));
    DefaultBodyLimit::disable().apply(&mut request);
    let mut form = Multipart::from_request(request, app)
        .await
        .map_err(|_| unreadable_form())?;
    let mut about = About::default();
    let mut seen = HashSet::new();
    while let Some(part) = form.next_field().await.map_err(|_| unreadable_form())? {
        // Of two one would be taken, and who can say which was meant.
        if part.name().is_some_and(|name| !seen.insert(name.to_owned())) {
            return Err(unreadable_form());
        }
        match part.name() {
            Some("audio") => {
                let mime = part.content_type().map(str::to_owned);
                let bytes = part.bytes().await.map_err(|_| body::interrupted())?;
                return Ok(File::Plain(bytes, mime, about));
            }
            Some("selectedTemplate") => about.template.selected_template = Some(text(part).await?),
            Some("customTemplateId") => about.template.custom_template_id = Some(text(part).await?),
            Some("takeId") => about.take = TakeId::parse(&text(part).await?),
            _ => {}
        }
    }
    Err(ApiError::unprocessable(
        "recording_missing",
        "The form holds no recording in a part named audio.",
    ))
}

async fn text(part: Field<'_>) -> Result<String, ApiError> {
    part.text().await.map_err(|_| unreadable_form())
}

fn is_form(request: &Request) -> bool {
    let kind = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    kind.is_some_and(|kind| {
        kind.trim_start()
            .to_ascii_lowercase()
            .starts_with("multipart/form-data")
    })
}

fn unreadable_form() -> ApiError {
    ApiError::bad_request(
        "unreadable_form",
        "The form with the recording cannot be read. Please try again.",
    )
}

/// Tolerates a data URL where plain base64 was asked for.
fn without_prefix(text: &str) -> &str {
    let text = text.trim();
    match text.strip_prefix("data:").and_then(|rest| rest.split_once(',')) {
        Some((_, data)) => data,
        None => text,
    }
}
