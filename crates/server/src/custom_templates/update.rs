//! PUT /api/custom-templates/{id}: changes a template.

use axum::Json;
use axum::extract::{Path, State};

use super::{CustomTemplateRequest, CustomTemplateResponse, OwnTemplates, no_such_template, template_id};
use crate::entitlement::Subscriber;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::state::AppState;

/// Changes a template of the user.
#[utoipa::path(put, path = "/api/custom-templates/{id}", tag = "custom templates", request_body = CustomTemplateRequest,
    params(("id" = String, Path, description = "The template")),
    responses((status = 200, body = CustomTemplateResponse), (status = 401, body = ErrorBody), (status = 402, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 413, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn update_custom_template(
    State(app): State<AppState>,
    Subscriber { user, .. }: Subscriber<OwnTemplates>,
    Path(id): Path<String>,
    json::Json(request): json::Json<CustomTemplateRequest>,
) -> Result<Json<CustomTemplateResponse>, ApiError> {
    let (id, draft) = (template_id(&id)?, request.draft()?);
    let template = app
        .store
        .update_custom_template(user.id, id, &draft, app.clock.now())
        .await?;
    Ok(Json(template.ok_or_else(no_such_template)?.into()))
}
