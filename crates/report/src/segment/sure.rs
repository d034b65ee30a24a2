//! Where a sentence begins whatever was learned: turns of speech too rare among the sentences that were learned from.

use crate::segment::ahead::Ahead;
use crate::segment::class::Class;
use crate::segment::settle;
use crate::segment::things::{Finding, Things};

/// How far back the verb of the sentence at hand may stand.
const REACH: usize = 12;

/// Whether a sentence begins with a word that is not the first; `ahead` and `behind` as in [`crate::segment::run::Run`].
pub(super) fn opens(things: &Things, keys: &[&str], ahead: &[Ahead], behind: &[Class], at: usize) -> bool {
    redirects(things, keys, ahead, at)
        || denies_next(things, keys, at)
        || denies_all(things, keys, at)
        || sizes_next(things, behind, at)
        || is_level_of_next(things, ahead, at)
}

/// `pulled to the left | heart is`: the subject of a verb behind a direction.
fn redirects(things: &Things, keys: &[&str], ahead: &[Ahead], at: usize) -> bool {
    let begins = matches!(ahead[at], Ahead::Verb | Ahead::Normal) && things.classes[at].is_noun();
    begins && settle::is_direction(keys, at - 1)
}

/// `pancreas divisum | no lesion`.
fn denies_next(things: &Things, keys: &[&str], at: usize) -> bool {
    let compares = |next: &&str| matches!(*next, "longer" | "larger" | "bigger" | "greater" | "more");
    keys[at] == "no" && things.named[at - 1].finding && !keys.get(at + 1).is_some_and(compares)
}

/// `plaques in the frontal lobe | none show`.
fn denies_all(things: &Things, keys: &[&str], at: usize) -> bool {
    let follows = things.classes[at - 1].is_noun() || things.named[at - 1].place;
    keys[at] == "none" && things.class(at + 1).is_finite() && follows
}

/// A size behind what has none and before what has one: `free air | 5 mm stone`, `contacting the nerve root | 1.3 cm thyroid nodule`.
fn sizes_next(things: &Things, behind: &[Class], at: usize) -> bool {
    let is_size = |class: &&Class| matches!(class, Class::Number | Class::By | Class::Unit);
    let size = things.classes[at..].iter().take_while(is_size).count();
    if size < 2 || things.classes[at + size - 1] != Class::Unit {
        return false;
    }
    let before = things.named[at - 1];
    let has_none = before.unsized_finding || before.place && behind[at] == Class::Participle;
    let is_sized = |next: Finding| !things.named[next.words.end - 1].unsized_finding;
    has_none && things.finding_with_side(at + size).is_some_and(is_sized)
}

/// `consistent with a haemangioma | at L3-L4 there is a bulge`: who has said a sentence with its verb begins the next with its level.
fn is_level_of_next(things: &Things, ahead: &[Ahead], at: usize) -> bool {
    let levels = things.classes[at + 1..]
        .iter()
        .take_while(|class| **class == Class::Level)
        .count();
    things.classes[at] == Class::Preposition
        && ahead[at] == Ahead::PlaceThenThere
        && levels > 0
        && things.class(at + 1 + levels) == Class::There
        && things.classes[at.saturating_sub(REACH)..at]
            .iter()
            .any(|class| class.is_finite())
}
