//! A sentence as the gate reads it: not its words but what must not change in it. Values with their units, sides, levels,
//! denials, structures, findings, degrees; how it is put is left out.

mod denial;
mod measure;
mod names;
mod number;
mod reader;
mod side;

use std::ops::Range;

pub(super) use denial::Denials;
pub(super) use measure::measured;
pub(super) use names::Names;
pub(super) use side::{BOTH, LEFT, RIGHT};

/// What kind of fact a word of a sentence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Class {
    /// A value with its unit.
    Measure,
    /// A number without one.
    Number,
    /// A vertebral level.
    Level,
    /// Right, left or both.
    Side,
    /// How much, how bad, how old.
    Degree,
    /// What became of it.
    Change,
    /// Where on a structure.
    Position,
    /// A sequence, a phase, contrast.
    Code,
    /// A unit of time, weight or dose.
    Unit,
    /// The name of a structure.
    Anatomy,
    /// What is found.
    Finding,
    /// That something is normal.
    Normal,
    /// Any other word.
    Plain,
}

impl Class {
    /// Whether a difference in it is a difference in what is said.
    pub(super) const fn is_critical(self) -> bool {
        !matches!(self, Self::Plain | Self::Normal)
    }
}

/// How much a word tells of the structure it stands with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// It tells one structure from another, or is none of its words.
    Telling,
    /// It says what kind of thing the structure is: a tendon, a joint.
    Kind,
    /// The same, but when it was dictated it must stay: the wall of the abdomen is not the abdomen.
    KindAdded,
}

impl Naming {
    /// Whether a report may lack it that was dictated; not when another of its kind stands there.
    pub(super) const fn may_go(self, exchanged: bool) -> bool {
        matches!(self, Self::Kind) && !exchanged
    }

    /// Whether a report may have it that was not dictated.
    pub(super) const fn may_come(self, exchanged: bool) -> bool {
        !matches!(self, Self::Telling) && !exchanged
    }
}

/// One fact of a sentence.
#[derive(Debug, Clone)]
pub(super) struct Fact {
    /// What it is compared by, as a number of the [`Names`].
    pub(super) key: u32,
    pub(super) class: Class,
    pub(super) naming: Naming,
    /// Whether the sentence denies it.
    pub(super) denied: bool,
    /// Whether words behind it deny it: `is not seen`.
    pub(super) denied_behind: bool,
    /// Whether its own word denies it: `undisplaced`.
    pub(super) toggled: bool,
    /// Its bytes in the sentence.
    pub(super) range: Range<usize>,
    /// Which stretch of the sentence between commas and full stops it stands in.
    pub(super) clause: usize,
}

impl Fact {
    /// Whether a difference in it is a difference in what is said: that something is not normal is a finding.
    pub(super) fn is_critical(&self) -> bool {
        self.class.is_critical() || self.class == Class::Normal && self.denied
    }
}

/// The facts of a sentence in their order.
pub(super) fn read(text: &str, names: &mut Names) -> Vec<Fact> {
    let mut facts = reader::Reader::of(text, names).read();
    side::join(text, &mut facts, names);
    facts
}
