//! How two facts stand to each other. The only place where this is decided.

mod absence;
mod contradiction;
mod entailment;
mod places;
mod size;

use crate::fact::Fact;
use crate::knowledge::{ConceptId, Knowledge};
pub use absence::removes;
pub use entailment::praised_together;
pub use size::tells_size;

use contradiction::contradicts;
use entailment::entails;
use places::meets;

/// How one fact stands to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Both say the same.
    Same,
    /// The first says the second and more.
    Entails,
    /// The second says the first and more.
    EntailedBy,
    /// Both cannot be true.
    Contradicts,
    /// Both may not be true.
    MayContradict,
    /// Both are about the same place, and can be true.
    Compatible,
    /// They have nothing to do with each other.
    Unrelated,
}

/// What decided, for whoever asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Why {
    /// The rule.
    pub rule: &'static str,
    /// The concept of the data that decided it, when one did.
    pub concept: Option<ConceptId>,
}

/// How two facts stand to each other.
pub fn relate(a: &Fact, b: &Fact, knowledge: &Knowledge) -> (Relation, Why) {
    let because = |relation, rule, concept| (relation, Why { rule, concept });
    let (forth, why) = contradicts(a, b, knowledge);
    let (back, other) = contradicts(b, a, knowledge);
    for (verdict, why) in [(forth, why), (back, other)] {
        if verdict == Some(true) {
            return (Relation::Contradicts, why);
        }
    }
    for (verdict, why) in [(forth, why), (back, other)] {
        if verdict == Some(false) {
            return (Relation::MayContradict, why);
        }
    }
    match (entails(a, b, knowledge), entails(b, a, knowledge)) {
        (true, true) => because(Relation::Same, "both say the same", None),
        (true, false) => because(Relation::Entails, "the first says more", None),
        (false, true) => because(Relation::EntailedBy, "the second says more", None),
        (false, false) if meets(&a.sites, &b.sites, knowledge) => {
            because(Relation::Compatible, "of one place, both can be true", None)
        }
        (false, false) => because(Relation::Unrelated, "of different places", None),
    }
}
