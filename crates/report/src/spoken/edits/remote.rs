//! Corrects what was said sentences ago: "apologies, that thyroid nodule is in the right lobe not the left".
//!
//! Such a remark says what is wrong beside what is right. Where one sentence alone speaks of the same thing with the wrong word, the
//! right one is put in its place and the remark goes; else it stays in the text.

use super::kinds::{alike, is_function_word, same_word};
use super::replace::correction_of;
use crate::{
    segment,
    spoken::{
        lexicon::lexicon,
        piece::{Class, Piece},
        remarks::plain,
    },
};

/// So many pieces back it is looked for.
const REACH: usize = 400;

pub(super) fn correct(done: &mut [Piece], rest: &[Piece]) -> Option<usize> {
    let remark = correction_of(rest);
    let Contrast { not, wrong, right } = Contrast::of(remark)?;
    let about: Vec<&Piece> = remark[..not]
        .iter()
        .filter(|piece| piece.class == Class::Word && !is_function_word(piece))
        .filter(|piece| !same_word(piece, &remark[right]))
        .collect();
    let at = the_only_one(done, &remark[wrong], &about)?;
    done[at] = Piece {
        gap: done[at].gap.clone(),
        ..remark[right].clone()
    };
    // "in the right lobe not the left lobe"
    let again = matches!((remark.get(right + 1), remark.get(wrong + 1)), (Some(one), Some(other)) if same_word(one, other));
    Some(wrong + 1 + usize::from(again))
}

/// Whether a correction says what is wrong beside what is right.
pub(super) fn contrasts(correction: &[Piece]) -> bool {
    Contrast::of(correction).is_some()
}

/// Where "not" stands in a remark, and the wrong and the right word.
struct Contrast {
    not: usize,
    wrong: usize,
    right: usize,
}

impl Contrast {
    fn of(remark: &[Piece]) -> Option<Self> {
        let contrasts = &lexicon().edits.contrasts;
        let not = remark.iter().position(|piece| contrasts.contains(piece.word()))?;
        let mut behind = remark[not + 1..].iter();
        let wrong = not + 1 + behind.position(|piece| !is_function_word(piece))?;
        let right = remark[..not]
            .iter()
            .rposition(|piece| alike(&remark[wrong], piece))?;
        Some(Self { not, wrong, right })
    }
}

/// The wrong word in the only sentence that has it once and speaks of all this.
fn the_only_one(done: &[Piece], wrong: &Piece, about: &[&Piece]) -> Option<usize> {
    if about.is_empty() {
        return None;
    }
    let from = done.len().saturating_sub(REACH);
    let (text, places) = plain(&done[from..]);
    let mut only = None;
    for sentence in segment::sentences(&text, 0..text.len()) {
        let start = from + places.partition_point(|place| *place < sentence.start);
        let end = from + places.partition_point(|place| *place < sentence.end);
        let pieces = &done[start..end];
        let has = |word: &&Piece| pieces.iter().any(|piece| same_word(piece, word));
        if !about.iter().all(has) {
            continue;
        }
        let mut wrongs = (start..end).filter(|at| done[*at].text.eq_ignore_ascii_case(&wrong.text));
        let Some(at) = wrongs.next() else { continue };
        if wrongs.next().is_some() || only.is_some() {
            return None;
        }
        only = Some(at);
    }
    only
}
