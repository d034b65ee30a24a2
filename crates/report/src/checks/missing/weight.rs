//! Which findings belong into an impression: by their urgency, their kind, their look and their size.

use super::super::critical;
use super::super::fact::Fact;
use super::super::sheet::Line;
use super::table::TABLE;
use crate::anatomy::{self, Region};
use crate::measurement::Measurement;
use crate::reading::Claim;
use crate::urgency::Urgency;

/// Whether nobody would be nagged about the finding. What is urgent is minor only when it is over; what is grave in its own clause
/// stays so beside a word like `small`.
pub(super) fn is_minor(line: &Line<'_>, fact: &Fact) -> bool {
    let sentence = TABLE.names.replace_all(part(line, fact), " ").into_owned();
    if TABLE.over.is_match(&sentence) && TABLE.minor.is_match(&sentence) {
        return true;
    }
    if critical::is_critical(line) {
        return false;
    }
    let clause = TABLE
        .names
        .replace_all(&line.lower[fact.clause.clone()], " ")
        .into_owned();
    if TABLE.grave.is_match(&clause) && !is_settled(&clause) {
        return false;
    }
    if TABLE.never_slight.contains(&fact.kind.id) {
        return TABLE.minor.is_match(&TABLE.slight.replace_all(&sentence, " "));
    }
    // What a hernia holds, or a wall beside a known finding, is as minor as its sentence.
    let accompanies = matches!(fact.kind.id.as_str(), "fluid" | "effusion" | "thickening");
    TABLE.minor.is_match(&sentence) && (accompanies || TABLE.minor.is_match(&clause) || !is_large(line))
}

/// The part of the sentence around a finding, between semicolons: `mass in the left adrenal; right normal`.
fn part<'l>(line: &'l Line<'_>, fact: &Fact) -> &'l str {
    if fact.named.len() == line.text.len() {
        return &line.lower;
    }
    let start = line.lower[..fact.named.start].rfind(';').map_or(0, |at| at + 1);
    let end = line.lower[fact.named.end..]
        .find(';')
        .map_or(line.lower.len(), |at| fact.named.end + at);
    &line.lower[start..end]
}

/// A name or a word that settles that nothing needs to be done, whatever the look.
fn is_settled(clause: &str) -> bool {
    TABLE.settled.is_match(clause) && !TABLE.unsettled.is_match(clause)
}

/// A wide vessel or duct below the width that is worth telling.
fn is_narrow(line: &Line<'_>, fact: &Fact) -> bool {
    let by_size = matches!(fact.kind.id.as_str(), "dilatation" | "enlargement");
    let wide = fact
        .subjects
        .iter()
        .find_map(|at| TABLE.wide.get(&at.structure.id));
    let implied = fact.named.len() == line.text.len();
    by_size && (implied && wide.is_none() || wide.is_some_and(|least| largest(line) < *least))
}

fn largest(line: &Line<'_>) -> f64 {
    line.measurements
        .iter()
        .filter_map(Measurement::largest_millimetres)
        .fold(0.0, f64::max)
}

/// Too large to be passed over for a word elsewhere in the sentence.
fn is_large(line: &Line<'_>) -> bool {
    largest(line) >= 20.0
}

/// A solid nodule of the lung of this size is followed up (Fleischner Society 2017), in millimetres.
const LEAST_NODULE: f64 = 6.0;

fn in_lung(line: &Line<'_>) -> bool {
    let mut places = line.reading.subjects.iter();
    places.any(|place| anatomy::lexicon().is_within(&place.structure.id, "lung"))
}

/// From which size on a finding belongs into an impression: nodes of a centimetre are within what is normal here and there.
fn least_size(line: &Line<'_>) -> f64 {
    let nodes = |id: &str| matches!(id, "nodes" | "enlargement");
    let mut asserted = line.reading.claims.iter().filter(|claim| !claim.denied);
    let named: Vec<_> = asserted
        .clone()
        .filter(|claim| claim.kind.id == "nodes")
        .collect();
    // "Prominent" is read as wide, too.
    let is_same_word =
        |claim: &Claim| claim.kind.id == "dilatation" && named.iter().any(|nodes| nodes.named == claim.named);
    if asserted.clone().next().is_some() && asserted.all(|claim| nodes(&claim.kind.id) || is_same_word(claim))
    {
        15.0
    } else if line.lower.contains("nodule") && in_lung(line) {
        LEAST_NODULE
    } else {
        10.0
    }
}

