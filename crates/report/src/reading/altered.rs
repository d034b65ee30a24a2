//! Findings that say how a respect is altered without a word of the vocabulary: `raised T2 and FLAIR signal`, `the contour is
//! irregular`. The words are in `data/respects.toml`.

use std::ops::Range;
use std::sync::LazyLock;

use hashbrown::HashSet;
use serde::Deserialize;

use super::{Claim, Parts, Subject, implied};
use crate::negation;
use crate::phrase::Phrases;
use crate::token::{self, Word};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Respect {
    words: Vec<String>,
    more: String,
    less: String,
    other: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    more: Vec<String>,
    less: Vec<String>,
    other: Vec<String>,
    parts: Vec<String>,
    links: Vec<String>,
    respect: Vec<Respect>,
}

/// Which way a respect is altered.
#[derive(Debug, Clone, Copy)]
enum Way {
    More,
    Less,
    Other,
}

struct Words {
    ways: Phrases<Way>,
    respects: Phrases<usize>,
    parts: HashSet<String>,
    links: HashSet<String>,
    list: Vec<Respect>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it; a test holds that.
static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/respects.toml"))
        .unwrap_or_else(|error| panic!("respects: {error}"));
    let as_way = |words: Vec<String>, way: Way| words.into_iter().map(move |word| (word, way));
    let keys = |words: Vec<String>| words.iter().map(|word| token::key(word)).collect();
    let named = file.respect.iter().enumerate();
    Words {
        ways: Phrases::new(
            as_way(file.more, Way::More)
                .chain(as_way(file.less, Way::Less))
                .chain(as_way(file.other, Way::Other)),
        ),
        respects: Phrases::new(
            named.flat_map(|(index, respect)| respect.words.iter().map(move |word| (word, index))),
        ),
        parts: keys(file.parts),
        links: keys(file.links),
        list: file.respect,
    }
});

/// How far a word for the alteration may stand from the respect, in words.
const REACH: usize = 6;

/// Every respect that the sentence calls altered, or denies to be.
pub(super) fn claims(parts: &Parts<'_>, stated: &[Claim], subjects: &[Subject]) -> Vec<Claim> {
    let ways = WORDS.ways.find(&parts.words);
    if ways.is_empty() {
        return Vec::new();
    }
    let mut claims: Vec<Claim> = Vec::new();
    for respect in WORDS.respects.find(&parts.words) {
        let before = ways.iter().rev().find(|way| {
            way.words.end <= respect.words.start
                && joins(
                    parts,
                    way.range.end..respect.range.start,
                    way.words.end..respect.words.start,
                    &WORDS.parts,
                )
        });
        let behind = || {
            ways.iter().find(|way| {
                respect.words.end <= way.words.start
                    && joins(
                        parts,
                        respect.range.end..way.range.start,
                        respect.words.end..way.words.start,
                        &WORDS.links,
                    )
            })
        };
        let Some(way) = before.or_else(behind) else {
            continue;
        };
        if is_even(parts, way.words.start) {
            continue;
        }
        let entry = &WORDS.list[respect.meaning];
        let kind = match way.meaning {
            Way::More => &entry.more,
            Way::Less => &entry.less,
            Way::Other => &entry.other,
        };
        let named = way.range.start.min(respect.range.start)..way.range.end.max(respect.range.end);
        let is_told = stated.iter().any(|claim| {
            claim.kind.id == *kind && claim.named.start < named.end && named.start < claim.named.end
        });
        if is_told {
            continue;
        }
        let clause = stated.iter().find(|claim| claim.clause.contains(&named.start));
        let places = clause.map_or(subjects, |claim| &claim.subjects);
        let denied = negation::denies(&parts.scopes, way.range.start);
        if let Some(mut claim) = implied::claim(parts, kind, denied, places.to_vec()) {
            claim.describes = stated
                .iter()
                .any(|other| other.kind.id == "lesion" && other.clause.contains(&named.start))
                && claim.kind.id == "signal-change";
            claim.clause = clause.map_or(0..parts.text.len(), |claim| claim.clause.clone());
            claim.named = named;
            claims.push(claim);
        }
    }
    claims
}

/// `Uniform low signal`, `normal high signal`: as it should be.
fn is_even(parts: &Parts<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| parts.words[before].key.as_str());
    matches!(
        before,
        Some("uniform" | "uniformly" | "homogeneou" | "homogeneously" | "normal" | "normally" | "expected")
    )
}

/// Whether only words of one sort stand between, and no comma.
fn joins(parts: &Parts<'_>, between: Range<usize>, words: Range<usize>, allowed: &HashSet<String>) -> bool {
    words.len() <= REACH
        && !parts.text[between].contains([',', ';', ':'])
        && parts.words[words].iter().all(|word: &Word| {
            allowed.contains(&word.key)
                || parts.mentions.iter().any(|mention| {
                    mention.range.start <= word.range.start && word.range.end <= mention.range.end
                })
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{Reading, vocabulary};

    fn check(text: &str, kind: &str, denied: bool) {
        let reading = Reading::of(text);
        assert!(
            reading
                .claims
                .iter()
                .any(|claim| claim.kind.id == kind && claim.denied == denied),
            "{kind} in {:?} of: {text}",
            reading.claims
        );
    }

    #[test]
    fn an_altered_respect_is_a_finding() {
        check(
            "The left hippocampus is atrophic with raised T2 and FLAIR signal.",
            "signal-change",
            false,
        );
        check(
            "The lunate is collapsed with diffuse low T1 signal.",
            "signal-change",
            false,
        );
        check("Cord signal is mildly increased at C5.", "signal-change", false);
        check("Contour of the femoral head is irregular.", "deformity", false);
        check("Reduced bulk of the paraspinal muscles.", "reduction", false);
        check("Poor opacification of the popliteal artery.", "occlusion", false);
        check(
            "Curvature of the thoracic spine is exaggerated.",
            "malalignment",
            false,
        );
        check("No abnormal marrow signal.", "signal-change", true);
        check("Signal of the cord is not altered.", "signal-change", true);
    }

    #[test]
    fn a_normal_respect_is_none() {
        for text in [
            "Marrow signal is normal.",
            "Low lying conus with normal signal.",
            "Contour is smooth and attenuation is homogeneous.",
            "High riding patella, signal is normal.",
        ] {
            let reading = Reading::of(text);
            let altered = reading.claims.iter().any(|claim| {
                !claim.denied && matches!(claim.kind.id.as_str(), "signal-change" | "deformity")
            });
            assert!(!altered, "{:?} of: {text}", reading.claims);
        }
    }

    #[test]
    fn every_kind_of_the_file_is_known() {
        for respect in &WORDS.list {
            for kind in [&respect.more, &respect.less, &respect.other] {
                assert!(vocabulary().kind(kind).is_some(), "{kind}");
            }
        }
    }
}
