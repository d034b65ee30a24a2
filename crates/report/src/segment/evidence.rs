//! What speaks for or against a division of a run: evidence at each place between two words, and about each sentence as a whole.

use std::sync::LazyLock;

use crate::segment::ROW;
use crate::segment::ahead::Ahead;
use crate::segment::class::Class;
use crate::segment::run::{NameEdge, Run, Style};
use crate::segment::scope::{Denial, Opening};

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
    denials: Vec<Key>,
    openings: Vec<Key>,
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
        denials: of(&Denial::ALL),
        openings: of(&Opening::ALL),
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
    "denial",
    "denial-between",
    "denial-ending",
    "opening",
    "opening-of-style",
    "opening-behind-two",
    "verbs",
    "verbs-of-length",
    "verbs-of-opening",
    "verbs-of-ending",
    "denials",
    "denials-and-verbs",
    "verbs-of-style",
    "saying",
    "order",
    "order-of-style",
    "words",
    "words-behind",
    "words-before",
    "word-second",
    "word-second-before",
    "comma",
    "comma-of-style",
    "comma-opening",
    "comma-word",
    "comma-words",
    "no-comma",
    "comma-before-own",
    "comma-before-more",
];

/// The kind of a table.
pub fn kind(name: &str) -> &'static str {
    KINDS
        .iter()
        .find(|kind| **kind == name)
        .unwrap_or_else(|| panic!("no kind of evidence: {name}"))
}

pub(super) fn evidence(kind: &'static str, met: String) -> Evidence {
    Evidence { kind, met }
}

/// A word of the tables.
#[derive(Debug, Clone, Copy)]
enum Part<'r> {
    Class(Class),
    Ahead(Ahead),
    Edge(NameEdge),
    Style(Style),
    Denial(Denial),
    Opening(Opening),
    Word(&'r str, Key),
}

impl Part<'_> {
    fn key(self, keys: &Keys) -> Key {
        match self {
            Self::Class(class) => keys.classes[class as usize],
            Self::Ahead(ahead) => keys.ahead[ahead as usize],
            Self::Edge(edge) => keys.edges[edge as usize],
            Self::Style(style) => keys.styles[style as usize],
            Self::Denial(denial) => keys.denials[denial as usize],
            Self::Opening(opening) => keys.openings[opening as usize],
            Self::Word(_, key) => key,
        }
    }

    fn spelled(self) -> String {
        match self {
            Self::Class(class) => format!("{class:?}"),
            Self::Ahead(ahead) => format!("{ahead:?}"),
            Self::Edge(edge) => format!("{edge:?}"),
            Self::Style(style) => format!("{style:?}"),
            Self::Denial(denial) => format!("{denial:?}"),
            Self::Opening(opening) => format!("{opening:?}"),
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
            .take(ROW)
            .take_while(|class| matches!(class, Class::Unit | Class::Number | Class::By | Class::Quantity))
            .count();
        show(16, &[before(size + 1), behind(0)]);
    }
    let opening = Part::Opening(run.openings[at]);
    if run.denials[at] != Denial::None {
        let denial = Part::Denial(run.denials[at]);
        show(17, &[denial, opening]);
        show(18, &[denial, before(1), behind(0)]);
        show(19, &[denial, before(1), opening]);
    }
    show(20, &[before(1), opening]);
    show(21, &[style, before(1), opening]);
    show(22, &[before(2), before(1), opening]);
    if words_tell(run, at) {
        show(32, &[word(at - 1), word(at)]);
        if at + 1 < run.words.len() {
            show(33, &[word(at), word(at + 1)]);
            show(35, &[word(at + 1)]);
        }
        if at > 1 {
            show(34, &[word(at - 2), word(at - 1)]);
            show(36, &[word(at - 2)]);
        }
    }
    if run.commas[at] {
        show(37, &[before(1), behind(0)]);
        show(38, &[style, opening]);
        show(39, &[before(1), opening]);
        show(40, &[word(at)]);
        show(if run.tells_own[at] { 43 } else { 44 }, &[style, behind(0)]);
        if at + 1 < run.words.len() {
            show(41, &[word(at), word(at + 1)]);
        }
    } else if run.has_commas {
        show(42, &[style]);
    }
}

/// Whether the words themselves say more than their classes: not within a denial, where they would tear off what is denied, and not beside
/// a size, which everything may have.
fn words_tell(run: &Run, at: usize) -> bool {
    run.denials[at] == Denial::None
        && run.classes[at - 1] != Class::Unit
        && !matches!(run.classes[at], Class::Number | Class::Quantity)
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
