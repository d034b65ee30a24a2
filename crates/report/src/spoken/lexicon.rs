//! The data files of spoken forms, read once.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use serde::Deserialize;

use super::{
    piece::{Piece, Sticks},
    trap::Trap,
};
pub(super) use remarks::{Asides, Does, Edits, When};

mod remarks;

/// Everything that the files under `data/spoken/` say.
pub(super) struct Lexicon {
    pub(super) marks: Vec<MarkEntry>,
    pub(super) breaks: Vec<BreakEntry>,
    pub(super) edits: Edits,
    /// What begins the reason for taking something back.
    pub(super) reasons: Phrases<()>,
    /// What leads to the words that are put in the place of others.
    pub(super) puts: Phrases<()>,
    pub(super) asides: Asides,
    pub(super) openings: Phrases<When>,
    pub(super) units: Vec<UnitEntry>,
    pub(super) per: Vec<PerEntry>,
    pub(super) numbers: Numbers,
    pub(super) labels: Vec<LabelEntry>,
    pub(super) levels: Levels,
    pub(super) terms: Vec<TermEntry>,
    pub(super) names: HashMap<String, String>,
    /// Abbreviations in lower case with their written form; `true` when they are also known as one word.
    pub(super) abbreviations: HashMap<String, (String, bool)>,
    /// Phrases that are rewritten before anything else is looked at.
    pub(super) phrases: Phrases<Said>,
    pub(super) unit_phrases: Phrases<usize>,
    pub(super) per_phrases: Phrases<usize>,
}

/// What a phrase turns out to be.
#[derive(Debug, Clone, Copy)]
pub(super) enum Said {
    Mark(usize),
    Break(usize),
    Edit(usize),
    Filler,
    Term(usize),
    Label(usize),
}

#[derive(Deserialize)]
pub(super) struct MarkEntry {
    pub(super) write: String,
    say: Vec<String>,
    pub(super) sticks_to: Sticks,
    #[serde(default)]
    pub(super) ends: bool,
    /// It is a mark only between numbers: the "stroke" of "five stroke six".
    #[serde(default)]
    pub(super) between_numbers: bool,
    /// Behind one of these it is a mark, whatever the trap says, when it is said behind another of them too.
    #[serde(default)]
    pub(super) behind_headings: HashSet<String>,
    #[serde(flatten)]
    pub(super) trap: Trap,
}

#[derive(Deserialize)]
pub(super) struct BreakEntry {
    pub(super) lines: usize,
    #[serde(default)]
    pub(super) bullet: String,
    say: Vec<String>,
    #[serde(flatten)]
    pub(super) trap: Trap,
}

#[derive(Deserialize)]
struct MarkFile {
    mark: Vec<MarkEntry>,
    #[serde(rename = "break")]
    breaks: Vec<BreakEntry>,
}

#[derive(Deserialize)]
pub(super) struct UnitEntry {
    pub(super) write: String,
    say: Vec<String>,
    /// No space between the number and the unit.
    #[serde(default)]
    pub(super) tight: bool,
    /// The word stays as it was said.
    #[serde(default)]
    pub(super) keep: bool,
    /// What is written for a word that stays otherwise, when "per" follows: "metres per second" is "m/s".
    #[serde(default)]
    pub(super) with_per: String,
    /// A unit of length.
    #[serde(default)]
    pub(super) length: bool,
}

#[derive(Deserialize)]
pub(super) struct PerEntry {
    pub(super) write: String,
    say: Vec<String>,
}

#[derive(Deserialize)]
struct UnitFile {
    unit: Vec<UnitEntry>,
    per: Vec<PerEntry>,
}

