//! Puts back what is certain: a value, a side, a level, a lost statement, a template's sentence; takes out what nobody said.
//!
//! A repair is kept only when it leaves fewer flags than before and adds none; everything else stays flagged.

use std::fmt;

use report::section::SectionKind;
use report::statement::{Origin, Statement};
use report::wording;

use super::fact::Class;
use super::inspection::{Difference, Inspection, What};
use super::passage::{Owner, Sentence};
use super::{Flag, FlagKind, Given};

/// A report after repair.
#[derive(Debug, Clone)]
pub struct Repaired {
    /// Its statements in section order.
    pub statements: Vec<Statement>,
    /// What was repaired.
    pub repairs: Vec<Repair>,
    /// What was not; indices refer to `statements`.
    pub flags: Vec<Flag>,
}

/// Something that was put back or taken out.
#[derive(Clone, PartialEq, Eq)]
pub struct Repair {
    /// The statement repaired, by its index; `None` when it was taken out.
    pub statement: Option<usize>,
    /// A sentence for the radiologist.
    pub message: String,
}

/// Shows where, never what: that is patient text.
impl fmt::Debug for Repair {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Repair")
            .field("statement", &self.statement)
            .finish_non_exhaustive()
    }
}

/// One change to a report.
enum Change {
    /// Another text for a statement, and where it came from when that changed.
    Rewrite {
        statement: usize,
        text: String,
        origin: Option<Origin>,
    },
    /// A statement put in behind the one with the index before it; `None` puts it first.
    Insert {
        behind: Option<usize>,
        statement: Statement,
    },
    /// A statement taken out.
    Remove { statement: usize },
}

/// How often a report is inspected again after changes, so that the time has a bound.
const ROUNDS: usize = 4;

/// Repairs a report.
pub(super) fn repair(given: &Given<'_>, statements: Vec<Statement>) -> Repaired {
    let mut statements = statements;
    let mut repaired: Vec<(Option<usize>, String)> = Vec::new();
    let mut inspection = Inspection::of(given, &statements);
    let mut differences = inspection.differences();
    for _ in 0..ROUNDS {
        let mut changes: Vec<(Change, String)> = Vec::new();
        let mut touched: Vec<usize> = Vec::new();
        for difference in &differences {
            let Some(change) = inspection.change(difference, &statements) else {
                continue;
            };
            // One change of a statement at a time: the next round sees what it left.
            if let Change::Rewrite { statement, .. } | Change::Remove { statement } = &change {
                if touched.contains(statement) {
                    continue;
                }
                touched.push(*statement);
            }
            changes.push((change, inspection.flag(difference, &statements).message));
        }
        if changes.is_empty() {
            break;
        }
        let (tried, told) = apply(&statements, changes, &repaired);
        let inspected = Inspection::of(given, &tried);
        let left = inspected.differences();
        if left.len() >= differences.len() {
            break;
        }
        (statements, repaired, inspection, differences) = (tried, told, inspected, left);
    }
    let flags = inspection.flags(&differences, &statements);
    Repaired {
        repairs: repaired
            .into_iter()
            .map(|(statement, message)| Repair { statement, message })
            .collect(),
        statements,
        flags,
    }
}

/// The statements with the changes, and what was repaired so far by its new places.
fn apply(
    statements: &[Statement],
    changes: Vec<(Change, String)>,
    before: &[(Option<usize>, String)],
) -> (Vec<Statement>, Vec<(Option<usize>, String)>) {
    let mut slots: Vec<Vec<(Statement, Option<String>)>> = Vec::with_capacity(statements.len() + 1);
    slots.push(Vec::new());
    slots.extend(statements.iter().map(|statement| vec![(statement.clone(), None)]));
    let mut removed: Vec<String> = Vec::new();
    for (change, message) in changes {
        match change {
            Change::Rewrite {
                statement,
                text,
                origin,
            } => {
                if let Some((rewritten, told)) = slots[statement + 1].first_mut() {
                    rewritten.text = text;
                    if let Some(origin) = origin {
                        rewritten.origin = origin;
                    }
                    *told = Some(message);
                }
            }
            Change::Insert { behind, statement } => {
                slots[behind.map_or(0, |index| index + 1)].push((statement, Some(message)));
            }
            Change::Remove { statement } => {
                slots[statement + 1].remove(0);
                removed.push(message);
            }
        }
    }
    let mut place_of: Vec<Option<usize>> = vec![None; statements.len()];
    let mut out = Vec::new();
    let mut told: Vec<(Option<usize>, String)> = Vec::new();
    for (slot, held) in slots.into_iter().enumerate() {
        for (index, (statement, message)) in held.into_iter().enumerate() {
            let is_old = slot > 0 && index == 0 && message.is_none();
            if slot > 0 && index == 0 {
                place_of[slot - 1] = Some(out.len());
            }
            if !is_old && let Some(message) = message {
                told.push((Some(out.len()), message));
            }
            out.push(statement);
        }
    }
    let earlier = before.iter().map(|(statement, message)| {
        (
            statement.and_then(|index| place_of.get(index).copied().flatten()),
            message.clone(),
        )
    });
    let mut all: Vec<(Option<usize>, String)> = earlier.collect();
    all.extend(told);
    all.extend(removed.into_iter().map(|message| (None, message)));
    (out, all)
}

