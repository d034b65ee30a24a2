//! The files of `data/` as they are written.

use hashbrown::HashMap;
use serde::Deserialize;

use super::{Assertion, KnowledgeError, Region};
use crate::respect::Respect;

/// A file of `data/` by its name, which a fault tells.
macro_rules! data_file {
    ($name:literal) => {
        parse($name, include_str!(concat!("../../data/", $name, ".toml")))
    };
}

macro_rules! files {
    ($folder:literal: $($name:literal),*) => { [$(($name, include_str!(concat!("../../data/", $folder, "/", $name, ".toml")))),*] };
}

const ANATOMY: [(&str, &str); 9] = files!("anatomy": "general", "brain", "headneck", "spine", "chest", "abdomen", "urogenital", "limbs", "vessels");
const CONCEPTS: [(&str, &str); 9] = files!("concepts": "general", "brain", "headneck", "spine", "chest", "abdomen", "urogenital", "limbs", "vessels");

/// A name that holds everywhere, or only in some regions.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Name {
    Everywhere(String),
    Somewhere {
        name: String,
        #[serde(rename = "in")]
        regions: Vec<Region>,
    },
}

/// A region of the spine: of what it is the part between two vertebrae.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spans {
    pub(super) of: String,
    pub(super) levels: String,
}

