//! GET /api/subscription/payment-url: where users in India pay.

use accounts::billing::Billing;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// The payment page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentUrlResponse {
    /// The payment provider's page for this plan.
    pub payment_url: String,
}

/// Where to pay; 503 when this installation has no payment page, or needs none.
#[utoipa::path(get, path = "/api/subscription/payment-url", tag = "subscription",
    responses((status = 200, body = PaymentUrlResponse), (status = 401, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn get_payment_url(
    State(app): State<AppState>,
    _user: CurrentUser,
) -> Result<Json<PaymentUrlResponse>, ApiError> {
    if app.site.billing == Billing::Off {
        return Err(ApiError::unavailable(
            "billing_off",
            "Nothing has to be paid on this server.",
            3600,
        ));
    }
    match &app.site.pay_url_india {
        Some(url) => Ok(Json(PaymentUrlResponse {
            payment_url: url.to_string(),
        })),
        None => Err(ApiError::unavailable(
            "payment_not_configured",
            format!(
                "Payment is not set up on this server. Please write to {}.",
                app.site.support_email
            ),
            3600,
        )),
    }
}
