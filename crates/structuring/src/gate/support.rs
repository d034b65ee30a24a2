//! What a sentence's own source lacks and is no difference all the same: a value that fills a blank, both sides said one by one,
//! what the sentence before was about.

use std::sync::LazyLock;

use regex::Regex;
use report::section::SectionKind;

use super::fact::{self, BOTH, Class, Fact, LEFT, Names, RIGHT};
use super::inspection::Inspection;
use super::passage::{Owner, Sentence};

impl Inspection {
    /// Whether a fact that its source lacks is no difference all the same.
    pub(super) fn is_supported_elsewhere(&self, sentence: &Sentence, fact: &Fact, source: usize) -> bool {
        let from = &self.given.sentences[source];
        let side = |key: &str| self.names.known(key);
        match fact.class {
            Class::Side => {
                let (right, left, both) = (side(RIGHT), side(LEFT), side(BOTH));
                let has = |key: Option<u32>| key.is_some_and(|key| from.has(key));
                if Some(fact.key) == both {
                    let here = |key: Option<u32>| key.is_some_and(|key| sentence.has(key));
                    return has(right) && has(left)
                        || here(right) && here(left)
                        || !has(right) && !has(left) && names_several(sentence, from)
                        || self.other_side_says_so_too(sentence, from);
                }
                let other = if Some(fact.key) == right { left } else { right };
                (has(both) && !has(other)) || (from.has_blanks && self.is_dictated(fact.key))
            }
            Class::Measure => {
                let of_report = fact::measured(self.names.text(fact.key));
                let subset = |known: u32| {
                    let (Some((unit, values)), Some((other, whole))) =
                        (&of_report, fact::measured(self.names.text(known)))
                    else {
                        return false;
                    };
                    *unit == other && values.iter().all(|value| whole.contains(value))
                };
                let in_impression = sentence.section == Some(SectionKind::Impression);
                in_impression
                    && from
                        .facts
                        .iter()
                        .any(|other| other.class == Class::Measure && subset(other.key))
                    || (from.has_blanks && self.fills(sentence, fact, from))
            }
            Class::Number | Class::Level | Class::Degree | Class::Position if from.has_blanks => {
                self.fills(sentence, fact, from)
            }
            Class::Number => [source.wrapping_sub(1), source + 1]
                .into_iter()
                .filter_map(|index| self.given.sentences.get(index))
                .any(|other| other.owner == from.owner && other.has(fact.key)),
            Class::Anatomy | Class::Finding => {
                // A part is named by its whole, and what the sentence before was about is named again.
                let mask = if fact.denied { 2 } else { 1 };
                let exchanged = from
                    .facts
                    .iter()
                    .any(|other| other.class == fact.class && !sentence.has(other.key));
                let again = fact.class == Class::Finding && is_named_again(sentence, fact);
                !exchanged
                    && self.given.each_with(fact.key).any(|other| {
                        let near = &self.given.sentences[*other];
                        *other != source
                            && other.abs_diff(source) <= if again { 6 } else { 2 }
                            && (*other < source || fact.class == Class::Finding)
                            && near.owner == from.owner
                            && (again || fact.class == Class::Anatomy || near.polarity(fact.key) & mask != 0)
                    })
            }
            _ => false,
        }
    }

    /// Whether "both" joins two sentences that say the same of each side.
    fn other_side_says_so_too(&self, sentence: &Sentence, from: &Sentence) -> bool {
        let (Some(right), Some(left)) = (self.names.known(RIGHT), self.names.known(LEFT)) else {
            return false;
        };
        let (own, other) = if from.has(right) {
            (right, left)
        } else {
            (left, right)
        };
        let Some(some) = sentence
            .facts
            .iter()
            .find(|fact| matches!(fact.class, Class::Anatomy | Class::Finding))
        else {
            return false;
        };
        from.has(own)
            && self.given.each_with(some.key).any(|index| {
                let candidate = &self.given.sentences[*index];
                let rest = |fact: &&Fact| fact.class != Class::Side;
                candidate.has(other)
                    && sentence
                        .facts
                        .iter()
                        .filter(rest)
                        .all(|fact| candidate.has(fact.key) || !fact.class.is_critical())
            })
    }

    fn is_dictated(&self, key: u32) -> bool {
        self.given.each_with(key).any(|index| {
            matches!(
                self.given.sentences[*index].owner,
                Owner::Dictation | Owner::Study
            )
        })
    }

