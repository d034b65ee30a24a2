//! Decides whether a dictated sentence that asserts nothing abnormal says what a sentence of the template says.

use report::reading::{Aspect, Reading, Subject};
use report::side::Side;
use report::token;

use super::place::levels_meet;
use super::words::WORDS;
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
    if denies_head(unit, dictated) {
        return true;
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
                let is_one_meaning =
                    WORDS.one_meaning.contains(&claim.kind.id) && !is_narrower(&unit.text, text);
                (says_word || is_one_meaning)
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
                        // That a ventricle works does not say how large it is.
                        (said.aspects.contains(&Aspect::General) && !said.aspects.contains(&Aspect::Function)
                            || normal.aspects.iter().all(|aspect| said.aspects.contains(aspect)))
                            && said.subjects.iter().any(|place| {
                                place.structure.id == subject.structure.id && covers_side(place, subject)
                            })
                    })
                })
        });
    denies_too || calls_normal_too
}

/// Whether a dictated denial has a word that narrows it and that the template's lacks: `no obstructing stone` is not `no stone`.
fn is_narrower(template: &str, dictated: &str) -> bool {
    let own = token::words(template);
    let said = token::words(dictated);
    let narrowing = WORDS.narrowing.find(&said);
    narrowing.iter().any(|found| {
        let mut words = said.iter().filter(|word| found.range.contains(&word.range.start));
        words.any(|word| own.iter().all(|other| other.key != word.key))
    })
}

/// Whether the template draws a conclusion from its denial that the dictated sentence does not draw.
pub(crate) fn concludes_more(unit: &Unit, text: &str) -> bool {
    let concludes = |text: &str| !WORDS.conclusions.find(&token::words(text)).is_empty();
    concludes(&unit.text) && !concludes(text)
}

/// `No restricted diffusion to suggest acute infarct` beside a dictated `no restricted diffusion`: the conclusion is not what was
/// dictated, and the denial stands already.
fn denies_head(unit: &Unit, dictated: &Reading) -> bool {
    let words = token::words(&unit.text);
    let Some(from) = WORDS
        .conclusions
        .find(&words)
        .first()
        .map(|found| found.range.start)
    else {
        return false;
    };
    let is_head = |claim: &&report::reading::Claim| claim.named.end <= from;
    let mut head = unit.reading.claims.iter().filter(is_head).peekable();
    let says_it = |claim: &report::reading::Claim| {
        claim.denied
            && dictated.claims.iter().any(|said| {
                said.denied
                    && said.kind.id == claim.kind.id
                    && (said.subjects.is_empty()
                        || claim.subjects.is_empty()
                        || said.subjects.iter().any(|place| {
                            claim.subjects.iter().any(|subject| {
                                subject.structure.id == place.structure.id && covers_side(place, subject)
                            })
                        }))
            })
    };
    unit.reading.normals.is_empty() && head.peek().is_some() && head.all(says_it)
}

/// Whether what is said of `place` is said of all of `subject`.
fn covers_side(place: &Subject, subject: &Subject) -> bool {
    place.side == subject.side || matches!(place.side, None | Some(Side::Bilateral))
}
