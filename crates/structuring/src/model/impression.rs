//! An impression by the model: asked for, then held to the findings.
//!
//! A line that the gate flags gives way to what the rules engine says of the same findings, and an abnormal finding that the model left
//! out is put in where its urgency belongs. What then still does not hold gives way to the rules engine's impression as a whole.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use report::reading::Reading;
use report::section::SectionKind;
use report::statement::{Origin, Statement};
use report::{urgency, wording};

use super::client::ChatClient;
use super::prompt;
use super::schema;
use super::sections::Section;
use super::settings::Fallback;
use super::withheld::Withheld;
use crate::dictation::Findings;
use crate::error::{ModelError, StructuringError};
use crate::gate::{self, Given};
use crate::impression::Impression;
use crate::impression::WrittenImpression;
use crate::report_of;

/// Findings that the model is to be asked about.
pub struct ImpressionQuestion {
    client: ChatClient,
    findings: Findings,
    withheld: Withheld,
    material: String,
}

/// What the model answered, or why it did not.
pub struct ImpressionAnswer {
    question: ImpressionQuestion,
    answer: Result<Vec<Section>, ModelError>,
}

impl fmt::Debug for ImpressionQuestion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ImpressionQuestion")
            .field("client", &self.client)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for ImpressionAnswer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ImpressionAnswer")
            .field("failure", &self.answer.as_ref().err())
            .finish_non_exhaustive()
    }
}

impl ImpressionQuestion {
    pub(super) fn new(client: ChatClient, findings: Findings) -> Self {
        let mut withheld = Withheld::default();
        let material = prompt::impression_material(&findings, &mut withheld);
        Self {
            client,
            findings,
            withheld,
            material,
        }
    }

    /// Waits for the model. Dropping the future ends the request.
    pub async fn ask(self) -> ImpressionAnswer {
        let answer = self.client.ask(&schema::IMPRESSION, &self.material, |_| {}).await;
        ImpressionAnswer {
            question: self,
            answer,
        }
    }

    /// The model's impression as far as it holds, made whole by the rules engine's.
    fn assemble(&self, sections: &[Section], rules: &Impression) -> Result<Impression, ModelError> {
        let lines: Vec<(SectionKind, String)> = sections
            .iter()
            .filter(|section| section.kind == SectionKind::Impression)
            .flat_map(|section| section.lines.iter())
            .map(|line| (SectionKind::Impression, self.withheld.restore(line)))
            .collect();
        if lines.is_empty() {
            return Err(ModelError::NoReport);
        }
        let statements = self.derived(lines);
        let flagged: BTreeSet<usize> = self
            .findings
            .flags_of(&statements)
            .iter()
            .map(|flag| flag.statement.ok_or(ModelError::Unfaithful))
            .collect::<Result<_, _>>()?;
        let is_normal = is_normal(rules);
        let kept = statements
            .into_iter()
            .enumerate()
            .filter(|(index, _)| !flagged.contains(index))
            .map(|(_, statement)| statement)
            // What comes from no finding is true only of a study in which there is none.
            .filter(|statement| is_normal || !sources(statement).is_empty());
        let statements = with_all_of(rules, kept.collect());
        if statements.is_empty() || !self.findings.flags_of(&statements).is_empty() {
            return Err(ModelError::Unfaithful);
        }
        let text = report_of::numbered(statements.iter().map(|statement| statement.text.as_str()));
        let told = wording::content(&text);
        let is_told = |left_out: &&String| wording::coverage(&wording::content(left_out), &told) >= 1.0;
        Ok(Impression {
            left_out: rules
                .left_out
                .iter()
                .filter(|left_out| !is_told(left_out))
                .cloned()
                .collect(),
            text,
            statements,
        })
    }

    /// The lines as statements that know from which lines of the findings they come.
    fn derived(&self, lines: Vec<(SectionKind, String)>) -> Vec<Statement> {
        let findings = self.findings.text.expose();
        let given = Given {
            dictation: findings,
            template: None,
            previous_report: None,
            study_name: self.findings.study_name.as_deref(),
        };
        let places = line_places(findings);
        let mut statements = gate::trace(&given, lines);
        for statement in &mut statements {
            let spans = match &statement.origin {
                Origin::Dictated { spans } => spans.as_slice(),
                _ => &[],
            };
            let from = places
                .iter()
                .enumerate()
                .filter(|(_, place)| {
                    spans
                        .iter()
                        .any(|span| span.start < place.end && place.start < span.end)
                })
                .map(|(line, _)| line)
                .collect();
            statement.origin = Origin::Derived { from };
        }
        statements
    }
}

impl ImpressionAnswer {
    /// The impression: the model's where it holds, else the rules engine's where that is configured.
    pub fn impression(self) -> Result<WrittenImpression, StructuringError> {
        let Self { question, answer } = self;
        let rules = WrittenImpression::of_rules(&question.findings);
        let settings = question.client.settings();
        match answer.and_then(|sections| question.assemble(&sections, &rules.impression)) {
            Ok(impression) => Ok(WrittenImpression {
                impression,
                engine: settings.model.clone(),
                fallback: None,
                // What does not hold was not taken over.
                flags: Vec::new(),
            }),
            Err(reason) if settings.fallback == Fallback::Refuse => Err(StructuringError::Model(reason)),
            Err(reason) => Ok(WrittenImpression {
                fallback: Some(reason),
                ..rules
            }),
        }
    }
}

/// Where the lines that say something stand.
fn line_places(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n')
        .filter_map(|line| {
            let place = start..start + line.len();
            start = place.end;
            (!line.trim().is_empty()).then_some(place)
        })
        .collect()
}

fn sources(statement: &Statement) -> &[usize] {
    match &statement.origin {
        Origin::Derived { from } => from,
        _ => &[],
    }
}

/// Whether the rules engine finds nothing abnormal: then its impression is one line that says so.
fn is_normal(rules: &Impression) -> bool {
    matches!(rules.statements.as_slice(), [only] if !Reading::of(&only.text).is_abnormal())
}

/// The statements, and those of the rules engine about findings that none of them speaks of, each before what is less urgent.
fn with_all_of(rules: &Impression, mut statements: Vec<Statement>) -> Vec<Statement> {
    let told: BTreeSet<usize> = statements
        .iter()
        .flat_map(|statement| sources(statement).iter().copied())
        .collect();
    if is_normal(rules) && !statements.is_empty() {
        return statements;
    }
    for left_out in &rules.statements {
        if sources(left_out).iter().any(|line| told.contains(line)) {
            continue;
        }
        let urgency = urgency::of(&left_out.text);
        let place = statements
            .iter()
            .position(|statement| urgency::of(&statement.text) > urgency)
            .unwrap_or(statements.len());
        statements.insert(place, left_out.clone());
    }
    statements
}
