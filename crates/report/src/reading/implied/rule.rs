//! What the rules of `data/implications.toml` tell.

use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;

use super::claim;
use super::stretch::Stretches;
use crate::anatomy::{self, Structure};
use crate::budget;
use crate::negation;
use crate::phrase::{Found, Phrases};
use crate::reading::{Claim, Parts, Subject, place};
use crate::side::Side;
use crate::token::{self, ByKey, Word};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Entry {
    said: Vec<String>,
    #[serde(default)]
    beside: Vec<String>,
    #[serde(default)]
    along: Vec<String>,
    #[serde(default)]
    unless: Vec<String>,
    #[serde(default)]
    within: Vec<String>,
    #[serde(default)]
    itself: bool,
    claims: String,
    #[serde(default)]
    at: Vec<String>,
    #[serde(default)]
    both: bool,
    #[serde(default)]
    denied_too: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rule: Vec<Entry>,
}

struct Rule {
    said: Phrases<()>,
    beside: Option<Phrases<()>>,
    along: Option<Phrases<()>>,
    unless: Phrases<()>,
    within: Vec<String>,
    itself: bool,
    claims: String,
    at: Vec<String>,
    both: bool,
    denied_too: bool,
}

struct Rules {
    all: Vec<Rule>,
    /// Which of them may hold, by the first word of what is said.
    by_first: ByKey<Vec<usize>>,
}

