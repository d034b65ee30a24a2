//! What is a finding when it is merely named: nodes.

use std::ops::Range;

use super::{WORDS_BEFORE_A_NAME, joins, of, piece, structure_of, tells};
use crate::knowledge::{Cue, Form, Sense, knowledge};
use crate::mention::{Mention, Sentence};

/// `breast mass | with left axillary nodes`, `antral carcinoma, | para-aortic nodes to 15 mm`: behind a finding elsewhere, what is one when it
/// is merely named.
pub(super) fn begins(sentence: &Sentence<'_>, before: Range<usize>, next: usize) -> bool {
    let with = sentence.cue_at(next, |cue| cue == Cue::With);
    if with.is_none() && !sentence.between(next - 1).contains(',') && !joins(sentence, next) {
        return false;
    }
    let bare = |mention: &Mention| structure_of(mention).and_then(|id| knowledge().bare(id));
    let finds = of(sentence, &before).any(|sense| matches!(sense, Sense::Concept(_)));
    // "Calcified mediastinal and hilar nodes" tells of nodes from its first word on.
    let names_one = sentence
        .mentions_within(&before)
        .iter()
        .any(|mention| match mention.sense {
            Sense::Concept(id) => knowledge()
                .concept(id)
                .at
                .iter()
                .any(|at| knowledge().bare(*at).is_some()),
            _ => bare(mention).is_some(),
        });
    let denied = sentence.cue_at_any(before.clone(), |cue| matches!(cue, Cue::Before(_)));
    // "Thickened bronchial and hilar nodes": a place that nothing leads to may be one of a list.
    let last = sentence.mentions_within(&before).last();
    let is_in_list = joins(sentence, next)
        && last.is_some_and(|last| last.words.end == next && structure_of(last).is_some())
        && !sentence.cue_at_any(before.clone(), |cue| cue == Cue::Place);
    let from = with.map_or(next + usize::from(joins(sentence, next)), |words| words.end);
    // "Small | right subdural": a quality is said of it.
    let first = sentence.mentions.iter().find(|mention| {
        mention.words.start >= from && !matches!(mention.form, Form::Attribute | Form::Adjective)
    });
    let Some(first) = first.filter(|first| bare(first).is_some()) else {
        return false;
    };
    // "Nodal mass" and "nodes are normal" say something of them.
    let end = first.words.end;
    let is_described = end < sentence.words.len()
        && !sentence.between(end - 1).contains([',', ';', ':'])
        && tells(sentence, piece(sentence, end));
    let gap = from..first.words.start;
    let leads = sentence.cue_at_any(gap.clone(), |cue| {
        matches!(cue, Cue::Place | Cue::Verb | Cue::End)
    });
    finds
        && !is_in_list
        && !names_one
        && !denied
        && !is_described
        && !leads
        && gap.len() <= WORDS_BEFORE_A_NAME
}

/// Whether some words end with a structure that is a finding when it is merely named.
pub(super) fn ends(sentence: &Sentence<'_>, words: &Range<usize>) -> bool {
    let mut mentions = sentence.mentions.iter();
    let last = mentions.rfind(|mention| mention.words.end == words.end);
    last.and_then(structure_of)
        .is_some_and(|id| knowledge().bare(id).is_some())
}
