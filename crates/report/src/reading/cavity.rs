//! Where an effusion can be: `effusion with basal atelectasis` names a lung, and the fluid is in the pleura around it.

use super::{Claim, Parts, Subject};
use crate::anatomy::{Region, lexicon};
use crate::side::Side;

/// What holds fluid itself, or is spoken of as if it did.
const CAVITIES: &[&str] = &["pleura", "pericardium", "mediastinum"];
/// What is named beside an effusion of the pericardium or the pleura and tells them not apart, unless a side does.
const HEART: &str = "heart";

/// Puts an effusion where it can be. In the chest that is the pleura; around the heart the pericardium, unless a side was said. An
/// organ that holds none and was named in a neighbouring clause leaves it without a place.
pub(super) fn settle(parts: &Parts<'_>, claim: &mut Claim) {
    let lexicon = lexicon();
    let is_in = |whole: &str| {
        let mut places = claim.subjects.iter();
        places.any(|place| lexicon.is_within(&place.structure.id, whole))
    };
    let is_told = CAVITIES.iter().any(|cavity| {
        let mut places = claim.subjects.iter();
        places.any(|place| place.structure.id == *cavity)
    });
    if claim.kind.id != "effusion" || claim.subjects.is_empty() || is_told || is_in("joint-effusion") {
        return;
    }
    let in_chest = is_in("chest");
    let side = said_side(parts, claim);
    let is_around_heart = side.is_none() && is_in(HEART);
    if !names_a_place(parts, claim) && (is_around_heart || is_abdominal(claim)) {
        claim.subjects.clear();
    } else if in_chest {
        let cavity = if is_around_heart { "pericardium" } else { "pleura" };
        let side = side.or_else(|| claim.subjects.iter().find_map(|place| place.side));
        let place = lexicon.get(cavity).map(|structure| Subject { structure, side });
        claim.subjects = place.into_iter().collect();
    }
}

/// The side that the clause itself says.
fn said_side(parts: &Parts<'_>, claim: &Claim) -> Option<Side> {
    let mut said = parts
        .sides
        .iter()
        .filter(|mark| claim.clause.contains(&mark.range.start))
        .map(|mark| mark.side);
    let first = said.next()?;
    Some(if said.all(|side| side == first) {
        first
    } else {
        Side::Bilateral
    })
}

/// Whether the clause names a structure, so that the place was not taken from a neighbouring one.
fn names_a_place(parts: &Parts<'_>, claim: &Claim) -> bool {
    let mut mentions = parts.mentions.iter();
    mentions.any(|mention| claim.clause.contains(&mention.range.start))
}

fn is_abdominal(claim: &Claim) -> bool {
    let mut places = claim.subjects.iter();
    places.all(|place| place.structure.region == Region::Abdomen)
}

#[cfg(test)]
mod tests {
    use crate::reading::Reading;

    fn check(text: &str, expected: &[&str]) {
        let reading = Reading::of(text);
        let effusion = reading.claims.iter().find(|claim| claim.kind.id == "effusion");
        let places: Vec<String> = effusion
            .iter()
            .flat_map(|claim| &claim.subjects)
            .map(|place| match place.side {
                Some(side) => format!("{} {side:?}", place.structure.id),
                None => place.structure.id.clone(),
            })
            .collect();
        assert_eq!(places, expected, "{text}");
    }

    #[test]
    fn an_effusion_beside_the_lung_is_in_the_pleura() {
        check(
            "Moderate right effusion with basal atelectasis.",
            &["pleura Right"],
        );
        check(
            "Large left effusion causing collapse of the lower lobe.",
            &["pleura Left"],
        );
        check(
            "Consolidation of the left lower lobe with effusion.",
            &["pleura Left"],
        );
        check("Rib fractures with bilateral effusions.", &["pleura Bilateral"]);
        check("Cardiomegaly with a left effusion.", &["pleura Left"]);
    }

    #[test]
    fn an_effusion_elsewhere_stays_where_it_was_told() {
        check("Small pericardial effusion.", &["pericardium"]);
        check("Small effusion around the heart.", &["pericardium"]);
        check("Cardiomegaly with small effusion.", &[]);
        check("Right effusion and liver metastases.", &[]);
        check("Effusion in the right hip joint.", &["hip Right"]);
    }
}
