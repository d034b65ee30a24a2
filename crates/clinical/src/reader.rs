//! Reads a sentence clause by clause: what is named becomes facts at the places named beside it.

use std::ops::Range;

use report::anatomy::level::Level;
use report::side::Side;

use crate::assertion;
use crate::fact::{Fact, What};
use crate::knowledge::{Assertion, ConceptId, Consequence, Cue, Knowledge, Sense, StructureId};
use crate::mention::{Mention, Sentence};
use crate::place::{self, Sites};
use crate::respect::{Respect, Respects};

/// Reads the clauses of a sentence.
pub(crate) struct Reader<'r, 't> {
    sentence: &'r Sentence<'t>,
    knowledge: &'static Knowledge,
    number: usize,
    facts: Vec<Fact>,
    /// The places of the clause before, for one that names none.
    last: Option<Sites>,
    /// The structures that the last clause with a subject is about, for one that has none.
    subject: Vec<StructureId>,
    /// The levels named last, for a finding of the spine that names none.
    levels: Vec<Level>,
    /// What the study is of: "joint effusion" is one of the knee.
    study: &'r [StructureId],
}

impl<'r, 't> Reader<'r, 't> {
    /// The facts of a sentence, its clauses settled.
    pub(crate) fn facts(
        sentence: &'r Sentence<'t>,
        clauses: &[Range<usize>],
        number: usize,
        study: &'r [StructureId],
        knowledge: &'static Knowledge,
    ) -> Vec<Fact> {
        let mut reader = Self {
            sentence,
            knowledge,
            number,
            facts: Vec::new(),
            last: None,
            subject: Vec::new(),
            levels: Vec::new(),
            study,
        };
        for clause in clauses {
            reader.read(clause);
        }
        reader.facts
    }

    fn read(&mut self, clause: &Range<usize>) {
        let sentence = self.sentence;
        let mentions: Vec<&Mention> = sentence
            .mentions
            .iter()
            .filter(|mention| mention.words.start >= clause.start && mention.words.end <= clause.end)
            .collect();
        let before = self.facts.len();
        // "The liver contains a cyst and is otherwise normal": what follows is of the liver.
        let verb = self.predicate(clause, &(clause.end..clause.end));
        if verb < clause.end {
            let of: Vec<&Mention> = mentions
                .iter()
                .filter(|mention| matches!(mention.sense, Sense::Structure(_)) && mention.words.end <= verb)
                .copied()
                .collect();
            let findings = mentions
                .iter()
                .any(|mention| matches!(mention.sense, Sense::Concept(_)) && mention.words.start < verb);
            if !findings {
                self.subject = place::named(sentence, &of, self.knowledge).0;
            }
        }
        for mention in &mentions {
            if let Sense::Concept(concept) = mention.sense {
                // "Emphysema is absent" denies it, and tells of nothing that is gone.
                let of_finding = self.knowledge.concept(concept).id == "absence"
                    && mentions.iter().any(|other| {
                        matches!(other.sense, Sense::Concept(_))
                            && other.words.end <= mention.words.start
                            && assertion::of(sentence, clause, &other.words) == Assertion::Absent
                    });
                if of_finding
                    || self.knowledge.concept(concept).normal
                    || assertion::is_denied_change(sentence, clause, &mention.words)
                {
                    continue;
                }
                let assertion = assertion::of(sentence, clause, &mention.words);
                if mention.adjective && assertion == Assertion::Absent && self.describes(mention, &mentions) {
                    continue;
                }
                let inherent = self.knowledge.concept(concept).at.clone();
                self.push(
                    What::Concept(concept),
                    assertion,
                    clause,
                    &mention.words,
                    inherent,
                );
            }
        }
        self.states(clause, &mentions);
        if self.facts.len() == before {
            self.bare(clause, &mentions);
        }
        let levels = sentence
            .levels
            .iter()
            .filter(|(words, _)| clause.contains(&words.start));
        let levels: Vec<Level> = levels.map(|(_, level)| level.clone()).collect();
        if !levels.is_empty() {
            self.levels = levels;
        }
        if let Some(fact) = self.facts[before..]
            .iter()
            .rev()
            .find(|fact| !fact.sites.named.is_empty())
        {
            self.last = Some(fact.sites.clone());
        }
    }

    /// Whether what is denied is not a quality but the finding behind it: "no | calcified | hepatic lesion".
    fn describes(&self, quality: &Mention, mentions: &[&Mention]) -> bool {
        let next = mentions.iter().find(|other| {
            other.words.start >= quality.words.end
                && matches!(other.sense, Sense::Concept(_))
                && !other.adjective
        });
        next.is_some_and(|next| {
            let gap = quality.words.end..next.words.start;
            gap.len() <= 4
                && !self
                    .sentence
                    .cue_at_any(gap, |cue| matches!(cue, Cue::Verb | Cue::Place | Cue::Before(_)))
        })
    }

