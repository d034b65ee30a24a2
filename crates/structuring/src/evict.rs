//! Decides which sentences of a template a dictated sentence contradicts. Knows nothing of sections.
//!
//! A sentence that denies a finding goes when that finding is asserted of the same structure, side and level. A sentence that
//! calls a structure normal goes when a finding spoils that respect (`data/findings.toml`). Siblings stay.

use report::anatomy::level::Level;
use report::anatomy::lexicon;
use report::side::Side;

use crate::alternatives::Answers;
use crate::sheet::Unit;
use report::reading::{Aspect, Claim, Kind, Normal, Reading, Subject};

/// Structures so wide that a finding in them says nothing about their parts.
const WIDE: &[&str] = &[
    "brain",
    "neck",
    "chest",
    "abdomen",
    "pelvis",
    "spine",
    "knee",
    "shoulder",
    "hip",
    "ankle",
    "elbow",
    "wrist",
    "hand",
    "foot",
    "vessel",
    "soft-tissue",
    "leg",
    "thigh",
    "forearm",
    "lumbar-spine",
    "cervical-spine",
    "thoracic-spine",
    "joint",
];

/// What a dictated sentence does to a sentence of the template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing.
    Stays,
    /// The denial that hangs on it goes.
    LosesTail,
    /// It goes.
    Goes,
}

/// Takes out of the units what a dictated sentence contradicts, and gives the indices of those that were touched.
pub(crate) fn evict(units: &mut [Unit], dictated: &Reading) -> Vec<usize> {
    let mut touched = Vec::new();
    let asserted = || dictated.claims.iter().filter(|claim| !claim.denied);
    // What the template denies in so many words is nearer to a finding than a respect in which it calls the structure normal.
    let near: Vec<bool> = asserted()
        .map(|claim| {
            units
                .iter()
                .any(|unit| unit.stands && denies(&unit.reading, claim, dictated))
        })
        .collect();
    let lesion_is_near = asserted()
        .zip(&near)
        .any(|(claim, near)| *near && !claim.describes);
    for (claim, near) in asserted().zip(near) {
        let near = if claim.describes { lesion_is_near } else { near };
        for (index, unit) in units.iter_mut().enumerate() {
            let mut verdict = judge(unit, claim, dictated, false);
            if verdict == Verdict::Stays && !near {
                verdict = judge(unit, claim, dictated, true);
            }
            apply(unit, verdict, index, &mut touched);
        }
    }
    touched
}

/// Takes out the units that name another of several possibilities than a dictated sentence does.
pub(crate) fn replace_alternatives(units: &mut [Unit], dictated: &Reading, text: &str) -> Vec<usize> {
    let answers = Answers::of(text);
    let mut touched = Vec::new();
    for (index, unit) in units.iter_mut().enumerate() {
        if unit.stands && unit.answers.differ_from(&answers, &unit.reading, dictated) {
            unit.stands = false;
            touched.push(index);
        }
    }
    touched
}

/// The places of which standing sentences deny such a finding.
pub(crate) fn denials_of(units: &[Unit], kind: &Kind) -> Vec<Vec<Subject>> {
    let denied = |unit: &Unit| {
        let claims = unit.reading.claims.iter();
        claims
            .filter(|claim| claim.denied && claim.kind.covers(kind) && !claim.subjects.is_empty())
            .map(|claim| claim.subjects.clone())
            .next()
    };
    units
        .iter()
        .filter(|unit| unit.stands)
        .filter_map(denied)
        .collect()
}

/// Whether a finding in `places` would be one of `subjects`.
pub(crate) fn concern(subjects: &[Subject], places: &[Subject]) -> bool {
    subjects.iter().any(|subject| {
        places
            .iter()
            .any(|place| is_of(place, subject) || is_kind_of(subject, place))
    })
}

fn apply(unit: &mut Unit, verdict: Verdict, index: usize, touched: &mut Vec<usize>) {
    match verdict {
        Verdict::Stays => return,
        Verdict::Goes => unit.stands = false,
        Verdict::LosesTail => {
            if let Some(tail) = unit.tail.take() {
                unit.text = tail.head_text;
                unit.reading = tail.head;
            }
        }
    }
    touched.push(index);
}

fn judge(unit: &Unit, claim: &Claim, dictated: &Reading, weakly: bool) -> Verdict {
    if !unit.stands {
        return Verdict::Stays;
    }
    if claim.kind.id == "removed"
        && unit
            .reading
            .subjects
            .iter()
            .any(|subject| lies_in(subject, &claim.subjects))
    {
        return Verdict::Goes;
    }
    match &unit.tail {
        Some(tail) => {
            if contradicts(&tail.head, claim, dictated, weakly) {
                Verdict::Goes
            } else if contradicts(&tail.denial, claim, dictated, weakly) {
                Verdict::LosesTail
            } else {
                Verdict::Stays
            }
        }
        None if contradicts(&unit.reading, claim, dictated, weakly) => Verdict::Goes,
        None => Verdict::Stays,
    }
}

