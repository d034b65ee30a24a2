//! Reads a JSON body into a request type.
//!
//! Not axum's own extractor: that one puts the parser's message, which quotes what was sent, into the answer and at trace level
//! into the log. What was sent is patient text.

use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::current_user::CurrentUser;
use crate::http::body;
use crate::http::error::ApiError;
use crate::room::SMALL;
use crate::state::AppState;

/// Bytes of a JSON body when an operation does not say otherwise: two texts of 200,000 characters, escaped.
pub const ORDINARY_LIMIT: usize = 5 * 1024 * 1024;

const TOO_LARGE: &str = "That is more than the server takes at once.";

/// A JSON body of at most `LIMIT` bytes.
#[derive(Debug)]
pub struct Json<T, const LIMIT: usize = ORDINARY_LIMIT>(pub T);

impl<T: DeserializeOwned, const LIMIT: usize> FromRequest<AppState> for Json<T, LIMIT> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(expected());
        }
        // Whoever asks has been found by now; a stranger sends nothing large.
        let user = request.extensions().get::<CurrentUser>().map(|user| user.id);
        let place = match user {
            Some(user) => app.uploads.place_of_large(user, request.headers()).await?,
            None => None,
        };
        let body = request.into_body();
        match place {
            // Kept until it is read: what it becomes is a fraction of it.
            Some(mut place) => parse(&body::read_into(&mut place, body, LIMIT, TOO_LARGE).await?),
            None => parse(&body::read(body, LIMIT.min(SMALL), TOO_LARGE).await?),
        }
        .map(Self)
    }
}

/// Reads JSON that is in memory already.
///
/// Every request is an object. A list of the values of its fields in their order, which serde would take for one, is refused:
/// nobody who sends it knows which field is which.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    if first == Some(&b'[') && serde_json::from_slice::<IgnoredAny>(bytes).is_ok() {
        return Err(ApiError::unprocessable(
            "invalid_fields",
            "The request must be a JSON object with named fields.",
        ));
    }
    serde_json::from_slice(bytes).map_err(|error| refusal(&error))
}

/// The refusal of a body that is not said to be JSON.
pub fn expected() -> ApiError {
    ApiError::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "unsupported_media_type",
        "The server expects JSON here, with the content type application/json.",
    )
}

/// Whether the body is said to be JSON. Pages of other sites cannot say so without being asked about it first.
pub fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse::<mime::Mime>().ok())
        .is_some_and(|kind| {
            kind.type_() == mime::APPLICATION
                && (kind.subtype() == mime::JSON || kind.suffix() == Some(mime::JSON))
        })
}

/// Says where the body cannot be read, never what stands there.
fn refusal(error: &serde_json::Error) -> ApiError {
    let (line, column) = (error.line(), error.column());
    match error.classify() {
        serde_json::error::Category::Data => ApiError::unprocessable(
            "invalid_fields",
            format!("A field of the request is missing or of the wrong kind (line {line}, column {column})."),
        ),
        _ => ApiError::bad_request(
            "invalid_json",
            format!("The request is not valid JSON (line {line}, column {column})."),
        ),
    }
}
