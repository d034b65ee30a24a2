//! Compares a report with what it may draw on, in both directions.

mod invented;
mod lost;

use std::collections::HashSet;

use report::section::SectionKind;
use report::statement::Statement;

use super::alignment::{self, Alignment};
use super::fact::{BOTH, Class, Fact, LEFT, Names, RIGHT};
use super::message;
use super::passage::{Owner, Passage, Sentence};
use super::{Flag, FlagKind, Given};

/// Below this share of explained facts a sentence is not the source's at all.
const EXPLAINED: f32 = 0.5;

/// A report and what it may draw on, read.
pub(super) struct Inspection {
    pub(super) names: Names,
    pub(super) given: Passage,
    pub(super) report: Passage,
    /// Where the facts of each sentence of the report came from.
    pub(super) origins: Vec<Alignment>,
}

/// A difference between a sentence and its source.
pub(super) struct Difference {
    pub(super) kind: FlagKind,
    /// Index of the sentence of the report; `None` for what is in none.
    pub(super) sentence: Option<usize>,
    /// Index of the sentence it is compared with.
    pub(super) source: Option<usize>,
    pub(super) what: What,
}

/// What differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// The whole sentence.
    Sentence,
    /// Whether it is asserted or denied.
    Polarity { denied_in_report: bool, key: u32 },
    /// A fact: what the report has and what the source has.
    Fact {
        class: Class,
        report: Option<u32>,
        source: Option<u32>,
    },
}

impl Difference {
    /// A dictated sentence that is not in the report.
    fn lost(source: usize) -> Self {
        Self {
            kind: FlagKind::Lost,
            sentence: None,
            source: Some(source),
            what: What::Sentence,
        }
    }

    /// A sentence that asserts what its source denies, or the reverse.
    fn of_polarity(sentence: usize, source: usize, key: u32, denied_in_report: bool) -> Self {
        Self {
            kind: FlagKind::Changed,
            sentence: Some(sentence),
            source: Some(source),
            what: What::Polarity {
                denied_in_report,
                key,
            },
        }
    }
}

impl What {
    pub(super) fn class(self) -> Class {
        match self {
            Self::Sentence | Self::Polarity { .. } => Class::Plain,
            Self::Fact { class, .. } => class,
        }
    }
}

pub(super) fn inspect(given: &Given<'_>, report: &[Statement]) -> Vec<Flag> {
    let inspection = Inspection::of(given, report);
    let differences = inspection.differences();
    inspection.flags(&differences, report)
}

/// Statements whose denial runs on into a finding with a place of its own: as they stand it is denied, and only the radiologist knows.
fn open_denials(report: &[Statement]) -> impl Iterator<Item = Flag> + '_ {
    report.iter().enumerate().filter_map(|(index, statement)| {
        let open = report::run_on::find(&statement.text)?;
        Some(Flag {
            kind: FlagKind::Changed,
            text: statement.text.clone(),
            section: Some(statement.section),
            statement: Some(index),
            dictated: None,
            message: message::of_open_denial(&statement.text[open]),
        })
    })
}

pub(super) fn inspect_impression(
    findings: &str,
    history: &str,
    study: Option<&str>,
    impression: &[Statement],
) -> Vec<Flag> {
    let dictation = format!("{findings}\n{history}");
    let given = Given {
        dictation: &dictation,
        template: None,
        previous_report: None,
        study_name: study,
    };
    let mut inspection = Inspection::of(&given, impression);
    // Nothing of the findings can be lost.
    let differences = inspection.against_sources();
    // They were compared as a dictation is; what is told of them calls them by their name, and they have no places to show.
    for sentence in &mut inspection.given.sentences {
        if sentence.owner == Owner::Dictation {
            sentence.owner = Owner::Findings;
        }
    }
    inspection.flags(&differences, impression)
}

