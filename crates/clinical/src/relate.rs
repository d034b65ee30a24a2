//! How two facts stand to each other. The only place where this is decided.

mod absence;
mod places;
mod size;

use crate::fact::{ACUTE, Fact, What};
use crate::knowledge::{ConceptId, Consequence, Implied, Knowledge, StructureId};
use crate::place::Sites;
use crate::respect::{Respect, Respects};
pub use absence::removes;
pub use places::are_apart;
pub use size::tells_size;

use absence::is_gone;
use places::{
    covers, is_of_member, is_one_of, is_part, levels_differ, lies_in, meets, of_part, sides_differ, spares,
    touches_praise,
};

/// How one fact stands to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Both say the same.
    Same,
    /// The first says the second and more.
    Entails,
    /// The second says the first and more.
    EntailedBy,
    /// Both cannot be true.
    Contradicts,
    /// Both may not be true.
    MayContradict,
    /// Both are about the same place, and can be true.
    Compatible,
    /// They have nothing to do with each other.
    Unrelated,
}

/// What decided, for whoever asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Why {
    /// The rule.
    pub rule: &'static str,
    /// The concept of the data that decided it, when one did.
    pub concept: Option<ConceptId>,
}

/// How two facts stand to each other.
pub fn relate(a: &Fact, b: &Fact, knowledge: &Knowledge) -> (Relation, Why) {
    let because = |relation, rule, concept| (relation, Why { rule, concept });
    let (forth, why) = contradicts(a, b, knowledge);
    let (back, other) = contradicts(b, a, knowledge);
    for (verdict, why) in [(forth, why), (back, other)] {
        if verdict == Some(true) {
            return (Relation::Contradicts, why);
        }
    }
    for (verdict, why) in [(forth, why), (back, other)] {
        if verdict == Some(false) {
            return (Relation::MayContradict, why);
        }
    }
    match (entails(a, b, knowledge), entails(b, a, knowledge)) {
        (true, true) => because(Relation::Same, "both say the same", None),
        (true, false) => because(Relation::Entails, "the first says more", None),
        (false, true) => because(Relation::EntailedBy, "the second says more", None),
        (false, false) if meets(&a.sites, &b.sites, knowledge) => {
            because(Relation::Compatible, "of one place, both can be true", None)
        }
        (false, false) => because(Relation::Unrelated, "of different places", None),
    }
}

