//! Lymph nodes that their size or a word beside them calls abnormal.

use super::claim;
use crate::reading::{Claim, Parts, Subject};
use crate::{anatomy, measurement, negation};

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
    "subcentimetre",
    "subcentimetric",
    "benign",
    "hilum",
    "normal",
    "calcified",
    "unenlarged",
];

/// A node of this largest diameter is large even when it is called reactive, in millimetres.
const LARGE_REACTIVE_NODE: f64 = 10.0;

/// `Axillary node of 1.6 cm` asserts enlarged nodes, `no suspicious lymph nodes` denies them.
pub(super) fn claimed(parts: &Parts<'_>, stated: &[Claim], subjects: &[Subject]) -> Option<Claim> {
    if stated.iter().any(|claim| claim.kind.id == "nodes") {
        return None;
    }
    let is_node = |id: &str| anatomy::lexicon().is_within(id, "lymph-node");
    let nodes: Vec<Subject> = subjects
        .iter()
        .filter(|subject| is_node(&subject.structure.id))
        .cloned()
        .collect();
    if nodes.is_empty() {
        return None;
    }
    let is_denied = parts.mentions.iter().any(|mention| {
        is_node(&mention.structure.id) && negation::denies(&parts.scopes, mention.range.start)
    });
    (is_denied || abnormal_nodes(parts)).then(|| claim(parts, "nodes", is_denied, nodes))?
}

fn abnormal_nodes(parts: &Parts<'_>) -> bool {
    let said = |keys: &[&str]| parts.words.iter().any(|word| keys.contains(&word.key.as_str()));
    if !parts.scopes.is_empty() || said(HARMLESS_NODE) {
        return false;
    }
    let largest = measurement::find(parts.text)
        .iter()
        .filter_map(measurement::Measurement::largest_millimetres)
        .fold(0.0, f64::max);
    if said(&["reactive"]) {
        return largest >= LARGE_REACTIVE_NODE;
    }
    largest >= LARGE_NODE || said(ABNORMAL_NODE)
}
