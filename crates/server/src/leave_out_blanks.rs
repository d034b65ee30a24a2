//! POST /api/leave-out-blanks: a report without what its template asks and nobody answered. The report is not kept.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use structuring::open_blanks::{self, OpenSentence, Outcome};
use utoipa::ToSchema;

use crate::bounds;
use crate::counted::{Checking, Counted};
use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::state::AppState;

/// A report that is about to be exported or copied.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveOutBlanksRequest {
    /// The report in the report text format.
    report_content: String,
}

/// The report without what only asks, and what that is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveOutBlanksResponse {
    /// What is left of the report; the same text when nothing is left out.
    report_content: String,
    /// How many blanks the report has as it was sent.
    blanks: usize,
    /// Its sentences with blanks in the order of the text, the first 200 of each outcome.
    sentences: Vec<OpenSentenceBody>,
}

/// A sentence with blanks.
#[derive(Serialize, ToSchema)]
#[schema(as = OpenSentence)]
pub struct OpenSentenceBody {
    /// It, as it stands in the report that was sent.
    text: String,
    outcome: OutcomeBody,
    /// What is left of it; absent unless it is shortened.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortened: Option<String>,
}

/// What becomes of a sentence with blanks.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OpenSentenceOutcome)]
pub enum OutcomeBody {
    /// It only asks, and is left out.
    LeftOut,
    /// The clause that asks is left off.
    Shortened,
    /// It says more than it asks, and stays with its blanks.
    Stays,
}

/// More sentences than this help nobody; all of them are left out, or stay, nevertheless.
const MOST_SENTENCES: usize = 200;

/// Leaves out of a report what only asks. Open to whoever is signed in: a report that was begun can be finished safely.
#[utoipa::path(post, path = "/api/leave-out-blanks", tag = "report", request_body = LeaveOutBlanksRequest,
    responses((status = 200, body = LeaveOutBlanksResponse), (status = 401, body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn leave_out_blanks(
    State(app): State<AppState>,
    user: CurrentUser,
    _: Counted<Checking>,
    json::Json(request): json::Json<LeaveOutBlanksRequest>,
) -> Result<Json<LeaveOutBlanksResponse>, ApiError> {
    bounds::text("The report", &request.report_content)?;
    let response = app.work.run(user.id, move || request.answer()).await?;
    Ok(Json(response))
}

impl LeaveOutBlanksRequest {
    fn answer(&self) -> LeaveOutBlanksResponse {
        let left = open_blanks::without_blanks(&self.report_content);
        let all = left
            .sentences
            .iter()
            .map(|sentence| OpenSentenceBody::new(sentence, &self.report_content));
        let mut told = [0_usize; 3];
        let is_told = |sentence: &OpenSentenceBody| {
            let of_outcome = &mut told[sentence.outcome as usize];
            *of_outcome += 1;
            *of_outcome <= MOST_SENTENCES
        };
        LeaveOutBlanksResponse {
            sentences: all.filter(is_told).collect(),
            report_content: left.text,
            blanks: left.blanks,
        }
    }
}

impl OpenSentenceBody {
    fn new(sentence: &OpenSentence, report: &str) -> Self {
        let (outcome, shortened) = match &sentence.outcome {
            Outcome::LeftOut => (OutcomeBody::LeftOut, None),
            Outcome::Shortened(form) => (OutcomeBody::Shortened, Some(form.clone())),
            Outcome::Stays => (OutcomeBody::Stays, None),
        };
        Self {
            text: report[sentence.place.clone()].to_owned(),
            outcome,
            shortened,
        }
    }
}
