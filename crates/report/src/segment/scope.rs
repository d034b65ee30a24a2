//! What a denial has reached at a place between two words, and what the words behind it would tell if a sentence began there.
//!
//! A finding without a verb behind a denial is either one more thing denied (`no bulge or stenosis`, `no bulge canal stenosis is
//! seen`) or a sentence of its own (`no bulge | CBD dilated`). Read as the former it is lost, read as the latter a "no" is lost.

use crate::segment::class::{Class, Named};

/// No denial and no opening is looked for further away than this many words.
const REACH: usize = 12;

/// What is behind the nearest `no` or `without` before a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Denial {
    /// There is none.
    None,
    /// `no focal`: what it denies is still to come.
    Opened,
    /// `no cord`: a structure alone, a finding is still to come.
    Structure,
    /// `no cord compression`.
    Finding,
    /// `no bulge canal stenosis`: several, none of them joined.
    Findings,
    /// `no bulge or spinal`: the last of a list is still to come.
    Listing,
    /// `no bulge or stenosis`: the list is at its end.
    ListEnd,
    /// `no compression CBD`: a structure is named behind what is complete.
    Beyond,
    /// `no compression at the`: its place is still to come.
    Locating,
    /// `no compression at C4-C5`: its place was told too.
    Located,
    /// `no compression is seen`: it is complete.
    Told,
}

impl Denial {
    /// Each, in order.
    pub const ALL: [Self; 11] = [
        Self::None,
        Self::Opened,
        Self::Structure,
        Self::Finding,
        Self::Findings,
        Self::Listing,
        Self::ListEnd,
        Self::Beyond,
        Self::Locating,
        Self::Located,
        Self::Told,
    ];

    /// Behind one more word, `next_to` saying what stands directly before that.
    fn behind(self, class: Class, next_to: Class, named: Named) -> Self {
        match class {
            Class::No | Class::Without => return Self::Opened,
            Class::But | Class::Which | Class::There | Class::Rest => return Self::None,
            // "Extra axial collection": nothing is told before the name is whole.
            _ if named.begun => return self,
            _ => {}
        }
        let tells_finding = names_finding(class, named);
        let tells_place = !tells_finding && names_place(class, named);
        match self {
            Self::None => Self::None,
            _ if class.is_finite() || class == Class::Seen => Self::Told,
            Self::Opened if tells_place => Self::Structure,
            Self::Opened | Self::Structure if tells_finding || class.is_noun() && !tells_place => {
                Self::Finding
            }
            Self::Finding | Self::Findings | Self::ListEnd => match class {
                Class::And => Self::Listing,
                Class::Preposition | Class::Within | Class::To | Class::Of => Self::Locating,
                Class::Degree | Class::Side | Class::Number | Class::Level => Self::Beyond,
                _ if tells_place => Self::Beyond,
                _ if tells_finding && !next_to.is_noun() => Self::Findings,
                _ => self,
            },
            Self::Listing if tells_finding || class.is_noun() && !tells_place => Self::ListEnd,
            Self::Locating if tells_place || class.is_noun() => Self::Located,
            other => other,
        }
    }
}

fn names_finding(class: Class, named: Named) -> bool {
    named.finding || matches!(class, Class::Finding | Class::Findings)
}

fn names_place(class: Class, named: Named) -> bool {
    named.place || matches!(class, Class::Place | Class::Places | Class::Level)
}

/// What the words from a place on tell, up to the next verb, denial or end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Opening {
    /// Nothing of these.
    Other,
    /// `bulge stenosis or cord compression`: a list that ends with "or".
    Alternatives,
    /// `canal stenosis is seen`.
    FindingSeen,
    /// `canal stenosis is severe`, `the lesion shows`.
    SubjectVerb,
    /// `CBD`.
    Place,
    /// `CBD dilated`.
    PlaceState,
    /// `CBD 12 mm`.
    PlaceSize,
    /// `CBD calculus`.
    PlaceFinding,
    /// `CBD calculus 8 mm`, `canal stenosis at C4-C5`.
    PlaceFindingMore,
    /// `calculus`.
    Finding,
    /// `calculus 8 mm`.
    FindingSize,
    /// `emphysema upper lobes`, `polyp left`.
    FindingPlace,
    /// `calculus in the CBD`, `calculus with`.
    FindingMore,
    /// `8 mm calculus`.
    Size,
    /// `normal liver`.
    State,
}

