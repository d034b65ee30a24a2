//! The same told of two places: `no stone right kidney | stone left kidney 6 mm`, `cyst left ovary | right normal`.
//!
//! Who speaks in telegrams keeps one order of what and where. Where the finding comes first, the place behind it is its own: cut before it,
//! the denial would lose its side and the next finding take it.

use crate::segment::class::Class;
use crate::segment::things::{Finding, Place, Things};

/// How far back the other side may have been named.
const REACH: usize = 12;

/// What the order of findings and places says about the words of a run.
#[derive(Debug)]
pub(super) struct Parallel {
    /// Words with which a sentence begins.
    pub(super) opens: Vec<bool>,
    /// Words that belong to the finding before them.
    pub(super) stays: Vec<bool>,
}

/// A finding with the place behind it.
struct Located {
    finding: Finding,
    place: Place,
}

/// What stands behind a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tail {
    /// Nothing that is told of it.
    Nothing,
    /// `no`: either of it (`spleen no lesion`) or the next sentence.
    Denial,
    /// `6 mm`, `moderate`.
    Size,
    /// `normal`, `is normal`, `intact`.
    State,
    /// Anything else.
    More,
}

pub(super) fn read(things: &Things) -> Parallel {
    let length = things.words.len();
    let mut found = Parallel {
        opens: vec![false; length],
        stays: vec![false; length],
    };
    for at in 0..length {
        repeats(things, at, &mut found);
        if leaves_other_side(things, at) {
            found.opens[at] = true;
            keep_place_before(things, at, &mut found);
        }
    }
    found
}

/// The finding behind a denial or at the beginning of what is told, and its place.
fn located(things: &Things, at: usize) -> Option<Located> {
    let finding = things.finding(at)?;
    let place = place_of(things, &finding)?;
    Some(Located { finding, place })
}

fn place_of(things: &Things, finding: &Finding) -> Option<Place> {
    let at = finding.words.end;
    (at < things.words.len() && !things.commas[at])
        .then(|| things.place(at))
        .flatten()
}

/// Whether a finding that begins with a word is told before its place: behind a "no", or with no place before it.
fn may_come_first(things: &Things, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else {
        return true;
    };
    matches!(
        things.classes[before],
        Class::No | Class::Normal | Class::Intact | Class::Seen | Class::Unit
    ) || things.commas[at]
}

/// Marks what `no stone right kidney | stone left kidney` and `stone right ureter | no stone left ureter` say.
fn repeats(things: &Things, at: usize, found: &mut Parallel) {
    if !may_come_first(things, at) {
        return;
    }
    let Some(mut first) = located(things, at) else {
        return;
    };
    let denies_first = at > 0 && things.classes[at - 1] == Class::No;
    let begins = first.finding.words.start..first.finding.words.end - 1;
    // "Liver cyst spleen cyst": each has its place before it.
    if things.structures(begins).next().is_some() && !has_place_before(things, first.place.bare.end) {
        return;
    }
    if denies_first && is_contrast(things, &first, found) {
        return;
    }
    let next = first.place.words.end;
    let denies_next = things.class(next) == Class::No;
    let Some(mut second) = things.finding(next + usize::from(denies_next)) else {
        // "No stone left ureter": a place of which nothing else is told.
        if denies_first
            && first.place.bare.start == first.place.words.start
            && tail(things, &first.place) == Tail::Nothing
            && next == things.words.len()
        {
            keep(&first.place, found);
        }
        return;
    };
    let is_same = things.are_same(&first.finding, &second);
    let is_alike = is_same || things.are_alike(&first.finding, &second);
    let denies_first_alone = denies_first && !denies_next;
    if !is_alike && !denies_first_alone {
        return;
    }
    if is_same {
        begin_alike(things, &first, &mut second);
    }
    begin_behind_structure(things, &mut first, &mut second);
    let Some(place) = place_of(things, &second) else {
        return;
    };
    let behind = tail(things, &place);
    let is_parallel = are_parallel(things, &first.place, &place);
    let comes_first = match behind {
        Tail::State => false,
        Tail::Nothing => is_parallel,
        Tail::Size | Tail::Denial => is_same || is_parallel && things.are_alike(&first.finding, &second),
        Tail::More => is_same,
    };
    let differ = spelled(things, &first.place) != spelled(things, &place);
    if !comes_first || !differ {
        return;
    }
    keep(&first.place, found);
    let next = first.place.words.end;
    found.opens[next.min(second.words.start)] = true;
    for inner in second.words.start + 1..second.words.end {
        found.stays[inner] = true;
    }
    keep(&place, found);
}

/// `no disc bulge at L4-L5 | disc bulge`: the words before the repeated one are repeated with it.
fn begin_alike(things: &Things, first: &Located, second: &mut Finding) {
    let (one, other) = (first.finding.words.end - 1, second.words.end - 1);
    let alike = (1..)
        .take_while(|back| {
            one >= first.finding.words.start + back
                && other > first.place.bare.start + back
                && things.words[one - back].key == things.words[other - back].key
        })
        .count();
    second.words.start = second.words.start.min(other - alike);
}

