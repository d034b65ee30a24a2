//! A text as it was understood: its sentences and what each says.

use std::ops::Range;

use report::anatomy::level::Level;
use report::side::Side;

use crate::ambiguity;
use crate::assertion;
use crate::clause;
use crate::fact::{Fact, What};
use crate::knowledge::{
    Assertion, ConceptId, Consequence, Cue, Knowledge, Region, Sense, StructureId, knowledge,
};
use crate::mention::{Mention, Sentence};
use crate::place::{self, Sites};
use crate::respect::{Respect, Respects};

/// What is known of a text before it is read.
#[derive(Debug, Clone, Default)]
pub struct Context {
    /// The regions of the study; none when it is not known.
    pub regions: Vec<Region>,
    /// What a sentence that names nothing is about: a line's label or the line's structure in the library.
    pub structures: Vec<StructureId>,
    /// The level of the label.
    pub levels: Vec<Level>,
    /// The side of the label.
    pub side: Option<Side>,
}

/// A text as it was understood.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// All that it says, sentence by sentence.
    pub facts: Vec<Fact>,
    /// For each sentence the structures that it names, and whether it hangs on the one before.
    pub sentences: Vec<Read>,
}

/// A sentence that was read.
#[derive(Debug, Clone, Default)]
pub struct Read {
    /// The structures that it names.
    pub structures: Vec<StructureId>,
    /// Its vertebral levels.
    pub levels: Vec<Level>,
    /// Whether a word of it points back: "the largest", "this".
    pub points_back: bool,
}

impl Document {
    /// Reads sentences that follow one another, in one context.
    pub fn of<'t>(sentences: impl IntoIterator<Item = &'t str>, context: &Context) -> Self {
        let mut document = Self::default();
        for text in sentences {
            document.add(text, context);
        }
        document
    }

    /// The facts of a sentence.
    pub fn facts_of(&self, sentence: usize) -> &[Fact] {
        let first = self.facts.partition_point(|fact| fact.sentence < sentence);
        let end = self.facts.partition_point(|fact| fact.sentence <= sentence);
        &self.facts[first..end]
    }

    /// Reads one more sentence.
    pub fn add(&mut self, text: &str, context: &Context) {
        let knowledge = knowledge();
        let mut sentence = Sentence::of(text, &context.regions, knowledge);
        let number = self.sentences.len();
        let clauses = clause::clauses(&sentence);
        let mut spoken_of = context.structures.clone();
        spoken_of.extend(
            self.sentences
                .last()
                .into_iter()
                .flat_map(|before| &before.structures),
        );
        for clause in &clauses {
            ambiguity::settle(&mut sentence, clause, &spoken_of, knowledge);
        }
        let mut reader = Reader {
            sentence: &sentence,
            knowledge,
            number,
            facts: Vec::new(),
            last: None,
            subject: Vec::new(),
        };
        for clause in &clauses {
            reader.read(clause);
        }
        let mut facts = reader.facts;
        let structures: Vec<StructureId> = sentence
            .mentions
            .iter()
            .filter_map(|mention| match mention.sense {
                Sense::Structure(id) => Some(id),
                _ => None,
            })
            .collect();
        let levels: Vec<Level> = sentence.levels.iter().map(|(_, level)| level.clone()).collect();
        let points_back = sentence.cues.iter().any(|(_, cue)| *cue == Cue::Anaphora);
        let before = self.sentences.last().cloned().unwrap_or_default();
        for fact in &mut facts {
            let bare = sentence
                .mentions
                .first()
                .is_none_or(|mention| mention.words.start <= 2);
            inherit(fact, context, &before, points_back, bare);
        }
        let names_nothing = structures.is_empty() && levels.is_empty();
        self.sentences.push(Read {
            structures: if names_nothing {
                before.structures
            } else {
                place::nearest(structures, knowledge)
            },
            levels: if names_nothing { before.levels } else { levels },
            points_back,
        });
        self.facts.append(&mut facts);
    }
}

/// Whether a text is nothing but a denial: "None seen."
pub fn only_denies(text: &str) -> bool {
    let sentence = Sentence::of(text, &[], knowledge());
    let denies = sentence.cues.first().is_some_and(|(words, cue)| {
        words.start == 0
            && matches!(
                cue,
                Cue::Before(Assertion::Absent) | Cue::Behind(Assertion::Absent)
            )
    });
    denies && sentence.mentions.is_empty()
}

