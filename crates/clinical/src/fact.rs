//! One thing that a clause says.

use std::collections::HashSet;
use std::ops::Range;

use report::measurement::{Measurement, Unit};

use crate::knowledge::{Assertion, ConceptId};
use crate::place::Sites;
use crate::respect::Respects;
use crate::token::Category;

/// What is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum What {
    /// A finding, diagnosis, device or operation.
    Concept(ConceptId),
    /// Something is normal in these respects.
    Normal(Respects),
    /// These respects are not as they should be.
    Altered(Respects),
    /// Something is told that is not understood.
    Unknown,
}

/// In what a size is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extent {
    /// Millimetres or centimetres.
    Length,
    /// Millilitres.
    Volume,
}

impl Extent {
    /// Of a measurement; none of an angle, an attenuation or a share.
    pub fn of(size: &Measurement) -> Option<Self> {
        match size.unit {
            Unit::Millimetre | Unit::Centimetre => Some(Self::Length),
            Unit::Millilitre => Some(Self::Volume),
            _ => None,
        }
    }
}

/// The first of the opposed groups of `data/modifiers.toml` and the first of its sides: acute, and not old.
pub(crate) const ACUTE: (u8, bool) = (0, false);

/// One thing that one clause says.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fact {
    /// What.
    pub what: What,
    /// Whether it is there.
    pub assertion: Assertion,
    /// Where.
    pub sites: Sites,
    /// Of the opposed groups of `data/modifiers.toml`: which, and which of its sides.
    pub modifiers: Vec<(u8, bool)>,
    /// Whether it is said of what remains: "the remaining carpal bones are normal".
    pub of_rest: bool,
    /// Whether it is said of each part of what is named: "all the sinuses are opacified".
    pub of_all: bool,
    /// Whether it only measures: what is not understood of it is a size.
    pub of_size: bool,
    /// Whether it is denied as the sign of what is denied behind it: the signal change of "no signal change to suggest necrosis".
    pub is_sign: bool,
    /// In what the size of its place is told with it: "the junctional zone is thickened, measuring 16 mm".
    pub measured: Option<Extent>,
    /// Its value on a scale: PI-RADS 4, Bosniak 2F, FIGO IIIC1.
    pub category: Option<Category>,
    /// Its bytes in its sentence.
    pub span: Range<usize>,
    /// Its sentence, counted from the start of its document.
    pub sentence: usize,
}

impl Fact {
    /// Something told of some places that is not understood, or a size that is asked for.
    pub fn unknown(sites: Sites, measured: Option<Extent>) -> Self {
        Self {
            what: What::Unknown,
            assertion: Assertion::Present,
            sites,
            modifiers: Vec::new(),
            of_rest: false,
            of_all: false,
            of_size: false,
            is_sign: false,
            measured,
            category: None,
            span: 0..0,
            sentence: 0,
        }
    }

    /// Whether it says that something is there, or may be.
    pub fn is_asserted(&self) -> bool {
        matches!(self.assertion, Assertion::Present | Assertion::Possible)
    }

    /// Whether it speaks of what is acute: the first of the opposed groups, its first side.
    pub fn is_of_acute(&self) -> bool {
        self.modifiers.contains(&ACUTE)
    }

    /// Whether it denies a concept.
    pub fn is_denial(&self) -> bool {
        matches!(self.assertion, Assertion::Absent | Assertion::Resolved)
            && matches!(self.what, What::Concept(_))
    }
}

/// The first of all facts that say the same, in their order: whatever one of them stands to, the others do too.
pub fn distinct<'f>(facts: impl IntoIterator<Item = &'f Fact>) -> Vec<Fact> {
    let mut said = HashSet::new();
    let is_new = |fact: &&Fact| {
        said.insert(Fact {
            span: 0..0,
            sentence: 0,
            ..(*fact).clone()
        })
    };
    facts.into_iter().filter(is_new).cloned().collect()
}
