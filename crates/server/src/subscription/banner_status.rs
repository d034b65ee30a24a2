//! GET /api/subscription-status: what the banner counts down to.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::SubscriptionStatus;
use crate::current_user::CurrentUser;
use crate::entitlement::standing_of;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// The subscription's state and its dates.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BannerStatusResponse {
    /// The subscription's state.
    pub status: SubscriptionStatus,
    /// The first moment at which the trial or the paid period is over. Null where nobody pays: there is no end.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(required = true)]
    pub expires_at: Option<OffsetDateTime>,
    /// When the latest trial began.
    #[serde(with = "time::serde::rfc3339")]
    pub trial_start_date: OffsetDateTime,
}

/// The subscription's state and its dates.
#[utoipa::path(get, path = "/api/subscription-status", tag = "subscription",
    responses((status = 200, body = BannerStatusResponse), (status = 401, body = ErrorBody)))]
pub async fn get_banner_status(
    State(app): State<AppState>,
    user: CurrentUser,
) -> Result<Json<BannerStatusResponse>, ApiError> {
    let standing = standing_of(&app, &user).await?;
    Ok(Json(BannerStatusResponse {
        status: standing.status(app.clock.now()).into(),
        expires_at: standing.expires_at(),
        trial_start_date: standing.trial_start_date(),
    }))
}