fn contradicts(template: &Reading, claim: &Claim, dictated: &Reading, weakly: bool) -> bool {
    if !levels_meet(template, dictated) {
        return false;
    }
    let spoiled = if weakly {
        &claim.kind.weakly
    } else {
        &claim.kind.spoils
    };
    let spoiled: Vec<Aspect> = if claim.describes && !weakly {
        Vec::new()
    } else if claim.describes {
        claim.kind.spoils.clone()
    } else {
        spoiled.clone()
    };
    let not_normal = template
        .normals
        .iter()
        .any(|normal| spoils(normal, claim, &spoiled));
    not_normal || (!weakly && denies(template, claim, dictated))
}

/// Whether the template calls normal what the claim spoils.
fn spoils(normal: &Normal, claim: &Claim, spoiled: &[Aspect]) -> bool {
    normal.subjects.iter().any(|subject| {
        claim
            .subjects
            .iter()
            .filter(|place| is_of(place, subject) && !is_content(place, subject))
            .any(|place| {
                normal.aspects.iter().any(|aspect| {
                    spoiled.contains(aspect) && !only_of_the_part(*aspect, claim, place, subject)
                })
            })
    })
}

/// Structures that hold others without consisting of them: a large heart leaves the mediastinal fat normal.
const COMPARTMENTS: &[&str] = &["mediastinum", "chest-wall", "soft-tissue", "joint"];

/// Whether `place` only lies in the compartment `subject`.
fn is_content(place: &Subject, subject: &Subject) -> bool {
    place.structure.id != subject.structure.id && COMPARTMENTS.contains(&subject.structure.id.as_str())
}

/// A dilated duct says nothing about the size of its gland; a dilated chamber does about the size of the heart.
fn only_of_the_part(aspect: Aspect, claim: &Claim, place: &Subject, subject: &Subject) -> bool {
    claim.kind.id == "dilatation"
        && matches!(aspect, Aspect::Size | Aspect::Calibre)
        && place.structure.id != subject.structure.id
        && subject.structure.id != "heart"
}

/// Whether the template denies what the claim asserts.
fn denies(template: &Reading, claim: &Claim, dictated: &Reading) -> bool {
    levels_meet(template, dictated)
        && template
            .claims
            .iter()
            .filter(|denied| denied.denied)
            .any(|denied| {
                denied.kind.covers(claim.kind)
                    && (denied.subjects.is_empty()
                        || (claim.subjects.is_empty() && claim.kind.alone)
                        || denied.subjects.iter().any(|subject| {
                            claim
                                .subjects
                                .iter()
                                .any(|place| is_of(place, subject) || is_kind_of(subject, place))
                        }))
            })
}

/// Whether a finding at `place` is a finding of `subject`: the same structure or a part of it, on a side that meets.
fn is_of(place: &Subject, subject: &Subject) -> bool {
    sides_meet(place, subject) && lexicon().is_within(&place.structure.id, &subject.structure.id)
}

/// Whether `subject` is one of what a finding at `place` speaks of in general: mediastinal nodes of nodes.
fn is_kind_of(subject: &Subject, place: &Subject) -> bool {
    sides_meet(place, subject)
        && !WIDE.contains(&place.structure.id.as_str())
        && lexicon().is_within(&subject.structure.id, &place.structure.id)
}

fn lies_in(subject: &Subject, places: &[Subject]) -> bool {
    places.iter().any(|place| {
        sides_meet(place, subject) && lexicon().is_within(&subject.structure.id, &place.structure.id)
    })
}

/// A sentence about the left says nothing about the right; a finding without a side says nothing sure about one side.
fn sides_meet(place: &Subject, subject: &Subject) -> bool {
    match (place.side, subject.side) {
        (_, None | Some(Side::Bilateral)) | (Some(Side::Bilateral), _) => true,
        (Some(place), Some(subject)) => place == subject,
        (None, Some(_)) => !place.structure.paired || !subject.structure.paired,
    }
}

fn levels_meet(template: &Reading, dictated: &Reading) -> bool {
    let same = |left: &Level, right: &Level| left.upper == right.upper && left.lower == right.lower;
    if template.levels.is_empty() || dictated.every_level {
        return true;
    }
    template.levels.iter().any(|level| dictated.levels.iter().any(|other| same(level, other)))
        // "Conus ends at L1 and is normal" names a level without being about it.
        || !template.subjects.iter().any(|subject| matches!(subject.structure.id.as_str(), "intervertebral-disc" | "vertebral-body" | "spinal-canal" | "neural-foramen" | "facet-joint" | "end-plate" | "thecal-sac"))
}

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
    let denies_too = !unit.reading.claims.is_empty()
        && !unit.reading.is_abnormal()
        && unit.reading.normals.is_empty()
        && unit
            .reading
            .claims
            .iter()
            .filter(|claim| claim.denied)
            .all(|claim| {
                dictated.claims.iter().any(|said| {
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
