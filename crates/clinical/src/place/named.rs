//! The structures that mentions name: of a whole and its part the part, of a tissue and an organ the organ, of a list each.

use std::ops::Range;

use crate::knowledge::{Cue, Knowledge, Sense, StructureId};
use crate::mention::{Mention, Sentence};

/// The structures that some mentions of a sentence name, and the regions of which they are: without those that another of them is part
/// of, unless both stand in a list ("sulci and sylvian fissures"), and without tissues and regions beside a structure.
pub(crate) fn named(
    sentence: &Sentence<'_>,
    mentions: &[&Mention],
    knowledge: &Knowledge,
) -> (Vec<StructureId>, Vec<StructureId>) {
    let of = |mention: &Mention| match mention.sense {
        Sense::Structure(id) => Some(id),
        _ => None,
    };
    let specific = |besides: &Mention| {
        mentions.iter().any(|other| {
            other.words != besides.words && of(other).is_some_and(|id| !knowledge.structure(id).broad)
        })
    };
    let tissue = mentions
        .iter()
        .filter_map(|mention| of(mention))
        .any(|id| knowledge.is_tissue(id));
    let (mut all, mut regions) = (Vec::new(), Vec::new());
    for whole in mentions {
        let Some(id) = of(whole) else { continue };
        let structure = knowledge.structure(id);
        let described = mentions.iter().any(|part| {
            of(part).is_some_and(|part_id| {
                part_id != id
                    && knowledge.is_within(part_id, id)
                    && !listed(sentence, &whole.words, &part.words)
            })
        });
        let in_list = mentions.iter().any(|other| {
            of(other).is_some_and(|id| !knowledge.structure(id).broad)
                && listed(sentence, &whole.words, &other.words)
        });
        if described || structure.broad && specific(whole) && !in_list {
            continue;
        }
        if tissue && structure.region {
            &mut regions
        } else {
            &mut all
        }
        .push(id);
    }
    for list in [&mut all, &mut regions] {
        list.sort_unstable();
        list.dedup();
    }
    (all, regions)
}

/// The structures of a list without those that another of them is part of, and without tissues and regions beside a structure.
pub(crate) fn nearest(mut structures: Vec<StructureId>, knowledge: &Knowledge) -> Vec<StructureId> {
    let broad = |id: &StructureId| knowledge.structure(*id).broad;
    if !structures.iter().all(broad) {
        structures.retain(|id| !broad(id));
    }
    let all = structures.clone();
    structures.retain(|whole| {
        !all.iter()
            .any(|part| part != whole && knowledge.is_within(*part, *whole))
    });
    structures.sort_unstable();
    structures.dedup();
    structures
}

/// Whether two names stand in one list, with nothing that leads from one to the other between.
fn listed(sentence: &Sentence<'_>, one: &Range<usize>, other: &Range<usize>) -> bool {
    let (first, second) = if one.start < other.start {
        (one, other)
    } else {
        (other, one)
    };
    if first.end > second.start {
        return false;
    }
    let gap = first.end..second.start;
    let joined = in_list(sentence, gap.start, gap.end);
    // "In the ureter or at its junction": the list goes on with another preposition.
    let goes_on = |word: usize| {
        let before = word.checked_sub(1);
        before.is_some_and(|before| {
            sentence
                .cue_at(before, |cue| matches!(cue, Cue::Join | Cue::Or))
                .is_some()
        })
    };
    let mut words = gap;
    joined && !words.any(|word| sentence.cue_at(word, |cue| cue == Cue::Place).is_some() && !goes_on(word))
}

/// Whether a list goes on between two words.
pub(super) fn in_list(sentence: &Sentence<'_>, start: usize, end: usize) -> bool {
    sentence.cue_at_any(start..end, |cue| matches!(cue, Cue::Join | Cue::Or))
        || (start - 1..end).any(|word| sentence.between(word).contains([',', '&', '/']))
}
