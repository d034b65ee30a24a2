//! Reads a sentence word by word into facts.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::level::{self, Level};
use report::anatomy::{self, Mention};
use report::reading::vocabulary;
use report::side::{self, Mark};
use report::token::{self, Word};

use super::denial::Denials;
use super::measure::{self, Measure};
use super::{Class, Fact, Names, number, side as sides};
use crate::gate::lexis::{self, Meaning, lexis};

static DATE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}").expect("date"));

/// A sentence with what is known of its words, and how far it has been read.
pub(super) struct Reader<'t> {
    text: &'t str,
    names: &'t mut Names,
    words: Vec<Word>,
    structures: Vec<Mention>,
    findings: Vec<Range<usize>>,
    phrases: std::iter::Peekable<std::vec::IntoIter<(Range<usize>, &'static Meaning)>>,
    measures: Vec<Measure>,
    levels: Vec<Level>,
    sides: Vec<Mark>,
    dates: Vec<Range<usize>>,
    denials: Denials,
    facts: Vec<Fact>,
    /// The word that is read next.
    next: usize,
    clause: usize,
    /// Whether `non` stood before the next word.
    toggled: bool,
}

impl<'t> Reader<'t> {
    pub(super) fn of(text: &'t str, names: &'t mut Names) -> Self {
        let words = token::words(text);
        Self {
            structures: anatomy::lexicon().find_in(&words),
            findings: vocabulary()
                .find(&words)
                .into_iter()
                .map(|(_, range)| range)
                .collect(),
            phrases: lexis().phrases(&words).into_iter().peekable(),
            measures: measure::find(text),
            levels: level::find(text),
            sides: side::find(text),
            dates: DATE.find_iter(text).map(|date| date.range()).collect(),
            denials: Denials::of(text),
            facts: Vec::new(),
            next: 0,
            clause: 0,
            toggled: false,
            text,
            names,
            words,
        }
    }

    pub(super) fn read(mut self) -> Vec<Fact> {
        let mut clause_from = 0;
        while let Some(word) = self.words.get(self.next) {
            let at = word.range.start;
            let end = word.range.end;
            self.count_clause(clause_from..at);
            clause_from = end;
            if self.value(at) || self.side(at) {
                continue;
            }
            if self.denials.is_cue(at) {
                self.next += 1;
                continue;
            }
            let prefixes = self.words[self.next].key == "non" && self.next + 1 < self.words.len();
            if prefixes && !self.is_phrase() {
                self.toggled = true;
                self.next += 1;
                continue;
            }
            if !self.phrase() {
                self.word();
            }
        }
        self.facts
    }

    /// A comma or a full stop behind a fact begins another stretch of the sentence.
    fn count_clause(&mut self, gap: Range<usize>) {
        let gap = &self.text[gap];
        if gap.contains([',', ';', ':', '.', '\n']) && !gap.trim().is_empty() {
            let told = self.facts.last().is_some_and(|fact| fact.clause == self.clause);
            self.clause += usize::from(told);
        }
    }

    /// A measurement or a level that begins at `at`.
    fn value(&mut self, at: usize) -> bool {
        let measure = self
            .measures
            .iter()
            .find(|measure| measure.range.contains(&at))
            .map(|measure| (measure.key.clone(), Class::Measure, measure.range.clone()));
        let level = || {
            let level = self.levels.iter().find(|level| level.range.contains(&at))?;
            let lower = level
                .lower
                .map(|lower| format!("-{}{}", lower.0, lower.1))
                .unwrap_or_default();
            let key = format!("^{}{}{lower}", level.upper.0, level.upper.1);
            Some((key, Class::Level, level.range.clone()))
        };
        let Some((key, class, range)) = measure.or_else(level) else {
            return false;
        };
        self.skip_to(range.end);
        self.push(key, class, range, false);
        self.toggled = false;
        true
    }

    fn side(&mut self, at: usize) -> bool {
        let Some(mark) = self.sides.iter().find(|mark| mark.range.contains(&at)) else {
            return false;
        };
        let (key, range) = (sides::key(mark.side).to_owned(), mark.range.clone());
        self.skip_to(range.end);
        self.push(key, Class::Side, range, false);
        true
    }

    /// Whether words that mean something together begin here.
    fn is_phrase(&mut self) -> bool {
        let next = self.next;
        self.phrases.peek().is_some_and(|(taken, _)| taken.start == next)
    }

    /// Words that mean something together.
    fn phrase(&mut self) -> bool {
        while self
            .phrases
            .next_if(|(taken, _)| taken.start < self.next)
            .is_some()
        {}
        let Some((taken, meaning)) = self.phrases.next_if(|(taken, _)| taken.start == self.next) else {
            return false;
        };
        let at = self.words[taken.start].range.start;
        let range = at..self.words[taken.end - 1].range.end;
        for stem in &meaning.stems {
            if let Some(key) = sides::key_of_stem(stem) {
                self.push(key.to_owned(), Class::Side, range.clone(), false);
            } else if !lexis().is_filler(stem) {
                let class = if stem == lexis::NORMAL {
                    Class::Normal
                } else {
                    self.class_of(stem, at).unwrap_or(Class::Plain)
                };
                self.push(stem.clone(), class, range.clone(), meaning.denies);
            }
        }
        self.next = taken.end;
        self.toggled = false;
        true
    }

