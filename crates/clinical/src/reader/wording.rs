//! One wording for what is said in several, and places as the anatomy has them.

use std::ops::Range;

use report::anatomy::level::Level;
use report::side::Side;

use super::Reader;
use crate::fact::What;
use crate::knowledge::{ConceptId, Consequence, Sense, StructureId};
use crate::mention::Mention;
use crate::place::Sites;
use crate::respect::{Respect, Respects};

impl Reader<'_, '_> {
    /// One wording for what is said in several: the size of a tube is its calibre, enlarged nodes are lymphadenopathy, nodes of a region are
    /// those that the anatomy names.
    pub(super) fn in_one_wording(&self, what: What, mut sites: Sites) -> (What, Sites) {
        let knowledge = self.knowledge;
        for named in &mut sites.named {
            let meets = sites
                .inherent
                .iter()
                .filter(|tissue| !knowledge.is_within(*named, **tissue))
                .find_map(|tissue| knowledge.meet(*tissue, *named));
            *named = meets.unwrap_or(*named);
        }
        // "Joint effusion" is one of the joint that the study shows.
        if let [study] = self.study {
            for named in &mut sites.named {
                let structure = knowledge.structure(*named);
                if structure.broad && !structure.region && knowledge.is_within(*study, *named) {
                    *named = *study;
                }
            }
        }
        // Where it lies in a space that borders what is named, it is not in that: "left frontal | subdural haematoma".
        let apart = |id: &StructureId| {
            knowledge
                .structure(*id)
                .within
                .iter()
                .any(|whole| knowledge.structure(*whole).apart)
        };
        if sites.inherent.iter().any(apart) {
            let related = |named: &StructureId| {
                sites
                    .inherent
                    .iter()
                    .any(|own| knowledge.is_within(*named, *own) || knowledge.is_within(*own, *named))
            };
            let kept: Vec<StructureId> = sites.named.iter().copied().filter(related).collect();
            sites.named = kept;
        }
        let tubes = sites.named.iter().filter(|id| knowledge.is_hollow(**id)).count();
        let calibre = |respects: Respects| match tubes > 0 && respects.has(Respect::Size) {
            true if tubes == sites.named.len() => respects
                .without(Respects::only(Respect::Size))
                .with(Respects::only(Respect::Calibre)),
            true => respects.with(Respects::only(Respect::Calibre)),
            false => respects,
        };
        let what = match what {
            What::Normal(respects) => What::Normal(calibre(respects)),
            What::Altered(respects) => What::Altered(calibre(respects)),
            What::Concept(concept) => What::Concept(self.bare_of(concept, &sites).unwrap_or(concept)),
            What::Unknown => What::Unknown,
        };
        (what, sites)
    }

    /// "Right lower and left upper lobe": each place with the side that stands before it, where they have different ones. A place whose name
    /// says its side is what there is one of on each side.
    pub(super) fn each_side(&self, mut sites: Sites, found: &[&Mention]) -> Vec<Sites> {
        let knowledge = self.knowledge;
        let own = |mention: &Mention| {
            let name = match mention.sense {
                Sense::Structure(id) => knowledge.structure(id).side,
                _ => None,
            };
            let before = mention.words.start.checked_sub(1);
            let said = self.sentence.sides.iter().find(|(word, _)| Some(*word) == before);
            name.or(said.map(|(_, side)| *side))
        };
        let sided: Vec<(StructureId, Side)> = found
            .iter()
            .filter_map(|mention| match mention.sense {
                Sense::Structure(id) => Some((id, own(mention)?)),
                _ => None,
            })
            .filter(|(id, _)| sites.named.contains(id))
            .collect();
        let differ = sided.iter().any(|(_, side)| *side != sided[0].1);
        let twin = |id: StructureId| {
            let paired = |whole: &StructureId| knowledge.structure(*whole).paired;
            let whole = knowledge.structure(id).parents.first().copied().filter(paired);
            whole
                .filter(|_| knowledge.structure(id).side.is_some())
                .unwrap_or(id)
        };
        if sites.named.len() > 1 && differ {
            return sites
                .named
                .iter()
                .map(|id| Sites {
                    named: vec![twin(*id)],
                    side: sided
                        .iter()
                        .find(|(of, _)| of == id)
                        .map_or(sites.side, |(_, side)| Some(*side)),
                    ..sites.clone()
                })
                .collect();
        }
        for id in &mut sites.named {
            *id = twin(*id);
        }
        sites.named.dedup();
        vec![sites]
    }

