//! Gives every request an identifier, one log line, and its error envelope.
//!
//! The log line holds the method, the route as it was declared, the status and the duration. Never the path or the query as they
//! came: a sign-in link's token stands in a query, and anything at all can stand in a path that does not exist.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;
use uuid::Uuid;

use crate::http::error::ApiError;
use crate::metrics::Metrics;

/// The header that tells the caller the request's identifier.
pub const REQUEST_ID: &str = "x-request-id";

/// The identifier of the request, for answers that tell it in their body.
#[derive(Debug, Clone)]
pub struct RequestId(pub String);

/// The middleware: identifier, span, envelope, one line in the log.
pub async fn observe(State(metrics): State<Metrics>, mut request: Request, next: Next) -> Response {
    let request_id = Uuid::now_v7().simple().to_string();
    request.extensions_mut().insert(RequestId(request_id.clone()));
    let method = request.method().clone();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("none", |path| path.as_str())
        .to_owned();
    let speaks_json = request.uri().path().starts_with("/api");
    // Of the highest level, so that whatever is logged of a request says of which.
    let span = tracing::error_span!(
        "request",
        http.request.id = %request_id,
        http.request.method = crate::metrics::word_of(&method),
        http.route = %route,
    );
    async move {
        let begun = Instant::now();
        let response = next.run(request).await;
        let mut response = finish(response, &request_id, speaks_json, &metrics);
        if let Ok(value) = HeaderValue::from_str(&request_id) {
            response.headers_mut().insert(REQUEST_ID, value);
        }
        metrics.answered(&route, &method, response.status(), begun.elapsed());
        let duration_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let status = response.status().as_u16();
        if speaks_json {
            tracing::info!(http.response.status = status, duration_ms, "request finished");
        } else {
            tracing::debug!(http.response.status = status, duration_ms, "page sent");
        }
        response
    }
    .instrument(span)
    .await
}

/// Writes the envelope of an error, and logs the chain of causes when the failure is ours.
fn finish(mut response: Response, request_id: &str, speaks_json: bool, metrics: &Metrics) -> Response {
    if let Some(error) = response.extensions_mut().remove::<ApiError>() {
        log(&error);
        metrics.refused(&error);
        return with_cookies_of(&response, error.into_envelope(request_id));
    }
    let failed = response.status().is_client_error() || response.status().is_server_error();
    if !failed || !speaks_json || has_content_of_ours(&response) {
        return response;
    }
    let error = ApiError::for_status(response.status());
    metrics.refused(&error);
    with_cookies_of(&response, error.into_envelope(request_id))
}

/// One line about a request that was not done: the chain of causes when the failure is ours.
pub fn log(error: &ApiError) {
    if error.status().is_server_error() {
        tracing::error!(error.code = error.code(), error.chain = %error.chain(), "request failed");
    } else {
        tracing::debug!(error.code = error.code(), "request refused");
    }
}

/// A page or an envelope is ours; the framework's own short texts are not.
fn has_content_of_ours(response: &Response) -> bool {
    response
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|kind| kind.starts_with("text/html") || kind.starts_with("application/json"))
}

/// Everything but the content's own headers goes along: cookies, Allow, security headers.
fn with_cookies_of(from: &Response, mut to: Response) -> Response {
    for (name, value) in from.headers() {
        if name != header::CONTENT_TYPE && name != header::CONTENT_LENGTH {
            to.headers_mut().append(name.clone(), value.clone());
        }
    }
    to
}

/// What a caught panic becomes. Its message may hold a piece of a report, so it goes nowhere.
pub fn after_panic(_message: Box<dyn std::any::Any + Send>) -> Response {
    use axum::response::IntoResponse;
    ApiError::broken().into_response()
}