/// The file of number words.
#[derive(Deserialize)]
pub(super) struct Numbers {
    ones: Vec<String>,
    teens: Vec<String>,
    tens: Vec<String>,
    other: HashMap<String, u64>,
    pub(super) zero_after_point: HashSet<String>,
    /// Words for the decimal point.
    pub(super) point: HashSet<String>,
    /// Words after which "point" is a place or an item and begins no decimal.
    pub(super) point_is_place_after: HashSet<String>,
    /// Units of an age.
    pub(super) age_units: HashSet<String>,
    /// What is short for years of age before one of `aged`.
    pub(super) years_of_age: HashSet<String>,
    pub(super) aged: HashSet<String>,
    /// Words after which "three fifty" is 350.
    pub(super) hundreds_after: HashSet<String>,
    /// Words before which "one twenty eight" is 128.
    pub(super) hundreds_before: HashSet<String>,
    /// Words after which "one twenty mm" is one size and not one lesion of 20 mm.
    pub(super) size_after: HashSet<String>,
    /// Words after which figures that are said one by one make an identifier.
    pub(super) identifier_after: HashSet<String>,
    /// Words before which "second" is a time and no ordinal.
    pub(super) second_is_time_before: HashSet<String>,
    ordinal_ones: Vec<String>,
    ordinal_teens: Vec<String>,
    ordinal_tens: Vec<String>,
    pub(super) ordinal_in_digits_before: HashSet<String>,
    pub(super) joins: HashSet<String>,
    pub(super) by: HashSet<String>,
    pub(super) by_with_unit: Vec<String>,
    pub(super) axes: HashSet<String>,
    pub(super) months: Vec<String>,
    pub(super) months_that_are_words: HashSet<String>,
    #[serde(skip)]
    pub(super) cardinals: HashMap<String, u64>,
    #[serde(skip)]
    pub(super) ordinals: HashMap<String, u64>,
}

impl Numbers {
    fn indexed(mut self) -> Self {
        let rows = |ones: &[String], teens: &[String], tens: &[String]| {
            let ones = ones.iter().cloned().zip(0..);
            let teens = teens.iter().cloned().zip(10..);
            let tens = tens.iter().cloned().zip((2..).map(|ten| ten * 10));
            ones.chain(teens).chain(tens).collect::<HashMap<String, u64>>()
        };
        self.cardinals = rows(&self.ones, &self.teens, &self.tens);
        self.cardinals.extend(self.other.clone());
        self.ordinals = rows(&self.ordinal_ones, &self.ordinal_teens, &self.ordinal_tens);
        self
    }
}

