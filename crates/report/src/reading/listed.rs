//! Findings that are denied in a list: what the list says of the place is said of each.

use super::clause::Clause;
use super::{Claim, Parts, Subject};
use crate::anatomy::lexicon;

/// `No consolidation or nodule in the right lung`: the word of the first finding names a lung too, but not which.
pub(super) fn share_place(parts: &Parts<'_>, clauses: &mut [Clause]) {
    for index in (0..clauses.len().saturating_sub(1)).rev() {
        let (before, behind) = clauses.split_at_mut(index + 1);
        let (Some(first), Some(next)) = (before.last_mut(), behind.first()) else {
            continue;
        };
        if !is_list(parts, first, next) {
            continue;
        }
        for claim in first
            .claims
            .iter_mut()
            .filter(|claim| names_only_itself(parts, claim))
        {
            let of_next: Vec<Subject> = next
                .subjects
                .iter()
                .filter(|place| place.side.is_some() && claim.subjects.iter().any(|own| holds(own, place)))
                .cloned()
                .collect();
            if !of_next.is_empty() {
                claim.subjects.clone_from(&of_next);
                first.subjects = of_next;
            }
        }
    }
}

fn is_list(parts: &Parts<'_>, first: &Clause, next: &Clause) -> bool {
    let mut claims = first.claims.iter().chain(&next.claims);
    let ends = first.claims.last().zip(next.claims.first());
    claims.all(|claim| claim.denied)
        && ends.is_some_and(|(last, other)| {
            let between = parts
                .text
                .get(last.clause.end..other.clause.start)
                .unwrap_or_default();
            matches!(between.trim(), "or" | "nor" | "and" | ",")
        })
}

/// Whether the clause names no place but by the word of the finding.
fn names_only_itself(parts: &Parts<'_>, claim: &Claim) -> bool {
    let mut named = parts
        .mentions
        .iter()
        .filter(|mention| claim.clause.contains(&mention.range.start));
    named.all(|mention| claim.named.start <= mention.range.start && mention.range.end <= claim.named.end)
}

fn holds(own: &Subject, place: &Subject) -> bool {
    own.side.is_none() && lexicon().is_within(&place.structure.id, &own.structure.id)
}

#[cfg(test)]
mod tests {
    use crate::reading::Reading;
    use crate::side::Side;

    #[test]
    fn a_list_of_denials_ends_with_the_place_of_all() {
        for text in [
            "No consolidation or nodule in the right lung.",
            "No atelectasis or consolidation in the right upper lobe.",
        ] {
            let reading = Reading::of(text);
            let mut places = reading.claims.iter().flat_map(|claim| &claim.subjects);
            assert!(places.all(|place| place.side == Some(Side::Right)), "{text}");
        }
        let reading = Reading::of("No consolidation. Nodule in the right lung.");
        assert_eq!(reading.claims[0].subjects[0].side, None);
    }
}
