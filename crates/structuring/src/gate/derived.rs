//! What follows from findings: the sizes of a comparison, the side of an impression.

use std::sync::LazyLock;

use regex::Regex;

use super::FlagKind;
use super::fact::{self, Class, Fact};
use super::inspection::{Difference, Inspection, What, is_impression};
use super::passage::{Owner, Sentence};

/// The end of a sentence whose last word asks for a value.
static DANGLING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:of|measuring|measures|by|than)\s*[.;]?\s*$").expect("end without a value")
});

impl Inspection {
    /// The sizes of a comparison stand in what is nearest to it today or before; a share is arithmetic and is not asked for.
    pub(super) fn check_sizes(&self, index: usize, differences: &mut Vec<Difference>) {
        let sentence = &self.report.sentences[index];
        let near = |other: &Sentence| {
            sentence
                .facts
                .iter()
                .filter(|fact| !matches!(fact.class, Class::Measure | Class::Change) && other.has(fact.key))
                .count()
        };
        let sources = |owner: Owner| {
            let with_sizes = self.given.sentences.iter().filter(move |other| {
                other.owner == owner && other.facts.iter().any(|fact| fact.class == Class::Measure)
            });
            let nearest = with_sizes.clone().map(near).max().unwrap_or(0);
            with_sizes.filter(move |other| nearest > 0 && near(other) == nearest)
        };
        let nearest: Vec<&Sentence> = sources(Owner::Dictation)
            .chain(sources(Owner::Previous))
            .collect();
        for fact in sentence.facts.iter().filter(|fact| fact.class == Class::Measure) {
            let Some((unit, values)) = fact::measured(self.names.text(fact.key)) else {
                continue;
            };
            let stands = nearest.iter().flat_map(|other| &other.facts).any(|other| {
                fact::measured(self.names.text(other.key)).is_some_and(|(other, whole)| {
                    other == unit && values.iter().all(|value| whole.contains(value))
                })
            });
            if !stands && unit != "%" {
                differences.push(Difference {
                    kind: FlagKind::Invented,
                    sentence: Some(index),
                    source: None,
                    what: What::Fact {
                        class: Class::Measure,
                        report: Some(fact.key),
                        source: None,
                    },
                });
            }
        }
    }

    /// An impression made from a finding keeps its side.
    pub(super) fn side_lost_in_impression(&self, index: usize) -> Option<Difference> {
        let sources = self.origins[index].runs();
        sources
            .into_iter()
            .find_map(|source| self.side_lost_of(index, source))
    }

    /// A sentence that ends with "of" or "measuring" has lost the value behind it.
    pub(super) fn value_lost_behind_preposition(&self, index: usize) -> Option<Difference> {
        let sentence = &self.report.sentences[index];
        let source = DANGLING
            .is_match(&sentence.text)
            .then(|| self.origins[index].runs())?
            .into_iter()
            .find_map(|source| {
                let value = self.given.sentences[source]
                    .facts
                    .iter()
                    .find(|fact| fact.class == Class::Measure && !sentence.has(fact.key))?;
                Some((source, value.key))
            });
        let (source, value) = source?;
        Some(Difference {
            kind: FlagKind::Lost,
            sentence: Some(index),
            source: Some(source),
            what: What::Fact {
                class: Class::Measure,
                report: None,
                source: Some(value),
            },
        })
    }

    fn side_lost_of(&self, index: usize, source: usize) -> Option<Difference> {
        let sentence = &self.report.sentences[index];
        let from = &self.given.sentences[source];
        let is_side = |fact: &&Fact| fact.class == Class::Side;
        let mut sides = from
            .facts
            .iter()
            .enumerate()
            .filter(|(_, fact)| fact.class == Class::Side);
        let (at, side) = sides.next()?;
        let head = from.facts.get(at + 1)?;
        let lost = is_impression(sentence)
            && !is_impression(from)
            && sides.next().is_none()
            && !sentence.facts.iter().any(|fact| is_side(&fact))
            && matches!(head.class, Class::Anatomy | Class::Finding | Class::Position)
            && sentence.has(head.key);
        lost.then_some(Difference {
            kind: FlagKind::Lost,
            sentence: Some(index),
            source: Some(source),
            what: What::Fact {
                class: Class::Side,
                report: None,
                source: Some(side.key),
            },
        })
    }
}
