//! Facts in words, for whoever asks why.

use std::fmt;

use report::side::Side;

use crate::fact::{Fact, What};
use crate::knowledge::{Assertion, knowledge};
use crate::relate::Why;
use crate::respect::{Respect, Respects};

/// A fact as a line: `absent fracture @ radius, right`.
pub struct Told<'f>(pub &'f Fact);

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fact = self.0;
        let knowledge = knowledge();
        let assertion = match fact.assertion {
            Assertion::Present => "present",
            Assertion::Absent => "absent",
            Assertion::Resolved => "resolved",
            Assertion::Possible => "possible",
            Assertion::Hypothetical => "hypothetical",
            Assertion::Historical => "historical",
            Assertion::Other => "somebody else's",
        };
        match fact.what {
            What::Concept(concept) => write!(f, "{assertion} {}", knowledge.concept(concept).id)?,
            What::Normal(respects) => write!(f, "normal in {}", Named(respects))?,
            What::Altered(respects) => write!(f, "altered in {}", Named(respects))?,
            What::Unknown => write!(f, "not understood")?,
        }
        if let Some(category) = &fact.category {
            write!(f, " [{} {}]", category.scale, category.value)?;
        }
        let places: Vec<&str> = fact
            .sites
            .named
            .iter()
            .map(|id| knowledge.structure(*id).id.as_str())
            .collect();
        if !places.is_empty() {
            write!(f, " @ {}", places.join(" + "))?;
        }
        let within: Vec<&str> = fact
            .sites
            .within
            .iter()
            .map(|id| knowledge.structure(*id).id.as_str())
            .collect();
        if !within.is_empty() {
            write!(f, " of {}", within.join(" + "))?;
        }
        let inherent: Vec<&str> = fact
            .sites
            .inherent
            .iter()
            .map(|id| knowledge.structure(*id).id.as_str())
            .collect();
        if !inherent.is_empty() {
            write!(f, " (of {})", inherent.join(" + "))?;
        }
        match fact.sites.side {
            Some(Side::Right) => write!(f, ", right")?,
            Some(Side::Left) => write!(f, ", left")?,
            Some(Side::Bilateral) => write!(f, ", both sides")?,
            None => {}
        }
        for level in &fact.sites.levels {
            let lower = level
                .lower
                .map(|lower| format!("-{}{}", lower.0, lower.1))
                .unwrap_or_default();
            write!(f, ", {}{}{lower}", level.upper.0, level.upper.1)?;
        }
        Ok(())
    }
}

struct Named(Respects);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for respect in Respect::ALL.into_iter().filter(|respect| self.0.has(*respect)) {
            let joint = if first { "" } else { ", " };
            first = false;
            write!(f, "{joint}{}", format!("{respect:?}").to_lowercase())?;
        }
        Ok(())
    }
}

/// What decided, in words.
pub fn reason(why: &Why) -> String {
    match why.concept {
        Some(concept) => format!("{} ({})", why.rule, knowledge().concept(concept).id),
        None => why.rule.to_owned(),
    }
}
