//! POST /api/export-word: a report to a Word file. Open to whoever is signed in: a report that was made in time can be taken along.

mod file_name;

use accounts::UserId;
use accounts::audit::{AuditEvent, AuditKind, TextHash};
use accounts::picture::Picture;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use report::text::ReportText;
use serde::Deserialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use word::{Document, ExportError, Image, Letterhead, Patient, Signature};

use crate::bounds;
use crate::counted::{Counted, Exporting};
use crate::current_user::CurrentUser;
use crate::entitlement::has_premium_access;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::state::{App, AppState};

const MEDIA_TYPE: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/// A report and whose it is.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportWordRequest {
    /// The report text.
    report_content: String,
    #[serde(default)]
    patient_id: String,
    #[serde(default)]
    patient_name: String,
    /// An ISO date is written as `20 Nov 2026`, anything else as it is.
    #[serde(default)]
    study_date: String,
    /// The title.
    #[serde(default)]
    study_name: String,
    /// Puts the saved signature under the report; for subscribers.
    #[serde(default)]
    include_signature: bool,
    patient_sex: Option<String>,
    patient_age: Option<String>,
    /// The number under which the study was registered.
    accession_number: Option<String>,
    /// Who asked for the study.
    referring_doctor: Option<String>,
}

/// Writes a Word file.
#[utoipa::path(post, path = "/api/export-word", tag = "report", request_body = ExportWordRequest,
    responses((status = 200, body = Vec<u8>, content_type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 413, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn export_word(
    State(app): State<AppState>,
    user: CurrentUser,
    _: Counted<Exporting>,
    json::Json(request): json::Json<ExportWordRequest>,
) -> Result<Response, ApiError> {
    request.check()?;
    let saved = if request.include_signature {
        saved_signature(&app, &user).await?
    } else {
        None
    };
    let letterhead = app.store.letterhead(user.id).await?;
    let now = app.clock.now();
    let disposition = file_name::disposition(&request.patient_id, now);
    let text = TextHash::of(&request.report_content);
    let is_signed = saved.is_some();
    let file = app
        .work
        .run(user.id, move || {
            word::write(&request.into_document(saved, letterhead)?)
        })
        .await??;
    record(&app, user.id, text, is_signed, now).await;
    tracing::info!(file.bytes = file.len(), "exported");
    let content_type = HeaderValue::from_static(MEDIA_TYPE);
    Ok((
        [
            (header::CONTENT_TYPE, content_type),
            (header::CONTENT_DISPOSITION, disposition),
        ],
        file,
    )
        .into_response())
}

/// Writes into the trail who took which text along, and whether under their signature. A database that takes nothing more keeps nobody's
/// report back: a patient waits for it, and the log says that the trail has a gap.
async fn record(app: &App, user: UserId, text: TextHash, is_signed: bool, now: OffsetDateTime) {
    let event = |kind| AuditEvent::of_own(kind, user, now).about(text);
    let mut events = vec![event(AuditKind::ReportExported)];
    if is_signed {
        events.push(event(AuditKind::ReportSigned));
    }
    if let Err(error) = app.store.record_audit_events(&events).await {
        tracing::error!(error.chain = %ApiError::internal(error).chain(), "export not written into the trail");
    }
}

async fn saved_signature(
    app: &App,
    user: &CurrentUser,
) -> Result<Option<accounts::signature::Signature>, ApiError> {
    if !has_premium_access(app, user).await? {
        return Err(ApiError::premium_required(
            "Signature inclusion is only available for premium subscribers.",
        ));
    }
    Ok(app.store.signature(user.id).await?)
}

impl ExportWordRequest {
    fn check(&self) -> Result<(), ApiError> {
        if self.report_content.trim().is_empty() {
            return Err(ApiError::unprocessable(
                "no_report",
                "There is no report to export yet.",
            ));
        }
        bounds::text("The report", &self.report_content)?;
        bounds::field("The patient ID", &self.patient_id)?;
        bounds::field("The patient's name", &self.patient_name)?;
        bounds::field("The study date", &self.study_date)?;
        bounds::field("The name of the study", &self.study_name)?;
        for (what, field) in [
            ("The patient's sex", &self.patient_sex),
            ("The patient's age", &self.patient_age),
            ("The accession number", &self.accession_number),
            ("The referring doctor", &self.referring_doctor),
        ] {
            bounds::field(what, field.as_deref().unwrap_or_default())?;
        }
        Ok(())
    }

    fn into_document(
        self,
        saved: Option<accounts::signature::Signature>,
        letterhead: accounts::letterhead::Letterhead,
    ) -> Result<Document, ExportError> {
        Ok(Document {
            study_name: self.study_name,
            patient: Patient {
                id: Some(self.patient_id),
                name: Some(self.patient_name),
                study_date: Some(self.study_date),
                sex: self.patient_sex,
                age: self.patient_age,
                accession_number: self.accession_number,
                referring_doctor: self.referring_doctor,
            },
            report: ReportText::parse(&self.report_content),
            signature: saved.map(signature).transpose()?,
            letterhead: Some(top_and_foot(&letterhead)?),
        })
    }
}

fn signature(saved: accounts::signature::Signature) -> Result<Signature, ExportError> {
    Ok(Signature {
        image: saved.image().map(picture).transpose()?,
        lines: saved.lines().map(str::to_owned).collect(),
    })
}

fn top_and_foot(saved: &accounts::letterhead::Letterhead) -> Result<Letterhead, ExportError> {
    Ok(Letterhead {
        logo: saved.logo().map(picture).transpose()?,
        institution: saved.institution().map(str::to_owned),
        address: saved.address().to_vec(),
        footer: saved.footer().to_vec(),
    })
}

fn picture(saved: &Picture) -> Result<Image, ExportError> {
    Image::read(saved.bytes().to_vec())
}

impl From<ExportError> for ApiError {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::PictureUnreadable => Self::unprocessable(
                "picture_unreadable",
                "The image of your signature or letterhead cannot be read. Please save it again as PNG or JPEG.",
            ),
            other => Self::internal(other),
        }
    }
}