impl Inspection {
    /// What is certain to put a difference right; `None` when nothing is.
    fn change(&self, difference: &Difference, statements: &[Statement]) -> Option<Change> {
        let source = difference.source.map(|index| &self.given.sentences[index]);
        match (difference.what, difference.sentence) {
            (What::Sentence, None) => self.put_back(source?, statements),
            (What::Sentence, Some(index)) => self.take_out(&self.report.sentences[index], statements),
            (_, Some(index)) => self.restore(difference, &self.report.sentences[index], source?, statements),
            (_, None) => None,
        }
    }

    /// A lost sentence goes behind the statement that came from the dictated sentence before it, else to the end of its section.
    fn put_back(&self, source: &Sentence, statements: &[Statement]) -> Option<Change> {
        let section = source.section.unwrap_or(SectionKind::Findings);
        let statement = Statement {
            section,
            text: wording::sentence(&source.text),
            origin: Origin::Dictated {
                spans: vec![source.place.clone()],
            },
        };
        if source.place.is_empty() {
            return None;
        }
        let in_section = |index: &usize| statements[*index].section == section;
        let named = |class: Class| {
            source
                .facts
                .iter()
                .filter(move |fact| fact.class == class)
                .map(|fact| fact.key)
                .collect::<Vec<u32>>()
        };
        let anatomy = named(Class::Anatomy);
        let near = self
            .report
            .sentences
            .iter()
            .filter_map(|sentence| match sentence.owner {
                Owner::Report(index) if in_section(&index) => {
                    Some((anatomy.iter().filter(|key| sentence.has(**key)).count(), index))
                }
                _ => None,
            })
            .filter(|(shared, _)| *shared > 0)
            .max_by_key(|(shared, index)| (*shared, *index))
            .map(|(_, index)| index);
        let end = (0..statements.len())
            .rev()
            .find(|index| statements[*index].section <= section);
        Some(Change::Insert {
            behind: near.or(end),
            statement,
        })
    }

    /// A whole statement that nobody said goes when it holds a value or a finding; what only puts a thing otherwise stays.
    fn take_out(&self, sentence: &Sentence, statements: &[Statement]) -> Option<Change> {
        let Owner::Report(index) = sentence.owner else {
            return None;
        };
        let whole = statements.get(index)?.text.trim().len() <= sentence.text.trim().len() + 4;
        let nobody_said = sentence.facts.iter().any(|fact| {
            matches!(fact.class, Class::Measure | Class::Finding) && self.given.with(fact.key).is_empty()
        });
        let asserts = sentence
            .facts
            .iter()
            .any(|fact| fact.class == Class::Finding && !fact.denied);
        (whole && (nobody_said || asserts)).then_some(Change::Remove { statement: index })
    }

    /// A template's sentence is put back word for word, a dictated value, side or level in its place; what was said otherwise and
    /// came from one dictated sentence is said as dictated.
    fn restore(
        &self,
        difference: &Difference,
        sentence: &Sentence,
        source: &Sentence,
        statements: &[Statement],
    ) -> Option<Change> {
        let Owner::Report(index) = sentence.owner else {
            return None;
        };
        let statement = statements.get(index)?;
        let place = statement.text.get(sentence.place.clone())?;
        let with = |text: &str| {
            let mut whole = statement.text.clone();
            whole.replace_range(sentence.place.clone(), text);
            Change::Rewrite {
                statement: index,
                text: whole,
                origin: None,
            }
        };
        if source.owner == Owner::Template && !source.has_blanks {
            return Some(with(source.text.trim()));
        }
        if let What::Fact {
            class: Class::Measure | Class::Side | Class::Level | Class::Number,
            report: Some(wrong),
            source: Some(right),
        } = difference.what
        {
            let wrong = sentence.facts.iter().find(|fact| fact.key == wrong)?;
            let right = source.facts.iter().find(|fact| fact.key == right)?;
            let (said, dictated) = (
                sentence.text.get(wrong.range.clone())?,
                source.text.get(right.range.clone())?,
            );
            // The sentence may have been read in digits; only what stands there as it was read is exchanged.
            if place.matches(said).count() == 1 && sentence.text == place {
                let dictated = as_cased(dictated, said);
                let mut text = place.to_owned();
                text.replace_range(wrong.range.clone(), &dictated);
                return Some(with(&text));
            }
        }
        let alone = self.is_said_by_one(sentence, source);
        let of_dictation = source.owner == Owner::Dictation && !source.place.is_empty();
        let certain = difference.kind != FlagKind::Invented || invents_a_fact(difference);
        (alone && of_dictation && certain).then(|| with(&wording::sentence(&source.text)))
    }

    /// Whether a sentence of the report came from one source and says most of it, and no other sentence did.
    fn is_said_by_one(&self, sentence: &Sentence, source: &Sentence) -> bool {
        let own = |other: &Sentence| std::ptr::eq(other, source);
        let runs = self.origins[sentence.number].runs();
        let one = matches!(runs.as_slice(), [only] if own(&self.given.sentences[*only]));
        let said = source.facts.iter().filter(|fact| sentence.has(fact.key)).count();
        one && said * 3 >= source.facts.len() * 2
    }
}

fn invents_a_fact(difference: &Difference) -> bool {
    matches!(difference.what, What::Fact { class, .. } if class.is_critical())
}

/// A text with a capital when the one it stands for has one.
fn as_cased(text: &str, like: &str) -> String {
    let capital = like.starts_with(char::is_uppercase);
    let small = like.starts_with(char::is_lowercase);
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if capital => first.to_uppercase().chain(chars).collect(),
        Some(first) if small && text.len() > 3 => first.to_lowercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}
