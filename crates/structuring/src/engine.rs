//! The engines that structure a dictation, behind one interface.

use report::section::SectionKind;

use crate::dictation::Dictation;
use crate::report_of::Report;
use crate::rules;

/// Makes reports from dictations.
#[derive(Debug, Clone, Default)]
pub enum Engine {
    /// Rules, in process, without a network.
    #[default]
    Rules,
}

/// A section as soon as it stands.
#[derive(Clone, PartialEq, Eq)]
pub struct SectionDraft {
    /// The section.
    pub section: SectionKind,
    /// Its text as [`Report::section`] gives it.
    pub text: String,
}

/// Why a dictation could not be structured.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StructuringError {
    /// There is nothing in the dictation.
    #[error("the dictation is empty")]
    NothingDictated,
}

impl Engine {
    /// The engine's name, as the report carries it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Rules => rules::NAME,
        }
    }

    /// Whether dictations leave this machine.
    pub const fn text_leaves_machine(&self) -> bool {
        match self {
            Self::Rules => false,
        }
    }

    /// Structures a dictation; `progress` is told of each section as it stands.
    pub async fn structure(
        &self,
        dictation: &Dictation,
        mut progress: impl FnMut(SectionDraft),
    ) -> Result<Report, StructuringError> {
        let report = match self {
            Self::Rules => rules::structure(dictation)?.inspected(dictation),
        };
        for section in SectionKind::ALL {
            let text = report.section(section);
            if !text.is_empty() {
                progress(SectionDraft { section, text });
            }
        }
        Ok(report)
    }
}
