//! Whether a sentence and its source say the opposite of each other.

use super::fact::{Class, Fact};
use super::passage::Sentence;

/// A fact of a run of `own` that `other` says the opposite of.
pub(super) fn opposite<'f>(run: &[&'f Fact], own: &Sentence, other: &Sentence) -> Option<&'f Fact> {
    let in_run = |fact: &Fact| {
        run.iter()
            .any(|chosen| chosen.range == fact.range && chosen.key == fact.key)
    };
    let matched = |fact: &Fact| run.iter().any(|chosen| chosen.key == fact.key);
    let differs = |fact: &Fact| {
        let mask = if fact.denied { 2 } else { 1 };
        let polarity = other.polarity(fact.key);
        if polarity == 0 || polarity & mask != 0 {
            return false;
        }
        // Read as what the run and its counterpart are, without what only stands beside them.
        let here = own.polarity_within(fact.key, in_run);
        let there = other.polarity_within(fact.key, matched);
        here & there == 0 && here != 0 && there != 0
    };
    let telling = |fact: &Fact| {
        matches!(
            fact.class,
            Class::Finding | Class::Normal | Class::Change | Class::Code
        )
    };
    if let Some(fact) = run.iter().find(|fact| telling(fact) && differs(fact)) {
        return Some(fact);
    }
    let agrees = run.iter().any(|fact| telling(fact) && other.has(fact.key));
    let describes = |fact: &Fact| {
        matches!(
            fact.class,
            Class::Plain | Class::Degree | Class::Measure | Class::Number
        )
    };
    let described: Vec<&&Fact> = run
        .iter()
        .filter(|fact| describes(fact) && other.has(fact.key))
        .collect();
    let first = described.iter().find(|fact| differs(fact))?;
    // A denial on one side and none on the other.
    let denied = described.iter().any(|fact| fact.denied);
    let other_denies = described.iter().any(|fact| other.polarity(fact.key) & 2 != 0);
    let one_sided = !denied || !other_denies;
    (!agrees && one_sided).then_some(**first)
}
