//! What is not there any more: an operation took it away, or it is absent.

use super::places::site_of;
use crate::fact::{Fact, What};
use crate::knowledge::{Assertion, ConceptId, Knowledge, StructureId};
use crate::place::Sites;

/// Whether a fact says that something is not there any more: an operation that took it away, or that it is absent.
pub fn removes(fact: &Fact, knowledge: &Knowledge) -> bool {
    let What::Concept(concept) = fact.what else {
        return false;
    };
    let was = fact.is_asserted() || fact.assertion == Assertion::Historical;
    let mut entails = knowledge.concept(concept).entails.iter();
    was && entails.any(|implied| knowledge.absence(implied).is_some())
}

/// The kind by which a concept says that the place of something else is not there any more.
pub(super) fn is_gone(
    found: &Fact,
    concept: ConceptId,
    held: &Sites,
    knowledge: &Knowledge,
) -> Option<ConceptId> {
    let held = held.told();
    knowledge.concept(concept).entails.iter().find_map(|implied| {
        let kind = knowledge.absence(implied)?;
        let at = site_of(found, implied, knowledge);
        let places = at.named.iter().chain(&at.inherent);
        let covered = |part: &StructureId| places.clone().any(|whole| knowledge.is_within(*part, *whole));
        (!held.is_empty() && held.iter().all(covered)).then_some(kind)
    })
}
