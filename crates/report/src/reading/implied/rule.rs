//! What the rules of `data/implications.toml` tell.

use std::sync::LazyLock;

use serde::Deserialize;

use super::claim;
use crate::phrase::Phrases;
use crate::reading::{Claim, Parts, Subject};
use crate::side::Side;
use crate::{anatomy, negation};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    said: Vec<String>,
    #[serde(default)]
    beside: Vec<String>,
    #[serde(default)]
    unless: Vec<String>,
    #[serde(default)]
    within: Vec<String>,
    claims: String,
    #[serde(default)]
    at: Vec<String>,
    #[serde(default)]
    both: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rule: Vec<Entry>,
}

struct Rule {
    said: Phrases<()>,
    beside: Option<Phrases<()>>,
    unless: Phrases<()>,
    within: Vec<String>,
    claims: String,
    at: Vec<String>,
    both: bool,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it; a test holds that.
static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../../data/implications.toml"))
        .unwrap_or_else(|error| panic!("implications: {error}"));
    let phrases = |words: Vec<String>| Phrases::new(words.into_iter().map(|word| (word, ())));
    let rule = |entry: Entry| Rule {
        said: phrases(entry.said),
        beside: (!entry.beside.is_empty()).then(|| phrases(entry.beside)),
        unless: phrases(entry.unless),
        within: entry.within,
        claims: entry.claims,
        at: entry.at,
        both: entry.both,
    };
    file.rule.into_iter().map(rule).collect()
});

pub(super) fn claims(parts: &Parts<'_>, subjects: &[Subject]) -> Vec<Claim> {
    let lexicon = anatomy::lexicon();
    let tell = |rule: &Rule| {
        let said = rule.said.find(&parts.words);
        let is_said = said
            .iter()
            .any(|found| !negation::denies(&parts.scopes, found.range.start));
        let stands_beside = rule
            .beside
            .as_ref()
            .is_none_or(|beside| !beside.find(&parts.words).is_empty());
        if !is_said || !stands_beside || !rule.unless.find(&parts.words).is_empty() {
            return None;
        }
        let lies_within = |subject: &&Subject| {
            rule.within
                .iter()
                .any(|whole| lexicon.is_within(&subject.structure.id, whole))
        };
        let chosen = subjects
            .iter()
            .filter(|subject| rule.within.is_empty() || lies_within(subject));
        let chosen: Vec<Subject> = chosen.cloned().collect();
        if chosen.is_empty() && !rule.within.is_empty() {
            return None;
        }
        let places: Vec<Subject> = if rule.at.is_empty() {
            chosen
        } else {
            // A clot in a segment of the left lung is one of a left artery.
            let side = chosen
                .first()
                .and_then(|first| first.side)
                .filter(|side| chosen.iter().all(|other| other.side == Some(*side)));
            let named = rule.at.iter().filter_map(|id| lexicon.get(id));
            named
                .map(|structure| Subject {
                    structure,
                    side: if rule.both { Some(Side::Bilateral) } else { side }.filter(|_| structure.paired),
                })
                .collect()
        };
        if places.is_empty() && !rule.within.is_empty() {
            return None;
        }
        claim(parts, &rule.claims, false, places)
    };
    RULES.iter().filter_map(tell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::vocabulary;

    #[test]
    fn every_name_of_the_rules_is_known() {
        for rule in RULES.iter() {
            let claims = &rule.claims;
            assert!(vocabulary::vocabulary().kind(claims).is_some(), "{claims}");
            for id in rule.at.iter().chain(&rule.within) {
                assert!(anatomy::lexicon().get(id).is_some(), "{id}");
            }
        }
    }
}
