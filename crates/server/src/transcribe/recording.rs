//! Reads the recording out of a request: base64 in JSON, or the part `audio` of a form.

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use axum::http::{StatusCode, header};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use serde::Deserialize;
use speech::{DecodeError, Recording};
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::http::{body, json};
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
}

/// A recording in a form.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form in the OpenAPI document")]
pub struct TranscribeForm {
    /// The file, with its media type as the part's content type.
    #[schema(content_media_type = "application/octet-stream", value_type = String, format = Binary)]
    audio: Vec<u8>,
}

/// A recording as it was sent, not yet decoded.
pub struct Upload {
    content: Content,
    mime: Option<String>,
}

enum Content {
    Base64(String),
    File(Bytes),
}

impl Upload {
    /// Decodes it. Work for the pool.
    pub fn read(self) -> Result<Recording, ApiError> {
        let bytes = match self.content {
            Content::File(bytes) => bytes,
            Content::Base64(text) => BASE64_STANDARD
                .decode(without_prefix(&text))
                .map(Bytes::from)
                .map_err(|_| {
                    ApiError::unprocessable(
                        "unreadable_recording",
                        "The recording did not arrive whole. Please try again.",
                    )
                })?,
        };
        if bytes.is_empty() {
            return Err(DecodeError::Empty.into());
        }
        Ok(Recording::read(bytes, self.mime.as_deref())?)
    }
}

impl FromRequest<AppState> for Upload {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        if is_form(&request) {
            return from_form(request, app).await;
        }
        let json::Json(sent) = json::Json::<TranscribeRequest, JSON_LIMIT>::from_request(request, app)
            .await
            .map_err(about_recording)?;
        Ok(Self {
            content: Content::Base64(sent.audio_data),
            mime: sent.mime_type,
        })
    }
}

async fn from_form(request: Request, app: &AppState) -> Result<Upload, ApiError> {
    let (parts, sent) = request.into_parts();
    let whole = body::read(sent, speech::MAX_BYTES + FORM_OVERHEAD, TOO_LARGE).await?;
    let mut request = Request::from_parts(parts, Body::from(whole));
    DefaultBodyLimit::disable().apply(&mut request);
    let mut form = Multipart::from_request(request, app)
        .await
        .map_err(|_| unreadable_form())?;
    while let Some(part) = form.next_field().await.map_err(|_| unreadable_form())? {
        if part.name() == Some("audio") {
            let mime = part.content_type().map(str::to_owned);
            let bytes = part.bytes().await.map_err(|_| body::interrupted())?;
            return Ok(Upload {
                content: Content::File(bytes),
                mime,
            });
        }
    }
    Err(ApiError::unprocessable(
        "recording_missing",
        "The form holds no recording in a part named audio.",
    ))
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

/// The general sentence about too much text does not fit a recording.
fn about_recording(error: ApiError) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::too_large(TOO_LARGE)
    } else {
        error
    }
}

/// Tolerates a data URL where plain base64 was asked for.
fn without_prefix(text: &str) -> &str {
    let text = text.trim();
    match text.strip_prefix("data:").and_then(|rest| rest.split_once(',')) {
        Some((_, data)) => data,
        None => text,
    }
}
