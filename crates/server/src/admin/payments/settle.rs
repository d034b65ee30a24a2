//! POST /api/admin/payments/settle: takes a payment off the list, because an administrator has taken care of it.

use accounts::payment::PaymentId;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::admin::Administrator;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::state::AppState;

/// Which payment.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettlePaymentRequest {
    provider: String,
    payment_id: String,
}

/// What was done.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettlePaymentResponse {
    /// A sentence for the person.
    message: String,
}

/// Takes a payment off the list; it then opens nothing any more. For administrators.
#[utoipa::path(post, path = "/api/admin/payments/settle", tag = "admin", request_body = SettlePaymentRequest,
    responses((status = 200, body = SettlePaymentResponse), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn settle_payment(
    State(app): State<AppState>,
    Administrator(administrator): Administrator,
    json::Json(request): json::Json<SettlePaymentRequest>,
) -> Result<Json<SettlePaymentResponse>, ApiError> {
    let id = PaymentId::new(&request.provider, &request.payment_id).map_err(|_| no_such_payment())?;
    let was_open = app
        .store
        .settle_payment(&id, administrator.id, app.clock.now())
        .await?;
    if !was_open {
        return Err(no_such_payment());
    }
    let message = "The payment is off the list. It will not activate an account any more.".to_owned();
    Ok(Json(SettlePaymentResponse { message }))
}

fn no_such_payment() -> ApiError {
    ApiError::not_found("There is no such payment on the list. It may have been taken care of already.")
}
