//! Whether a sentence and its source say the opposite of each other.

use std::cell::{LazyCell, RefCell};
use std::collections::HashSet;

use super::fact::{Class, Fact};
use super::passage::{Owner, Sentence};

/// A fact of a run of `own` that `other` says the opposite of.
pub(super) fn opposite<'f>(run: &[&'f Fact], own: &Sentence, other: &Sentence) -> Option<&'f Fact> {
    let in_run = |fact: &Fact| {
        run.iter()
            .any(|chosen| chosen.range == fact.range && chosen.key == fact.key)
    };
    let matched = |fact: &Fact| run.iter().any(|chosen| chosen.key == fact.key);
    // Read as what the run and its counterpart are, without what only stands beside them.
    let here = LazyCell::new(|| RefCell::new(own.part(in_run)));
    let there = LazyCell::new(|| RefCell::new(other.part(matched)));
    let differs = |fact: &Fact| {
        let mask = if fact.denied { 2 } else { 1 };
        let polarity = other.polarity(fact.key);
        if polarity == 0 || polarity & mask != 0 {
            return false;
        }
        let here = here.borrow_mut().polarity(fact.key);
        let there = there.borrow_mut().polarity(fact.key);
        here & there == 0 && here != 0 && there != 0
    };
    // "No facet dislocation" names a finding; "the facets are not dislocated" a structure that is there.
    let as_structure = |fact: &Fact| {
        fact.class == Class::Finding
            && other
                .facts
                .iter()
                .any(|told| told.key == fact.key && told.class == Class::Anatomy)
    };
    let telling = |fact: &Fact| {
        !as_structure(fact)
            && matches!(
                fact.class,
                Class::Finding | Class::Normal | Class::Change | Class::Code
            )
    };
    // "The previously enhancing lesion no longer enhances" says the word twice, once of each.
    let loses_one = |fact: &Fact| {
        let count = |sentence: &Sentence| {
            sentence
                .facts
                .iter()
                .filter(|other| other.key == fact.key)
                .count()
        };
        let turned = own.polarity(fact.key) == 3 || other.polarity(fact.key) == 3;
        turned && own.polarity(fact.key) != other.polarity(fact.key) && count(own) == count(other)
    };
    let mut asked = HashSet::new();
    if let Some(fact) = run.iter().find(|fact| {
        telling(fact) && asked.insert((fact.key, fact.denied)) && (differs(fact) || loses_one(fact))
    }) {
        return Some(fact);
    }
    // All that both say is denied on one side and nothing of it on the other: "no nodes along the wall", "nodes are seen along the
    // wall".
    let common = || {
        run.iter()
            .filter(|fact| fact.class.is_critical() && other.has(fact.key))
    };
    let all_denied = |of: &Sentence| common().all(|fact| of.polarity(fact.key) == 2);
    let none_denied = |of: &Sentence| {
        common().all(|fact| of.polarity(fact.key) == 1)
            && !of
                .facts
                .iter()
                .any(|fact| fact.denied || fact.class == Class::Normal)
    };
    // What is denied first must stand on the other side: a denial of something left out there reaches too far.
    let starts_in = |denying: &Sentence, asserting: &Sentence| {
        let first = denying.facts.iter().find(|fact| fact.denied);
        first.is_some_and(|fact| asserting.has(fact.key))
    };
    let turned = |denying: &Sentence, asserting: &Sentence| {
        all_denied(denying) && none_denied(asserting) && starts_in(denying, asserting)
    };
    if common().count() >= 2 && (turned(own, other) || turned(other, own)) {
        return common().next().copied();
    }
    // "Is not patent" of what is called open: the word that is denied is nowhere, and neither is a denial.
    let denies_nothing = || !other.facts.iter().any(|fact| fact.denied);
    let in_run_denied = || run.iter().filter(|fact| fact.denied);
    if in_run_denied().next().is_some()
        && in_run_denied().all(|fact| fact.class == Class::Plain && !other.has(fact.key))
        && denies_nothing()
        && !own.facts.iter().any(|fact| fact.toggled)
        && matches!(own.owner, Owner::Report(_))
    {
        return in_run_denied().next().copied();
    }
    // A denial on one side and none on the other: "the trachea is not central", "with washout" for "without washout".
    let describes = |fact: &Fact| {
        matches!(
            fact.class,
            Class::Plain | Class::Degree | Class::Position | Class::Measure | Class::Number
        )
    };
    // A structure too when what follows denies it: "left kidney is not seen", but not "no abnormality of the orbits".
    let first = run.iter().find(|fact| {
        let is_subject = fact.class == Class::Anatomy
            && (fact.denied_behind
                || other
                    .facts
                    .iter()
                    .any(|told| told.key == fact.key && told.denied_behind));
        (describes(fact) || is_subject) && differs(fact)
    })?;
    let matched_facts = || run.iter().filter(|fact| other.has(fact.key));
    let denies = matched_facts().any(|fact| fact.denied);
    let other_denies = matched_facts().any(|fact| other.polarity(fact.key) & 2 != 0);
    let (denying, asserting) = if denies { (own, other) } else { (other, own) };
    (denies != other_denies && starts_in(denying, asserting)).then_some(*first)
}
