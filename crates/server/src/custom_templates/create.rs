//! POST /api/custom-templates: keeps a new template.

use accounts::store::KeepTemplateError;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::{CustomTemplateRequest, CustomTemplateResponse, OwnTemplates};
use crate::entitlement::Subscriber;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::state::AppState;

/// Keeps a new template.
#[utoipa::path(post, path = "/api/custom-templates", tag = "custom templates", request_body = CustomTemplateRequest,
    responses((status = 201, body = CustomTemplateResponse), (status = 401, body = ErrorBody), (status = 402, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 409, body = ErrorBody), (status = 413, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn create_custom_template(
    State(app): State<AppState>,
    Subscriber { user, .. }: Subscriber<OwnTemplates>,
    json::Json(request): json::Json<CustomTemplateRequest>,
) -> Result<(StatusCode, Json<CustomTemplateResponse>), ApiError> {
    let draft = request.draft()?;
    let template = app
        .store
        .create_custom_template(user.id, &draft, app.clock.now())
        .await?;
    Ok((StatusCode::CREATED, Json(template.into())))
}

impl From<KeepTemplateError> for ApiError {
    fn from(error: KeepTemplateError) -> Self {
        match error {
            KeepTemplateError::TooMany => Self::new(
                StatusCode::CONFLICT,
                "too_many_templates",
                "You have 500 templates already. Please delete one first.",
            ),
            KeepTemplateError::TooMuch => Self::new(
                StatusCode::CONFLICT,
                "too_much_in_templates",
                "With this your templates would have more than 5 million characters together. Please shorten or delete one first.",
            ),
            KeepTemplateError::NoSuchUser => Self::internal(error),
            KeepTemplateError::Store(error) => error.into(),
        }
    }
}
