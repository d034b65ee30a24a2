//! Where something is: the structures named beside it, its side, its level.

mod named;
mod phrase;
mod side;

use report::anatomy::level::Level;
use report::side::Side;

use crate::knowledge::StructureId;
pub(crate) use named::{named, nearest};
pub(crate) use phrase::structures_of;
pub(crate) use side::{joined, side_of};

/// Where a fact is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Sites {
    /// The structures that the text names, or that the fact inherits from what was said before.
    pub named: Vec<StructureId>,
    /// The regions of which the named tissues are meant: the neck of "neck muscles".
    pub within: Vec<StructureId>,
    /// Those that the concept brings with it.
    pub inherent: Vec<StructureId>,
    /// The side.
    pub side: Option<Side>,
    /// Vertebral levels.
    pub levels: Vec<Level>,
    /// Parts of them of which it is not said: "all the sinuses but the sphenoid".
    pub spared: Vec<StructureId>,
}

impl Sites {
    /// Whether it says nothing of where.
    pub fn is_nowhere(&self) -> bool {
        self.named.is_empty() && self.inherent.is_empty() && self.levels.is_empty()
    }

    /// The structures that the text names, else those that the concept brings with it.
    pub fn told(&self) -> &[StructureId] {
        if self.named.is_empty() {
            &self.inherent
        } else {
            &self.named
        }
    }
}
