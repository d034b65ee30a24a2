//! A fact, and where it is.

use std::ops::Range;

use report::side::Side;

use super::Reader;
use crate::fact::{Fact, What};
use crate::knowledge::{Assertion, Cue, Form, Sense, StructureId};
use crate::mention::Mention;
use crate::place::{self, Sites};

impl Reader<'_, '_> {
    /// Where the subject of a clause ends: at its first verb, when a structure stands before that.
    pub(super) fn predicate(&self, clause: &Range<usize>, state: &Range<usize>) -> usize {
        let sentence = self.sentence;
        let verb = sentence.cues.iter().find(|(words, cue)| {
            matches!(cue, Cue::Verb | Cue::Plain)
                && clause.contains(&words.start)
                && words.start <= state.start
        });
        let Some(verb) = verb.map(|(words, _)| words.start) else {
            return clause.end;
        };
        let named = sentence.mentions.iter().any(|mention| {
            matches!(mention.sense, Sense::Structure(_))
                && mention.words.start >= clause.start
                && mention.words.end <= verb
        });
        if named { verb } else { clause.end }
    }

    pub(super) fn push(
        &mut self,
        what: What,
        assertion: Assertion,
        clause: &Range<usize>,
        words: &Range<usize>,
        inherent: Vec<StructureId>,
    ) {
        let sentence = self.sentence;
        let is_state = matches!(what, What::Normal(_) | What::Altered(_) | What::Unknown);
        // What is normal or altered is what stands before the verb; all that is named, where nothing does.
        let until = match is_state {
            true => self.predicate(clause, words),
            false => clause.end,
        };
        let found: Vec<&Mention> = if is_state {
            let all = sentence
                .mentions_within(clause)
                .iter()
                .filter(|mention| matches!(mention.sense, Sense::Structure(_)) && mention.words.end <= until);
            all.collect()
        } else {
            place::structures_of(sentence, clause, words, self.knowledge)
        };
        let found = self.of_one_tissue(what, found);
        let (named, within) = place::named(sentence, &found, self.knowledge);
        let named = self.without_others(named, &found, [clause, words], &inherent);
        let mut ranges: Vec<Range<usize>> = found.iter().map(|mention| mention.words.clone()).collect();
        ranges.push(words.clone());
        let side = place::side_of(sentence, clause, &ranges, &named, self.knowledge);
        let mut levels = self.levels_beside(clause, until, &found, &inherent);
        let of_spine = |ids: &[StructureId]| {
            ids.iter()
                .any(|id| !self.knowledge.structure(*id).levels.is_empty())
        };
        let mut named = match inherent.is_empty() || of_spine(&inherent) {
            true => self.regions_as_levels(&found, named, &mut levels),
            false => named,
        };
        if !matches!(what, What::Normal(_)) {
            named.retain(|id| !self.knowledge.structure(*id).everything);
        }
        if levels.is_empty() && !matches!(what, What::Normal(_)) && (of_spine(&named) || of_spine(&inherent))
        {
            levels.clone_from(&self.levels);
        }
        if is_state && !named.is_empty() {
            self.subject.clone_from(&named);
        }
        let mut of_last: Vec<(u8, bool)> = Vec::new();
        let mut sites = Sites {
            named,
            within,
            inherent,
            side,
            levels,
            spared: Vec::new(),
        };
        if sites.named.is_empty()
            && (sites.inherent.is_empty() || is_state)
            && let Some(last) = self.facts.last().map(|fact| &fact.sites).or(self.last.as_ref())
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
            // "The distal LAD is normal, with no stenosis": of that part.
            let part = |(group, _): &&(u8, bool)| self.knowledge.of_part[usize::from(*group)];
            of_last.extend(
                self.facts
                    .last()
                    .iter()
                    .flat_map(|last| last.modifiers.iter().filter(part))
                    .copied(),
            );
        } else if sites.named.is_empty() && is_state {
            // "ACL fibres are continuous, with normal signal."
            sites.named.clone_from(&self.subject);
        }
        // "Supraspinatus tear with fatty atrophy": of the muscle of that name.
        if let What::Concept(concept) = what
            && let Some(tissue) = self.knowledge.concept(concept).tissue
        {
            sites.named = self.knowledge.of_tissue(&sites.named, tissue);
        }
        // "The sinus tarsi is normal, with intact ligaments": those there.
        if is_state && sites.within.is_empty() && !sites.named.is_empty() {
            let tissue = |id: &StructureId| self.knowledge.is_tissue(*id);
            let last = self.last.as_ref().map(|last| &last.named);
            if let Some(last) = last.filter(|last| !last.iter().any(tissue))
                && sites.named.iter().all(tissue)
            {
                sites.within.clone_from(last);
                sites.side = sites.side.or(self.last.as_ref().and_then(|last| last.side));
            }
        }
        // "..., in keeping with previous nephrectomy": of the side of what it explains.
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
        // "A lesion in the cerebellopontine angle, in keeping with schwannoma": the one is the other.
        if sites.named.is_empty()
            && assertion == Assertion::Possible
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
        // "In the maxillary sinuses ..., apart from a retention cyst": there, and not in any sinus.
        if sites.named.is_empty()
            && !is_state
            && let Some(last) = self.facts.last().map(|fact| &fact.sites).or(self.last.as_ref())
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
        // "Fluid in the ankle": what is of several regions is of the one that is named.
        let related = |own: &StructureId| {
            let mut named = sites.named.iter();
            named
                .any(|named| self.knowledge.is_within(*named, *own) || self.knowledge.is_within(*own, *named))
        };
        if sites.inherent.len() > 1 && sites.inherent.iter().any(related) {
            let own = sites
                .inherent
                .iter()
                .filter(|own| related(own) || !self.knowledge.structure(**own).region)
                .copied()
                .collect();
            sites.inherent = own;
        }
        // "The left optic nerve is swollen and enhances", "the right kidney shows hydronephrosis due to a calculus at its pelviureteric
        // junction": on the side told before.
        if sites.side.is_none() && assertion != Assertion::Absent {
            sites.side = match what {
                What::Normal(_) => self.side_of_whole(&sites),
                _ => self.side_told_before(&sites),
            };
        }
        // Those of its own phrase: behind the finding before it, and up to two words behind it.
        let start = sentence
            .mentions
            .iter()
            .filter(|other| {
                matches!(other.sense, Sense::Concept(_))
                    && other.words.end <= words.start
                    && other.words.start >= clause.start
            })
            .map(|other| other.words.end)
            .max()
            .unwrap_or(clause.start);
        let modifiers = sentence
            .cues
            .iter()
            .filter(|(at, cue)| {
                // "Proximal LAD shows plaque with stenosis": the part holds for all of the clause.
                let of_part =
                    matches!(cue, Cue::Modifier(group, _) if self.knowledge.of_part[usize::from(*group)]);
                at.start >= start && at.start < (words.end + 2).min(clause.end)
                    || of_part && clause.contains(&at.start)
            })
            .filter(|(at, _)| {
                !sentence.mentions.iter().any(|other| {
                    matches!(other.sense, Sense::Structure(_)) && other.words.contains(&at.start)
                })
            })
            .filter_map(|(at, cue)| match cue {
                // "Enlarged" in "enlarged nodes" is the finding itself, and makes it no larger.
                Cue::Modifier(group, _) if *group > 0 && words.contains(&at.start) => None,
                Cue::Modifier(group, other) => Some((*group, *other)),
                _ => None,
            })
            .chain(of_last)
            .collect::<Vec<_>>();
        let are_of_each = |place: &&Mention| {
            let behind = sentence.cue_at(place.words.end, |cue| cue == Cue::Each);
            place.words.end <= words.start && behind.is_some()
        };
        let of_all =
            sentence.cue_at_any(clause.clone(), |cue| cue == Cue::All) || found.iter().any(are_of_each);
        // "Loose body." in a study of one joint is one of that.
        let is_found = matches!(what, What::Concept(_)) && assertion != Assertion::Absent;
        let alone = || {
            self.facts.is_empty()
                && !sentence.points_back()
                && sentence
                    .mentions
                    .iter()
                    .all(|mention| !matches!(mention.sense, Sense::Structure(_)))
        };
        if is_found
            && sites.is_nowhere()
            && let [study] = self.study
            && !self.is_of_vessels(*study)
            && alone()
        {
            sites.named.push(*study);
        }
        let measured = match assertion {
            Assertion::Absent => None,
            _ => self.measures(clause, what, words),
        };
        let category = match what {
            What::Concept(_) if assertion != Assertion::Absent => self.category(clause, words),
            _ => None,
        };
        let (what, sites) = self.in_one_wording(what, sites);
        for sites in self.each_side(sites, &found) {
            self.facts.push(Fact {
                what,
                assertion,
                sites,
                modifiers: Vec::clone(&modifiers),
                of_rest: self.is_of_rest(clause),
                of_all,
                of_size: what == What::Unknown && self.only_measures(clause),
                is_sign: assertion == Assertion::Absent && self.suggests(clause, words),
                measured,
                category: category.clone(),
                span: sentence.range(words),
                sentence: self.number,
            });
        }
    }

    /// Whether something that a finding would suggest is named behind it.
    fn suggests(&self, clause: &Range<usize>, words: &Range<usize>) -> bool {
        let mut cues = self.sentence.cues.iter();
        let cue = cues.find(|(at, cue)| {
            *cue == Cue::Before(Assertion::Possible) && words.end <= at.start && at.end <= clause.end
        });
        cue.is_some_and(|(at, _)| {
            self.sentence.mentions.iter().any(|other| {
                let is_behind = at.start < other.words.end && words.end <= other.words.start;
                is_behind && other.words.end <= clause.end && matches!(other.sense, Sense::Concept(_))
            })
        })
    }

    /// The places of a finding without those of one before it, where it always is somewhere else: "cirrhotic liver with | splenomegaly".
    fn without_others(
        &self,
        mut named: Vec<StructureId>,
        found: &[&Mention],
        [clause, words]: [&Range<usize>; 2],
        inherent: &[StructureId],
    ) -> Vec<StructureId> {
        let knowledge = self.knowledge;
        let of_spine = |id: StructureId| !knowledge.structure(id).levels.is_empty();
        // The root of a meniscus is of the medial one.
        let are_parts_of_one = |one: StructureId, other: StructureId| {
            let mut wholes = knowledge.structure(one).parents.iter();
            wholes.any(|whole| {
                knowledge.structure(*whole).paired && knowledge.structure(other).parents.contains(whole)
            })
        };
        let is_of_one_tube = |one: StructureId, other: StructureId| {
            let mut wholes = knowledge.structure(one).within.iter();
            wholes.any(|whole| knowledge.structure(*whole).hollow && knowledge.is_within(other, *whole))
        };
        let is_related = |place: StructureId| {
            // Cartilage is of the lunate, an end plate of a vertebra, and hydronephrosis is above a calculus of the ureter.
            let near = |own: &StructureId| {
                knowledge.is_within(place, *own)
                    || knowledge.is_within(*own, place)
                    || knowledge.is_tissue(*own)
                    || of_spine(*own) && of_spine(place)
                    || is_of_one_tube(*own, place)
                    || are_parts_of_one(*own, place)
            };
            inherent.is_empty() || inherent.iter().any(near)
        };
        let mut mentions = self.sentence.mentions.iter();
        let is_first = !mentions.any(|other| {
            let is_finding = matches!(other.sense, Sense::Concept(_));
            is_finding && clause.start <= other.words.start && other.words.end <= words.start
        });
        let is_before = |place: &StructureId| {
            let mut mentions = found.iter();
            mentions
                .any(|mention| mention.sense == Sense::Structure(*place) && mention.words.end <= words.start)
        };
        if !is_first {
            named.retain(|place| is_related(*place) || !is_before(place));
        }
        named
    }

    /// Of places that share their words, those that a finding can be at: "right temporal fracture" is of the bone, "right temporal
    /// haematoma" of the lobe.
    fn of_one_tissue<'m>(&self, what: What, found: Vec<&'m Mention>) -> Vec<&'m Mention> {
        let tissue = match what {
            What::Concept(concept) => self.knowledge.concept(concept).tissue,
            _ => None,
        };
        let is_of = |mention: &Mention| match (mention.sense, tissue) {
            (Sense::Structure(id), Some(tissue)) => self.knowledge.is_within(id, tissue),
            _ => false,
        };
        let all = found.clone();
        let is_meant = |mention: &&Mention| {
            let mut same = all.iter().filter(|other| other.words == mention.words);
            is_of(mention) || mention.form != Form::OfTissue && !same.any(|other| is_of(other))
        };
        found.into_iter().filter(is_meant).collect()
    }

    /// Whether a clause speaks of what remains. "Other pelvic viscera" may be a name.
    fn is_of_rest(&self, clause: &Range<usize>) -> bool {
        let named = |word: usize| {
            let mut mentions = self.sentence.mentions.iter();
            mentions
                .any(|mention| matches!(mention.sense, Sense::Structure(_)) && mention.words.contains(&word))
        };
        let mut cues = self.sentence.cues.iter();
        cues.any(|(words, cue)| *cue == Cue::Rest && clause.contains(&words.start) && !named(words.start))
    }

    /// Whether a structure is a vessel or vessels: of a study of them a finding without a place may be of any.
    pub(super) fn is_of_vessels(&self, id: StructureId) -> bool {
        let vessel = self.knowledge.structure_named("vessel");
        vessel.is_some_and(|vessel| self.knowledge.is_within(id, vessel))
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
}
