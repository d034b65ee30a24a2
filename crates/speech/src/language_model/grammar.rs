//! The phrase grammar: word classes and sentence patterns in files that a radiologist can read and correct.
//!
//! ```text
//! # a comment
//! [side]                    a class; an entry a line, or several separated by |
//! right | left
//! 3x bilateral              an entry that is drawn three times as often
//! [effusions] *400          a class whose entries are whole sentences; 400 are drawn
//! (small|moderate|) {side} pleural effusion(, loculated|)
//! ```
//!
//! `aan` is "a" or "an", whichever fits the word after it. `(a|b|)` chooses one, an empty choice leaves it out; `{class}` draws an
//! entry of a class. Entries of a class come up in turns (a shuffled deck), so that the rarest word is heard as often as its
//! neighbours.

use std::collections::HashMap;

/// Why a grammar file cannot be read. Files are compiled in, so a test finds this, not a user.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum GrammarError {
    #[error("line {line}: {problem}")]
    Syntax { line: usize, problem: &'static str },
    #[error("the class {0} is used and not defined")]
    UnknownClass(String),
    #[error("the class {0} contains itself")]
    Circular(String),
}

/// A grammar that is complete: every class that is used exists and none contains itself.
#[derive(Debug)]
pub(crate) struct Grammar {
    classes: Vec<Class>,
}

#[derive(Debug)]
struct Class {
    name: String,
    /// How many sentences to draw; 0 for a class that only others use.
    draws: usize,
    entries: Vec<Vec<Part>>,
    /// Indices into `entries`, as often as each weighs.
    deck: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq)]
enum Part {
    Text(String),
    Class(usize),
    Choice(Vec<Vec<Part>>),
}

impl Grammar {
    /// Reads files that together make one grammar.
    pub(crate) fn parse<'a>(files: impl IntoIterator<Item = &'a str>) -> Result<Grammar, GrammarError> {
        let mut reader = Reader::default();
        for file in files {
            reader.open = None;
            for (index, line) in file.lines().enumerate() {
                reader.line(line).map_err(|problem| GrammarError::Syntax {
                    line: index + 1,
                    problem,
                })?;
            }
        }
        let grammar = Grammar {
            classes: reader.classes,
        };
        for class in &grammar.classes {
            if class.entries.is_empty() {
                return Err(GrammarError::UnknownClass(class.name.clone()));
            }
        }
        grammar.refuse_circles()?;
        Ok(grammar)
    }

    /// Draws all sentences, the same ones for the same seed. Marks (`,` `:` `.`) stand in them as written.
    pub(crate) fn sentences(&self, seed: u64, mut each: impl FnMut(&str, &mut Random)) {
        let mut random = Random::new(seed);
        let mut decks: Vec<Deck> = self.classes.iter().map(|_| Deck::default()).collect();
        let mut sentence = String::new();
        for (index, class) in self.classes.iter().enumerate() {
            for _ in 0..class.draws {
                sentence.clear();
                self.draw(index, &mut decks, &mut random, &mut sentence);
                each(&sentence, &mut random);
            }
        }
    }

    fn draw(&self, class: usize, decks: &mut [Deck], random: &mut Random, into: &mut String) {
        let entry = decks[class].next(&self.classes[class].deck, random);
        self.write(&self.classes[class].entries[entry], decks, random, into);
    }

    fn write(&self, parts: &[Part], decks: &mut [Deck], random: &mut Random, into: &mut String) {
        for part in parts {
            match part {
                Part::Text(text) => into.push_str(text),
                Part::Class(class) => self.draw(*class, decks, random, into),
                Part::Choice(choices) => {
                    self.write(&choices[random.below(choices.len())], decks, random, into);
                }
            }
        }
    }

    fn refuse_circles(&self) -> Result<(), GrammarError> {
        let mut done = vec![false; self.classes.len()];
        for class in 0..self.classes.len() {
            self.walk(class, &mut Vec::new(), &mut done)?;
        }
        Ok(())
    }

    fn walk(&self, class: usize, path: &mut Vec<usize>, done: &mut [bool]) -> Result<(), GrammarError> {
        if path.contains(&class) {
            return Err(GrammarError::Circular(self.classes[class].name.clone()));
        }
        if done[class] {
            return Ok(());
        }
        path.push(class);
        let mut used = Vec::new();
        self.classes[class]
            .entries
            .iter()
            .for_each(|parts| collect_classes(parts, &mut used));
        for inner in used {
            self.walk(inner, path, done)?;
        }
        path.pop();
        done[class] = true;
        Ok(())
    }
}

fn collect_classes(parts: &[Part], into: &mut Vec<usize>) {
    for part in parts {
        match part {
            Part::Text(_) => {}
            Part::Class(class) => into.push(*class),
            Part::Choice(choices) => choices.iter().for_each(|choice| collect_classes(choice, into)),
        }
    }
}

