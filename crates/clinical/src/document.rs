//! A text as it was understood: its sentences and what each says.

use report::anatomy::level::Level;
use report::side::Side;

use crate::ambiguity;
use crate::clause;
use crate::fact::{Fact, What};
use crate::knowledge::{Assertion, Cue, Knowledge, Region, Sense, StructureId, knowledge};
use crate::mention::Sentence;
use crate::place;
use crate::reader::Reader;

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
        // "The pericardium is normal, with no effusion": of what the clauses before name, else the sentence before, else the study.
        let mut named: Vec<StructureId> = Vec::new();
        for clause in &clauses {
            let before = [&named[..], &spoken_of, &context.study];
            ambiguity::settle(&mut sentence, clause, &before, knowledge);
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
        let heading = heading(&sentence, knowledge);
        let context = &match &heading {
            Some(heading) => heading.before(context),
            None => context.clone(),
        };
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
            side: place::joined(sentence.sides.iter().map(|(_, side)| *side)),
            points_back,
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

/// What stands before a colon and only says where: "L1-L2: no bulge or stenosis", "right kidney: no calculus, no hydronephrosis".
fn heading(sentence: &Sentence<'_>, knowledge: &Knowledge) -> Option<Context> {
    const LONGEST: usize = 8;
    let end = (0..sentence.words.len().min(LONGEST)).find(|word| sentence.between(*word).contains(':'))? + 1;
    let mut structures = Vec::new();
    for mention in sentence
        .mentions
        .iter()
        .take_while(|mention| mention.words.start < end)
    {
        match mention.sense {
            Sense::Structure(id) => structures.push(id),
            Sense::Respect(_) | Sense::Neutral => {}
            _ => return None,
        }
    }
    let levels = sentence.levels.iter().filter(|(words, _)| words.start < end);
    let sides = sentence.sides.iter().filter(|(word, _)| *word < end);
    let heading = Context {
        structures: place::nearest(structures, knowledge),
        levels: levels.map(|(_, level)| level.clone()).collect(),
        side: place::joined(sides.map(|(_, side)| *side)),
        ..Context::default()
    };
    let says = !heading.structures.is_empty() || !heading.levels.is_empty() || heading.side.is_some();
    says.then_some(heading)
}

impl Context {
    /// What a heading says, and what is known besides.
    fn before(&self, context: &Self) -> Self {
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
    if sites.side.is_none() && context.side.is_some() {
        sites.side = context.side;
    }
    if sites.named.is_empty() && !context.structures.is_empty() && sites.inherent.is_empty() {
        sites.named.clone_from(&context.structures);
    }
    if sites.named.is_empty() && sites.inherent.is_empty() && !sites.levels.is_empty() && !denied {
        // A level by itself is the body of a vertebra, two neighbours the disc between them. What is denied there is denied of all.
        let of = if sites.levels.iter().all(|level| level.lower.is_some()) {
            "intervertebral-disc"
        } else {
            "vertebral-body"
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
