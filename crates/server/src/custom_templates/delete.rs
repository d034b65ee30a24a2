//! DELETE /api/custom-templates/{id}: removes a template. Allowed without premium access: it is the user's own text.

use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::{no_such_template, template_id};
use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// Removes a template of the user.
#[utoipa::path(delete, path = "/api/custom-templates/{id}", tag = "custom templates",
    params(("id" = String, Path, description = "The template")),
    responses((status = 204), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn delete_custom_template(
    State(app): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let was_there = app
        .store
        .delete_custom_template(user.id, template_id(&id)?)
        .await?;
    if was_there {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(no_such_template())
    }
}
