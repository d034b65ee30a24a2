//! GET /api/custom-templates: the user's own templates.

use axum::Json;
use axum::extract::State;

use super::CustomTemplateResponse;
use crate::current_user::CurrentUser;
use crate::entitlement::subscription_of;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// The user's own templates, oldest first; none without premium access.
#[utoipa::path(get, path = "/api/custom-templates", tag = "custom templates",
    responses((status = 200, body = Vec<CustomTemplateResponse>), (status = 401, body = ErrorBody)))]
pub async fn list_custom_templates(
    State(app): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<CustomTemplateResponse>>, ApiError> {
    if !subscription_of(&app, &user)
        .await?
        .has_premium_access(app.clock.now())
    {
        return Ok(Json(Vec::new()));
    }
    let templates = app.store.custom_templates(user.id).await?;
    Ok(Json(
        templates.into_iter().map(CustomTemplateResponse::from).collect(),
    ))
}
