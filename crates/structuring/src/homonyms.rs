//! Names that mean another structure in another study, by `data/homonyms.toml`: which of them a template decides, and readings set
//! right by it.

use std::sync::LazyLock;

use report::anatomy::{Structure, lexicon};
use report::phrase::Phrases;
use report::reading::{Claim, Reading, Subject};
use report::token;
use serde::Deserialize;

use crate::sheet::Unit;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    said: Vec<String>,
    means: String,
    beside: Vec<String>,
    unless: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Vec<Entry>,
}

struct Name {
    entry: Entry,
    said: Phrases<()>,
    means: &'static Structure,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it; a test holds that.
static NAMES: LazyLock<Vec<Name>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../data/homonyms.toml"))
        .unwrap_or_else(|error| panic!("homonyms: {error}"));
    let name = |entry: Entry| {
        let means = lexicon().get(&entry.means)?;
        let said = Phrases::new(entry.said.iter().map(|words| (words, ())));
        Some(Name { entry, said, means })
    };
    file.name.into_iter().filter_map(name).collect()
});

/// The names that a template decides.
pub(crate) struct Homonyms(Vec<&'static Name>);

impl Homonyms {
    /// What the names mean in a template of these sentences for this study.
    pub(crate) fn of(units: &[Unit], study: Option<&str>) -> Self {
        let of_study = lexicon().find(study.unwrap_or_default());
        let speaks_of = |ids: &[String]| {
            let mut subjects = units
                .iter()
                .flat_map(|unit| unit.reading.subjects.iter().chain(&unit.about));
            subjects.any(|subject| ids.contains(&subject.structure.id))
                || of_study.iter().any(|mention| ids.contains(&mention.structure.id))
        };
        Self(
            NAMES
                .iter()
                .filter(|name| speaks_of(&name.entry.beside) && !speaks_of(&name.entry.unless))
                .collect(),
        )
    }

    /// A reading in which each name means what it means here.
    pub(crate) fn settle(&self, reading: &mut Reading, text: &str) {
        for name in &self.0 {
            let mean = |subjects: &mut Vec<Subject>| {
                for subject in subjects.iter_mut() {
                    if name.entry.names.contains(&subject.structure.id) {
                        subject.structure = name.means;
                    }
                }
            };
            mean(&mut reading.subjects);
            reading
                .claims
                .iter_mut()
                .for_each(|claim| mean(&mut claim.subjects));
            reading
                .normals
                .iter_mut()
                .for_each(|normal| mean(&mut normal.subjects));
            if !name.entry.said.is_empty() && !name.said.find(&token::words(text)).is_empty() {
                let sides = report::side::find(text);
                let side = sides.first().map(|mark| mark.side);
                let subject = Subject {
                    structure: name.means,
                    side: side
                        .filter(|side| name.means.paired && sides.iter().all(|mark| mark.side == *side)),
                };
                for normal in reading
                    .normals
                    .iter_mut()
                    .filter(|normal| normal.subjects.is_empty())
                {
                    normal.subjects.push(subject.clone());
                }
                // "Cervical mass with invasion of the vagina": the name holds the word for the finding.
                let found = name.said.find(&token::words(text));
                let names = |claim: &Claim| {
                    found.iter().any(|found| {
                        found.range.contains(&claim.named.start)
                            && (claim.named.len() < found.range.len()
                                || lexicon().find(&text[claim.clause.clone()]).is_empty())
                    })
                };
                for claim in reading
                    .claims
                    .iter_mut()
                    .filter(|claim| claim.subjects.is_empty() || names(claim))
                {
                    claim.subjects.push(subject.clone());
                }
                if !reading.subjects.contains(&subject) {
                    reading.subjects.push(subject);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_structure_of_the_file_exists() {
        for name in NAMES.iter() {
            for id in name
                .entry
                .names
                .iter()
                .chain(&name.entry.beside)
                .chain(&name.entry.unless)
            {
                assert!(lexicon().get(id).is_some(), "{id}");
            }
        }
        assert!(NAMES.len() > 10);
    }
}
