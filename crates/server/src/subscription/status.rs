//! GET /api/subscription/status: what the account and the workspace ask.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::SubscriptionStatus;
use crate::current_user::CurrentUser;
use crate::entitlement::standing_of;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// What the subscription opens now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusResponse {
    /// The subscription's state.
    pub status: SubscriptionStatus,
    /// The trial is over and no paid period stands in for it.
    pub trial_expired: bool,
    /// A paid period is running that will be continued.
    pub has_active_subscription: bool,
    /// Comparison, signature and custom templates are open.
    pub has_premium_access: bool,
    /// Days until the trial or the paid period ends; a day that has begun counts. Null where nobody pays: there is no end.
    #[schema(required = true)]
    pub days_remaining: Option<u32>,
}

/// What the subscription opens now.
#[utoipa::path(get, path = "/api/subscription/status", tag = "subscription",
    responses((status = 200, body = StatusResponse), (status = 401, body = ErrorBody)))]
pub async fn get_subscription_status(
    State(app): State<AppState>,
    user: CurrentUser,
) -> Result<Json<StatusResponse>, ApiError> {
    let standing = standing_of(&app, &user).await?;
    let now = app.clock.now();
    Ok(Json(StatusResponse {
        status: standing.status(now).into(),
        trial_expired: standing.trial_expired(now),
        has_active_subscription: standing.has_active_subscription(now),
        has_premium_access: standing.has_premium_access(now),
        days_remaining: standing.days_remaining(now),
    }))
}