    /// What a clause says that names a structure and calls it neither normal nor anything else.
    fn bare(&mut self, clause: &Range<usize>, mentions: &[&Mention]) {
        for mention in mentions {
            let Sense::Structure(id) = mention.sense else {
                continue;
            };
            let kinds = self.knowledge.structure(id).within.iter().rev();
            if let Some(concept) = kinds
                .filter_map(|whole| self.knowledge.structure(*whole).bare)
                .next()
            {
                let assertion = assertion::of(self.sentence, clause, &mention.words);
                let inherent = self.knowledge.concept(concept).at.clone();
                self.push(
                    What::Concept(concept),
                    assertion,
                    clause,
                    &mention.words,
                    inherent,
                );
                return;
            }
        }
        // "The gallbladder is not seen."
        let gone = mentions.iter().find(|mention| {
            matches!(mention.sense, Sense::Structure(id) if !self.knowledge.structure(id).broad)
                && assertion::is_denied_behind(self.sentence, clause, &mention.words)
        });
        if let (Some(mention), Some(absence)) = (gone, self.knowledge.concept_named("absence")) {
            self.push(
                What::Concept(absence),
                Assertion::Present,
                clause,
                &mention.words,
                Vec::new(),
            );
            return;
        }
        if let Some(mention) = self.beyond_limit(clause, mentions) {
            let what = What::Altered(Respects::only(Respect::Size));
            self.push(
                what,
                Assertion::Present,
                clause,
                &mention.words.clone(),
                Vec::new(),
            );
            return;
        }
        let measured = mentions
            .iter()
            .any(|mention| matches!(mention.sense, Sense::Respect(_)));
        let plain = measured || self.sentence.cue_at_any(clause.clone(), |cue| cue == Cue::Plain);
        if !plain
            && mentions
                .iter()
                .any(|mention| matches!(mention.sense, Sense::Structure(_)))
        {
            self.push(What::Unknown, Assertion::Present, clause, clause, Vec::new());
        }
    }

