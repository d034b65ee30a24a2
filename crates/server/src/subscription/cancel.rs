//! POST /api/subscription/cancel: lets the paid period run out.

use accounts::billing::Billing;
use accounts::store::ChangeSubscriptionError;
use accounts::subscription::{Change, TransitionError};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// What was done.
#[derive(Debug, Serialize, ToSchema)]
pub struct CancelResponse {
    /// A sentence for the person.
    pub message: String,
}

/// Cancels the running paid period; access stays until its end. 409 when there is none.
#[utoipa::path(post, path = "/api/subscription/cancel", tag = "subscription",
    responses((status = 200, body = CancelResponse), (status = 401, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn cancel_subscription(
    State(app): State<AppState>,
    user: CurrentUser,
) -> Result<Json<CancelResponse>, ApiError> {
    if app.site.billing == Billing::Off {
        return Err(conflict(
            "Nothing is paid on this server, so there is nothing to cancel.",
        ));
    }
    let user = user.id;
    app.store
        .change_subscription(user, Change::Cancel, Some(user), app.clock.now())
        .await?;
    let message = "You'll retain access until the end of the current billing period.".to_owned();
    Ok(Json(CancelResponse { message }))
}

impl From<ChangeSubscriptionError> for ApiError {
    fn from(error: ChangeSubscriptionError) -> Self {
        let sentence = match error {
            ChangeSubscriptionError::Store(error) => return error.into(),
            ChangeSubscriptionError::Transition(TransitionError::AlreadyActive) => {
                "The subscription is already active."
            }
            ChangeSubscriptionError::Transition(TransitionError::NotActive) => {
                "There is no active subscription to cancel."
            }
            ChangeSubscriptionError::Transition(TransitionError::AlreadyCancelled) => {
                "The subscription is already cancelled."
            }
        };
        conflict(sentence)
    }
}

fn conflict(sentence: &'static str) -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "subscription_state", sentence)
}
