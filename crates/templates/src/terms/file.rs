//! `data/terms.toml` as it is written.

use std::collections::BTreeMap;

use report::modality::Modality;
use report::sex::Sex;
use serde::Deserialize;

use super::{ConceptId, Meaning, Role};

/// Why `data/terms.toml` cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TermsError {
    /// Not TOML, or a key is unknown or of the wrong type.
    #[error(transparent)]
    Format(#[from] Box<toml::de::Error>),
    /// A term is referred to that is not there, or a modality or sex is unknown.
    #[error("{0:?} is not known")]
    Unknown(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TermsFile {
    pub region: BTreeMap<String, Entry>,
    pub protocol: BTreeMap<String, Entry>,
    pub short: BTreeMap<String, Entry>,
    pub patient: Patient,
    pub words: WordLists,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub words: Vec<String>,
    #[serde(default)]
    pub implies: Vec<String>,
    #[serde(default)]
    pub means: Vec<String>,
    #[serde(default)]
    pub within: Vec<String>,
    #[serde(default)]
    pub stand_in: Vec<String>,
    #[serde(default)]
    pub essential: bool,
    pub default_region: Option<String>,
    pub modality: Option<String>,
    pub contrast: Option<bool>,
    pub sex: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Patient {
    pub scored: Vec<String>,
    pub female: Vec<String>,
    pub male: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WordLists {
    pub reason: Vec<String>,
    pub along: Vec<String>,
    pub complaint: Vec<String>,
    pub denial: Vec<String>,
    pub little: Vec<String>,
    pub scan: Vec<String>,
    pub noise: Vec<String>,
    pub foreign: Vec<String>,
}

impl Entry {
    pub(super) fn meaning(
        &self,
        id: &impl Fn(&str) -> Result<ConceptId, TermsError>,
    ) -> Result<Meaning, TermsError> {
        let unknown = |raw: &String| TermsError::Unknown(raw.clone());
        Ok(Meaning {
            concepts: self
                .implies
                .iter()
                .chain(&self.means)
                .map(|name| id(name))
                .collect::<Result<_, _>>()?,
            default_region: self.default_region.as_deref().map(id).transpose()?,
            modality: self
                .modality
                .as_ref()
                .map(|raw| Modality::parse(raw).ok_or_else(|| unknown(raw)))
                .transpose()?,
            contrast: self.contrast,
            sex: self
                .sex
                .as_ref()
                .map(|raw| Sex::parse(raw).ok_or_else(|| unknown(raw)))
                .transpose()?,
            denies: false,
            role: Role::Study,
        })
    }
}
