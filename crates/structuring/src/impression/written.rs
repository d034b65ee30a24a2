//! An impression and who wrote it.

use std::fmt;

use super::Impression;
use crate::dictation::Findings;
use crate::error::ModelError;
use crate::gate::Flag;
use crate::{report_of, rules};

/// An impression and who wrote it.
#[derive(Clone)]
pub struct WrittenImpression {
    /// The impression.
    pub impression: Impression,
    /// The name of the engine that wrote it.
    pub engine: String,
    /// Why the language model did not write it, when it should have.
    pub fallback: Option<ModelError>,
    /// What does not agree with the findings, as the conservation gate finds it.
    pub flags: Vec<Flag>,
}

/// Shows who wrote it, never what: that is patient text.
impl fmt::Debug for WrittenImpression {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("WrittenImpression")
            .field("engine", &self.engine)
            .field("fallback", &self.fallback)
            .field("flags", &self.flags)
            .finish_non_exhaustive()
    }
}

impl WrittenImpression {
    /// The rules engine's impression, compared with the findings it was made from.
    pub fn of_rules(findings: &Findings) -> Self {
        let impression = super::generate(
            findings.text.expose(),
            findings.clinical_history.expose(),
            findings.study_name.as_deref(),
            findings.modality,
        );
        Self {
            flags: findings.flags_of(&impression.statements),
            impression,
            engine: rules::NAME.to_owned(),
            fallback: None,
        }
    }

    /// A sentence for the radiologist when another engine wrote it than the one that should have.
    pub fn note(&self) -> Option<String> {
        self.fallback.map(report_of::note)
    }
}
