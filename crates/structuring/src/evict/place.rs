//! Whether two structures, as two sentences speak of them, are one place: the same or a part, on a side, level and segment that meet.

use report::anatomy::{self, Region, lexicon};
use report::reading::{Reading, Subject};
use report::side::Side;

use super::words;
use crate::sheet::Unit;

/// Whether a structure is so wide that a finding in it says nothing about its parts.
pub(crate) fn is_wide(id: &str) -> bool {
    words::WORDS.wide.contains(id)
}

/// Whether one place is a part of the other.
pub(super) fn is_wider(whole: &Subject, part: &Subject) -> bool {
    whole.structure.id != part.structure.id && lexicon().is_within(&part.structure.id, &whole.structure.id)
}

/// Whether a unit names a region of the spine in which none of the dictated levels lies.
pub(super) fn on_other_levels(unit: &Unit, dictated: &Reading, text: &str) -> bool {
    const REGIONS: &[(&str, char)] = &[
        ("cervical", 'C'),
        ("dorsal", 'T'),
        ("thoracic", 'T'),
        ("dorsolumbar", 'T'),
        ("thoracolumbar", 'T'),
        ("lumbar", 'L'),
        ("lumbosacral", 'L'),
        ("sacral", 'S'),
    ];
    let unit_text = unit.text.to_ascii_lowercase();
    let named: Vec<char> = REGIONS
        .iter()
        .filter(|(word, _)| unit_text.contains(word))
        .map(|(_, part)| *part)
        .collect();
    // "Dorsal cord is compressed": no level, but a part of the spine.
    if !named.is_empty() && unit.reading.levels.is_empty() && dictated.levels.is_empty() {
        const OF_THE_SPINE: &[&str] = &["cord", "spine", "spinal", "vertebra", "canal"];
        let words = report::token::words(text);
        let region = |word: &report::token::Word| {
            let known = REGIONS.iter().find(|(name, _)| *name == word.key);
            known.map(|(_, part)| *part)
        };
        let names_part = words
            .windows(2)
            .any(|pair| OF_THE_SPINE.contains(&pair[1].key.as_str()) && region(&pair[0]).is_some());
        let mut said = words.iter().filter_map(region);
        return names_part && !said.any(|part| named.contains(&part));
    }
    let lies_in = |part: char| named.contains(&part) || part == 'S' && named.contains(&'L');
    !named.is_empty()
        && unit.reading.levels.is_empty()
        && !dictated.levels.is_empty()
        && !dictated
            .levels
            .iter()
            .any(|level| lies_in(level.upper.0) || level.lower.is_some_and(|lower| lies_in(lower.0)))
}

/// Whether a unit and a dictated sentence speak of different sides: `left leg: three vessel run-off`.
pub(super) fn on_other_sides(unit: &Unit, dictated: &Reading) -> bool {
    let sides =
        |subjects: &[Subject]| -> Vec<Side> { subjects.iter().filter_map(|subject| subject.side).collect() };
    let mut own = sides(&unit.reading.subjects);
    own.extend(sides(&unit.about));
    let said = sides(&dictated.subjects);
    let meet =
        |side: &Side| *side == Side::Bilateral || said.contains(side) || said.contains(&Side::Bilateral);
    !own.is_empty() && !said.is_empty() && !own.iter().any(meet)
}

/// Whether a finding of the group `place` is one of its member `subject`: who finds the menisci torn calls neither normal, and
/// diffuse or multiple findings are in every part.
pub(super) fn is_member(subject: &Subject, place: &Subject, of_all: bool) -> bool {
    let id = place.structure.id.as_str();
    let reaches =
        words::WORDS.groups.contains(id) || of_all && !is_wide(id) && !words::WORDS.compartments.contains(id);
    reaches && sides_meet(place, subject) && lexicon().is_within(&subject.structure.id, &place.structure.id)
}

/// Whether `place` only lies in the compartment `subject`, and is neither a part of it, as the anterior mediastinum, nor what it is made of.
pub(super) fn is_content(place: &Subject, subject: &Subject) -> bool {
    let (id, whole) = (place.structure.id.as_str(), subject.structure.id.as_str());
    id != whole
        && !id.ends_with(whole)
        && !anatomy::is_tissue(id)
        && words::WORDS.compartments.contains(whole)
}

