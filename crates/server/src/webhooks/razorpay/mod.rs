//! POST /api/webhooks/razorpay: Razorpay tells that somebody has paid.
//!
//! What it tells is believed when the signature over the body is right, and nothing else is: the identifier of the event is not
//! signed, so that a payment is known by its own identifier, which is. `accounts` decides what the payment opens.

mod event;
mod signature;

use std::fmt;

use accounts::payment::{Amount, Payment, PaymentOutcome};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::body;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// What Razorpay and this installation have agreed on.
#[derive(Clone)]
pub struct RazorpaySettings {
    /// The secrets that Razorpay may sign with: the present one, and while it is changed the one before.
    pub secrets: Vec<String>,
    /// What one paid period costs.
    pub price: Amount,
}

impl fmt::Debug for RazorpaySettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("RazorpaySettings")
            .field("price", &self.price)
            .finish_non_exhaustive()
    }
}

/// What was done with the event.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookResponse {
    /// `activated`: a paid period was begun or continued. `kept`: the payment waits for its payer to sign in, or for an administrator.
    /// `known`: it had been told before. `ignored`: the event tells of no payment that has arrived.
    #[schema(value_type = String)]
    result: &'static str,
}

/// Bytes of an event; Razorpay's have some thousand.
const LIMIT: usize = 256 * 1024;

/// Takes a signed event of Razorpay. The header `X-Razorpay-Signature` is Razorpay's.
#[utoipa::path(post, path = "/api/webhooks/razorpay", tag = "subscription",
    request_body(content = String, content_type = "application/json", description = "The event, as Razorpay sends it"),
    responses((status = 200, body = WebhookResponse), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn razorpay_webhook(
    State(app): State<AppState>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<WebhookResponse>, ApiError> {
    let Some(settings) = &app.site.razorpay else {
        return Err(not_set_up());
    };
    let body = body::read(body, LIMIT, "That is more than an event of Razorpay has.").await?;
    let Some(payment) = told(settings, &headers, &body)? else {
        return Ok(Json(WebhookResponse { result: "ignored" }));
    };
    let outcome = app
        .store
        .record_payment(&payment, settings.price, app.clock.now())
        .await?;
    let result = match outcome {
        PaymentOutcome::Used(_) => "activated",
        PaymentOutcome::Kept(_) => "kept",
        PaymentOutcome::Known => "known",
    };
    tracing::info!(payment.result = result, "payment told");
    Ok(Json(WebhookResponse { result }))
}

/// The payment that a signed event tells of, if it tells of one that has arrived.
fn told(settings: &RazorpaySettings, headers: &HeaderMap, body: &[u8]) -> Result<Option<Payment>, ApiError> {
    if !signature::is_right(&settings.secrets, headers, body) {
        return Err(badly_signed());
    }
    event::parse(body).ok_or_else(unreadable)
}

/// As the operation reads an event, without a server around it: for the fuzz targets. None when it is refused.
#[doc(hidden)]
pub fn payment_told(
    settings: &RazorpaySettings,
    headers: &HeaderMap,
    body: &[u8],
) -> Option<Option<Payment>> {
    told(settings, headers, body).ok()
}

fn not_set_up() -> ApiError {
    ApiError::unavailable(
        "webhook_not_configured",
        "This server has no secret for Razorpay's webhook (READOUT_RAZORPAY_WEBHOOK_SECRET).",
        3600,
    )
}

fn badly_signed() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "bad_signature",
        "The signature does not belong to this event and the secret of this server.",
    )
}

fn unreadable() -> ApiError {
    ApiError::bad_request("unreadable_event", "This is no event of Razorpay.")
}
