//! POST /api/structure-report: a dictation to a report. Neither is kept; that a report was made is counted.

mod making;
mod response;
mod stream;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use report::modality::Modality;
use report::private::PatientText;
use report::sex::Sex;
use report::style::Style;
use serde::Deserialize;
use structuring::{CustomTemplate, Dictation, Report, StructuringError, TemplateChoice};
use utoipa::ToSchema;

use crate::bounds;
use crate::counted::{Counted, Structuring};
use crate::custom_templates::{OwnTemplates, no_such_template, template_id};
use crate::entitlement::{Entitled, PremiumFeature};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::http::trace::RequestId;
use crate::report_style::style_of;
use crate::state::{App, AppState};
use making::Making;
use response::StructureReportResponse;
pub use response::{EngineBody, FlagBody, SectionBody, SpanBody};
use stream::SectionEvent;

/// A dictation and what is known about its study.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StructureReportRequest {
    /// The dictation, as transcribed or typed.
    transcription_text: String,
    // Who the patient is is part of no report. It is known here so that it can be kept from a language model.
    patient_id: Option<String>,
    patient_name: Option<String>,
    study_date: Option<String>,
    /// The report of an earlier study to compare with; for subscribers.
    previous_report: Option<String>,
    /// The body part of a built-in template; absent, the dictation itself may name its study.
    selected_template: Option<String>,
    /// One of the user's own templates; for subscribers. Wins over a built-in one.
    custom_template_id: Option<String>,
    /// `M`, `F`, `male` or `female`.
    patient_sex: Option<String>,
    /// CT, MRI or MR.
    modality: Option<String>,
}

/// Makes a structured report of a dictation. Who accepts `text/event-stream` gets events: a `section` for each section that a
/// language model has written, while it still writes the next, then the `report` as it would otherwise be answered, or an `error`.
#[utoipa::path(post, path = "/api/structure-report", tag = "report", request_body = StructureReportRequest,
    responses((status = 200, content((StructureReportResponse = "application/json"), (SectionEvent = "text/event-stream"))),
        (status = 401, body = ErrorBody), (status = 402, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody), (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn structure_report(
    State(app): State<AppState>,
    entitled: Entitled,
    _: Counted<Structuring>,
    Extension(request_id): Extension<RequestId>,
    headers: HeaderMap,
    json::Json(request): json::Json<StructureReportRequest>,
) -> Result<Response, ApiError> {
    request.check(&entitled)?;
    let template = request.template(&app, &entitled).await?;
    let identity = request.identity();
    let style = style_of(&app, entitled.user.id).await?;
    let dictation = request.into_dictation(template, style);
    let making = Making::begin(app, entitled.user, dictation, identity).await?;
    if stream::is_wished(&headers) {
        return Ok(stream::answer(making, request_id));
    }
    Ok(Json(making.finish(|_| {}).await?).into_response())
}

impl StructureReportRequest {
    fn check(&self, entitled: &Entitled) -> Result<(), ApiError> {
        if self.transcription_text.trim().is_empty() {
            return Err(StructuringError::NothingDictated.into());
        }
        bounds::text("The dictation", &self.transcription_text)?;
        if let Some(previous) = self.previous_report() {
            entitled.require_premium("Comparison reports are only available for premium subscribers.")?;
            bounds::text("The previous report", previous)?;
        }
        for (what, field) in [
            ("The name of the template", &self.selected_template),
            ("The patient ID", &self.patient_id),
            ("The patient's name", &self.patient_name),
            ("The study date", &self.study_date),
        ] {
            bounds::field(what, field.as_deref().unwrap_or_default())?;
        }
        Ok(())
    }

    /// What tells who the patient is.
    fn identity(&self) -> Vec<PatientText> {
        [&self.patient_id, &self.patient_name, &self.study_date]
            .into_iter()
            .flatten()
            .map(PatientText::new)
            .collect()
    }

    fn previous_report(&self) -> Option<&str> {
        self.previous_report
            .as_deref()
            .filter(|text| !text.trim().is_empty())
    }

    /// The template that was chosen, the user's own before a built-in one.
    async fn template(&self, app: &App, entitled: &Entitled) -> Result<TemplateChoice, ApiError> {
        if let Some(id) = self.custom_template_id.as_deref().filter(|id| !id.is_empty()) {
            entitled.require_premium(OwnTemplates::SENTENCE)?;
            let template = app
                .store
                .custom_template(entitled.user.id, template_id(id)?)
                .await?;
            let draft = template.ok_or_else(no_such_template)?.draft;
            let parse = move || CustomTemplate::parse(draft.name(), draft.content());
            let parsed = app.work.run(entitled.user.id, parse).await?;
            return Ok(TemplateChoice::Custom(parsed));
        }
        let chosen = self
            .selected_template
            .as_deref()
            .and_then(|name| templates::library().by_body_part(name));
        Ok(chosen.map_or(TemplateChoice::Automatic, TemplateChoice::System))
    }

    fn into_dictation(self, template: TemplateChoice, style: Style) -> Dictation {
        let previous_report = self.previous_report().map(PatientText::new);
        let study_name = match &template {
            TemplateChoice::Custom(own) => Some(own.name.clone()),
            _ => self.selected_template.filter(|name| !name.trim().is_empty()),
        };
        Dictation {
            text: PatientText::new(self.transcription_text),
            template,
            study_name,
            modality: self.modality.as_deref().and_then(Modality::parse),
            sex: self.patient_sex.as_deref().and_then(Sex::parse),
            previous_report,
            style,
        }
    }
}

/// What is answered of a report, as JSON, without a server around it: for the fuzz targets.
#[doc(hidden)]
pub fn answer_of(report: &Report, dictation: &str) -> Option<String> {
    serde_json::to_string(&StructureReportResponse::new(report, dictation)).ok()
}

impl From<StructuringError> for ApiError {
    fn from(error: StructuringError) -> Self {
        match error {
            StructuringError::NothingDictated => {
                Self::unprocessable("nothing_dictated", "Please record and transcribe audio first.")
            }
            StructuringError::Model(reason) if reason.is_temporary() => {
                Self::unavailable("model_unavailable", reason.to_string(), 5).caused_by(reason)
            }
            StructuringError::Model(reason) => {
                Self::new(StatusCode::BAD_GATEWAY, "model_failed", reason.to_string()).caused_by(reason)
            }
        }
    }
}
