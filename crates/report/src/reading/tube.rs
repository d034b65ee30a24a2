//! Findings that are of a tube, although the sentence names the organ that it runs in.

use std::ops::Range;

use super::{Kind, Parts, Subject};
use crate::anatomy;

/// Hydroureteronephrosis is dilatation of the ureter too.
pub(super) fn of_ureter(
    parts: &Parts<'_>,
    kind: &Kind,
    range: &Range<usize>,
    places: &[Subject],
) -> Option<Vec<Subject>> {
    let whole = kind.id == "dilatation"
        && parts.text[range.clone()]
            .to_ascii_lowercase()
            .starts_with("hydroureteron");
    let structure = anatomy::lexicon().get("ureter").filter(|_| whole)?;
    Some(
        places
            .iter()
            .map(|place| Subject {
                structure,
                side: place.side,
            })
            .collect(),
    )
}

/// `Filling defects in the segmental branches of the right lower lobe` are in the branches, those `in the lower lobe` in its artery: the
/// lung around them may be clear.
pub(super) fn of_artery(parts: &Parts<'_>, kind: &Kind, places: &[Subject]) -> Option<Vec<Subject>> {
    let lexicon = anatomy::lexicon();
    let artery = lexicon.get("pulmonary-artery-branch")?;
    let is_in_lung = |place: &Subject| lexicon.is_within(&place.structure.id, "lung");
    // "Apical thrombus" may be in the heart.
    let names_lung = ["lobe", "lung", "basal"]
        .iter()
        .any(|word| parts.text.contains(word));
    let is_clot = matches!(kind.id.as_str(), "thrombus" | "filling-defect");
    if !is_clot || !names_lung || !places.iter().any(is_in_lung) {
        return None;
    }
    let vessels: Vec<Subject> = places
        .iter()
        .filter(|place| !is_in_lung(place))
        .cloned()
        .collect();
    let of_lobe = |place: &Subject| Subject {
        structure: artery,
        side: place.side,
    };
    Some(if vessels.is_empty() {
        places.iter().map(of_lobe).collect()
    } else {
        vessels
    })
}
