//! Structures that are not there, not seen, small or not normal, told by no word for a finding.

use std::sync::LazyLock;

use regex::Regex;

use super::{claim, places_of};
use crate::reading::{Claim, Parts, Subject};
use crate::{anatomy, operation};

static UNSEEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:(?:is|are|was|were) )?not (?:\w+ly )?(?:seen|visuali[sz]ed|identified|demonstrated|opacified|formed)\b|\b(?:(?:is|are) )?(?:congenitally |surgically )?absent\s*(?:[.,;]|$)|\b(?:is|are) absent\b").expect("pattern")
});
/// `Neither cruciate ligament is intact.`
static NEITHER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*neither\b.*\b(?:intact|normal|patent|clear|preserved)\b").expect("pattern")
});
static LACKING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:(?:congenital(?:ly)? )?absent|absence of|agenesis of|aplasia of|non[- ]?visuali[sz](?:ed|ation of))(?: the| both)?(?: right| left)?(?: normal)?\s+$").expect("pattern")
});
static SMALL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^\s+(?:small|shrunken)\s*(?:[.,;]|and\b|$)").expect("pattern"));

/// What an operation took away.
pub(super) fn removed(parts: &Parts<'_>) -> Vec<Claim> {
    let operations = operation::removed(parts.text).into_iter();
    operations
        .filter_map(|removed| {
            let places = removed.structures.iter().map(|structure| Subject {
                structure,
                side: removed.side,
            });
            let mut claim = claim(parts, "removed", false, places.collect())?;
            claim.named = removed.range;
            Some(claim)
        })
        .collect()
}

/// A structure of which nothing else is said than that there is none.
pub(super) fn missing(parts: &Parts<'_>, stated: &[Claim], subjects: &[Subject]) -> Option<Claim> {
    // "No hydronephrosis" names a finding by a word that leads to a structure.
    if !stated.is_empty() {
        return None;
    }
    let [mention] = &parts.mentions[..] else {
        return None;
    };
    let [subject] = subjects else { return None };
    let before = parts.text[..mention.range.start].trim();
    let behind = parts.text[mention.range.end..].trim_matches(|c: char| !c.is_alphanumeric());
    let is_organ = !anatomy::lexicon().is_within(&subject.structure.id, "lymph-node")
        && subject.structure.id != "portosystemic-collateral";
    (before.eq_ignore_ascii_case("no") && behind.is_empty() && is_organ)
        .then(|| claim(parts, "unseen", false, vec![subject.clone()]))?
}

/// `Absent right cochlear nerve`, `agenesis of the corpus callosum`: the word for it right before the structure.
pub(super) fn lacking(parts: &Parts<'_>, subjects: &[Subject]) -> Option<Claim> {
    // The absence of nodes or of a flow void is no missing structure.
    let is_part = |mention: &&anatomy::Mention| {
        !anatomy::lexicon().is_within(&mention.structure.id, "lymph-node") && mention.structure.id != "vessel"
    };
    let is_finding = |mention: &anatomy::Mention| {
        let found = crate::reading::vocabulary().find(&parts.words);
        let is_named = |range: &std::ops::Range<usize>| *range == mention.range;
        found.iter().any(|(_, range)| is_named(range))
    };
    let named = parts
        .mentions
        .iter()
        .filter(is_part)
        .find(|mention| LACKING.is_match(just_before(parts, mention)) && !is_finding(mention))?;
    let behind = parts.text[named.range.end..].trim_start().to_ascii_lowercase();
    let goes_on = !behind.starts_with(|c: char| c.is_alphabetic())
        || [
            "in ",
            "on ",
            "with ",
            "and ",
            "is ",
            "at ",
            "from ",
            "of the right",
            "of the left",
        ]
        .iter()
        .any(|word| behind.starts_with(word));
    goes_on.then(|| claim(parts, "unseen", false, places_of(parts, named, subjects)))?
}

/// The few words before a mention, which are all that can call it absent: a whole sentence may be long.
fn just_before<'t>(parts: &Parts<'t>, mention: &anatomy::Mention) -> &'t str {
    const REACH: usize = 60;
    let mut start = mention.range.start.saturating_sub(REACH);
    while !parts.text.is_char_boundary(start) {
        start += 1;
    }
    &parts.text[start..mention.range.start]
}

/// `Left kidney small.`: the word for its size right behind it.
pub(super) fn small(parts: &Parts<'_>, subjects: &[Subject]) -> Option<Claim> {
    let named = parts
        .mentions
        .iter()
        .find(|mention| SMALL.is_match(&parts.text[mention.range.end..]))?;
    claim(parts, "reduction", false, places_of(parts, named, subjects))
}

/// `Neither cruciate ligament is intact`.
pub(super) fn neither(parts: &Parts<'_>, subjects: &[Subject]) -> Option<Claim> {
    NEITHER
        .is_match(parts.text)
        .then(|| claim(parts, "not-normal", false, subjects.to_vec()))?
}

/// `The right vertebral artery is not visualised`: what is denied is the structure itself.
pub(super) fn unseen(parts: &Parts<'_>, stated: &[Claim], subjects: &[Subject]) -> Option<Claim> {
    let cue = UNSEEN.find(parts.text)?;
    let speaks_of_finding = stated.iter().any(|claim| claim.named.start < cue.start());
    let named = parts
        .mentions
        .iter()
        .rfind(|mention| mention.range.end <= cue.start())?;
    let opens_with_denial = parts
        .scopes
        .iter()
        .any(|scope| scope.cue.end <= named.range.start);
    // "Ovarian supply is not seen" is of vessels.
    let between = parts.text[named.range.end..cue.start()].to_ascii_lowercase();
    let is_of_other = ["supply", "branch", "feeder"]
        .iter()
        .any(|word| between.contains(word));
    if speaks_of_finding || opens_with_denial || is_of_other {
        return None;
    }
    // The flow void that is missing is that of a vessel which is named too.
    let is_flow = parts.text[named.range.clone()]
        .to_ascii_lowercase()
        .contains("flow");
    if is_flow || named.structure.id == "vessel" {
        let is_vessel = |place: &&Subject| {
            place.structure.region == anatomy::Region::Vascular && place.structure.id != "vessel"
        };
        let vessels: Vec<Subject> = subjects.iter().filter(is_vessel).cloned().collect();
        if !vessels.is_empty() {
            return claim(parts, "unseen", false, vessels);
        }
    }
    claim(parts, "unseen", false, places_of(parts, named, subjects))
}
