//! Which fact of a sentence belongs to which: `a 4 mm calculus on the right and a 9 mm one on the left` says all that is said when
//! the two sizes change places, and is wrong.

use std::sync::LazyLock;

use regex::Regex;

use super::fact::{Class, Fact};
use super::passage::Sentence;

/// Two facts of one class that have changed places between a run and its source: the one in the report and the one that was
/// dictated in its place. Only where each stands once on both sides, and only when what stands beside them says so plainly.
pub(super) fn exchanged<'f>(
    run: &[&'f Fact],
    own: &Sentence,
    source: &'f Sentence,
) -> Option<(&'f Fact, &'f Fact)> {
    let once = |fact: &Fact, facts: &[Fact]| facts.iter().filter(|other| other.key == fact.key).count() == 1;
    let bound = |fact: &&&Fact| {
        matches!(
            fact.class,
            Class::Measure | Class::Level | Class::Side | Class::Degree
        ) && once(fact, &own.facts)
            && once(fact, &source.facts)
    };
    let facts: Vec<&&Fact> = run.iter().filter(bound).collect();
    for (index, one) in facts.iter().enumerate() {
        for other in facts[index + 1..].iter().filter(|other| other.class == one.class) {
            let turned = |sentence: &Sentence| {
                let at = |fact: &Fact| sentence.facts.iter().find(|known| known.key == fact.key);
                let before = |fact: &Fact| at(fact).is_some_and(|fact| is_earlier(sentence, fact));
                (before(one), before(other))
            };
            let is_turned = matches!(
                (turned(own), turned(source)),
                ((true, false), (false, true)) | ((false, true), (true, false))
            );
            let here = [beside(own, one), beside(own, other)];
            let there = [beside(source, one), beside(source, other)];
            let kept = shared(&here[0], &there[0]) + shared(&here[1], &there[1]);
            let exchanged = shared(&here[0], &there[1]) + shared(&here[1], &there[0]);
            // "L4-L5 and L5-S1 discs show desiccation": what stands beside the one is said of both.
            let is_listed = here.iter().chain(&there).any(Vec::is_empty);
            if is_turned || !is_listed && exchanged >= kept + 2 {
                return source
                    .facts
                    .iter()
                    .find(|fact| fact.key == other.key)
                    .map(|dictated| (**one, dictated));
            }
        }
    }
    None
}

/// Whether a size is told as that of an earlier study: `from 14 mm to 8 mm`, `8 mm (previously 14 mm)`.
fn is_earlier(sentence: &Sentence, fact: &Fact) -> bool {
    static EARLIER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:from|previous(?:ly)?|earlier|formerly|prior|was|were|versus|vs\.?|against|compared (?:to|with))[ :]*(?:(?:measur\w+|size|was|of|about|approximately)[ :]*)*$")
            .expect("earlier")
    });
    static EARLIER_BEHIND: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^[ ,(]*(?:previously|earlier|formerly|before|(?:in|on|at) (?:the )?(?:prior|previous|earlier|last)\b|in (?:\w+ )?(?:19|20)\d\d\b)")
            .expect("earlier")
    });
    let before = sentence.text.get(..fact.range.start);
    let behind = sentence.text.get(fact.range.end..);
    fact.class == Class::Measure
        && (before.is_some_and(|before| EARLIER.is_match(before))
            || behind.is_some_and(|behind| EARLIER_BEHIND.is_match(behind)))
}

/// Where one thing said ends and the next begins.
static DIVIDER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)[,;:]|\b(?:and|while|whereas|but|with)\b").expect("divider"));

/// What stands in the same piece of the sentence as a fact, those of its own class left out.
fn beside(sentence: &Sentence, fact: &Fact) -> Vec<u32> {
    let mut piece = 0;
    let mut end = 0;
    let mut of_fact = None;
    let mut pieces: Vec<usize> = Vec::with_capacity(sentence.facts.len());
    for other in &sentence.facts {
        let between = sentence.text.get(end..other.range.start).unwrap_or("");
        piece += usize::from(DIVIDER.is_match(between));
        end = other.range.end.max(end);
        pieces.push(piece);
        if other.key == fact.key {
            of_fact = Some(piece);
        }
    }
    sentence
        .facts
        .iter()
        .zip(pieces)
        .filter(|(other, piece)| Some(*piece) == of_fact && other.class != fact.class)
        .map(|(other, _)| other.key)
        .collect()
}

fn shared(left: &[u32], right: &[u32]) -> usize {
    left.iter().filter(|key| right.contains(key)).count()
}
