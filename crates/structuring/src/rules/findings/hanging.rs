//! Whether a dictated sentence hangs on the one before it, and so stays behind it, or stands for itself in the group of its organ.
//!
//! A logistic model: the weights are in `data/hanging.toml`, learned from labelled dictations: `cargo run --workspace --example learn`.

use std::sync::LazyLock;

use clinical::document::{Context, Document, Read};
use clinical::fact::{Fact, What};
use clinical::knowledge::{ConceptId, StructureId, knowledge};

pub use crate::layout::Groups;
use crate::route::learned;
use crate::weights::{Weights, likelihoods};

/// The answers in the order of the weights: it stands for itself, it hangs.
pub const ANSWERS: usize = 2;
/// It hangs when that is likelier than this: torn off it would not be understood, and behind its neighbour it stands as it was dictated.
const LIKELY: f32 = 0.1;

/// It hangs when that is likelier than this, though it names another organ.
const SURELY: f32 = 0.5;

static WEIGHTS: LazyLock<Weights<ANSWERS>> = LazyLock::new(|| {
    Weights::read(include_str!("../../../data/hanging.toml"))
        .unwrap_or_else(|error| panic!("hanging.toml: {error}"))
});

/// A dictated sentence as it was understood.
#[derive(Debug, Clone, Copy)]
pub struct Told<'d> {
    /// Its words.
    pub text: &'d str,
    /// Whether only a comma parted it from the one before.
    pub joined: bool,
    /// What it says.
    pub facts: &'d [Fact],
    /// What it names.
    pub read: Option<&'d Read>,
}

/// What a sentence stands behind.
#[derive(Debug, Clone, Copy)]
pub struct Behind<'d> {
    /// The sentence before it.
    pub before: Told<'d>,
    /// The last sentence that stood for itself.
    pub head: Told<'d>,
    /// Whether the one before hangs.
    pub hangs: bool,
}

/// Where sentences go by their organ.
#[derive(Debug, Clone, Copy)]
pub struct Slots {
    /// Where the sentence itself would stand.
    pub own: Option<usize>,
    /// Where the one before it stands.
    pub before: Option<usize>,
}

/// Whether a sentence hangs on the one before.
pub(super) fn hangs(told: Told<'_>, behind: Behind<'_>, slots: Slots) -> bool {
    if told.read.is_some_and(|read| read.depends) {
        return true;
    }
    let weights = report::budget::suspended(|| &*WEIGHTS);
    let [_, hangs] = likelihoods(weights.score(&evidence(told, behind, slots)));
    // Who names another organ speaks of that, if nothing surely says otherwise.
    let apart = |other: Told<'_>| relation(told, other) == APART;
    let of_another = slots.own.is_some()
        && slots.own != slots.before
        && names_organ(told)
        && apart(behind.before)
        && apart(behind.head);
    // What stands in one line with it is told of the same until another organ is named.
    told.joined && !of_another || hangs > if of_another { SURELY } else { LIKELY }
}

/// Whether its first fact is of an organ for which a report has a paragraph, by its own name.
fn names_organ(told: Told<'_>) -> bool {
    let named = told.facts.first().map(|fact| &fact.sites.named);
    named.is_some_and(|named| named.iter().any(|id| knowledge().structure(*id).group))
}

