//! GET /api/templates: the whole library. It changes only with the program, so it is written once and kept by browsers.

use std::sync::LazyLock;

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Serialize;
use templates::Template;
use utoipa::ToSchema;

use super::{ModalityCode, SexCode};
use crate::current_user::CurrentUser;
use crate::http::error::ErrorBody;
use crate::pages::File;

/// The library.
#[derive(Serialize, ToSchema)]
pub struct TemplatesResponse {
    /// CT first, then MRI.
    templates: Vec<TemplateBody>,
}

/// A template.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateBody {
    /// Identifies it.
    id: &'static str,
    /// CT or MRI.
    modality: ModalityCode,
    /// The study's name.
    body_part: &'static str,
    /// What people call this study.
    keywords: &'static [String],
    /// Where the anatomy depends on it.
    #[schema(required = true)]
    sex: Option<SexCode>,
    /// Whether contrast is given.
    contrast: bool,
    /// How the scan is done.
    technique: &'static str,
    /// The normal findings.
    findings: Vec<FindingBody>,
    /// The normal impression.
    impression: &'static [String],
    /// What choosing it puts into the editor.
    report_text: String,
}

/// A sentence of a template.
#[derive(Serialize, ToSchema)]
pub struct FindingBody {
    /// The structure it speaks of.
    anatomy: &'static str,
    /// The sentence, with its blanks.
    text: &'static str,
}

static LIBRARY: LazyLock<File> = LazyLock::new(|| {
    let templates = templates::library()
        .all()
        .iter()
        .map(TemplateBody::from)
        .collect();
    let json = serde_json::to_vec(&TemplatesResponse { templates }).unwrap_or_default();
    File::filled("templates.json", json)
});

/// The built-in templates.
#[utoipa::path(get, path = "/api/templates", tag = "templates",
    responses((status = 200, body = TemplatesResponse), (status = 304, description = "The browser has them"), (status = 401, body = ErrorBody)))]
pub async fn list_templates(_user: CurrentUser, headers: HeaderMap) -> Response {
    LIBRARY.respond(StatusCode::OK, &headers)
}

impl From<&'static Template> for TemplateBody {
    fn from(template: &'static Template) -> Self {
        Self {
            id: &template.id,
            modality: template.modality.into(),
            body_part: &template.body_part,
            keywords: &template.keywords,
            sex: template.sex.map(SexCode::from),
            contrast: template.contrast,
            technique: &template.technique,
            findings: template
                .findings
                .iter()
                .map(|line| FindingBody {
                    anatomy: &line.anatomy,
                    text: &line.text,
                })
                .collect(),
            impression: &template.impression,
            report_text: template.report_text().to_string(),
        }
    }
}
