//! The organ groups of a template's lines, and to which of them a statement belongs.

use std::ops::Range;

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
    /// The lines of each of the studies that were done together, in order.
    studies: Vec<Range<usize>>,
}

impl Groups {
    /// Those of the lines of one study, as they were understood.
    pub fn of(lines: &[Document]) -> Self {
        Self::of_studies(lines, std::iter::once(0..lines.len()).collect())
    }

    /// Those of lines as they were understood; `studies` are the lines of each study.
    pub fn of_studies(lines: &[Document], studies: Vec<Range<usize>>) -> Self {
        // What only measures may say nothing of what it measures.
        let named = |line: &Document| line.sentences.first()?.structures.first().copied();
        let places: Vec<Option<StructureId>> = lines
            .iter()
            .map(|line| place_of(&line.facts).or_else(|| named(line)))
            .collect();
        let mut groups: Vec<Option<StructureId>> = Vec::new();
        for study in &studies {
            for (at, place) in study.clone().zip(&places[study.clone()]) {
                let group = place.and_then(|id| knowledge().group_of(id));
                let before = groups.last().copied().flatten().filter(|_| at > study.start);
                groups.push(group.or(before));
            }
        }
        Self {
            places,
            groups,
            studies,
        }
    }

    /// Before which line a statement stands by what it is about: the first of its organ group, in its own study where that is known, else
    /// in the one that says most of it: the liver in that of the abdomen and not in that of the chest.
    pub fn slot(&self, facts: &[Fact], study: Option<usize>) -> Option<usize> {
        self.slot_of(place_of(facts)?, study)
    }

    /// [`Groups::slot`] of what is about one structure.
    pub fn slot_of(&self, place: StructureId, study: Option<usize>) -> Option<usize> {
        let own = study.and_then(|study| self.slot_in(place, self.studies[study].clone()));
        let in_any = || {
            let group = knowledge().group_of(place);
            let says = |study: &&Range<usize>| {
                let of_group = self.groups[(*study).clone()]
                    .iter()
                    .filter(|of| of.is_some() && **of == group);
                std::cmp::Reverse(of_group.count())
            };
            let mut studies: Vec<&Range<usize>> = self.studies.iter().collect();
            studies.sort_by_key(says);
            studies
                .into_iter()
                .find_map(|study| self.slot_in(place, study.clone()))
        };
        own.or_else(in_any)
    }

    /// [`Groups::slot`] among the lines of one study.
    fn slot_in(&self, place: StructureId, study: Range<usize>) -> Option<usize> {
        let knowledge = knowledge();
        let group = knowledge.group_of(place);
        let first = |is: &dyn Fn(StructureId) -> bool| {
            let at = study.clone().find(|at| self.places[*at].is_some_and(is))?;
            Some(self.start(at, study.start))
        };
        study
            .clone()
            .find(|at| self.groups[*at].is_some() && self.groups[*at] == group)
            .or_else(|| first(&|unit| unit == place))
            .or_else(|| first(&|unit| knowledge.is_within(place, unit)))
            .or_else(|| first(&|unit| knowledge.is_within(unit, place)))
    }

    /// The first line of the group of a line, in a study that begins at `from`.
    fn start(&self, mut at: usize, from: usize) -> usize {
        while at > from && self.groups[at].is_some() && self.groups[at - 1] == self.groups[at] {
            at -= 1;
        }
        at
    }

    /// The organ group of a line.
    pub fn of_line(&self, at: usize) -> Option<StructureId> {
        self.groups[at]
    }

    /// The line behind the last of a study.
    pub fn end(&self, study: usize) -> usize {
        self.studies[study].end
    }
}

/// The organ group of what facts are about.
pub(crate) fn organ_of(facts: &[Fact]) -> Option<StructureId> {
    place_of(facts).and_then(|place| knowledge().group_of(place))
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
