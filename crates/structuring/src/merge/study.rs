//! Which regions of the body a study shows, by its name.

use std::sync::LazyLock;

use clinical::document::Context;
use clinical::knowledge::Region;
use report::token;
use serde::Deserialize;

#[derive(Deserialize)]
struct Regions {
    region: Vec<Shown>,
}

#[derive(Deserialize)]
struct Shown {
    regions: Vec<Region>,
    words: Vec<String>,
}

static REGIONS: LazyLock<Vec<Shown>> = LazyLock::new(|| {
    let read: Regions = toml::from_str(include_str!("../../data/regions.toml")).expect("regions.toml");
    let keyed = read.region.into_iter().map(|shown| Shown {
        words: shown.words.iter().map(|word| token::key(word)).collect(),
        ..shown
    });
    keyed.collect()
});

/// What is known of a text of a study of this name before it is read.
pub fn context(study: &str) -> Context {
    Context {
        regions: regions(study),
        study: clinical::document::structures(study),
        ..Context::default()
    }
}

/// Whether a word, as it is compared, names a region of the body as names of studies do.
pub fn names_region(key: &str) -> bool {
    REGIONS
        .iter()
        .any(|shown| shown.words.iter().any(|word| word == key))
}

/// The regions that a study of this name shows; none when it says nothing that is known.
fn regions(study: &str) -> Vec<Region> {
    let words = token::words(study);
    let mut regions: Vec<Region> = Vec::new();
    for shown in REGIONS.iter() {
        if words.iter().any(|word| shown.words.contains(&word.key)) {
            regions.extend(
                shown
                    .regions
                    .iter()
                    .filter(|region| !regions.contains(region))
                    .copied()
                    .collect::<Vec<_>>(),
            );
        }
    }
    regions
}
