//! Whether one fact says all that another says: which denials and which praise it makes superfluous.

use super::places::covers;
use crate::fact::{ACUTE, Fact, What};
use crate::knowledge::{ConceptId, Consequence, Knowledge, StructureId};
use crate::respect::{Respect, Respects};

/// Whether one fact says all that another says.
pub(super) fn entails(more: &Fact, less: &Fact, knowledge: &Knowledge) -> bool {
    let of_everything = more
        .sites
        .named
        .iter()
        .any(|id| knowledge.structure(*id).everything);
    // "No fracture." denies one wherever it would be.
    let anywhere =
        more.is_denial() && less.is_denial() && more.sites.is_nowhere() && more.sites.side.is_none();
    // "Joint spaces are preserved" is praise of those of which was spoken.
    let spaces = less.what == What::Normal(Respects::only(Respect::Space)) && less.sites.is_nowhere();
    if spaces && more.what == less.what {
        return true;
    }
    if of_everything || !anywhere && !covers(&more.sites, &less.sites, knowledge) {
        return false;
    }
    // Praise of a whole is no statement about each of its parts, unless it consists of them; a denial is.
    let is_same = |place: &StructureId| {
        more.sites.named.iter().any(|whole| {
            whole == place || knowledge.structure(*whole).collective && knowledge.is_within(*place, *whole)
        })
    };
    let exactly = || match less.sites.named.is_empty() {
        // "Joint space is preserved", and nothing of where.
        true => !less.sites.inherent.is_empty() || less.sites.is_nowhere() && more.sites.is_nowhere(),
        false => less.sites.named.iter().all(is_same),
    };
    match (more.what, less.what) {
        (What::Concept(said), What::Concept(asked)) if more.is_denial() && less.is_denial() => {
            let whole = knowledge.concept(said).denied.has(Respect::General);
            let means = knowledge.concept(said).means.is_some_and(|(kind, place)| {
                let mut all = less.sites.told().iter();
                knowledge.is_a(asked, kind)
                    && !less.sites.is_nowhere()
                    && all.all(|part| knowledge.is_within(*part, place))
            });
            let denied = knowledge.is_a(asked, said) || means;
            denied && opposition_is_shared(more, less, knowledge) && (!whole || exactly())
        }
        (What::Concept(said), What::Concept(asked)) if more.assertion == less.assertion => {
            knowledge.is_a(said, asked)
        }
        (What::Normal(said), What::Normal(asked)) => {
            (said.has(Respect::General) || asked.within(said.with_implied())) && exactly()
        }
        (What::Normal(said), What::Concept(asked)) if less.is_denial() => {
            (said.has(Respect::General) || is_denied_by(asked, said, knowledge)) && exactly()
        }
        (_, What::Normal(asked)) => asked.within(praise_of(more, knowledge)),
        _ => false,
    }
}

/// Whether several facts together say all that a praise says: "no fracture" and "not displaced" that it is intact and in its place.
pub fn praised_together(facts: &[Fact], praise: &Fact, knowledge: &Knowledge) -> bool {
    let What::Normal(asked) = praise.what else {
        return false;
    };
    let mut said = Respects::none();
    for fact in facts
        .iter()
        .filter(|fact| covers(&fact.sites, &praise.sites, knowledge))
    {
        said = said.with(match fact.what {
            What::Normal(said) if fact.sites.named == praise.sites.named => said,
            _ => praise_of(fact, knowledge),
        });
    }
    asked.within(said)
}

/// In which respects a fact praises its places: "no stricture is seen" of one duct is no praise of another, so that who praises by a
/// denial says of what.
fn praise_of(fact: &Fact, knowledge: &Knowledge) -> Respects {
    match fact.what {
        What::Concept(denied)
            if fact.is_denial() && !fact.sites.is_nowhere() && fact.modifiers.is_empty() =>
        {
            knowledge.concept(denied).denied
        }
        _ => Respects::none(),
    }
}

/// Whether praise in some respects denies a concept: what it is a kind of is denied by praise in one of them.
fn is_denied_by(concept: ConceptId, praise: Respects, knowledge: &Knowledge) -> bool {
    knowledge
        .concept(concept)
        .entails
        .iter()
        .any(|implied| match implied.what {
            Consequence::Concept(kind) if implied.is_kind && implied.certain => {
                let denied = knowledge.concept(kind).denied;
                !denied.is_empty() && denied.within(praise)
            }
            _ => false,
        })
}

/// A denial that is narrowed says less than one that is not, unless both are. Who denies an acute one means any: the first group.
fn opposition_is_shared(more: &Fact, less: &Fact, knowledge: &Knowledge) -> bool {
    more.modifiers
        .iter()
        .filter(|(group, _)| !knowledge.loose[usize::from(*group)])
        .all(|modifier| *modifier == ACUTE || less.modifiers.contains(modifier))
}
