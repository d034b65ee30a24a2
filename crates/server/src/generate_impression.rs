//! POST /api/generate-impression: findings to an impression.

use std::time::Instant;

use axum::Json;
use axum::extract::State;
use report::modality::Modality;
use report::private::PatientText;
use serde::{Deserialize, Serialize};
use structuring::{BegunImpression, Findings};
use utoipa::ToSchema;

use crate::bounds;
use crate::counted::{Counted, Structuring};
use crate::entitlement::Entitled;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::metrics::{Outcome, Writing};
use crate::state::AppState;
use crate::structure_report::{EngineBody, FlagBody};

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
    /// CT, MRI or MR, when it was chosen.
    modality: Option<String>,
}

/// The impression.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GenerateImpressionResponse {
    /// Numbered lines, the most urgent first.
    impression: String,
    /// Abnormal findings that the impression leaves out because they are usual for the age or variants that change nothing.
    left_out: Vec<String>,
    /// What does not agree with the findings; `statement` is the line of the impression concerned, counted from 0.
    flags: Vec<FlagBody>,
    engine: EngineBody,
}

/// Writes the impression of findings.
#[utoipa::path(post, path = "/api/generate-impression", tag = "report", request_body = GenerateImpressionRequest,
    responses((status = 200, body = GenerateImpressionResponse), (status = 401, body = ErrorBody), (status = 402, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody), (status = 502, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn generate_impression(
    State(app): State<AppState>,
    entitled: Entitled,
    _: Counted<Structuring>,
    json::Json(request): json::Json<GenerateImpressionRequest>,
) -> Result<Json<GenerateImpressionResponse>, ApiError> {
    request.check()?;
    let (since, user) = (Instant::now(), entitled.user.id);
    let (engine, findings) = (app.structuring.clone(), request.into_findings());
    let written = match app
        .work
        .run(user, move || engine.begin_impression(&findings))
        .await?
    {
        BegunImpression::Impression(written) => written,
        BegunImpression::Question(question) => {
            let answer = question.ask().await;
            let written = app.work.run(user, move || answer.impression()).await?;
            written.inspect_err(|_| {
                let failed = Outcome::Failed;
                app.metrics
                    .written(Writing::Impression, &app.structuring, failed, since);
            })?
        }
    };
    if let Some(reason) = written.fallback {
        tracing::warn!(
            model.failure = reason.code(),
            "the rules engine wrote for the language model"
        );
    }
    let outcome = written.fallback.map_or(Outcome::Written, |_| Outcome::Fallback);
    app.metrics
        .written(Writing::Impression, &app.structuring, outcome, since);
    let engine = EngineBody::new(written.engine.clone(), written.note());
    let flags = written.flags.iter().map(FlagBody::without_place).collect();
    Ok(Json(GenerateImpressionResponse {
        impression: written.impression.text,
        left_out: written.impression.left_out,
        flags,
        engine,
    }))
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

    fn into_findings(self) -> Findings {
        Findings {
            text: PatientText::new(self.findings),
            clinical_history: PatientText::new(self.clinical_history),
            study_name: self.study_name,
            modality: self.modality.as_deref().and_then(Modality::parse),
        }
    }
}
