//! Finds for each fact of a sentence the sentence it came from.
//!
//! A sentence is divided into runs, each of which says what one source sentence says. A fact that its source lacks costs about one;
//! going over to another source costs more than one fact and less than two. So a single fact that was changed is not explained by
//! some other sentence that happens to have it, while a sentence merged of two is read as two.

use report::section::SectionKind;

use super::fact::{Class, Fact, Naming};
use super::passage::{MOST_STANDING, Passage, Sentence};

/// What going over to another source costs.
const JUMP: f32 = 1.45;
/// The same in a comparison, which is made of what is seen today and what was seen before.
const JUMP_IN_COMPARISON: f32 = 0.6;
/// What it costs when a source says the opposite.
const OPPOSITE: f32 = 0.5;
/// What a structure costs that the sentence before names.
const LEFT_OUT: f32 = 0.5;
/// What a word costs that only says what kind of thing a structure is.
const OF_KIND: f32 = 0.2;
/// How many sources are tried for a short sentence.
const CANDIDATES: usize = 14;

/// Which source each fact of a sentence came from.
pub(super) struct Alignment {
    /// By fact: an index into the passage.
    pub(super) sources: Vec<Option<usize>>,
    /// How much of the sentence its sources explain, 0 to 1.
    pub(super) share: f32,
}

impl Alignment {
    /// The sources, each once, the one that explains most first.
    pub(super) fn runs(&self) -> Vec<usize> {
        let mut counted: Vec<(usize, usize)> = Vec::new();
        for source in self.sources.iter().flatten() {
            match counted.iter_mut().find(|(known, _)| known == source) {
                Some((_, count)) => *count += 1,
                None => counted.push((*source, 1)),
            }
        }
        counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counted.into_iter().map(|(source, _)| source).collect()
    }
}

/// What a fact weighs when its source lacks it.
pub(super) fn weight(class: Class) -> f32 {
    match class {
        Class::Measure => 1.3,
        Class::Level => 1.1,
        Class::Plain | Class::Normal => 0.8,
        _ => 1.0,
    }
}

/// Aligns a sentence with a passage. `prior` gives what using a source costs beforehand; `None` forbids it.
pub(super) fn align(
    sentence: &Sentence,
    passage: &Passage,
    prior: impl Fn(&Sentence) -> Option<f32>,
) -> Alignment {
    let facts = &sentence.facts;
    let candidates = candidates(sentence, passage, &prior);
    let total: f32 = facts
        .iter()
        .filter(|fact| !sentence.is_derived(fact))
        .map(|fact| weight(fact.class))
        .sum();
    if candidates.is_empty() || facts.is_empty() {
        return Alignment {
            sources: vec![None; facts.len()],
            share: 0.0,
        };
    }
    let count = candidates.len();
    let jump = if sentence.section == Some(SectionKind::Comparison) {
        JUMP_IN_COMPARISON
    } else {
        JUMP
    };
    let mut costs: Vec<f32> = candidates.iter().map(|(_, prior)| *prior).collect();
    let mut came_from: Vec<Vec<u16>> = Vec::with_capacity(facts.len());
    for (at, fact) in facts.iter().enumerate() {
        let mut best = 0;
        for candidate in 1..count {
            if costs[candidate] < costs[best] {
                best = candidate;
            }
        }
        let mut steps = Vec::with_capacity(count);
        let mut next = Vec::with_capacity(count);
        for (candidate, (source, prior)) in candidates.iter().enumerate() {
            let jump = costs[best] + jump + prior;
            let (before, from) = if at == 0 || costs[candidate] <= jump {
                (costs[candidate], candidate)
            } else {
                (jump, best)
            };
            let derived = sentence.is_derived(fact);
            next.push(
                before
                    + if derived {
                        0.0
                    } else {
                        cost_within(fact, passage, *source)
                    },
            );
            steps.push(u16::try_from(from).unwrap_or(0));
        }
        costs = next;
        came_from.push(steps);
    }
    let mut at = (0..count).fold(0, |best, candidate| {
        if costs[candidate] < costs[best] {
            candidate
        } else {
            best
        }
    });
    let cost = costs[at];
    let mut sources = vec![None; facts.len()];
    for (fact, steps) in came_from.iter().enumerate().rev() {
        sources[fact] = Some(candidates[at].0);
        at = usize::from(steps[at]);
    }
    // What a source costs beforehand says which to prefer, not how much it explains.
    let beforehand = sources[0].and_then(|first| candidates.iter().find(|(source, _)| *source == first));
    let explained = cost - beforehand.map_or(0.0, |(_, prior)| *prior);
    let share = 1.0 - (explained / total.max(f32::EPSILON)).clamp(0.0, 1.0);
    without_patches(sentence, passage, &mut sources);
    with_what_follows(sentence, passage, &mut sources);
    Alignment { sources, share }
}

