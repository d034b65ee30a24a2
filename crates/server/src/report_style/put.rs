//! PUT /api/user/report-style: saves how the user wants reports written.

use axum::Json;
use axum::extract::State;

use super::ReportStyleBody;
use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::state::AppState;

/// Three short codes.
const LIMIT: usize = 1024;

/// Saves how the user wants reports written and gives it back as it was saved. The next report is written so.
#[utoipa::path(put, path = "/api/user/report-style", tag = "account", request_body = ReportStyleBody,
    responses((status = 200, body = ReportStyleBody), (status = 401, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn save_report_style(
    State(app): State<AppState>,
    user: CurrentUser,
    json::Json(request): json::Json<ReportStyleBody, LIMIT>,
) -> Result<Json<ReportStyleBody>, ApiError> {
    let style = request.parse()?;
    app.store
        .put_report_style(user.id, &ReportStyleBody::from(style).into(), app.clock.now())
        .await?;
    Ok(Json(style.into()))
}