impl Opening {
    /// Each, in order.
    pub const ALL: [Self; 15] = [
        Self::Other,
        Self::Alternatives,
        Self::FindingSeen,
        Self::SubjectVerb,
        Self::Place,
        Self::PlaceState,
        Self::PlaceSize,
        Self::PlaceFinding,
        Self::PlaceFindingMore,
        Self::Finding,
        Self::FindingSize,
        Self::FindingPlace,
        Self::FindingMore,
        Self::Size,
        Self::State,
    ];

    /// With what the next word tells.
    fn and(self, class: Class, named: Named) -> Self {
        let tells_finding = names_finding(class, named);
        let tells_place = !tells_finding && names_place(class, named);
        let leads_to_more = matches!(
            class,
            Class::Preposition | Class::Within | Class::With | Class::Of | Class::To | Class::Participle
        );
        match self {
            Self::Other if tells_finding => Self::Finding,
            Self::Other if tells_place => Self::Place,
            Self::Other if class == Class::Unit => Self::Size,
            Self::Other if matches!(class, Class::Normal | Class::Intact | Class::Seen) => Self::State,
            Self::Other if class.is_noun() => Self::Finding,
            Self::Place if tells_finding => Self::PlaceFinding,
            Self::Place if class == Class::Unit => Self::PlaceSize,
            Self::Place
                if matches!(
                    class,
                    Class::Normal | Class::Intact | Class::Ed | Class::Predicate
                ) =>
            {
                Self::PlaceState
            }
            Self::PlaceFinding
                if leads_to_more || tells_place || matches!(class, Class::Side | Class::Number) =>
            {
                Self::PlaceFindingMore
            }
            Self::Finding if leads_to_more => Self::FindingMore,
            Self::Finding if class == Class::Number => Self::FindingSize,
            Self::Finding if tells_place || class == Class::Side => Self::FindingPlace,
            other => other,
        }
    }

    /// When a finite verb comes, and whether it only says that something is seen and where nothing is said.
    fn with_verb(self, only_seen: bool) -> Self {
        match self {
            Self::Finding | Self::PlaceFinding | Self::Place if only_seen => Self::FindingSeen,
            _ => Self::SubjectVerb,
        }
    }
}

/// For each word, what the denial before it has reached.
pub(super) fn denials(classes: &[Class], named: &[Named]) -> Vec<Denial> {
    let mut denial = Denial::None;
    let mut from = 0;
    (0..classes.len())
        .map(|at| {
            if let Some(before) = at.checked_sub(1) {
                let earlier = before
                    .checked_sub(1)
                    .map_or(Class::Edge, |earlier| classes[earlier]);
                denial = denial.behind(classes[before], earlier, named[before]);
                if matches!(classes[before], Class::No | Class::Without) {
                    from = before;
                } else if at - from > REACH {
                    denial = Denial::None;
                }
            }
            denial
        })
        .collect()
}

/// What a sentence that began with the first of these words would tell. `is_or` says of a word whether it offers an alternative.
pub(super) fn opening(classes: &[Class], named: &[Named], is_or: impl Fn(usize) -> bool) -> Opening {
    let mut opening = Opening::Other;
    let mut plain = true;
    for (at, class) in classes.iter().enumerate().take(REACH) {
        match class {
            Class::No | Class::Without | Class::There | Class::But | Class::Which | Class::Rest if at > 0 => {
                break;
            }
            Class::And if is_or(at) && plain => return Opening::Alternatives,
            class if class.is_finite() && at > 0 => {
                let seen = classes.get(at + 1) == Some(&Class::Seen);
                let located = classes.get(at + 2).is_some_and(|next| {
                    matches!(
                        next,
                        Class::Preposition | Class::Within | Class::With | Class::Participle
                    )
                });
                return opening.with_verb(*class == Class::Be && seen && !located);
            }
            Class::Preposition | Class::Within | Class::With | Class::Unit => plain = false,
            _ => {}
        }
        opening = opening.and(*class, named[at]);
    }
    opening
}