/// A side stands with the word it is right before, wherever what comes before it went: `minimally displaced | right sacral ala`.
/// Not where that tells a side of its own, and not `effusion on the left | disc bulge`.
fn with_what_follows(sentence: &Sentence, passage: &Passage, sources: &mut [Option<usize>]) {
    let has_side = |source: usize| {
        let facts = &passage.sentences[source].facts;
        facts.iter().any(|fact| fact.class == Class::Side)
    };
    for (at, pair) in sentence.facts.windows(2).enumerate() {
        let gap = sentence.text.get(pair[0].range.end..pair[1].range.start);
        let adjoins = gap.is_some_and(|gap| gap.trim().is_empty());
        let is_named = matches!(pair[1].class, Class::Anatomy | Class::Position | Class::Finding);
        let sideless = sources[at + 1].is_some_and(|next| !has_side(next));
        let before = sentence.text.get(..pair[0].range.start).unwrap_or_default();
        let behind = [" on the ", " on "].iter().any(|words| before.ends_with(words));
        if pair[0].class == Class::Side && is_named && adjoins && sideless && !behind {
            sources[at] = sources[at + 1];
        }
    }
}

/// A short run in a source of which it says less than this share is a patch: a sentence that is nowhere could be pieced together
/// of words that stand anywhere.
const PATCH: f32 = 0.45;

/// Gives the facts of patches back to the source that explains most.
fn without_patches(sentence: &Sentence, passage: &Passage, sources: &mut [Option<usize>]) {
    if sentence.section == Some(SectionKind::Comparison) {
        return;
    }
    let whole = Alignment {
        sources: sources.to_vec(),
        share: 1.0,
    };
    let runs = whole.runs();
    let Some((main, others)) = runs.split_first() else {
        return;
    };
    for source in others {
        let facts = sources.iter().filter(|from| **from == Some(*source)).count();
        let from = &passage.sentences[*source];
        let said = from.facts.iter().filter(|fact| sentence.has(fact.key)).count();
        if facts <= 2 && (said as f32) < PATCH * from.facts.len() as f32 {
            for own in sources.iter_mut().filter(|from| **from == Some(*source)) {
                *own = Some(*main);
            }
        }
    }
}

/// What a fact costs that its source may leave to the sentence before it: "right maxillary sinus is clear, left is opacified".
fn cost_within(fact: &Fact, passage: &Passage, source: usize) -> f32 {
    let own = &passage.sentences[source];
    let cost = cost(fact, own);
    let before = source.checked_sub(1).map(|before| &passage.sentences[before]);
    let is_left_out = fact.class == Class::Anatomy
        && !own.has(fact.key)
        && before.is_some_and(|before| before.owner == own.owner && before.has(fact.key));
    if is_left_out { cost.min(LEFT_OUT) } else { cost }
}

fn cost(fact: &Fact, source: &Sentence) -> f32 {
    let mask = if fact.denied { 2 } else { 1 };
    match source.polarity(fact.key) {
        // Whether what fills a blank was dictated for it is asked apart.
        0 if source.has_blanks && matches!(fact.class, Class::Measure | Class::Number | Class::Side) => 0.25,
        0 if fact.naming != Naming::Telling => OF_KIND,
        0 => weight(fact.class),
        polarity if polarity & mask != 0 => 0.0,
        _ if matches!(fact.class, Class::Finding | Class::Normal | Class::Change) => OPPOSITE,
        _ => 0.05,
    }
}

/// The sentences that share most with a sentence, with what using each costs: among equals the one that says least besides.
fn candidates(
    sentence: &Sentence,
    passage: &Passage,
    prior: &impl Fn(&Sentence) -> Option<f32>,
) -> Vec<(usize, f32)> {
    let mut shared: Vec<(usize, f32)> = Vec::new();
    for key in sentence.keys() {
        let standing = passage.with(key);
        let class = sentence
            .facts
            .iter()
            .find(|fact| fact.key == key)
            .map_or(Class::Plain, |fact| fact.class);
        for source in standing.iter().take(MOST_STANDING) {
            // A word that stands everywhere tells little about where it came from.
            let gain = weight(class) * (1.0 + 4.0 / standing.len() as f32);
            match shared.binary_search_by_key(source, |(known, _)| *known) {
                Ok(at) => shared[at].1 += gain,
                Err(at) => shared.insert(at, (*source, gain)),
            }
        }
    }
    let limit = (CANDIDATES + sentence.facts.len() / 3).min(80);
    shared.sort_by(|left, right| right.1.total_cmp(&left.1));
    shared
        .into_iter()
        .filter_map(|(source, _)| {
            let other = &passage.sentences[source];
            let besides = other.keys().filter(|key| !sentence.has(*key)).count() as f32;
            let slack = 0.2 * besides / (other.facts.len() as f32).max(1.0);
            Some((source, prior(other)? + slack))
        })
        .take(limit)
        .collect()
}
