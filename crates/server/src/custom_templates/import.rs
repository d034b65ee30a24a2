//! POST /api/custom-templates/import: keeps all templates of a file, or none.

use accounts::custom_template::{MOST_TEMPLATES, TemplateDraft};
use accounts::store::{ImportedTemplates, KeepTemplateError};
use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CustomTemplateRequest, OwnTemplates};
use crate::entitlement::Subscriber;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::{body, json};
use crate::state::AppState;

/// Bytes of a request: five hundred templates of forty kilobytes.
const LIMIT: usize = 20 * 1024 * 1024;

/// The templates of a file.
#[derive(Deserialize, ToSchema)]
pub struct ImportTemplatesRequest {
    /// At most 500.
    templates: Vec<CustomTemplateRequest>,
}

/// What came of it.
#[derive(Serialize, ToSchema)]
pub struct ImportTemplatesResponse {
    /// How many were added.
    added: usize,
    /// How many were left out because the same one, to the letter, was there or came twice.
    skipped: usize,
}

/// Keeps all templates of a file, or none of them: what one is refused for is told with its number and name.
#[utoipa::path(post, path = "/api/custom-templates/import", tag = "custom templates", request_body = ImportTemplatesRequest,
    responses((status = 200, body = ImportTemplatesResponse), (status = 401, body = ErrorBody), (status = 402, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 409, body = ErrorBody), (status = 413, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn import_custom_templates(
    State(app): State<AppState>,
    subscriber: Subscriber<OwnTemplates>,
    request: Request,
) -> Result<Json<ImportTemplatesResponse>, ApiError> {
    if !json::is_json(request.headers()) {
        return Err(json::expected());
    }
    // Room for the file, before any of it is read.
    let user = subscriber.user.id;
    let mut place = app.uploads.place(user).await?;
    let file = body::read_into(&mut place, request.into_body(), LIMIT, TOO_LARGE).await?;
    let drafts = app.work.run(user, move || drafts_of(&file)).await??;
    let imported = app
        .store
        .import_custom_templates(user, &drafts, app.clock.now())
        .await
        .map_err(refusal)?;
    Ok(Json(imported.into()))
}

/// The templates of a file, or why one of them is refused.
fn drafts_of(file: &[u8]) -> Result<Vec<TemplateDraft>, ApiError> {
    json::parse::<ImportTemplatesRequest>(file)?.drafts()
}

/// As the operation reads a file, without a server around it: for the fuzz targets. None when it is refused.
#[doc(hidden)]
pub fn templates_of_file(file: &[u8]) -> Option<Vec<TemplateDraft>> {
    drafts_of(file).ok()
}

const TOO_LARGE: &str = "A file of templates may have at most 20 MB.";

impl ImportTemplatesRequest {
    fn drafts(&self) -> Result<Vec<TemplateDraft>, ApiError> {
        if self.templates.len() as u64 > MOST_TEMPLATES {
            return Err(refusal(KeepTemplateError::TooMany));
        }
        let numbered = self.templates.iter().zip(1..);
        numbered
            .map(|(template, number)| {
                template
                    .draft()
                    .map_err(|error| at(number, &template.name, error.into()))
            })
            .collect()
    }
}

impl From<ImportedTemplates> for ImportTemplatesResponse {
    fn from(imported: ImportedTemplates) -> Self {
        Self {
            added: imported.added,
            skipped: imported.skipped,
        }
    }
}

/// Which template of the file it is that is refused.
fn at(number: usize, name: &str, error: ApiError) -> ApiError {
    let name: String = name.trim().chars().take(60).collect();
    let which = if name.is_empty() {
        format!("Template {number}")
    } else {
        format!("Template {number}, \u{201c}{name}\u{201d}")
    };
    let sentence = format!("{which}: {} Nothing was added.", error.message());
    ApiError::new(error.status(), error.code(), sentence)
}

fn refusal(error: KeepTemplateError) -> ApiError {
    match error {
        KeepTemplateError::TooMany => ApiError::new(
            StatusCode::CONFLICT,
            "too_many_templates",
            format!("With these you would have more than {MOST_TEMPLATES} templates. Nothing was added."),
        ),
        KeepTemplateError::TooMuch => ApiError::new(
            StatusCode::CONFLICT,
            "too_much_in_templates",
            "With these your templates would have more than 5 million characters together. Nothing was added.",
        ),
        error => error.into(),
    }
}