/// Whether the word before `at` is denied and what begins at `at` must be denied with it: the rest of its name (`no tumour deposit in
/// the`) or one more finding (`no bulge canal stenosis is seen`). Cut off from its "no", it would be asserted.
pub(super) fn cuts_denied(
    classes: &[Class],
    named: &[Named],
    at: usize,
    denial: Denial,
    opening: Opening,
    goes_on: impl Fn(usize) -> bool,
) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| classes[before]) else {
        return false;
    };
    let class = classes[at];
    let may_go_on = class.is_noun()
        || matches!(class, Class::Adjective | Class::Ed)
        || class == Class::Degree && opening == Opening::Alternatives;
    if !may_go_on {
        return false;
    }
    let tells_finding = matches!(
        opening,
        Opening::Finding | Opening::FindingMore | Opening::FindingSeen | Opening::Alternatives
    );
    match denial {
        Denial::None | Denial::Locating | Denial::Located | Denial::Told => false,
        // "No enlarged obturator | internal iliac or external iliac node": the list goes on to its "or".
        Denial::Beyond => opening == Opening::Alternatives && names_place(before, named[at - 1]),
        Denial::Opened => true,
        Denial::Structure | Denial::Listing => tells_finding,
        Denial::ListEnd => {
            // "No ascites or enlarged | abdominal nodes": the noun of the adjective is still to come.
            let is_attribute = before.is_adjective() && at > 1 && classes[at - 2] == Class::And;
            is_attribute || before == Class::Noun && !named[at - 1].finding && named[at].finding
        }
        Denial::Finding | Denial::Findings => match opening {
            Opening::Alternatives | Opening::FindingSeen => before.is_noun(),
            _ if denies_each(classes, at) => false,
            _ if is_bare_list(classes, named, at, goes_on) => true,
            _ => tells_finding && is_compound(before, class) && !is_told_apart(classes, named, at),
        },
    }
}

/// `tumour deposit`: the second may complete the name that the first began.
fn is_compound(first: Class, second: Class) -> bool {
    let singular = |class: Class| matches!(class, Class::Noun | Class::Finding | Class::Place);
    singular(first) && singular(second)
}

/// "No hydrocephalus | fracture of the left parietal bone": another kind of finding, with a side or a level of its own.
fn is_told_apart(classes: &[Class], named: &[Named], at: usize) -> bool {
    let before = named[at - 1];
    if !before.finding || before.goes_on {
        return false;
    }
    let behind = &classes[at..(at + REACH).min(classes.len())];
    let ends = |class: &Class| class.is_finite() || matches!(class, Class::And | Class::No | Class::Without);
    let told = &behind[..behind.iter().position(ends).unwrap_or(behind.len())];
    let place = told
        .iter()
        .position(|class| matches!(class, Class::Preposition | Class::Within | Class::Of));
    let is_near = |at: usize| {
        let near = &told[at..(at + 4).min(told.len())];
        near.iter()
            .any(|class| matches!(class, Class::Side | Class::Level))
    };
    place.is_some_and(is_near)
}

/// "No extra axial collection midline shift": behind the denial only the names of findings are listed, up to the end, the next "no"
/// or the next subject with its verb (`goes_on` says of a word whether it is one). Nothing tells that one of them is there.
fn is_bare_list(classes: &[Class], named: &[Named], at: usize, goes_on: impl Fn(usize) -> bool) -> bool {
    // "No disc bulge canal stenosis nerve root compression": the third may begin with its place, "no effusion | ACL tear" may not.
    let lists = is_list_already(classes, named, at) || !matches!(classes[at], Class::Place | Class::Places);
    let is_name = |class: &Class| {
        matches!(
            class,
            Class::Adjective | Class::Noun | Class::Nouns | Class::Finding | Class::Findings
        ) || lists && matches!(class, Class::Place | Class::Places)
    };
    let length = classes[at..].iter().take_while(|class| is_name(class)).count();
    let ends = |end: usize| {
        classes
            .get(end)
            .is_none_or(|class| matches!(class, Class::No | Class::Without | Class::There | Class::Rest))
            || goes_on(end)
    };
    named[at - 1].finding
        && (at..at + length).any(|last| names_finding(classes[last], named[last]) && ends(last + 1))
}

/// Whether the last "no" before a place denies two findings or more.
fn is_list_already(classes: &[Class], named: &[Named], at: usize) -> bool {
    let from = at.saturating_sub(REACH);
    let Some(denial) = classes[from..at].iter().rposition(|class| *class == Class::No) else {
        return false;
    };
    named[from + denial..at]
        .iter()
        .filter(|word| word.finding)
        .count()
        > 1
}

/// "No nodule no effusion | emphysema": who says "no" to each finding means one that has none.
fn denies_each(classes: &[Class], at: usize) -> bool {
    if classes[at] != Class::Finding || classes[at - 1] != Class::Finding {
        return false;
    }
    let reach = &classes[at.saturating_sub(REACH)..at];
    let Some(last) = reach.iter().rposition(|class| *class == Class::No) else {
        return false;
    };
    last > 0 && reach[last - 1].is_noun() && reach[..last].contains(&Class::No)
}