/// The side that the name of a structure says.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Side {
    Right,
    Left,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Structure {
    pub(super) names: Vec<Name>,
    #[serde(default, rename = "of-tissue")]
    pub(super) of_tissue: Vec<Name>,
    #[serde(default)]
    pub(super) within: Vec<String>,
    #[serde(default)]
    pub(super) paired: bool,
    #[serde(default)]
    pub(super) group: bool,
    #[serde(default)]
    pub(super) broad: bool,
    #[serde(default)]
    pub(super) region: bool,
    #[serde(default)]
    pub(super) hollow: bool,
    #[serde(default)]
    pub(super) collective: bool,
    #[serde(default)]
    pub(super) bulk: bool,
    #[serde(default)]
    pub(super) long: bool,
    #[serde(default)]
    pub(super) apart: bool,
    #[serde(default)]
    pub(super) everything: bool,
    pub(super) levels: Option<String>,
    pub(super) bare: Option<String>,
    pub(super) spans: Option<Spans>,
    pub(super) label: Option<String>,
    pub(super) limit: Option<u16>,
    pub(super) least: Option<u16>,
    pub(super) side: Option<Side>,
    pub(super) sex: Option<String>,
    #[serde(default, rename = "in")]
    pub(super) regions: Vec<Region>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Concept {
    #[serde(default)]
    pub(super) names: Vec<Name>,
    #[serde(default)]
    pub(super) adjectives: Vec<Name>,
    #[serde(default)]
    pub(super) attributes: Vec<Name>,
    #[serde(default)]
    pub(super) none: Vec<Name>,
    #[serde(default)]
    pub(super) is: Vec<String>,
    #[serde(default)]
    pub(super) at: Vec<String>,
    pub(super) means: Option<String>,
    pub(super) tissue: Option<String>,
    #[serde(default)]
    pub(super) with: Vec<String>,
    #[serde(default)]
    pub(super) alters: Vec<Respect>,
    #[serde(default)]
    pub(super) denied: Vec<Respect>,
    #[serde(default)]
    pub(super) sized: bool,
    #[serde(default)]
    pub(super) minor: bool,
    #[serde(default)]
    pub(super) normal: bool,
    #[serde(default)]
    pub(super) vague: bool,
    #[serde(default, rename = "in")]
    pub(super) regions: Vec<Region>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Normality {
    pub(super) normal: Vec<String>,
    pub(super) altered: Vec<String>,
    pub(super) neutral: Vec<String>,
    pub(super) by_itself: HashMap<Respect, Vec<String>>,
    pub(super) respects: HashMap<Respect, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scope {
    pub(super) category: Assertion,
    #[serde(default)]
    pub(super) before: Vec<String>,
    #[serde(default)]
    pub(super) behind: Vec<String>,
    /// A sentence and what of it is read so: for the tests and for whoever reads the file.
    #[expect(dead_code, reason = "read by people")]
    pub(super) example: [String; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    words: Vec<String>,
    #[serde(default)]
    made: Vec<Made>,
}

impl Words {
    /// Those that are written out, and those that are made.
    pub(super) fn all(&self) -> Vec<String> {
        let made = self.made.iter().flat_map(Made::words);
        self.words.iter().cloned().chain(made).collect()
    }
}

/// Each of the first words with each of the last.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Made {
    first: Vec<String>,
    last: Vec<String>,
}

impl Made {
    fn words(&self) -> Vec<String> {
        let pairs = self
            .first
            .iter()
            .flat_map(|first| self.last.iter().map(move |last| (first, last)));
        pairs.map(|(first, last)| format!("{first} {last}")).collect()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
    pub(super) words: Vec<String>,
    pub(super) leads: Vec<String>,
}

/// What makes a statement one of each part: anywhere in its clause, or right behind what is named.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct All {
    pub(super) words: Vec<String>,
    pub(super) behind: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Anaphora {
    pub(super) words: Vec<String>,
    pub(super) alike: Vec<String>,
    pub(super) pointing: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Joins {
    pub(super) words: Vec<String>,
    pub(super) or: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Assertions {
    pub(super) cue: Vec<Scope>,
    pub(super) pseudo: Words,
    pub(super) change: Change,
    pub(super) ends: Words,
    pub(super) verbs: Words,
    pub(super) seeing: Words,
    pub(super) plain: Words,
    pub(super) places: Words,
    pub(super) away: Words,
    pub(super) found: Words,
    pub(super) rest: Words,
    pub(super) all: All,
    pub(super) with: Words,
    pub(super) direction: Words,
    pub(super) compared: Words,
    pub(super) except: Words,
    pub(super) anaphora: Anaphora,
    pub(super) many: Words,
    pub(super) joins: Joins,
    pub(super) articles: Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Opposed {
    pub(super) one: Vec<String>,
    pub(super) other: Vec<String>,
    #[serde(default)]
    pub(super) doubtful: bool,
    #[serde(default)]
    pub(super) part: bool,
    #[serde(default)]
    pub(super) loose: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Modifiers {
    pub(super) opposed: Vec<Opposed>,
}

/// Every file, in the order in which it is written.
pub(super) struct Sources {
    pub(super) structures: Vec<(String, Structure)>,
    pub(super) concepts: Vec<(String, Concept)>,
    pub(super) normality: Normality,
    pub(super) assertions: Assertions,
    pub(super) modifiers: Modifiers,
}

/// Reads all files; the fault names the file.
pub(super) fn read() -> Result<Sources, KnowledgeError> {
    fn parse<T: serde::de::DeserializeOwned>(name: &str, text: &str) -> Result<T, KnowledgeError> {
        toml::from_str(text).map_err(|source| KnowledgeError::Format {
            file: name.to_owned(),
            source: Box::new(source),
        })
    }
    fn entries<T: serde::de::DeserializeOwned>(
        files: &[(&str, &str)],
    ) -> Result<Vec<(String, T)>, KnowledgeError> {
        let mut all = Vec::new();
        for (name, text) in files {
            let mut file: Vec<(String, toml::Spanned<T>)> =
                parse::<HashMap<String, toml::Spanned<T>>>(name, text)?
                    .into_iter()
                    .collect();
            file.sort_by_key(|(_, entry)| entry.span().start);
            all.extend(file.into_iter().map(|(id, entry)| (id, entry.into_inner())));
        }
        Ok(all)
    }
    Ok(Sources {
        structures: entries(&ANATOMY)?,
        concepts: entries(&CONCEPTS)?,
        normality: data_file!("normality")?,
        assertions: data_file!("assertion")?,
        modifiers: data_file!("modifiers")?,
    })
}
