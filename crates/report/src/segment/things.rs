//! What the words of a run name: structures, findings and routine denials, each at the word with which its name ends.

use std::ops::Range;

use crate::anatomy::{Mention, Region, Structure};
use crate::reading::Kind;
use crate::segment::class::{Class, Named};
use crate::segment::routine::{self, Groups};
use crate::token::Word;

/// No phrase is longer than this many words.
const LONGEST: usize = 8;

/// A name that ends with a word.
#[derive(Debug, Clone)]
struct Name<T> {
    first: usize,
    meaning: T,
}

/// What the words name, with their classes.
#[derive(Debug)]
pub(super) struct Things<'r> {
    pub(super) words: &'r [Word],
    pub(super) classes: &'r [Class],
    pub(super) named: &'r [Named],
    /// For each word, whether a comma stands before it.
    pub(super) commas: &'r [bool],
    /// For each word, whether a colon stands before it.
    colons: &'r [bool],
    structures: Vec<Option<Name<&'static Structure>>>,
    findings: Vec<Option<Name<Vec<&'static Kind>>>>,
    routine: Vec<Option<Name<Groups>>>,
}

/// A phrase that says where: `right kidney`, `at L4-L5`, `left`.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) words: Range<usize>,
    /// Without the preposition before it.
    pub(super) bare: Range<usize>,
}

/// A phrase that says what: `small stone`, `disc bulge`.
#[derive(Debug, Clone)]
pub(super) struct Finding {
    pub(super) words: Range<usize>,
}

