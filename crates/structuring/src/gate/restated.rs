//! What only tells in other words what was dictated: both of two that were named one by one, a thing told by its parts with its name
//! in brackets behind, what a dictated word has in it.

use std::sync::LazyLock;

use regex::Regex;
use report::anatomy;

use super::fact::{BOTH, Class, Fact, Names};
use super::inspection::Inspection;
use super::lexis::{lexis, stem};
use super::passage::{Owner, Sentence};

/// Positions that tell two structures of one name apart: the anterior and the posterior cruciate ligament.
const PAIRS: &[[&str; 2]] = &[
    ["anterior", "posterior"],
    ["medial", "lateral"],
    ["superior", "inferior"],
    ["upper", "lower"],
];

/// How many words a thing may be told by before its name in brackets.
const TOLD_BY: usize = 3;

/// A node at a numbered level is a node of the neck.
static NODE_LEVEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\blevels?\s+(?:one|two|three|four|five|six|[1-6]|i{1,3}|iv|vi?)\s*[abc]?\b")
        .expect("level of a node")
});

/// The edge of something, behind the word that says which.
static EDGE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^\s+(?:edge|end|margin|border)\b").expect("edge"));

/// Says where something begins.
static BEGINS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:start|begin|commenc|extending from)").expect("beginning"));

impl Inspection {
    /// Whether what the report says in `fact` only restates what its source says.
    pub(super) fn restates(&self, sentence: &Sentence, fact: &Fact, from: &Sentence) -> bool {
        let is_normal = |other: &Fact| other.class == Class::Normal && !other.denied;
        // "Spared" is "not involved".
        let is_spared = || {
            fact.denied
                && self.is(fact, &["involved", "affected", "invasion"])
                && from.facts.iter().any(is_normal)
                && from
                    .facts
                    .iter()
                    .any(|other| other.class == Class::Anatomy && sentence.has(other.key))
        };
        let of_node_level = || {
            self.is(fact, &["cervical", "neck"])
                && NODE_LEVEL.is_match(&from.text)
                && from
                    .facts
                    .iter()
                    .any(|other| self.is(other, &["node"]) && sentence.has(other.key))
        };
        let of_edge = || {
            fact.class == Class::Position
                && sentence
                    .text
                    .get(fact.range.end..)
                    .is_some_and(|behind| EDGE.is_match(behind))
                && BEGINS.is_match(&from.text)
                && self.counterpart(fact, sentence, from).is_none()
        };
        self.is_both_of_pair(sentence, fact)
            || self.is_part_of_word(sentence, fact, from)
            || is_named_in_brackets(sentence, fact, from)
            || is_spared()
            || of_node_level()
            || of_edge()
            || self.names_what_was_named_before(sentence, fact, from)
    }

    /// Whether a dictated fact that the report lacks is told there in other words.
    pub(super) fn is_restated(&self, spoken: &Sentence, fact: &Fact, sentence: &Sentence) -> bool {
        let both = self.names.known(BOTH).is_some_and(|both| sentence.has(both));
        let of_pair = both
            && pair_of(&self.names, spoken, sentence).is_some_and(|pair| pair.contains(&fact.key))
            && share_structure(spoken, sentence);
        // "Perisplenic" is "around the spleen".
        let around = self
            .names
            .text(fact.key)
            .strip_prefix("peri")
            .and_then(|place| place.get(..4))
            .is_some_and(|place| {
                sentence.facts.iter().any(|other| self.is(other, &["surround"]))
                    && sentence.facts.iter().any(|other| {
                        other.class == Class::Anatomy && self.names.text(other.key).starts_with(place)
                    })
            });
        of_pair || around
    }

    fn is(&self, fact: &Fact, words: &[&str]) -> bool {
        words
            .iter()
            .any(|word| self.names.known(&stem(word)) == Some(fact.key))
    }

    /// Whether "both" is of two structures that were named by their positions: `ACL and PCL`, `both cruciate ligaments`.
    fn is_both_of_pair(&self, sentence: &Sentence, fact: &Fact) -> bool {
        let of_both = sentence
            .facts
            .iter()
            .find(|other| fact.range.end <= other.range.start);
        let Some(named) = of_both.filter(|_| self.names.known(BOTH) == Some(fact.key)) else {
            return false;
        };
        self.given.each_with(named.key).any(|index| {
            let told = &self.given.sentences[*index];
            told.owner != Owner::Previous && pair_of(&self.names, told, sentence).is_some()
        })
    }

    /// Whether a side is that of the whole whose part it stands with, which the statements before were of: `a mass in the left
    /// orbit`, `the left optic nerve is displaced`.
    pub(super) fn is_side_of_whole(&self, sentence: &Sentence, fact: &Fact, source: usize) -> bool {
        let from = &self.given.sentences[source];
        let has_side = |other: &Sentence| other.facts.iter().any(|told| told.class == Class::Side);
        if fact.class != Class::Side || from.owner != Owner::Dictation || has_side(from) {
            return false;
        }
        let near = &self.given.sentences[source.saturating_sub(2)..source];
        let Some(before) = near.iter().rev().find(|other| has_side(other)) else {
            return false;
        };
        let mut sides = before.facts.iter().filter(|told| told.class == Class::Side);
        let (side, more) = (sides.next(), sides.next());
        let (Some(side), None) = (side, more) else {
            return false;
        };
        let whole = structure_behind(before, side);
        let part = structure_behind(sentence, fact);
        before.owner == from.owner
            && side.key == fact.key
            && part
                .zip(whole)
                .is_some_and(|(part, whole)| part != whole && anatomy::lexicon().is_within(part, whole))
    }

