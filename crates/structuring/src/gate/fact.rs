//! A sentence as the gate reads it: not its words but what must not change in it. Values with their units, sides, levels,
//! denials, structures, findings, degrees; how it is put is left out.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use report::anatomy::{self, level};
use report::measurement::{self, Unit};
use report::negation;
use report::reading::vocabulary;
use report::side::{self, Side};
use report::token::{self, Word};

use super::lexis::{lexis, stem};

/// What kind of fact a word of a sentence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Class {
    /// A value with its unit.
    Measure,
    /// A number without one.
    Number,
    /// A vertebral level.
    Level,
    /// Right, left or both.
    Side,
    /// How much, how bad, how old.
    Degree,
    /// What became of it.
    Change,
    /// Where on a structure.
    Position,
    /// A sequence, a phase, contrast.
    Code,
    /// A unit of time, weight or dose.
    Unit,
    /// The name of a structure.
    Anatomy,
    /// What is found.
    Finding,
    /// That something is normal.
    Normal,
    /// Any other word.
    Plain,
}

impl Class {
    /// Whether a difference in it is a difference in what is said.
    pub(super) const fn is_critical(self) -> bool {
        !matches!(self, Self::Plain | Self::Normal)
    }
}

/// One fact of a sentence.
#[derive(Debug, Clone)]
pub(super) struct Fact {
    /// What it is compared by, as a number of the [`Names`].
    pub(super) key: u32,
    pub(super) class: Class,
    /// Whether the sentence denies it.
    pub(super) denied: bool,
    /// Whether its own word denies it: `undisplaced`.
    pub(super) toggled: bool,
    /// Its bytes in the sentence.
    pub(super) range: Range<usize>,
    /// Which stretch of the sentence between commas and full stops it stands in.
    pub(super) clause: usize,
}

/// Keys by number, so that facts are compared without comparing texts.
#[derive(Default)]
pub(super) struct Names {
    numbers: HashMap<String, u32>,
    texts: Vec<String>,
}

impl Names {
    pub(super) fn number(&mut self, key: String) -> u32 {
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.push(key.clone());
        self.numbers.insert(key, number);
        number
    }

    /// The number of a key that was already met.
    pub(super) fn known(&self, key: &str) -> Option<u32> {
        self.numbers.get(key).copied()
    }

    pub(super) fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", String::as_str)
    }
}

/// Keys of the three sides.
pub(super) const RIGHT: &str = ">right";
pub(super) const LEFT: &str = ">left";
pub(super) const BOTH: &str = ">both";

/// A value with its unit that takes part of a sentence.
struct Measure {
    key: String,
    range: Range<usize>,
}

static RANGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(\d+(?:\.\d+)?)(\s*(?:mm|cm)?\s*(?:to|-|\u{2013})\s*)$").expect("range of values")
});

/// The measurements of a text. Lengths are compared in hundredths of a millimetre and in any order of their dimensions.
fn measures(text: &str) -> Vec<Measure> {
    let mut measures = Vec::new();
    for found in measurement::find(text) {
        let unit = found.unit;
        if let Some(lower) = RANGE.captures(&text[..found.range.start])
            && let (Some(value), Some(whole)) = (lower.get(1), lower.get(0))
            && let Ok(value) = value.as_str().parse::<f64>()
        {
            measures.push(Measure {
                key: measure_key(&[value], unit),
                range: whole.start()..whole.start() + 1,
            });
        }
        measures.push(Measure {
            key: measure_key(&found.values, unit),
            range: found.range,
        });
    }
    measures
}

fn measure_key(values: &[f64], unit: Unit) -> String {
    let (factor, name) = match unit {
        Unit::Millimetre => (100.0, "mm"),
        Unit::Centimetre => (1000.0, "mm"),
        Unit::Millilitre => (100.0, "ml"),
        Unit::Hounsfield => (100.0, "hu"),
        Unit::Percent => (100.0, "%"),
    };
    let mut values: Vec<i64> = values
        .iter()
        .map(|value| (value * factor).round() as i64)
        .collect();
    values.sort_unstable_by(|left, right| right.cmp(left));
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    format!("{name}:{}", values.join("x"))
}

/// The values of a measurement's key, the largest first, and its unit.
pub(super) fn measured(key: &str) -> Option<(&str, Vec<i64>)> {
    let (unit, values) = key.split_once(':')?;
    let values: Option<Vec<i64>> = values.split('x').map(|value| value.parse().ok()).collect();
    Some((unit, values?))
}

/// Whether a fact at `at` is denied in a part of its sentence, read as a sentence of its own.
pub(super) fn is_denied(text: &str, at: usize, toggled: bool) -> bool {
    denials(text).reach(at) != toggled
}

/// Stretches of a text that are denied.
struct Denials {
    cues: Vec<Range<usize>>,
    reaches: Vec<Range<usize>>,
}

