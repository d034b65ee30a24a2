//! The template that a page names where it asks for something: one of the user's own before a built-in one.

use accounts::custom_template::CustomTemplate;
use accounts::{TemplateId, UserId};
use serde::Deserialize;
use templates::terms_in;
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::state::App;

/// Which template is chosen, if any.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase")]
pub struct ChosenTemplate {
    /// The body part of a built-in template.
    pub selected_template: Option<String>,
    /// One of the user's own templates. Wins over a built-in one.
    pub custom_template_id: Option<String>,
}

impl ChosenTemplate {
    /// What a dictation over it is likely to name. A template that is not there makes nothing likely, and nothing fail.
    pub async fn terms(self, app: &App, user: UserId) -> Result<Vec<String>, ApiError> {
        let own = match self.custom_template_id.as_deref().and_then(TemplateId::parse) {
            Some(id) => app.store.custom_template(user, id).await?,
            None => None,
        };
        let terms = move || match own {
            Some(own) => terms_of(&own),
            None => self.built_in_terms(),
        };
        Ok(app.work.run(user, terms).await?)
    }

    fn built_in_terms(&self) -> Vec<String> {
        let name = self.selected_template.as_deref();
        name.and_then(|name| templates::library().by_body_part(name))
            .map(templates::Template::terms)
            .unwrap_or_default()
    }
}

fn terms_of(own: &CustomTemplate) -> Vec<String> {
    terms_in(own.draft.content().lines())
}
