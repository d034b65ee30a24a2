//! Reads the lexicon's files.

use std::collections::HashMap;

use serde::Deserialize;
use toml::Spanned;

use super::{Region, Structure};
use crate::sex::Sex;

/// Every region's file, in report order.
const FILES: [(Region, &str); 9] = [
    (Region::Head, include_str!("../../data/anatomy/head.toml")),
    (Region::Neck, include_str!("../../data/anatomy/neck.toml")),
    (Region::Chest, include_str!("../../data/anatomy/chest.toml")),
    (Region::Breast, include_str!("../../data/anatomy/breast.toml")),
    (Region::Abdomen, include_str!("../../data/anatomy/abdomen.toml")),
    (Region::Pelvis, include_str!("../../data/anatomy/pelvis.toml")),
    (Region::Spine, include_str!("../../data/anatomy/spine.toml")),
    (
        Region::Musculoskeletal,
        include_str!("../../data/anatomy/musculoskeletal.toml"),
    ),
    (Region::Vascular, include_str!("../../data/anatomy/vascular.toml")),
];

/// One line of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Option<String>,
    #[serde(default)]
    also: Vec<String>,
    within: Option<String>,
    #[serde(default)]
    and_within: Vec<String>,
    #[serde(default)]
    paired: bool,
    sex: Option<String>,
}

/// All structures in report order. The files are part of the program, so a file that cannot be read is a defect of the build
/// and ends it; `every_file_is_read` holds that.
pub(super) fn structures() -> Vec<Structure> {
    let mut structures = Vec::new();
    for (region, text) in FILES {
        let entries: HashMap<String, Spanned<Entry>> =
            toml::from_str(text).unwrap_or_else(|error| panic!("anatomy lexicon of {region:?}: {error}"));
        let mut in_order: Vec<_> = entries.into_iter().collect();
        in_order.sort_by_key(|(_, entry)| entry.span().start);
        for (id, entry) in in_order {
            let entry = entry.into_inner();
            structures.push(Structure {
                name: entry.name.unwrap_or_else(|| id.replace('-', " ")),
                synonyms: entry.also,
                parent: entry.within,
                other_parents: entry.and_within,
                paired: entry.paired,
                sex: entry.sex.as_deref().and_then(Sex::parse),
                region,
                rank: structures.len(),
                id,
            });
        }
    }
    structures
}