    /// The finding that a structure is when it is merely named, of which this is a kind there: enlargement of a node.
    pub(super) fn bare_of(&self, concept: ConceptId, sites: &Sites) -> Option<ConceptId> {
        let kinds = sites
            .named
            .iter()
            .flat_map(|id| &self.knowledge.structure(*id).within);
        let bare = kinds
            .filter_map(|whole| self.knowledge.structure(*whole).bare)
            .next()?;
        // Nodes may be enlarged; what collects in the subdural space need not be blood.
        if !self.is_bare_tissue(bare) {
            return None;
        }
        let is_one = self.knowledge.concept(bare).entails.iter().any(|implied| {
            implied.what == Consequence::Concept(concept)
                && implied.is_kind
                && implied.certain
                && implied.place.is_some()
        });
        is_one.then_some(bare)
    }

    /// Whether a finding that is told by the bare name of a structure is one of a tissue.
    pub(super) fn is_bare_tissue(&self, bare: ConceptId) -> bool {
        let mut at = self.knowledge.concept(bare).at.iter();
        at.any(|at| self.knowledge.is_tissue(*at))
    }

    /// The levels of a clause that are said of what stands at some places: not those of another structure ("compressing the C7 | root"),
    /// where there are others.
    pub(super) fn levels_beside(
        &self,
        clause: &Range<usize>,
        until: usize,
        found: &[&Mention],
        inherent: &[StructureId],
    ) -> Vec<Level> {
        let within = |words: &Range<usize>| clause.contains(&words.start) && words.start < until;
        let all = || self.sentence.levels.iter().filter(|(words, _)| within(words));
        let owner = |words: &Range<usize>| {
            self.sentence.mentions.iter().find(|mention| {
                matches!(mention.sense, Sense::Structure(_)) && mention.words.start == words.end
            })
        };
        let is_elsewhere = |owner: &Mention| {
            let Sense::Structure(id) = owner.sense else {
                return false;
            };
            let mut own = inherent.iter().peekable();
            own.peek().is_some() && own.all(|own| !self.knowledge.is_within(id, *own))
        };
        // "L4-L5 extrusion, compressing the L5 | root": behind a level that is told of nothing but the finding.
        let is_told_first = |words: &Range<usize>| {
            all()
                .next()
                .is_some_and(|(first, _)| first.end <= words.start && owner(first).is_none())
        };
        let of_other = |words: &Range<usize>| {
            owner(words).is_some_and(|owner| {
                !found.iter().any(|own| own.words == owner.words)
                    || is_elsewhere(owner) && is_told_first(words)
            })
        };
        let own: Vec<Level> = all()
            .filter(|(words, _)| !of_other(words))
            .map(|(_, level)| level.clone())
            .collect();
        if own.is_empty() {
            all().map(|(_, level)| level.clone()).collect()
        } else {
            own
        }
    }

    /// "Lumbar spine", "lumbar discs": a region of the spine is the spine, or what stands beside it, at its levels.
    pub(super) fn regions_as_levels(
        &self,
        found: &[&Mention],
        mut named: Vec<StructureId>,
        levels: &mut Vec<Level>,
    ) -> Vec<StructureId> {
        let spans = |id: StructureId| self.knowledge.structure(id).spans;
        let unnamed = levels.is_empty();
        for mention in found {
            if let Sense::Structure(id) = mention.sense
                && spans(id).is_some()
                && unnamed
                // The region that the study is of is all that is seen of the spine.
                && !self.study.contains(&id)
            {
                levels.extend(self.knowledge.structure(id).levels.iter().cloned());
            }
        }
        let beside = named.iter().any(|id| spans(*id).is_none());
        for id in &mut named {
            *id = spans(*id).unwrap_or(*id);
        }
        if beside {
            let whole: Vec<StructureId> = found
                .iter()
                .filter_map(|mention| match mention.sense {
                    Sense::Structure(id) => spans(id),
                    _ => None,
                })
                .collect();
            named.retain(|id| !whole.contains(id));
        }
        named.sort_unstable();
        named.dedup();
        named
    }
}