static DENYING_WORD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:no|not|without|neither|nor|never|cannot|\w+n't)\b").expect("denying words")
});
static END_OF_REACH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)[,.;:\n]|\b(?:but|with|and|which|however|although)\b").expect("end of reach")
});
/// Cues whose own word says what became of the finding; it is compared as a word.
static SAYS_MORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)resolv|clear|disappear|regress|exclu|ruled|denie|rather|fail")
        .expect("cues that say more")
});

fn denials(text: &str) -> Denials {
    let mut denials = Denials {
        cues: Vec::new(),
        reaches: Vec::new(),
    };
    for scope in negation::scopes(text) {
        if !SAYS_MORE.is_match(&text[scope.cue.clone()]) {
            denials.cues.push(scope.cue);
            denials.reaches.push(scope.reach);
        }
    }
    for found in DENYING_WORD.find_iter(text) {
        if denials.cues.iter().any(|cue| cue.contains(&found.start())) {
            continue;
        }
        // `no change`, `cannot be excluded`: what stands next is denied and nothing else.
        let end = END_OF_REACH
            .find(&text[found.end()..])
            .map_or(text.len(), |end| found.end() + end.start());
        denials.cues.push(found.range());
        denials.reaches.push(found.end()..end);
    }
    denials
}

impl Denials {
    fn reach(&self, at: usize) -> bool {
        self.reaches.iter().any(|reach| reach.contains(&at))
    }

    fn is_cue(&self, at: usize) -> bool {
        self.cues.iter().any(|cue| cue.contains(&at))
    }
}

static JOINED_SIDES: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^\s*(?:and|or|/|&)\s*$").expect("joined sides"));
static DATE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}").expect("date"));

/// The facts of a sentence in their order.
pub(super) fn read(text: &str, names: &mut Names) -> Vec<Fact> {
    let words = token::words(text);
    let mentions = anatomy::lexicon().find_in(&words);
    let findings = vocabulary().find(&words);
    let phrases = lexis().phrases(&words);
    let measures = measures(text);
    let levels = level::find(text);
    let sides = side::find(text);
    let dates: Vec<Range<usize>> = DATE.find_iter(text).map(|date| date.range()).collect();
    let denials = denials(text);

    let mut facts: Vec<Fact> = Vec::new();
    let mut clause = 0;
    let mut clause_from = 0;
    let mut index = 0;
    let mut toggles = false;
    let mut next_phrase = phrases.iter().peekable();
    while index < words.len() {
        let word = &words[index];
        let at = word.range.start;
        if text[clause_from..at].contains([',', ';', ':', '.', '\n'])
            && !text[clause_from..at].trim().is_empty()
        {
            clause += usize::from(facts.last().is_some_and(|fact| fact.clause == clause));
        }
        clause_from = word.range.end;
        while next_phrase.peek().is_some_and(|(taken, _)| taken.start < index) {
            next_phrase.next();
        }
        let mut push = |key: String, class: Class, range: Range<usize>, toggled: bool, names: &mut Names| {
            facts.push(Fact {
                key: names.number(key),
                class,
                denied: denials.reach(at) != (toggled != toggles),
                toggled: toggled != toggles,
                range,
                clause,
            });
        };
        if let Some(measure) = measures.iter().find(|measure| measure.range.contains(&at)) {
            push(
                measure.key.clone(),
                Class::Measure,
                measure.range.clone(),
                false,
                names,
            );
            index = skip(&words, index, measure.range.end);
            toggles = false;
            continue;
        }
        if let Some(level) = levels.iter().find(|level| level.range.contains(&at)) {
            let lower = level
                .lower
                .map(|lower| format!("-{}{}", lower.0, lower.1))
                .unwrap_or_default();
            let key = format!("^{}{}{lower}", level.upper.0, level.upper.1);
            push(key, Class::Level, level.range.clone(), false, names);
            index = skip(&words, index, level.range.end);
            toggles = false;
            continue;
        }
        if let Some(mark) = sides.iter().find(|mark| mark.range.contains(&at)) {
            push(
                side_key(mark.side).to_owned(),
                Class::Side,
                mark.range.clone(),
                false,
                names,
            );
            index = skip(&words, index, mark.range.end);
            continue;
        }
        if denials.is_cue(at) {
            index += 1;
            continue;
        }
        if word.key == "non" && index + 1 < words.len() {
            toggles = true;
            index += 1;
            continue;
        }
        let class_of = |stem: &str| {
            lexis().class(stem).or_else(|| {
                if findings.iter().any(|(_, range)| range.contains(&at)) {
                    Some(Class::Finding)
                } else if mentions.iter().any(|mention| mention.range.contains(&at)) {
                    Some(Class::Anatomy)
                } else {
                    None
                }
            })
        };
        if let Some((taken, meaning)) = next_phrase.peek().filter(|(taken, _)| taken.start == index) {
            let range = word.range.start..words[taken.end - 1].range.end;
            for stem in &meaning.stems {
                if let Some(side) = side_of(stem) {
                    push(
                        side_key(side).to_owned(),
                        Class::Side,
                        range.clone(),
                        false,
                        names,
                    );
                    continue;
                }
                let normal = matches!(stem.as_str(), "normal");
                let class = if normal {
                    Class::Normal
                } else {
                    class_of(stem).unwrap_or(Class::Plain)
                };
                if !lexis().is_filler(stem) {
                    push(stem.clone(), class, range.clone(), meaning.denies, names);
                }
            }
            index = taken.end;
            toggles = false;
            continue;
        }
        let (key, end) = joined(text, &words, index);
        let range = word.range.start..words[end - 1].range.end;
        let (key, non) = match key.strip_prefix("non").filter(|rest| rest.len() >= 6) {
            Some(rest) => (rest.to_owned(), true),
            None => (key, false),
        };
        let stemmed = stem(&key);
        index = end;
        if lexis().is_filler(&stemmed)
            && class_of(&stemmed).is_none_or(|class| matches!(class, Class::Anatomy | Class::Finding))
        {
            continue;
        }
        if let Some(number) = number(&key) {
            // "One" is an article as often as a number.
            let plain = number == "1" || dates.iter().any(|date| date.contains(&at));
            push(
                format!("#{number}"),
                if plain { Class::Plain } else { Class::Number },
                range,
                false,
                names,
            );
        } else if key.bytes().any(|byte| byte.is_ascii_digit()) {
            push(key, Class::Code, range, non, names);
        } else if stemmed == "normal" {
            push(stemmed, Class::Normal, range, non, names);
        } else {
            let class = class_of(&stemmed).unwrap_or(Class::Plain);
            push(stemmed, class, range, non, names);
        }
        toggles = false;
    }
    join_sides(text, &mut facts, names);
    facts
}

