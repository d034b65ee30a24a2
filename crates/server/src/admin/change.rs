//! POST /api/admin/activate-user, deactivate-user and activate-trial: what administrators change. Each leaves an audit event with
//! the administrator in it, written in the transaction of the change itself.

use accounts::EmailAddress;
use accounts::store::ChangeSubscriptionError;
use accounts::subscription::{Change, TransitionError};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Administrator;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::state::{App, AppState};

/// Whose subscription.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminChangeRequest {
    /// The address under which the user signs in.
    user_email: String,
}

/// What was done.
#[derive(Serialize, ToSchema)]
pub struct AdminChangeResponse {
    /// A sentence for the administrator.
    message: String,
}

/// Begins a paid period of 30 days, or continues a cancelled one that still runs. 409 while one is running that was not cancelled.
#[utoipa::path(post, path = "/api/admin/activate-user", tag = "admin", request_body = AdminChangeRequest,
    responses((status = 200, body = AdminChangeResponse), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn activate_user(
    State(app): State<AppState>,
    admin: Administrator,
    json::Json(request): json::Json<AdminChangeRequest>,
) -> Result<Json<AdminChangeResponse>, ApiError> {
    change(&app, &admin, &request, Change::Activate).await
}

/// Ends the running paid period at once. 409 when there is none.
#[utoipa::path(post, path = "/api/admin/deactivate-user", tag = "admin", request_body = AdminChangeRequest,
    responses((status = 200, body = AdminChangeResponse), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn deactivate_user(
    State(app): State<AppState>,
    admin: Administrator,
    json::Json(request): json::Json<AdminChangeRequest>,
) -> Result<Json<AdminChangeResponse>, ApiError> {
    change(&app, &admin, &request, Change::Deactivate).await
}

/// Begins a free trial of 3 days, which ends what is left of a cancelled period. 409 while a paid period is running that was not
/// cancelled.
#[utoipa::path(post, path = "/api/admin/activate-trial", tag = "admin", request_body = AdminChangeRequest,
    responses((status = 200, body = AdminChangeResponse), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn activate_trial(
    State(app): State<AppState>,
    admin: Administrator,
    json::Json(request): json::Json<AdminChangeRequest>,
) -> Result<Json<AdminChangeResponse>, ApiError> {
    change(&app, &admin, &request, Change::GrantTrial).await
}

async fn change(
    app: &App,
    Administrator(admin): &Administrator,
    request: &AdminChangeRequest,
    change: Change,
) -> Result<Json<AdminChangeResponse>, ApiError> {
    let email = EmailAddress::parse(&request.user_email).map_err(|_| no_address())?;
    let now = app.clock.now();
    let changed = app
        .store
        .change_subscription_of(&email, change, Some(admin.id), now)
        .await
        .map_err(|error| refusal(error, change))?;
    let (_, subscription) = changed.ok_or_else(unknown_user)?;
    Ok(Json(AdminChangeResponse {
        message: told(email.expose(), change, subscription.days_remaining(now)),
    }))
}

fn told(email: &str, change: Change, days: u32) -> String {
    match change {
        Change::Activate | Change::Pay => format!("{email} has an active subscription for {days} days."),
        Change::GrantTrial => format!("{email} has a free trial of {days} days."),
        Change::Deactivate => format!("{email} has no active subscription any more."),
        Change::Cancel => format!("The subscription of {email} ends with its period."),
    }
}

fn refusal(error: ChangeSubscriptionError, change: Change) -> ApiError {
    let ChangeSubscriptionError::Transition(problem) = error else {
        return error.into();
    };
    let sentence = match (problem, change) {
        (TransitionError::AlreadyActive, Change::GrantTrial) => {
            "This user has an active subscription. Deactivate it before giving a trial."
        }
        (TransitionError::AlreadyActive, _) => "This user already has an active subscription.",
        (TransitionError::NotActive, _) => "This user has no active subscription.",
        (TransitionError::AlreadyCancelled, _) => "This user has already cancelled the subscription.",
    };
    ApiError::new(StatusCode::CONFLICT, "subscription_state", sentence)
}

fn no_address() -> ApiError {
    ApiError::unprocessable("invalid_email", "Please enter the user's whole e-mail address.")
}

fn unknown_user() -> ApiError {
    ApiError::new(
        StatusCode::NOT_FOUND,
        "unknown_user",
        "Nobody has signed in with this e-mail address. Check it, or ask the user to sign in once.",
    )
}
