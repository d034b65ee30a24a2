//! A text as it was understood: its sentences and what each says.

mod heading;

use report::anatomy::level::Level;
use report::budget;
use report::side::Side;

use self::heading::Heading;
use crate::ambiguity;
use crate::clause;
use crate::fact::{Fact, What};
use crate::knowledge::{Assertion, Cue, Region, Sense, StructureId, knowledge};
use crate::mention::Sentence;
use crate::place;
use crate::reader::Reader;

/// What it costs to understand a word that was found.
const STEPS_OF_A_WORD: u64 = 4;

/// What is known of a text before it is read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// The regions of the study; none when it is not known.
    pub regions: Vec<Region>,
    /// What a sentence that names nothing is about: a line's label or the line's structure in the library.
    pub structures: Vec<StructureId>,
    /// The level of the label.
    pub levels: Vec<Level>,
    /// The side of the label.
    pub side: Option<Side>,
    /// What the study is of.
    pub study: Vec<StructureId>,
}

/// A text as it was understood.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// All that it says, sentence by sentence.
    pub facts: Vec<Fact>,
    /// For each sentence the structures that it names, and whether it hangs on the one before.
    pub sentences: Vec<Read>,
    /// What stood before a colon and still says where.
    heading: Option<Heading>,
}

/// A sentence that was read.
#[derive(Debug, Clone, Default)]
pub struct Read {
    /// The structures that it names.
    pub structures: Vec<StructureId>,
    /// Its vertebral levels.
    pub levels: Vec<Level>,
    /// Its side, when it names one.
    pub side: Option<Side>,
    /// Whether a word of it points back: "the largest", "this".
    pub points_back: bool,
    /// Whether it can't be understood elsewhere: it begins with "it", points at "this level", or a heading before it says its level or side.
    pub depends: bool,
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

    /// What follows stands in another section: no heading of this one reaches it.
    pub fn end_section(&mut self) {
        self.heading = None;
    }

    /// Reads one more sentence.
    pub fn add(&mut self, text: &str, context: &Context) {
        let knowledge = knowledge();
        let mut sentence = Sentence::of(text, &context.regions, knowledge);
        budget::spend(STEPS_OF_A_WORD * sentence.words.len() as u64);
        let number = self.sentences.len();
        let clauses = clause::clauses(&sentence);
        let mut spoken_of = context.structures.clone();
        spoken_of.extend(
            self.sentences
                .last()
                .into_iter()
                .flat_map(|before| &before.structures),
        );
        // "The pericardium is normal, with no effusion": of what the clauses before name, else the sentence before, else the study.
        let mut named: Vec<StructureId> = Vec::new();
        for (at, clause) in clauses.iter().enumerate() {
            let before = [&named[..], &spoken_of, &context.study];
            let lead = at.checked_sub(1).map(|at| &clauses[at]);
            let is_led = lead.is_some_and(|lead| clause::leads(&sentence, lead, clause));
            ambiguity::settle(&mut sentence, clause, &before, is_led, knowledge);
            let own = sentence
                .mentions
                .iter()
                .filter_map(|mention| match mention.sense {
                    Sense::Structure(id) if clause.contains(&mention.words.start) => Some(id),
                    _ => None,
                });
            let own: Vec<StructureId> = own.filter(|id| !knowledge.is_tissue(*id)).collect();
            if !own.is_empty() {
                named = own;
            }
        }
        let mut facts = Reader::facts(&sentence, &clauses, number, &context.study, knowledge);
        let structures: Vec<StructureId> = sentence
            .mentions
            .iter()
            .filter_map(|mention| match mention.sense {
                Sense::Structure(id) => Some(id),
                _ => None,
            })
            .collect();
        let levels: Vec<Level> = sentence.levels.iter().map(|(_, level)| level.clone()).collect();
        let own = Heading::of(&sentence, knowledge);
        let before = self.heading.take();
        let begins = own.is_some();
        self.heading = own.or_else(|| before.filter(|heading| heading.reaches(&sentence, &facts, knowledge)));
        let headed = !begins && self.heading.as_ref().is_some_and(Heading::holds_together);
        let context = &match &self.heading {
            Some(heading) => heading.before(context),
            None => context.clone(),
        };
        let points_back = sentence.points_back();
        // "It ...", "overall it ...": before anything is named.
        let first = sentence
            .mentions
            .first()
            .map_or(sentence.words.len(), |mention| mention.words.start);
        let begins_back = sentence.cue_at_any(0..first.clamp(1, 2), |cue| cue == Cue::Anaphora);
        // "T2 hyperintensity in the cord at this level."
        let pointing = levels.is_empty() && sentence.cues.iter().any(|(_, cue)| *cue == Cue::Pointing);
        let depends = headed || begins_back || pointing;
        let before = self.sentences.last().cloned().unwrap_or_default();
        for fact in &mut facts {
            let bare = sentence
                .mentions
                .first()
                .is_none_or(|mention| mention.words.start <= 2);
            inherit(fact, context, &before, (points_back, pointing), bare);
        }
        let names_nothing = structures.is_empty() && levels.is_empty();
        self.sentences.push(Read {
            structures: if names_nothing {
                before.structures
            } else {
                place::nearest(structures, knowledge)
            },
            levels: if names_nothing { before.levels } else { levels },
            side: place::joined(sentence.sides.iter().map(|(_, side)| *side)),
            points_back,
            depends,
        });
        self.facts.append(&mut facts);
    }
}

/// The structures that a study's name names.
pub fn structures(text: &str) -> Vec<StructureId> {
    let knowledge = knowledge();
    let sentence = Sentence::of(text, &[], knowledge);
    let named = sentence
        .mentions
        .iter()
        .filter_map(|mention| match mention.sense {
            Sense::Structure(id) if !knowledge.structure(id).everything => Some(id),
            _ => None,
        });
    place::nearest(named.collect(), knowledge)
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
fn inherit(
    fact: &mut Fact,
    context: &Context,
    before: &Read,
    (points_back, pointing): (bool, bool),
    bare: bool,
) {
    let knowledge = knowledge();
    let (is_asserted, denied) = (fact.is_asserted(), fact.is_denial());
    let sites = &mut fact.sites;
    let of_spine = |id: &StructureId| !knowledge.structure(*id).levels.is_empty();
    let places = if sites.named.is_empty() {
        &sites.inherent
    } else {
        &sites.named
    };
    if sites.levels.is_empty() && (places.is_empty() || places.iter().any(of_spine)) {
        sites.levels.clone_from(&context.levels);
    }
    if sites.levels.is_empty() && pointing && places.iter().any(of_spine) {
        sites.levels.clone_from(&before.levels);
    }
    if sites.side.is_none() && context.side.is_some() {
        sites.side = context.side;
    }
    if sites.named.is_empty() && !context.structures.is_empty() && sites.inherent.is_empty() {
        sites.named.clone_from(&context.structures);
    }
    if sites.named.is_empty() && sites.inherent.is_empty() && !sites.levels.is_empty() && !denied {
        // A level by itself is the body of a vertebra, two neighbours the disc between them. What is denied there is denied of all.
        let of = if sites.levels.iter().all(|level| level.lower.is_some()) {
            knowledge.structure_named("intervertebral-disc")
        } else {
            knowledge.structure_named("vertebral-body")
        };
        sites.named.extend(of);
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