    /// Whether a value in a blank was dictated for it: by the dictated sentence with a value of its kind that is nearest to it.
    fn fills(&self, sentence: &Sentence, fact: &Fact, blank: &Sentence) -> bool {
        let mut best = 0;
        let mut filled = false;
        for other in self
            .given
            .sentences
            .iter()
            .filter(|other| other.owner == Owner::Dictation)
        {
            if !other.facts.iter().any(|value| value.class == fact.class) {
                continue;
            }
            let near = blank
                .keys()
                .chain(sentence.keys().filter(|key| *key != fact.key))
                .filter(|key| other.has(*key))
                .count();
            if near > best {
                best = near;
                filled = other.has(fact.key);
            } else if near == best && near > 0 {
                filled |= other.has(fact.key);
            }
        }
        filled
    }

    /// Whether what a side stands with in the dictation stands with "both" in the sentence, and not only beside it: in "no calculus
    /// on either side, and the kidney is normal" the kidney has lost its side.
    fn is_of_both(&self, spoken: &Sentence, side: &Fact, sentence: &Sentence) -> bool {
        let both = self.names.known(BOTH);
        let named = |fact: &&Fact| matches!(fact.class, Class::Anatomy | Class::Finding);
        let head = spoken
            .facts
            .iter()
            .filter(named)
            .find(|fact| fact.clause == side.clause && fact.range.start >= side.range.end)
            .or_else(|| spoken.facts.iter().find(|fact| fact.class == Class::Anatomy));
        let with_both = |head: &Fact| {
            let in_clause = |other: &Fact| {
                sentence
                    .facts
                    .iter()
                    .any(|fact| Some(fact.key) == both && fact.clause == other.clause)
            };
            sentence
                .facts
                .iter()
                .any(|other| other.key == head.key && in_clause(other))
        };
        head.is_none_or(with_both)
    }

    /// Whether a dictated fact that its sentence of the report lacks is no loss all the same.
    pub(super) fn is_said_elsewhere(&self, spoken: &Sentence, fact: &Fact, target: usize) -> bool {
        let sentence = &self.report.sentences[target];
        let (right, left, both) = (
            self.names.known(RIGHT),
            self.names.known(LEFT),
            self.names.known(BOTH),
        );
        let has = |key: Option<u32>| key.is_some_and(|key| sentence.has(key));
        match fact.class {
            Class::Side if Some(fact.key) == both => {
                (has(right) && has(left))
                    || [(right, left), (left, right)].into_iter().any(|(one, other)| {
                        has(one)
                            && other.is_some_and(|other| {
                                self.report.each_with(other).any(|index| {
                                    let candidate = &self.report.sentences[*index];
                                    spoken.facts.iter().all(|fact| {
                                        fact.class == Class::Side
                                            || !fact.class.is_critical()
                                            || candidate.has(fact.key)
                                    })
                                })
                            })
                    })
            }
            Class::Side if !self.is_of_both(spoken, fact, sentence) => false,
            Class::Side => has(both) && !has(if Some(fact.key) == right { left } else { right }),
            Class::Number if is_counted(fact, sentence, &self.names) => true,
            Class::Anatomy | Class::Finding | Class::Number => self
                .report
                .each_with(fact.key)
                .any(|other| *other != target && other.abs_diff(target) <= 1),
            // "No significant" and "no acute" say less than the degree they deny when another degree stands there, else as much.
            _ => false,
        }
    }
}

/// Whether a finding is spoken of again: `the mass`, `these lesions`.
fn is_named_again(sentence: &Sentence, fact: &Fact) -> bool {
    static AGAIN: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?i)\b(?:the|this|that|these|those|its|their)\s+$").expect("article"));
    sentence
        .text
        .get(..fact.range.start)
        .is_some_and(|before| AGAIN.is_match(before))
}

/// Whether a structure of the sentence stands in its source in the plural: of two femoral heads, both.
fn names_several(sentence: &Sentence, from: &Sentence) -> bool {
    from.facts.iter().any(|fact| {
        let plural = |text: &str| text.ends_with('s') && !text.ends_with("ss") && !text.ends_with("us");
        fact.class == Class::Anatomy
            && sentence.has(fact.key)
            && from.text.get(fact.range.clone()).is_some_and(plural)
    })
}

/// Whether a sentence gives as many sizes as were counted: `two nodules: 6 mm and 4 mm`, each told with its size.
fn is_counted(fact: &Fact, sentence: &Sentence, names: &Names) -> bool {
    let sizes = sentence
        .facts
        .iter()
        .filter(|other| other.class == Class::Measure)
        .count();
    sizes > 1 && names.text(fact.key) == format!("#{sizes}")
}
