//! GET /api/custom-templates: the user's own templates.

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::CustomTemplateResponse;
use crate::current_user::CurrentUser;
use crate::entitlement::has_premium_access;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// Which templates are asked for.
#[derive(Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub struct ListParameters {
    /// True for all that are kept, whether or not they can be used now: they are the user's own text.
    #[serde(default)]
    all: bool,
}

/// The user's own templates that can be used, oldest first: none without premium access, unless all are asked for.
#[utoipa::path(get, path = "/api/custom-templates", tag = "custom templates", params(ListParameters),
    responses((status = 200, body = Vec<CustomTemplateResponse>), (status = 401, body = ErrorBody)))]
pub async fn list_custom_templates(
    State(app): State<AppState>,
    user: CurrentUser,
    Query(parameters): Query<ListParameters>,
) -> Result<Json<Vec<CustomTemplateResponse>>, ApiError> {
    if !parameters.all && !has_premium_access(&app, &user).await? {
        return Ok(Json(Vec::new()));
    }
    let templates = app.store.custom_templates(user.id).await?;
    Ok(Json(
        templates.into_iter().map(CustomTemplateResponse::from).collect(),
    ))
}
