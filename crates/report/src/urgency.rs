//! How urgent a finding is, by the rules of `data/urgency.toml`.

mod phrases;

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::budget;
use crate::negation::{self, Scope};
use crate::token::{self, Word};
use phrases::{Phrases, runs_on};
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
    #[serde(default)]
    unless: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    other_things: Vec<String>,
    past: Vec<String>,
    long_standing: Vec<String>,
    groups: HashMap<String, Vec<String>>,
    critical: Vec<Rule>,
    significant: Vec<Rule>,
    incidental: Vec<Rule>,
}

/// A rule with its phrases replaced by their numbers.
struct Numbered {
    level: Urgency,
    needs: Vec<Vec<usize>>,
    unless: Vec<usize>,
}

struct Rules {
    rules: Vec<Numbered>,
    /// The rules that a phrase opens, by the number of the phrase: of all rules a sentence meets a few.
    opened: Vec<Vec<usize>>,
    phrases: Phrases,
    other_things: Phrases,
    past: Vec<String>,
    long_standing: Vec<String>,
}

static RULES: LazyLock<Rules> = LazyLock::new(|| budget::suspended(read));

fn read() -> Rules {
    let file: File = toml::from_str(include_str!("../data/urgency.toml"))
        .unwrap_or_else(|error| panic!("urgency: {error}"));
    let levels = [
        (Urgency::Critical, &file.critical),
        (Urgency::Significant, &file.significant),
        (Urgency::Incidental, &file.incidental),
    ];
    let mut phrases = Phrases::default();
    let mut number = |words: &[String]| -> Vec<usize> {
        words
            .iter()
            .flat_map(|phrase| match phrase.strip_prefix('@') {
                Some(group) => file.groups[group].as_slice(),
                None => std::slice::from_ref(phrase),
            })
            .map(|phrase| phrases.add(phrase))
            .collect()
    };
    let mut rules = Vec::new();
    for (level, of_level) in levels {
        for rule in of_level {
            rules.push(Numbered {
                level,
                needs: rule.needs.iter().map(|any_of| number(any_of)).collect(),
                unless: number(&rule.unless),
            });
        }
    }
    let mut opened = vec![Vec::new(); phrases.len()];
    for (index, rule) in rules.iter().enumerate() {
        for phrase in &rule.needs[0] {
            opened[*phrase].push(index);
        }
    }
    let mut other_things = Phrases::default();
    for phrase in &file.other_things {
        other_things.add(phrase);
    }
    Rules {
        rules,
        opened,
        phrases,
        other_things,
        past: file.past,
        long_standing: file.long_standing,
    }
}

/// What a sentence says of the phrases of the rules.
struct Said {
    /// Phrases that are asserted of today.
    current: Vec<usize>,
    /// These and those that are asserted as long standing.
    asserted: Vec<usize>,
}

impl Said {
    fn of(sentence: &str, words: &[Word], scopes: &[Scope]) -> Self {
        let other_things = RULES.other_things.find(sentence, words);
        let (mut current, mut asserted) = (Vec::new(), Vec::new());
        for (phrase, place) in RULES.phrases.find(sentence, words) {
            let range = words[place.start].range.start..words[place.end - 1].range.end;
            let names_absence = scopes
                .iter()
                .any(|scope| range.start <= scope.cue.start && scope.cue.end <= range.end);
            let is_part = other_things
                .iter()
                .any(|(_, other)| other.start <= place.start && place.end <= other.end);
            let before = |known: &[String]| -> bool {
                let from = place.start.saturating_sub(REACH);
                let near = &words[from..place.start];
                let at = near.iter().rposition(|word| known.contains(&word.key));
                at.is_some_and(|at| {
                    runs_on(sentence, &words[from + at..place.end])
                        && !words[..from + at].iter().any(|word| word.key == "acute")
                })
            };
            if is_part || before(&RULES.past) || (!names_absence && negation::denies(scopes, range.start)) {
                continue;
            }
            asserted.push(phrase);
            if !before(&RULES.long_standing) {
                current.push(phrase);
            }
        }
        Self { current, asserted }
    }
}

