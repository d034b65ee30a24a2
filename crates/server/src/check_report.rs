//! POST /api/check-report: what a radiologist should look at before signing. The report is not kept.

use std::ops::Range;

use axum::Json;
use axum::extract::State;
use report::checks::{self, FlagKind, Known};
use report::modality::Modality;
use report::private::PatientText;
use report::section::SectionKind;
use report::sex::Sex;
use report::statement::Statement;
use report::text::ReportText;
use serde::{Deserialize, Serialize};
use structuring::Findings;
use structuring::gate::{self, Flag, Given, TemplateText};
use utoipa::ToSchema;

use crate::bounds;
use crate::counted::{Checking, Counted};
use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::state::AppState;
use crate::structure_report::{self, SectionBody, SpanBody};
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
    /// CT, MRI or MR, when it was chosen.
    modality: Option<String>,
    /// What the report was structured from; absent, nothing is said of it.
    made_from: Option<MadeFromBody>,
    /// The impression was generated from the findings: it is compared with them as they stand.
    #[serde(default)]
    impression_generated: bool,
}

/// What a report was structured from.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportMadeFrom)]
pub struct MadeFromBody {
    /// The dictation, as it was sent.
    transcription_text: String,
    /// What the report has from its template, in the report text format.
    template_text: Option<String>,
    /// The report that it was compared with.
    previous_report: Option<String>,
}

/// What was found.
#[derive(Serialize, ToSchema)]
pub struct CheckReportResponse {
    /// In the order of the text, the first 200; none when there is nothing to look at.
    flags: Vec<FlagBody>,
    /// What the report as it stands has otherwise than it was dictated, or not at all; none without what it was made from.
    conservation: Vec<ConservationBody>,
    /// What a generated impression has otherwise than the findings; none of one that was dictated or typed.
    impression: Vec<ConservationBody>,
}

/// Something that does not agree with the dictation or the findings, and where it stands.
#[derive(Serialize, ToSchema)]
#[schema(as = ConservationFlagInText)]
pub struct ConservationBody {
    #[serde(flatten)]
    flag: structure_report::FlagBody,
    /// In UTF-16 code units of the report that was sent; null for what was lost altogether.
    #[schema(required = true)]
    place: Option<SpanBody>,
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
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn check_report(
    State(app): State<AppState>,
    user: CurrentUser,
    _: Counted<Checking>,
    json::Json(request): json::Json<CheckReportRequest>,
) -> Result<Json<CheckReportResponse>, ApiError> {
    bounds::text("The report", &request.report_content)?;
    bounds::field(
        "The name of the study",
        request.study_name.as_deref().unwrap_or_default(),
    )?;
    if let Some(made_from) = &request.made_from {
        made_from.check()?;
    }
    let response = app.work.run(user.id, move || request.answer()).await?;
    Ok(Json(response))
}

impl MadeFromBody {
    fn check(&self) -> Result<(), ApiError> {
        bounds::text("The dictation", &self.transcription_text)?;
        bounds::text(
            "The text of the template",
            self.template_text.as_deref().unwrap_or_default(),
        )?;
        bounds::text(
            "The previous report",
            self.previous_report.as_deref().unwrap_or_default(),
        )
    }

    /// The gate's flags of a report that was made from this.
    fn flags(&self, report: &ReportText, study_name: Option<&str>) -> Vec<ConservationBody> {
        let (statements, places) = statements_in(report, |_| true);
        let template = self.template_text.as_deref().map(TemplateText::parse);
        let given = Given {
            dictation: &self.transcription_text,
            template: template.as_ref(),
            previous_report: self.previous_report.as_deref(),
            study_name,
        };
        let dictated = Utf16Offsets::of(&self.transcription_text);
        in_text(report, &places, &gate::inspect(&given, &statements), |flag| {
            structure_report::FlagBody::new(flag, &dictated)
        })
    }
}

/// The lines of the sections that are `asked` for, and where each stands in the report.
fn statements_in(
    report: &ReportText,
    asked: impl Fn(SectionKind) -> bool,
) -> (Vec<Statement>, Vec<Range<usize>>) {
    report
        .places()
        .filter(|(section, _)| asked(*section))
        .flat_map(|(section, body)| {
            gate::statements_of(section, &report.as_str()[body.clone()])
                .map(move |(statement, place)| (statement, body.start + place.start..body.start + place.end))
        })
        .unzip()
}

/// The gate's flags with the places of the statements that they are about.
fn in_text(
    report: &ReportText,
    places: &[Range<usize>],
    flags: &[Flag],
    body: impl Fn(&Flag) -> structure_report::FlagBody,
) -> Vec<ConservationBody> {
    let written = Utf16Offsets::of(report.as_str());
    let place = |flag: &Flag| {
        flag.statement
            .and_then(|index| places.get(index))
            .map(|place| SpanBody::new(place, &written))
    };
    flags
        .iter()
        .take(MOST_FLAGS)
        .map(|flag| ConservationBody {
            flag: body(flag),
            place: place(flag),
        })
        .collect()
}

/// The gate's flags of an impression that was generated from the findings of its report.
fn impression_flags(report: &ReportText, known: &Known) -> Vec<ConservationBody> {
    let text = |section| PatientText::new(report.section(section).unwrap_or_default().to_owned());
    let findings = Findings {
        text: text(SectionKind::Findings),
        clinical_history: text(SectionKind::ClinicalHistory),
        study_name: known.study_name.clone(),
        modality: known.modality,
    };
    let (statements, places) = statements_in(report, |section| section == SectionKind::Impression);
    let flags = findings.flags_of(&statements);
    in_text(report, &places, &flags, structure_report::FlagBody::without_place)
}

impl CheckReportRequest {
    fn answer(&self) -> CheckReportResponse {
        let report = ReportText::parse(&self.report_content);
        let known = Known {
            sex: self.patient_sex.as_deref().and_then(Sex::parse),
            study_name: self.study_name.clone().filter(|name| !name.trim().is_empty()),
            modality: self.modality.as_deref().and_then(Modality::parse),
        };
        let study_name = known.study_name.as_deref();
        let made_from = self.made_from.as_ref();
        CheckReportResponse {
            flags: self.flags(&report, &known),
            conservation: made_from.map_or_else(Vec::new, |from| from.flags(&report, study_name)),
            impression: if self.impression_generated {
                impression_flags(&report, &known)
            } else {
                Vec::new()
            },
        }
    }

    fn flags(&self, report: &ReportText, known: &Known) -> Vec<FlagBody> {
        let offsets = Utf16Offsets::of(&self.report_content);
        checks::check(report, known)
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
