//! Whether a finding behind a denied one is one more that is denied, or is told of itself: `no pleural effusion pneumothorax`, but `no
//! gallstones | pancreatic mass`.
//!
//! Nothing in the words decides it. A finding that is taken for present by mistake is seen and struck out, one that is taken for denied
//! is lost: what names a structure of its own is told of itself, unless it is denied together with the first as a matter of course
//! (`routine`) or the words behind it show a list.

use crate::segment::class::Class;
use crate::segment::scope::{Denial, Opening};
use crate::segment::things::Things;

/// How far back its "no" may stand.
const REACH: usize = 12;

/// How a finding stands to the denied one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    /// Nothing of these speaks for either.
    Open,
    /// It is denied with it.
    Listed,
    /// It is told of itself.
    Own,
}

/// For each word, how the finding that begins with it stands to the denial before it; the words of what is denied together are all
/// [`Item::Listed`].
pub(super) fn read(things: &Things, denials: &[Denial], openings: &[Opening]) -> Vec<Item> {
    let mut items = vec![Item::Open; things.words.len()];
    let mut listed = 0;
    for at in 1..items.len() {
        if at < listed {
            continue;
        }
        let goes_on = at == listed && at > 1;
        let denial = if goes_on { Denial::Findings } else { denials[at] };
        let (item, end) = item(things, at, denial, openings[at]);
        items[at] = item;
        if item == Item::Listed {
            items[at..end].fill(item);
            listed = end;
        }
    }
    items
}

/// The same of one word, and where the finding ends.
fn item(things: &Things, at: usize, denial: Denial, opening: Opening) -> (Item, usize) {
    let open = (Item::Open, at);
    if !matches!(denial, Denial::Finding | Denial::Findings | Denial::ListEnd)
        || !things.named[at - 1].finding
        || matches!(opening, Opening::Alternatives | Opening::FindingSeen)
    {
        return open;
    }
    let from = at.saturating_sub(REACH);
    let denied = things.classes[from..at]
        .iter()
        .rposition(|class| *class == Class::No);
    let (Some(denied), Some(next)) = (denied, things.finding_with_side(at)) else {
        return open;
    };
    let denied = from + denied + 1..at;
    let first = last_item(things, denied.clone());
    let behind = things.class(next.words.end);
    let is_bare = !things.tells_more(next.words.end) && !goes_on_in_name(things, next.words.end);
    let is_routine = leads(things, denied.clone()) & things.groups(next.words.clone(), true).follows != 0;
    if denial != Denial::ListEnd && is_bare && is_routine {
        return (Item::Listed, next.words.end);
    }
    let has_side = things.classes[next.words.clone()].contains(&Class::Side);
    if has_side || matches!(behind, Class::And | Class::Seen) {
        return open;
    }
    let mut own = things.structures(next.words.clone()).peekable();
    let is_elsewhere =
        own.peek().is_some() && own.all(|id| things.structures(first.clone()).all(|denied| denied != id));
    if is_elsewhere { (Item::Own, at) } else { open }
}

/// `aneurysm | sac 58 mm`: what was named is the adjective of what follows.
fn goes_on_in_name(things: &Things, at: usize) -> bool {
    let is_sized = things.class(at + 1) == Class::Number;
    let begins_anew = || things.begins_structure(at) && !is_sized || things.finding(at).is_some();
    things.is_within_name(at) || things.class(at).is_noun() && !begins_anew()
}

/// The last of the findings that are denied.
fn last_item(things: &Things, denied: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let last = denied.end - 1;
    let before = denied
        .clone()
        .take(last - denied.start)
        .rfind(|at| things.named[*at].finding && !things.named[*at].goes_on);
    before.map_or(denied.clone(), |before| before + 1..denied.end)
}

/// The groups of routine denials of every finding denied so far.
fn leads(things: &Things, denied: std::ops::Range<usize>) -> u32 {
    denied
        .clone()
        .filter(|at| things.named[*at].finding)
        .fold(0, |groups, at| groups | things.groups(at..at + 1, false).leads)
}
