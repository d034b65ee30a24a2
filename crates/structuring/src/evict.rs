//! Decides which sentences of a template a dictated sentence contradicts. Knows nothing of sections.
//!
//! A sentence that denies a finding goes when that finding is asserted of the same structure, side and level. A sentence that
//! calls a structure normal goes when a finding spoils that respect (`data/findings.toml`). Siblings stay.

use report::anatomy::{self, Region, lexicon};
use report::side::Side;

use crate::alternatives::Answers;
use crate::harmless;
use crate::nouns;
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
    "breast",
    "liver",
];

/// Whether a structure is so wide that a finding in it says nothing about its parts.
pub(crate) fn is_wide(id: &str) -> bool {
    WIDE.contains(&id)
}

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
pub(crate) fn evict(units: &mut [Unit], dictated: &Reading, text: &str) -> Vec<usize> {
    let mut touched = Vec::new();
    let asserted = || dictated.claims.iter().filter(|claim| !claim.denied);
    let is_harmless = harmless::is_called_so(text);
    // What the template denies in so many words is nearer to a finding than a respect in which it calls the structure normal.
    let near: Vec<Vec<Subject>> = asserted()
        .map(|claim| {
            let denying = units
                .iter()
                .filter(|unit| unit.stands && denies(&unit.reading, claim, dictated));
            denying.flat_map(|unit| unit.reading.subjects.clone()).collect()
        })
        .collect();
    let near_lesion: Vec<Subject> = asserted()
        .zip(&near)
        .filter(|(claim, _)| !claim.describes)
        .flat_map(|(_, near)| near.clone())
        .collect();
    for (claim, near) in asserted().zip(near) {
        let near = if claim.describes { &near_lesion } else { &near };
        for (index, unit) in units.iter_mut().enumerate() {
            if on_other_segments(unit, text) || is_harmless && harmless::is_meant_otherwise(&unit.text, claim)
            {
                continue;
            }
            let mut verdict = judge(unit, claim, dictated, false);
            if verdict == Verdict::Stays && (!is_nearer(near, unit) || is_in_marrow(claim, unit)) {
                verdict = judge(unit, claim, dictated, true);
            }
            apply(unit, verdict, index, &mut touched);
        }
    }
    let words = nouns::asserted(text);
    for (index, unit) in units.iter_mut().enumerate() {
        if unit.stands && denies_words(unit, &words, dictated) {
            unit.stands = false;
            touched.push(index);
        }
    }
    touched
}

/// Whether a denial of one of these structures stands as near to a finding as the unit does: a denial of something wider does not.
fn is_nearer(denied: &[Subject], unit: &Unit) -> bool {
    denied.iter().any(|near| {
        unit.reading
            .subjects
            .iter()
            .all(|subject| !is_wider(near, subject))
    })
}

fn is_wider(whole: &Subject, part: &Subject) -> bool {
    whole.structure.id != part.structure.id && lexicon().is_within(&part.structure.id, &whole.structure.id)
}

/// A lesion of bone alters the signal of its marrow, whatever else the template denies.
fn is_in_marrow(claim: &Claim, unit: &Unit) -> bool {
    claim.kind.id == "lesion"
        && unit.text.contains("marrow")
        && claim
            .subjects
            .iter()
            .any(|place| lexicon().is_within(&place.structure.id, "bone"))
}

/// Whether a unit denies, about the same place, a word that the dictated sentence asserts. Kinds of finding have their own rules;
/// only where the unit names no structure or a mere tissue does their word count as any other.
fn denies_words(unit: &Unit, words: &[String], dictated: &Reading) -> bool {
    let shared: Vec<&String> = unit
        .denied_words
        .iter()
        .filter(|word| words.contains(word))
        .collect();
    if shared.is_empty() || !levels_meet(&unit.reading, dictated) {
        return false;
    }
    let subjects = &unit.reading.subjects;
    let is_vague = subjects
        .iter()
        .all(|subject| anatomy::is_tissue(&subject.structure.id));
    let near = |subject: &Subject, place: &Subject| {
        sides_meet(place, subject)
            && (is_of(place, subject)
                || lexicon().is_within(&subject.structure.id, &place.structure.id)
                || is_vague && subject.structure.region == place.structure.region)
    };
    let same_place = subjects.is_empty()
        || dictated.subjects.is_empty()
        || subjects
            .iter()
            .any(|subject| dictated.subjects.iter().any(|place| near(subject, place)));
    same_place && shared.iter().any(|word| is_vague || !nouns::is_kind(word))
}

/// Takes out the units that name another of several possibilities than a dictated sentence does.
pub(crate) fn replace_alternatives(units: &mut [Unit], dictated: &Reading, text: &str) -> Vec<usize> {
    let answers = Answers::of(text);
    let mut touched = Vec::new();
    for (index, unit) in units.iter_mut().enumerate() {
        if unit.stands
            && !on_other_sides(unit, dictated)
            && unit.answers.differ_from(&answers, &unit.reading, dictated)
        {
            unit.stands = false;
            touched.push(index);
        }
    }
    touched
}