/// One word that makes the number after it a label.
#[derive(Deserialize)]
pub(super) struct LabelEntry {
    pub(super) write: String,
    say: Vec<String>,
    #[serde(default)]
    pub(super) style: Style,
    #[serde(default)]
    pub(super) max: u64,
    #[serde(default)]
    pub(super) suffix: String,
    /// The only numbers that such a letter follows: "Lung-RADS two, a small nodule".
    #[serde(default)]
    pub(super) lettered: Vec<u64>,
    #[serde(default)]
    pub(super) suffix_lower: bool,
    #[serde(default)]
    pub(super) near: HashSet<String>,
    #[serde(default)]
    pub(super) of: bool,
    #[serde(default)]
    pub(super) of_only: bool,
    #[serde(default)]
    pub(super) joint: bool,
    #[serde(default)]
    pub(super) link: String,
    #[serde(default)]
    pub(super) only_with_number: bool,
    /// A number may follow the letter: "IB2".
    #[serde(default)]
    pub(super) substage: bool,
    /// "three fifty" after it is 350.
    #[serde(default)]
    pub(super) hundreds: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Style {
    #[default]
    Arabic,
    Roman,
}

#[derive(Deserialize)]
struct LabelFile {
    label: Vec<LabelEntry>,
}

/// The file of letters that are said before numbers.
#[derive(Deserialize)]
pub(super) struct Levels {
    pub(super) level: Vec<LevelEntry>,
    pub(super) code: Vec<CodeEntry>,
    pub(super) sequence_words: HashSet<String>,
}

#[derive(Deserialize)]
pub(super) struct LevelEntry {
    pub(super) letter: String,
    pub(super) max: u64,
    pub(super) last: u64,
    pub(super) next: String,
}

#[derive(Deserialize)]
pub(super) struct CodeEntry {
    pub(super) letters: Vec<String>,
    pub(super) max: u64,
    #[serde(default)]
    pub(super) before: HashSet<String>,
    #[serde(default)]
    pub(super) after: HashSet<String>,
}

#[derive(Deserialize)]
pub(super) struct TermEntry {
    pub(super) write: String,
    say: Vec<String>,
}

#[derive(Deserialize)]
struct TermFile {
    term: Vec<TermEntry>,
}

/// Phrases by their first word, the longest first.
pub(super) struct Phrases<T>(HashMap<String, Vec<(Vec<String>, T)>>);

impl<T: Copy> Phrases<T> {
    fn new(entries: impl IntoIterator<Item = (String, T)>) -> Self {
        let mut by_first: HashMap<String, Vec<(Vec<String>, T)>> = HashMap::new();
        for (phrase, meaning) in entries {
            let words: Vec<String> = phrase.split(' ').map(str::to_owned).collect();
            by_first
                .entry(words[0].clone())
                .or_default()
                .push((words, meaning));
        }
        for rows in by_first.values_mut() {
            rows.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
        Self(by_first)
    }

    /// Every phrase with which the pieces begin, the longest first, and its length in pieces.
    pub(super) fn at<'a>(&'a self, ahead: &'a [Piece]) -> impl Iterator<Item = (usize, T)> + 'a {
        let rows = ahead
            .first()
            .and_then(|first| self.0.get(first.word()))
            .map_or(&[][..], Vec::as_slice);
        rows.iter()
            .filter(move |(words, _)| begins_with(ahead, words))
            .map(|(words, meaning)| (words.len(), *meaning))
    }
}

fn begins_with(ahead: &[Piece], words: &[String]) -> bool {
    ahead.len() >= words.len() && words.iter().zip(ahead).all(|(word, piece)| word == piece.word())
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(read);

/// The lexicon of spoken forms.
pub(super) fn lexicon() -> &'static Lexicon {
    &LEXICON
}

fn read() -> Lexicon {
    let marks: MarkFile = parse(include_str!("../../data/spoken/punctuation.toml"));
    let edits: Edits = parse(include_str!("../../data/spoken/edits.toml"));
    let asides: Asides = parse(include_str!("../../data/spoken/asides.toml"));
    let units: UnitFile = parse(include_str!("../../data/spoken/units.toml"));
    let numbers: Numbers = parse(include_str!("../../data/spoken/numbers.toml"));
    let labels: LabelFile = parse(include_str!("../../data/spoken/labels.toml"));
    let levels: Levels = parse(include_str!("../../data/spoken/levels.toml"));
    let terms: TermFile = parse(include_str!("../../data/spoken/terms.toml"));

    let mut phrases: Vec<(String, Said)> = Vec::new();
    phrases.extend(sayings(&marks.mark, |entry| &entry.say, Said::Mark));
    phrases.extend(sayings(&marks.breaks, |entry| &entry.say, Said::Break));
    phrases.extend(sayings(&edits.edit, |entry| &entry.say, Said::Edit));
    phrases.extend(edits.fillers.iter().map(|filler| (filler.clone(), Said::Filler)));
    phrases.extend(sayings(&terms.term, |entry| &entry.say, Said::Term));
    phrases.extend(sayings(&labels.label, |entry| &entry.say, Said::Label));

    let openings = asides.opening.iter();
    let openings = openings.flat_map(|entry| entry.say.iter().map(|phrase| (phrase.clone(), entry.when)));

    Lexicon {
        puts: Phrases::new(edits.puts.iter().map(|phrase| (phrase.clone(), ()))),
        reasons: Phrases::new(edits.reasons.iter().map(|phrase| (phrase.clone(), ()))),
        openings: Phrases::new(openings),
        asides,
        unit_phrases: Phrases::new(sayings(&units.unit, |entry| &entry.say, |index| index)),
        per_phrases: Phrases::new(sayings(&units.per, |entry| &entry.say, |index| index)),
        phrases: Phrases::new(phrases),
        marks: marks.mark,
        breaks: marks.breaks,
        edits,
        units: units.unit,
        per: units.per,
        numbers: numbers.indexed(),
        labels: labels.label,
        levels,
        terms: terms.term,
        names: names(include_str!("../../data/spoken/names.txt")),
        abbreviations: abbreviations(include_str!("../../data/spoken/abbreviations.txt")),
    }
}

fn parse<T: for<'de> Deserialize<'de>>(file: &str) -> T {
    toml::from_str(file).expect("the data files are part of the program and are read by a test")
}

fn sayings<E, T>(
    entries: &[E],
    say: impl Fn(&E) -> &Vec<String>,
    meaning: impl Fn(usize) -> T,
) -> Vec<(String, T)> {
    let mut all = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        all.extend(say(entry).iter().map(|phrase| (phrase.clone(), meaning(index))));
    }
    all
}

fn lines(file: &str) -> impl Iterator<Item = &str> {
    file.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn names(file: &str) -> HashMap<String, String> {
    lines(file)
        .map(|name| (name.to_lowercase(), name.to_owned()))
        .collect()
}

fn abbreviations(file: &str) -> HashMap<String, (String, bool)> {
    let mut all = HashMap::new();
    let mut as_word = true;
    for line in lines(file) {
        if line == "spelled:" {
            as_word = false;
            continue;
        }
        for abbreviation in line.split_whitespace() {
            all.entry(abbreviation.to_lowercase())
                .or_insert((abbreviation.to_uppercase(), as_word));
        }
    }
    all
}