impl<'r> Things<'r> {
    pub(super) fn of(
        words: &'r [Word],
        classes: &'r [Class],
        named: &'r [Named],
        [commas, colons]: [&'r [bool]; 2],
        mentions: &[Mention],
        found: &[(Vec<&'static Kind>, Range<usize>)],
    ) -> Self {
        let place = |range: &Range<usize>| {
            let first = words.partition_point(|word| word.range.start < range.start);
            let end = words.partition_point(|word| word.range.start < range.end);
            (first, end - 1)
        };
        let mut structures = vec![None; words.len()];
        for mention in mentions {
            let (first, last) = place(&mention.range);
            structures[last] = Some(Name {
                first,
                meaning: mention.structure,
            });
        }
        let mut findings = vec![None; words.len()];
        for (kinds, range) in found {
            let (first, last) = place(range);
            findings[last] = Some(Name {
                first,
                meaning: kinds.clone(),
            });
        }
        let mut routine = vec![None; words.len()];
        for (phrase, groups) in routine::find(words) {
            routine[phrase.end - 1] = Some(Name {
                first: phrase.start,
                meaning: groups,
            });
        }
        Self {
            words,
            classes,
            named,
            commas,
            colons,
            structures,
            findings,
            routine,
        }
    }

    /// The class of a word, [`Class::Edge`] behind the last.
    pub(super) fn class(&self, at: usize) -> Class {
        self.classes.get(at).copied().unwrap_or(Class::Edge)
    }

    pub(super) fn ends_structure(&self, at: usize) -> bool {
        self.structures.get(at).is_some_and(Option::is_some)
    }

    /// The region of the structure whose name ends with a word.
    pub(super) fn region(&self, at: usize) -> Option<Region> {
        self.structures[at].as_ref().map(|name| name.meaning.region)
    }

    pub(super) fn begins_structure(&self, at: usize) -> bool {
        (at..self.words.len().min(at + LONGEST))
            .any(|last| matches!(&self.structures[last], Some(name) if name.first == at))
    }

    /// The place that begins with a word, with the preposition that leads to it.
    pub(super) fn place(&self, at: usize) -> Option<Place> {
        let leads = (at..self.words.len().min(at + 3))
            .take_while(|at| {
                matches!(
                    self.classes[*at],
                    Class::Preposition | Class::Within | Class::Of | Class::The
                )
            })
            .count();
        let from = at + leads;
        let mut end = from;
        for next in from..self.words.len().min(from + LONGEST) {
            let begins_finding = (next..self.words.len().min(next + LONGEST)).any(|last| {
                self.findings[last]
                    .as_ref()
                    .is_some_and(|name| name.first == next)
            });
            // "At C5-C6 | right foraminal": a side behind a level is another place.
            let is_other =
                next > from && self.classes[next] == Class::Side && self.classes[next - 1] == Class::Level;
            if next > from && (self.commas[next] || self.colons[next]) || begins_finding || is_other {
                break;
            }
            match self.classes[next] {
                Class::Side | Class::Level | Class::Place | Class::Places => end = next + 1,
                _ if self.ends_structure(next) => end = next + 1,
                Class::Adjective | Class::Noun | Class::Nouns | Class::Number => {}
                _ => break,
            }
        }
        // "No stenosis | right femoral artery: no stenosis": a label is told of what follows.
        let is_label = self.colons.get(end).copied().unwrap_or_default();
        (end > from && !is_label).then_some(Place {
            words: at..end,
            bare: from..end,
        })
    }

    /// The finding that begins with a word, with the adjectives before it; several of a kind that stand together (`mass lesion`) are one.
    pub(super) fn finding(&self, at: usize) -> Option<Finding> {
        let mut end = None;
        for last in at..self.words.len().min(at + LONGEST) {
            if last > at && self.commas[last] {
                break;
            }
            if self.findings[last].as_ref().is_some_and(|name| name.first >= at) {
                end = Some(last + 1);
                if !self.named[last].goes_on {
                    break;
                }
                continue;
            }
            let goes_on = matches!(
                self.classes[last],
                Class::Adjective
                    | Class::Degree
                    | Class::Ed
                    | Class::Intact
                    | Class::Noun
                    | Class::Nouns
                    | Class::Place
                    | Class::Places
                    | Class::Finding
                    | Class::Findings
            );
            if end.is_some() || !goes_on && !self.named[last].begun {
                break;
            }
        }
        end.map(|end| Finding { words: at..end })
    }

    /// [`Things::finding`], which may begin with a side.
    pub(super) fn finding_with_side(&self, at: usize) -> Option<Finding> {
        let sides = usize::from(self.class(at) == Class::Side);
        self.finding(at + sides).map(|finding| Finding {
            words: at..finding.words.end,
        })
    }

    /// Whether the name of the finding that ends with a word begins with another or before it.
    pub(super) fn begins_finding(&self, last: usize, at: usize) -> bool {
        self.findings[last].as_ref().is_some_and(|name| name.first <= at)
    }

    /// Whether what stands from a word on tells more of the finding before it: its size, its place, its state.
    pub(super) fn tells_more(&self, at: usize) -> bool {
        matches!(
            self.class(at),
            Class::Number
                | Class::Quantity
                | Class::Side
                | Class::Level
                | Class::Preposition
                | Class::Within
                | Class::Of
                | Class::With
                | Class::To
                | Class::Participle
                | Class::Normal
                | Class::Intact
                | Class::Degree
        ) || self.class(at).is_finite()
    }

    /// The kinds of the finding with which a phrase ends.
    fn kinds(&self, finding: &Finding) -> &[&'static Kind] {
        self.findings[finding.words.end - 1]
            .as_ref()
            .map_or(&[], |name| &name.meaning)
    }

    /// Whether two findings are of one kind.
    pub(super) fn are_alike(&self, one: &Finding, other: &Finding) -> bool {
        self.are_same(one, other)
            || self
                .kinds(one)
                .iter()
                .any(|kind| self.kinds(other).iter().any(|next| kind.id == next.id))
    }

    /// Whether the same word names two findings.
    pub(super) fn are_same(&self, one: &Finding, other: &Finding) -> bool {
        self.words[one.words.end - 1].key == self.words[other.words.end - 1].key
    }

    /// The structures named in a phrase, tissues not among them; what names its place by itself (`hydronephrosis`, `pneumothorax`) names
    /// none.
    pub(super) fn structures(&self, phrase: Range<usize>) -> impl Iterator<Item = &'static str> {
        phrase.filter_map(|last| {
            let name = self.structures[last].as_ref()?;
            let is_pure = self.findings[last].as_ref().is_some_and(|finding| {
                finding.first <= name.first && finding.meaning.iter().all(|kind| kind.alone)
            });
            let id = name.meaning.id.as_str();
            (!is_pure && !crate::anatomy::is_tissue(id)).then_some(id)
        })
    }

    /// The groups of routine denials that hold the whole of a phrase, or that hold its end where that is all that names a place.
    pub(super) fn groups(&self, phrase: Range<usize>, whole: bool) -> Groups {
        let last = phrase.end - 1;
        let Some(name) = &self.routine[last] else {
            return Groups::default();
        };
        // "Subarachnoid haemorrhage" is more than the "haemorrhage" that is listed.
        let names_more = matches!(&self.structures[last], Some(structure) if structure.first < name.first);
        if names_more || whole && name.first != phrase.start {
            Groups::default()
        } else {
            name.meaning
        }
    }

    /// Whether the name of a structure goes on with a word: `aneurysm | sac`.
    pub(super) fn is_within_name(&self, at: usize) -> bool {
        (at..self.words.len().min(at + LONGEST))
            .any(|last| matches!(&self.structures[last], Some(name) if name.first < at))
    }
}
