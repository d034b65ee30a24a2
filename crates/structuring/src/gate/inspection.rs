//! Compares a report with what it may draw on, in both directions.

use std::collections::HashSet;

use report::section::SectionKind;
use report::statement::Statement;

use super::alignment::{self, Alignment};
use super::fact::{self, BOTH, Class, Fact, LEFT, Names, RIGHT};
use super::message;
use super::passage::{Owner, Passage, Sentence};
use super::{Flag, FlagKind, Given};

/// Below this share of explained facts a sentence is not the source's at all.
const EXPLAINED: f32 = 0.5;

/// A report and what it may draw on, read.
pub(super) struct Inspection {
    pub(super) names: Names,
    pub(super) given: Passage,
    pub(super) report: Passage,
    /// Where the facts of each sentence of the report came from.
    pub(super) origins: Vec<Alignment>,
}

/// A difference between a sentence and its source.
pub(super) struct Difference {
    pub(super) kind: FlagKind,
    /// Index of the sentence of the report; `None` for what is in none.
    pub(super) sentence: Option<usize>,
    /// Index of the sentence it is compared with.
    pub(super) source: Option<usize>,
    pub(super) what: What,
}

/// What differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// The whole sentence.
    Sentence,
    /// Whether it is asserted or denied.
    Polarity { denied_in_report: bool, key: u32 },
    /// A fact: what the report has and what the source has.
    Fact {
        class: Class,
        report: Option<u32>,
        source: Option<u32>,
    },
}

impl What {
    fn class(self) -> Class {
        match self {
            Self::Sentence | Self::Polarity { .. } => Class::Plain,
            Self::Fact { class, .. } => class,
        }
    }
}

pub(super) fn inspect(given: &Given<'_>, report: &[Statement]) -> Vec<Flag> {
    let inspection = Inspection::of(given, report);
    let differences = inspection.differences();
    inspection.flags(&differences, report)
}

pub(super) fn inspect_impression(
    findings: &str,
    history: &str,
    study: Option<&str>,
    impression: &[Statement],
) -> Vec<Flag> {
    let dictation = format!("{findings}\n{history}");
    let given = Given {
        dictation: &dictation,
        template: None,
        previous_report: None,
        study_name: study,
    };
    let mut inspection = Inspection::of(&given, impression);
    // What the impression is made from is not a dictation: nothing of it can be lost, and it has no places to show.
    for sentence in &mut inspection.given.sentences {
        sentence.place = 0..0;
    }
    let differences = inspection.against_sources();
    inspection.flags(&differences, impression)
}

impl Inspection {
    pub(super) fn of(given: &Given<'_>, report: &[Statement]) -> Self {
        let mut names = Names::default();
        for key in [RIGHT, LEFT, BOTH] {
            names.number(key.to_owned());
        }
        let given = Passage::given(given, &mut names);
        let report = Passage::report(report, &mut names);
        let origins = report
            .sentences
            .iter()
            .map(|sentence| {
                alignment::align(sentence, &given, |source| Self::prior(sentence.section, source))
            })
            .collect();
        Self {
            names,
            given,
            report,
            origins,
        }
    }

    /// Every difference, the report's first.
    pub(super) fn differences(&self) -> Vec<Difference> {
        let mut differences = self.against_sources();
        let lost = self.against_report(&differences);
        differences.extend(lost);
        differences
    }

    /// What using a source for a sentence of the report costs beforehand.
    fn prior(section: Option<SectionKind>, source: &Sentence) -> Option<f32> {
        let of_comparison = section == Some(SectionKind::Comparison);
        let elsewhere = if source.section.is_some() && source.section != section {
            0.06
        } else {
            0.0
        };
        match source.owner {
            Owner::Previous if of_comparison => Some(0.08),
            Owner::Previous => None,
            Owner::Template => Some(0.03 + elsewhere),
            Owner::Study => Some(0.2),
            Owner::Dictation | Owner::Report(_) => Some(elsewhere),
        }
    }