/// What speaks for and against it.
pub fn evidence(told: Told<'_>, behind: Behind<'_>, slots: Slots) -> Vec<String> {
    let keys = learned::keys(told.text);
    let mut met = learned::of_words(&keys);
    if let [first, second, ..] = &keys[..] {
        met.push(format!("opens {first} {second}"));
    }
    let alone = Document::of([told.text], &Context::default());
    let bare = alone
        .sentences
        .iter()
        .all(|read| read.structures.is_empty() && read.levels.is_empty());
    let nowhere = bare && alone.facts.iter().all(|fact| fact.sites.is_nowhere());
    let named = match (nowhere, bare) {
        (true, _) => "nowhere",
        (_, true) => "implied",
        _ => "named",
    };
    let says = says(told.facts);
    let slot = match (slots.own, slots.before) {
        (None, _) => "none",
        (own, before) if own == before => "same",
        (Some(own), Some(before)) if own < before => "back",
        _ => "on",
    };
    let own_groups = groups(told);
    met.extend(own_groups.iter().map(|group| format!("group {group}")));
    met.extend(findings(told).iter().map(|finding| format!("finding {finding}")));
    let points = told.read.is_some_and(|read| read.points_back);
    met.push(format!("place {named}"));
    met.push(format!("says {says}"));
    met.push(format!("slot {slot}"));
    met.push(format!("points {points} {named}"));
    met.push(format!("place {named} says {says}"));
    met.push(format!("place {named} slot {slot}"));
    met.push(format!("behind {}", behind.hangs));
    for (who, other) in [("before", behind.before), ("head", behind.head)] {
        let place = relation(told, other);
        let others = groups(other);
        let pairs = others
            .iter()
            .flat_map(|of| own_groups.iter().map(move |group| (of, group)));
        met.extend(pairs.map(|(of, group)| format!("{who} group {of} group {group}")));
        met.extend(
            findings(other)
                .iter()
                .map(|finding| format!("{who} finding {finding}")),
        );
        let said = self::says(other.facts);
        met.push(format!("{who} {place}"));
        met.push(format!("{who} {said}"));
        met.push(format!("{who} {place} says {says}"));
        met.push(format!("{who} {place} {named}"));
        met.push(format!("{who} {said} says {says}"));
        met.push(format!("{who} {said} says {says} {named}"));
        met.push(format!("{who} side {}", side(told.facts, other.facts)));
        met.push(format!(
            "{who} finding {} says {says}",
            finding(told.facts, other.facts)
        ));
        met.push(format!("{who} {place} slot {slot}"));
    }
    met.sort();
    met.dedup();
    met
}

/// What facts say, the gravest.
fn says(facts: &[Fact]) -> &'static str {
    let abnormal = |fact: &Fact| match fact.what {
        What::Concept(id) => !knowledge().concept(id).minor,
        What::Altered(_) => true,
        What::Normal(_) | What::Unknown => false,
    };
    let any = |is: &dyn Fn(&Fact) -> bool| facts.iter().any(is);
    if any(&|fact| fact.is_asserted() && abnormal(fact)) {
        "abnormal"
    } else if any(&|fact| matches!(fact.what, What::Normal(_))) {
        "normal"
    } else if any(&Fact::is_denial) {
        "denial"
    } else if any(&|fact| matches!(fact.what, What::Concept(_))) {
        "minor"
    } else if facts.is_empty() {
        "nothing"
    } else {
        "unknown"
    }
}

