//! POST /api/user/signature: saves the signature in the place of the one before.

use accounts::signature::Signature;
use axum::Json;
use axum::extract::State;

use super::SignatureBody;
use crate::counted::{Counted, Signing};
use crate::entitlement::{PremiumFeature, Subscriber};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::pictures;
use crate::state::AppState;

/// A 2 MB image in base64, and the lines.
const LIMIT: usize = 3 * 1024 * 1024;

/// A signature of one's own.
#[derive(Debug)]
pub struct SignatureSettings;

impl PremiumFeature for SignatureSettings {
    const SENTENCE: &'static str = "Signature settings are only available for premium subscribers.";
}

/// Saves the signature and gives it back as it was saved.
#[utoipa::path(post, path = "/api/user/signature", tag = "account", request_body = SignatureBody,
    responses((status = 200, body = SignatureBody), (status = 401, body = ErrorBody), (status = 402, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 413, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn save_signature(
    State(app): State<AppState>,
    Subscriber { user, .. }: Subscriber<SignatureSettings>,
    _: Counted<Signing>,
    json::Json(request): json::Json<SignatureBody, LIMIT>,
) -> Result<Json<SignatureBody>, ApiError> {
    // The lines before the picture, which is more work.
    request.parse(None)?;
    let user = user.id;
    let kept = app.store.signature(user).await?;
    let image = pictures::received(
        &app,
        user,
        request.signature_image.as_deref(),
        kept.as_ref().and_then(Signature::image),
    )
    .await?;
    let signature = request.parse(image)?;
    app.store.put_signature(user, &signature, app.clock.now()).await?;
    Ok(Json(SignatureBody::from(&signature)))
}
