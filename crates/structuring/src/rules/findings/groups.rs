//! The organ groups of a template's lines, and to which of them a statement belongs.

use clinical::document::Document;
use clinical::fact::Fact;
use clinical::knowledge::{StructureId, knowledge};

/// The organ groups of the lines of a template.
#[derive(Debug)]
pub struct Groups {
    /// What each line is about.
    places: Vec<Option<StructureId>>,
    /// The group of each; a line of no group of its own belongs to the one before it.
    groups: Vec<Option<StructureId>>,
}

impl Groups {
    /// Those of lines as they were understood.
    pub fn of(lines: &[Document]) -> Self {
        // What only measures may say nothing of what it measures.
        let named = |line: &Document| line.sentences.first()?.structures.first().copied();
        let places: Vec<Option<StructureId>> = lines
            .iter()
            .map(|line| place_of(&line.facts).or_else(|| named(line)))
            .collect();
        let mut groups: Vec<Option<StructureId>> = Vec::new();
        for place in &places {
            let group = place.and_then(|id| knowledge().group_of(id));
            groups.push(group.or_else(|| groups.last().copied().flatten()));
        }
        Self { places, groups }
    }

    /// Before which line a statement stands by what it is about: the first of its organ group.
    pub fn slot(&self, facts: &[Fact]) -> Option<usize> {
        let knowledge = knowledge();
        let place = place_of(facts)?;
        let group = knowledge.group_of(place);
        let first = |is: &dyn Fn(StructureId) -> bool| {
            let at = self.places.iter().position(|unit| unit.is_some_and(is))?;
            Some(self.start(at))
        };
        self.groups
            .iter()
            .position(|of| of.is_some() && *of == group)
            .or_else(|| first(&|unit| unit == place))
            .or_else(|| first(&|unit| knowledge.is_within(place, unit)))
            .or_else(|| first(&|unit| knowledge.is_within(unit, place)))
    }

    /// The first line of the group of a line.
    fn start(&self, mut at: usize) -> usize {
        while at > 0 && self.groups[at].is_some() && self.groups[at - 1] == self.groups[at] {
            at -= 1;
        }
        at
    }
}

/// What facts are about: where the first finding is, else the first that is named.
fn place_of(facts: &[Fact]) -> Option<StructureId> {
    let of = |fact: &Fact| fact.sites.named.first().or(fact.sites.inherent.first()).copied();
    facts
        .iter()
        .find(|fact| fact.is_asserted() && of(fact).is_some())
        .or_else(|| facts.iter().find(|fact| of(fact).is_some()))
        .and_then(of)
}
