//! What the report says and its sources do not.

use report::section::SectionKind;

use super::{Difference, EXPLAINED, Inspection, What};
use crate::gate::FlagKind;
use crate::gate::binding;
use crate::gate::fact::{Class, Fact};
use crate::gate::polarity::opposite;

/// Below this share a sentence is invented even when each of its facts stands somewhere.
const PIECED: f32 = 0.4;

impl Inspection {
    /// What the report says and its sources do not.
    pub(super) fn against_sources(&self) -> Vec<Difference> {
        let mut differences = Vec::new();
        for (index, sentence) in self.report.sentences.iter().enumerate() {
            if sentence.section == Some(SectionKind::Comparison) {
                self.check_sizes(index, &mut differences);
            }
            let alignment = &self.origins[index];
            let telling = sentence.facts.iter().any(|fact| fact.class.is_critical());
            let told = self.compared(index);
            let doubtful = alignment.share < EXPLAINED && (alignment.share < PIECED || !told.is_empty());
            if doubtful && (telling || sentence.facts.len() >= 3) {
                differences.push(Difference {
                    kind: FlagKind::Invented,
                    sentence: Some(index),
                    source: None,
                    what: What::Sentence,
                });
                continue;
            }
            differences.extend(self.side_lost_in_impression(index));
            differences.extend(self.value_lost_behind_preposition(index));
            differences.extend(told);
        }
        differences
    }

    /// The differences of a sentence of the report with each of its sources.
    fn compared(&self, index: usize) -> Vec<Difference> {
        let sentence = &self.report.sentences[index];
        let alignment = &self.origins[index];
        let mut differences = Vec::new();
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
        differences
    }

    /// Compares a run of facts of the report with its source.
    fn compare(&self, index: usize, run: &[&Fact], source: usize, differences: &mut Vec<Difference>) {
        let sentence = &self.report.sentences[index];
        let from = &self.given.sentences[source];
        let mut told: Vec<Class> = Vec::new();
        for fact in run {
            let derived = sentence.is_derived(fact);
            if derived || !fact.is_critical() || from.has(fact.key) || told.contains(&fact.class) {
                continue;
            }
            if fact.naming.may_come(self.is_exchanged(fact, sentence, from))
                || self.is_supported_elsewhere(sentence, fact, source)
                || self.is_told_by_another(&self.given, source, sentence, fact)
                || self.is_side_of_heading(sentence, fact, source)
                || Self::is_whole_of_part(sentence, fact, from)
                || self.heads_as_study(sentence, fact)
                || self.is_side_of_whole(sentence, fact, source)
                || self.restates(sentence, fact, from)
                || self.came_across_boundary(sentence, fact, source)
            {
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
            differences.push(Difference::of_polarity(index, source, fact.key, fact.denied));
        }
    }
}
