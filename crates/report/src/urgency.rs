//! How urgent a finding is, by the rules of `data/urgency.toml`.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::negation;
use crate::phrase::Phrases;
use crate::token;
use serde::Deserialize;

/// Urgency, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// Needs a call to the referrer.
    Critical,
    /// Changes what is done next.
    Significant,
    /// Neither.
    Ordinary,
    /// Found by the way.
    Incidental,
    /// No finding but an advice.
    Recommendation,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    needs: Vec<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    critical: Vec<Rule>,
    significant: Vec<Rule>,
    incidental: Vec<Rule>,
}

/// Rules with their phrases replaced by numbers, so that a sentence is searched once.
struct Rules {
    rules: Vec<(Urgency, Vec<Vec<usize>>)>,
    /// Phrases by their length in words: the longest phrase at a place must not hide a shorter one.
    phrases: Vec<Phrases<usize>>,
}

static RULES: LazyLock<Rules> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../data/urgency.toml"))
        .unwrap_or_else(|error| panic!("urgency: {error}"));
    let levels = [
        (Urgency::Critical, file.critical),
        (Urgency::Significant, file.significant),
        (Urgency::Incidental, file.incidental),
    ];
    let mut known: Vec<String> = Vec::new();
    let mut rules = Vec::new();
    for (level, of_level) in levels {
        for rule in of_level {
            let needs = rule
                .needs
                .into_iter()
                .map(|phrases| {
                    phrases
                        .into_iter()
                        .map(|phrase| number(&mut known, phrase))
                        .collect()
                })
                .collect();
            rules.push((level, needs));
        }
    }
    let longest = known
        .iter()
        .map(|phrase| token::words(phrase).len())
        .max()
        .unwrap_or(0);
    let phrases = (1..=longest)
        .map(|length| {
            Phrases::new(
                known
                    .iter()
                    .enumerate()
                    .filter(|(_, phrase)| token::words(phrase).len() == length)
                    .map(|(at, phrase)| (phrase.as_str(), at)),
            )
        })
        .collect();
    Rules { rules, phrases }
});

fn number(known: &mut Vec<String>, phrase: String) -> usize {
    let keys: Vec<String> = token::words(&phrase).into_iter().map(|word| word.key).collect();
    let phrase = keys.join(" ");
    known
        .iter()
        .position(|other| *other == phrase)
        .unwrap_or_else(|| {
            known.push(phrase);
            known.len() - 1
        })
}

/// The urgency of what a sentence asserts.
pub fn of(sentence: &str) -> Urgency {
    let words = token::words(sentence);
    let scopes = negation::scopes(sentence);
    let said: HashSet<usize> = RULES
        .phrases
        .iter()
        .flat_map(|phrases| phrases.find(&words))
        .filter(|found| {
            let names_absence = scopes
                .iter()
                .any(|scope| found.range.start <= scope.cue.start && scope.cue.end <= found.range.end);
            names_absence || !negation::denies(&scopes, found.range.start)
        })
        .map(|found| found.meaning)
        .collect();
    let holds = |needs: &[Vec<usize>]| {
        needs
            .iter()
            .all(|phrases| phrases.iter().any(|phrase| said.contains(phrase)))
    };
    RULES
        .rules
        .iter()
        .find(|(_, needs)| holds(needs))
        .map_or(Urgency::Ordinary, |(level, _)| *level)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentence: &str, urgency: Urgency) {
        assert_eq!(of(sentence), urgency, "{sentence}");
    }

    #[test]
    fn findings_that_need_a_call_are_critical() {
        check("A 14 mm subdural haematoma is seen.", Urgency::Critical);
        check(
            "Filling defects in the left lower lobe pulmonary artery.",
            Urgency::Critical,
        );
        check(
            "Appendix is dilated to 11 mm with fat stranding.",
            Urgency::Critical,
        );
        check("Absent flow in the superior sagittal sinus.", Urgency::Critical);
    }

    #[test]
    fn what_is_denied_is_not_urgent() {
        check("Small renal cyst without pneumoperitoneum.", Urgency::Incidental);
        check("Nodule without midline shift.", Urgency::Ordinary);
    }
}