/// Where facts are, each place once.
fn places(told: Told<'_>) -> Vec<StructureId> {
    let of_facts = told
        .facts
        .iter()
        .flat_map(|fact| fact.sites.named.iter().chain(&fact.sites.inherent));
    let named = told.read.into_iter().flat_map(|read| &read.structures);
    let mut places: Vec<StructureId> = of_facts.chain(named).copied().collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// The organ groups of its places, each once.
fn groups(told: Told<'_>) -> Vec<&'static str> {
    let group = |id| Some(knowledge().structure(knowledge().group_of(id)?).id.as_str());
    let mut groups: Vec<&str> = places(told).into_iter().filter_map(group).collect();
    groups.sort_unstable();
    groups.dedup();
    groups
}

/// What is said to be there, and what not.
fn findings(told: Told<'_>) -> Vec<String> {
    let finding = |fact: &Fact| match fact.what {
        What::Concept(id) => {
            let is = if fact.is_asserted() { "is" } else { "is not" };
            Some(format!("{} {is}", knowledge().concept(id).id))
        }
        _ => None,
    };
    told.facts.iter().filter_map(finding).collect()
}

/// Places that have nothing to do with each other.
const APART: &str = "apart";

/// How the places of a sentence stand to those of another.
fn relation(told: Told<'_>, other: Told<'_>) -> &'static str {
    let knowledge = knowledge();
    let (own, others) = (places(told), places(other));
    let any = |is: &dyn Fn(StructureId, StructureId) -> bool| {
        own.iter().any(|id| others.iter().any(|other| is(*id, *other)))
    };
    if own.is_empty() {
        "without place"
    } else if others.is_empty() {
        "behind no place"
    } else if any(&|id, other| id == other) {
        "same"
    } else if any(&|id, other| knowledge.is_within(id, other)) {
        "part"
    } else if any(&|id, other| knowledge.is_within(other, id)) {
        "whole"
    } else if any(&|id, other| {
        knowledge.group_of(id).is_some() && knowledge.group_of(id) == knowledge.group_of(other)
    }) {
        "group"
    } else {
        APART
    }
}

/// Whether one side is spoken of.
fn side(told: &[Fact], other: &[Fact]) -> &'static str {
    let of = |facts: &[Fact]| facts.iter().find_map(|fact| fact.sites.side);
    match (of(told), of(other)) {
        (None, None) => "none",
        (None, Some(_)) => "not said",
        (Some(_), None) => "new",
        (Some(own), Some(other)) if own == other => "same",
        _ => "other",
    }
}

/// Whether a finding of one is a finding of the other.
fn finding(told: &[Fact], other: &[Fact]) -> &'static str {
    let knowledge = knowledge();
    let concepts = |facts: &[Fact]| -> Vec<ConceptId> {
        let of = |fact: &Fact| match fact.what {
            What::Concept(id) => Some(id),
            _ => None,
        };
        facts.iter().filter_map(of).collect()
    };
    let (own, others) = (concepts(told), concepts(other));
    let any = |is: &dyn Fn(ConceptId, ConceptId) -> bool| {
        own.iter().any(|id| others.iter().any(|other| is(*id, *other)))
    };
    if own.is_empty() || others.is_empty() {
        "none"
    } else if any(&|id, other| id == other) {
        "same"
    } else if any(&|id, other| knowledge.is_a(id, other) || knowledge.is_a(other, id)) {
        "kind"
    } else {
        "other"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the second of two sentences hangs on the first, in a template of these lines.
    fn second_hangs(sentences: [&str; 2], lines: &[&str]) -> bool {
        let context = Context::default();
        let lines: Vec<Document> = lines.iter().map(|line| Document::of([*line], &context)).collect();
        let groups = Groups::of(&lines);
        let document = Document::of(sentences, &context);
        let told = |at: usize| Told {
            joined: false,
            text: sentences[at],
            facts: document.facts_of(at),
            read: document.sentences.get(at),
        };
        let behind = Behind {
            before: told(0),
            head: told(0),
            hangs: false,
        };
        let slots = Slots {
            own: groups.slot(document.facts_of(1), None),
            before: groups.slot(document.facts_of(0), None),
        };
        hangs(told(1), behind, slots)
    }

    #[test]
    fn what_belongs_to_a_finding_hangs_and_another_organ_stands() {
        let abdomen = [
            "Liver is normal in size.",
            "Spleen is normal.",
            "Both kidneys are normal.",
            "Both ureters are not dilated.",
            "Urinary bladder is normal.",
        ];
        let calculus = "There is a 7 mm calculus in the left mid ureter.";
        for hanging in [
            "Mild upstream left hydroureteronephrosis.",
            "It measures 900 HU.",
            "Mild perinephric stranding.",
        ] {
            assert!(second_hangs([calculus, hanging], &abdomen), "{hanging}");
        }
        for standing in [
            "Spleen is enlarged.",
            "The liver is fatty.",
            "The urinary bladder is normal.",
        ] {
            assert!(!second_hangs([calculus, standing], &abdomen), "{standing}");
        }
    }
}
