//! GET /api/user/report-style: how the user wants reports written.

use axum::Json;
use axum::extract::State;

use super::{ReportStyleBody, style_of};
use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// How the user wants reports written; by organ group and otherwise as dictated when nothing was saved.
#[utoipa::path(get, path = "/api/user/report-style", tag = "account",
    responses((status = 200, body = ReportStyleBody), (status = 401, body = ErrorBody)))]
pub async fn get_report_style(
    State(app): State<AppState>,
    user: CurrentUser,
) -> Result<Json<ReportStyleBody>, ApiError> {
    Ok(Json(style_of(&app, user.id).await?.into()))
}