/// Whether something asserted makes a denial or a praise untrue: certainly, perhaps, or not.
fn contradicts(found: &Fact, held: &Fact, knowledge: &Knowledge) -> (Option<bool>, Why) {
    let none = (
        None,
        Why {
            rule: "nothing",
            concept: None,
        },
    );
    if !found.is_asserted()
        || sides_differ(&found.sites, &held.sites)
        || levels_differ(&found.sites, &held.sites, knowledge)
        || spares(&found.sites, &held.sites, knowledge)
    {
        return none;
    }
    if held.of_rest && is_part(&found.sites, &held.sites, knowledge) {
        return none;
    }
    if let (Some(one), Some(other)) = (&found.category, &held.category)
        && held.is_asserted()
        && one.differs(other)
        && meets(&found.sites, &held.sites, knowledge)
    {
        let rule = "two values of one scale";
        return (Some(true), Why { rule, concept: None });
    }
    let opposed = opposition(found, held, knowledge);
    if opposed == Some(false) {
        return none;
    }
    let soften = |certain: bool| certain && opposed.is_none();
    if let What::Concept(concept) = found.what
        && let Some(gone) = is_gone(found, concept, &held.sites, knowledge)
    {
        let rule = "what is not there is neither normal nor free of anything";
        return (
            Some(true),
            Why {
                rule,
                concept: Some(gone),
            },
        );
    }
    match (found.what, held.what) {
        (What::Concept(concept), What::Concept(denied)) if held.is_denial() => {
            let mut best = none;
            for implied in &knowledge.concept(concept).entails {
                let Consequence::Concept(kind) = implied.what else {
                    continue;
                };
                let at = site_of(found, implied, knowledge);
                let why = Why {
                    rule: "what is denied was found",
                    concept: Some(kind),
                };
                // A denial that only names a thing in its place ("no gallstone") denies that thing there.
                let means = knowledge
                    .concept(denied)
                    .means
                    .filter(|(means, _)| knowledge.is_a(kind, *means));
                let in_place = means.is_some_and(|(_, place)| {
                    let here = at.named.iter().chain(&at.inherent);
                    here.into_iter().any(|part| knowledge.is_within(*part, place))
                });
                // "Enlarged pelvic nodes": the iliac ones may be among them.
                if implied.certain && knowledge.is_a(kind, denied) && is_one_of(&at, &held.sites, knowledge) {
                    best = (Some(false), why);
                }
                let is_there = lies_in(&at, &held.sites, knowledge)
                    || found.of_all && is_one_of(&at, &held.sites, knowledge);
                if knowledge.is_a(kind, denied) && is_there
                    || in_place && lies_in(&at, &held.sites, knowledge)
                {
                    if soften(implied.certain) {
                        return (Some(true), why);
                    }
                    // What is often there besides leaves a denial of it standing; what it may be does not.
                    if implied.certain || implied.is_kind {
                        best = (Some(false), why);
                    }
                }
            }
            if best.0.is_none()
                && knowledge.concept(concept).vague
                && knowledge.is_a(denied, concept)
                && lies_in(&found.sites, &held.sites, knowledge)
            {
                let rule = "what was found may be of the kind that is denied";
                return (
                    Some(false),
                    Why {
                        rule,
                        concept: Some(concept),
                    },
                );
            }
            best
        }
        (What::Concept(concept), What::Normal(respects)) => {
            let mut best = none;
            for implied in &knowledge.concept(concept).entails {
                let (altered, kind, minor) = match implied.what {
                    Consequence::Concept(kind) => (
                        knowledge.concept(kind).alters,
                        Some(kind),
                        knowledge.concept(concept).minor,
                    ),
                    Consequence::Altered(respects) => {
                        (respects.with(Respects::only(Respect::General)), None, false)
                    }
                };
                // What it is a kind of alters no more at its place than it does itself.
                let altered = if implied.is_kind && implied.place.is_none() {
                    knowledge.concept(concept).alters
                } else {
                    altered
                };
                let touched = in_terms_of(altered, &held.sites, knowledge).and(respects);
                let at = site_of(found, implied, knowledge);
                let of_each = found.of_all && is_one_of(&at, &held.sites, knowledge);
                if implied.place.is_none() && is_of_other_tissue(concept, &held.sites, knowledge) {
                    continue;
                }
                // "Joint spaces are maintained": wherever they are.
                let anywhere = held.sites.is_nowhere() && touched.within(Respects::only(Respect::Space));
                let is_doubtful =
                    minor && respects.has(Respect::General) && !is_of_member(&at, &held.sites, knowledge);
                if touched.is_empty() && !is_doubtful
                    || !of_each && !anywhere && !touches_praise(&at, &held.sites, knowledge)
                {
                    continue;
                }
                let why = Why {
                    rule: "what is called normal is not",
                    concept: kind.or(Some(concept)),
                };
                if !of_each && of_part(&at, &held.sites, touched, knowledge) {
                    continue;
                }
                if soften(implied.certain) && !minor {
                    return (Some(true), why);
                }
                best = (Some(false), why);
            }
            best
        }
        (What::Altered(altered), What::Concept(denied)) if held.is_denial() => {
            let denied_in = knowledge.concept(denied).denied;
            if !altered.and(denied_in).is_empty() && touches_praise(&found.sites, &held.sites, knowledge) {
                let rule = "to deny it is to call normal what is altered";
                return (
                    Some(soften(true)),
                    Why {
                        rule,
                        concept: Some(denied),
                    },
                );
            }
            none
        }
        (What::Altered(altered), What::Normal(respects)) => {
            let altered = altered.with(Respects::only(Respect::General));
            let touched = altered.and(respects);
            let of_all = is_one_of(&found.sites, &held.sites, knowledge);
            let of_this = || {
                touches_praise(&found.sites, &held.sites, knowledge)
                    && !of_part(&found.sites, &held.sites, touched, knowledge)
            };
            if !touched.is_empty() && (of_all || of_this()) {
                let rule = "what is called normal is altered";
                return (Some(soften(true)), Why { rule, concept: None });
            }
            none
        }
        (What::Unknown, What::Normal(respects)) => {
            let concerned = !found.of_size || !respects.and(Respects::MEASURED).is_empty();
            if concerned && touches_praise(&found.sites, &held.sites, knowledge) {
                let rule = "something not understood is told of what is called normal";
                return (Some(false), Why { rule, concept: None });
            }
            none
        }
        _ => none,
    }
}

