//! Reads a sentence clause by clause: what is named becomes facts at the places named beside it.

mod inherited;
mod measures;
mod sites;
mod wording;

use std::ops::Range;

use report::anatomy::level::Level;

use crate::assertion;
use crate::clause;
use crate::fact::{Fact, What};
use crate::knowledge::{Assertion, ConceptId, Cue, Form, Knowledge, Sense, StructureId};
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
        let mut before: Option<(&Range<usize>, Range<usize>)> = None;
        for clause in clauses {
            let from = reader.facts.len();
            reader.read(clause);
            let led =
                before.filter(|(lead, facts)| facts.len() == 1 && clause::leads(sentence, lead, clause));
            let is_taken_up =
                |place: usize| reader.facts[from..].iter().any(|fact| reader.is_at(fact, place));
            let place = led
                .map(|(_, facts)| facts.start)
                .filter(|place| is_taken_up(*place));
            if let Some(place) = place {
                reader.facts.remove(place);
            }
            let from = from - usize::from(place.is_some());
            before = Some((clause, from..reader.facts.len()));
        }
        reader.facts
    }

    fn read(&mut self, clause: &Range<usize>) {
        let sentence = self.sentence;
        let mentions: Vec<&Mention> = sentence
            .mentions_within(clause)
            .iter()
            .filter(|mention| mention.words.end <= clause.end)
            .collect();
        if self.spares(clause, &mentions) {
            return;
        }
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
                let assertion = match assertion::of(sentence, clause, &mention.words) {
                    Assertion::Present if mention.form == Form::Denial => Assertion::Absent,
                    assertion => assertion,
                };
                if mention.form == Form::Adjective
                    && assertion == Assertion::Absent
                    && self.describes(mention, &mentions)
                {
                    continue;
                }
                let own = &self.knowledge.concept(concept).at;
                let inherent = match own.is_empty() && mention.form == Form::Adjective {
                    true => self.at_of_next(mention, &mentions),
                    false => own.clone(),
                };
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
        } else {
            self.exceeds(clause, &mentions, true);
            self.abnormal_bare(before, &mentions);
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

    /// Whether a fact is where another, that says nothing but where, is.
    fn is_at(&self, fact: &Fact, place: usize) -> bool {
        let knowledge = self.knowledge;
        let place = &self.facts[place];
        place.what == What::Unknown
            && fact.what != What::Unknown
            && fact.sites.told().iter().any(|own| {
                let mut others = place.sites.named.iter();
                others.any(|other| knowledge.is_within(*own, *other) || knowledge.is_within(*other, *own))
            })
    }

    /// "All the sinuses are opacified | except the sphenoid": takes what a clause excepts out of what was told before it, when it only names
    /// that.
    fn spares(&mut self, clause: &Range<usize>, mentions: &[&Mention]) -> bool {
        let excepts = self
            .sentence
            .cue_at(clause.start, |cue| cue == Cue::Except)
            .is_some();
        let named = mentions.iter().map(|mention| match mention.sense {
            Sense::Structure(id) => Some(id),
            _ => None,
        });
        let Some(named) = named
            .collect::<Option<Vec<_>>>()
            .filter(|named| excepts && !named.is_empty())
        else {
            return false;
        };
        let number = self.number;
        for fact in self.facts.iter_mut().filter(|fact| fact.sentence == number) {
            fact.sites.spared.extend(&named);
        }
        true
    }

    /// "T2 hyperintense | intramedullary lesion": a quality right before a finding is where that always is, unless it is told of a structure
    /// before it: "liver enlarged, ascites".
    fn at_of_next(&self, quality: &Mention, mentions: &[&Mention]) -> Vec<StructureId> {
        if self.is_told_of_one_before(quality, mentions) {
            return Vec::new();
        }
        let next = |end: usize| mentions.iter().find(move |other| other.words.start == end);
        let mut end = quality.words.end;
        while let Some(other) = next(end) {
            match other.sense {
                Sense::Concept(_) if other.form == Form::Adjective => end = other.words.end,
                Sense::Concept(concept) => return self.knowledge.concept(concept).at.clone(),
                _ => break,
            }
        }
        Vec::new()
    }

    /// Whether a structure stands before a quality, with nothing but a verb between them.
    fn is_told_of_one_before(&self, quality: &Mention, mentions: &[&Mention]) -> bool {
        let sentence = self.sentence;
        let is_verb = |word: usize| sentence.cue_at(word, |cue| cue == Cue::Verb).is_some();
        mentions.iter().any(|other| {
            matches!(other.sense, Sense::Structure(_))
                && other.words.end <= quality.words.start
                && (other.words.end..quality.words.start).all(is_verb)
                && !sentence.between(quality.words.start - 1).contains(',')
        })
    }

    /// Whether what is denied is not a quality but the finding behind it: "no | calcified | hepatic lesion".
    fn describes(&self, quality: &Mention, mentions: &[&Mention]) -> bool {
        let next = mentions.iter().find(|other| {
            other.words.start >= quality.words.end
                && matches!(other.sense, Sense::Concept(_))
                && other.form == Form::Name
        });
        next.is_some_and(|next| {
            let gap = quality.words.end..next.words.start;
            gap.len() <= 4
                && !self
                    .sentence
                    .cue_at_any(gap, |cue| matches!(cue, Cue::Verb | Cue::Place | Cue::Before(_)))
        })
    }

    /// "Three mesorectal nodes with irregular borders": what is abnormal about a structure that is a finding when it is merely named is that
    /// finding.
    fn abnormal_bare(&mut self, from: usize, mentions: &[&Mention]) {
        let knowledge = self.knowledge;
        let [fact] = &self.facts[from..] else { return };
        let What::Concept(_) = fact.what else { return };
        let named = &fact.sites.named;
        let bare = named.first().and_then(|first| knowledge.bare(*first));
        let is_of_all = named.iter().all(|other| knowledge.bare(*other) == bare);
        // "Small subdural", but not "subdural drain".
        let is_quality = mentions
            .iter()
            .filter(|mention| matches!(mention.sense, Sense::Concept(_)))
            .all(|mention| matches!(mention.form, Form::Attribute | Form::Adjective));
        let is_meant = |bare: &ConceptId| fact.is_asserted() && (is_quality || self.is_bare_tissue(*bare));
        if let Some(concept) = bare.filter(|bare| is_of_all && is_meant(bare)) {
            let mut other = fact.clone();
            other.what = What::Concept(concept);
            self.facts.push(other);
        }
    }

    /// What a clause says that names a structure and calls it neither normal nor anything else.
    fn bare(&mut self, clause: &Range<usize>, mentions: &[&Mention]) {
        for mention in mentions {
            let Sense::Structure(id) = mention.sense else {
                continue;
            };
            if let Some(concept) = self.knowledge.bare(id) {
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
        if self.exceeds(clause, mentions, false) || self.narrows(clause, mentions) {
            return;
        }
        let measured = mentions
            .iter()
            .any(|mention| matches!(mention.sense, Sense::Respect(_)));
        let plain = measured || self.sentence.cue_at_any(clause.clone(), |cue| cue == Cue::Plain);
        // "Spleen 11 cm": as large as it may be.
        let is_within =
            || self.only_measures(clause) && mentions.iter().any(|mention| self.is_limited(mention));
        if !plain
            && !is_within()
            && mentions
                .iter()
                .any(|mention| matches!(mention.sense, Sense::Structure(_)))
        {
            self.push(What::Unknown, Assertion::Present, clause, clause, Vec::new());
        }
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
        for mention in mentions
            .iter()
            .filter(|mention| !self.is_of_finding(mention, clause, mentions))
        {
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

    /// "Minimal joint fluid, | physiological": a word of praise alone behind the comma of a finding is said of that, and of no structure.
    fn is_of_finding(&self, praise: &Mention, clause: &Range<usize>, mentions: &[&Mention]) -> bool {
        let start = praise.words.start;
        praise.words.end == clause.end
            && mentions.iter().any(|finding| {
                matches!(finding.sense, Sense::Concept(id) if !self.knowledge.concept(id).normal)
                    && finding.words.end == start
                    && self.sentence.between(start - 1).contains(',')
                    && assertion::of(self.sentence, clause, &finding.words) == Assertion::Present
            })
    }
}
