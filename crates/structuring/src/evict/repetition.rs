//! Decides whether a dictated sentence that asserts nothing abnormal says what a sentence of the template says.

use report::reading::{Aspect, Reading, Subject};
use report::side::Side;

use super::place::levels_meet;
use crate::sheet::Unit;

/// Whether a dictated sentence that asserts nothing abnormal says what a unit says, so that the unit need not stand beside it.
pub(crate) fn is_said_by(unit: &Unit, dictated: &Reading, text: &str) -> bool {
    if !unit.stands || unit.text.contains("___") {
        return false;
    }
    if report::wording::same(&unit.text, text) {
        return true;
    }
    if dictated.is_abnormal() || !levels_meet(&unit.reading, dictated) {
        return false;
    }
    let said_words = report::wording::content(text);
    let denies_too = !unit.reading.claims.is_empty()
        && !unit.reading.is_abnormal()
        && unit.reading.normals.is_empty()
        && unit
            .reading
            .claims
            .iter()
            .filter(|claim| claim.denied)
            .all(|claim| {
                // Another word for it is no repetition: no filling defect is not "no pulmonary embolism".
                let named = unit.text.get(claim.named.clone()).unwrap_or_default();
                let says_word = report::wording::content(named)
                    .keys()
                    .all(|word| said_words.contains_key(word));
                says_word
                    && dictated.claims.iter().any(|said| {
                        said.denied
                            && said.kind.id == claim.kind.id
                            && !claim.subjects.is_empty()
                            && claim.subjects.iter().all(|subject| {
                                said.subjects.iter().any(|place| {
                                    place.structure.id == subject.structure.id && covers_side(place, subject)
                                })
                            })
                    })
            });
    let calls_normal_too = unit.reading.claims.is_empty()
        && !unit.reading.normals.is_empty()
        && unit.reading.normals.iter().all(|normal| {
            !normal.subjects.is_empty()
                && normal.subjects.iter().all(|subject| {
                    dictated.normals.iter().any(|said| {
                        (said.aspects.contains(&Aspect::General)
                            || normal.aspects.iter().all(|aspect| said.aspects.contains(aspect)))
                            && said.subjects.iter().any(|place| {
                                place.structure.id == subject.structure.id && covers_side(place, subject)
                            })
                    })
                })
        });
    denies_too || calls_normal_too
}

/// Whether what is said of `place` is said of all of `subject`.
fn covers_side(place: &Subject, subject: &Subject) -> bool {
    place.side == subject.side || matches!(place.side, None | Some(Side::Bilateral))
}
