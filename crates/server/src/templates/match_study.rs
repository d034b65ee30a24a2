//! POST /api/templates/match: which template a request for a study means. None is an answer.

use axum::Json;
use axum::extract::State;
use report::modality::Modality;
use report::sex::Sex;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ModalityCode;
use crate::current_user::CurrentUser;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::json;
use crate::state::AppState;

/// The longest request, in characters; study names are short.
const LONGEST_QUERY: usize = 500;
/// How many candidates are named.
const MOST_CANDIDATES: usize = 10;

/// A request for a study.
#[derive(Deserialize, ToSchema)]
pub struct MatchRequest {
    /// What the referrer wrote, such as `CECT abdomen`.
    query: String,
    /// CT, MRI or MR, when it was chosen.
    modality: Option<String>,
    /// `M`, `F`, `male` or `female`, when it is known.
    sex: Option<String>,
}

/// The templates that fit.
#[derive(Serialize, ToSchema)]
pub struct MatchResponse {
    /// The best one's id; null when none fits.
    #[schema(required = true)]
    template: Option<&'static str>,
    /// The best first.
    candidates: Vec<Candidate>,
}

/// A template that may be meant.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// Identifies it.
    id: &'static str,
    /// The study's name.
    body_part: &'static str,
    /// CT or MRI.
    modality: ModalityCode,
    /// How well it fits; only the order matters.
    score: f32,
}

/// Which template a request for a study means.
#[utoipa::path(post, path = "/api/templates/match", tag = "templates", request_body = MatchRequest,
    responses((status = 200, body = MatchResponse), (status = 401, body = ErrorBody), (status = 413, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn match_template(
    State(app): State<AppState>,
    user: CurrentUser,
    json::Json(request): json::Json<MatchRequest, 16_384>,
) -> Result<Json<MatchResponse>, ApiError> {
    if request.query.chars().count() > LONGEST_QUERY {
        return Err(ApiError::too_large(
            "The name of a study may have at most 500 characters.",
        ));
    }
    let response = app.work.run(user.id, move || request.answer()).await?;
    Ok(Json(response))
}

impl MatchRequest {
    fn answer(&self) -> MatchResponse {
        let modality = self.modality.as_deref().and_then(Modality::parse);
        let sex = self.sex.as_deref().and_then(Sex::parse);
        let library = templates::library();
        let candidates = library.matches(&self.query, modality, sex);
        MatchResponse {
            template: library
                .best(&self.query, modality, sex)
                .map(|template| template.id.as_str()),
            candidates: candidates
                .into_iter()
                .take(MOST_CANDIDATES)
                .map(Candidate::from)
                .collect(),
        }
    }
}

impl From<templates::Match<'static>> for Candidate {
    fn from(found: templates::Match<'static>) -> Self {
        Self {
            id: &found.template.id,
            body_part: &found.template.body_part,
            modality: found.template.modality.into(),
            score: found.score,
        }
    }
}
