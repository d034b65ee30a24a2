//! Templates that users write themselves. Writing and using them is for subscribers; whoever has stopped paying keeps them, out of the
//! workspace's sight, and may read, take along and delete them: docs/decisions/0014.

pub mod create;
pub mod delete;
pub mod import;
pub mod list;
pub mod update;

use accounts::TemplateId;
use accounts::custom_template::{CustomTemplate, TemplateDraft, TemplateDraftError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::entitlement::PremiumFeature;
use crate::http::error::ApiError;

/// Templates of one's own.
#[derive(Debug)]
pub struct OwnTemplates;

impl PremiumFeature for OwnTemplates {
    const SENTENCE: &'static str = "Custom templates are only available for premium subscribers.";
}

/// A template as its owner wrote it.
#[derive(Serialize, ToSchema)]
pub struct CustomTemplateResponse {
    /// Identifies it.
    pub id: String,
    /// What the owner calls it.
    pub name: String,
    /// For which modality; null is any.
    #[schema(required = true)]
    pub modality: Option<String>,
    /// The text that choosing it puts into the editor.
    pub content: String,
}

/// What the owner writes.
#[derive(Deserialize, ToSchema)]
pub struct CustomTemplateRequest {
    /// What to call it; at most 200 characters.
    name: String,
    /// The text; at most 100 kB.
    content: String,
    /// For which modality; absent is any.
    modality: Option<String>,
}

impl CustomTemplateRequest {
    fn draft(&self) -> Result<TemplateDraft, TemplateDraftError> {
        TemplateDraft::parse(&self.name, &self.content, self.modality.as_deref())
    }
}

impl From<CustomTemplate> for CustomTemplateResponse {
    fn from(template: CustomTemplate) -> Self {
        Self {
            id: template.id.to_string(),
            name: template.draft.name().to_owned(),
            modality: template.draft.modality().map(str::to_owned),
            content: template.draft.content().to_owned(),
        }
    }
}

impl From<TemplateDraftError> for ApiError {
    fn from(error: TemplateDraftError) -> Self {
        let (code, sentence) = match error {
            TemplateDraftError::ContentTooLarge => {
                return Self::too_large("A template may have at most 100 kB of text.");
            }
            TemplateDraftError::NameMissing => ("name_missing", "Please give the template a name."),
            TemplateDraftError::NameTooLong => ("name_too_long", "A name may have at most 200 characters."),
            TemplateDraftError::ContentMissing => ("content_missing", "Please write the template's content."),
            TemplateDraftError::ModalityTooLong => {
                ("modality_too_long", "A modality may have at most 50 characters.")
            }
            TemplateDraftError::NulCharacter => (
                "unreadable_character",
                "The template holds a character that cannot be stored (NUL).",
            ),
        };
        Self::unprocessable(code, sentence)
    }
}

/// The identifier in a path; one that cannot be an identifier names no template.
pub(crate) fn template_id(raw: &str) -> Result<TemplateId, ApiError> {
    TemplateId::parse(raw).ok_or_else(no_such_template)
}

pub(crate) fn no_such_template() -> ApiError {
    ApiError::not_found("There is no such template. It may have been deleted.")
}
