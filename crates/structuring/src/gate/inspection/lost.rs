//! What was dictated and the report does not say.

use std::collections::{HashMap, HashSet};

use report::budget;
use report::section::SectionKind;

use super::{Difference, EXPLAINED, Inspection, What, is_impression};
use crate::gate::FlagKind;
use crate::gate::alignment;
use crate::gate::fact::{Class, Fact};
use crate::gate::passage::{Owner, Sentence};
use crate::gate::polarity::opposite;

impl Inspection {
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
    pub(super) fn against_report(&self, known: &[Difference]) -> Vec<Difference> {
        let mut differences: Vec<Difference> = Vec::new();
        let descends = self.descends();
        let mut of_target: HashMap<usize, Vec<&Difference>> = HashMap::new();
        for other in known {
            if let Some(sentence) = other.sentence {
                of_target.entry(sentence).or_default().push(other);
            }
        }
        for (index, spoken) in self.given.sentences.iter().enumerate() {
            if spoken.owner != Owner::Dictation || spoken.facts.is_empty() || names_study(spoken, self) {
                continue;
            }
            let alignment = alignment::align(spoken, &self.report, |target| {
                let stands_in_its_own = descends.contains(&(index, is_impression(spoken)));
                Some(prior_of_target(spoken, target, stands_in_its_own))
            });
            if alignment.share < EXPLAINED {
                differences.push(Difference::lost(index));
                continue;
            }
            let targets = alignment.runs();
            if self.is_only_in_the_other_section(spoken, index, &targets) {
                differences.push(Difference::lost(index));
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
                let known = of_target.get(&target).map_or(&[][..], Vec::as_slice);
                self.compare_back(index, &run, target, known, &mut differences);
            }
        }
        differences
    }

    /// Whether what was dictated as a finding stands in the impression alone, or the reverse, and there because it was dictated
    /// for it too.
    fn is_only_in_the_other_section(&self, spoken: &Sentence, index: usize, targets: &[usize]) -> bool {
        let other = match spoken.section {
            Some(SectionKind::Findings) => SectionKind::Impression,
            Some(SectionKind::Impression) => SectionKind::Findings,
            _ => return false,
        };
        !targets.is_empty()
            && targets.iter().all(|target| {
                self.report.sentences[*target].section == Some(other)
                    && !self.origins[*target].sources.contains(&Some(index))
            })
    }

    /// Whether a fact belongs to the name of the study at the very beginning, `left knee` before what is seen in it, and a sentence
    /// of the report has all of that name.
    fn only_names_study(&self, source: usize, fact: &Fact) -> bool {
        if source != 0 {
            return false;
        }
        let of_study = |key: u32| {
            let mut sentences = self.given.each_with(key);
            sentences.any(|index| self.given.sentences[*index].owner == Owner::Study)
        };
        let name: Vec<&Fact> = self.given.sentences[source]
            .facts
            .iter()
            .take_while(|other| {
                other.class == Class::Side || other.class == Class::Anatomy && of_study(other.key)
            })
            .collect();
        let names_place = name.iter().any(|other| other.class == Class::Anatomy);
        names_place
            && name.iter().any(|other| other.range == fact.range)
            && self
                .report
                .sentences
                .iter()
                .any(|sentence| name.iter().all(|other| sentence.has(other.key)))
    }

    /// Compares a run of dictated facts with the sentence of the report they went to.
    fn compare_back(
        &self,
        source: usize,
        run: &[&Fact],
        target: usize,
        known: &[&Difference],
        differences: &mut Vec<Difference>,
    ) {
        let spoken = &self.given.sentences[source];
        let sentence = &self.report.sentences[target];
        budget::spend((known.len() * run.len()) as u64);
        let told = |class: Class| {
            known
                .iter()
                .any(|other| other.what.class() == class || other.what == What::Sentence)
        };
        let mut classes: Vec<Class> = Vec::new();
        for fact in run {
            if !fact.is_critical()
                || sentence.has(fact.key)
                || told(fact.class)
                || classes.contains(&fact.class)
            {
                continue;
            }
            let instead = self.counterpart(fact, spoken, sentence);
            if fact.naming.may_go(self.is_exchanged(fact, spoken, sentence))
                || self.is_said_elsewhere(spoken, fact, target)
                || self.is_told_by_another(&self.report, target, spoken, fact)
                || self.is_said_as_normal(spoken, fact, sentence)
                || Self::is_whole_of_part(spoken, fact, sentence)
                || self.is_at_level_before(fact, target)
                || self.only_names_study(source, fact)
                || self.is_restated(spoken, fact, sentence)
                || self.is_direction_of_value_before(fact, source)
                || self.went_across_boundary(fact, source, target)
            {
                continue;
            }
            classes.push(fact.class);
            if !self.origins[target].sources.contains(&Some(source)) {
                // The sentence is nowhere: what is nearest to it came from another.
                differences.push(Difference::lost(source));
                return;
            }
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
            differences.push(Difference::of_polarity(target, source, fact.key, !fact.denied));
        }
    }
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
            "ct" | "mri"
                | "hrct"
                | "ncct"
                | "spine"
                | "angiogram"
                | "cholangiopancreatogram"
                | "limb"
                | "leg"
                | "arm"
                | "extremity"
        )
    };
    let says_modality = sentence.facts.iter().any(|fact| {
        matches!(
            inspection.names.text(fact.key),
            "ct" | "mri" | "hrct" | "ncct" | "angiogram"
        )
    });
    says_modality && sentence.facts.len() <= 14 && sentence.facts.iter().all(named)
}
