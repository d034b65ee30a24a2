//! DELETE /api/user: deletes the account and everything that is kept for it.

use accounts::EmailAddress;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::Deserialize;
use tower_sessions::Session;
use utoipa::ToSchema;

use crate::current_user::CurrentUser;
use crate::http::clear_site_data;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::session;
use crate::state::AppState;

/// Says that it is meant.
#[derive(Deserialize, ToSchema)]
pub struct DeleteAccountRequest {
    /// The e-mail address of the account, typed by its owner.
    email: String,
}

/// Deletes the signed-in user, all that is kept for them, and all their sessions. Cannot be undone.
#[utoipa::path(delete, path = "/api/user", tag = "account", request_body = DeleteAccountRequest,
    responses((status = 204), (status = 401, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn delete_account(
    State(app): State<AppState>,
    user: CurrentUser,
    session: Session,
    json::Json(request): json::Json<DeleteAccountRequest>,
) -> Result<impl IntoResponse, ApiError> {
    let typed = EmailAddress::parse(&request.email).ok();
    if typed.as_ref() != Some(&user.email) {
        return Err(ApiError::unprocessable(
            "not_confirmed",
            "This is not the e-mail address of your account. Nothing was deleted.",
        ));
    }
    app.store.delete_user(user.id, app.clock.now()).await?;
    if let Err(error) = app.mail.remove_those_to(&user.email).await {
        tracing::warn!(error.chain = %ApiError::internal(error).chain(), "outbox not cleaned");
    }
    session::end(&session).await?;
    tracing::info!("account deleted");
    Ok((clear_site_data::ON_SIGNING_OUT, StatusCode::NO_CONTENT))
}
