//! The words with which studies are asked for, read from `data/terms.toml`.

mod file;

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use report::budget;
use report::modality::Modality;
use report::sex::Sex;

use crate::spelling;
use file::{TermsError, TermsFile};

static TERMS: LazyLock<Terms> = LazyLock::new(|| {
    let read = budget::suspended(|| Terms::read(include_str!("../data/terms.toml")));
    read.expect("a test reads data/terms.toml")
});

/// A region or protocol, as an index into [`Terms::concepts`].
pub(crate) type ConceptId = usize;

/// What is scanned, or how.
#[derive(Debug)]
pub(crate) struct Concept {
    /// Whether it says what is scanned; a protocol says how.
    pub region: bool,
    /// A protocol without which a template does not answer.
    pub essential: bool,
    /// Broader regions that, named beside this one, only say where it is.
    pub within: Vec<ConceptId>,
    /// Sets of regions that may answer for this one, best first.
    pub stand_in: Vec<Vec<ConceptId>>,
}

/// What a word or phrase says.
#[derive(Debug, Clone, Default)]
pub(crate) struct Meaning {
    pub concepts: Vec<ConceptId>,
    pub default_region: Option<ConceptId>,
    pub modality: Option<Modality>,
    pub contrast: Option<bool>,
    pub sex: Option<Sex>,
    /// It denies what comes next.
    pub denies: bool,
    pub role: Role,
}

/// The part that a phrase plays in a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Role {
    /// It names the study or says something about it.
    #[default]
    Study,
    /// It says who the patient is.
    Patient,
    /// It introduces the reason for the study.
    Reason,
    /// It introduces something that comes along with the study.
    Along,
    /// It names a complaint.
    Complaint,
    /// An article, a preposition or the like.
    Little,
    /// It says that a scan is asked for.
    Scan,
    /// It means nothing here.
    Noise,
    /// It asks for something that is neither CT nor MRI.
    Foreign,
}

impl Meaning {
    /// Whether it names a modality and nothing else.
    pub(crate) fn is_modality(&self) -> bool {
        self.modality.is_some() && self.concepts.is_empty() && self.default_region.is_none()
    }

    /// Whether it speaks of contrast and of nothing else.
    pub(crate) fn is_contrast(&self) -> bool {
        self.contrast.is_some()
            && self.concepts.is_empty()
            && self.modality.is_none()
            && self.default_region.is_none()
    }
}

/// Every phrase and what it means.
#[derive(Debug)]
pub(crate) struct Terms {
    concepts: Vec<Concept>,
    phrases: HashMap<String, Meaning>,
    longest: usize,
    words: HashSet<String>,
    spellings: Vec<(String, u32)>,
    /// Words of phrases that name a study or a person.
    telling: HashSet<String>,
    /// Words of these phrases, by how they sound.
    sounds: HashMap<String, String>,
}