    /// What the report says and its sources do not.
    fn against_sources(&self) -> Vec<Difference> {
        let mut differences = Vec::new();
        for (index, sentence) in self.report.sentences.iter().enumerate() {
            if sentence.section == Some(SectionKind::Comparison) {
                self.check_sizes(index, &mut differences);
            }
            let alignment = &self.origins[index];
            let telling = sentence.facts.iter().any(|fact| fact.class.is_critical());
            if alignment.share < EXPLAINED && (telling || sentence.facts.len() >= 3) {
                differences.push(Difference {
                    kind: FlagKind::Invented,
                    sentence: Some(index),
                    source: None,
                    what: What::Sentence,
                });
                continue;
            }
            differences.extend(self.side_lost_in_impression(index));
            for source in alignment.runs() {
                let run: Vec<&Fact> = sentence
                    .facts
                    .iter()
                    .zip(&alignment.sources)
                    .filter(|(_, from)| **from == Some(source))
                    .map(|(fact, _)| fact)
                    .collect();
                self.compare(index, &run, source, &mut differences);
            }
        }
        differences
    }

    /// Compares a run of facts of the report with its source.
    fn compare(&self, index: usize, run: &[&Fact], source: usize, differences: &mut Vec<Difference>) {
        let sentence = &self.report.sentences[index];
        let from = &self.given.sentences[source];
        let mut told: Vec<Class> = Vec::new();
        for fact in run {
            let derived = sentence.is_derived(fact);
            if derived || !fact.class.is_critical() || from.has(fact.key) || told.contains(&fact.class) {
                continue;
            }
            if self.is_supported_elsewhere(sentence, fact, source) {
                continue;
            }
            let instead = self.counterpart(fact, sentence, from);
            told.push(fact.class);
            differences.push(Difference {
                kind: if instead.is_some() {
                    FlagKind::Changed
                } else {
                    FlagKind::Invented
                },
                sentence: Some(index),
                source: Some(source),
                what: What::Fact {
                    class: fact.class,
                    report: Some(fact.key),
                    source: instead,
                },
            });
        }
        if let Some(fact) = opposite(run, sentence, from) {
            differences.push(Difference {
                kind: FlagKind::Changed,
                sentence: Some(index),
                source: Some(source),
                what: What::Polarity {
                    denied_in_report: fact.denied,
                    key: fact.key,
                },
            });
        }
    }

    /// The fact of the source that stands in the place of one of the report.
    fn counterpart(&self, fact: &Fact, sentence: &Sentence, source: &Sentence) -> Option<u32> {
        source
            .facts
            .iter()
            .find(|other| other.class == fact.class && !sentence.has(other.key))
            .map(|other| other.key)
    }