/// How many words before a finding its age may stand.
const REACH: usize = 2;

/// The urgency of what a sentence asserts.
pub fn of(sentence: &str) -> Urgency {
    of_words(sentence, &token::words(sentence), &negation::scopes(sentence))
}

/// The same of a sentence whose words and denials are known.
pub(crate) fn of_words(sentence: &str, words: &[Word], scopes: &[Scope]) -> Urgency {
    let said = Said::of(sentence, words, scopes);
    if said.asserted.is_empty() {
        return Urgency::Ordinary;
    }
    let holds = |rule: &Numbered, said: &[usize]| {
        let any = |phrases: &[usize]| phrases.iter().any(|phrase| said.contains(phrase));
        rule.needs.iter().all(|phrases| any(phrases)) && !any(&rule.unless)
    };
    let of_level = |level: Urgency, said: &[usize]| {
        said.iter()
            .flat_map(|phrase| &RULES.opened[*phrase])
            .map(|rule| &RULES.rules[*rule])
            .any(|rule| rule.level == level && holds(rule, said))
    };
    if of_level(Urgency::Critical, &said.current) {
        Urgency::Critical
    } else if of_level(Urgency::Significant, &said.asserted) || of_level(Urgency::Critical, &said.asserted) {
        Urgency::Significant
    } else if of_level(Urgency::Incidental, &said.asserted) {
        Urgency::Incidental
    } else {
        Urgency::Ordinary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Urgent findings as they are worded by those who only describe.
    const URGENT: &[&str] = &[
        "Abrupt cut off of contrast in the superior mesenteric artery.",
        "SMA is not opacified beyond its first jejunal branch.",
        "Gas is seen in the portal vein branches.",
        "Poorly enhancing ileal loops with free fluid.",
        "C-shaped dilated bowel loop with two adjacent transition points.",
        "Swirling of the mesenteric vessels with dilated jejunal loops.",
        "Strangulated inguinal hernia containing ileum.",
        "Gas locules outside the bowel lumen next to the sigmoid.",
        "Left kidney is enlarged, with gas in the parenchyma and the collecting system.",
        "Gas within the gallbladder wall.",
        "Flap in the descending thoracic aorta separating true and false lumina.",
        "Aneurysm of the abdominal aorta with contrast leaking into the retroperitoneum.",
        "Emboli in the segmental branches of the right lower lobe.",
        "Rim enhancing collection in the left parapharyngeal space reducing the airway to 3 mm.",
        "Gas tracking along the perineum and scrotum.",
        "Right ovary is enlarged with a twisted pedicle.",
        "Hyperdense crescentic collection along the right cerebral convexity.",
        "Hyperdensity in the basal cisterns.",
        "Restricted diffusion with low ADC in the right corona radiata.",
        "Tip of the basilar artery shows a filling defect.",
        "Left transverse sinus does not opacify.",
        "Left popliteal artery shows abrupt occlusion by an embolus.",
        "Nasogastric tube lies in the left lower lobe bronchus.",
    ];

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
        for sentence in URGENT {
            check(sentence, Urgency::Critical);
        }
    }

    #[test]
    fn what_is_old_or_another_thing_needs_no_call() {
        check("Old infarct in the left MCA territory.", Urgency::Incidental);
        check("Chronic portal vein thrombosis.", Urgency::Significant);
        check("Acute on chronic subdural haematoma.", Urgency::Critical);
        check("Right parietal scalp haematoma.", Urgency::Ordinary);
        check("Gas filled bowel loops, wall not thickened.", Urgency::Ordinary);
        check("Left renal cyst that does not enhance.", Urgency::Incidental);
    }

    #[test]
    fn what_is_denied_is_not_urgent() {
        check("Small renal cyst without pneumoperitoneum.", Urgency::Incidental);
        check("Nodule without midline shift.", Urgency::Ordinary);
    }
}