impl Terms {
    /// The terms of the file that the build embedded.
    pub(crate) fn get() -> &'static Self {
        &TERMS
    }

    fn read(source: &str) -> Result<Self, TermsError> {
        let file: TermsFile = toml::from_str(source).map_err(Box::new)?;
        let named = || file.region.iter().chain(&file.protocol);
        let ids: HashMap<&str, ConceptId> = named()
            .enumerate()
            .map(|(index, (name, _))| (name.as_str(), index))
            .collect();
        let id = |name: &str| {
            ids.get(name.trim())
                .copied()
                .ok_or_else(|| TermsError::Unknown(name.to_owned()))
        };
        let mut terms = Self {
            concepts: Vec::with_capacity(ids.len()),
            phrases: HashMap::new(),
            longest: 1,
            words: HashSet::new(),
            spellings: Vec::new(),
            telling: HashSet::new(),
            sounds: HashMap::new(),
        };
        for (index, (_, entry)) in named().enumerate() {
            let stand_in = entry
                .stand_in
                .iter()
                .map(|set| set.split('+').map(id).collect::<Result<_, _>>())
                .collect::<Result<_, _>>()?;
            terms.concepts.push(Concept {
                region: index < file.region.len(),
                essential: entry.essential,
                within: entry
                    .within
                    .iter()
                    .map(|name| id(name))
                    .collect::<Result<_, _>>()?,
                stand_in,
            });
        }
        // Lists first: a phrase of a study that is also in a list keeps its meaning as a study.
        for (list, role) in [
            (&file.words.noise, Role::Noise),
            (&file.words.little, Role::Little),
            (&file.words.scan, Role::Scan),
            (&file.words.denial, Role::Noise),
            (&file.words.complaint, Role::Complaint),
            (&file.words.reason, Role::Reason),
            (&file.words.along, Role::Along),
            (&file.words.foreign, Role::Foreign),
        ] {
            terms.add(
                list,
                &Meaning {
                    role,
                    ..Meaning::default()
                },
            );
        }
        for (words, sex) in [
            (&file.patient.scored, None),
            (&file.patient.female, Some(Sex::Female)),
            (&file.patient.male, Some(Sex::Male)),
        ] {
            terms.add(
                words,
                &Meaning {
                    sex,
                    role: Role::Patient,
                    ..Meaning::default()
                },
            );
        }
        for (index, (_, entry)) in named().enumerate() {
            let mut meaning = entry.meaning(&id)?;
            meaning.concepts.insert(0, index);
            terms.add(&entry.words, &meaning);
        }
        for entry in file.short.values() {
            terms.add(&entry.words, &entry.meaning(&id)?);
        }
        terms.add_singulars();
        for word in &file.words.denial {
            if let Some(meaning) = terms.phrases.get_mut(word) {
                meaning.denies = true;
            }
        }
        terms.spellings = terms
            .words
            .iter()
            .filter(|word| word.len() >= 4)
            .map(|word| (word.clone(), spelling::mask(word.as_bytes())))
            .collect();
        terms.spellings.sort_unstable();
        terms.telling = terms
            .phrases
            .iter()
            .filter(|(_, meaning)| matches!(meaning.role, Role::Study | Role::Patient))
            .flat_map(|(phrase, _)| phrase.split(' ').map(str::to_owned))
            .collect();
        let mut sounds = HashMap::new();
        for (word, _) in terms.spellings.iter().filter(|(word, _)| terms.tells(word)) {
            sounds
                .entry(spelling::sound(word))
                .or_insert_with(|| word.clone());
        }
        terms.sounds = sounds;
        Ok(terms)
    }

    fn add(&mut self, phrases: &[String], meaning: &Meaning) {
        for phrase in phrases {
            let words = phrase.split(' ').count();
            self.longest = self.longest.max(words);
            self.words.extend(phrase.split(' ').map(str::to_owned));
            self.phrases.insert(phrase.clone(), meaning.clone());
        }
    }

    /// Words of requests are read in the singular where it is known, and so are the phrases that have plurals.
    fn add_singulars(&mut self) {
        let mut added = Vec::new();
        for (phrase, meaning) in &self.phrases {
            let words = phrase.split(' ');
            let singular: Vec<String> = words
                .map(|word| self.singular(word).unwrap_or_else(|| word.to_owned()))
                .collect();
            let singular = singular.join(" ");
            if !self.phrases.contains_key(&singular) {
                added.push((singular, meaning.clone()));
            }
        }
        self.phrases.extend(added);
    }

    pub(crate) fn concept(&self, id: ConceptId) -> &Concept {
        &self.concepts[id]
    }

    /// The longest phrase that begins at the first of these words: its length in words and its meaning.
    pub(crate) fn longest_at(&self, words: &[&str]) -> Option<(usize, &Meaning)> {
        let mut phrase = String::new();
        let mut found = None;
        for (index, word) in words.iter().take(self.longest).enumerate() {
            if index > 0 {
                phrase.push(' ');
            }
            phrase.push_str(word);
            if let Some(meaning) = self.phrases.get(phrase.as_str()) {
                found = Some((index + 1, meaning));
            }
        }
        found
    }

    /// The singular of a plural, when it stands in some phrase.
    pub(crate) fn singular(&self, word: &str) -> Option<String> {
        let long_enough = word.len() > 3;
        spelling::singular(word).filter(|singular| long_enough && self.knows(singular))
    }

    /// Whether the word stands in some phrase.
    pub(crate) fn knows(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// Whether the word by itself names a study or says something about one.
    pub(crate) fn says_something(&self, word: &str) -> bool {
        self.phrases
            .get(word)
            .is_some_and(|meaning| meaning.role == Role::Study)
    }

    /// The word of this sound, if it tells something.
    pub(crate) fn sounding(&self, sound: &str) -> Option<&str> {
        self.sounds.get(sound).map(String::as_str)
    }

    /// Whether the word stands in a phrase that names a study or a person.
    pub(crate) fn tells(&self, word: &str) -> bool {
        self.telling.contains(word)
    }

    /// Whether the word by itself names CT or MRI.
    pub(crate) fn names_modality(&self, word: &str) -> bool {
        self.phrases
            .get(word)
            .is_some_and(|meaning| meaning.modality.is_some())
    }

    /// Words long enough to be misspelt, in alphabetical order, each with its letters.
    pub(crate) fn spellings(&self) -> &[(String, u32)] {
        &self.spellings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_file_is_read() {
        Terms::read(include_str!("../data/terms.toml")).expect("data/terms.toml is sound");
    }

    #[test]
    fn every_phrase_is_written_as_requests_are_read() {
        for phrase in Terms::get().phrases.keys() {
            let written = phrase
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == ' ');
            assert!(
                written && !phrase.contains("  ") && phrase.trim() == phrase,
                "{phrase:?}"
            );
        }
    }
}