    /// Whether a word that both say has in it what the report says besides: hydroureteronephrosis is of the ureter.
    fn is_part_of_word(&self, sentence: &Sentence, fact: &Fact, from: &Sentence) -> bool {
        lexis()
            .wholes(self.names.text(fact.key))
            .iter()
            .filter_map(|whole| self.names.known(whole))
            .any(|whole| from.has(whole) && sentence.has(whole))
    }

    /// Whether a structure only says of what a bare word of the source is a part, and was named a few sentences before: `the head is
    /// in the glenoid` after a fracture of the humerus.
    fn names_what_was_named_before(&self, sentence: &Sentence, fact: &Fact, from: &Sentence) -> bool {
        if matches!(from.owner, Owner::Report(_)) {
            return false;
        }
        let at = from.number;
        let beside = |part: &Fact| {
            let gap = if fact.range.end <= part.range.start {
                sentence.text.get(fact.range.end..part.range.start)
            } else {
                sentence.text.get(part.range.end..fact.range.start)
            };
            gap.is_some_and(|gap| matches!(gap.trim(), "" | "of" | "of the"))
        };
        let opens = from.facts.first().is_some_and(|part| {
            part.key != fact.key
                && matches!(part.class, Class::Anatomy | Class::Plain)
                && sentence
                    .facts
                    .iter()
                    .any(|own| own.key == part.key && beside(own))
        });
        let structures = |other: &Sentence| other.facts.iter().any(|told| told.class == Class::Anatomy);
        fact.class == Class::Anatomy
            && opens
            && self.counterpart(fact, sentence, from).is_none()
            && self.given.sentences[at.saturating_sub(4)..at]
                .iter()
                .any(|before| before.owner == from.owner && structures(before) && before.has(fact.key))
    }

    /// Whether a dictated word only says in which direction the value before it was measured: `eleven millimeters | deep`.
    pub(super) fn is_direction_of_value_before(&self, fact: &Fact, source: usize) -> bool {
        let spoken = &self.given.sentences[source];
        let Some(before) = source.checked_sub(1).map(|index| &self.given.sentences[index]) else {
            return false;
        };
        before.runs_on
            && before.owner == Owner::Dictation
            && before
                .facts
                .last()
                .is_some_and(|last| last.class == Class::Measure)
            && spoken
                .facts
                .first()
                .is_some_and(|first| first.range == fact.range)
            && spoken
                .text
                .get(fact.range.clone())
                .is_some_and(|word| lexis().is_direction(&word.to_lowercase()))
    }
}

/// The structure that a side stands right before.
pub(super) fn structure_behind(sentence: &Sentence, side: &Fact) -> Option<&'static str> {
    let gap = |at: usize| sentence.text.get(side.range.end..at).map(str::trim);
    anatomy::lexicon()
        .find(&sentence.text)
        .into_iter()
        .find(|mention| side.range.start <= mention.range.start && side.range.end < mention.range.end)
        .filter(|mention| mention.range.start < side.range.end || gap(mention.range.start) == Some(""))
        .map(|mention| mention.structure.id.as_str())
}

/// The two positions that one names and the other, which says "both", does not.
fn pair_of(names: &Names, naming: &Sentence, other: &Sentence) -> Option<[u32; 2]> {
    PAIRS
        .iter()
        .filter_map(|[one, two]| Some([names.known(&stem(one))?, names.known(&stem(two))?]))
        .find(|pair| pair.iter().all(|key| naming.has(*key) && !other.has(*key)))
}

/// Whether two sentences are of structures of one name.
fn share_structure(one: &Sentence, other: &Sentence) -> bool {
    one.facts
        .iter()
        .any(|fact| fact.class == Class::Anatomy && other.has(fact.key))
}

/// Whether a fact is one of the few words before brackets in which the finding stands as it was dictated: `a fistula between the ileum
/// and the sigmoid colon (ileosigmoid fistula)`.
fn is_named_in_brackets(sentence: &Sentence, fact: &Fact, from: &Sentence) -> bool {
    let text = &sentence.text;
    let Some(open) = text
        .get(fact.range.end..)
        .and_then(|behind| behind.find('('))
        .map(|open| open + fact.range.end)
    else {
        return false;
    };
    let Some(close) = text[open..].find(')').map(|close| close + open) else {
        return false;
    };
    let mut within = sentence
        .facts
        .iter()
        .filter(|other| open < other.range.start && other.range.end <= close)
        .peekable();
    let named = within.peek().is_some() && within.clone().any(|other| other.class == Class::Finding);
    let is_dictated =
        within.all(|other| from.has(other.key) && from.polarity(other.key) == 1 + u8::from(other.denied));
    let added = sentence
        .facts
        .iter()
        .filter(|other| other.range.end <= open && !from.has(other.key))
        .count();
    let joins_another = [",", ";", " with "]
        .iter()
        .any(|mark| text[..open].contains(mark));
    matches!(fact.class, Class::Anatomy | Class::Finding | Class::Position)
        && named
        && is_dictated
        && added <= TOLD_BY
        && !joins_another
}
