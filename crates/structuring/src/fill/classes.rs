//! The class that a sentence tells, for the blank that asks for it: `Type 3 acromion` over `The acromion is of type ___ configuration`,
//! `CAD-RADS 4A` over `CAD-RADS category is ___`.

use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::lexicon;
use report::reading::Reading;
use report::token::{self, Word};

use super::Source;
use super::meeting::one_side;
use super::words::WORDS;

static BLANK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"_{3,}").expect("blank"));
static VALUE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^(?:\d{1,4}[a-f]?|[ivx]{1,4}[a-c]?\d?)$").expect("class"));

/// By what a class is told.
enum Asked<'w> {
    /// A classification with a name of its own.
    Scheme(&'w [String]),
    /// A word such as "type", of the structure around it.
    Word(String),
}

/// The line with its blank filled; `others` are the other sentences of the dictation: where two of them tell a class, which is meant is not
/// known.
pub(crate) fn class<'t>(
    line: &str,
    reading: &Reading,
    source: &Source<'_>,
    others: impl Iterator<Item = &'t str>,
) -> Option<String> {
    let mut blanks = BLANK.find_iter(line);
    let (blank, None) = (blanks.next()?, blanks.next()) else {
        return None;
    };
    if WORDS.unit.is_match(&line[blank.end()..]) {
        return None;
    }
    let asked = asked(&line[..blank.start()], line)?;
    let value = told(&asked, reading, source.text)?;
    if others
        .into_iter()
        .any(|other| told(&asked, reading, other).is_some())
    {
        return None;
    }
    let same_level = reading.levels.is_empty()
        || reading.levels.iter().any(|level| {
            let mut named = source.reading.levels.iter();
            named.any(|other| other.upper == level.upper && other.lower == level.lower)
        });
    let same_side = match one_side(reading) {
        None => true,
        asked => asked == one_side(source.reading),
    };
    let quantity = WORDS.quantity(source.text);
    let is_told = |word: &String| quantity.contains_key(word) || WORDS.class.shapes.contains(word);
    let names = report::anatomy::lexicon().find(line);
    let own = super::slot::without(line, names.iter().map(|name| &name.range));
    let is_about = matches!(asked, Asked::Scheme(_)) || WORDS.quantity(&own).keys().all(is_told);
    (same_level && same_side && is_about).then(|| {
        let mut filled = line.to_owned();
        filled.replace_range(blank.range(), &value);
        filled
    })
}

/// What the words before a blank ask for.
fn asked(before: &str, line: &str) -> Option<Asked<'static>> {
    let words = token::words(&WORDS.written_out(line));
    let mut named = WORDS
        .schemes
        .iter()
        .filter(|name| !places(&words, name).is_empty());
    if let Some(name) = named.next() {
        return named.next().is_none().then_some(Asked::Scheme(name));
    }
    let words = token::words(before);
    let last = words
        .iter()
        .rev()
        .find(|word| !WORDS.class.before_blank.contains(&word.key))?;
    WORDS
        .classes
        .contains(&last.key)
        .then(|| Asked::Word(last.key.clone()))
}

/// The words behind each place where a name stands.
fn places(words: &[Word], name: &[String]) -> Vec<usize> {
    (0..words.len().saturating_sub(name.len() - 1))
        .filter(|at| {
            name.iter()
                .zip(&words[*at..])
                .all(|(part, word)| *part == word.key)
        })
        .map(|at| at + name.len())
        .collect()
}

/// The one class that a sentence tells.
fn told(asked: &Asked<'_>, reading: &Reading, sentence: &str) -> Option<String> {
    let text = WORDS.written_out(sentence);
    let words = token::words(&text);
    let value_at = |at: usize| {
        let word = words.get(at)?;
        VALUE
            .is_match(&word.key)
            .then(|| text[word.range.clone()].to_owned())
    };
    let mentions = lexicon().find(&text);
    let asked_of = |id: &str| reading.subjects.iter().any(|subject| subject.structure.id == id);
    match asked {
        Asked::Scheme(name) => {
            let is_other = !reading.subjects.is_empty()
                && !mentions.is_empty()
                && !mentions.iter().any(|mention| asked_of(&mention.structure.id));
            let found = places(&words, name);
            let [at] = found[..] else { return None };
            let between = words[at..]
                .iter()
                .take_while(|word| WORDS.class.between.contains(&word.key))
                .count();
            value_at(at + between).filter(|_| !is_other)
        }
        Asked::Word(class) => {
            let mut found =
                (0..words.len()).filter(|at| words[*at].key == *class && value_at(at + 1).is_some());
            let (at, None) = (found.next()?, found.next()) else {
                return None;
            };
            let (from, to) = (words[at].range.start, words[at + 1].range.end);
            // The structure that stands nearest is that of which it is told.
            let nearest = mentions.iter().min_by_key(|mention| {
                if mention.range.start >= to {
                    mention.range.start - to
                } else {
                    from.saturating_sub(mention.range.end)
                }
            });
            let is_of = match nearest {
                Some(mention) => asked_of(&mention.structure.id),
                None => reading.subjects.is_empty(),
            };
            value_at(at + 1).filter(|_| is_of)
        }
    }
}
