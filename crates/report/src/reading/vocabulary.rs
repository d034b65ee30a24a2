//! The kinds of abnormal finding and the aspects that can be normal, read from `data/findings.toml`.

use std::sync::LazyLock;

use crate::budget;
use crate::phrase::Phrases;
use hashbrown::HashMap;
use serde::Deserialize;

/// A kind of abnormal finding, such as a lesion, an effusion or a tear.
#[derive(Debug)]
pub struct Kind {
    /// Its name in the data file.
    pub id: String,
    /// What can no longer be called normal of the same structure.
    pub spoils: Vec<Aspect>,
    /// The same, when the template says nothing nearer.
    pub weakly: Vec<Aspect>,
    /// Whether the word names its own place.
    pub alone: bool,
    /// Other kinds that a denial of this kind also speaks of.
    pub with: Vec<String>,
}

/// Something about a structure that can be normal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aspect {
    /// The structure as a whole.
    General,
    /// Size, bulk, volume.
    Size,
    /// Signal, attenuation, enhancement.
    Signal,
    /// Whether layers can be told apart: cortex from white matter or medulla.
    Differentiation,
    /// Shape, contour, outline.
    Shape,
    /// Calibre, diameter.
    Calibre,
    /// Where it arises.
    Origin,
    /// What it does: how a ventricle beats.
    Function,
    /// Thickness.
    Thickness,
    /// Position.
    Position,
    /// Alignment, curvature.
    Alignment,
    /// Height.
    Height,
    /// Patency, flow.
    Patency,
    /// Wholeness of a tendon, ligament or bone.
    Integrity,
    /// Clear, aerated.
    Clear,
    /// Distension.
    Distension,
    /// Being there at all.
    Presence,
    /// How an organ takes up contrast as a whole.
    Perfusion,
    /// The space of a joint.
    Space,
    /// The quality of the study: of its images, of the bolus.
    Quality,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    words: Vec<String>,
    spoils: Vec<Aspect>,
    #[serde(default)]
    weakly: Vec<Aspect>,
    #[serde(default)]
    alone: bool,
    #[serde(default)]
    with: Vec<String>,
}

/// Every kind and the words that name them. One word may name several kinds.
#[derive(Debug)]
pub struct Vocabulary {
    kinds: Vec<Kind>,
    phrases: Phrases<usize>,
    /// What a phrase stands for: indices of kinds.
    meanings: Vec<Vec<usize>>,
}

/// The vocabulary, read once.
pub fn vocabulary() -> &'static Vocabulary {
    static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| budget::suspended(Vocabulary::read));
    &VOCABULARY
}

impl Vocabulary {
    /// The file is part of the program: one that cannot be read is a defect of the build and ends it; a test holds that.
    fn read() -> Self {
        let mut entries: HashMap<String, Entry> = toml::from_str(include_str!("../../data/findings.toml"))
            .unwrap_or_else(|error| panic!("findings vocabulary: {error}"));
        let regional: HashMap<String, Vec<String>> =
            toml::from_str(include_str!("../../data/findings-head-spine-limbs.toml"))
                .unwrap_or_else(|error| panic!("findings of head, spine and limbs: {error}"));
        for (id, words) in regional {
            let entry = entries.get_mut(&id);
            entry
                .unwrap_or_else(|| panic!("unknown kind of finding: {id}"))
                .words
                .extend(words);
        }
        let mut entries: Vec<(String, Entry)> = entries.into_iter().collect();
        entries.sort_by(|left, right| left.0.cmp(&right.0));
        let mut meanings: Vec<Vec<usize>> = Vec::new();
        let mut by_words: HashMap<String, usize> = HashMap::new();
        let mut phrases = Vec::new();
        let mut kinds = Vec::new();
        for (index, (id, entry)) in entries.into_iter().enumerate() {
            for word in entry.words {
                let keys: Vec<String> = crate::token::words(&word)
                    .into_iter()
                    .map(|word| word.key)
                    .collect();
                let meaning = *by_words.entry(keys.join(" ")).or_insert_with(|| {
                    meanings.push(Vec::new());
                    phrases.push((word, meanings.len() - 1));
                    meanings.len() - 1
                });
                if !meanings[meaning].contains(&index) {
                    meanings[meaning].push(index);
                }
            }
            let mut spoils = entry.spoils;
            // Nothing abnormal leaves a structure clear.
            if spoils.contains(&Aspect::General) && !spoils.contains(&Aspect::Clear) {
                spoils.push(Aspect::Clear);
            }
            kinds.push(Kind {
                id,
                spoils,
                weakly: entry.weakly,
                alone: entry.alone,
                with: entry.with,
            });
        }
        Self {
            kinds,
            phrases: Phrases::new(phrases),
            meanings,
        }
    }

    /// Every phrase that names kinds, in order.
    pub fn find(
        &'static self,
        words: &[crate::token::Word],
    ) -> Vec<(Vec<&'static Kind>, std::ops::Range<usize>)> {
        let found = self.phrases.find(words).into_iter();
        found
            .map(|found| {
                (
                    self.meanings[found.meaning]
                        .iter()
                        .map(|&kind| &self.kinds[kind])
                        .collect(),
                    found.range,
                )
            })
            .collect()
    }

    /// The kind of a name.
    pub fn kind(&'static self, id: &str) -> Option<&'static Kind> {
        self.kinds.iter().find(|kind| kind.id == id)
    }
}

impl Kind {
    /// Whether it says no more than that something is not as it should be: what is abnormal in general, a device, a pouch.
    pub fn is_general(&self) -> bool {
        matches!(
            self.id.as_str(),
            "abnormality" | "inserted" | "diverticulum" | "variant"
        )
    }

    /// Whether a denial of this kind speaks of `other`.
    pub fn covers(&self, other: &Kind) -> bool {
        self.id == other.id || self.with.contains(&other.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_and_refers_to_known_kinds() {
        let vocabulary = vocabulary();
        assert!(vocabulary.kinds.len() > 40);
        for kind in &vocabulary.kinds {
            for other in &kind.with {
                assert!(
                    vocabulary.kind(other).is_some(),
                    "{} names unknown kind {other}",
                    kind.id
                );
            }
        }
    }
}
