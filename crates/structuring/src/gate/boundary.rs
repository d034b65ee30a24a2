//! Where speech without punctuation might as well have been divided elsewhere: "free fluid in the right upper quadrant, within the
//! lower pelvis | a thickened loop" and "… | within the lower pelvis a thickened loop" are made of the same words. What stands at the
//! edge of a sentence may have gone to its neighbour.

use super::fact::{Class, Fact};
use super::inspection::{Inspection, is_impression};
use super::passage::{Owner, Sentence};

impl Inspection {
    /// Whether a fact of the report that its dictated sentence lacks came with an edge of the one before or behind it.
    pub(super) fn came_across_boundary(&self, sentence: &Sentence, fact: &Fact, source: usize) -> bool {
        let sentences = &self.given.sentences;
        let has_come = |edge: &[Fact]| {
            edge.iter().any(|other| other.key == fact.key) && edge.iter().all(|other| sentence.has(other.key))
        };
        let spoken = &sentences[source];
        let from_next = |edge: &[Fact]| {
            has_come(edge)
                && (is_place_of_its_own(edge, spoken) || trails(edge, &sentences[source + 1], spoken))
        };
        let from_before = |edge: &[Fact]| {
            has_come(edge)
                && (is_place_of_its_own(edge, spoken) || leads_on(edge, &sentences[source - 1], spoken))
        };
        self.runs_on(source) && leading(&sentences[source + 1]).any(from_next)
            || source > 0 && self.runs_on(source - 1) && endings(&sentences[source - 1]).any(from_before)
    }

    /// Whether a dictated fact went, with an edge it stands in, to the sentence of the report that the one before or behind its
    /// own became.
    pub(super) fn went_across_boundary(&self, fact: &Fact, source: usize, target: usize) -> bool {
        let spoken = &self.given.sentences[source];
        let has_gone = |edge: &[Fact], neighbour: usize| {
            edge.iter().any(|other| other.range == fact.range)
                && self.report.each_with(fact.key).any(|index| {
                    let sentence = &self.report.sentences[*index];
                    self.origins[*index].sources.contains(&Some(neighbour))
                        && is_impression(sentence) == is_impression(&self.report.sentences[target])
                        && edge.iter().all(|other| sentence.has(other.key))
                })
        };
        let went = |edge: &[Fact], neighbour: usize| {
            let before = neighbour < source && trails(edge, spoken, &self.given.sentences[neighbour]);
            (before || is_place_of_its_own(edge, &self.report.sentences[target])) && has_gone(edge, neighbour)
        };
        let led = |edge: &[Fact]| {
            let next = &self.given.sentences[source + 1];
            leads_on(edge, spoken, next) && has_gone(edge, source + 1)
                || self.is_measured_there(edge, next, source)
        };
        source > 0 && self.runs_on(source - 1) && leading(spoken).any(|edge| went(edge, source - 1))
            || self.runs_on(source) && endings(spoken).any(|edge| went(edge, source + 1))
            || self.runs_on(source) && last(spoken).is_some_and(led)
    }

    /// Whether a value at the very end of a sentence is, by another dictated sentence, that of what the next one begins with, and stands
    /// with it in the report: `… the right C7 nerve root 1.3 cm | right thyroid nodule`, and a thyroid nodule of 1.3 cm was dictated
    /// before.
    fn is_measured_there(&self, edge: &[Fact], next: &Sentence, source: usize) -> bool {
        let [value] = edge else { return false };
        let told = |key: u32| {
            self.given
                .each_with(key)
                .copied()
                .filter(|index| *index != source && self.given.sentences[*index].owner == Owner::Dictation)
                .collect::<Vec<usize>>()
        };
        let is_with_next = || {
            self.report.each_with(value.key).any(|index| {
                let sentence = &self.report.sentences[*index];
                next.facts
                    .iter()
                    .all(|fact| !fact.class.is_critical() || sentence.has(fact.key))
            })
        };
        value.class == Class::Measure
            && is_with_next()
            && !next.facts.iter().any(|fact| fact.class == Class::Measure)
            && told(value.key).into_iter().any(|index| {
                let other = &self.given.sentences[index];
                let is_shared = |class: Class| {
                    next.facts
                        .iter()
                        .any(|fact| fact.class == class && other.has(fact.key))
                };
                is_shared(Class::Anatomy) && is_shared(Class::Finding)
            })
    }

    /// How many facts of a dictated sentence are its own: the last one may be a level or a degree with which the next begins.
    pub(super) fn own_facts(&self, source: usize) -> usize {
        let spoken = &self.given.sentences[source];
        let next = || &self.given.sentences[source + 1];
        let led = self.runs_on(source) && last(spoken).is_some_and(|edge| leads_on(edge, spoken, next()));
        spoken.facts.len() - usize::from(led)
    }

