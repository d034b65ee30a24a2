//! Where a size parts what is told before it from what is told behind it.

use super::class::Class;
use super::things::{Finding, Things};

/// How far back the place of the finding before may begin.
const REACH: usize = 12;

/// Whether a sentence begins with a word that is not the first.
pub(super) fn opens(things: &Things, at: usize) -> bool {
    sizes_each(things, at) || sizes_behind_place(things, at) || sizes_what_is_next(things, at)
}

/// `dilatation of both horns | 6 mm of midline shift`: a size before what it is the size of.
fn sizes_what_is_next(things: &Things, at: usize) -> bool {
    let before = things.classes[at - 1];
    things.classes[at] == Class::Number
        && things.class(at + 1) == Class::Unit
        && things.class(at + 2) == Class::Of
        && before.is_noun()
        && !things.is_within_name(at)
        && at + 3 < things.words.len()
        && things.finding(at + 3).is_some()
}

/// How many of the next words tell a size; no size has more than three dimensions, each with its unit.
fn size_words<'c>(classes: impl Iterator<Item = &'c Class>) -> usize {
    const LONGEST: usize = 12;
    let is_size = |class: &&Class| matches!(class, Class::Number | Class::By | Class::Unit);
    classes.take(LONGEST).take_while(is_size).count()
}

/// `a fibroid 5 x 4 cm | left ovarian cyst 3.8 cm`, `ovarian cyst 3.8 cm | minimal free fluid`: who tells the size behind the finding tells it
/// so of the next, and nobody measures free fluid.
fn sizes_each(things: &Things, at: usize) -> bool {
    if things.classes[at - 1] != Class::Unit {
        return false;
    }
    let size = size_words(things.classes[..at].iter().rev());
    let is_told = size > 1 && at > size && things.named[at - size - 1].finding;
    if !is_told {
        return false;
    }
    let Some(next) = things.finding_with_side(at) else {
        return false;
    };
    let end = next.words.end;
    let own = size_words(things.classes[end..].iter());
    let is_sized = own > 1 && things.classes[end + own - 1] == Class::Unit;
    let is_unsized = things.classes[at] == Class::Degree && things.named[end - 1].unsized_finding;
    is_sized || is_unsized
}

/// `perforation of the triangular fibrocartilage complex | dorsal ganglion cyst 1.4 x 0.8 cm`: a finding with its size behind the place of
/// another.
fn sizes_behind_place(things: &Things, at: usize) -> bool {
    let from = at.saturating_sub(REACH).max(1);
    let is_placed = things.ends_structure(at - 1)
        && !things.named[at - 1].finding
        && (from..at).any(|of| things.classes[of] == Class::Of && things.named[of - 1].finding);
    let is_sized = |next: Finding| {
        let end = next.words.end;
        let own = size_words(things.classes[end..].iter());
        own > 1 && things.classes[end + own - 1] == Class::Unit
    };
    is_placed && !things.is_within_name(at) && things.finding(at).is_some_and(is_sized)
}
