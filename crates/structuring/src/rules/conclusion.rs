//! Which lines of the impression of a user's own template stand beside findings. `Normal CT of the chest` does not; `No pulmonary embolism`
//! answers one question and stands until a finding answers it otherwise, and `coronary arteries are normal in origin and course` speaks of
//! one respect.

use clinical::document::Context;
use clinical::fact::{Fact, What, distinct};
use clinical::knowledge::{StructureId, knowledge};
use clinical::place::Sites;
use clinical::respect::Respect;
use report::section::SectionKind;

use super::told::Told;
use crate::merge::{self, Verdict};
use crate::sheet::Sheet;

/// The lines of the impression that still hold beside what was told of the findings.
pub(super) fn standing<'s>(sheet: &'s Sheet, told: &Told<'_>, context: &Context) -> Vec<&'s str> {
    let is_found = |fact: &&Fact| told.said[fact.sentence].section == SectionKind::Findings;
    let told = distinct(told.document.facts.iter().filter(is_found));
    let lines = sheet.lines(SectionKind::Impression);
    let units = sheet.conclusion();
    let of_lines = units.chunk_by(|one, next| one.line == next.line);
    let standing = of_lines.filter(|own| own.iter().all(|unit| holds(&unit.text, &told, context)));
    standing.map(|own| lines[own[0].line].as_str()).collect()
}

/// Whether a sentence still holds: it is understood, and nothing that was told makes it untrue or doubtful.
fn holds(sentence: &str, told: &[Fact], context: &Context) -> bool {
    let facts = merge::read_line(sentence, None, None, context).facts;
    let is_false = |facts: &[Fact]| {
        matches!(
            merge::judge(facts, told).verdict,
            Verdict::Against | Verdict::Doubtful
        )
    };
    facts.iter().any(|fact| fact.what != What::Unknown)
        && !facts.iter().any(is_of_whole)
        && !is_false(&facts)
        && !is_false(&anywhere(&facts))
}

/// Whether it calls the whole study normal: `Normal CT of the chest`, `No significant abnormality`. Nothing is concluded where all is normal.
fn is_of_whole(fact: &Fact) -> bool {
    let says_all = match fact.what {
        What::Normal(respects) => respects.has(Respect::General),
        _ => denies_any(fact) && !fact.is_of_acute(),
    };
    let wide = |place: &StructureId| {
        let structure = knowledge().structure(*place);
        structure.everything || structure.region
    };
    says_all && fact.sites.told().iter().all(wide)
}

fn denies_any(fact: &Fact) -> bool {
    let denied = match fact.what {
        What::Concept(denied) if fact.is_denial() => Some(denied),
        _ => None,
    };
    denied.is_some_and(|denied| knowledge().concept(denied).denied.has(Respect::General))
}

/// `No acute abnormality` of a region is untrue beside anything there that is not told to be old, and beside what is acute anywhere.
fn anywhere(facts: &[Fact]) -> Vec<Fact> {
    let knowledge = knowledge();
    let (acute, any) = (
        knowledge.concept_named("acute-abnormality"),
        knowledge.concept_named("abnormality"),
    );
    let (Some(acute), Some(any)) = (acute, any) else {
        return Vec::new();
    };
    let denies_acute = |fact: &&Fact| {
        fact.is_denial() && (fact.what == What::Concept(acute) || denies_any(fact) && fact.is_of_acute())
    };
    let both = |fact: &Fact| {
        let there = Fact {
            what: What::Concept(any),
            ..fact.clone()
        };
        let anywhere = Fact {
            what: What::Concept(acute),
            sites: Sites::default(),
            ..fact.clone()
        };
        [there, anywhere]
    };
    facts.iter().filter(denies_acute).flat_map(both).collect()
}