/// Whether an operation leaves nothing of what a unit speaks of: after a nephrectomy "no focal renal lesion" still holds of the
/// other kidney, "both kidneys are normal" does not.
fn loses_all(unit: &Unit, subject: &Subject, claim: &Claim) -> bool {
    let one_side = claim
        .subjects
        .iter()
        .all(|place| matches!(place.side, Some(Side::Right | Side::Left)));
    !(one_side && subject.structure.paired && subject.side.is_none() && unit.reading.normals.is_empty())
}

/// Whether a unit names a region of the spine in which none of the dictated levels lies.
fn on_other_levels(unit: &Unit, dictated: &Reading) -> bool {
    const REGIONS: &[(&str, char)] = &[
        ("cervical", 'C'),
        ("dorsal", 'T'),
        ("thoracic", 'T'),
        ("lumbar", 'L'),
        ("sacral", 'S'),
    ];
    let text = unit.text.to_ascii_lowercase();
    let named: Vec<char> = REGIONS
        .iter()
        .filter(|(word, _)| text.contains(word))
        .map(|(_, part)| *part)
        .collect();
    let lies_in = |part: char| named.contains(&part) || part == 'S' && named.contains(&'L');
    !named.is_empty()
        && unit.reading.levels.is_empty()
        && !dictated.levels.is_empty()
        && !dictated
            .levels
            .iter()
            .any(|level| lies_in(level.upper.0) || level.lower.is_some_and(|lower| lies_in(lower.0)))
}

/// Whether both name a part of a tube, and not the same one: a stenosis of the proximal segment leaves the distal one normal.
fn on_other_segments(unit: &Unit, text: &str) -> bool {
    let segments = |text: &str| -> Vec<String> {
        let keys = report::token::words(text).into_iter().map(|word| word.key);
        keys.filter(|key| matches!(key.as_str(), "proximal" | "mid" | "middle" | "distal"))
            .map(|key| if key == "middle" { "mid".to_owned() } else { key })
            .collect()
    };
    let (own, said) = (segments(&unit.text), segments(text));
    !own.is_empty() && !said.is_empty() && own.iter().all(|segment| !said.contains(segment))
}

/// Whether a unit and a dictated sentence speak of different sides: `left leg: three vessel run-off`.
fn on_other_sides(unit: &Unit, dictated: &Reading) -> bool {
    let sides =
        |subjects: &[Subject]| -> Vec<Side> { subjects.iter().filter_map(|subject| subject.side).collect() };
    let mut own = sides(&unit.reading.subjects);
    own.extend(sides(&unit.about));
    let said = sides(&dictated.subjects);
    let meet =
        |side: &Side| *side == Side::Bilateral || said.contains(side) || said.contains(&Side::Bilateral);
    !own.is_empty() && !said.is_empty() && !own.iter().any(meet)
}

/// The places of which standing sentences deny such a finding.
pub(crate) fn denials_of(units: &[Unit], kind: &Kind) -> Vec<Vec<Subject>> {
    let denied = |unit: &Unit| {
        let claims = unit.reading.claims.iter();
        claims
            .filter(|claim| {
                claim.denied && !claim.names_place && claim.kind.covers(kind) && !claim.subjects.is_empty()
            })
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
    let is_gone = match claim.kind.id.as_str() {
        "removed" => true,
        // Of what cannot be seen nothing can be said, but its surroundings are seen, and nodes that are not seen are normal.
        "unseen" | "unassessed" => {
            !unit.text.to_ascii_lowercase().contains("peri")
                && !claim
                    .subjects
                    .iter()
                    .any(|place| lexicon().is_within(&place.structure.id, "lymph-node"))
        }
        _ => false,
    };
    if is_gone
        && unit
            .reading
            .subjects
            .iter()
            .chain(&unit.about)
            .any(|subject| lies_in(subject, &claim.subjects) && loses_all(unit, subject, claim))
    {
        return Verdict::Goes;
    }
    if on_other_levels(unit, dictated) {
        return Verdict::Stays;
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
    if normal.aspects.contains(&Aspect::Quality) {
        let meets = || {
            let mut places = claim.subjects.iter();
            places.any(|place| {
                normal
                    .subjects
                    .iter()
                    .any(|subject| is_of(place, subject) || is_of(subject, place))
            })
        };
        return spoiled.contains(&Aspect::Quality)
            && (normal.subjects.is_empty() || claim.subjects.is_empty() || meets());
    }
    // A removed thyroid says nothing of the rest of the neck.
    let is_gone = claim.kind.id == "removed";
    normal.subjects.iter().any(|subject| {
        claim
            .subjects
            .iter()
            .filter(|place| is_of(place, subject) && !is_content(place, subject) || is_member(subject, place))
            .filter(|place| !is_gone || place.structure.id == subject.structure.id)
            .any(|place| {
                normal.aspects.iter().any(|aspect| {
                    spoiled.contains(aspect) && !only_of_the_part(*aspect, claim, place, subject)
                })
            })
    })
}

/// Several structures under one name: who finds the menisci torn calls neither normal.
const GROUPS: &[&str] = &[
    "meniscus",
    "cruciate-ligament",
    "collateral-ligament",
    "rotator-cuff",
];

/// Whether a finding of the group `place` is one of its member `subject`.
fn is_member(subject: &Subject, place: &Subject) -> bool {
    GROUPS.contains(&place.structure.id.as_str())
        && sides_meet(place, subject)
        && lexicon().is_within(&subject.structure.id, &place.structure.id)
}

/// Structures that hold others without consisting of them: a large heart leaves the mediastinal fat normal.
const COMPARTMENTS: &[&str] = &[
    "mediastinum",
    "chest-wall",
    "soft-tissue",
    "joint",
    "spinal-canal",
];

/// Whether `place` only lies in the compartment `subject`.
fn is_content(place: &Subject, subject: &Subject) -> bool {
    place.structure.id != subject.structure.id && COMPARTMENTS.contains(&subject.structure.id.as_str())
}

/// A dilated duct says nothing about the size of its gland; a dilated chamber does about the size of the heart.
fn only_of_the_part(aspect: Aspect, claim: &Claim, place: &Subject, subject: &Subject) -> bool {
    let of_calyces = claim.kind.id == "hydronephrosis" && aspect == Aspect::Shape;
    (of_calyces || claim.kind.id == "dilatation" && matches!(aspect, Aspect::Size | Aspect::Calibre))
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
                        || share_level(denied, template, dictated)
                        || is_joint_effusion(denied, claim)
                        || denied.subjects.iter().any(|subject| {
                            claim.subjects.iter().any(|place| {
                                is_of(place, subject)
                                    || is_kind_of(subject, place) && !is_told_nearer(place, dictated)
                            })
                        }))
            })
}

