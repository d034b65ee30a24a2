//! What stands before a colon and only says where: "L1-L2: no bulge or stenosis", "right kidney: no calculus", "L: scutum eroded".

use report::anatomy::level::Level;
use report::side::Side;

use super::Context;
use crate::fact::Fact;
use crate::knowledge::{Cue, Knowledge, Sense, StructureId};
use crate::mention::Sentence;
use crate::place;

/// The longest heading, in words.
const LONGEST: usize = 8;

/// Where a heading says that something is.
#[derive(Debug, Clone, Default)]
pub(super) struct Heading {
    structures: Vec<StructureId>,
    levels: Vec<Level>,
    side: Option<Side>,
}

impl Heading {
    /// The heading with which a sentence begins: nothing where it begins with none, and an empty one where it says nothing of a place, as
    /// "Impression:" does.
    pub(super) fn of(sentence: &Sentence<'_>, knowledge: &Knowledge) -> Option<Self> {
        let end =
            (0..sentence.words.len().min(LONGEST)).find(|word| sentence.between(*word).contains(':'))? + 1;
        Some(Self::before_colon(sentence, end, knowledge).unwrap_or_default())
    }

    fn before_colon(sentence: &Sentence<'_>, end: usize, knowledge: &Knowledge) -> Option<Self> {
        let mut structures = Vec::new();
        for mention in sentence
            .mentions
            .iter()
            .take_while(|mention| mention.words.start < end)
        {
            match mention.sense {
                // "CT abdomen: ..." says no more than the study's name.
                Sense::Structure(id) if knowledge.structure(id).everything => {}
                Sense::Structure(id) => structures.push(id),
                Sense::Respect(_) | Sense::Neutral => {}
                _ => return None,
            }
        }
        let levels = sentence.levels.iter().filter(|(words, _)| words.start < end);
        let sides = sentence.sides.iter().filter(|(word, _)| *word < end);
        Some(Self {
            structures: place::nearest(structures, knowledge),
            levels: levels.map(|(_, level)| level.clone()).collect(),
            side: place::joined(sides.map(|(_, side)| *side)),
        })
    }

    /// Whether it still says where a later sentence is: that has no level or side of its own where the heading has one, and tells nothing of
    /// what is not at a level, has no side or is no part of what the heading names.
    pub(super) fn reaches(&self, sentence: &Sentence<'_>, facts: &[Fact], knowledge: &Knowledge) -> bool {
        let other_level = self.has_level() && !sentence.levels.is_empty();
        let other_side = self.side.is_some() && !sentence.sides.is_empty();
        let mut places = facts.iter().flat_map(|fact| fact.sites.told());
        let all = 0..sentence.words.len();
        let of_rest =
            facts.iter().any(|fact| fact.of_rest) || sentence.cue_at_any(all, |cue| cue == Cue::Many);
        let says = self.holds_together() || !self.structures.is_empty();
        says && !other_level && !other_side && !of_rest && places.all(|place| self.holds(*place, knowledge))
    }

    fn has_level(&self) -> bool {
        !self.levels.is_empty()
    }

    fn holds(&self, place: StructureId, knowledge: &Knowledge) -> bool {
        let structure = knowledge.structure(place);
        let is_of = |whole: &StructureId| knowledge.is_within(place, *whole);
        // What is said of a vertebra is not said of the disc below it.
        let between = self.levels.iter().all(|level| level.lower.is_some());
        // The cord runs past all of them.
        let is_long = || {
            structure
                .within
                .iter()
                .any(|whole| knowledge.structure(*whole).long)
        };
        let at_level = || !structure.levels.is_empty() && (!between || !structure.bulk) && !is_long();
        let has_side = || {
            structure
                .within
                .iter()
                .any(|whole| knowledge.structure(*whole).paired)
        };
        (self.structures.is_empty() || self.structures.iter().any(is_of))
            && (!self.has_level() || at_level())
            && (self.side.is_none() || has_side())
    }

    /// Whether what it reaches would lose its level or side elsewhere.
    pub(super) fn holds_together(&self) -> bool {
        self.has_level() || self.side.is_some()
    }

    /// What it says, and what is known besides.
    pub(super) fn before(&self, context: &Context) -> Context {
        let mut all = context.clone();
        if !self.structures.is_empty() {
            all.structures.clone_from(&self.structures);
        }
        if !self.levels.is_empty() {
            all.levels.clone_from(&self.levels);
        }
        all.side = self.side.or(all.side);
        all
    }
}
