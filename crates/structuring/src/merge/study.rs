//! Which regions of the body a study shows, by its name or else by what its template speaks of.

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

/// What is known of a text of a study of this name before it is read. Where the name says nothing ("My template"), the lines of the
/// template do.
pub fn context<'l>(study: &str, lines: impl IntoIterator<Item = &'l str>) -> Context {
    let mut shown = regions(study);
    if shown.is_empty() {
        for region in lines.into_iter().flat_map(regions) {
            if !shown.contains(&region) {
                shown.push(region);
            }
        }
    }
    Context {
        regions: shown,
        study: clinical::document::structures(study),
        ..Context::default()
    }
}

/// The regions of which a text names something; none when it says nothing that is known.
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
