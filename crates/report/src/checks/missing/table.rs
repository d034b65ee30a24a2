//! The table of what belongs into an impression: `data/checks/impression.toml`.

use std::ops::Range;
use std::sync::LazyLock;

use hashbrown::HashMap;
use regex::{Regex, RegexSet};
use serde::Deserialize;

use crate::negation::{self, Scope};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    over: Vec<String>,
    minor: Vec<String>,
    grave: Vec<String>,
    settled: Vec<String>,
    unsettled: Vec<String>,
    weight: Vec<String>,
    names: Vec<String>,
    slight: Vec<String>,
    told: Vec<String>,
    swells: Vec<String>,
    pressed: Vec<String>,
    grave_cysts: Vec<String>,
    never_slight: Vec<String>,
    wide: HashMap<String, f64>,
    explains: Vec<Explanation>,
    own: Vec<Own>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Own {
    signs: Vec<String>,
    names: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Explanation {
    named: Vec<String>,
    signs: Vec<String>,
    #[serde(default)]
    masses: bool,
    #[serde(default)]
    either_side: bool,
}

/// A diagnosis and its signs, ready for use.
struct Explains {
    named: Regex,
    signs: Regex,
    /// Masses, nodules and lesions too.
    masses: bool,
    /// On whichever side, whatever side the diagnosis is told with.
    either_side: bool,
}

/// The table, ready for use.
pub(super) struct Table {
    /// What is over.
    pub(super) over: Regex,
    /// What may be left out.
    pub(super) minor: Regex,
    /// What matters beside a minor word.
    pub(super) grave: Regex,
    /// What is harmless whatever its look.
    pub(super) settled: Regex,
    /// What is not settled by a harmless name.
    pub(super) unsettled: Regex,
    /// What weighs at any size.
    pub(super) weight: Regex,
    /// Words that are part of a name.
    pub(super) names: Regex,
    /// Words of smallness.
    pub(super) slight: Regex,
    /// What weighs whatever its kind.
    pub(super) told: Regex,
    /// Structures in which swelling and enhancement are disease.
    pub(super) swells: Regex,
    /// What presses on the cord or a root.
    pub(super) pressed: Regex,
    /// Cysts that are not passed over as such.
    pub(super) grave_cysts: Regex,
    /// Kinds that matter however small they are.
    pub(super) never_slight: Vec<String>,
    /// From which diameter on a structure is too wide.
    pub(super) wide: HashMap<String, f64>,
    /// The names of all diagnoses, to be looked for at once.
    named: RegexSet,
    /// A diagnosis and its signs.
    explains: Vec<Explains>,
    /// Signs, and the names that alone stand for them.
    own: Vec<(Regex, Regex)>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it; a test holds that.
pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../../data/checks/impression.toml"))
        .unwrap_or_else(|error| panic!("impression: {error}"));
    let names = file.explains.iter().map(|entry| pattern(&entry.named));
    Table {
        named: RegexSet::new(names).unwrap_or_else(|error| panic!("impression: {error}")),
        over: any(&file.over),
        minor: any(&file.minor),
        grave: any(&file.grave),
        settled: any(&file.settled),
        unsettled: any(&file.unsettled),
        weight: any(&file.weight),
        names: any(&file.names),
        slight: any(&file.slight),
        told: any(&file.told),
        swells: any(&file.swells),
        pressed: any(&file.pressed),
        grave_cysts: any(&file.grave_cysts),
        never_slight: file.never_slight,
        wide: file.wide,
        explains: file
            .explains
            .iter()
            .map(|entry| Explains {
                named: any(&entry.named),
                signs: any(&entry.signs),
                masses: entry.masses,
                either_side: entry.either_side,
            })
            .collect(),
        own: file
            .own
            .iter()
            .map(|own| (any(&own.signs), any(&own.names)))
            .collect(),
    }
});

/// One pattern of several; a question mark needs no border of a word.
fn any(words: &[String]) -> Regex {
    Regex::new(&pattern(words)).unwrap_or_else(|error| panic!("impression: {error}"))
}

fn pattern(words: &[String]) -> String {
    let (marks, words): (Vec<&str>, Vec<&str>) =
        words.iter().map(String::as_str).partition(|word| *word == r"\?");
    let mut pattern = format!(r"\b(?:{})\b", words.join("|"));
    if !marks.is_empty() {
        pattern.push_str(r"|\?");
    }
    pattern
}

impl Table {
    /// The diagnoses that a sentence of the impression names, by their place in the table.
    pub(super) fn diagnoses(&self, said: &str, scopes: &[Scope]) -> Vec<usize> {
        let asserts = |index: &usize| {
            let named = &self.explains[*index].named;
            named.find_iter(said).any(|word| {
                !said[..word.start()].ends_with("non-") && !negation::denies(scopes, word.start())
            })
        };
        self.named.matches(said).into_iter().filter(asserts).collect()
    }

    /// For a finding that only its own name stands for, whether the impression says that name. What either denies is not said.
    pub(super) fn says_own_name(&self, found: (&str, &[Scope]), said: (&str, &[Scope])) -> Option<bool> {
        let asserts = |words: &Regex, (text, scopes): (&str, &[Scope])| {
            words
                .find_iter(text)
                .any(|word| !negation::denies(scopes, word.start()))
        };
        let mut own = self
            .own
            .iter()
            .filter(|(signs, _)| asserts(signs, found))
            .peekable();
        own.peek()?;
        Some(own.all(|(_, names)| asserts(names, said)))
    }

    /// Where the words of the findings are a sign of one of these diagnoses; `apart` when they are on another side or level.
    pub(super) fn signs<'t>(
        &'t self,
        diagnoses: &'t [usize],
        found: &'t str,
        is_mass: bool,
        apart: bool,
    ) -> impl Iterator<Item = Range<usize>> + 't {
        diagnoses
            .iter()
            .map(|index| &self.explains[*index])
            .filter(move |entry| (entry.masses || !is_mass) && (entry.either_side || !apart))
            .flat_map(move |entry| entry.signs.find_iter(found).map(|sign| sign.range()))
    }
}
