//! How the places of two facts stand to each other: whether they meet, one lies in the other, or one covers the other. And where
//! what a fact implies is.

use report::anatomy::level::Level;
use report::side::Side;

use crate::fact::Fact;
use crate::knowledge::{Implied, Knowledge, StructureId};
use crate::place::Sites;
use crate::respect::Respects;

/// Whether all that something is at is a part of what something else is at, and not the same.
pub(super) fn is_part(found: &Sites, held: &Sites, knowledge: &Knowledge) -> bool {
    let parts = found.told();
    let is_part = |part: &StructureId| {
        let wholes = || {
            held.named
                .iter()
                .filter(|whole| knowledge.is_within(*part, **whole))
        };
        wholes().next().is_some() && wholes().all(|whole| whole != part)
    };
    !parts.is_empty() && parts.iter().all(is_part)
}

pub(super) fn sides_differ(a: &Sites, b: &Sites) -> bool {
    matches!(
        (a.side, b.side),
        (Some(Side::Right), Some(Side::Left)) | (Some(Side::Left), Some(Side::Right))
    )
}

pub(super) fn levels_differ(a: &Sites, b: &Sites, knowledge: &Knowledge) -> bool {
    let (ours, theirs) = (levels_of(a, knowledge), levels_of(b, knowledge));
    !ours.is_empty()
        && !theirs.is_empty()
        && !ours
            .iter()
            .any(|level| theirs.iter().any(|other| level.touches(other)))
}

/// Whether what is found is excepted from all that something else is at.
pub(super) fn spares(found: &Sites, held: &Sites, knowledge: &Knowledge) -> bool {
    let is_spared = |place: &StructureId| {
        found
            .spared
            .iter()
            .any(|spared| knowledge.is_within(*place, *spared))
    };
    !held.told().is_empty() && held.told().iter().all(is_spared)
}

/// The levels that are named, else those that what is named reaches: the dens is no part of the thoracic spine. In "the dens and the ring of
/// C1" it is at C2, so both are meant.
fn levels_of<'s>(sites: &'s Sites, knowledge: &'s Knowledge) -> Vec<&'s Level> {
    let told = || sites.told().iter().map(|id| &knowledge.structure(*id).levels);
    let reached: Vec<&Level> = match told().any(Vec::is_empty) {
        true => Vec::new(),
        false => told().flatten().collect(),
    };
    let is_reached = |level: &Level| reached.iter().any(|reached| level.meets(reached));
    let named = sites.levels.iter();
    match sites.levels.iter().any(is_reached) || !sites.levels.is_empty() && reached.is_empty() {
        true => named.collect(),
        false => named.chain(reached).collect(),
    }
}

/// Whether a found thing lies where something is denied: in a structure named by the denial, or where the denied thing always is.
pub(super) fn lies_in(found: &Sites, denied: &Sites, knowledge: &Knowledge) -> bool {
    let within = |parts: &[StructureId], wholes: &[StructureId]| {
        parts
            .iter()
            .any(|part| wholes.iter().any(|whole| knowledge.is_in(*part, *whole)))
    };
    // "Loose body." beside "No loose body is seen."
    if found.is_nowhere() {
        return denied.is_nowhere();
    }
    if denied.named.is_empty() && denied.inherent.is_empty() {
        return true;
    }
    if !is_of(found, denied, knowledge) {
        return false;
    }
    if !found.named.is_empty() && !denied.named.is_empty() {
        return within(&found.named, &denied.named)
            || within(&found.inherent, &denied.named)
            || within(&found.named, &denied.inherent)
                && !denied
                    .named
                    .iter()
                    .any(|named| is_place_apart(*named, &found.named, knowledge));
    }
    let found_all: Vec<StructureId> = found.named.iter().chain(&found.inherent).copied().collect();
    // Where the denial names a part of what it is always of, it denies it there alone.
    let part = |named: &StructureId| {
        denied
            .inherent
            .iter()
            .any(|whole| knowledge.is_within(*named, *whole))
    };
    if found.named.is_empty() && !denied.named.is_empty() && denied.named.iter().all(part) {
        return within(&found_all, &denied.named);
    }
    let denied_all: Vec<StructureId> = denied.named.iter().chain(&denied.inherent).copied().collect();
    within(&found_all, &denied_all) || found_all.is_empty()
}

/// Whether a structure has nothing to do with others.
fn is_place_apart(one: StructureId, others: &[StructureId], knowledge: &Knowledge) -> bool {
    !others
        .iter()
        .any(|other| knowledge.is_within(*other, one) || knowledge.is_within(one, *other))
}

/// Whether what alters a place touches the praise of another: of the same structure; of a whole of which it is a part, in what is not
/// told of the whole alone.
pub(super) fn touches_praise(found: &Sites, praised: &Sites, knowledge: &Knowledge) -> bool {
    if !is_of(found, praised, knowledge) {
        return false;
    }
    let wholes = praised.told();
    wholes.iter().any(|whole| knowledge.structure(*whole).everything)
        || found
            .named
            .iter()
            .chain(&found.inherent)
            .any(|part| wholes.iter().any(|whole| knowledge.is_in(*part, *whole)))
}