impl Inspection {
    pub(super) fn of(given: &Given<'_>, report: &[Statement]) -> Self {
        let mut names = Names::default();
        for key in [RIGHT, LEFT, BOTH] {
            names.number(key.to_owned());
        }
        let given = Passage::given(given, &mut names);
        let report = Passage::report(report, &mut names);
        let origins = report
            .sentences
            .iter()
            .map(|sentence| {
                alignment::align(sentence, &given, |source| Self::prior(sentence.section, source))
            })
            .collect();
        Self {
            names,
            given,
            report,
            origins,
        }
    }

    /// Every difference, the report's first.
    pub(super) fn differences(&self) -> Vec<Difference> {
        let mut differences = self.against_sources();
        let lost = self.against_report(&differences);
        differences.extend(lost);
        differences
    }

    /// What using a source for a sentence of the report costs beforehand.
    fn prior(section: Option<SectionKind>, source: &Sentence) -> Option<f32> {
        let of_comparison = section == Some(SectionKind::Comparison);
        let elsewhere = if source.section.is_some() && source.section != section {
            0.06
        } else {
            0.0
        };
        match source.owner {
            Owner::Previous if of_comparison => Some(0.08),
            Owner::Previous => None,
            Owner::Template => Some(0.03 + elsewhere),
            Owner::Study => Some(0.2),
            Owner::Dictation | Owner::Findings | Owner::Report(_) => Some(elsewhere),
        }
    }

    /// The fact of the source that stands in the place of one of the report.
    pub(super) fn counterpart(&self, fact: &Fact, sentence: &Sentence, source: &Sentence) -> Option<u32> {
        source
            .facts
            .iter()
            .find(|other| other.class == fact.class && !sentence.has(other.key))
            .map(|other| other.key)
    }

    /// Flags of differences and of denials that are open: those of the report in its order, then what was lost.
    pub(super) fn flags(&self, differences: &[Difference], report: &[Statement]) -> Vec<Flag> {
        let mut flags: Vec<Flag> = Vec::new();
        let mut told = HashSet::new();
        for difference in differences {
            let flag = self.flag(difference, report);
            if told.insert((flag.statement, flag.text.clone(), flag.message.clone())) {
                flags.push(flag);
            }
        }
        // What a template says was written, not spoken.
        let written: HashSet<&str> = self
            .given
            .sentences
            .iter()
            .filter(|sentence| sentence.owner == Owner::Template)
            .map(|sentence| sentence.text.as_str())
            .collect();
        flags.extend(open_denials(report).filter(|flag| !written.contains(flag.text.as_str())));
        flags.sort_by_key(|flag| (flag.statement.is_none(), flag.statement));
        flags
    }

    /// Whose words the report is made from in the first place.
    fn material(&self) -> Owner {
        let mut sentences = self.given.sentences.iter();
        let findings = sentences.any(|sentence| sentence.owner == Owner::Findings);
        if findings {
            Owner::Findings
        } else {
            Owner::Dictation
        }
    }

    pub(super) fn flag(&self, difference: &Difference, report: &[Statement]) -> Flag {
        let source = difference.source.map(|index| &self.given.sentences[index]);
        let sentence = difference.sentence.map(|index| &self.report.sentences[index]);
        let statement = sentence.and_then(|sentence| match sentence.owner {
            Owner::Report(index) => Some(index),
            _ => None,
        });
        let shown = match difference.kind {
            FlagKind::Lost => source.or(sentence),
            FlagKind::Changed | FlagKind::Invented => sentence.or(source),
        };
        Flag {
            kind: difference.kind,
            text: shown.map_or_else(String::new, |sentence| sentence.text.trim().to_owned()),
            section: match statement {
                Some(index) => report.get(index).map(|statement| statement.section),
                None => shown.and_then(|sentence| sentence.section),
            },
            statement,
            dictated: source
                .filter(|source| source.owner == Owner::Dictation && !source.place.is_empty())
                .map(|source| source.place.clone()),
            message: message::of(
                difference,
                sentence,
                source,
                source.map_or_else(|| self.material(), |source| source.owner),
                &self.names,
            ),
        }
    }
}

pub(super) fn is_impression(sentence: &Sentence) -> bool {
    sentence.section == Some(SectionKind::Impression)
}
