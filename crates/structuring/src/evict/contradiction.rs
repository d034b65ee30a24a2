//! Decides whether a dictated finding contradicts what a sentence of the template says: what it calls normal, and what it denies.

use report::anatomy::{Region, lexicon};
use report::reading::{Aspect, Claim, Normal, Reading, Subject};

use super::place::{
    is_content, is_kind_of, is_member, is_of, is_told_nearer, levels_meet, lies_in_region, sides_meet,
};
use super::statement::Statement;
use super::words::WORDS;

/// Whether the sentence of the template cannot stand beside the finding.
pub(super) fn contradicts(template: &Reading, claim: &Claim, dictated: &Statement<'_>, weakly: bool) -> bool {
    if !levels_meet(template, dictated.reading) {
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
        .any(|normal| spoils(normal, claim, &spoiled, dictated));
    not_normal || (!weakly && denies(template, claim, dictated))
}

/// Whether the template calls normal what the claim spoils.
fn spoils(normal: &Normal, claim: &Claim, spoiled: &[Aspect], dictated: &Statement<'_>) -> bool {
    let of_all = dictated.is_of_all(claim);
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
    let praises_vessels = normal
        .subjects
        .iter()
        .any(|subject| subject.structure.region == Region::Vascular);
    normal.subjects.iter().any(|subject| {
        // A large node is what is wrong with a mediastinum.
        let is_its_node = |place: &Subject| {
            subject.structure.id == "mediastinum"
                && !praises_vessels
                && lexicon().is_within(&place.structure.id, "lymph-node")
        };
        claim
            .subjects
            .iter()
            .filter(|place| {
                is_of(place, subject)
                    && (!is_content(place, subject) || is_pressed(claim, place) || is_its_node(place))
                    || is_member(subject, place, of_all)
                    || is_marrow_of(subject, place, claim, dictated.text)
                    || is_of_spine(place, subject, claim)
                    || lies_in_region(place, subject, dictated.reading)
            })
            .filter(|place| !is_gone || place.structure.id == subject.structure.id)
            .any(|place| {
                normal.aspects.iter().any(|aspect| {
                    spoiled.contains(aspect)
                        && !only_of_the_part(*aspect, claim, dictated.text, place, subject)
                })
            })
    })
}

/// What wears down in the spine wears down in its bones.
fn is_of_spine(place: &Subject, subject: &Subject, claim: &Claim) -> bool {
    subject.structure.id == "bone"
        && WORDS.reach.bony_regions.contains(&place.structure.id)
        && claim.kind.id == "degeneration"
}

/// A cord that is pressed upon tells of its canal.
fn is_pressed(claim: &Claim, place: &Subject) -> bool {
    claim.kind.id == "compression" && lies_in_any(place, &WORDS.reach.pressed)
}

/// A dilated duct says nothing about the size of its gland; a dilated chamber does about the size of the heart.
fn only_of_the_part(aspect: Aspect, claim: &Claim, text: &str, place: &Subject, subject: &Subject) -> bool {
    let is_spared = || {
        WORDS
            .spares
            .iter()
            .any(|spare| spare.holds(claim, text, place, subject, aspect))
    };
    let is_wide_part = || {
        claim.kind.id == "dilatation" && aspect == Aspect::Calibre && !(is_tube(subject) && is_tube(place))
    };
    !WORDS.reach.sums.contains(&subject.structure.id)
        && (is_spared() || place.structure.id != subject.structure.id && is_wide_part())
}

/// What has a calibre of its own, so that a wide part of it is a part of no normal calibre.
fn is_tube(subject: &Subject) -> bool {
    !WORDS.reach.blind_ends.contains(&subject.structure.id)
        && (subject.structure.region == Region::Vascular || lies_in_any(subject, &WORDS.reach.tubes))
}

fn lies_in_any(subject: &Subject, wholes: &[String]) -> bool {
    wholes
        .iter()
        .any(|whole| lexicon().is_within(&subject.structure.id, whole))
}

/// Whether the template denies what the claim asserts.
pub(super) fn denies(template: &Reading, claim: &Claim, dictated: &Statement<'_>) -> bool {
    levels_meet(template, dictated.reading)
        && template
            .claims
            .iter()
            // "No enhancing mass" denies a mass, and no enhancement.
            .filter(|denied| denied.denied && !denied.describes)
            .filter(|denied| !is_another_thing(denied, claim, dictated.text))
            .any(|denied| {
                (denied.kind.covers(claim.kind) || is_fluid_of_cavity(denied, claim))
                    && !is_of_blind_end(denied, claim)
                    && (denied.subjects.is_empty()
                        || (claim.subjects.is_empty() && claim.kind.alone)
                        || share_level(denied, template, dictated)
                        || is_joint_effusion(denied, claim)
                        || denied.subjects.iter().any(|subject| {
                            claim.subjects.iter().any(|place| {
                                is_of(place, subject)
                                    || lies_in_region(place, subject, dictated.reading)
                                    || is_marrow_of(subject, place, claim, dictated.text)
                                    || is_kind_of(subject, place)
                                        && denied.kind.id != "filling-defect"
                                        && (dictated.is_of_all(claim)
                                            || !is_told_nearer(place, dictated.reading))
                            })
                        }))
            })
}

/// A haematoma is a collection, but not the mass that is denied.
fn is_another_thing(denied: &Claim, claim: &Claim, text: &str) -> bool {
    let said = text[claim.named.clone()].to_ascii_lowercase();
    WORDS.other_things.iter().any(|other| {
        other.denied.contains(&denied.kind.id)
            && other.findings.contains(&claim.kind.id)
            && other.said.iter().any(|word| said.contains(word.as_str()))
            && (other.places.is_empty()
                || !claim.subjects.is_empty()
                    && claim
                        .subjects
                        .iter()
                        .all(|place| lies_in_any(place, &other.places)))
    })
}

/// A wide appendix leaves the loops of the bowel as they are.
fn is_of_blind_end(denied: &Claim, claim: &Claim) -> bool {
    let is_end = |subject: &Subject| WORDS.reach.blind_ends.contains(&subject.structure.id);
    WORDS.reach.of_an_end.contains(&claim.kind.id)
        && !claim.subjects.is_empty()
        && claim.subjects.iter().all(is_end)
        && !denied.subjects.is_empty()
        && !denied.subjects.iter().any(is_end)
}

/// `Both pleural spaces are free of fluid`: an effusion is fluid in a cavity, and no free fluid of another one.
fn is_fluid_of_cavity(denied: &Claim, claim: &Claim) -> bool {
    let is_in_cavity = |subject: &Subject| lies_in_any(subject, &WORDS.reach.cavities);
    denied.kind.id == "fluid"
        && claim.kind.id == "effusion"
        && !denied.subjects.is_empty()
        && denied.subjects.iter().all(is_in_cavity)
}

/// `No marrow oedema` speaks of a bruise in any bone, and so does `marrow signal is normal`; no enhancement of the marrow of that of a bone.
fn is_marrow_of(subject: &Subject, place: &Subject, claim: &Claim, text: &str) -> bool {
    let named = text[claim.named.clone()].to_ascii_lowercase();
    let is_of_bone = WORDS
        .reach
        .of_marrow
        .iter()
        .any(|word| named.contains(word.as_str()));
    subject.structure.id == "bone-marrow"
        && (claim.kind.id == "edema" && is_of_bone
            || claim.kind.id == "enhancement" && !text.contains("cartilage"))
        && sides_meet(place, subject)
        && lexicon().is_within(&place.structure.id, "bone")
}

/// `No joint effusion` speaks of the effusion that is dictated of any joint, and `joint effusion` of the one that is denied.
fn is_joint_effusion(denied: &Claim, claim: &Claim) -> bool {
    let is_general = |subjects: &[Subject]| {
        !subjects.is_empty()
            && subjects
                .iter()
                .all(|subject| lexicon().is_within(&subject.structure.id, "joint-effusion"))
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
fn share_level(denied: &Claim, template: &Reading, dictated: &Statement<'_>) -> bool {
    let general = |subject: &Subject| WORDS.reach.of_a_level.contains(&subject.structure.id);
    !template.levels.is_empty()
        && !dictated.reading.levels.is_empty()
        && denied.subjects.iter().all(general)
        && template
            .levels
            .iter()
            .any(|level| dictated.reading.levels.iter().any(|other| level.meets(other)))
}
