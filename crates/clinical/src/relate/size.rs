//! Which fact tells the size that a line of a template asks for.

use report::side::Side;

use crate::fact::{Fact, What};

/// Whether a fact tells the size for which a line of a template asks: both are of the same places.
pub fn tells_size(told: &Fact, asked: &Fact) -> bool {
    let (ours, theirs) = (&told.sites, &asked.sites);
    told.measured.is_some()
        && told.measured == asked.measured
        && asked.what == What::Unknown
        && !theirs.named.is_empty()
        && theirs.named.iter().all(|place| ours.told().contains(place))
        && (theirs.side.is_none() || theirs.side == ours.side || ours.side == Some(Side::Bilateral))
        && theirs.levels.iter().all(|level| ours.levels.contains(level))
}
