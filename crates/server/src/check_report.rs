//! POST /api/check-report: what a radiologist should look at before signing. The report is not kept.

use axum::Json;
use axum::extract::State;
use report::checks::{self, FlagKind, Known};
use report::sex::Sex;
use report::text::ReportText;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::bounds;
use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::state::AppState;
use crate::structure_report::SectionBody;
use crate::utf16::Utf16Offsets;

/// A report, finished or half written, and what is known beside its text.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckReportRequest {
    /// The report in the report text format.
    report_content: String,
    /// `M`, `F`, `male` or `female`.
    patient_sex: Option<String>,
    /// The study's name, when it was chosen.
    study_name: Option<String>,
}

/// What was found.
#[derive(Serialize, ToSchema)]
pub struct CheckReportResponse {
    /// In the order of the text, the first 200; none when there is nothing to look at.
    flags: Vec<FlagBody>,
}

/// Something to look at.
#[derive(Serialize, ToSchema)]
#[schema(as = ReportFlag)]
pub struct FlagBody {
    kind: KindBody,
    /// A sentence for the radiologist.
    message: String,
    section: SectionBody,
    /// Where it begins, in UTF-16 code units of the report that was sent.
    start: usize,
    /// Where it ends.
    end: usize,
    /// What puts it right; absent where one is not sure.
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixBody>,
}

/// A change of the text that puts a flag right.
#[derive(Serialize, ToSchema)]
#[schema(as = ReportFix)]
pub struct FixBody {
    /// Where the text to replace begins, in UTF-16 code units of the report that was sent.
    start: usize,
    /// Where it ends; its beginning, to insert.
    end: usize,
    replacement: String,
    /// What it does, as a short command.
    label: String,
}

/// What is wrong.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportFlagKind)]
pub enum KindBody {
    /// A finding that needs a call to the referrer, without a word that it was made.
    CriticalFinding,
    /// Anatomy or a person of the other sex.
    GenderMismatch,
    /// Right and left differ.
    LateralityMismatch,
    /// One statement denies what another asserts.
    Contradiction,
    /// The same finding has another size in the impression.
    MeasurementMismatch,
    /// The impression has a measurement that the findings do not have.
    MeasurementUnsupported,
    /// A size that cannot be.
    ImplausibleSize,
    /// Words of another modality than the study's.
    ModalityMismatch,
    /// An abnormal finding that the impression does not mention.
    MissingFromImpression,
    /// A blank of a template was left in.
    UnfilledPlaceholder,
}

/// More flags than this at once help nobody: the next check tells what is left.
const MOST_FLAGS: usize = 200;

/// Checks a report. Open to whoever is signed in: a report that was begun can be finished safely.
#[utoipa::path(post, path = "/api/check-report", tag = "report", request_body = CheckReportRequest,
    responses((status = 200, body = CheckReportResponse), (status = 401, body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn check_report(
    State(app): State<AppState>,
    _user: CurrentUser,
    json::Json(request): json::Json<CheckReportRequest>,
) -> Result<Json<CheckReportResponse>, ApiError> {
    bounds::text("The report", &request.report_content)?;
    bounds::field(
        "The name of the study",
        request.study_name.as_deref().unwrap_or_default(),
    )?;
    let flags = app.work.run(move || request.flags()).await?;
    Ok(Json(CheckReportResponse { flags }))
}

impl CheckReportRequest {
    fn flags(&self) -> Vec<FlagBody> {
        let known = Known {
            sex: self.patient_sex.as_deref().and_then(Sex::parse),
            study_name: self.study_name.clone().filter(|name| !name.trim().is_empty()),
        };
        let offsets = Utf16Offsets::of(&self.report_content);
        checks::check(&ReportText::parse(&self.report_content), &known)
            .into_iter()
            .take(MOST_FLAGS)
            .map(|flag| FlagBody {
                kind: flag.kind.into(),
                message: flag.message,
                section: flag.section.into(),
                start: offsets.at(flag.range.start),
                end: offsets.at(flag.range.end),
                fix: flag.fix.map(|fix| FixBody {
                    start: offsets.at(fix.range.start),
                    end: offsets.at(fix.range.end),
                    replacement: fix.replacement,
                    label: fix.label,
                }),
            })
            .collect()
    }
}

impl From<FlagKind> for KindBody {
    fn from(kind: FlagKind) -> Self {
        match kind {
            FlagKind::CriticalFinding => Self::CriticalFinding,
            FlagKind::GenderMismatch => Self::GenderMismatch,
            FlagKind::LateralityMismatch => Self::LateralityMismatch,
            FlagKind::Contradiction => Self::Contradiction,
            FlagKind::MeasurementMismatch => Self::MeasurementMismatch,
            FlagKind::MeasurementUnsupported => Self::MeasurementUnsupported,
            FlagKind::ImplausibleSize => Self::ImplausibleSize,
            FlagKind::ModalityMismatch => Self::ModalityMismatch,
            FlagKind::MissingFromImpression => Self::MissingFromImpression,
            FlagKind::UnfilledPlaceholder => Self::UnfilledPlaceholder,
        }
    }
}