    /// Whether a fact that its source lacks is no difference all the same.
    fn is_supported_elsewhere(&self, sentence: &Sentence, fact: &Fact, source: usize) -> bool {
        let from = &self.given.sentences[source];
        let side = |key: &str| self.names.known(key);
        match fact.class {
            Class::Side => {
                let (right, left, both) = (side(RIGHT), side(LEFT), side(BOTH));
                let has = |key: Option<u32>| key.is_some_and(|key| from.has(key));
                if Some(fact.key) == both {
                    return has(right) && has(left) || self.other_side_says_so_too(sentence, from);
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
                self.given.with(fact.key).iter().any(|other| {
                    let near = &self.given.sentences[*other];
                    *other != source
                        && other.abs_diff(source) <= 2
                        && near.owner == from.owner
                        && (fact.class == Class::Anatomy || near.polarity(fact.key) & mask != 0)
                })
            }
            _ => false,
        }
    }

    /// The sizes of a comparison stand in what is nearest to it today or before; a share is arithmetic and is not asked for.
    fn check_sizes(&self, index: usize, differences: &mut Vec<Difference>) {
        let sentence = &self.report.sentences[index];
        let near = |other: &Sentence| {
            sentence
                .facts
                .iter()
                .filter(|fact| !matches!(fact.class, Class::Measure | Class::Change) && other.has(fact.key))
                .count()
        };
        let sources = |owner: Owner| {
            let with_sizes = self.given.sentences.iter().filter(move |other| {
                other.owner == owner && other.facts.iter().any(|fact| fact.class == Class::Measure)
            });
            let nearest = with_sizes.clone().map(near).max().unwrap_or(0);
            with_sizes.filter(move |other| nearest > 0 && near(other) == nearest)
        };
        let nearest: Vec<&Sentence> = sources(Owner::Dictation)
            .chain(sources(Owner::Previous))
            .collect();
        for fact in sentence.facts.iter().filter(|fact| fact.class == Class::Measure) {
            let Some((unit, values)) = fact::measured(self.names.text(fact.key)) else {
                continue;
            };
            let stands = nearest.iter().flat_map(|other| &other.facts).any(|other| {
                fact::measured(self.names.text(other.key)).is_some_and(|(other, whole)| {
                    other == unit && values.iter().all(|value| whole.contains(value))
                })
            });
            if !stands && unit != "%" {
                differences.push(Difference {
                    kind: FlagKind::Invented,
                    sentence: Some(index),
                    source: None,
                    what: What::Fact {
                        class: Class::Measure,
                        report: Some(fact.key),
                        source: None,
                    },
                });
            }
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
            && self.given.with(some.key).iter().any(|index| {
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
        self.given.with(key).iter().any(|index| {
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

    /// Which sentences went to the findings (false) and which to the impression (true), in good part.
    fn descends(&self) -> HashSet<(usize, bool)> {
        let mut descends = HashSet::new();
        for (sentence, origin) in self.report.sentences.iter().zip(&self.origins) {
            for source in origin.runs() {
                let taken = origin
                    .sources
                    .iter()
                    .filter(|from| **from == Some(source))
                    .count();
                if taken * 5 >= self.given.sentences[source].facts.len() * 2 {
                    descends.insert((source, is_impression(sentence)));
                }
            }
        }
        descends
    }

    /// An impression made from a finding keeps its side.
    fn side_lost_in_impression(&self, index: usize) -> Option<Difference> {
        let sentence = &self.report.sentences[index];
        let source = *self.origins[index].runs().first()?;
        let from = &self.given.sentences[source];
        let is_side = |fact: &&Fact| fact.class == Class::Side;
        let mut sides = from
            .facts
            .iter()
            .enumerate()
            .filter(|(_, fact)| fact.class == Class::Side);
        let (at, side) = sides.next()?;
        let head = from.facts.get(at + 1)?;
        let lost = is_impression(sentence)
            && !is_impression(from)
            && sides.next().is_none()
            && !sentence.facts.iter().any(|fact| is_side(&fact))
            && matches!(head.class, Class::Anatomy | Class::Finding | Class::Position)
            && sentence.has(head.key);
        lost.then_some(Difference {
            kind: FlagKind::Lost,
            sentence: Some(index),
            source: Some(source),
            what: What::Fact {
                class: Class::Side,
                report: None,
                source: Some(side.key),
            },
        })
    }

    /// What was dictated and the report does not say.
    fn against_report(&self, known: &[Difference]) -> Vec<Difference> {
        let mut differences: Vec<Difference> = Vec::new();
        let descends = self.descends();
        for (index, spoken) in self.given.sentences.iter().enumerate() {
            if spoken.owner != Owner::Dictation || spoken.facts.is_empty() || names_study(spoken, self) {
                continue;
            }
            let alignment = alignment::align(spoken, &self.report, |target| {
                let stands_in_its_own = descends.contains(&(index, is_impression(spoken)));
                Some(prior_of_target(spoken, target, stands_in_its_own))
            });
            if alignment.share < EXPLAINED {
                differences.push(Difference {
                    kind: FlagKind::Lost,
                    sentence: None,
                    source: Some(index),
                    what: What::Sentence,
                });
                continue;
            }
            let targets = alignment.runs();
            if self.is_only_in_impression(spoken, index, &targets) {
                differences.push(Difference {
                    kind: FlagKind::Lost,
                    sentence: None,
                    source: Some(index),
                    what: What::Sentence,
                });
                continue;
            }
            for target in targets {
                let run: Vec<&Fact> = spoken
                    .facts
                    .iter()
                    .zip(&alignment.sources)
                    .filter(|(_, to)| **to == Some(target))
                    .map(|(fact, _)| fact)
                    .collect();
                self.compare_back(index, &run, target, known, &mut differences);
            }
        }
        differences
    }

    /// Whether what was dictated as a finding stands in the impression alone, and there because it was dictated for it too.
    fn is_only_in_impression(&self, spoken: &Sentence, index: usize, targets: &[usize]) -> bool {
        spoken.section == Some(SectionKind::Findings)
            && !targets.is_empty()
            && targets.iter().all(|target| {
                self.report.sentences[*target].section == Some(SectionKind::Impression)
                    && !self.origins[*target].sources.contains(&Some(index))
            })
    }

    /// Compares a run of dictated facts with the sentence of the report they went to.
    fn compare_back(
        &self,
        source: usize,
        run: &[&Fact],
        target: usize,
        known: &[Difference],
        differences: &mut Vec<Difference>,
    ) {
        let spoken = &self.given.sentences[source];
        let sentence = &self.report.sentences[target];
        let told = |class: Class| {
            known.iter().any(|other| {
                other.sentence == Some(target)
                    && (other.what.class() == class || other.what == What::Sentence)
            })
        };
        let mut classes: Vec<Class> = Vec::new();
        for fact in run {
            if !fact.class.is_critical()
                || sentence.has(fact.key)
                || told(fact.class)
                || classes.contains(&fact.class)
            {
                continue;
            }
            if self.is_said_elsewhere(spoken, fact, target) {
                continue;
            }
            classes.push(fact.class);
            if !self.origins[target].sources.contains(&Some(source)) {
                // The sentence is nowhere: what is nearest to it came from another.
                differences.push(Difference {
                    kind: FlagKind::Lost,
                    sentence: None,
                    source: Some(source),
                    what: What::Sentence,
                });
                return;
            }
            let instead = self.counterpart(fact, spoken, sentence);
            differences.push(Difference {
                kind: if instead.is_some() {
                    FlagKind::Changed
                } else {
                    FlagKind::Lost
                },
                sentence: Some(target),
                source: Some(source),
                what: What::Fact {
                    class: fact.class,
                    report: instead,
                    source: Some(fact.key),
                },
            });
        }
        let flipped = known
            .iter()
            .any(|other| other.sentence == Some(target) && matches!(other.what, What::Polarity { .. }));
        if let Some(fact) = opposite(run, spoken, sentence).filter(|_| !flipped) {
            differences.push(Difference {
                kind: FlagKind::Changed,
                sentence: Some(target),
                source: Some(source),
                what: What::Polarity {
                    denied_in_report: !fact.denied,
                    key: fact.key,
                },
            });
        }
    }

    /// Whether a dictated fact that its sentence of the report lacks is no loss all the same.
    fn is_said_elsewhere(&self, spoken: &Sentence, fact: &Fact, target: usize) -> bool {
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
                                self.report.with(other).iter().any(|index| {
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
            Class::Side => has(both) && !has(if Some(fact.key) == right { left } else { right }),
            Class::Anatomy | Class::Finding | Class::Number => self
                .report
                .with(fact.key)
                .iter()
                .any(|other| *other != target && other.abs_diff(target) <= 1),
            // "No significant" and "no acute" say less than the degree they deny when another degree stands there, else as much.
            _ => false,
        }
    }

    /// Flags of differences: those of the report in its order, then what was lost.
    pub(super) fn flags(&self, differences: &[Difference], report: &[Statement]) -> Vec<Flag> {
        let mut flags: Vec<Flag> = Vec::new();
        for difference in differences {
            let flag = self.flag(difference, report);
            if !flags.iter().any(|known| {
                known.statement == flag.statement && known.text == flag.text && known.message == flag.message
            }) {
                flags.push(flag);
            }
        }
        flags.sort_by_key(|flag| (flag.statement.is_none(), flag.statement));
        flags
    }

    pub(super) fn flag(&self, difference: &Difference, report: &[Statement]) -> Flag {
        let source = difference.source.map(|index| &self.given.sentences[index]);
        let sentence = difference.sentence.map(|index| &self.report.sentences[index]);
        let statement = sentence.and_then(|sentence| match sentence.owner {
            Owner::Report(index) => Some(index),
            _ => None,
        });
        let shown = match difference.kind {
            FlagKind::Lost => source.or(sentence),
            FlagKind::Changed | FlagKind::Invented => sentence.or(source),
        };
        Flag {
            kind: difference.kind,
            text: shown.map_or_else(String::new, |sentence| sentence.text.trim().to_owned()),
            section: statement
                .and_then(|index| report.get(index))
                .map(|statement| statement.section),
            statement,
            dictated: source
                .filter(|source| source.owner == Owner::Dictation && !source.place.is_empty())
                .map(|source| source.place.clone()),
            message: message::of(difference, sentence, source, &self.names),
        }
    }
}

fn is_impression(sentence: &Sentence) -> bool {
    sentence.section == Some(SectionKind::Impression)
}

/// What it costs a dictated sentence to have gone to a sentence of the report in another section. The impression repeats the
/// findings, so a value that it keeps does not stand for one that the findings have lost.
fn prior_of_target(spoken: &Sentence, target: &Sentence, stands_in_its_own: bool) -> f32 {
    if is_impression(spoken) != is_impression(target) && stands_in_its_own {
        1.4
    } else if spoken.section.is_some() && spoken.section != target.section {
        0.06
    } else {
        0.0
    }
}

/// A fact of a run of `own` that `other` says the opposite of.
fn opposite<'f>(run: &[&'f Fact], own: &Sentence, other: &Sentence) -> Option<&'f Fact> {
    let in_run = |fact: &Fact| {
        run.iter()
            .any(|chosen| chosen.range == fact.range && chosen.key == fact.key)
    };
    let matched = |fact: &Fact| run.iter().any(|chosen| chosen.key == fact.key);
    let differs = |fact: &Fact| {
        let mask = if fact.denied { 2 } else { 1 };
        let polarity = other.polarity(fact.key);
        if polarity == 0 || polarity & mask != 0 {
            return false;
        }
        // Read as what the run and its counterpart are, without what only stands beside them.
        let here = own.polarity_within(fact.key, in_run);
        let there = other.polarity_within(fact.key, matched);
        here & there == 0 && here != 0 && there != 0
    };
    let telling = |fact: &Fact| {
        matches!(
            fact.class,
            Class::Finding | Class::Normal | Class::Change | Class::Code
        )
    };
    if let Some(fact) = run.iter().find(|fact| telling(fact) && differs(fact)) {
        return Some(fact);
    }
    let agrees = run.iter().any(|fact| telling(fact) && other.has(fact.key));
    let describes = |fact: &Fact| {
        matches!(
            fact.class,
            Class::Plain | Class::Degree | Class::Measure | Class::Number
        )
    };
    let described: Vec<&&Fact> = run
        .iter()
        .filter(|fact| describes(fact) && other.has(fact.key))
        .collect();
    let first = described.iter().find(|fact| differs(fact))?;
    // A denial on one side and none on the other.
    let denied = described.iter().any(|fact| fact.denied);
    let other_denies = described.iter().any(|fact| other.polarity(fact.key) & 2 != 0);
    let one_sided = !denied || !other_denies;
    (!agrees && one_sided).then_some(**first)
}

/// Whether a dictated sentence only names the study.
fn names_study(sentence: &Sentence, inspection: &Inspection) -> bool {
    let named = |fact: &Fact| {
        matches!(
            fact.class,
            Class::Anatomy | Class::Side | Class::Position | Class::Code
        ) || matches!(
            inspection.names.text(fact.key),
            "ct" | "mri" | "hrct" | "cect" | "ncct" | "mra" | "cta" | "mrcp" | "spine"
        )
    };
    let says_modality = sentence.facts.iter().any(|fact| {
        matches!(
            inspection.names.text(fact.key),
            "ct" | "mri" | "hrct" | "cect" | "ncct" | "mra" | "cta" | "mrcp"
        )
    });
    says_modality && sentence.facts.len() <= 14 && sentence.facts.iter().all(named)
}
