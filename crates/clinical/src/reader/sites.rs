//! A fact, and where it is: what its clause names, and what it inherits.

use std::ops::Range;

use super::Reader;
use crate::fact::{Fact, What};
use crate::knowledge::{Assertion, Cue, Form, Sense, StructureId};
use crate::mention::Mention;
use crate::place::{self, Sites};

impl<'r> Reader<'r, '_> {
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

    /// Adds what a clause says at some words, at the places that it names and at those that it inherits.
    pub(super) fn push(
        &mut self,
        what: What,
        assertion: Assertion,
        clause: &Range<usize>,
        words: &Range<usize>,
        inherent: Vec<StructureId>,
    ) {
        let is_state = matches!(what, What::Normal(_) | What::Altered(_) | What::Unknown);
        // What is normal or altered is what stands before the verb; all that is named, where nothing does.
        let until = match is_state {
            true => self.predicate(clause, words),
            false => clause.end,
        };
        let found = match is_state {
            true => self.structures_until(clause, until),
            false => place::structures_of(self.sentence, clause, words, self.knowledge),
        };
        let found = self.of_one_tissue(what, found);
        let mut sites = self.named_sites(what, [clause, words], until, &found, inherent);
        if is_state && !sites.named.is_empty() {
            self.subject.clone_from(&sites.named);
        }
        let of_last = self.inherit_places(&mut sites, is_state, assertion);
        self.resolve_namesakes(&mut sites, what);
        if is_state {
            self.inherit_region(&mut sites);
        }
        self.inherit_side_of_explained(&mut sites);
        if assertion == Assertion::Possible {
            self.inherit_sites_of_identified(&mut sites);
        }
        if !is_state {
            self.inherit_places_of_exception(&mut sites);
        }
        self.narrow_inherent(&mut sites);
        self.inherit_side(&mut sites, what, assertion);
        let mut modifiers = self.modifiers(clause, words);
        modifiers.extend(of_last);
        let of_all = self.is_of_all(clause, words, &found);
        if matches!(what, What::Concept(_)) && assertion != Assertion::Absent {
            self.inherit_study(&mut sites);
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
                span: self.sentence.range(words),
                sentence: self.number,
            });
        }
    }

    /// The structures that a clause names up to a word.
    fn structures_until(&self, clause: &Range<usize>, until: usize) -> Vec<&'r Mention> {
        let all = self
            .sentence
            .mentions_within(clause)
            .iter()
            .filter(|mention| matches!(mention.sense, Sense::Structure(_)) && mention.words.end <= until);
        all.collect()
    }

    /// The places that a clause names for what it says at some words: structures, side and levels.
    fn named_sites(
        &self,
        what: What,
        [clause, words]: [&Range<usize>; 2],
        until: usize,
        found: &[&Mention],
        inherent: Vec<StructureId>,
    ) -> Sites {
        let sentence = self.sentence;
        let (named, within) = place::named(sentence, found, self.knowledge);
        let named = self.without_others(named, found, [clause, words], &inherent);
        let mut ranges: Vec<Range<usize>> = found.iter().map(|mention| mention.words.clone()).collect();
        ranges.push(words.clone());
        let side = place::side_of(sentence, clause, &ranges, &named, self.knowledge);
        let mut levels = self.levels_beside(clause, until, found, &inherent);
        let of_spine = |ids: &[StructureId]| {
            ids.iter()
                .any(|id| !self.knowledge.structure(*id).levels.is_empty())
        };
        let mut named = match inherent.is_empty() || of_spine(&inherent) {
            true => self.regions_as_levels(found, named, &mut levels),
            false => named,
        };
        if !matches!(what, What::Normal(_)) {
            named.retain(|id| !self.knowledge.structure(*id).everything);
        }
        if levels.is_empty() && !matches!(what, What::Normal(_)) && (of_spine(&named) || of_spine(&inherent))
        {
            levels.clone_from(&self.levels);
        }
        Sites {
            named,
            within,
            inherent,
            side,
            levels,
            spared: Vec::new(),
        }
    }

    /// "Supraspinatus tear with fatty atrophy": of the muscle of that name.
    fn resolve_namesakes(&self, sites: &mut Sites, what: What) {
        if let What::Concept(concept) = what
            && let Some(tissue) = self.knowledge.concept(concept).tissue
        {
            sites.named = self.knowledge.of_tissue(&sites.named, tissue);
        }
    }

    /// "Fluid in the ankle": what is of several regions is of the one that is named.
    fn narrow_inherent(&self, sites: &mut Sites) {
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
    }

    /// The modifiers of the phrase of some words.
    fn modifiers(&self, clause: &Range<usize>, words: &Range<usize>) -> Vec<(u8, bool)> {
        let sentence = self.sentence;
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
        let own = sentence
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
            });
        own.collect()
    }

    /// Whether what is said is said of each of its places.
    fn is_of_all(&self, clause: &Range<usize>, words: &Range<usize>, found: &[&Mention]) -> bool {
        let sentence = self.sentence;
        let are_of_each = |place: &&Mention| {
            let behind = sentence.cue_at(place.words.end, |cue| cue == Cue::Each);
            place.words.end <= words.start && behind.is_some()
        };
        sentence.cue_at_any(clause.clone(), |cue| cue == Cue::All) || found.iter().any(are_of_each)
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
}
