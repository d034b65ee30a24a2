//! Findings that a sentence asserts without a word of the vocabulary: an organ that an operation took away, a structure that is not
//! seen, a calibre that is too large, lymph nodes that their size or a word beside them calls abnormal, and what the rules of
//! `data/implications.toml` tell.

mod absent;
mod index;
mod node;
mod rule;
mod size;
mod stretch;

pub use index::is_within_range;

use super::{Claim, Parts, Subject, altered, vocabulary};
use crate::anatomy;

/// Everything that is implied.
pub(super) fn claims(parts: &Parts<'_>, stated: &[Claim], subjects: &[Subject]) -> Vec<Claim> {
    let mut implied = absent::removed(parts);
    implied.extend(node::claimed(parts, stated, subjects));
    implied.extend(absent::unseen(parts, stated, subjects));
    implied.extend(absent::missing(parts, stated, subjects));
    implied.extend(absent::lacking(parts, subjects));
    implied.extend(absent::small(parts, subjects));
    implied.extend(absent::neither(parts, subjects));
    implied.extend(size::too_wide(parts, subjects));
    implied.extend(index::beyond(parts));
    implied.extend(rule::claims(parts, subjects));
    implied.extend(altered::claims(parts, stated, subjects));
    implied
}

/// The claim of a kind over the whole sentence; nothing when the vocabulary has no such kind.
pub(super) fn claim(parts: &Parts<'_>, kind: &str, denied: bool, subjects: Vec<Subject>) -> Option<Claim> {
    Some(Claim {
        kind: vocabulary::vocabulary().kind(kind)?,
        denied,
        subjects,
        named: 0..parts.text.len(),
        clause: 0..parts.text.len(),
        describes: false,
        names_place: false,
    })
}

/// The places that a mention names: of "left kidney is not seen, right kidney is normal" the left one.
fn places_of(parts: &Parts<'_>, named: &anatomy::Mention, subjects: &[Subject]) -> Vec<Subject> {
    let of_structure = || {
        subjects
            .iter()
            .filter(|subject| subject.structure.id == named.structure.id)
            .cloned()
    };
    let before = parts
        .mentions
        .iter()
        .rfind(|other| other.range.end <= named.range.start);
    let from = before.map_or(0, |other| other.range.end);
    let told = parts
        .sides
        .iter()
        .rfind(|mark| from <= mark.range.start && mark.range.end <= named.range.end);
    let of_side: Vec<Subject> = of_structure()
        .filter(|subject| told.is_some_and(|mark| subject.side == Some(mark.side)))
        .collect();
    if of_side.is_empty() {
        of_structure().collect()
    } else {
        of_side
    }
}

#[cfg(test)]
mod tests {
    fn check(text: &str, kind: &str, expected: bool) {
        let reading = crate::reading::Reading::of(text);
        let found = reading
            .claims
            .iter()
            .any(|claim| claim.kind.id == kind && !claim.denied);
        assert_eq!(found, expected, "{kind} in: {text}");
    }

    #[test]
    fn what_is_meant_without_its_word_is_read() {
        check("Multiple acute lacunar infarcts in the pons.", "diffusion", true);
        check("Old infarct in the pons.", "diffusion", false);
        check("CBD measures 13 mm.", "dilatation", true);
        check("CBD measures 5 mm.", "dilatation", false);
        check("Right vertebral artery is not visualised.", "unseen", true);
        check("No focal lesion is seen in the liver.", "unseen", false);
        check("Left axillary node 1.6 cm.", "nodes", true);
        check("No suspicious lymph nodes.", "nodes", false);
        check("No spleen.", "unseen", true);
        check("No lymph nodes.", "unseen", false);
        check("No hydronephrosis.", "unseen", false);
        check("Gallbladder absent.", "unseen", true);
        check("Left kidney small.", "reduction", true);
        check("Left kidney small cyst.", "reduction", false);
        check("ACL is not intact.", "not-normal", true);
        check("ACL is intact.", "not-normal", false);
        check("Neither cruciate ligament is intact.", "not-normal", true);
    }
}
