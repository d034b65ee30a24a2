//! Whether two structures, as two sentences speak of them, are one place: the same or a part, on a side, level and segment that meet.

use report::anatomy::{Region, lexicon};
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
pub(super) fn on_other_levels(unit: &Unit, dictated: &Reading) -> bool {
    const REGIONS: &[(&str, char)] = &[
        ("cervical", 'C'),
        ("dorsal", 'T'),
        ("thoracic", 'T'),
        ("lumbar", 'L'),
        ("lumbosacral", 'L'),
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
pub(super) fn on_other_segments(unit: &Unit, text: &str) -> bool {
    let segments = |text: &str| -> Vec<String> {
        let words = report::token::words(text);
        let says_middle = words.iter().any(|word| word.key == "middle");
        let names = if says_middle {
            lexicon().find_in(&words)
        } else {
            Vec::new()
        };
        // The middle cerebral artery is no middle segment.
        let is_name = |word: &report::token::Word| {
            word.key == "middle" && names.iter().any(|name| name.range.contains(&word.range.start))
        };
        let keys = words
            .iter()
            .filter(|word| !is_name(word))
            .map(|word| word.key.clone());
        keys.filter(|key| {
            matches!(
                key.as_str(),
                "proximal" | "mid" | "middle" | "distal" | "terminal"
            )
        })
        .map(|key| match key.as_str() {
            "middle" => "mid".to_owned(),
            "terminal" => "distal".to_owned(),
            _ => key,
        })
        .collect()
    };
    let (own, said) = (segments(&unit.text), segments(text));
    !own.is_empty() && !said.is_empty() && own.iter().all(|segment| !said.contains(segment))
}

/// Whether a unit counts what it speaks of and the dictated sentence counts others: a fracture of the first metatarsal leaves the `second
/// to fifth metatarsals` intact.
pub(super) fn on_other_digits(unit: &Unit, text: &str) -> bool {
    let is_counted = |subject: &Subject| {
        let id = subject.structure.id.as_str();
        words::WORDS
            .counted
            .iter()
            .any(|whole| lexicon().is_within(id, whole))
    };
    let subjects = &unit.reading.subjects;
    if subjects.is_empty() || !subjects.iter().all(is_counted) {
        return false;
    }
    let (own, said) = (digits(&unit.text), digits(text));
    !own.is_empty() && !said.is_empty() && own.iter().all(|digit| !said.contains(digit))
}

/// What a text counts, with everything between the two ends of `second to fifth`.
fn digits(text: &str) -> Vec<usize> {
    let words = report::token::words(text);
    let found = words::WORDS.digits.find(&words);
    let mut digits: Vec<usize> = found.iter().map(|named| named.meaning).collect();
    for pair in found.windows(2) {
        let between = &words[pair[0].words.end..pair[1].words.start];
        if matches!(between, [to] if matches!(to.key.as_str(), "to" | "through")) {
            digits.extend(pair[0].meaning..pair[1].meaning);
        }
    }
    digits
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

/// Whether `place` only lies in the compartment `subject`.
pub(super) fn is_content(place: &Subject, subject: &Subject) -> bool {
    place.structure.id != subject.structure.id && words::WORDS.compartments.contains(&subject.structure.id)
}

/// Whether a finding at `place` is a finding of `subject`: the same structure or a part of it, on a side that meets.
pub(super) fn is_of(place: &Subject, subject: &Subject) -> bool {
    sides_meet(place, subject) && lexicon().is_within(&place.structure.id, &subject.structure.id)
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
    sides_meet(place, subject)
        && !is_trunk
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

pub(super) fn levels_meet(template: &Reading, dictated: &Reading) -> bool {
    if template.levels.is_empty() || dictated.every_level {
        return true;
    }
    template.levels.iter().any(|level| dictated.levels.iter().any(|other| level.meets(other)))
        // "Conus ends at L1 and is normal" names a level without being about it.
        || !template.subjects.iter().any(|subject| matches!(subject.structure.id.as_str(), "intervertebral-disc" | "vertebral-body" | "posterior-element" | "spinal-canal" | "neural-foramen" | "facet-joint" | "end-plate" | "thecal-sac" | "epidural-space" | "intradural-space"))
}
