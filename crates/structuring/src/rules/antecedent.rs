//! What a sentence says of the lesion that the sentence before it told: `It shows homogeneous enhancement` praises nothing.

use report::negation;
use report::reading::{Claim, Reading, Subject, vocabulary};

use crate::route::CUES;

/// Reads the uptake of contrast in `text` as that of the lesion in the sentence before, where a pronoun stands for it.
pub(super) fn take_up_contrast(reading: &mut Reading, text: &str, before: &Reading) {
    let Some(uptake) = CUES.uptake.captures(text).and_then(|found| found.get(1)) else {
        return;
    };
    let says_so = reading.claims.iter().any(|claim| claim.kind.id == "enhancement");
    let lesion = before
        .claims
        .iter()
        .find(|claim| !claim.denied && claim.kind.id == "lesion");
    let (Some(lesion), Some(kind)) = (lesion, vocabulary().kind("enhancement")) else {
        return;
    };
    if says_so || negation::denies(&negation::scopes(text), uptake.start()) {
        return;
    }
    let is_of_lesion = |subject: &Subject| lesion.subjects.contains(subject);
    reading
        .normals
        .retain(|normal| !normal.subjects.is_empty() && !normal.subjects.iter().all(is_of_lesion));
    reading.claims.push(Claim {
        kind,
        denied: false,
        subjects: lesion.subjects.clone(),
        named: uptake.range(),
        clause: 0..text.len(),
        describes: false,
        names_place: false,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: &str, text: &str, expected: bool) {
        let mut reading = Reading::of(text);
        take_up_contrast(&mut reading, text, &Reading::of(before));
        let told = reading
            .claims
            .iter()
            .any(|claim| !claim.denied && claim.kind.id == "enhancement");
        assert_eq!(told, expected, "{before} {text}");
    }

    #[test]
    fn a_lesion_takes_up_contrast_in_the_sentence_behind_it() {
        let mass = "Extra-axial mass along the left sphenoid wing.";
        check(mass, "It shows homogeneous enhancement.", true);
        check(mass, "It enhances homogeneously.", true);
        check(mass, "It shows no enhancement.", false);
        check("Liver is normal in size.", "It enhances homogeneously.", false);
    }
}
