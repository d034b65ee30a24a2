//! The language-model engine: any chat server that speaks OpenAI's interface, hosted or self-hosted.
//!
//! The model is asked for the sections of the report (`prompt`, `schema`; the words stand in `prompts/`), the answer is read while it
//! comes (`client`, `events`, `chunk`, `sections`), and what it says is believed only as far as the conservation gate finds it in the
//! dictation (`report`, `impression`). What leaves for the server is the dictation, the template, what a previous report found and
//! the study's name, modality and sex; who the patient is stays here, and is taken out of these texts where it was said (`withheld`,
//! `identity`). A model that fails, in any way, loses nothing: the rules engine writes the report and the report says so.

mod chunk;
mod client;
mod events;
mod identity;
mod impression;
mod omission;
mod prompt;
mod report;
mod schema;
mod sections;
mod settings;
mod withheld;

use outside::Peer;

use client::ChatClient;

pub use crate::error::ModelError;
pub use impression::{ImpressionAnswer, ImpressionQuestion};
pub use report::{ReportAnswer, ReportQuestion};
pub use settings::{Fallback, ModelSettings, ModelSetupError};

use crate::dictation::{Dictation, Findings};
use crate::report_of::Report;

/// The engine. Clones share their connections and what was learned about the server.
#[derive(Debug, Clone)]
pub struct ModelEngine {
    client: ChatClient,
}

impl ModelEngine {
    /// The engine for a server. Connects to nothing yet.
    pub fn new(settings: ModelSettings) -> Result<Self, ModelSetupError> {
        ChatClient::new(settings).map(|client| Self { client })
    }

    /// The model's name.
    pub fn name(&self) -> &str {
        &self.client.settings().model
    }

    /// Where dictations go.
    pub fn server(&self) -> Peer {
        self.client.server()
    }

    /// What is asked about a dictation, with the rules engine's report of it.
    pub(crate) fn question(&self, dictation: &Dictation, rules: Report) -> ReportQuestion {
        ReportQuestion::new(self.client.clone(), dictation.clone(), rules)
    }

    /// What is asked about findings.
    pub(crate) fn impression_question(&self, findings: &Findings) -> ImpressionQuestion {
        ImpressionQuestion::new(self.client.clone(), findings.clone())
    }
}
