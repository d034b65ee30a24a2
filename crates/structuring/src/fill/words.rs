//! The words of `data/fill.toml`: units by kind, and words that say how something is measured.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;
use report::budget;
use report::phrase::Phrases;
use report::reading::Claim;
use report::token::{self, key as token_key};
use report::wording;
use serde::Deserialize;

/// How values are written, and what divides what is said of them.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Values {
    pub(super) articles: Vec<String>,
    pub(super) numerals: Vec<String>,
    pub(super) times: Vec<String>,
    pub(super) span: Vec<String>,
    pub(super) lengths: Vec<String>,
    pub(super) pairs: Vec<String>,
    pub(super) divides: Vec<String>,
    pub(super) ends: Vec<String>,
    pub(super) goes_on: Vec<String>,
    pub(super) level: Vec<String>,
    pub(super) before_level: Vec<String>,
    pub(super) unitless: Vec<String>,
    pub(super) of_layers: Vec<String>,
}

/// Words before the value of a limit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Limits {
    pub(super) below: Vec<String>,
    pub(super) above: Vec<String>,
}

/// How the dictation decides a choice.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Choice {
    pub(super) right: Vec<String>,
    pub(super) left: Vec<String>,
    pub(super) both: Vec<String>,
    pub(super) between: Vec<String>,
    pub(super) study: Vec<String>,
}

/// What stands around the side that was examined.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Examined {
    pub(super) begins: Vec<String>,
    pub(super) sided: Vec<String>,
    pub(super) ends: Vec<String>,
}

/// Words around a class.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Class {
    pub(super) between: Vec<String>,
    pub(super) before_blank: Vec<String>,
    pub(super) shapes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    units: Vec<Vec<String>>,
    same: Vec<Vec<String>>,
    short: Vec<[String; 2]>,
    soft: Vec<String>,
    measures: Vec<String>,
    parts: Vec<String>,
    states: Vec<String>,
    altered: Vec<String>,
    widening: Vec<String>,
    hanging: Vec<String>,
    wholes: Vec<[String; 2]>,
    schemes: Vec<String>,
    classes: Vec<String>,
    numbered: Vec<String>,
    generic: Vec<String>,
    sized: Vec<String>,
    thin: Vec<String>,
    telling: Vec<String>,
    options: Vec<Vec<String>>,
    qualities: Vec<Vec<String>>,
    compared: Vec<String>,
    values: Values,
    limits: Limits,
    choice: Choice,
    examined: Examined,
    class: Class,
}

pub(super) struct FillWords {
    /// The kind of each unit, by its lower-case symbol.
    kinds: HashMap<String, usize>,
    generic: HashSet<String>,
    /// The first word of its quantity, by each of the others.
    same: HashMap<String, String>,
    /// What one word stands for.
    short: HashMap<String, String>,
    /// Words that tell what sort of measure it is.
    pub(super) soft: HashSet<String>,
    measures: HashSet<String>,
    /// Parts that have no name of their own.
    pub(super) parts: HashSet<String>,
    /// Words that say in what state the measured is.
    pub(super) states: HashSet<String>,
    altered: HashSet<String>,
    widening: Vec<String>,
    hanging: HashSet<String>,
    wholes: Vec<[String; 2]>,
    /// Names of classifications, by their words.
    pub(super) schemes: Vec<Vec<String>>,
    /// Words behind which a class stands.
    pub(super) classes: HashSet<String>,
    numbered: HashSet<String>,
    sized: HashSet<String>,
    thin: HashSet<String>,
    telling: HashSet<usize>,
    options: HashMap<String, Vec<String>>,
    /// The first word of what a choice may qualify, by each of its words.
    pub(super) qualities: HashMap<String, String>,
    compared: Phrases<()>,
    pub(super) values: Values,
    pub(super) limits: Limits,
    pub(super) choice: Choice,
    pub(super) examined: Examined,
    pub(super) class: Class,
    /// A unit at the start of a text.
    pub(super) unit: Regex,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it.
pub(super) static WORDS: LazyLock<FillWords> = LazyLock::new(|| budget::suspended(read));

fn read() -> FillWords {
    let file: File = toml::from_str(include_str!("../../data/fill.toml"))
        .unwrap_or_else(|error| panic!("words of blanks: {error}"));
    let mut symbols: Vec<&String> = file.units.iter().flatten().collect();
    symbols.sort_by_key(|symbol| std::cmp::Reverse(symbol.len()));
    let symbols: Vec<String> = symbols
        .into_iter()
        .map(|symbol| {
            let bounded = symbol.ends_with(char::is_alphanumeric);
            format!("{}{}", regex::escape(symbol), if bounded { r"\b" } else { "" })
        })
        .collect();
    let keys = |words: &[String]| -> HashSet<String> { words.iter().map(|word| token_key(word)).collect() };
    FillWords {
        short: file
            .short
            .iter()
            .map(|[word, meant]| (token_key(word), meant.clone()))
            .collect(),
        soft: keys(&file.soft),
        measures: keys(&file.measures),
        parts: keys(&file.parts),
        states: keys(&file.states),
        altered: file.altered.into_iter().collect(),
        widening: file.widening,
        hanging: keys(&file.hanging),
        wholes: file.wholes,
        schemes: file
            .schemes
            .iter()
            .map(|name| token::words(name).into_iter().map(|word| word.key).collect())
            .collect(),
        classes: keys(&file.classes),
        numbered: keys(&file.numbered),
        unit: Regex::new(&format!(r"(?i)^\s*-?(?:{})", symbols.join("|"))).expect("units"),
        telling: file
            .units
            .iter()
            .enumerate()
            .filter(|(_, symbols)| symbols.iter().any(|symbol| file.telling.contains(symbol)))
            .map(|(kind, _)| kind)
            .collect(),
        kinds: file
            .units
            .iter()
            .enumerate()
            .flat_map(|(kind, symbols)| symbols.iter().map(move |symbol| (symbol.clone(), kind)))
            .collect(),
        same: file
            .same
            .iter()
            .flat_map(|words| {
                words
                    .iter()
                    .skip(1)
                    .map(|word| (token_key(word), token_key(&words[0])))
            })
            .collect(),
        generic: file.generic.iter().map(|word| token_key(word)).collect(),
        sized: file.sized.into_iter().collect(),
        thin: file.thin.into_iter().collect(),
        options: file
            .options
            .into_iter()
            .filter_map(|words| Some((words.first()?.clone(), words)))
            .collect(),
        values: file.values,
        limits: file.limits,
        choice: file.choice,
        examined: file.examined,
        class: file.class,
        compared: Phrases::new(file.compared.into_iter().map(|words| (words, ()))),
        qualities: file
            .qualities
            .iter()
            .flat_map(|words| words.iter().map(|word| (token_key(word), token_key(&words[0]))))
            .collect(),
    }
}

impl FillWords {
    /// Whether the number behind a word is its own: of a class or a part.
    pub(super) fn has_number(&self, word: &str) -> bool {
        let word = token_key(word);
        self.classes.contains(&word) || self.numbered.contains(&word)
    }

