//! GET /api/engines: what works on a dictation here, and whether anything leaves the machine.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::current_user::CurrentUser;
use crate::http::error::ErrorBody;
use crate::state::AppState;

/// The engines of this installation.
#[derive(Serialize, ToSchema)]
pub struct EnginesResponse {
    /// What writes down the dictation.
    speech: SpeechEngineBody,
    /// What makes the report.
    structuring: StructuringEngineBody,
}

/// What writes down the dictation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpeechEngineBody {
    /// Its name.
    name: String,
    /// How far its transcripts have been judged.
    grade: String,
    /// Whether sound is sent to another machine.
    audio_leaves_machine: bool,
    /// Whether a dictation sent now is worked on at once.
    ready: bool,
    /// Whether words are told while somebody speaks, over `/api/transcribe/live`.
    live: bool,
    /// Why the engine that was set up cannot be used; then nobody can dictate until the operator acts.
    problem: Option<String>,
}

/// What makes the report.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StructuringEngineBody {
    /// Its name.
    name: String,
    /// Whether dictations are sent to another machine.
    text_leaves_machine: bool,
}

/// What works on a dictation here.
#[utoipa::path(get, path = "/api/engines", tag = "report",
    responses((status = 200, body = EnginesResponse), (status = 401, body = ErrorBody)))]
pub async fn get_engines(State(app): State<AppState>, _user: CurrentUser) -> Json<EnginesResponse> {
    let speech = app.speech.description();
    Json(EnginesResponse {
        speech: SpeechEngineBody {
            name: speech.name,
            grade: speech.grade.to_owned(),
            audio_leaves_machine: speech.audio_leaves_machine,
            ready: speech.ready,
            live: speech.live && app.live.any(),
            problem: speech.problem,
        },
        structuring: StructuringEngineBody {
            name: app.structuring.name().to_owned(),
            text_leaves_machine: app.structuring.text_leaves_machine(),
        },
    })
}
