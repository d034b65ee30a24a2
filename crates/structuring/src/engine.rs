//! The engines that structure a dictation, behind one interface.
//!
//! A report is made in steps, so that a server can do each where it belongs: [`Engine::begin`] keeps a processor busy and needs no
//! network; where a language model is asked, [`ReportQuestion::ask`] waits for it and `ReportAnswer::report` keeps a processor busy
//! again. [`Engine::structure`] takes all steps for callers to whom that is all the same. Impressions go the same way.

use outside::Peer;
use report::section::SectionKind;

use crate::dictation::{Dictation, Findings};
use crate::error::StructuringError;
use crate::impression::WrittenImpression;
use crate::model::{ImpressionQuestion, ModelEngine, ReportQuestion};
use crate::report_of::{Report, SectionDraft};
use crate::rules;

/// Makes reports from dictations.
#[derive(Debug, Clone, Default)]
pub enum Engine {
    /// Rules, in process, without a network.
    #[default]
    Rules,
    /// A language model behind a chat server, held to the dictation by the conservation gate.
    Model(ModelEngine),
}

/// A report after the first step.
#[derive(Debug)]
pub enum Begun {
    /// It is made.
    Report(Box<Report>),
    /// The language model is to be asked.
    Question(Box<ReportQuestion>),
}

/// An impression after the first step.
#[derive(Debug)]
pub enum BegunImpression {
    /// It is made.
    Impression(WrittenImpression),
    /// The language model is to be asked.
    Question(Box<ImpressionQuestion>),
}

impl Engine {
    /// The engine's name, as the report carries it.
    pub fn name(&self) -> &str {
        match self {
            Self::Rules => rules::NAME,
            Self::Model(model) => model.name(),
        }
    }

    /// The server that dictations are sent to; none when nothing is sent out of this process.
    pub fn server(&self) -> Option<Peer> {
        match self {
            Self::Rules => None,
            Self::Model(model) => Some(model.server()),
        }
    }

    /// Whether dictations leave this machine.
    pub fn text_leaves_machine(&self) -> bool {
        self.server().is_some_and(|server| !server.is_on_this_machine)
    }

    /// The first step: everything that needs no network.
    pub fn begin(&self, dictation: &Dictation) -> Result<Begun, StructuringError> {
        let report = rules::structure(dictation)?;
        Ok(match self {
            Self::Rules => Begun::Report(Box::new(report.inspected(dictation))),
            Self::Model(model) => Begun::Question(Box::new(model.question(dictation, report))),
        })
    }

    /// Structures a dictation; `progress` is told of each section as it stands.
    pub async fn structure(
        &self,
        dictation: &Dictation,
        mut progress: impl FnMut(SectionDraft),
    ) -> Result<Report, StructuringError> {
        match self.begin(dictation)? {
            Begun::Question(question) => question.ask(progress).await.report(),
            Begun::Report(report) => {
                for section in SectionKind::ALL {
                    let text = report.section(section);
                    if !text.is_empty() {
                        progress(SectionDraft { section, text });
                    }
                }
                Ok(*report)
            }
        }
    }

    /// The first step of an impression.
    pub fn begin_impression(&self, findings: &Findings) -> BegunImpression {
        match self {
            Self::Rules => BegunImpression::Impression(WrittenImpression::of_rules(findings)),
            Self::Model(model) => BegunImpression::Question(Box::new(model.impression_question(findings))),
        }
    }

    /// Makes the impression of findings.
    pub async fn impression(&self, findings: &Findings) -> Result<WrittenImpression, StructuringError> {
        match self.begin_impression(findings) {
            BegunImpression::Impression(written) => Ok(written),
            BegunImpression::Question(question) => question.ask().await.impression(),
        }
    }
}