/// The first word behind a stretch of the text.
fn skip(words: &[Word], index: usize, end: usize) -> usize {
    words[index..]
        .iter()
        .position(|word| word.range.start >= end)
        .map_or(words.len(), |next| index + next.max(1))
}

/// A word, joined to the next when only a hyphen stands between a prefix and its word.
fn joined(text: &str, words: &[Word], index: usize) -> (String, usize) {
    let word = &words[index];
    if let Some(next) = words.get(index + 1)
        && &text[word.range.end..next.range.start] == "-"
        && lexis().is_prefix(&word.key)
    {
        return (format!("{}{}", word.key, next.key), index + 2);
    }
    (word.key.clone(), index + 1)
}

fn side_key(side: Side) -> &'static str {
    match side {
        Side::Right => RIGHT,
        Side::Left => LEFT,
        Side::Bilateral => BOTH,
    }
}

fn side_of(stem: &str) -> Option<Side> {
    match stem {
        "right" => Some(Side::Right),
        "left" => Some(Side::Left),
        "bilateral" | "both" => Some(Side::Bilateral),
        _ => None,
    }
}

/// `right and left kidneys` are both kidneys.
fn join_sides(text: &str, facts: &mut Vec<Fact>, names: &mut Names) {
    let both = names.number(BOTH.to_owned());
    let mut index = 0;
    while index + 1 < facts.len() {
        let (one, other) = (&facts[index], &facts[index + 1]);
        let joined = one.class == Class::Side
            && other.class == Class::Side
            && one.key != other.key
            && one.range.end <= other.range.start
            && JOINED_SIDES.is_match(&text[one.range.end..other.range.start]);
        if joined {
            facts[index].key = both;
            facts[index].range.end = facts[index + 1].range.end;
            facts.remove(index + 1);
        }
        index += 1;
    }
}

const NUMBER_WORDS: &[&str] = &[
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];
const ORDINAL_WORDS: &[&str] = &[
    "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
];
const ROMAN: &[&str] = &["ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];

/// A number in digits, in words or in Roman numerals.
fn number(key: &str) -> Option<String> {
    for list in [NUMBER_WORDS, ORDINAL_WORDS, ROMAN] {
        if let Some(at) = list.iter().position(|word| *word == key) {
            return Some((at + 2).to_string());
        }
    }
    let digits = key
        .strip_suffix("st")
        .or_else(|| key.strip_suffix("nd"))
        .or_else(|| key.strip_suffix("rd"))
        .or_else(|| key.strip_suffix("th"))
        .unwrap_or(key);
    let value: f64 = digits
        .parse()
        .ok()
        .filter(|_| digits.starts_with(|c: char| c.is_ascii_digit()))?;
    Some(value.to_string())
}