/// Whether what is praised is one of those of which something is told: "neither cruciate ligament is intact" speaks of both.
pub(super) fn is_one_of(found: &Sites, praised: &Sites, knowledge: &Knowledge) -> bool {
    found.told().iter().any(|all| {
        let mut praised = praised.told().iter();
        knowledge.structure(*all).collective && praised.any(|one| knowledge.is_within(*one, *all))
    })
}

/// Whether something is at members of a collective alone: an empty bladder leaves "pelvic viscera are normal" standing.
pub(super) fn is_of_member(found: &Sites, praised: &Sites, knowledge: &Knowledge) -> bool {
    let wholes = praised.told();
    let many = |whole: &StructureId| {
        let whole = knowledge.structure(*whole);
        whole.collective && !whole.group
    };
    !wholes.is_empty() && wholes.iter().all(many) && !found.told().iter().any(|place| wholes.contains(place))
}

/// Whether only a part is altered, in what is told of the whole: a wide renal pelvis leaves "kidneys are normal in size" standing, a wide
/// temporal horn does not leave the size of the ventricles so.
pub(super) fn of_part(found: &Sites, praised: &Sites, touched: Respects, knowledge: &Knowledge) -> bool {
    let same = found
        .named
        .iter()
        .chain(&found.inherent)
        .any(|place| praised.named.contains(place));
    let hollow = praised
        .named
        .iter()
        .any(|place| knowledge.structure(*place).hollow);
    let collective = praised
        .named
        .iter()
        .any(|place| knowledge.structure(*place).collective);
    !same && !hollow && !collective && touched.without(Respects::OVERALL).is_empty()
}

/// Whether a found thing is in the region of which a tissue is meant, when one is.
fn is_of(found: &Sites, held: &Sites, knowledge: &Knowledge) -> bool {
    held.within.is_empty()
        || found
            .named
            .iter()
            .chain(&found.inherent)
            .chain(&found.within)
            .any(|place| {
                held.within
                    .iter()
                    .any(|region| knowledge.is_within(*place, *region))
            })
}

/// Whether both are about one place, or a place and a part of it.
pub(super) fn meets(a: &Sites, b: &Sites, knowledge: &Knowledge) -> bool {
    let all =
        |sites: &Sites| -> Vec<StructureId> { sites.named.iter().chain(&sites.inherent).copied().collect() };
    let (ours, theirs) = (all(a), all(b));
    !sides_differ(a, b)
        && !levels_differ(a, b, knowledge)
        && ours.iter().any(|one| {
            theirs
                .iter()
                .any(|other| knowledge.is_within(*one, *other) || knowledge.is_within(*other, *one))
        })
}

/// Whether what is said of some places is said of all of others.
pub(super) fn covers(more: &Sites, less: &Sites, knowledge: &Knowledge) -> bool {
    let side = match (more.side, less.side) {
        (None | Some(Side::Bilateral), _) => true,
        (Some(one), Some(other)) => one == other,
        (Some(_), None) => !less
            .named
            .iter()
            .chain(&less.inherent)
            .any(|id| knowledge.structure(*id).paired),
    };
    let levels = more.levels.is_empty()
        || !less.levels.is_empty()
            && less
                .levels
                .iter()
                .all(|level| more.levels.iter().any(|other| other.meets(level)));
    // The nodes of two regions are both nodes, and not the same.
    let own = more
        .inherent
        .iter()
        .filter(|id| more.named.is_empty() || !knowledge.structure(**id).broad)
        // Where a part is named, it is said of that part.
        .filter(|id| {
            !more
                .named
                .iter()
                .any(|named| named != *id && knowledge.is_within(*named, **id))
        });
    let ours: Vec<StructureId> = more.named.iter().chain(own).copied().collect();
    let lies = |part: &StructureId| ours.iter().any(|whole| knowledge.is_within(*part, *whole));
    let places = if less.named.is_empty() {
        more.named.is_empty() && less.inherent.is_empty() == more.inherent.is_empty()
            || less.inherent.iter().any(lies)
    } else if ours.is_empty() {
        more.levels.is_empty() && more.side.is_none()
    } else {
        // "No hydronephrosis" is of the kidneys, whose it is.
        let holds = |whole: &StructureId| more.inherent.iter().all(|own| knowledge.is_within(*own, *whole));
        let of_its_own = more.named.is_empty() && !more.inherent.is_empty() && more.inherent == less.inherent;
        less.named.iter().all(lies) || of_its_own && less.named.iter().all(holds)
    };
    side && levels && places
}

/// Where an implied thing is: at a place of its own on the same side, or where the fact is.
pub(super) fn site_of(fact: &Fact, implied: &Implied, knowledge: &Knowledge) -> Sites {
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
