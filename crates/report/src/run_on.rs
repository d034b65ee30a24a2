//! Denials that run on into a finding of its own, as speech without punctuation writes them: `no hydrocephalus fracture of the left
//! parietal bone`. Grammar denies both, the radiologist may have meant to assert the second; nobody but the radiologist can tell.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::anatomy::{self, level};
use crate::reading::vocabulary;
use crate::segment::stretches;
use crate::{measurement, negation, side, token};

/// Joins what is denied, or leads from a finding to what belongs to it.
static JOINS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)[;:/]|\b(?:or|nor|and|of|in|with|to|at|on|for|from|by|within|is|are|as)\b")
        .expect("joining words")
});
/// Ends a list of what is denied, or says of all of it that it is not seen.
static LISTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:or|nor|and|either|any|seen|noted|identified|present|demonstrated|detected|evident|visuali[sz]ed)\b").expect("words of a list")
});
static PLACED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*(?:of|in|at|along|within|involving|over|near|around|on)\b").expect("places")
});
/// What is told anew is told with its age or degree.
static ANEW: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*(?:old|chronic|acute|subacute|small|tiny|large|mild|moderate|severe|few|multiple|partial|complete)\b").expect("degrees")
});
/// Words that may stand between two findings.
const APART: usize = 3;

/// The bytes of the finding, with its place, of which it is open whether the denial before it reaches it.
pub fn find(text: &str) -> Option<Range<usize>> {
    stretches(text, LONGEST).find_map(|stretch| {
        let found = in_sentence(&text[stretch.clone()])?;
        Some(stretch.start + found.start..stretch.start + found.end)
    })
}

/// More than any sentence has: each denial is compared with each finding.
const LONGEST: usize = 8_000;

fn in_sentence(text: &str) -> Option<Range<usize>> {
    let words = token::words(text);
    let findings = vocabulary().find(&words);
    let scopes = negation::scopes(text);
    let before = scopes.iter().filter(|scope| scope.cue.end <= scope.reach.start);
    before.clone().find_map(|scope| {
        let denied: Vec<_> = findings
            .iter()
            .filter(|(_, range)| scope.reach.start <= range.start && range.end <= scope.reach.end)
            .collect();
        denied.windows(2).find_map(|pair| {
            let [(first, named), (second, next)] = pair else {
                return None;
            };
            let between = named.end..next.start;
            let is_joined = between.is_empty()
                || JOINS.is_match(&text[between.clone()])
                || token::ranges(&text[between]).count() > APART;
            // "Fracture dislocation" is one thing, "haemorrhage chronic subdural" is told anew.
            let is_one_thing = first
                .iter()
                .any(|kind| second.iter().any(|other| kind.id == other.id))
                && !ANEW.is_match(&text[named.end..]);
            if is_joined || is_one_thing || LISTED.is_match(&text[named.end..scope.reach.end]) {
                return None;
            }
            // What names its own place, and fluid in a cavity, is nowhere else.
            let is_elsewhere = || {
                let has_own = first.iter().any(|kind| kind.alone || kind.id == "effusion");
                has_own && names_structure(&text[next.end..scope.reach.end])
            };
            (stands_apart(text, named, next.end..scope.reach.end) || is_elsewhere())
                .then_some(next.start..scope.reach.end)
        })
    })
}

/// Whether a place is told, and by the name of a structure.
fn names_structure(behind: &str) -> bool {
    PLACED.is_match(behind) && !anatomy::lexicon().find(behind).is_empty()
}

/// Whether what is told behind a finding is its own: a size, a side, a level, or a structure that has nothing to do with the denied one.
fn stands_apart(text: &str, denied: &Range<usize>, behind: Range<usize>) -> bool {
    let own = &text[behind.clone()];
    if !measurement::find(own).is_empty() {
        return true;
    }
    if !PLACED.is_match(own) {
        return false;
    }
    if !level::find(own).is_empty() || !side::find(own).is_empty() {
        return true;
    }
    let lexicon = anatomy::lexicon();
    let mentions = lexicon.find(text);
    let of_denied = mentions.iter().rfind(|mention| mention.range.start < denied.end);
    let place = mentions
        .iter()
        .find(|mention| behind.contains(&mention.range.start));
    of_denied.zip(place).is_some_and(|(of_denied, place)| {
        let (one, other) = (&of_denied.structure.id, &place.structure.id);
        !lexicon.is_within(one, other) && !lexicon.is_within(other, one)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(find(text).map(|range| &text[range]), expected, "{text}");
    }

    #[test]
    fn a_finding_with_a_place_of_its_own_behind_a_denial_is_open() {
        check(
            "No hydrocephalus fracture of the left parietal bone",
            Some("fracture of the left parietal bone"),
        );
        check("No fracture disc bulge at L4-L5", Some("bulge at L4-L5"));
        check(
            "No lymphadenopathy wall thickening of the sigmoid colon",
            Some("wall thickening of the sigmoid colon"),
        );
        check(
            "No effusion tear of the medial meniscus",
            Some("tear of the medial meniscus"),
        );
        check(
            "No haemorrhage chronic subdural over the left convexity",
            Some("chronic subdural over the left convexity"),
        );
        check(
            "No pneumothorax, fracture of the left sixth rib",
            Some("fracture of the left sixth rib"),
        );
        check("No hydronephrosis calculus 8 mm", Some("calculus 8 mm"));
    }

    #[test]
    fn a_list_of_what_is_denied_is_not() {
        for text in [
            "No fracture or dislocation of the left wrist",
            "No mass effect midline shift or hydrocephalus",
            "No fracture dislocation of the left hip",
            "No tumour deposit in the peritoneum",
            "No hydronephrosis calculus in either kidney",
            "No bulge canal stenosis is seen at L4-L5",
            "No haemorrhage midline shift",
        ] {
            check(text, None);
        }
    }
}
