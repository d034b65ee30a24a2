//! What several things share that are told together: one sentence made of two ("the frontal and sphenoid sinuses are clear"), one
//! divided into two, a side that a heading or the study gives to what follows, a level that is named again by "at this level".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::{self, Mention};
use report::section::SectionKind;

use super::fact::{Class, Fact, LEFT, Naming, RIGHT};
use super::inspection::{Inspection, is_impression};
use super::passage::{Owner, Passage, Sentence};
use super::restated::structure_behind;

/// A heading or a beginning that gives its side to what follows: `left side`, `on the right:`.
static SIDE_HEADING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:on\s+)?(?:the\s+)?(?:right|left)(?:\s+side\b|[- ]sided?\s*[:,]|\s*:|\s+\w+\s*:)")
        .expect("heading of a side")
});

static LEVEL_AGAIN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:this|that|same) level\b").expect("level again"));

impl Inspection {
    /// Whether a word that says what kind of thing a structure is stands in the place of another such word: `muscle` for `tendon`.
    pub(super) fn is_exchanged(&self, fact: &Fact, sentence: &Sentence, other: &Sentence) -> bool {
        fact.naming != Naming::Telling
            && other
                .facts
                .iter()
                .any(|instead| instead.naming != Naming::Telling && !sentence.has(instead.key))
    }

    /// Whether another sentence than the one compared with has a fact, and all that it says is said here too: two sentences told as
    /// one, or one told as two.
    pub(super) fn is_told_by_another(
        &self,
        passage: &Passage,
        compared: usize,
        sentence: &Sentence,
        fact: &Fact,
    ) -> bool {
        let of_report = matches!(passage.sentences[compared].owner, Owner::Report(_));
        let told = match fact.class {
            Class::Anatomy | Class::Finding | Class::Position | Class::Change | Class::Code => true,
            Class::Side | Class::Number | Class::Measure | Class::Level => !of_report,
            _ => false,
        };
        // What stands in its place is asked for by itself when it is a structure or a finding; a side or size in its place was changed.
        let named = matches!(fact.class, Class::Anatomy | Class::Finding | Class::Position);
        if !named
            && self
                .counterpart(fact, sentence, &passage.sentences[compared])
                .is_some()
        {
            return false;
        }
        let mask = |fact: &Fact| if fact.denied { 2 } else { 1 };
        let denied = fact.denied && !of_report;
        let has_degree = sentence.facts.iter().any(|fact| fact.class == Class::Degree);
        told && passage.each_with(fact.key).any(|index| {
            let other = &passage.sentences[*index];
            let said = |fact: &Fact| {
                fact.naming != Naming::Telling
                    || matches!(
                        self.names.text(fact.key),
                        "ct" | "mri" | "hrct" | "angiogram" | "cholangiopancreatogram"
                    )
                    || match fact.class {
                        // The impression leaves sizes and degrees out.
                        Class::Measure if is_impression(sentence) && !of_report => true,
                        Class::Degree if is_impression(sentence) && !of_report && !has_degree => true,
                        // "No fracture or dislocation": what is denied besides may be left out.
                        Class::Finding if fact.denied && denied => true,
                        Class::Anatomy | Class::Position | Class::Side => sentence.has(fact.key),
                        _ => sentence.polarity(fact.key) & mask(fact) != 0,
                    }
            };
            let facts = if of_report {
                &other.facts[..]
            } else {
                &other.facts[..self.own_facts(*index)]
            };
            let is_thing = |fact: &Fact| matches!(fact.class, Class::Anatomy | Class::Finding);
            let names_thing = facts.iter().any(|fact| {
                let here = || sentence.facts.iter().filter(|own| own.key == fact.key);
                is_thing(fact) || here().any(is_thing)
            });
            *index != compared
                && !matches!(other.owner, Owner::Previous | Owner::Study)
                && (!of_report || is_impression(other) == is_impression(sentence))
                && names_thing
                && (facts.len() >= 2 || fact.denied || fact.class == Class::Finding && !of_report)
                && other.polarity(fact.key) & mask(fact) != 0
                && (facts.iter().all(said) || !of_report && is_said_in_all_but_a_word(facts, said))
        })
    }

    /// Whether a side that a sentence of the report has is the one that the heading before its source, or the study, gives it.
    pub(super) fn is_side_of_heading(&self, sentence: &Sentence, fact: &Fact, source: usize) -> bool {
        let is_side = |key: u32| {
            [RIGHT, LEFT]
                .into_iter()
                .any(|side| self.names.known(side) == Some(key))
        };
        let from = &self.given.sentences[source];
        if fact.class != Class::Side
            || !is_side(fact.key)
            || from.facts.iter().any(|other| other.class == Class::Side)
        {
            return false;
        }
        // "Images of the left shoulder" for a template's "images of the shoulder".
        if from.owner == Owner::Template {
            return self.is_side_of_study(sentence, fact);
        }
        let before = self.given.sentences[..source]
            .iter()
            .rev()
            .take_while(|other| other.owner == from.owner)
            .find(|other| other.facts.iter().any(|told| told.class == Class::Side));
        let of_heading = before.is_some_and(|other| {
            SIDE_HEADING.is_match(&other.text)
                && other
                    .facts
                    .iter()
                    .filter(|told| told.class == Class::Side)
                    .all(|told| told.key == fact.key)
        });
        of_heading || self.is_side_of_study(sentence, fact)
    }

