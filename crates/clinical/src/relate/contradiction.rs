//! Whether something asserted makes a denial or a praise untrue: one method for each kind of what is found beside each kind of what it
//! may make untrue.

use super::Why;
use super::absence::is_gone;
use super::places::{
    is_of_member, is_one_of, is_part, levels_differ, lies_in, meets, of_part, sides_differ, site_of, spares,
    touches_praise,
};
use crate::fact::{Fact, What};
use crate::knowledge::{ConceptId, Consequence, Implied, Knowledge, StructureId};
use crate::place::Sites;
use crate::respect::{Respect, Respects};

/// Whether a fact makes another untrue, and why: certainly, perhaps, or not.
type Verdict = (Option<bool>, Why);

const NO_CONTRADICTION: Verdict = (
    None,
    Why {
        rule: "nothing",
        concept: None,
    },
);

/// Whether something asserted makes a denial or a praise untrue: certainly, perhaps, or not.
pub(super) fn contradicts(found: &Fact, held: &Fact, knowledge: &Knowledge) -> Verdict {
    if !found.is_asserted()
        || sides_differ(&found.sites, &held.sites)
        || levels_differ(&found.sites, &held.sites, knowledge)
        || spares(&found.sites, &held.sites, knowledge)
    {
        return NO_CONTRADICTION;
    }
    if held.of_rest && is_part(&found.sites, &held.sites, knowledge) {
        return NO_CONTRADICTION;
    }
    if let (Some(one), Some(other)) = (&found.category, &held.category)
        && held.is_asserted()
        && one.differs(other)
        && meets(&found.sites, &held.sites, knowledge)
    {
        return because(true, "two values of one scale", None);
    }
    let opposed = opposition(found, held, knowledge);
    if opposed == Some(false) {
        return NO_CONTRADICTION;
    }
    if let What::Concept(concept) = found.what
        && let Some(gone) = is_gone(found, concept, &held.sites, knowledge)
    {
        let rule = "what is not there is neither normal nor free of anything";
        return because(true, rule, Some(gone));
    }
    let pair = Pair {
        found,
        held,
        is_softened: opposed.is_some(),
        knowledge,
    };
    match (found.what, held.what) {
        (What::Concept(concept), What::Concept(denied)) if held.is_denial() => {
            pair.finding_denied(concept, denied)
        }
        (What::Concept(concept), What::Normal(respects)) => pair.finding_in_praised(concept, respects),
        (What::Altered(altered), What::Concept(denied)) if held.is_denial() => {
            pair.alteration_denied(altered, denied)
        }
        (What::Altered(altered), What::Normal(respects)) => pair.alteration_of_praised(altered, respects),
        (What::Unknown, What::Normal(respects)) => pair.unknown_of_praised(respects),
        _ => NO_CONTRADICTION,
    }
}

/// What is found, and the denial or praise that it may make untrue.
struct Pair<'f> {
    found: &'f Fact,
    held: &'f Fact,
    /// Whether the modifiers of both make the verdict doubtful.
    is_softened: bool,
    knowledge: &'f Knowledge,
}