/// `No joint effusion` speaks of the effusion that is dictated of any joint, and `joint effusion` of the one that is denied.
fn is_joint_effusion(denied: &Claim, claim: &Claim) -> bool {
    let is_general = |subjects: &[Subject]| {
        !subjects.is_empty()
            && subjects
                .iter()
                .all(|subject| subject.structure.id == "joint-effusion")
    };
    let of_joint = |subjects: &[Subject]| {
        subjects.iter().any(|subject| {
            let structure = subject.structure;
            structure.region == Region::Musculoskeletal
                || lexicon().is_within(&structure.id, "temporomandibular-joint")
        })
    };
    let sides = || {
        denied
            .subjects
            .iter()
            .any(|subject| claim.subjects.iter().any(|place| sides_meet(place, subject)))
    };
    claim.kind.id == "effusion"
        && (is_general(&denied.subjects) && of_joint(&claim.subjects)
            || is_general(&claim.subjects) && of_joint(&denied.subjects))
        && sides()
}

/// Whether a denial in the line of a level, which names no other part of the spine than the disc, is of a level that was dictated:
/// `C5-C6: no disc osteophyte complex or stenosis` speaks of the canal and the foramina too.
fn share_level(denied: &Claim, template: &Reading, dictated: &Reading) -> bool {
    let general = |subject: &Subject| {
        matches!(
            subject.structure.id.as_str(),
            "intervertebral-disc"
                | "vertebral-body"
                | "spine"
                | "cervical-spine"
                | "lumbar-spine"
                | "thoracic-spine"
        )
    };
    !template.levels.is_empty()
        && !dictated.levels.is_empty()
        && denied.subjects.iter().all(general)
        && template
            .levels
            .iter()
            .any(|level| dictated.levels.iter().any(|other| level.meets(other)))
}

/// Whether a finding at `place` is a finding of `subject`: the same structure or a part of it, on a side that meets.
fn is_of(place: &Subject, subject: &Subject) -> bool {
    sides_meet(place, subject) && lexicon().is_within(&place.structure.id, &subject.structure.id)
}

/// Whether `subject` is one of what a finding at `place` speaks of in general: mediastinal nodes of nodes.
fn is_kind_of(subject: &Subject, place: &Subject) -> bool {
    // The trunk of a vessel is on no side: a clot in the right pulmonary artery leaves it free.
    let is_trunk = subject.structure.region == Region::Vascular
        && !subject.structure.paired
        && matches!(place.side, Some(Side::Right | Side::Left));
    sides_meet(place, subject)
        && !is_trunk
        && !WIDE.contains(&place.structure.id.as_str())
        && lexicon().is_within(&subject.structure.id, &place.structure.id)
}

/// Whether the sentence tells where in a general place its finding is: the sigmoid of a diverticulitis of the colon.
fn is_told_nearer(place: &Subject, dictated: &Reading) -> bool {
    place.structure.region == Region::Abdomen && dictated.subjects.iter().any(|other| is_wider(place, other))
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
    if template.levels.is_empty() || dictated.every_level {
        return true;
    }
    template.levels.iter().any(|level| dictated.levels.iter().any(|other| level.meets(other)))
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
