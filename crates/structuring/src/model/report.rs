//! A report by the model: asked for, then held to the dictation.

use std::fmt;

use report::private::PatientText;
use report::section::SectionKind;
use report::statement::Statement;

use super::client::ChatClient;
use super::omission;
use super::prompt;
use super::schema;
use super::sections::Section;
use super::settings::Fallback;
use super::withheld::Withheld;
use crate::dictation::{Dictation, TemplateChoice};
use crate::error::{ModelError, StructuringError};
use crate::gate;
use crate::layout;
use crate::report_of::{self, Report, SectionDraft};

/// A dictation that the model is to be asked about.
pub struct ReportQuestion {
    client: ChatClient,
    dictation: Dictation,
    /// What the rules engine makes of it: the choice of the template, and the report when the model gives none.
    rules: Report,
    withheld: Withheld,
    material: String,
}

/// What the model answered, or why it did not.
pub struct ReportAnswer {
    question: ReportQuestion,
    answer: Result<Vec<Section>, ModelError>,
}

/// The lines that a report is made of.
struct Lines {
    /// In report order.
    lines: Vec<(SectionKind, String)>,
    /// Those of them that the model had left out of the template.
    put_back: Vec<String>,
}

impl fmt::Debug for ReportQuestion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ReportQuestion")
            .field("client", &self.client)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for ReportAnswer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ReportAnswer")
            .field("failure", &self.answer.as_ref().err())
            .finish_non_exhaustive()
    }
}

impl ReportQuestion {
    pub(super) fn new(client: ChatClient, dictation: Dictation, rules: Report) -> Self {
        let question = Self {
            client,
            dictation,
            rules,
            withheld: Withheld::default(),
            material: String::new(),
        };
        question.withholding(&[])
    }

    /// Keeps these texts out of what is sent: who the patient is, as far as it is known, in case that it was dictated.
    #[must_use]
    pub fn withholding(mut self, texts: &[PatientText]) -> Self {
        let used = self.rules.template.as_ref();
        self.withheld = Withheld::new(texts);
        self.material = prompt::report_material(&self.dictation, used, &mut self.withheld);
        self
    }

    /// Waits for the model; `progress` is told of each section as soon as it is complete. Dropping the future ends the request.
    pub async fn ask(self, mut progress: impl FnMut(SectionDraft)) -> ReportAnswer {
        let tell = |section: &Section| {
            let stands = !section.lines.is_empty()
                && (section.kind != SectionKind::Impression || self.has_impression());
            if stands {
                let lines = section.lines.iter().map(String::as_str);
                progress(SectionDraft {
                    section: section.kind,
                    text: self
                        .withheld
                        .restore(&report_of::section_text(section.kind, lines)),
                });
            }
        };
        let answer = self.client.ask(&schema::REPORT, &self.material, tell).await;
        ReportAnswer {
            question: self,
            answer,
        }
    }

    /// Whether the report has an impression: when one was dictated or nothing is abnormal. Else the radiologist asks for one.
    fn has_impression(&self) -> bool {
        self.rules_statements(SectionKind::Impression).next().is_some()
    }

    fn rules_statements(&self, kind: SectionKind) -> impl Iterator<Item = &Statement> {
        self.rules
            .statements
            .iter()
            .filter(move |statement| statement.section == kind)
    }