    /// "Descending aorta 42 mm": the structure that a clause measures, where it is larger than a normal one.
    fn beyond_limit<'m>(&self, clause: &Range<usize>, mentions: &[&'m Mention]) -> Option<&'m Mention> {
        let limited = mentions.iter().find_map(|mention| match mention.sense {
            Sense::Structure(id) => Some((*mention, self.limit(id)?)),
            _ => None,
        });
        let (mention, limit) = limited?;
        let text = &self.sentence.text[self.sentence.range(clause)];
        let sizes = report::measurement::find(text).into_iter();
        let largest = sizes.filter_map(|size| size.largest_millimetres()).next()?;
        (largest > f64::from(limit)).then_some(mention)
    }

    /// Its own limit, or that of what it is part of.
    fn limit(&self, id: StructureId) -> Option<u16> {
        let own = |id: StructureId| self.knowledge.structure(id).limit;
        own(id).or_else(|| {
            self.knowledge
                .structure(id)
                .parents
                .iter()
                .find_map(|whole| own(*whole))
        })
    }

    /// What a clause calls normal or altered in some respect.
    fn states(&mut self, clause: &Range<usize>, mentions: &[&Mention]) {
        let mut respects = Respects::none();
        let mut nouns: Vec<&Mention> = Vec::new();
        for mention in mentions {
            if let Sense::Respect(respect) = mention.sense {
                respects.add(respect);
                nouns.push(mention);
            }
        }
        let has_concept = mentions
            .iter()
            .any(|mention| matches!(mention.sense, Sense::Concept(_)));
        if let Some(altered) = mentions.iter().find(|mention| mention.sense == Sense::Altered)
            && !respects.is_empty()
            && !has_concept
        {
            let assertion = assertion::of(self.sentence, clause, &altered.words);
            let what = match assertion {
                Assertion::Absent => What::Normal(respects),
                _ => What::Altered(respects),
            };
            let assertion = if assertion == Assertion::Absent {
                Assertion::Present
            } else {
                assertion
            };
            self.push(what, assertion, clause, &altered.words, Vec::new());
            return;
        }
        let mut normal = Respects::none();
        let mut first: Option<&Mention> = None;
        let mut denied = false;
        for mention in mentions {
            match mention.sense {
                Sense::Normal => {
                    first.get_or_insert(mention);
                    denied |= assertion::of(self.sentence, clause, &mention.words) == Assertion::Absent;
                    if respects.is_empty() {
                        normal.add(Respect::General);
                    } else {
                        normal = normal.with(respects);
                    }
                }
                Sense::NormalIn(respect) => {
                    first.get_or_insert(mention);
                    denied |= assertion::of(self.sentence, clause, &mention.words) == Assertion::Absent;
                    normal.add(respect);
                }
                _ => {}
            }
        }
        if let Some(mention) = first {
            let what = if denied {
                What::Altered(normal)
            } else {
                What::Normal(normal)
            };
            self.push(what, Assertion::Present, clause, &mention.words, Vec::new());
        }
    }

    /// One wording for what is said in several: the size of a tube is its calibre, enlarged nodes are lymphadenopathy, nodes of a region are
    /// those that the anatomy names.
    fn in_one_wording(&self, what: What, mut sites: Sites) -> (What, Sites) {
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
                if knowledge.structure(*named).broad && knowledge.is_within(*study, *named) {
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
    fn each_side(&self, mut sites: Sites, found: &[&Mention]) -> Vec<Sites> {
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
    fn bare_of(&self, concept: ConceptId, sites: &Sites) -> Option<ConceptId> {
        let kinds = sites
            .named
            .iter()
            .flat_map(|id| &self.knowledge.structure(*id).within);
        let bare = kinds
            .filter_map(|whole| self.knowledge.structure(*whole).bare)
            .next()?;
        let is_one = self.knowledge.concept(bare).entails.iter().any(|implied| {
            implied.what == Consequence::Concept(concept) && implied.is_kind && implied.place.is_some()
        });
        is_one.then_some(bare)
    }

    /// The levels of a clause that are said of what stands at some places: not those of another structure ("compressing the C7 | root"),
    /// where there are others.
    fn levels_beside(&self, clause: &Range<usize>, until: usize, found: &[&Mention]) -> Vec<Level> {
        let within = |words: &Range<usize>| clause.contains(&words.start) && words.start < until;
        let all = || self.sentence.levels.iter().filter(|(words, _)| within(words));
        let of_other = |words: &Range<usize>| {
            let owner = self.sentence.mentions.iter().find(|mention| {
                matches!(mention.sense, Sense::Structure(_)) && mention.words.start == words.end
            });
            owner.is_some_and(|owner| !found.iter().any(|own| own.words == owner.words))
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
    fn regions_as_levels(
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

    /// Where the subject of a clause ends: at its first verb, when a structure stands before that.
    fn predicate(&self, clause: &Range<usize>, state: &Range<usize>) -> usize {
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

    fn push(
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
            let all = sentence.mentions.iter().filter(|mention| {
                matches!(mention.sense, Sense::Structure(_))
                    && mention.words.start >= clause.start
                    && mention.words.end <= until
            });
            all.collect()
        } else {
            place::structures_of(sentence, clause, words, self.knowledge)
        };
        let (named, within) = place::named(sentence, &found, self.knowledge);
        let mut ranges: Vec<Range<usize>> = found.iter().map(|mention| mention.words.clone()).collect();
        ranges.push(words.clone());
        let side = place::side_of(sentence, clause, &ranges, &named, self.knowledge);
        let mut levels = self.levels_beside(clause, until, &found);
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
        };
        if sites.named.is_empty()
            && (sites.inherent.is_empty() || is_state)
            && let Some(last) = self.facts.last().map(|fact| &fact.sites).or(self.last.as_ref())
        {
            match (is_state && !self.subject.is_empty(), last.named.is_empty()) {
                (true, _) => sites.named.clone_from(&self.subject),
                // "No disc herniation or stenosis" denies no stenosis of the disc.
                (false, true) if assertion == Assertion::Absent => {}
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
        // "The sinus tarsi is normal, with intact ligaments": those there.
        if is_state && sites.within.is_empty() && !sites.named.is_empty() {
            let tissue = |id: &StructureId| {
                self.knowledge.structure(*id).broad && !self.knowledge.structure(*id).region
            };
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
                sites
                    .inherent
                    .iter()
                    .any(|own| own != named && self.knowledge.is_within(*named, *own))
            })
        {
            sites.named.clone_from(&last.named);
            sites.side = sites.side.or(last.side);
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
        let (what, sites) = self.in_one_wording(what, sites);
        for sites in self.each_side(sites, &found) {
            self.facts.push(Fact {
                what,
                assertion,
                sites,
                modifiers: Vec::clone(&modifiers),
                of_rest: sentence.cue_at_any(clause.clone(), |cue| cue == Cue::Rest),
                span: sentence.range(words),
                sentence: self.number,
            });
        }
    }
}