#[derive(Default)]
struct Reader {
    classes: Vec<Class>,
    names: HashMap<String, usize>,
    open: Option<usize>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), &'static str> {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            return Ok(());
        }
        if let Some(heading) = line.strip_prefix('[') {
            let (name, rest) = heading
                .split_once(']')
                .ok_or("a class without its closing bracket")?;
            let class = self.class(name.trim());
            if let Some(draws) = rest.trim().strip_prefix('*') {
                self.classes[class].draws =
                    draws.trim().parse().map_err(|_| "draws that are not a number")?;
            }
            self.open = Some(class);
            return Ok(());
        }
        let class = self.open.ok_or("an entry before the first class")?;
        let (choices, rest) = self.choices(line)?;
        if !rest.is_empty() {
            return Err("a closing parenthesis too many");
        }
        for parts in choices {
            let (weight, parts) = weighted(trim(parts));
            let class = &mut self.classes[class];
            class.entries.push(parts);
            class
                .deck
                .extend(std::iter::repeat_n(class.entries.len() - 1, weight));
        }
        Ok(())
    }

    fn class(&mut self, name: &str) -> usize {
        if let Some(class) = self.names.get(name) {
            return *class;
        }
        let class = Class {
            name: name.to_owned(),
            draws: 0,
            entries: Vec::new(),
            deck: Vec::new(),
        };
        self.classes.push(class);
        self.names.insert(name.to_owned(), self.classes.len() - 1);
        self.classes.len() - 1
    }

    /// Reads alternatives up to the end or a closing parenthesis, which is left in the rest.
    fn choices<'a>(&mut self, mut rest: &'a str) -> Result<(Vec<Vec<Part>>, &'a str), &'static str> {
        let mut choices = vec![Vec::new()];
        while let Some(at) = rest.find(['(', ')', '|', '{']) {
            let (text, tail) = rest.split_at(at);
            let parts = choices.last_mut().ok_or("no alternative")?;
            if !text.is_empty() {
                parts.push(Part::Text(text.to_owned()));
            }
            match tail.as_bytes()[0] {
                b'|' => {
                    choices.push(Vec::new());
                    rest = &tail[1..];
                }
                b')' => return Ok((choices, tail)),
                b'(' => {
                    let (inner, after) = self.choices(&tail[1..])?;
                    rest = after
                        .strip_prefix(')')
                        .ok_or("a parenthesis that is not closed")?;
                    if let Some(parts) = choices.last_mut() {
                        parts.push(Part::Choice(inner));
                    }
                }
                _ => {
                    let (name, after) = tail[1..].split_once('}').ok_or("a class that is not closed")?;
                    let class = self.class(name.trim());
                    if let Some(parts) = choices.last_mut() {
                        parts.push(Part::Class(class));
                    }
                    rest = after;
                }
            }
        }
        if !rest.is_empty()
            && let Some(parts) = choices.last_mut()
        {
            parts.push(Part::Text(rest.to_owned()));
        }
        Ok((choices, ""))
    }
}

/// `3x text` is `text` three times as often.
fn weighted(mut parts: Vec<Part>) -> (usize, Vec<Part>) {
    if let Some(Part::Text(text)) = parts.first_mut()
        && let Some((weight, rest)) = text.split_once("x ")
        && let Ok(weight) = weight.parse()
    {
        *text = rest.to_owned();
        return (weight, parts);
    }
    (1, parts)
}

/// Alternatives are written with blanks around the bar, which are not part of them.
fn trim(mut parts: Vec<Part>) -> Vec<Part> {
    if let Some(Part::Text(text)) = parts.first_mut() {
        *text = text.trim_start().to_owned();
    }
    if let Some(Part::Text(text)) = parts.last_mut() {
        *text = text.trim_end().to_owned();
    }
    parts
}

/// The order in which the entries of a class come up.
#[derive(Default)]
struct Deck {
    left: Vec<usize>,
}

impl Deck {
    fn next(&mut self, all: &[usize], random: &mut Random) -> usize {
        if self.left.is_empty() {
            self.left.extend_from_slice(all);
            for index in (1..self.left.len()).rev() {
                self.left.swap(index, random.below(index + 1));
            }
        }
        self.left.pop().unwrap_or_default()
    }
}

/// A small seeded generator (SplitMix64): the model must not depend on a library's version.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// True in `percent` of 100 cases.
    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(grammar: &str) -> Vec<String> {
        let grammar = Grammar::parse([grammar]).expect("a grammar");
        let mut sentences = Vec::new();
        grammar.sentences(1, |sentence, _| sentences.push(sentence.to_owned()));
        sentences
    }

    #[test]
    fn draws_every_entry_of_a_class_before_one_comes_again() {
        let mut found = drawn("[side]\nright | left\nboth\n[root] *3\nthe {side} lung");
        found.sort();
        assert_eq!(found, ["the both lung", "the left lung", "the right lung"]);
    }

    #[test]
    fn an_entry_may_weigh_more_than_its_neighbours() {
        let found = drawn("[side]\n2x right | left\n[root] *3\n{side}");
        assert_eq!(found.iter().filter(|side| *side == "right").count(), 2);
    }

    #[test]
    fn choices_nest_and_may_be_empty() {
        for sentence in drawn("[root] *40\na (b (c|d)|e|)") {
            assert!(
                ["a b c", "a b d", "a e", "a "].contains(&sentence.as_str()),
                "{sentence}"
            );
        }
    }

    #[test]
    fn the_same_seed_draws_the_same_sentences() {
        let grammar = "[n]\n1 | 2 | 3 | 4 | 5\n[root] *20\n{n} ({n}|{n}) {n}";
        assert_eq!(drawn(grammar), drawn(grammar));
    }

    #[test]
    fn refuses_what_is_not_defined_not_closed_or_circular() {
        let check = |text: &str| Grammar::parse([text]).map(|_| ()).expect_err(text);
        assert_eq!(
            check("[root] *1\n{nothing}"),
            GrammarError::UnknownClass("nothing".into())
        );
        assert!(matches!(
            check("[root] *1\n(a|b"),
            GrammarError::Syntax { line: 2, .. }
        ));
        assert!(matches!(check("[a]\n{b}\n[b]\n{a}"), GrammarError::Circular(_)));
    }
}
