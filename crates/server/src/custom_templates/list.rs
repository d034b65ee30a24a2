//! GET /api/custom-templates: the user's own templates.

use accounts::UserId;
use axum::Json;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::CustomTemplateResponse;
use crate::current_user::CurrentUser;
use crate::entitlement::has_premium_access;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::large_answer;
use crate::room::Place;
use crate::state::{App, AppState};

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
    responses((status = 200, body = Vec<CustomTemplateResponse>), (status = 401, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn list_custom_templates(
    State(app): State<AppState>,
    user: CurrentUser,
    Query(parameters): Query<ListParameters>,
) -> Result<Response, ApiError> {
    if !parameters.all && !has_premium_access(&app, &user).await? {
        return Ok(Json(Vec::<CustomTemplateResponse>::new()).into_response());
    }
    let place = room_for_templates(&app, user.id).await?;
    let templates = app.store.custom_templates(user.id).await?;
    let templates: Vec<_> = templates.into_iter().map(CustomTemplateResponse::from).collect();
    large_answer::json(&templates, place).await
}

/// Room for an answer that holds all templates of a user, while it is made.
async fn room_for_templates(app: &App, user: UserId) -> Result<Place, ApiError> {
    let mut place = app.answers.place(user).await?;
    let bytes = bytes_of_templates(app, user).await?;
    place.hold(usize::try_from(bytes).unwrap_or(usize::MAX)).await?;
    Ok(place)
}

/// Bytes that all templates of a user take while an answer is made of them.
pub async fn bytes_of_templates(app: &App, user: UserId) -> Result<u64, ApiError> {
    /// For each character: the text as it is read, and as JSON.
    const BYTES: u64 = 8;
    Ok(app.store.characters_of_templates(user).await? * BYTES)
}
