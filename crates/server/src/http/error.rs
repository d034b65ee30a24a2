//! What a refused or failed request gets: `{"message", "code", "requestId", "requiresPremium"?}`.
//!
//! `message` is a sentence for the person at the screen, `code` a word for a program. A 500 never shows what went wrong inside:
//! the chain of causes goes to the log, once, under the request identifier that the person was shown. Each operation maps its own
//! errors with `impl From<ItsError> for ApiError` beside its handler.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use accounts::store::Trouble;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// The body of every error of the interface.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// A sentence for the person at the screen.
    pub message: String,
    /// A stable word for programs, such as `premium_required`.
    pub code: String,
    /// Finds the request in the server's log.
    pub request_id: String,
    /// True when a subscription would have allowed the request.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub requires_premium: bool,
}

/// A request that is refused or failed, on its way to becoming an [`ErrorBody`].
///
/// `Display` shows the code alone, so that an error in a log line cannot carry what a person typed.
#[derive(Debug, Clone)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: Cow<'static, str>,
    requires_premium: bool,
    retry_after_seconds: Option<u32>,
    cause: Option<Arc<dyn Error + Send + Sync>>,
}

impl ApiError {
    /// A refusal with its status, its word for programs and its sentence for people.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            requires_premium: false,
            retry_after_seconds: None,
            cause: None,
        }
    }

    /// The request makes no sense: 400.
    pub fn bad_request(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// The request is well formed but what it asks cannot be done: 422.
    pub fn unprocessable(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// Something in the request is longer than the server takes: 413.
    pub fn too_large(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    /// What was asked for does not exist, or not for this user: 404.
    pub fn not_found(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// Only subscribers may do this: 403 with `requiresPremium`.
    pub fn premium_required(message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            requires_premium: true,
            ..Self::new(StatusCode::FORBIDDEN, "premium_required", message)
        }
    }

    /// Too much at once, or not yet: 503 with the seconds after which trying again is worth it.
    pub fn unavailable(
        code: &'static str,
        message: impl Into<Cow<'static, str>>,
        retry_after_seconds: u32,
    ) -> Self {
        Self {
            retry_after_seconds: Some(retry_after_seconds),
            ..Self::new(StatusCode::SERVICE_UNAVAILABLE, code, message)
        }
    }

    /// Asked too often: 429.
    pub fn too_many(message: impl Into<Cow<'static, str>>, retry_after_seconds: u32) -> Self {
        Self {
            retry_after_seconds: Some(retry_after_seconds),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
        }
    }

    /// A failure of ours: 500 with nothing but an apology, or 503 when the database cannot work just now; the cause goes to the log.
    pub fn internal(cause: impl Error + Send + Sync + 'static) -> Self {
        let told = match accounts::store::trouble(&cause) {
            None => Self::broken(),
            Some(Trouble::Away) => Self::unavailable(
                "database_away",
                "The server cannot reach its database right now. Nothing you entered is lost; please try again in a moment.",
                5,
            ),
            Some(Trouble::Disk) => Self::unavailable(
                "disk_full",
                "The server cannot save anything right now: its disk is full or failing. Nothing you entered is lost; \
                 please tell whoever runs this server, and try again later.",
                30,
            ),
        };
        told.caused_by(cause)
    }

    /// A failure of ours whose cause is already in the log, such as a caught panic.
    pub fn broken() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "Something went wrong on the server. Nothing you entered is lost; please try again.",
        )
    }

    /// Adds the cause that the log shall show.
    #[must_use]
    pub fn caused_by(mut self, cause: impl Error + Send + Sync + 'static) -> Self {
        self.cause = Some(Arc::new(cause));
        self
    }

    /// The status that the answer will have.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The word for programs.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The sentence for the person.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The causes, outermost first, joined with colons, for the log.
    pub fn chain(&self) -> String {
        let mut chain = String::new();
        let mut next: Option<&(dyn Error + 'static)> = match &self.cause {
            Some(cause) => Some(cause.as_ref()),
            None => None,
        };
        while let Some(cause) = next {
            if !chain.is_empty() {
                chain.push_str(": ");
            }
            chain.push_str(&cause.to_string());
            next = cause.source();
        }
        chain
    }

    /// The envelope's content, for the request with this identifier.
    pub(crate) fn body(&self, request_id: &str) -> ErrorBody {
        ErrorBody {
            message: self.message.clone().into_owned(),
            code: self.code.to_owned(),
            request_id: request_id.to_owned(),
            requires_premium: self.requires_premium,
        }
    }

    /// The answer with the identifier of its request in it.
    pub(crate) fn into_envelope(self, request_id: &str) -> Response {
        let body = self.body(request_id);
        let mut response = (self.status, axum::Json(body)).into_response();
        if let Some(seconds) = self.retry_after_seconds {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }

    /// The envelope for an answer that the framework made on its own (no such method, a body past its bound).
    pub(crate) fn for_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::not_found("There is nothing at this address."),
            StatusCode::METHOD_NOT_ALLOWED => Self::new(
                status,
                "method_not_allowed",
                "This address does not take that kind of request.",
            ),
            StatusCode::PAYLOAD_TOO_LARGE => Self::too_large("That is more than the server takes at once."),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::new(
                status,
                "unsupported_media_type",
                "The server cannot read this kind of content.",
            ),
            StatusCode::REQUEST_TIMEOUT => {
                Self::new(status, "timeout", "That took too long. Please try again.")
            }
            status if status.is_server_error() => Self {
                status,
                ..Self::broken()
            },
            status => Self::new(
                status,
                "bad_request",
                "The server could not understand the request.",
            ),
        }
    }
}

impl From<accounts::StoreError> for ApiError {
    fn from(error: accounts::StoreError) -> Self {
        Self::internal(error)
    }
}

/// Whoever writes has an account: only one who is deleting it at this moment has none.
impl From<accounts::store::PutError> for ApiError {
    fn from(error: accounts::store::PutError) -> Self {
        Self::internal(error)
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code)
    }
}

impl Error for ApiError {}

impl IntoResponse for ApiError {
    /// An empty answer that carries the error along; [`crate::http::trace`] writes the body, because only it knows the request.
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
