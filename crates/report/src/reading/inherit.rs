//! Places that a clause takes from the clauses beside it.

use std::sync::LazyLock;

use regex::Regex;

use super::clause::Clause;
use super::{Parts, Subject};
use crate::anatomy::{self, Mention};

/// `Subchondral marrow oedema and erosions are seen at the left sacroiliac joint`: findings in one breath, and the tissue of the first is
/// that of the place which is told behind the last.
pub(super) fn tissue_of(parts: &Parts<'_>, clauses: &mut [Clause]) {
    static PLACED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?i)\b(?:at|in|along|around|about|involving)\b").expect("pattern"));
    static ANOTHER: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?i)^\s*(?:an?|the|no|small|large)\b").expect("pattern"));
    for index in (0..clauses.len().saturating_sub(1)).rev() {
        let (before, behind) = clauses.split_at_mut(index + 1);
        let (Some(first), Some(next)) = (before.last_mut(), behind.first()) else {
            continue;
        };
        let (Some(last), Some(other)) = (first.claims.last(), next.claims.first()) else {
            continue;
        };
        let between = parts
            .text
            .get(last.clause.end..other.clause.start)
            .unwrap_or_default();
        let said = &parts.text[other.clause.clone()];
        let is_told = first.claims.iter().chain(&next.claims).all(|claim| !claim.denied);
        let in_one_breath = matches!(between.trim(), "and" | ",") && !ANOTHER.is_match(said);
        let is_mere_tissue = |place: &Subject| anatomy::is_tissue(&place.structure.id);
        let goes_first = parts.text[last.named.end..last.clause.end].trim().is_empty();
        let is_tissue = !first.subjects.is_empty() && first.subjects.iter().all(is_mere_tissue);
        if !is_told || !in_one_breath || !goes_first || !is_tissue || !PLACED.is_match(said) {
            continue;
        }
        let places: Vec<Subject> = next
            .subjects
            .iter()
            .filter(|place| !is_mere_tissue(place))
            .cloned()
            .collect();
        for claim in &mut first.claims {
            claim.subjects.extend(
                places
                    .iter()
                    .filter(|place| !claim.subjects.contains(place))
                    .cloned()
                    .collect::<Vec<_>>(),
            );
        }
        first.subjects.extend(places);
    }
}

/// `Multiple calculi, the largest 9 mm, in the gallbladder`: a clause without a structure takes those of the next.
pub(super) fn forwards(parts: &Parts<'_>, clauses: &mut [Clause]) {
    for index in (0..clauses.len().saturating_sub(1)).rev() {
        if is_named_by_findings(parts, &clauses[index]) {
            let within: Vec<Subject> = clauses[index + 1]
                .subjects
                .iter()
                .filter(|place| {
                    let is_in = |whole: &Subject| {
                        anatomy::lexicon().is_within(&place.structure.id, &whole.structure.id)
                    };
                    clauses[index].subjects.iter().any(is_in)
                })
                .cloned()
                .collect();
            if !within.is_empty() {
                for claim in &mut clauses[index].claims {
                    claim.subjects.clone_from(&within);
                }
                clauses[index].subjects = within;
            }
        } else if clauses[index].subjects.is_empty() {
            let next = around_finding(parts, &clauses[index + 1])
                .unwrap_or_else(|| clauses[index + 1].subjects.clone());
            for claim in clauses[index]
                .claims
                .iter_mut()
                .filter(|claim| claim.subjects.is_empty())
            {
                claim.subjects.clone_from(&next);
            }
            clauses[index].subjects = next;
        }
    }
}

/// `Fat herniates into the right maxillary antrum with haemosinus`: a place that only the word for the finding names is the part of it
/// that the clause before has named.
pub(super) fn backwards(parts: &Parts<'_>, clauses: &mut [Clause]) {
    for index in 1..clauses.len() {
        let (before, behind) = clauses.split_at_mut(index);
        let (Some(last), Some(clause)) = (before.last(), behind.first_mut()) else {
            continue;
        };
        let is_part = |place: &&Subject| {
            clause.subjects.iter().any(|whole| {
                place.structure.id != whole.structure.id
                    && anatomy::lexicon().is_within(&place.structure.id, &whole.structure.id)
            })
        };
        let parts_of_it: Vec<Subject> = last.subjects.iter().filter(is_part).cloned().collect();
        let asserts = last.claims.iter().any(|claim| !claim.denied);
        if parts_of_it.is_empty() || !asserts || !is_named_by_findings(parts, clause) {
            continue;
        }
        for claim in &mut clause.claims {
            claim.subjects.clone_from(&parts_of_it);
        }
        clause.subjects = parts_of_it;
    }
}

/// `Consolidation with air bronchograms in the right upper lobe`: the lung is named by the word for the finding alone, and the place that
/// follows is nearer.
fn is_named_by_findings(parts: &Parts<'_>, clause: &Clause) -> bool {
    let Some(first) = clause.claims.first() else {
        return false;
    };
    let mut named = parts
        .mentions
        .iter()
        .filter(|mention| first.clause.contains(&mention.range.start))
        .peekable();
    // "With wall thickening, pericolic fat stranding": what names nothing has its place from the clause before.
    if named.peek().is_none() {
        return false;
    }
    let is_in_finding = |mention: &Mention| {
        let mut claims = clause.claims.iter();
        claims.any(|claim| claim.named.start <= mention.range.start && mention.range.end <= claim.named.end)
    };
    !clause.subjects.is_empty()
        && clause.subjects.iter().all(|place| place.side.is_none())
        && clause.claims.iter().all(|claim| !claim.denied)
        && named.all(is_in_finding)
}

/// `No haemorrhage, mass or midline shift`: the midline is named by the last finding alone, and what is denied before it is denied of
/// all that the midline is part of.
fn around_finding(parts: &Parts<'_>, next: &Clause) -> Option<Vec<Subject>> {
    let first = next.claims.first()?;
    let mut named = parts
        .mentions
        .iter()
        .filter(|mention| first.clause.contains(&mention.range.start))
        .peekable();
    named.peek()?;
    let is_in_finding = |mention: &Mention| {
        next.claims
            .iter()
            .any(|claim| claim.named.start <= mention.range.start && mention.range.end <= claim.named.end)
    };
    let names_fluid = next
        .claims
        .iter()
        .any(|claim| matches!(claim.kind.id.as_str(), "effusion" | "fluid"));
    if names_fluid || !next.claims.iter().all(|claim| claim.denied) || !named.all(is_in_finding) {
        return None;
    }
    // "No mass, collection or lymphadenopathy" leaves it open where there is no mass.
    let is_node = |subject: &Subject| anatomy::lexicon().is_within(&subject.structure.id, "lymph-node");
    if !next.subjects.is_empty() && next.subjects.iter().all(is_node) {
        return Some(Vec::new());
    }
    let around = |subject: &Subject| {
        let structure = anatomy::lexicon().get(subject.structure.parent.as_deref()?)?;
        Some(Subject {
            structure,
            side: subject.side,
        })
    };
    let around: Vec<Subject> = next.subjects.iter().filter_map(around).collect();
    (!around.is_empty()).then_some(around)
}