    /// The report that the answer makes.
    fn assemble(&self, sections: &[Section]) -> Result<Report, ModelError> {
        let Lines { lines, put_back } = self.lines(sections)?;
        // The user's own marks, as the template has them that the gate compares with.
        let written = |text: String| match &self.dictation.template {
            TemplateChoice::Custom(template) => template.written(&text),
            _ => text,
        };
        let lines: Vec<(SectionKind, String)> = lines
            .into_iter()
            .map(|(section, text)| (section, written(text)))
            .collect();
        let put_back: Vec<String> = put_back.into_iter().map(written).collect();
        let template = self.rules.template_text(&self.dictation);
        let given = report_of::given(&self.dictation, template.as_ref());
        let mut repaired = gate::repair(&given, gate::trace(&given, lines.clone()));
        let compares_wrongly = repaired
            .flags
            .iter()
            .any(|flag| flag.statement.is_some() && flag.section == Some(SectionKind::Comparison));
        if compares_wrongly {
            // What has changed is arithmetic. Where the model's does not hold, the rules engine's does.
            let mut lines: Vec<(SectionKind, String)> = lines
                .into_iter()
                .filter(|(kind, _)| *kind != SectionKind::Comparison)
                .collect();
            lines.extend(
                self.rules_statements(SectionKind::Comparison)
                    .map(|statement| (statement.section, statement.text.clone())),
            );
            lines.sort_by_key(|(kind, _)| *kind);
            repaired = gate::repair(&given, gate::trace(&given, lines));
        }
        if repaired.flags.len() * 2 > repaired.statements.len() {
            return Err(ModelError::Unfaithful);
        }
        let back = put_back.iter().map(|text| gate::Repair {
            statement: repaired
                .statements
                .iter()
                .position(|statement| statement.text == *text),
            message: "Left out of the template without need; put back.".to_owned(),
        });
        repaired.repairs.extend(back);
        let style = self.dictation.style;
        for statement in &mut repaired.statements {
            statement.text = style.write(&statement.text);
        }
        let used = self.rules.template.as_ref().map(|used| used.name.as_str());
        let study = self.dictation.study_name.as_deref().or(used).unwrap_or_default();
        Ok(Report {
            bullets: layout::of(&repaired.statements, study, style.layout),
            statements: repaired.statements,
            template: self.rules.template.clone(),
            engine: self.client.settings().model.clone(),
            fallback: None,
            flags: repaired.flags,
            repairs: repaired.repairs,
            set_aside: Vec::new(),
            taken_back: self.rules.taken_back.clone(),
        })
    }

    /// The lines of the answer in report order, and of the rules engine where those are the model's business only in part: whether there
    /// is an impression is decided by rules, a comparison is made whenever there is something to compare with, and the template's sentences
    /// that were left out without need are put back.
    fn lines(&self, sections: &[Section]) -> Result<Lines, ModelError> {
        let mut lines = Vec::new();
        let mut put_back = Vec::new();
        for kind in SectionKind::ALL {
            let answered = sections.iter().filter(|section| section.kind == kind);
            let mut of_kind: Vec<String> = answered
                .flat_map(|section| &section.lines)
                .map(|line| self.withheld.restore(line))
                .collect();
            let rules: Vec<&Statement> = self.rules_statements(kind).collect();
            match kind {
                SectionKind::Findings if of_kind.is_empty() && !rules.is_empty() => {
                    return Err(ModelError::NoReport);
                }
                SectionKind::Findings => put_back = omission::put_back(&mut of_kind, &rules),
                SectionKind::Impression if rules.is_empty() => of_kind.clear(),
                SectionKind::Impression | SectionKind::Comparison | SectionKind::Technique
                    if of_kind.is_empty() =>
                {
                    of_kind.extend(rules.iter().map(|statement| statement.text.clone()));
                }
                _ => {}
            }
            lines.extend(of_kind.into_iter().map(|line| (kind, line)));
        }
        Ok(Lines { lines, put_back })
    }
}

impl ReportAnswer {
    /// The report: the model's where it holds, else the rules engine's where that is configured.
    pub fn report(self) -> Result<Report, StructuringError> {
        let Self { question, answer } = self;
        let reason = match answer.and_then(|sections| question.assemble(&sections)) {
            Ok(report) => return Ok(report),
            Err(reason) => reason,
        };
        match question.client.settings().fallback {
            Fallback::Refuse => Err(StructuringError::Model(reason)),
            Fallback::Rules => Ok(Report {
                fallback: Some(reason),
                ..question.rules.inspected(&question.dictation)
            }),
        }
    }
}
