//! What speaks for or against a division of a run: evidence at each place between two words, and about each sentence as a whole.

use std::sync::LazyLock;

use crate::segment::class::Class;
use crate::segment::run::{Ahead, NameEdge, Run, Style};

/// One piece of evidence; its weight stands in `data/division.toml` under its kind and its words.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Evidence {
    /// The table it stands in.
    pub kind: &'static str,
    /// What was met, such as `places the` in the table `between`.
    pub met: String,
}

impl Evidence {
    /// By what its weight is found.
    pub fn key(&self) -> Key {
        self.met
            .split(' ')
            .filter(|part| !part.is_empty())
            .fold(Key::of(self.kind), |key, part| key.and(Key::of(part)))
    }
}

/// What a weight is found by: made of the keys of its kind and its words, so that nothing is spelled out while a run is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(u64);

impl Key {
    /// The key of one word of the table (FNV-1a).
    pub fn of(text: &str) -> Self {
        Self(text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }

    fn and(self, next: Self) -> Self {
        Self((self.0.rotate_left(23) ^ next.0).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// The keys of everything but words, in the order of their kinds.
struct Keys {
    kinds: Vec<Key>,
    classes: Vec<Key>,
    ahead: Vec<Key>,
    edges: Vec<Key>,
    styles: Vec<Key>,
}

static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    fn of<T: std::fmt::Debug>(all: &[T]) -> Vec<Key> {
        all.iter().map(|each| Key::of(&format!("{each:?}"))).collect()
    }
    Keys {
        kinds: KINDS.iter().map(|kind| Key::of(kind)).collect(),
        classes: of(&Class::ALL),
        ahead: of(&Ahead::ALL),
        edges: of(&NameEdge::ALL),
        styles: of(&Style::ALL),
    }
});

/// Every kind of evidence.
pub const KINDS: &[&str] = &[
    "between",
    "behind-two",
    "before-two",
    "behind-two-between",
    "before-two-between",
    "opening-ahead",
    "ending-ahead",
    "name",
    "phrase",
    "phrase-ahead",
    "style",
    "style-ahead",
    "word-behind",
    "word-before",
    "ending-and-word",
    "word-and-opening",
    "size-of",
    "verbs",
    "verbs-of-length",
    "verbs-of-opening",
    "verbs-of-ending",
    "denials",
    "denials-and-verbs",
    "verbs-of-style",
    "saying",
];

/// The kind of a table.
pub fn kind(name: &str) -> &'static str {
    KINDS
        .iter()
        .find(|kind| **kind == name)
        .unwrap_or_else(|| panic!("no kind of evidence: {name}"))
}

fn evidence(kind: &'static str, met: String) -> Evidence {
    Evidence { kind, met }
}

/// A word of the tables.
#[derive(Debug, Clone, Copy)]
enum Part<'r> {
    Class(Class),
    Ahead(Ahead),
    Edge(NameEdge),
    Style(Style),
    Word(&'r str, Key),
}

impl Part<'_> {
    fn key(self, keys: &Keys) -> Key {
        match self {
            Self::Class(class) => keys.classes[class as usize],
            Self::Ahead(ahead) => keys.ahead[ahead as usize],
            Self::Edge(edge) => keys.edges[edge as usize],
            Self::Style(style) => keys.styles[style as usize],
            Self::Word(_, key) => key,
        }
    }

    fn spelled(self) -> String {
        match self {
            Self::Class(class) => format!("{class:?}"),
            Self::Ahead(ahead) => format!("{ahead:?}"),
            Self::Edge(edge) => format!("{edge:?}"),
            Self::Style(style) => format!("{style:?}"),
            Self::Word(word, _) => word.to_owned(),
        }
    }
}

/// Shows what speaks for a sentence beginning with word `at`, `at` not being the first: the place of its kind in [`KINDS`], and its
/// words.
fn show_at(run: &Run, at: usize, mut show: impl FnMut(usize, &[Part])) {
    let before = |steps: usize| Part::Class(run.class(at.checked_sub(steps)));
    let behind = |steps: usize| Part::Class(run.class(Some(at + steps)));
    let word = |at: usize| Part::Word(&run.words[at].key, run.keys[at]);
    let ahead = Part::Ahead(run.ahead[at]);
    let style = Part::Style(run.style[at]);
    let hangs_on = Part::Class(run.behind[at]);
    show(0, &[before(1), behind(0)]);
    show(1, &[before(2), before(1)]);
    show(2, &[behind(0), behind(1)]);
    show(3, &[before(2), before(1), behind(0)]);
    show(4, &[before(1), behind(0), behind(1)]);
    show(5, &[behind(0), ahead]);
    show(6, &[before(1), ahead]);
    show(7, &[Part::Edge(run.edges[at]), before(1)]);
    show(8, &[hangs_on, before(1), behind(0)]);
    show(9, &[hangs_on, ahead]);
    show(10, &[style, before(1), behind(0)]);
    show(11, &[style, ahead]);
    show(12, &[word(at)]);
    show(13, &[word(at - 1)]);
    show(14, &[before(1), word(at)]);
    show(15, &[word(at - 1), behind(0)]);
    if run.class(Some(at - 1)) == Class::Unit {
        let size = run.classes[..at]
            .iter()
            .rev()
            .take_while(|class| matches!(class, Class::Unit | Class::Number | Class::By | Class::Quantity))
            .count();
        show(16, &[before(size + 1), behind(0)]);
    }
}

/// The same, spelled out.
pub fn at(run: &Run, at: usize) -> Vec<Evidence> {
    let mut found = Vec::new();
    show_at(run, at, |kind, parts| {
        let met: Vec<String> = parts.iter().map(|part| part.spelled()).collect();
        found.push(evidence(KINDS[kind], met.join(" ")));
    });
    found
}

/// The same by their keys.
pub fn keys_at(run: &Run, at: usize, mut show: impl FnMut(Key)) {
    let keys = &*KEYS;
    show_at(run, at, |kind, parts| {
        show(
            parts
                .iter()
                .fold(keys.kinds[kind], |key, part| key.and(part.key(keys))),
        );
    });
}

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
}

/// Lengths told apart.
const LENGTHS: usize = 13;

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
        }
    }

    /// Reads the next word.
    pub fn read(&mut self, class: Class, before: Class, comma: bool) {
        self.words += 1;
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
        ]
    }

    /// Where the weights of its evidence stand in one flat table of [`Shape::PLACES`], in the order of [`Shape::evidence`].
    pub fn places(&self) -> [usize; 8] {
        let classes = Class::ALL.len();
        let (first, last) = (self.first as usize, self.last as usize);
        let (verbs, denials, length) = (
            usize::from(self.verbs),
            usize::from(self.denials),
            usize::from(self.length),
        );
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
        ]
        .map(|(place, size)| {
            let place = from + place;
            from += size;
            place
        })
    }

    /// How many places there are.
    pub const PLACES: usize = 8 + 6 * LENGTHS + 11 * Class::ALL.len() + 36;

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
            })
        })
    }
}
