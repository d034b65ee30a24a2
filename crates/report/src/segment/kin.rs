//! How what is named on either side of a place stands to each other: one structure and its part, or two; one list, or a new subject.

use crate::anatomy::{self, Mention};
use crate::segment::class::Class;
use crate::token::Word;

/// The structure before a place stands no further away than this, in words.
const BEFORE: usize = 12;
/// Nor does the one behind it.
const BEHIND: usize = 6;
/// No noun phrase is longer.
const PHRASE: usize = 8;

/// How the structure named behind a place stands to the one named before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Kin {
    /// No structure is named on one side.
    None,
    /// The same.
    Same,
    /// A part of it.
    Part,
    /// What it is a part of.
    Whole,
    /// Another part of the same.
    Beside,
    /// Another of the same region of the body.
    Near,
    /// One of another region.
    Far,
}

impl Kin {
    /// Each, in order.
    pub const ALL: [Self; 7] = [
        Self::None,
        Self::Same,
        Self::Part,
        Self::Whole,
        Self::Beside,
        Self::Near,
        Self::Far,
    ];

    fn of(before: &anatomy::Structure, behind: &anatomy::Structure) -> Self {
        let lexicon = anatomy::lexicon();
        if before.id == behind.id {
            Self::Same
        } else if lexicon.is_within(&behind.id, &before.id) {
            Self::Part
        } else if lexicon.is_within(&before.id, &behind.id) {
            Self::Whole
        } else if before.parent.is_some() && before.parent == behind.parent {
            Self::Beside
        } else if before.region == behind.region {
            Self::Near
        } else {
            Self::Far
        }
    }
}

/// For each word, how the structures before it and from it on stand to each other; tissues count for nothing.
pub(super) fn kin(words: &[Word], mentions: &[Mention]) -> Vec<Kin> {
    let mut named: Vec<(usize, usize, &'static anatomy::Structure)> = mentions
        .iter()
        .filter(|mention| !anatomy::is_tissue(&mention.structure.id))
        .map(|mention| {
            let first = words.partition_point(|word| word.range.start < mention.range.start);
            let end = words.partition_point(|word| word.range.start < mention.range.end);
            (first, end, mention.structure)
        })
        .collect();
    named.sort_by_key(|(first, end, _)| (*first, *end));
    let mut next = 0;
    let mut before: Option<(usize, &'static anatomy::Structure)> = None;
    (0..words.len())
        .map(|at| {
            while let Some((_, end, structure)) = named.get(next).filter(|(first, ..)| *first < at) {
                before = Some((*end, structure));
                next += 1;
            }
            let near = before.filter(|(end, _)| *end <= at && at - end <= BEFORE);
            let behind = named.get(next).filter(|(first, ..)| first - at <= BEHIND);
            match (near, behind) {
                (Some((_, before)), Some((_, _, behind))) => Kin::of(before, behind),
                _ => Kin::None,
            }
        })
        .collect()
}

/// What follows the noun phrase that begins with a word.
#[derive(Debug, Clone, Copy)]
pub struct Phrase {
    /// The class of its last word; of the word itself where no noun phrase begins.
    pub last: Class,
    /// The class of the word behind it.
    pub follower: Class,
    /// Whether it is joined to one more.
    pub list: List,
}

/// Whether an "and" joins a noun phrase to one more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum List {
    /// It does not.
    None,
    /// `frontal operculum and left lentiform nucleus with`: nothing is said of both.
    Open,
    /// `uterus and ovaries are normal`.
    Told,
}

impl List {
    /// Each, in order.
    pub const ALL: [Self; 3] = [Self::None, Self::Open, Self::Told];
}

fn is_of_phrase(class: Class) -> bool {
    class.is_noun()
        || matches!(
            class,
            Class::Adjective
                | Class::Degree
                | Class::Ed
                | Class::Side
                | Class::Level
                | Class::Quantity
                | Class::Number
        )
}

/// For each word, the noun phrase that begins with it.
pub(super) fn phrases(classes: &[Class]) -> Vec<Phrase> {
    let end = |from: usize| {
        let words = classes[from..].iter().take(PHRASE);
        from + words.take_while(|class| is_of_phrase(**class)).count()
    };
    let class = |at: usize| classes.get(at).copied().unwrap_or(Class::Edge);
    (0..classes.len())
        .map(|at| {
            let leads = usize::from(matches!(classes[at], Class::The | Class::Indefinite));
            let behind = end(at + leads).max(at + 1);
            let list = if class(behind) == Class::And && behind > at + leads {
                let next =
                    behind + 1 + usize::from(matches!(class(behind + 1), Class::The | Class::Indefinite));
                let told = class(end(next.min(classes.len())));
                if told.is_finite() || matches!(told, Class::Normal | Class::Intact | Class::Seen) {
                    List::Told
                } else {
                    List::Open
                }
            } else {
                List::None
            };
            Phrase {
                last: classes[behind - 1],
                follower: class(behind),
                list,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Kin, List};
    use crate::segment::run::Run;

    /// The place before the word `at`.
    fn kin(body: &str, at: usize) -> Kin {
        Run::of(body).kin[at]
    }

    #[test]
    fn a_part_is_told_from_another_organ() {
        assert_eq!(kin("brain normal cerebellum normal", 2), Kin::Part);
        assert_eq!(kin("spleen normal spleen small", 2), Kin::Same);
        assert_eq!(kin("spleen normal cerebellum normal", 2), Kin::Far);
        assert_eq!(kin("no effusion", 1), Kin::None);
    }

    #[test]
    fn an_and_makes_a_list_of_what_follows() {
        let list = |body: &str, at: usize| Run::of(body).phrases[at].list;
        assert_eq!(list("liver normal spleen and pancreas are normal", 2), List::Told);
        assert_eq!(
            list("infarct in the insula frontal lobe and thalamus with swelling", 4),
            List::Open
        );
        assert_eq!(list("liver normal spleen normal", 2), List::None);
    }
}