/// Whether a concept is always of a tissue and another tissue is praised: tenosynovitis alters no muscle.
fn is_of_other_tissue(concept: ConceptId, held: &Sites, knowledge: &Knowledge) -> bool {
    let concept = knowledge.concept(concept);
    let of = concept
        .at
        .iter()
        .chain(concept.means.iter().map(|(_, place)| place));
    let of: Vec<StructureId> = of.filter(|place| knowledge.is_tissue(**place)).copied().collect();
    let related = |one: StructureId, other: StructureId| {
        knowledge.is_within(one, other) || knowledge.is_within(other, one)
    };
    let held = held.told();
    let other =
        |place: &StructureId| knowledge.is_tissue(*place) && !of.iter().any(|own| related(*own, *place));
    !of.is_empty() && !held.is_empty() && held.iter().all(other)
}

/// Whether one fact says all that another says.
fn entails(more: &Fact, less: &Fact, knowledge: &Knowledge) -> bool {
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

/// Where an implied thing is: at a place of its own on the same side, or where the fact is.
fn site_of(fact: &Fact, implied: &Implied, knowledge: &Knowledge) -> Sites {
    match implied.place {
        None => fact.sites.clone(),
        // A place told more nearly is the place: "HCC in segment 7" is a mass there.
        Some(place)
            if fact
                .sites
                .named
                .iter()
                .any(|named| knowledge.is_within(*named, place)) =>
        {
            fact.sites.clone()
        }
        Some(place) => Sites {
            named: vec![place],
            within: match knowledge.is_tissue(place) {
                // "Synovitis of the ankle" thickens the synovium of the ankle.
                true => fact.sites.told().to_vec(),
                false => Vec::new(),
            },
            inherent: Vec::new(),
            side: fact.sites.side,
            levels: fact.sites.levels.clone(),
            spared: fact.sites.spared.clone(),
        },
    }
}

/// `Some(true)`: the modifiers of both make the verdict doubtful; `Some(false)`: they make both true.
fn opposition(found: &Fact, held: &Fact, knowledge: &Knowledge) -> Option<bool> {
    let mut doubtful = None;
    for (group, of) in &held.modifiers {
        // "No solid or cystic mass" is not narrowed.
        if held.modifiers.contains(&(*group, !*of)) {
            continue;
        }
        if !held.is_denial() && !knowledge.of_part[usize::from(*group)] {
            continue;
        }
        let has = |side: bool| found.modifiers.contains(&(*group, side));
        if has(!*of) && !has(*of) {
            if knowledge.doubtful[usize::from(*group)] {
                doubtful = Some(true);
            } else {
                return Some(false);
            }
        }
    }
    doubtful
}

/// What a concept alters, in the words in which its place is praised: the size of a tube is its calibre, and whatever is in the lungs makes
/// them clear no more.
fn in_terms_of(altered: Respects, praised: &Sites, knowledge: &Knowledge) -> Respects {
    let mut all = altered;
    if altered.has(Respect::Size) && praised.named.iter().any(|place| knowledge.is_hollow(*place)) {
        all.add(Respect::Calibre);
    }
    if altered.has(Respect::General) {
        all.add(Respect::Clear);
    }
    all
}