    /// Whether a side is that of the study, `MRI of the right ankle`, and stands with the structure that the study is of.
    fn is_side_of_study(&self, sentence: &Sentence, fact: &Fact) -> bool {
        let names_study = |other: &Sentence| {
            other.owner == Owner::Study
                || other.owner == Owner::Dictation
                    && other
                        .facts
                        .iter()
                        .any(|told| matches!(self.names.text(told.key), "ct" | "mri"))
        };
        let opening = self.given.sentences.iter().take(2);
        opening
            .chain(self.given.of_study())
            .filter(|other| names_study(other))
            .any(|other| {
                let mut sides = other.facts.iter().filter(|told| told.class == Class::Side);
                let only = sides.next().is_some_and(|side| side.key == fact.key) && sides.next().is_none();
                let behind = |of: &Sentence| {
                    let at = of
                        .facts
                        .iter()
                        .position(|told| told.range == fact.range || told.key == fact.key)?;
                    of.facts
                        .get(at + 1)
                        .filter(|told| told.class == Class::Anatomy)
                        .map(|told| told.key)
                };
                let here = behind(sentence);
                // "MR elbow right".
                let names_it = sentence.section == Some(SectionKind::Technique)
                    && other.owner == Owner::Study
                    && other
                        .facts
                        .iter()
                        .any(|told| told.class == Class::Anatomy && here == Some(told.key));
                let early = other.facts.iter().take(4).any(|told| told.key == fact.key);
                only && early
                    && (names_it
                        || behind(other).is_some_and(|key| {
                            is_impression(sentence) && here.is_some() || here == Some(key)
                        })
                        || is_part(structure_behind(sentence, fact), other, fact.key))
            })
    }

    /// Whether what is dictated as not there is told by calling its structure normal: `the cystic duct is not dilated`, `of normal
    /// calibre`.
    pub(super) fn is_said_as_normal(&self, spoken: &Sentence, fact: &Fact, sentence: &Sentence) -> bool {
        let normal = |other: &Fact| {
            !other.denied
                && (other.class == Class::Normal
                    || matches!(
                        self.names.text(other.key),
                        "intact" | "clear" | "free" | "maintain"
                    ))
        };
        let mut structures = spoken
            .facts
            .iter()
            .filter(|other| other.class == Class::Anatomy)
            .peekable();
        fact.class == Class::Finding
            && fact.denied
            && sentence.facts.iter().any(normal)
            && structures.peek().is_some()
            && structures.all(|other| sentence.has(other.key))
    }

    /// Whether a level is told by `at this level` behind a sentence that names it.
    pub(super) fn is_at_level_before(&self, fact: &Fact, target: usize) -> bool {
        fact.class == Class::Level
            && LEVEL_AGAIN.is_match(&self.report.sentences[target].text)
            && self.report.sentences[..target]
                .iter()
                .rev()
                .find(|before| before.facts.iter().any(|other| other.class == Class::Level))
                .is_some_and(|before| before.has(fact.key))
    }

    /// Whether a structure only names the whole of a part that is named beside it: the kidney of a renal calyx. `other` is what the
    /// sentence is compared with.
    pub(super) fn is_whole_of_part(sentence: &Sentence, fact: &Fact, other: &Sentence) -> bool {
        if fact.class != Class::Anatomy {
            return false;
        }
        let lexicon = anatomy::lexicon();
        let mentions = lexicon.find(&sentence.text);
        let is_of = |mention: &Mention, range: &Range<usize>| {
            mention.range.start < range.end && range.start < mention.range.end
        };
        let Some(whole) = mentions.iter().find(|mention| is_of(mention, &fact.range)) else {
            return false;
        };
        mentions.iter().any(|part| {
            let mut of_part = sentence
                .facts
                .iter()
                .filter(|told| is_of(part, &told.range) && told.class == Class::Anatomy)
                .peekable();
            part.structure.id != whole.structure.id
                && of_part.peek().is_some()
                && of_part.all(|told| told.key != fact.key && other.has(told.key))
                && lexicon.is_within(&part.structure.id, &whole.structure.id)
        })
    }

    /// Whether a fact stands in the heading of a sentence of the report, `Right lower limb:`, and names what the study is of.
    pub(super) fn heads_as_study(&self, sentence: &Sentence, fact: &Fact) -> bool {
        let Some(colon) = sentence.text.find(':') else {
            return false;
        };
        let opening = self.given.sentences.iter().take(1);
        fact.range.end <= colon
            && matches!(fact.class, Class::Anatomy | Class::Position)
            && opening
                .chain(self.given.of_study())
                .any(|other| other.has(fact.key))
    }
}

/// Whether a structure is a part of the one that a sentence names with a side.
fn is_part(part: Option<&str>, of: &Sentence, side: u32) -> bool {
    let whole = of
        .facts
        .iter()
        .find(|told| told.key == side)
        .and_then(|told| structure_behind(of, told));
    part.zip(whole)
        .is_some_and(|(part, whole)| part != whole && anatomy::lexicon().is_within(part, whole))
}

/// Whether a structure and what is found in it are said, and of what is neither all but one word.
fn is_said_in_all_but_a_word(facts: &[Fact], said: impl Fn(&Fact) -> bool) -> bool {
    let has = |class: Class| facts.iter().any(|fact| fact.class == class && said(fact));
    let unsaid = || facts.iter().filter(|fact| !said(fact));
    has(Class::Anatomy)
        && has(Class::Finding)
        && unsaid().count() == 1
        && unsaid().all(|fact| fact.class == Class::Plain)
}
