//! What a finding of one structure leaves of another, although it is in it or belongs to it (`[[spares]]` of `data/eviction.toml`): a wide
//! duct leaves its gland as large as it is.

use report::anatomy::lexicon;
use report::reading::{Aspect, Claim, Subject};
use serde::Deserialize;

/// One such rule. What it does not name is any.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spare {
    #[serde(default)]
    findings: Vec<String>,
    #[serde(default, rename = "in")]
    places: Vec<String>,
    #[serde(default)]
    leaves: Vec<String>,
    #[serde(default)]
    respects: Vec<Aspect>,
    #[serde(default)]
    itself: bool,
    #[serde(default)]
    said: Vec<String>,
}

impl Spare {
    /// Whether a finding at `place` leaves what is said of `subject` in one respect.
    pub(super) fn holds(
        &self,
        claim: &Claim,
        text: &str,
        place: &Subject,
        subject: &Subject,
        aspect: Aspect,
    ) -> bool {
        let (found, id, left) = (&claim.kind.id, &place.structure.id, &subject.structure.id);
        let is_in = |whole: &String| lexicon().is_within(id, whole) || id.ends_with(whole.as_str());
        (self.itself || id != left)
            && (self.findings.is_empty() || self.findings.contains(found))
            && (self.places.is_empty() || self.places.iter().any(is_in))
            && (self.leaves.is_empty() || self.leaves.contains(left))
            && (self.respects.is_empty() || self.respects.contains(&aspect))
            && (self.said.is_empty() || self.is_said(&text[claim.named.clone()]))
    }

    fn is_said(&self, named: &str) -> bool {
        let named = named.to_ascii_lowercase();
        self.said.iter().any(|word| named.contains(word.as_str()))
    }

    /// The kinds of finding that it names.
    #[cfg(test)]
    pub(super) fn kinds(&self) -> impl Iterator<Item = &String> {
        self.findings.iter()
    }

    /// The structures that it names.
    #[cfg(test)]
    pub(super) fn structures(&self) -> impl Iterator<Item = &String> {
        self.places.iter().chain(&self.leaves)
    }
}