/// Whether a finding at `place` is a finding of `subject`: the same structure or a part of it, on a side that meets.
pub(super) fn is_of(place: &Subject, subject: &Subject) -> bool {
    sides_meet(place, subject)
        && (lexicon().is_within(&place.structure.id, &subject.structure.id)
            || is_named_as(&place.structure.id, &subject.structure.id)
            || is_chief_part(&subject.structure.id, &place.structure.id))
}

/// What is found in the uterus is found in its body, as long as it is not told to be in another part.
fn is_chief_part(part: &str, whole: &str) -> bool {
    let mut known = words::WORDS.chief_parts.iter();
    known.any(|(of, chief)| of == whole && chief == part)
}

/// `No tendon tear` speaks of every tendon.
fn is_named_as(id: &str, tissue: &str) -> bool {
    matches!(tissue, "tendon" | "ligament") && id.ends_with(tissue)
}

/// Whether what is found at a level of the spine is found in the part of the spine that has this level: T8 is the thoracic spine's.
pub(super) fn lies_in_region(place: &Subject, subject: &Subject, dictated: &Reading) -> bool {
    let part = match subject.structure.id.as_str() {
        "cervical-spine" => 'C',
        "thoracic-spine" => 'T',
        "lumbar-spine" => 'L',
        _ => return false,
    };
    place.structure.region == Region::Spine
        && dictated
            .levels
            .iter()
            .any(|level| level.upper.0 == part || level.lower.is_some_and(|lower| lower.0 == part))
}

/// Whether `subject` is one of what a finding at `place` speaks of in general: mediastinal nodes of nodes.
pub(super) fn is_kind_of(subject: &Subject, place: &Subject) -> bool {
    // The trunk of a vessel is on no side: a clot in the right pulmonary artery leaves it free.
    let is_trunk = subject.structure.region == Region::Vascular
        && !subject.structure.paired
        && matches!(place.side, Some(Side::Right | Side::Left));
    // A tumour that reaches the mesorectal fascia is not yet in its veins.
    let is_vein = subject.structure.id == "extramural-vein";
    sides_meet(place, subject)
        && !is_trunk
        && !is_vein
        && !is_wide(&place.structure.id)
        && lexicon().is_within(&subject.structure.id, &place.structure.id)
}

/// Whether the sentence tells where in a general place its finding is: the sigmoid of a diverticulitis of the colon.
pub(super) fn is_told_nearer(place: &Subject, dictated: &Reading) -> bool {
    place.structure.region == Region::Abdomen && dictated.subjects.iter().any(|other| is_wider(place, other))
}

pub(super) fn lies_in(subject: &Subject, places: &[Subject]) -> bool {
    places.iter().any(|place| {
        sides_meet(place, subject) && lexicon().is_within(&subject.structure.id, &place.structure.id)
    })
}

/// The side of what there is on one side only.
fn own_side(place: &Subject) -> Option<Side> {
    match place.structure.id.as_str() {
        "lingula" => Some(Side::Left),
        "middle-lobe" => Some(Side::Right),
        _ => None,
    }
}

/// A sentence about the left says nothing about the right; a finding without a side says nothing sure about one side.
pub(super) fn sides_meet(place: &Subject, subject: &Subject) -> bool {
    match (place.side.or_else(|| own_side(place)), subject.side) {
        (_, None | Some(Side::Bilateral)) | (Some(Side::Bilateral), _) => true,
        (Some(place), Some(subject)) => place == subject,
        (None, Some(_)) => !place.structure.paired || !subject.structure.paired,
    }
}

/// Whether there is one of it at each level of the spine.
fn has_levels(subject: &Subject) -> bool {
    // There is one conus, wherever it ends.
    let mut levelled = words::WORDS.levelled.iter();
    // There is one dens, whatever level its ring is called by.
    !matches!(
        subject.structure.id.as_str(),
        "conus-medullaris" | "odontoid-process"
    ) && levelled.any(|whole| lexicon().is_within(&subject.structure.id, whole))
}

pub(super) fn levels_meet(template: &Reading, dictated: &Reading) -> bool {
    if template.levels.is_empty() || dictated.every_level {
        return true;
    }
    template.levels.iter().any(|level| dictated.levels.iter().any(|other| level.meets(other)))
        // "Conus ends at L1 and is normal" names a level without being about it.
        || !template.subjects.iter().any(has_levels)
}
