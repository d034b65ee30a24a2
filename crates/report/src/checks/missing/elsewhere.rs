//! A grave finding that is told in one sentence with another and lies in another organ: that one is mentioned does not mention it.

use super::super::fact::Fact;
use super::super::sheet::{Line, Sheet};
use super::covered::{is_covered, is_told};
use super::item::{Item, meets};
use super::weight;

/// Kinds that are no part of what is told beside them in another organ.
const OWN: &[&str] = &[
    "lesion",
    "fracture",
    "dislocation",
    "aneurysm",
    "dissection",
    "thrombus",
    "infarct",
];

/// The first such finding that the impression leaves out while it mentions another of the sentence.
pub(super) fn left_out<'f>(
    sheet: &Sheet<'_>,
    items: &[Item<'_, '_>],
    line: &Line<'_>,
    facts: &[&'f Fact],
) -> Option<&'f Fact> {
    let is_mentioned = |fact: &Fact| {
        let mut items = items.iter();
        items.any(|item| {
            is_covered(sheet, item, fact, false) || is_told(item, line, fact) || item.explains(line, &[fact])
        })
    };
    let (mentioned, others): (Vec<&Fact>, Vec<&Fact>) = facts.iter().partition(|fact| is_mentioned(fact));
    let is_own = |fact: &Fact| {
        OWN.contains(&fact.kind.id.as_str())
            && !fact.inherited
            && !fact.describes
            && !fact.subjects.is_empty()
            && weight::is_weighty(line, fact)
            && !weight::is_minor(line, fact)
    };
    let lies_apart = |fact: &Fact| {
        let mut beside = mentioned
            .iter()
            .filter(|other| !other.subjects.is_empty())
            .peekable();
        let meets_one = |other: &&&Fact| {
            let mut places = other.subjects.iter();
            places.any(|at| fact.subjects.iter().any(|place| meets(at, place, true)))
        };
        beside.peek().is_some() && !beside.any(|other| meets_one(&other))
    };
    others.into_iter().find(|fact| is_own(fact) && lies_apart(fact))
}
