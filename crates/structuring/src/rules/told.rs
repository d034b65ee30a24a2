//! What was told of the patient, read once as facts: the template is held against it, and no study is called normal beside it.

use clinical::document::{Context, Document};
use clinical::fact::{Fact, What};
use clinical::knowledge::{Assertion, StructureId, knowledge};
use clinical::relate;
use hashbrown::{HashMap, HashSet};
use report::remainder;
use report::section::SectionKind;
use report::urgency::{self, Urgency};
use report::{measurement, reading, run_on};

use super::spoken::Spoken;
use crate::alternatives::Answers;
use crate::{fill, route};

/// Sentences and what they say.
pub(super) struct Told<'s> {
    /// The sentences that tell something: not "the rest is normal", not only which side was examined.
    pub(super) said: Vec<&'s Spoken>,
    /// All that they say, by the numbers of the sentences.
    pub(super) document: Document,
    numbers: HashMap<(usize, usize), usize>,
    /// Whether the whole was called normal, and whether what was not told of was.
    says_whole: bool,
    says_rest: bool,
}

impl<'s> Told<'s> {
    /// Reads sentences in the light of a study, those of a section one after the other.
    pub(super) fn of(sentences: impl Iterator<Item = &'s Spoken>, context: &Context) -> Self {
        let (mut said, mut document) = (Vec::<&Spoken>::new(), Document::default());
        let (mut says_whole, mut says_rest) = (false, false);
        for sentence in sentences {
            says_whole |= remainder::is_whole(&sentence.text);
            let is_rest = remainder::is_remainder(&sentence.text);
            says_rest |= is_rest;
            if is_rest || fill::only_names_side(&sentence.text, &sentence.reading) {
                continue;
            }
            if said
                .last()
                .is_some_and(|before| before.section != sentence.section)
            {
                document.end_section();
            }
            document.add(&sentence.text, context);
            said.push(sentence);
        }
        let by_place = said.iter().enumerate().rev();
        let numbers = by_place.map(|(number, sentence)| ((sentence.span.start, sentence.span.end), number));
        Self {
            numbers: numbers.collect(),
            said,
            document,
            says_whole,
            says_rest,
        }
    }

    /// The number of a sentence, when it tells something.
    pub(super) fn number_of(&self, sentence: &Spoken) -> Option<usize> {
        let place = (sentence.span.start, sentence.span.end);
        self.numbers.get(&place).copied()
    }

    /// The facts that bear upon the findings. The history tells of what was removed, which is not there any more, and may tell of what was
    /// found.
    pub(super) fn bearing(&self) -> Vec<Fact> {
        let is_past = |fact: &Fact| self.said[fact.sentence].section == SectionKind::ClinicalHistory;
        let knowledge = knowledge();
        let mut facts = self.document.facts.clone();
        facts.retain(|fact| !is_past(fact) || relate::removes(fact, knowledge) || self.may_be_found(fact));
        for fact in facts.iter_mut().filter(|fact| is_past(fact)) {
            fact.assertion = match relate::removes(fact, knowledge) {
                true => Assertion::Present,
                false => Assertion::Possible,
            };
        }
        facts
    }

    /// "Hangman fracture." may be the history or what was found: the template does not deny it.
    fn may_be_found(&self, fact: &Fact) -> bool {
        let sentence = self.said[fact.sentence];
        fact.assertion == Assertion::Present
            && matches!(fact.what, What::Concept(_))
            && !sentence.announced
            && route::tells_nothing_of_the_patient(&sentence.text)
            && !route::tells_why(&sentence.text)
    }

    /// Whether nothing of the findings and the impression is abnormal, open or not understood, where the template asks for the size of some
    /// structures. "Acromion is type II. Normal study.": who calls the whole normal means what is said besides, too.
    pub(super) fn is_normal(&self, asked: &HashSet<StructureId>) -> bool {
        let of_study =
            |sentence: &Spoken| matches!(sentence.section, SectionKind::Findings | SectionKind::Impression);
        let mut sentences = self.said.iter().enumerate();
        sentences.all(|(number, sentence)| {
            !of_study(sentence)
                || !self.may_be_abnormal(number)
                    && (self.is_understood(number, asked) || self.says_whole && !self.is_open(number))
        })
    }

    /// Whether a sentence asserts a finding, or may do so behind a denial.
    fn may_be_abnormal(&self, number: usize) -> bool {
        let sentence = self.said[number];
        let is_found =
            |fact: &Fact| fact.is_asserted() && matches!(fact.what, What::Concept(_) | What::Altered(_));
        self.document.facts_of(number).iter().any(is_found)
            || sentence.reading.is_abnormal()
            || urgency::of(&sentence.text) <= Urgency::Significant
            || run_on::find(&sentence.text).is_some()
    }

    /// Whether all that a sentence says is known to be harmless: it praises, denies, answers a question or tells a size in its limits. A
    /// size that the template asks for is, where the rest is called normal: "Right kidney 10.4 cm. Rest is normal."
    fn is_understood(&self, number: usize, asked: &HashSet<StructureId>) -> bool {
        let text = &self.said[number].text;
        let answers = Answers::of(text);
        if answers.is_unusual() {
            return false;
        }
        if answers.is_harmless() || reading::is_within_range(text) {
            return true;
        }
        let tells = |fact: &Fact| fact.what != What::Unknown;
        let structures = &self.document.sentences[number].structures;
        let is_size = || {
            !measurement::find(text).is_empty()
                && !structures.is_empty()
                && structures.iter().all(|structure| asked.contains(structure))
        };
        !self.is_open(number)
            && (self.document.facts_of(number).iter().any(tells) || self.says_rest && is_size())
    }

    /// Whether something of a sentence is not understood that is no size.
    fn is_open(&self, number: usize) -> bool {
        let facts = self.document.facts_of(number).iter();
        facts
            .filter(|fact| fact.is_asserted() && !fact.of_size)
            .any(|fact| fact.what == What::Unknown)
    }
}
