//! Findings that a sentence asserts without a word of the vocabulary: an organ that an operation took away, and lymph nodes that their
//! size or a word beside them calls abnormal.

use super::{Claim, Parts, Subject, vocabulary};
use crate::{anatomy, measurement, operation};

/// A node of this largest diameter is worth telling, in millimetres.
const LARGE_NODE: f64 = 8.0;
/// Words beside a node that call it abnormal, as keys.
const ABNORMAL_NODE: &[&str] = &[
    "suspiciou",
    "suspicious",
    "necrotic",
    "pathological",
    "abnormal",
    "enlarged",
    "prominent",
    "matted",
    "conglomerate",
    "extranodal",
    "metastatic",
    "heterogeneou",
    "heterogeneous",
    "multiple",
    "bulky",
    "cluster",
];
/// Words that call a node harmless whatever its size.
const HARMLESS_NODE: &[&str] = &[
    "insignificant",
    "subcentimeter",
    "subcentimetric",
    "benign",
    "hilum",
    "normal",
    "reactive",
    "calcified",
    "unenlarged",
];

pub(super) fn claims(parts: &Parts<'_>, stated: &[Claim], subjects: &[Subject]) -> Vec<Claim> {
    let mut implied = Vec::new();
    if let Some(kind) = vocabulary::vocabulary().kind("removed") {
        for removed in operation::removed(parts.text) {
            implied.push(Claim {
                kind,
                denied: false,
                subjects: removed
                    .structures
                    .iter()
                    .map(|structure| Subject {
                        structure,
                        side: removed.side,
                    })
                    .collect(),
                named: removed.range,
                clause: 0..parts.text.len(),
                describes: false,
            });
        }
    }
    let stated_nodes = stated.iter().any(|claim| claim.kind.id == "nodes");
    if let Some(kind) = vocabulary::vocabulary().kind("nodes").filter(|_| !stated_nodes) {
        let nodes: Vec<Subject> = subjects
            .iter()
            .filter(|subject| anatomy::lexicon().is_within(&subject.structure.id, "lymph-node"))
            .cloned()
            .collect();
        if !nodes.is_empty() && abnormal_nodes(parts) {
            implied.push(Claim {
                kind,
                denied: false,
                subjects: nodes,
                named: 0..parts.text.len(),
                clause: 0..parts.text.len(),
                describes: false,
            });
        }
    }
    implied
}

fn abnormal_nodes(parts: &Parts<'_>) -> bool {
    let said = |keys: &[&str]| parts.words.iter().any(|word| keys.contains(&word.key.as_str()));
    if !parts.scopes.is_empty() || said(HARMLESS_NODE) {
        return false;
    }
    let large = measurement::find(parts.text)
        .iter()
        .filter_map(measurement::Measurement::largest_millimetres)
        .any(|size| size >= LARGE_NODE);
    large || said(ABNORMAL_NODE)
}