/// `no mass right adrenal | mass left adrenal`: what could be the adjective of the second is the place of the first, where the second
/// has such a place too.
fn begin_behind_structure(things: &Things, first: &mut Located, second: &mut Finding) {
    let last = second.words.end - 1;
    let is_side = things.classes[first.place.words.end - 1] == Class::Side;
    let has_like = place_of(things, second).is_some_and(|place| {
        let behind_side = things.class(place.bare.start + 1);
        place.bare.len() > 1 || behind_side == Class::Adjective
    });
    let adjective = second.words.start;
    let says_where = things.begins_structure(adjective)
        || things.are_same(&first.finding, second) && things.classes[adjective] == Class::Adjective;
    if is_side && has_like && last > adjective && says_where {
        first.place.words.end = last;
        first.place.bare.end = last;
        second.words.start = last;
    }
}

/// `no tear medial meniscus | lateral meniscus torn`: what is denied of one is told of its like.
fn is_contrast(things: &Things, first: &Located, found: &mut Parallel) -> bool {
    let whole = &first.place.bare;
    if first.place.words.start != whole.start {
        return false;
    }
    // The first place, as read, goes on with the second.
    for begin in whole.start + 1..whole.end {
        let (one, other) = (whole.start..begin, begin..whole.end);
        let ends = |at: usize| things.ends_structure(at) || things.classes[at] == Class::Level;
        let is_head_shared = things.words[begin - 1].key == things.words[whole.end - 1].key;
        let is_alike = is_head_shared || one.len() == other.len();
        // "L5-S1" are two words and one level.
        let is_whole = things.classes[begin] != Class::Level || one.len() > 1 && other.len() > 1;
        let shaped = ends(begin - 1) && ends(whole.end - 1) && is_alike && is_whole;
        if !shaped {
            continue;
        }
        let told = things.finding(whole.end);
        let is_same =
            told.is_some_and(|told| told.words.len() == 1 && things.are_alike(&first.finding, &told));
        // "No mass left kidney | right kidney normal": who means both says "both" or "and".
        let tells = !matches!(things.class(whole.end), Class::Edge | Class::No | Class::And);
        let is_other_side = is_head_shared
            && tells
            && things.classes[begin] == Class::Side
            && things.classes[whole.start] == Class::Side;
        if is_same || is_other_side {
            one.for_each(|at| found.stays[at] = true);
            found.opens[begin] = true;
            (begin + 1..whole.end + usize::from(is_same)).for_each(|at| found.stays[at] = true);
            return true;
        }
    }
    false
}

/// `cyst left ovary | right normal`.
fn leaves_other_side(things: &Things, at: usize) -> bool {
    let is_state = matches!(things.class(at + 1), Class::Normal | Class::Intact);
    let goes_on = things.class(at + 2).is_noun() && !things.named[at + 2].place;
    if things.classes[at] != Class::Side || !is_state || goes_on {
        return false;
    }
    let opposite = match things.words[at].key.as_str() {
        "right" => "left",
        "left" => "right",
        _ => return false,
    };
    things.words[at.saturating_sub(REACH)..at]
        .iter()
        .any(|word| word.key == opposite)
}

/// Keeps the place before a word with the finding before that place.
fn keep_place_before(things: &Things, end: usize, found: &mut Parallel) {
    for from in end.saturating_sub(REACH).max(1)..end {
        let is_side = things.classes[from] == Class::Side && things.named[from - 1].finding;
        let reaches = things
            .place(from)
            .is_some_and(|place| place.words.end > from + 1 && place.words.end >= end);
        if is_side && reaches && !things.commas[from] && !has_place_before(things, from) {
            (from..end).for_each(|at| found.stays[at] = true);
            return;
        }
    }
}

/// `right kidney stone | left kidney`: the finding before a word has its place already.
fn has_place_before(things: &Things, at: usize) -> bool {
    things.classes[at.saturating_sub(4)..at]
        .iter()
        .any(|class| matches!(class, Class::Side | Class::Level))
}

fn keep(place: &Place, found: &mut Parallel) {
    for at in place.words.clone() {
        found.stays[at] = true;
    }
}

fn tail(things: &Things, place: &Place) -> Tail {
    let at = place.words.end;
    if at < things.words.len() && things.commas[at] {
        return Tail::Nothing;
    }
    match things.class(at) {
        Class::Edge | Class::Rest => Tail::Nothing,
        Class::No => Tail::Denial,
        Class::Number | Class::Quantity | Class::Degree => Tail::Size,
        Class::Normal | Class::Intact => Tail::State,
        Class::Be
            if matches!(
                things.class(at + 1),
                Class::Normal | Class::Intact | Class::Predicate
            ) =>
        {
            Tail::State
        }
        _ => Tail::More,
    }
}

/// `right kidney` and `left kidney`, `L4-L5` and `L5-S1`.
fn are_parallel(things: &Things, one: &Place, other: &Place) -> bool {
    let holds = |place: &Place, class: Class| things.classes[place.bare.clone()].contains(&class);
    let both = |class| holds(one, class) && holds(other, class);
    both(Class::Side) || both(Class::Level) || one.bare.len() == other.bare.len()
}

fn spelled<'t>(things: &'t Things, place: &Place) -> Vec<&'t str> {
    let words = &things.words[place.bare.clone()];
    words.iter().map(|word| word.key.as_str()).collect()
}