impl Rules {
    /// The rules that may hold where these words stand, in their order.
    fn for_words(&self, words: &[Word]) -> Vec<&Rule> {
        let mut indices: Vec<usize> = words
            .iter()
            .filter_map(|word| self.by_first.get(word))
            .flatten()
            .copied()
            .collect();
        indices.sort_unstable();
        indices.dedup();
        indices.into_iter().map(|index| &self.all[index]).collect()
    }
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it; a test holds that.
static RULES: LazyLock<Rules> = LazyLock::new(|| budget::suspended(read));

fn read() -> Rules {
    let file: File = toml::from_str(include_str!("../../../data/implications.toml"))
        .unwrap_or_else(|error| panic!("implications: {error}"));
    let phrases = |words: Vec<String>| Phrases::new(words.into_iter().map(|word| (word, ())));
    let rule = |entry: Entry| Rule {
        said: phrases(entry.said),
        beside: (!entry.beside.is_empty()).then(|| phrases(entry.beside)),
        along: (!entry.along.is_empty()).then(|| phrases(entry.along)),
        unless: phrases(entry.unless),
        within: entry.within,
        itself: entry.itself,
        claims: entry.claims,
        at: entry.at,
        both: entry.both,
        denied_too: entry.denied_too,
    };
    let mut by_first: ByKey<Vec<usize>> = ByKey::default();
    for (index, entry) in file.rule.iter().enumerate() {
        for first in entry
            .said
            .iter()
            .filter_map(|said| token::words(said).into_iter().next())
        {
            by_first.of(first.key).push(index);
        }
    }
    Rules {
        all: file.rule.into_iter().map(rule).collect(),
        by_first,
    }
}

/// Every rule is asked of the stretch of the sentence that its words stand in: `distended bladder, both ureters normal` tells nothing of the
/// ureters. What is denied asks only the rules that are told of denials too.
pub(super) fn claims(parts: &Parts<'_>, subjects: &[Subject]) -> Vec<Claim> {
    let stretches = Stretches::of(parts);
    let tell = |rule: &Rule| {
        let told = rule
            .said
            .find(&parts.words)
            .into_iter()
            .filter(|found| !negation::denies(&parts.scopes, found.range.start))
            .map(|found| stretches.around(parts, found.range.start))
            .find_map(|stretch| rule.places(parts, &stretch, subjects))?;
        claim(parts, &rule.claims, false, told)
    };
    let deny = |rule: &Rule| {
        let mut said = rule.said.find(&parts.words).into_iter();
        let found = said.find(|found| negation::denies(&parts.scopes, found.range.start))?;
        let stretch = stretches.around(parts, found.range.start);
        let places = rule.places(parts, &stretch, subjects);
        let places = places.or_else(|| subjects.is_empty().then(Vec::new))?;
        let mut claim = claim(parts, &rule.claims, true, places)?;
        claim.named = found.range;
        Some(claim)
    };
    let rules = RULES.for_words(&parts.words);
    let denied = rules.iter().copied().filter(|rule| rule.denied_too);
    let told = rules.iter().copied().filter_map(tell);
    told.chain(denied.filter_map(deny)).collect()
}

impl Rule {
    /// Where the rule says that something is, from what a stretch of the sentence names; nothing when it says nothing of it. None are
    /// given by a rule that holds wherever it is said.
    fn places(
        &self,
        parts: &Parts<'_>,
        stretch: &Range<usize>,
        subjects: &[Subject],
    ) -> Option<Vec<Subject>> {
        let found_in = |phrases: &Phrases<()>| {
            let found = phrases.find(&parts.words).into_iter();
            found
                .filter(|found| stretch.contains(&found.range.start))
                .collect::<Vec<_>>()
        };
        let is_asserted = |found: &Found<()>| !negation::denies(&parts.scopes, found.range.start);
        let stands_beside = |beside: &Phrases<()>| found_in(beside).iter().any(is_asserted);
        let goes_along = |along: &Phrases<()>| along.find(&parts.words).iter().any(is_asserted);
        if !self.along.as_ref().is_none_or(goes_along) {
            return None;
        }
        if !self.beside.as_ref().is_none_or(stands_beside) || !found_in(&self.unless).is_empty() {
            return None;
        }
        let lexicon = anatomy::lexicon();
        let lies_within = |subject: &Subject| {
            let id = &subject.structure.id;
            let is_in = |whole: &String| id == whole || !self.itself && lexicon.is_within(id, whole);
            self.within.is_empty() || self.within.iter().any(is_in)
        };
        let mut chosen = told_in(parts, stretch, subjects);
        chosen.retain(lies_within);
        if chosen.is_empty() && !self.within.is_empty() {
            return None;
        }
        if self.at.is_empty() {
            return Some(chosen);
        }
        // A clot in a segment of the left lung is one of a left artery.
        let side = chosen.first().and_then(|first| first.side);
        let side = side.filter(|side| chosen.iter().all(|other| other.side == Some(*side)));
        let side = if self.both { Some(Side::Bilateral) } else { side };
        let named = self.at.iter().filter_map(|id| lexicon.get(id));
        let place = |structure: &'static Structure| Subject {
            structure,
            side: side.filter(|_| structure.paired),
        };
        Some(named.map(place).collect())
    }
}

/// The structures that a stretch names, with the sides that the sentence gives them.
fn told_in(parts: &Parts<'_>, stretch: &Range<usize>, subjects: &[Subject]) -> Vec<Subject> {
    let sided = |told: Subject| {
        let is_same = |subject: &&Subject| {
            subject.structure.id == told.structure.id && (told.side.is_none() || subject.side == told.side)
        };
        let of_sentence: Vec<Subject> = subjects.iter().filter(is_same).cloned().collect();
        if of_sentence.is_empty() {
            vec![told]
        } else {
            of_sentence
        }
    };
    place::subjects(parts, stretch, stretch.start > 0)
        .into_iter()
        .flat_map(sided)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::vocabulary;

    #[test]
    fn every_name_of_the_rules_is_known() {
        for rule in &RULES.all {
            let claims = &rule.claims;
            assert!(vocabulary::vocabulary().kind(claims).is_some(), "{claims}");
            for id in rule.at.iter().chain(&rule.within) {
                assert!(anatomy::lexicon().get(id).is_some(), "{id}");
            }
        }
    }
}