/// A fact that names no place takes that of its line, or of the sentence before. A denial is then of everything, and praise of what is not
/// known (`bare`: of nothing that stands before it) is of that and not of what was spoken of.
fn inherit(fact: &mut Fact, context: &Context, before: &Read, points_back: bool, bare: bool) {
    let knowledge = knowledge();
    let is_asserted = fact.is_asserted();
    let sites = &mut fact.sites;
    if sites.levels.is_empty() && (sites.named.is_empty() || context.levels.is_empty()) {
        sites.levels.clone_from(&context.levels);
    }
    if sites.side.is_none() && context.side.is_some() {
        sites.side = context.side;
    }
    if sites.named.is_empty() && !context.structures.is_empty() && sites.inherent.is_empty() {
        sites.named.clone_from(&context.structures);
    }
    if sites.named.is_empty() && sites.inherent.is_empty() && !sites.levels.is_empty() {
        // A level by itself is a vertebra, two neighbours the disc between them.
        let of = if sites.levels.iter().all(|level| level.lower.is_some()) {
            "intervertebral-disc"
        } else {
            "vertebra"
        };
        sites.named.extend(knowledge.structure_named(of));
    }
    let takes_up = points_back
        || match fact.what {
            What::Normal(_) => bare,
            What::Concept(_) => is_asserted,
            What::Altered(_) | What::Unknown => true,
        };
    if sites.is_nowhere() && takes_up || points_back && sites.named.is_empty() && sites.inherent.is_empty() {
        sites.named.clone_from(&before.structures);
        if sites.levels.is_empty() {
            sites.levels.clone_from(&before.levels);
        }
    }
}

struct Reader<'r, 't> {
    sentence: &'r Sentence<'t>,
    knowledge: &'static Knowledge,
    number: usize,
    facts: Vec<Fact>,
    /// The places of the clause before, for one that names none.
    last: Option<Sites>,
    /// The structures that the last clause with a subject is about, for one that has none.
    subject: Vec<StructureId>,
}

impl Reader<'_, '_> {
    fn read(&mut self, clause: &Range<usize>) {
        let sentence = self.sentence;
        let mentions: Vec<&Mention> = sentence
            .mentions
            .iter()
            .filter(|mention| mention.words.start >= clause.start && mention.words.end <= clause.end)
            .collect();
        let before = self.facts.len();
        for mention in &mentions {
            if let Sense::Concept(concept) = mention.sense {
                if self.knowledge.concept(concept).normal
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
                self.push(
                    What::Concept(concept),
                    assertion,
                    clause,
                    &mention.words,
                    Vec::new(),
                );
                return;
            }
        }
        let plain = self.sentence.cue_at_any(clause.clone(), |cue| cue == Cue::Plain);
        if !plain
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
                .find_map(|tissue| knowledge.meet(*tissue, *named));
            *named = meets.unwrap_or(*named);
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
        let tube = !sites.named.is_empty() && sites.named.iter().all(|id| knowledge.is_hollow(*id));
        let calibre = |respects: Respects| match tube && respects.has(Respect::Size) {
            true => respects
                .without(Respects::only(Respect::Size))
                .with(Respects::only(Respect::Calibre)),
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
        let levels: Vec<Level> = sentence
            .levels
            .iter()
            .filter(|(words, _)| clause.contains(&words.start) && words.start < until)
            .map(|(_, level)| level.clone())
            .collect();
        if is_state && !named.is_empty() {
            self.subject.clone_from(&named);
        }
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
            let from = match (is_state && !self.subject.is_empty(), last.named.is_empty()) {
                (true, _) => &self.subject,
                (false, true) => &last.inherent,
                (false, false) => &last.named,
            };
            sites.named.clone_from(from);
            sites.within.clone_from(&last.within);
            if sites.levels.is_empty() {
                sites.levels.clone_from(&last.levels);
            }
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
            .filter(|(at, _)| at.start >= start && at.start < (words.end + 2).min(clause.end))
            .filter(|(at, _)| {
                !sentence.mentions.iter().any(|other| {
                    matches!(other.sense, Sense::Structure(_)) && other.words.contains(&at.start)
                })
            })
            .filter_map(|(_, cue)| match cue {
                Cue::Modifier(group, other) => Some((*group, *other)),
                _ => None,
            })
            .collect();
        let (what, sites) = self.in_one_wording(what, sites);
        self.facts.push(Fact {
            what,
            assertion,
            sites,
            modifiers,
            span: sentence.range(words),
            sentence: self.number,
        });
    }
}
