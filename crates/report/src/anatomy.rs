//! The anatomy lexicon: structures, what they are called, what they are part of, and where a text names them.
//!
//! The structures stand in `data/anatomy/*.toml`, one line a structure, one file a region; the order of files and lines is the
//! order in which a report goes. To add a structure, add its line. Plurals and British or American spellings are found
//! without being listed (see [`crate::token`]). Vertebral levels are read by [`level`].

pub mod level;
mod lexicon;
pub mod node_level;
mod phase;
mod source;

use std::ops::Range;

pub use lexicon::{Lexicon, lexicon};

use crate::sex::Sex;

/// A part of the body that a report speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Structure {
    /// Stable name, kebab-case and singular: `urinary-bladder`.
    pub id: String,
    /// What it is called in a sentence.
    pub name: String,
    /// Other names and adjectives.
    pub synonyms: Vec<String>,
    /// What it is a part of.
    pub parent: Option<String>,
    /// What else it is a part of, where two divisions of the body cross: the cerebellum is of the brain and of the posterior fossa.
    pub other_parents: Vec<String>,
    /// Whether there is one on each side.
    pub paired: bool,
    /// The sex that has it, when only one has.
    pub sex: Option<Sex>,
    /// The region whose file it stands in.
    pub region: Region,
    /// Its place in the order of a report, from the head down and as each region's report goes.
    pub rank: usize,
}

/// A region of the body, in report order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    /// Brain, skull, sinuses, orbits, face.
    Head,
    /// Neck.
    Neck,
    /// Chest.
    Chest,
    /// Breast.
    Breast,
    /// Abdomen.
    Abdomen,
    /// Pelvis.
    Pelvis,
    /// Spine.
    Spine,
    /// Limbs: bones, joints, tendons, muscles.
    Musculoskeletal,
    /// Arteries and veins.
    Vascular,
}

/// Tissues that many structures are made of or lie in: beside one of those they do not say where a finding is.
const TISSUES: &[&str] = &[
    "bone",
    "bone-marrow",
    "joint",
    "joint-effusion",
    "cartilage",
    "subchondral-bone",
    "soft-tissue",
    "subcutaneous-tissue",
    "muscle",
    "tendon",
    "ligament",
    "bursa",
    "skin",
];

/// Whether a structure is a tissue, which is found in many places.
pub fn is_tissue(id: &str) -> bool {
    TISSUES.contains(&id)
}

/// A place in a text where a structure is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The structure named.
    pub structure: &'static Structure,
    /// The bytes that name it.
    pub range: Range<usize>,
}
