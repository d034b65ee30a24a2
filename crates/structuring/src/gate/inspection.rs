//! Compares a report with what it may draw on, in both directions.

use std::collections::HashSet;

use report::section::SectionKind;
use report::statement::Statement;

use super::alignment::{self, Alignment};
use super::binding;
use super::fact::{BOTH, Class, Fact, LEFT, Names, RIGHT};
use super::message;
use super::passage::{Owner, Passage, Sentence};
use super::polarity::opposite;
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

impl What {
    fn class(self) -> Class {
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
    // What the impression is made from is not a dictation: nothing of it can be lost, and it has no places to show.
    for sentence in &mut inspection.given.sentences {
        sentence.place = 0..0;
    }
    let differences = inspection.against_sources();
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
            Owner::Dictation | Owner::Report(_) => Some(elsewhere),
        }
    }

    /// What the report says and its sources do not.
    fn against_sources(&self) -> Vec<Difference> {
        let mut differences = Vec::new();
        for (index, sentence) in self.report.sentences.iter().enumerate() {
            if sentence.section == Some(SectionKind::Comparison) {
                self.check_sizes(index, &mut differences);
            }
            let alignment = &self.origins[index];
            let telling = sentence.facts.iter().any(|fact| fact.class.is_critical());
            if alignment.share < EXPLAINED && (telling || sentence.facts.len() >= 3) {
                differences.push(Difference {
                    kind: FlagKind::Invented,
                    sentence: Some(index),
                    source: None,
                    what: What::Sentence,
                });
                continue;
            }
            differences.extend(self.side_lost_in_impression(index));
            for source in alignment.runs() {
                let run: Vec<&Fact> = sentence
                    .facts
                    .iter()
                    .zip(&alignment.sources)
                    .filter(|(_, from)| **from == Some(source))
                    .map(|(fact, _)| fact)
                    .collect();
                self.compare(index, &run, source, &mut differences);
            }
        }
        differences
    }

    /// Compares a run of facts of the report with its source.
    fn compare(&self, index: usize, run: &[&Fact], source: usize, differences: &mut Vec<Difference>) {
        let sentence = &self.report.sentences[index];
        let from = &self.given.sentences[source];
        let mut told: Vec<Class> = Vec::new();
        for fact in run {
            let derived = sentence.is_derived(fact);
            if derived || !fact.class.is_critical() || from.has(fact.key) || told.contains(&fact.class) {
                continue;
            }
            if self.is_supported_elsewhere(sentence, fact, source) {
                continue;
            }
            let instead = self.counterpart(fact, sentence, from);
            told.push(fact.class);
            differences.push(Difference {
                kind: if instead.is_some() {
                    FlagKind::Changed
                } else {
                    FlagKind::Invented
                },
                sentence: Some(index),
                source: Some(source),
                what: What::Fact {
                    class: fact.class,
                    report: Some(fact.key),
                    source: instead,
                },
            });
        }
        differences.extend(
            binding::exchanged(run, sentence, from).map(|(report, dictated)| Difference {
                kind: FlagKind::Changed,
                sentence: Some(index),
                source: Some(source),
                what: What::Fact {
                    class: report.class,
                    report: Some(report.key),
                    source: Some(dictated.key),
                },
            }),
        );
        if let Some(fact) = opposite(run, sentence, from) {
            differences.push(Difference {
                kind: FlagKind::Changed,
                sentence: Some(index),
                source: Some(source),
                what: What::Polarity {
                    denied_in_report: fact.denied,
                    key: fact.key,
                },
            });
        }
    }

    /// The fact of the source that stands in the place of one of the report.
    fn counterpart(&self, fact: &Fact, sentence: &Sentence, source: &Sentence) -> Option<u32> {
        source
            .facts
            .iter()
            .find(|other| other.class == fact.class && !sentence.has(other.key))
            .map(|other| other.key)
    }

    /// Which sentences went to the findings (false) and which to the impression (true), in good part.
    fn descends(&self) -> HashSet<(usize, bool)> {
        let mut descends = HashSet::new();
        for (sentence, origin) in self.report.sentences.iter().zip(&self.origins) {
            for source in origin.runs() {
                let taken = origin
                    .sources
                    .iter()
                    .filter(|from| **from == Some(source))
                    .count();
                if taken * 5 >= self.given.sentences[source].facts.len() * 2 {
                    descends.insert((source, is_impression(sentence)));
                }
            }
        }
        descends
    }

    /// What was dictated and the report does not say.
    fn against_report(&self, known: &[Difference]) -> Vec<Difference> {
        let mut differences: Vec<Difference> = Vec::new();
        let descends = self.descends();
        for (index, spoken) in self.given.sentences.iter().enumerate() {
            if spoken.owner != Owner::Dictation || spoken.facts.is_empty() || names_study(spoken, self) {
                continue;
            }
            let alignment = alignment::align(spoken, &self.report, |target| {
                let stands_in_its_own = descends.contains(&(index, is_impression(spoken)));
                Some(prior_of_target(spoken, target, stands_in_its_own))
            });
            if alignment.share < EXPLAINED {
                differences.push(Difference {
                    kind: FlagKind::Lost,
                    sentence: None,
                    source: Some(index),
                    what: What::Sentence,
                });
                continue;
            }
            let targets = alignment.runs();
            if self.is_only_in_impression(spoken, index, &targets) {
                differences.push(Difference {
                    kind: FlagKind::Lost,
                    sentence: None,
                    source: Some(index),
                    what: What::Sentence,
                });
                continue;
            }
            for target in targets {
                let run: Vec<&Fact> = spoken
                    .facts
                    .iter()
                    .zip(&alignment.sources)
                    .filter(|(_, to)| **to == Some(target))
                    .map(|(fact, _)| fact)
                    .collect();
                self.compare_back(index, &run, target, known, &mut differences);
            }
        }
        differences
    }

    /// Whether what was dictated as a finding stands in the impression alone, and there because it was dictated for it too.
    fn is_only_in_impression(&self, spoken: &Sentence, index: usize, targets: &[usize]) -> bool {
        spoken.section == Some(SectionKind::Findings)
            && !targets.is_empty()
            && targets.iter().all(|target| {
                self.report.sentences[*target].section == Some(SectionKind::Impression)
                    && !self.origins[*target].sources.contains(&Some(index))
            })
    }

    /// Compares a run of dictated facts with the sentence of the report they went to.
    fn compare_back(
        &self,
        source: usize,
        run: &[&Fact],
        target: usize,
        known: &[Difference],
        differences: &mut Vec<Difference>,
    ) {
        let spoken = &self.given.sentences[source];
        let sentence = &self.report.sentences[target];
        let told = |class: Class| {
            known.iter().any(|other| {
                other.sentence == Some(target)
                    && (other.what.class() == class || other.what == What::Sentence)
            })
        };
        let mut classes: Vec<Class> = Vec::new();
        for fact in run {
            if !fact.class.is_critical()
                || sentence.has(fact.key)
                || told(fact.class)
                || classes.contains(&fact.class)
            {
                continue;
            }
            if self.is_said_elsewhere(spoken, fact, target) {
                continue;
            }
            classes.push(fact.class);
            if !self.origins[target].sources.contains(&Some(source)) {
                // The sentence is nowhere: what is nearest to it came from another.
                differences.push(Difference {
                    kind: FlagKind::Lost,
                    sentence: None,
                    source: Some(source),
                    what: What::Sentence,
                });
                return;
            }
            let instead = self.counterpart(fact, spoken, sentence);
            differences.push(Difference {
                kind: if instead.is_some() {
                    FlagKind::Changed
                } else {
                    FlagKind::Lost
                },
                sentence: Some(target),
                source: Some(source),
                what: What::Fact {
                    class: fact.class,
                    report: instead,
                    source: Some(fact.key),
                },
            });
        }
        let flipped = known
            .iter()
            .any(|other| other.sentence == Some(target) && matches!(other.what, What::Polarity { .. }));
        if let Some(fact) = opposite(run, spoken, sentence).filter(|_| !flipped) {
            differences.push(Difference {
                kind: FlagKind::Changed,
                sentence: Some(target),
                source: Some(source),
                what: What::Polarity {
                    denied_in_report: !fact.denied,
                    key: fact.key,
                },
            });
        }
    }

    /// Flags of differences: those of the report in its order, then what was lost.
    pub(super) fn flags(&self, differences: &[Difference], report: &[Statement]) -> Vec<Flag> {
        let mut flags: Vec<Flag> = Vec::new();
        for difference in differences {
            let flag = self.flag(difference, report);
            if !flags.iter().any(|known| {
                known.statement == flag.statement && known.text == flag.text && known.message == flag.message
            }) {
                flags.push(flag);
            }
        }
        flags.sort_by_key(|flag| (flag.statement.is_none(), flag.statement));
        flags
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
            section: statement
                .and_then(|index| report.get(index))
                .map(|statement| statement.section),
            statement,
            dictated: source
                .filter(|source| source.owner == Owner::Dictation && !source.place.is_empty())
                .map(|source| source.place.clone()),
            message: message::of(difference, sentence, source, &self.names),
        }
    }
}