    /// Whether nothing but the division stands between a dictated sentence and the next.
    fn runs_on(&self, source: usize) -> bool {
        let next = self.given.sentences.get(source + 1);
        self.given.sentences[source].runs_on && next.is_some_and(|next| next.owner == Owner::Dictation)
    }
}

/// Whether an edge names a structure and the sentence names none of its structures.
fn is_place_of_its_own(edge: &[Fact], sentence: &Sentence) -> bool {
    let structures = || edge.iter().filter(|fact| fact.class == Class::Anatomy);
    structures().next().is_some() && structures().all(|structure| !sentence.has(structure.key))
}

/// Whether the last words of a sentence can be the first of the next, which names none of their kind: a level (`haemangioma at L3-L4 |
/// there is a bulge`) or a degree, which stands before what it is the degree of (`on the left trace | left effusion`).
/// `before` is what the edge is of.
fn leads_on(edge: &[Fact], before: &Sentence, next: &Sentence) -> bool {
    let leads = |class: Class| {
        edge.iter().all(|fact| fact.class == class) && !next.facts.iter().any(|fact| fact.class == class)
    };
    // "At L5-S1 an extrusion compresses the S1 root" names its level first and another behind what is found.
    let first_level = next.facts.iter().position(|fact| fact.class == Class::Level);
    let found = next.facts.iter().position(|fact| fact.class == Class::Finding);
    let is_disc = |sentence: &Sentence, fact: &Fact| {
        let named = sentence.text.get(fact.range.clone());
        fact.class == Class::Level && named.is_some_and(|named| named.contains(['-', '/']))
    };
    let of_disc =
        edge.iter().all(|fact| is_disc(before, fact)) && !next.facts.iter().any(|fact| is_disc(next, fact));
    let level_behind = found.is_some_and(|found| first_level.is_some_and(|level| found < level));
    leads(Class::Level) || leads(Class::Degree) || of_disc && level_behind
}

/// What a sentence begins with and may be the end of the one before: a size or degrees, where the one before has none and the
/// sentence itself is of something else: `the symphysis is not widened | 4 mm haematoma of 5 x 3 cm`, `left hydronephrosis |
/// mild right kidney normal`.
fn trails(edge: &[Fact], sentence: &Sentence, before: &Sentence) -> bool {
    let all = |class: Class| edge.iter().all(|fact| fact.class == class);
    let none_before = |class: Class| !before.facts.iter().any(|fact| fact.class == class);
    let of_its_own = |class: Class| {
        sentence
            .facts
            .iter()
            .any(|fact| fact.class == class && edge.iter().all(|other| other.key != fact.key))
    };
    all(Class::Measure) && none_before(Class::Measure) && of_its_own(Class::Measure)
        || all(Class::Degree) && none_before(Class::Degree)
}

/// What says where something is, and is not itself found or measured.
fn is_place(fact: &Fact) -> bool {
    matches!(
        fact.class,
        Class::Anatomy
            | Class::Position
            | Class::Level
            | Class::Side
            | Class::Degree
            | Class::Code
            | Class::Plain
    )
}

/// What a sentence may have begun with that belongs to the one before: places, up to each that could be the last.
fn beginnings(sentence: &Sentence) -> impl Iterator<Item = &[Fact]> {
    let end = sentence.facts.iter().position(|fact| !is_place(fact));
    let edge = &sentence.facts[..end.unwrap_or(sentence.facts.len())];
    (1..=edge.len()).map(move |count| &edge[..count])
}

/// The same, and a size or degrees at the very beginning.
fn leading(sentence: &Sentence) -> impl Iterator<Item = &[Fact]> {
    let sized = sentence
        .facts
        .first()
        .filter(|fact| fact.class == Class::Measure)
        .map(|_| &sentence.facts[..1]);
    beginnings(sentence).chain(sized)
}

/// The last fact of a sentence.
fn last(sentence: &Sentence) -> Option<&[Fact]> {
    let before = sentence.facts.len().checked_sub(1)?;
    Some(&sentence.facts[before..])
}

/// What a sentence may have ended with that belongs to the next.
fn endings(sentence: &Sentence) -> impl Iterator<Item = &[Fact]> {
    let start = sentence.facts.iter().rposition(|fact| !is_place(fact));
    let edge = &sentence.facts[start.map_or(0, |last| last + 1)..];
    (0..edge.len()).map(move |first| &edge[first..])
}