impl Pair<'_> {
    /// A finding beside a denial.
    fn finding_denied(&self, concept: ConceptId, denied: ConceptId) -> Verdict {
        let knowledge = self.knowledge;
        let entails = knowledge.concept(concept).entails.iter();
        let best = first_certain(entails.map(|implied| self.implied_denied(implied, denied)));
        if best.0.is_none()
            && knowledge.concept(concept).vague
            && knowledge.is_a(denied, concept)
            && lies_in(&self.found.sites, &self.held.sites, knowledge)
        {
            let rule = "what was found may be of the kind that is denied";
            return because(false, rule, Some(concept));
        }
        best
    }

    /// Whether something that the finding implies is denied.
    fn implied_denied(&self, implied: &Implied, denied: ConceptId) -> Verdict {
        let (held, knowledge) = (&self.held.sites, self.knowledge);
        let Consequence::Concept(kind) = implied.what else {
            return NO_CONTRADICTION;
        };
        let at = site_of(self.found, implied, knowledge);
        let denies_kind = knowledge.is_a(kind, denied);
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
        let is_among = || is_one_of(&at, held, knowledge);
        let is_there = lies_in(&at, held, knowledge) || self.found.of_all && is_among();
        let is_denied = denies_kind && is_there || in_place && lies_in(&at, held, knowledge);
        let rule = "what is denied was found";
        if is_denied && self.soften(implied.certain) {
            return because(true, rule, Some(kind));
        }
        // What is often there besides leaves a denial of it standing; what it may be does not.
        if is_denied && (implied.certain || implied.is_kind) || implied.certain && denies_kind && is_among() {
            return because(false, rule, Some(kind));
        }
        NO_CONTRADICTION
    }

    /// A finding beside praise of a place.
    fn finding_in_praised(&self, concept: ConceptId, respects: Respects) -> Verdict {
        let entails = self.knowledge.concept(concept).entails.iter();
        first_certain(entails.map(|implied| self.implied_in_praised(concept, implied, respects)))
    }

    /// Whether something that the finding implies alters what is praised.
    fn implied_in_praised(&self, concept: ConceptId, implied: &Implied, respects: Respects) -> Verdict {
        let (held, knowledge) = (&self.held.sites, self.knowledge);
        let kind = match implied.what {
            Consequence::Concept(kind) => Some(kind),
            Consequence::Altered(_) => None,
        };
        let minor = kind.is_some() && knowledge.concept(concept).minor;
        let altered = altered_by(concept, implied, knowledge);
        let touched = in_terms_of(altered, held, knowledge).and(respects);
        let at = site_of(self.found, implied, knowledge);
        let of_each = self.found.of_all && is_one_of(&at, held, knowledge);
        if implied.place.is_none() && is_of_other_tissue(concept, held, knowledge) {
            return NO_CONTRADICTION;
        }
        // "Joint spaces are maintained": wherever they are.
        let anywhere = held.is_nowhere() && touched.within(Respects::only(Respect::Space));
        let is_doubtful = minor && respects.has(Respect::General) && !is_of_member(&at, held, knowledge);
        if touched.is_empty() && !is_doubtful
            || !of_each && !anywhere && !touches_praise(&at, held, knowledge)
        {
            return NO_CONTRADICTION;
        }
        if !of_each && of_part(&at, held, touched, knowledge) {
            return NO_CONTRADICTION;
        }
        let is_certain = self.soften(implied.certain) && !minor;
        because(is_certain, "what is called normal is not", kind.or(Some(concept)))
    }

    /// An altered respect beside a denial, which praises its place in some respects.
    fn alteration_denied(&self, altered: Respects, denied: ConceptId) -> Verdict {
        let knowledge = self.knowledge;
        let denied_in = knowledge.concept(denied).denied;
        if !altered.and(denied_in).is_empty()
            && touches_praise(&self.found.sites, &self.held.sites, knowledge)
        {
            let rule = "to deny it is to call normal what is altered";
            return because(self.soften(true), rule, Some(denied));
        }
        NO_CONTRADICTION
    }

    /// An altered respect beside praise of a place.
    fn alteration_of_praised(&self, altered: Respects, respects: Respects) -> Verdict {
        let (found, held, knowledge) = (&self.found.sites, &self.held.sites, self.knowledge);
        let altered = altered.with(Respects::only(Respect::General));
        let touched = altered.and(respects);
        let of_all = is_one_of(found, held, knowledge);
        let of_this = || touches_praise(found, held, knowledge) && !of_part(found, held, touched, knowledge);
        if !touched.is_empty() && (of_all || of_this()) {
            return because(self.soften(true), "what is called normal is altered", None);
        }
        NO_CONTRADICTION
    }

    /// Something not understood beside praise of a place.
    fn unknown_of_praised(&self, respects: Respects) -> Verdict {
        let concerned = !self.found.of_size || !respects.and(Respects::MEASURED).is_empty();
        if concerned && touches_praise(&self.found.sites, &self.held.sites, self.knowledge) {
            let rule = "something not understood is told of what is called normal";
            return because(false, rule, None);
        }
        NO_CONTRADICTION
    }

    /// Whether what is certain by itself is so beside the modifiers of both.
    fn soften(&self, certain: bool) -> bool {
        certain && !self.is_softened
    }
}

/// A verdict that is certain, or doubtful.
fn because(is_certain: bool, rule: &'static str, concept: Option<ConceptId>) -> Verdict {
    (Some(is_certain), Why { rule, concept })
}

/// The first verdict that is certain, else the last that is doubtful.
fn first_certain(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
    let mut best = NO_CONTRADICTION;
    for verdict in verdicts {
        match verdict.0 {
            Some(true) => return verdict,
            Some(false) => best = verdict,
            None => {}
        }
    }
    best
}

/// What something that a concept implies alters where it is.
fn altered_by(concept: ConceptId, implied: &Implied, knowledge: &Knowledge) -> Respects {
    // What it is a kind of alters no more at its place than it does itself.
    if implied.is_kind && implied.place.is_none() {
        return knowledge.concept(concept).alters;
    }
    match implied.what {
        Consequence::Concept(kind) => knowledge.concept(kind).alters,
        Consequence::Altered(respects) => respects.with(Respects::only(Respect::General)),
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
