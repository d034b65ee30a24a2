//! What a concept entails, worked out once for each.

use std::collections::VecDeque;

use hashbrown::HashSet;

use super::{ConceptId, StructureId};
use crate::respect::Respects;

/// What is entailed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Consequence {
    /// A concept.
    Concept(ConceptId),
    /// A respect is altered.
    Altered(Respects),
}

/// Something that a concept entails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Implied {
    /// What.
    pub what: Consequence,
    /// Where: at a structure, or where the concept itself is.
    pub place: Option<StructureId>,
    /// Whether it must be so; else it often is.
    pub certain: bool,
    /// Whether the concept is a kind of this, or may be one; else this comes with it.
    pub is_kind: bool,
}

/// One entry of `is` or `with`, resolved.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) what: Consequence,
    pub(super) place: Option<StructureId>,
    pub(super) certain: bool,
    pub(super) is_kind: bool,
}

/// All that a concept entails, itself first.
pub(super) fn of(concept: ConceptId, steps: &[Vec<Step>]) -> Vec<Implied> {
    let first = Implied {
        what: Consequence::Concept(concept),
        place: None,
        certain: true,
        is_kind: true,
    };
    let mut seen: HashSet<(Consequence, Option<StructureId>)> = HashSet::new();
    let mut all: Vec<Implied> = Vec::new();
    // What is certain before what is possible, kinds before what comes with them, however many steps away: a way with a doubt in it hides
    // none without.
    let mut queues: [VecDeque<Implied>; 4] = Default::default();
    queues[0].push_back(first);
    while let Some(next) = queues.iter_mut().find_map(VecDeque::pop_front) {
        if !seen.insert((next.what, next.place)) {
            continue;
        }
        all.push(next);
        let Consequence::Concept(at) = next.what else {
            continue;
        };
        for step in &steps[usize::from(at.0)] {
            let (certain, is_kind) = (next.certain && step.certain, next.is_kind && step.is_kind);
            queues[usize::from(!certain) * 2 + usize::from(!is_kind)].push_back(Implied {
                what: step.what,
                place: step.place.or(next.place),
                certain,
                is_kind,
            });
        }
    }
    all
}
