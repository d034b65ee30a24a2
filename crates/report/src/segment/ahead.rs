//! What stands ahead of a word and what the phrase before it hangs on.

use crate::segment::class::Class;

/// Nobody's subject is longer than this.
const LONGEST_SUBJECT: usize = 16;

/// What follows from a word on, before the sentence that begins there can be complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Ahead {
    /// The end, or nothing of these soon.
    Nothing,
    /// A finite verb behind a plain noun phrase: `the spleen is`.
    Verb,
    /// A finite verb behind a list: `the liver the spleen and the pancreas are`.
    VerbBehindList,
    /// A finite verb behind a noun phrase with a place: `a cyst in the liver is`.
    VerbBehindPlace,
    /// A relative pronoun or conjunction comes first.
    Licence,
    /// `normal` or `intact` without a verb: `spleen normal`.
    Normal,
    /// A denial comes first.
    Denial,
    /// A finite verb at once.
    VerbAtOnce,
    /// A place, then `there is`: `at L4-L5 there is`.
    PlaceThenThere,
    /// A place, then a subject with its verb: `at L4-L5 a protrusion is`.
    PlaceThenSubject,
}

impl Ahead {
    /// Each, in order.
    pub const ALL: [Self; 10] = [
        Self::Nothing,
        Self::Verb,
        Self::VerbBehindList,
        Self::VerbBehindPlace,
        Self::Licence,
        Self::Normal,
        Self::Denial,
        Self::VerbAtOnce,
        Self::PlaceThenThere,
        Self::PlaceThenSubject,
    ];
}

pub(super) fn ahead(classes: &[Class]) -> Ahead {
    if matches!(classes[0], Class::Preposition | Class::Within) {
        let place = classes[1..].iter().take(LONGEST_SUBJECT);
        let mut before = classes[0];
        for (at, class) in place.enumerate() {
            match class {
                Class::There => return Ahead::PlaceThenThere,
                Class::The | Class::Indefinite | Class::Degree | Class::No
                    if before.is_noun() || matches!(before, Class::Level | Class::Side | Class::Unit) =>
                {
                    if matches!(
                        plain_ahead(&classes[at + 1..]),
                        Ahead::Verb | Ahead::VerbBehindPlace | Ahead::VerbBehindList
                    ) {
                        return Ahead::PlaceThenSubject;
                    }
                    break;
                }
                class if class.is_finite() || matches!(class, Class::Which | Class::But | Class::Verb) => {
                    break;
                }
                _ => before = *class,
            }
        }
    }
    plain_ahead(classes)
}

/// What the noun phrase before word `at` hangs on: the class of the word before its preposition, or of the word before its first.
pub(super) fn behind(classes: &[Class], at: usize) -> Class {
    let nominal = classes[..at]
        .iter()
        .rev()
        .take(LONGEST_SUBJECT / 2)
        .take_while(|class| class.is_nominal())
        .count();
    let before = at - nominal;
    match before.checked_sub(1).map(|before| classes[before]) {
        Some(Class::Preposition | Class::With | Class::To | Class::Within) => before
            .checked_sub(2)
            .map_or(Class::Edge, |before| classes[before]),
        Some(class) if class.is_finite() => Class::Verb,
        Some(class) => class,
        None => Class::Edge,
    }
}

fn plain_ahead(classes: &[Class]) -> Ahead {
    let mut behind_place = false;
    let mut in_list = false;
    for (at, class) in classes.iter().enumerate().take(LONGEST_SUBJECT) {
        match class {
            class if class.is_finite() && at == 0 => return Ahead::VerbAtOnce,
            class if class.is_finite() && behind_place => return Ahead::VerbBehindPlace,
            class if class.is_finite() && in_list => return Ahead::VerbBehindList,
            class if class.is_finite() => return Ahead::Verb,
            Class::The | Class::Indefinite if at > 0 && classes[at - 1].is_noun() => in_list = true,
            Class::Which | Class::But => return Ahead::Licence,
            Class::No if at > 0 => return Ahead::Denial,
            Class::Normal | Class::Intact
                if at > 0 && !classes.get(at + 1).is_some_and(|next| next.is_nominal()) =>
            {
                return Ahead::Normal;
            }
            Class::Preposition | Class::With | Class::Within | Class::To => behind_place = true,
            _ => {}
        }
    }
    Ahead::Nothing
}
