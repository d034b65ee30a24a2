//! What a stretch of words would be as one sentence: its verbs, denials and length, and the order in which it tells things.

use crate::segment::class::{Class, Named};
use crate::segment::evidence::{Evidence, evidence};
use crate::segment::order::{self, Order};
use crate::segment::run::Style;

/// How far a sentence was read, word by word.
#[derive(Debug, Clone, Copy)]
pub struct Sentence {
    first: Class,
    style: Style,
    words: usize,
    /// Finite verbs that nothing licenses: more than one hardly is one sentence.
    verbs: usize,
    licences: usize,
    denials: usize,
    subject: bool,
    /// Whether anything was said yet: a finding, a state, a size.
    says: bool,
    order: order::Reader,
}

/// Lengths told apart.
const LENGTHS: usize = 13;
const ORDERS: usize = Order::ALL.len();

/// What of a whole sentence is weighed, in few steps each so that a table holds all weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    first: Class,
    style: Style,
    last: Class,
    verbs: u8,
    denials: u8,
    length: u8,
    subject: bool,
    says: bool,
    order: Order,
}

impl Sentence {
    /// Begins with a word.
    pub fn opened_by(class: Class, style: Style) -> Self {
        Self {
            first: class,
            style,
            words: 0,
            verbs: 0,
            licences: 1,
            denials: 0,
            subject: false,
            says: false,
            order: order::Reader::NEW,
        }
    }

    /// Reads the next word; `named` says which name it ends.
    pub fn read(&mut self, class: Class, before: Class, comma: bool, named: Named) {
        self.words += 1;
        self.order.read(class, named);
        let comma = usize::from(comma);
        self.licences = (self.licences + comma).min(2);
        match class {
            // "May have", "has shown": one verb.
            Class::Has | Class::Be | Class::Verb if matches!(before, Class::Modal | Class::To) => {}
            class if class.is_finite() => {
                if self.licences > 0 {
                    self.licences -= 1;
                    self.verbs = self.verbs.max(1);
                } else {
                    self.verbs += 1;
                }
            }
            Class::And | Class::But | Class::Which => self.licences = (self.licences + 1).min(2),
            Class::No
                if !matches!(
                    before,
                    Class::With | Class::And | Class::But | Class::Verb | Class::Be | Class::Has
                ) =>
            {
                self.denials += 1;
            }
            _ => {}
        }
        if self.verbs == 0
            && matches!(
                class,
                Class::Noun
                    | Class::Nouns
                    | Class::Place
                    | Class::Places
                    | Class::Finding
                    | Class::Findings
                    | Class::Level
                    | Class::Pronoun
                    | Class::There
            )
        {
            self.subject = true;
        }
        self.says |= class.is_finite()
            || matches!(
                class,
                Class::Finding
                    | Class::Findings
                    | Class::Normal
                    | Class::Intact
                    | Class::Seen
                    | Class::Predicate
                    | Class::Ed
                    | Class::No
            );
    }

    /// Whether it has gone too far to be one sentence.
    pub fn is_hopeless(&self) -> bool {
        self.verbs > 4 || self.denials > 4
    }

    /// Its shape when it ends with a word.
    pub fn shape(&self, last: Class) -> Shape {
        let length = match self.words {
            1..=5 => self.words,
            6..=7 => 6,
            8..=10 => 7,
            11..=14 => 8,
            15..=20 => 9,
            21..=28 => 10,
            29..=40 => 11,
            _ => 12,
        };
        Shape {
            first: self.first,
            style: self.style,
            last,
            verbs: self.verbs.min(3) as u8,
            denials: self.denials.min(2) as u8,
            length: length as u8,
            subject: self.subject,
            says: self.says,
            order: self.order.order(),
        }
    }
}

impl Shape {
    /// What speaks for one sentence of this shape.
    pub fn evidence(&self) -> Vec<Evidence> {
        let (first, last) = (self.first, self.last);
        vec![
            evidence("verbs", format!("{} subject {}", self.verbs, self.subject)),
            evidence("verbs-of-length", format!("{} {}", self.verbs, self.length)),
            evidence("verbs-of-opening", format!("{} {first:?}", self.verbs)),
            evidence("verbs-of-ending", format!("{} {last:?}", self.verbs)),
            evidence("denials", format!("{} {first:?}", self.denials)),
            evidence("denials-and-verbs", format!("{} {}", self.denials, self.verbs)),
            evidence(
                "verbs-of-style",
                format!("{} {:?} {}", self.verbs, self.style, self.subject),
            ),
            evidence("saying", format!("{} {}", self.says, self.length)),
            evidence(
                "order",
                format!(
                    "{:?} denies {} verb {}",
                    self.order,
                    self.denials > 0,
                    self.verbs > 0
                ),
            ),
            evidence("order-of-style", format!("{:?} {:?}", self.order, self.style)),
        ]
    }

    /// Where the weights of its evidence stand in one flat table of [`Shape::PLACES`], in the order of [`Shape::evidence`].
    pub fn places(&self) -> [usize; 10] {
        let classes = Class::ALL.len();
        let (first, last) = (self.first as usize, self.last as usize);
        let (verbs, denials, length) = (
            usize::from(self.verbs),
            usize::from(self.denials),
            usize::from(self.length),
        );
        let order = self.order as usize;
        let mut from = 0;
        [
            (verbs * 2 + usize::from(self.subject), 8),
            (verbs * LENGTHS + length, 4 * LENGTHS),
            (verbs * classes + first, 4 * classes),
            (verbs * classes + last, 4 * classes),
            (denials * classes + first, 3 * classes),
            (denials * 4 + verbs, 12),
            (
                verbs * 6 + self.style as usize * 2 + usize::from(self.subject),
                24,
            ),
            (usize::from(self.says) * LENGTHS + length, 2 * LENGTHS),
            (
                order * 4 + usize::from(self.denials > 0) * 2 + usize::from(self.verbs > 0),
                4 * ORDERS,
            ),
            (order * 3 + self.style as usize, 3 * ORDERS),
        ]
        .map(|(place, size)| {
            let place = from + place;
            from += size;
            place
        })
    }

    /// How many places there are.
    pub const PLACES: usize = 8 + 6 * LENGTHS + 11 * Class::ALL.len() + 36 + 7 * ORDERS;

    /// Shapes that together show every piece of evidence.
    pub fn samples() -> impl Iterator<Item = Self> {
        Class::ALL.into_iter().enumerate().flat_map(|(index, class)| {
            (0..144_u8).map(move |each| Self {
                first: class,
                style: [Style::Terse, Style::Mixed, Style::Full][usize::from(each / 48)],
                last: class,
                verbs: each % 4,
                denials: each / 4 % 3,
                length: (index % LENGTHS) as u8,
                subject: each / 12 % 2 == 1,
                says: each / 24 % 2 == 1,
                order: Order::ALL[index % ORDERS],
            })
        })
    }
}
