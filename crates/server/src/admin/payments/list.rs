//! GET /api/admin/payments: payments that wait for somebody to look at them.

use accounts::payment::{KeptPayment, PaymentState};
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::admin::Administrator;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// How many are shown; whoever has more has to take care of some first.
const MOST: u64 = 200;

/// Payments that wait, the newest first.
#[derive(Serialize, ToSchema)]
pub struct OpenPaymentsResponse {
    payments: Vec<OpenPaymentBody>,
}

/// A payment that waits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenPaymentBody {
    /// The provider's short name, `razorpay`.
    provider: String,
    /// The transaction's identifier at the provider.
    payment_id: String,
    /// The address that the payer gave; null when it can be none of an account.
    #[schema(required = true)]
    email: Option<String>,
    /// In the currency's smallest unit: 39900 are 399 rupees.
    amount: u64,
    /// Three letters, `INR`.
    currency: String,
    /// Why it waits.
    reason: OpenPaymentReason,
    /// When it was told.
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
}

/// Why a payment waits.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OpenPaymentReason {
    /// Nobody has signed in with the address yet.
    Unclaimed,
    /// There is no address.
    NoAddress,
    /// Less than a period costs.
    TooLittle,
    /// In another currency than the price.
    OtherCurrency,
}

/// Payments that wait for somebody to look at them, the newest first, at most 200. For administrators.
#[utoipa::path(get, path = "/api/admin/payments", tag = "admin",
    responses((status = 200, body = OpenPaymentsResponse), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub async fn list_open_payments(
    State(app): State<AppState>,
    _administrator: Administrator,
) -> Result<Json<OpenPaymentsResponse>, ApiError> {
    let open = app.store.open_payments(MOST).await?;
    let payments = open.into_iter().filter_map(body).collect();
    Ok(Json(OpenPaymentsResponse { payments }))
}

fn body(payment: KeptPayment) -> Option<OpenPaymentBody> {
    Some(OpenPaymentBody {
        provider: payment.id.provider().to_owned(),
        payment_id: payment.id.id().to_owned(),
        email: payment.email.map(|email| email.expose().to_owned()),
        amount: payment.amount.minor_units,
        currency: payment.amount.currency.code().to_owned(),
        reason: reason(payment.state)?,
        at: payment.at,
    })
}

fn reason(state: PaymentState) -> Option<OpenPaymentReason> {
    match state {
        PaymentState::Unclaimed => Some(OpenPaymentReason::Unclaimed),
        PaymentState::NoAddress => Some(OpenPaymentReason::NoAddress),
        PaymentState::TooLittle => Some(OpenPaymentReason::TooLittle),
        PaymentState::OtherCurrency => Some(OpenPaymentReason::OtherCurrency),
        PaymentState::Used | PaymentState::Settled => None,
    }
}