    /// A word by itself, or with the prefix before its hyphen.
    fn word(&mut self) {
        let at = self.words[self.next].range.start;
        let (key, end) = self.joined();
        let range = at..self.words[end - 1].range.end;
        let (key, non) = match key.strip_prefix("non").filter(|rest| rest.len() >= 6) {
            Some(rest) => (rest.to_owned(), true),
            None => (key, false),
        };
        let before = self.next.checked_sub(1).map(|at| self.words[at].key.as_str());
        let key = number::lettered(&key, before).unwrap_or(key);
        self.next = end;
        let stem = lexis::stem(&key);
        if self.is_measured(at) && lexis().is_direction(&key) {
            return;
        }
        let class = self.class_of(&stem, at);
        if lexis().is_filler(&stem)
            && class.is_none_or(|class| matches!(class, Class::Anatomy | Class::Finding))
        {
            return;
        }
        if let Some(number) = number::value(&key) {
            // "One" is an article as often as a number, and a date is written in many ways, its year in one.
            let is_year = number.len() == 4;
            let plain = number == "1" || !is_year && self.dates.iter().any(|date| date.contains(&at));
            let class = if plain { Class::Plain } else { Class::Number };
            self.push(format!("#{number}"), class, range, false);
        } else if key.bytes().any(|byte| byte.is_ascii_digit()) {
            self.push(key, Class::Code, range, non);
        } else if stem == lexis::NORMAL {
            self.push(stem, Class::Normal, range, non);
        } else {
            self.push(stem, class.unwrap_or(Class::Plain), range, non);
        }
        self.toggled = false;
    }

    /// The class of a stem that stands at `at`, where its word is one that matters.
    fn class_of(&self, stem: &str, at: usize) -> Option<Class> {
        let finding = || self.findings.iter().any(|range| range.contains(&at));
        let structure = || self.structures.iter().any(|mention| mention.range.contains(&at));
        lexis()
            .class(stem)
            .or_else(|| finding().then_some(Class::Finding))
            .or_else(|| structure().then_some(Class::Anatomy))
    }

    fn push(&mut self, key: String, class: Class, range: Range<usize>, toggles: bool) {
        let toggled = toggles != self.toggled;
        let naming = lexis().naming(&key);
        self.facts.push(Fact {
            key: self.names.number(key),
            class,
            naming,
            denied: self.denials.reach(range.start) != toggled,
            denied_behind: self.denials.reach_back(range.start),
            toggled,
            range,
            clause: self.clause,
        });
    }

    /// Whether a value with its unit stands right before `at`.
    fn is_measured(&self, at: usize) -> bool {
        self.facts.last().is_some_and(|fact| {
            fact.class == Class::Measure
                && self
                    .text
                    .get(fact.range.end..at)
                    .is_some_and(|gap| gap.trim().is_empty())
        })
    }

    /// Goes on with the first word behind a stretch of the text.
    fn skip_to(&mut self, end: usize) {
        self.next = self.words[self.next..]
            .iter()
            .position(|word| word.range.start >= end)
            .map_or(self.words.len(), |behind| self.next + behind.max(1));
    }

    /// The next word, joined to the one behind it when only a hyphen stands between a prefix and its word; and where it ends.
    fn joined(&self) -> (String, usize) {
        let word = &self.words[self.next];
        // "Level 1 b" is level 1b.
        if let Some(letter) = self.words.get(self.next + 1)
            && matches!(letter.key.as_str(), "a" | "b" | "c")
            && self.text[word.range.end..letter.range.start].trim().is_empty()
            && let Some(before) = self.next.checked_sub(1)
            && let Some(value) = number::of_a_level(&word.key, &self.words[before].key)
            && !letter_is_article(&self.text[letter.range.end..], &letter.key)
        {
            return (format!("{value}{}", letter.key), self.next + 2);
        }
        if let Some(behind) = self.words.get(self.next + 1)
            && &self.text[word.range.end..behind.range.start] == "-"
            && lexis().is_prefix(&word.key)
        {
            return (format!("{}{}", word.key, behind.key), self.next + 2);
        }
        (word.key.clone(), self.next + 1)
    }
}

/// Whether a lone `a` is the article of what follows it, `at level 2 a node`, and no part of the level.
fn letter_is_article(behind: &str, letter: &str) -> bool {
    letter == "a" && behind.trim_start().starts_with(|next: char| next.is_alphabetic())
}
