//! What a fact inherits where its clause does not say it: places, sides and levels told before, and the structure that the study is of.

use report::side::Side;

use super::Reader;
use crate::fact::{Fact, What};
use crate::knowledge::{Assertion, Sense, StructureId};
use crate::place::Sites;

impl Reader<'_, '_> {
    /// Fills in the places of what was said before, or the subject; the modifiers are those that hold for them.
    pub(super) fn inherit_places(
        &self,
        sites: &mut Sites,
        is_state: bool,
        assertion: Assertion,
    ) -> Vec<(u8, bool)> {
        if sites.named.is_empty()
            && (sites.inherent.is_empty() || is_state)
            && let Some(last) = self.last_sites()
        {
            match (is_state && !self.subject.is_empty(), last.named.is_empty()) {
                (true, _) => sites.named.clone_from(&self.subject),
                // "No disc herniation or stenosis" denies no stenosis of the disc.
                (false, true)
                    if assertion == Assertion::Absent && self.facts.last().is_some_and(Fact::is_denial) => {}
                (false, true) => sites.named.clone_from(&last.inherent),
                (false, false) => sites.named.clone_from(&last.named),
            }
            sites.within.clone_from(&last.within);
            if sites.levels.is_empty() {
                sites.levels.clone_from(&last.levels);
            }
            sites.side = sites.side.or(last.side);
            return self.modifiers_of_part();
        }
        if sites.named.is_empty() && is_state {
            // "ACL fibres are continuous, with normal signal."
            sites.named.clone_from(&self.subject);
        }
        Vec::new()
    }

    /// The places of the fact before, else those of the clause before.
    fn last_sites(&self) -> Option<&Sites> {
        self.facts.last().map(|fact| &fact.sites).or(self.last.as_ref())
    }

    /// "The distal LAD is normal, with no stenosis": of that part.
    fn modifiers_of_part(&self) -> Vec<(u8, bool)> {
        let part = |(group, _): &&(u8, bool)| self.knowledge.of_part[usize::from(*group)];
        self.facts
            .last()
            .iter()
            .flat_map(|last| last.modifiers.iter().filter(part))
            .copied()
            .collect()
    }

    /// "The sinus tarsi is normal, with intact ligaments": those there.
    pub(super) fn inherit_region(&self, sites: &mut Sites) {
        if !sites.within.is_empty() || sites.named.is_empty() {
            return;
        }
        let tissue = |id: &StructureId| self.knowledge.is_tissue(*id);
        let last = self.last.as_ref().map(|last| &last.named);
        if let Some(last) = last.filter(|last| !last.iter().any(tissue))
            && sites.named.iter().all(tissue)
        {
            sites.within.clone_from(last);
            sites.side = sites.side.or(self.last.as_ref().and_then(|last| last.side));
        }
    }

    /// "..., in keeping with previous nephrectomy": of the side of what it explains.
    pub(super) fn inherit_side_of_explained(&self, sites: &mut Sites) {
        if sites.named.is_empty()
            && sites.side.is_none()
            && let Some(last) = self.facts.last().map(|fact| &fact.sites)
        {
            let all = last.named.iter().chain(&last.inherent);
            let related = |own: &StructureId| {
                all.clone().any(|other| {
                    self.knowledge.is_within(*own, *other) || self.knowledge.is_within(*other, *own)
                })
            };
            if sites.inherent.iter().any(related) {
                sites.side = last.side;
            }
        }
    }

    /// "A lesion in the cerebellopontine angle, in keeping with schwannoma": the one is the other.
    pub(super) fn inherit_sites_of_identified(&self, sites: &mut Sites) {
        if sites.named.is_empty()
            && let Some(last) = self.facts.last()
            && last.is_asserted()
            && matches!(last.what, What::Concept(_))
        {
            sites.named.clone_from(&last.sites.named);
            sites.side = sites.side.or(last.sites.side);
            if sites.levels.is_empty() {
                sites.levels.clone_from(&last.sites.levels);
            }
        }
    }

    /// "In the maxillary sinuses ..., apart from a retention cyst": there, and not in any sinus.
    pub(super) fn inherit_places_of_exception(&self, sites: &mut Sites) {
        if sites.named.is_empty()
            && let Some(last) = self.last_sites()
            && !last.named.is_empty()
            && last.named.iter().all(|named| {
                let is_one = |own: &StructureId| own != named || sites.inherent.len() > 1;
                let mut inherent = sites.inherent.iter();
                inherent.any(|own| is_one(own) && self.knowledge.is_within(*named, *own))
            })
        {
            sites.named.clone_from(&last.named);
            sites.side = sites.side.or(last.side);
        }
    }

    /// "The left optic nerve is swollen and enhances", "the right kidney shows hydronephrosis due to a calculus at its pelviureteric
    /// junction": on the side told before.
    pub(super) fn inherit_side(&self, sites: &mut Sites, what: What, assertion: Assertion) {
        if sites.side.is_none() && assertion != Assertion::Absent {
            sites.side = match what {
                What::Normal(_) => self.side_of_whole(sites),
                _ => self.side_told_before(sites),
            };
        }
    }

    /// "The right middle cerebral artery is normal, with normal M1 and M2 segments": the side of that of which all are part.
    fn side_of_whole(&self, sites: &Sites) -> Option<Side> {
        let last = &self.facts.last()?.sites;
        let is_part = |id: &StructureId| {
            last.named
                .iter()
                .any(|whole| whole != id && self.knowledge.is_within(*id, *whole))
        };
        let is_one = matches!(last.side, Some(Side::Right | Side::Left));
        (is_one && !sites.named.is_empty() && sites.named.iter().all(is_part)).then_some(last.side)?
    }

    /// The one side of which the sentence has spoken, of the same structures or of what they are together part of on each side.
    fn side_told_before(&self, sites: &Sites) -> Option<Side> {
        let knowledge = self.knowledge;
        let one_side = |fact: &&Fact| matches!(fact.sites.side, Some(Side::Right | Side::Left));
        let last = &self.facts.iter().rev().find(one_side)?.sites;
        let same = !sites.named.is_empty() && last.named == sites.named;
        let wholes = |id: &StructureId| {
            knowledge
                .structure(*id)
                .within
                .iter()
                .filter(|whole| knowledge.structure(**whole).paired)
        };
        let told: Vec<StructureId> = last.told().iter().flat_map(wholes).copied().collect();
        let near = |id: &StructureId| wholes(id).any(|whole| told.contains(whole));
        let are_near = |places: &[StructureId]| !places.is_empty() && places.iter().all(near);
        (same || are_near(sites.told()) || are_near(&sites.inherent)).then_some(last.side)?
    }

    /// "Loose body." in a study of one joint is one of that.
    pub(super) fn inherit_study(&self, sites: &mut Sites) {
        let alone = || {
            self.facts.is_empty()
                && !self.sentence.points_back()
                && self
                    .sentence
                    .mentions
                    .iter()
                    .all(|mention| !matches!(mention.sense, Sense::Structure(_)))
        };
        if sites.is_nowhere()
            && let [study] = self.study
            && !self.is_of_vessels(*study)
            && alone()
        {
            sites.named.push(*study);
        }
    }

    /// Whether a structure is a vessel or vessels: of a study of them a finding without a place may be of any.
    pub(super) fn is_of_vessels(&self, id: StructureId) -> bool {
        let vessel = self.knowledge.structure_named("vessel");
        vessel.is_some_and(|vessel| self.knowledge.is_within(id, vessel))
    }
}