    /// Whether a sentence compares with a side that was not examined.
    pub(super) fn compares(&self, text: &str) -> bool {
        !self.compared.find(&token::words(text)).is_empty()
    }

    /// The kind of a unit, as it stands behind a number or a blank.
    pub(super) fn kind(&self, unit: &str) -> Option<usize> {
        let symbol = unit.trim().trim_start_matches('-').to_lowercase();
        self.kinds.get(symbol.trim()).copied()
    }

    /// Whether values of this kind are measured of so many things that the unit alone tells nothing.
    pub(super) fn is_common(kind: Option<usize>) -> bool {
        kind.is_none_or(|kind| kind == 0)
    }

    /// Whether a unit says by itself what is measured: only the field of the magnet is told in tesla.
    pub(super) fn tells_itself(&self, kind: Option<usize>) -> bool {
        kind.is_some_and(|kind| self.telling.contains(&kind))
    }

    /// A text with its short words written out.
    pub(super) fn written_out(&self, text: &str) -> String {
        let mut written = text.to_owned();
        for word in token::words(text).iter().rev() {
            if let Some(meant) = self.short.get(&word.key) {
                written.replace_range(word.range.clone(), meant);
            }
        }
        written
    }

    /// What the name of a structure says of what is measured: the volume of `prostate volume`.
    pub(super) fn measure_in_name(&self, name: &str) -> BTreeMap<String, usize> {
        let mut words = self.quantity(name);
        words.retain(|word, _| self.measures.contains(word));
        words
    }

    /// Whether a word tells what sort of measure it is, and not of what: many things have an angle or a fraction.
    pub(super) fn tells_sort(&self, word: &str) -> bool {
        self.soft.contains(word) || self.measures.contains(word)
    }

    /// Whether a finding is a state of the organ, whose own value then stands beside it.
    pub(super) fn is_state(&self, claim: &Claim, text: &str) -> bool {
        if claim.kind.id == "aneurysm" {
            let hangs = token::words(text)
                .iter()
                .any(|word| self.hanging.contains(&word.key));
            let widens = |id: &str| {
                self.widening
                    .iter()
                    .any(|vessel| report::anatomy::lexicon().is_within(id, vessel))
            };
            return !hangs
                && !claim.subjects.is_empty()
                && claim.subjects.iter().all(|subject| widens(&subject.structure.id));
        }
        self.altered.contains(&claim.kind.id)
    }

    /// The structure whose value may be meant for this part of it.
    pub(super) fn whole_of(&self, part: &str) -> Option<&str> {
        let known = self.wholes.iter().find(|[_, its]| its == part);
        known.map(|[whole, _]| whole.as_str())
    }

    /// What words say about what is measured.
    pub(super) fn quantity(&self, text: &str) -> BTreeMap<String, usize> {
        let mut words = wording::content(&self.written_out(text));
        // "Gadolinium-based contrast" says the same thing twice.
        for (word, first) in &self.same {
            if let Some(count) = words.remove(word) {
                let known = words.entry(first.clone()).or_insert(0);
                *known = count.max(*known);
            }
        }
        words.retain(|word, _| {
            !self.generic.contains(word) && !word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        });
        words
    }

    /// An option and the other words for it.
    pub(super) fn words_for(&self, option: &str) -> Vec<String> {
        let known = self.options.get(&option.trim().to_ascii_lowercase());
        known.cloned().unwrap_or_else(|| vec![option.to_owned()])
    }

    /// Whether a structure is a layer, of which one number is the thickness.
    pub(super) fn is_thin(&self, structure: &str) -> bool {
        self.thin.contains(structure)
    }

    /// Whether a finding of this kind is measured itself.
    pub(super) fn is_sized(&self, kind: &str) -> bool {
        self.sized.contains(kind)
    }
}
