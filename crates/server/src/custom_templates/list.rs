//! GET /api/custom-templates: the user's own templates.

use axum::Json;
use axum::extract::State;

use super::CustomTemplateResponse;
use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// The user's own templates, oldest first. Who has stopped paying reads them too: they are the user's own text.
#[utoipa::path(get, path = "/api/custom-templates", tag = "custom templates",
    responses((status = 200, body = Vec<CustomTemplateResponse>), (status = 401, body = ErrorBody)))]
pub async fn list_custom_templates(
    State(app): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<CustomTemplateResponse>>, ApiError> {
    let templates = app.store.custom_templates(user.id).await?;
    Ok(Json(
        templates.into_iter().map(CustomTemplateResponse::from).collect(),
    ))
}