pub(super) fn is_impression(sentence: &Sentence) -> bool {
    sentence.section == Some(SectionKind::Impression)
}

/// What it costs a dictated sentence to have gone to a sentence of the report in another section. The impression repeats the
/// findings, so a value that it keeps does not stand for one that the findings have lost.
fn prior_of_target(spoken: &Sentence, target: &Sentence, stands_in_its_own: bool) -> f32 {
    if is_impression(spoken) != is_impression(target) && stands_in_its_own {
        1.4
    } else if spoken.section.is_some() && spoken.section != target.section {
        0.06
    } else {
        0.0
    }
}

/// Whether a dictated sentence only names the study.
fn names_study(sentence: &Sentence, inspection: &Inspection) -> bool {
    let named = |fact: &Fact| {
        matches!(
            fact.class,
            Class::Anatomy | Class::Side | Class::Position | Class::Code
        ) || matches!(
            inspection.names.text(fact.key),
            "ct" | "mri" | "hrct" | "cect" | "ncct" | "mra" | "cta" | "mrcp" | "spine"
        )
    };
    let says_modality = sentence.facts.iter().any(|fact| {
        matches!(
            inspection.names.text(fact.key),
            "ct" | "mri" | "hrct" | "cect" | "ncct" | "mra" | "cta" | "mrcp"
        )
    });
    says_modality && sentence.facts.len() <= 14 && sentence.facts.iter().all(named)
}
