//! Where a size parts what is told before it from what is told behind it.

use super::class::Class;
use super::things::{Finding, Things};

/// How far back the place of the finding before may begin.
const REACH: usize = 12;

/// How many words may stand between a size and the finding that it is the size of.
const QUALITIES: usize = 4;

/// Whether a sentence begins with a word that is not the first; `are_before` as of [`are_before_findings`].
pub(super) fn opens(things: &Things, are_before: bool, at: usize) -> bool {
    sizes_each(things, at)
        || sizes_behind_place(things, at)
        || sizes_what_is_next(things, at)
        || are_before && leads_to_finding(things, at)
}

/// Whether sizes are told before what they are the size of: `a 3 cm cyst`, and never `cyst 3 cm` with something else behind it. One size
/// between two findings alone does not tell.
pub(super) fn are_before_findings(things: &Things) -> bool {
    let (mut clear, mut between) = (0, 0);
    for at in (0..things.words.len()).filter(|at| begins(things, *at)) {
        let is_before = sized(things, at).is_some();
        let is_behind = at > 0 && (things.classes[at - 1].is_noun() || things.named[at - 1].finding);
        match (is_before, is_behind) {
            (false, true) => return false,
            (true, false) => clear += 1,
            (true, true) => between += 1,
            (false, false) => {}
        }
    }
    clear > 0 || between > 1
}

/// Whether a size begins with a word.
fn begins(things: &Things, at: usize) -> bool {
    let length = size_words(things.classes[at..].iter());
    things.classes[at] == Class::Number
        && length > 1
        && matches!(things.words[at + length - 1].key.as_str(), "mm" | "cm")
        && !(at > 0 && matches!(things.classes[at - 1], Class::Number | Class::By | Class::Unit))
}

/// The finding before which a size stands, with its qualities.
fn sized(things: &Things, at: usize) -> Option<Finding> {
    let from = at + size_words(things.classes[at..].iter());
    // "13 mm short axis": no quality of what follows.
    let is_quality = |at: &usize| {
        let class = things.class(*at);
        let is_plain_noun = class.is_noun() && !things.named[*at].place && !things.named[*at].begun;
        (class.is_adjective() || class == Class::Side || class.is_noun()) && !is_plain_noun
    };
    let to = from + (from..from + QUALITIES).take_while(is_quality).count();
    (from..=to).find_map(|at| {
        let finding = things.finding(at)?;
        let last = finding.words.end - 1;
        // "15 mm thick".
        let is_sized = things.classes[last].is_noun() && !things.named[last].unsized_finding;
        // "14 mm, midline shift of 9 mm".
        let end = finding.words.end + usize::from(things.class(finding.words.end) == Class::Of);
        if things.class(end) == Class::Number {
            return None;
        }
        (is_sized && things.begins_finding(finding.words.end - 1, to)).then_some(finding)
    })
}

/// `gallbladder wall is oedematous | 1.4 cm porta hepatis node`, `9 mm gallstone | 3.2 cm aneurysm`: the size of what follows, behind
/// something whole.
fn leads_to_finding(things: &Things, at: usize) -> bool {
    let before = things.classes[at - 1];
    let is_said = || at > 1 && things.classes[at - 2] == Class::Be;
    let is_whole = before.is_noun()
        || things.named[at - 1].finding
        || matches!(before, Class::Predicate | Class::Normal | Class::Intact) && is_said();
    is_whole && begins(things, at) && sized(things, at).is_some()
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
