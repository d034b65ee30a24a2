//! Which side is said of something.

use std::ops::Range;

use report::side::Side;

use crate::knowledge::{Cue, Knowledge, Sense, StructureId};
use crate::mention::Sentence;

/// The side that is said of some mentions: of their own names, or of the words among and right beside them.
pub(crate) fn side_of(
    sentence: &Sentence<'_>,
    clause: &Range<usize>,
    mentions: &[Range<usize>],
    structures: &[StructureId],
    knowledge: &Knowledge,
) -> Option<Side> {
    let own = structures.iter().filter_map(|id| knowledge.structure(*id).side);
    let start = mentions
        .iter()
        .map(|words| words.start)
        .min()
        .unwrap_or(clause.start);
    let end = mentions.iter().map(|words| words.end).max().unwrap_or(clause.end);
    // "No effusion or thickening is seen | on the left side", "on the left, the disc is displaced": of all the clause.
    let by_place = |word: usize| {
        sentence.cue_at_any(word.saturating_sub(2)..word, |cue| cue == Cue::Place)
            && !structures_at(sentence, word.saturating_sub(2)..word + 3)
    };
    let of_all = |word: usize| by_place(word) && (word + 2 >= clause.end || word <= clause.start + 2);
    let near = |word: usize| clause.contains(&word) && (word + 4 >= start && word < end + 3 || of_all(word));
    let said = sentence
        .sides
        .iter()
        .filter(|(word, _)| near(*word))
        .map(|(_, side)| *side);
    joined(own.chain(said)).or_else(|| {
        // "Soft tissue in the left epitympanum with blunting of the scutum": the one side of which the clause has spoken.
        let before = sentence
            .sides
            .iter()
            .filter(|(word, _)| clause.contains(word) && *word < start);
        joined(before.map(|(_, side)| *side)).filter(|side| *side != Side::Bilateral)
    })
}

/// One side of several: both, where they differ.
pub(crate) fn joined(sides: impl Iterator<Item = Side>) -> Option<Side> {
    let mut all: Option<Side> = None;
    for side in sides {
        all = Some(match all {
            Some(before) if before != side => Side::Bilateral,
            _ => side,
        });
    }
    all
}

/// Whether a structure is named among some words.
fn structures_at(sentence: &Sentence<'_>, words: Range<usize>) -> bool {
    let named = sentence.mentions_within(&words);
    named
        .iter()
        .any(|mention| matches!(mention.sense, Sense::Structure(_)))
}