/// `Several mesenteric nodes of up to 8 mm`: nodes of a usual size, however many.
fn has_small_nodes(line: &Line<'_>) -> bool {
    const USUAL: f64 = 10.0;
    let mut asserted = line.reading.claims.iter().filter(|claim| !claim.denied);
    let are_nodes = line.lower.contains("node") && asserted.all(|claim| claim.kind.id == "nodes");
    are_nodes && (0.1..USUAL).contains(&largest(line))
}

/// Whether a sentence says something that belongs into an impression: urgent by its words, or of weight, or large.
pub(super) fn weighs(line: &Line<'_>) -> bool {
    match line.urgency() {
        Urgency::Critical | Urgency::Significant => true,
        Urgency::Ordinary => {
            largest(line) >= least_size(line) || TABLE.weight.is_match(&line.lower) && !has_small_nodes(line)
        }
        Urgency::Incidental => TABLE.grave.is_match(&line.lower) && is_large(line),
        Urgency::Recommendation => false,
    }
}

/// A finding that has a place and is of a kind that belongs into an impression.
pub(super) fn is_weighty(line: &Line<'_>, fact: &Fact) -> bool {
    const KINDS: &[&str] = &[
        "lesion",
        "fracture",
        "dislocation",
        "hemorrhage",
        "infarct",
        "thrombus",
        "dissection",
        "aneurysm",
        "pneumothorax",
        "consolidation",
        "nodes",
        "air",
        "free-air",
        "bowel-obstruction",
        "collapse",
        "tear",
        "shift",
        "inflammation",
        "necrosis",
        "hydronephrosis",
        "calculus",
        "occlusion",
        "diffusion",
        "cord",
        "syrinx",
        "effusion",
        "dilatation",
        "thickening",
        "fluid",
        "loose-body",
        "collection",
        "fistula",
        "vascular-malformation",
        "bowel-obstruction",
        "defect",
    ];
    let destroys = fact.kind.id == "abnormality" && line.lower[fact.named.clone()].starts_with("destr");
    let before = &line.lower[..fact.named.start];
    let negated = before.ends_with("non-") || before.ends_with("non ");
    let in_joint = fact.kind.id == "effusion"
        && fact
            .subjects
            .iter()
            .any(|at| at.structure.region == Region::Musculoskeletal);
    let is_told = TABLE.told.is_match(&line.lower[fact.clause.clone()]);
    (KINDS.contains(&fact.kind.id.as_str())
        || destroys
        || is_told
        || swells(line, fact)
        || presses(line, fact))
        && (!fact.concept.is("cyst") || TABLE.grave_cysts.is_match(&line.lower[fact.clause.clone()]))
        && !negated
        && !in_joint
        && !is_narrow(line, fact)
        && !is_tendon_out(line, fact)
}

/// A swollen or enhancing optic nerve, a swollen cord.
fn swells(line: &Line<'_>, fact: &Fact) -> bool {
    let word = &line.lower[fact.named.clone()];
    (word.starts_with("swollen") || word.starts_with("swelling"))
        && TABLE.swells.is_match(&line.lower[fact.clause.clone()])
}

/// A disc that is extruded, and whatever presses on the cord, the cauda equina or a root.
fn presses(line: &Line<'_>, fact: &Fact) -> bool {
    let clause = &line.lower[fact.clause.clone()];
    match fact.kind.id.as_str() {
        "bulge" => {
            let word = &line.lower[fact.named.clone()];
            word.starts_with("extru") || word.starts_with("sequest") || TABLE.pressed.is_match(clause)
        }
        "compression" => TABLE.pressed.is_match(clause),
        _ => false,
    }
}

/// A tendon out of its groove, in the words of a joint.
fn is_tendon_out(line: &Line<'_>, fact: &Fact) -> bool {
    let word = &line.lower[fact.named.clone()];
    word.starts_with("sublux")
        && (line.lower.contains("tendon") || line.lower.contains("biceps") || line.lower.contains("ulnaris"))
}
