//! POST /api/generate-impression: findings to an impression.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::bounds;
use crate::entitlement::Entitled;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::state::AppState;

/// Findings and what is known about their study.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GenerateImpressionRequest {
    /// The findings, a statement a line or as prose.
    findings: String,
    /// Why the study was asked for.
    #[serde(default)]
    clinical_history: String,
    /// The study's name, when it was chosen.
    study_name: Option<String>,
}

/// The impression.
#[derive(Serialize, ToSchema)]
pub struct GenerateImpressionResponse {
    /// Numbered lines, the most urgent first.
    impression: String,
}

/// Writes the impression of findings.
#[utoipa::path(post, path = "/api/generate-impression", tag = "report", request_body = GenerateImpressionRequest,
    responses((status = 200, body = GenerateImpressionResponse), (status = 401, body = ErrorBody), (status = 402, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 422, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn generate_impression(
    State(app): State<AppState>,
    _entitled: Entitled,
    json::Json(request): json::Json<GenerateImpressionRequest>,
) -> Result<Json<GenerateImpressionResponse>, ApiError> {
    request.check()?;
    let impression = app.work.run(move || request.generate()).await?;
    Ok(Json(GenerateImpressionResponse { impression }))
}

impl GenerateImpressionRequest {
    fn check(&self) -> Result<(), ApiError> {
        if self.findings.trim().is_empty() {
            return Err(ApiError::unprocessable(
                "no_findings",
                "Please structure the report first to generate an impression.",
            ));
        }
        bounds::text("The findings", &self.findings)?;
        bounds::text("The clinical history", &self.clinical_history)?;
        bounds::field(
            "The name of the study",
            self.study_name.as_deref().unwrap_or_default(),
        )
    }

    fn generate(&self) -> String {
        structuring::impression::generate(
            &self.findings,
            &self.clinical_history,
            self.study_name.as_deref(),
            None,
        )
        .text
    }
}
