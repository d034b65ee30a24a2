//! Finds the best division of a run of words into sentences: of all divisions the one whose evidence weighs most.
//!
//! The weights are in `data/division.toml`. They were learned (`learn`) from sentences of this product whose ends are known;
//! `cargo run -p report --example division` learns them anew and measures them.

use std::collections::BTreeMap;

use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;
use std::sync::LazyLock;

use hashbrown::HashMap;

use super::attribute;
use super::class::Class;
use super::evidence::{self, Evidence, Key};
use super::run::{Run, Style};
use super::shape::{Sentence, Shape};

/// Nobody says more words than this in a sentence; the search for its start looks no further back, so that it stays linear.
const LONGEST_SENTENCE: usize = 100;

/// What speaks for a division where a sentence surely begins: too rare among the sentences that were learned from.
const SURE: f32 = 8.0;

/// A statement of more words than these may be two, of which only the last is taken back: what speaks for a division then is the next.
const LENIENT: [(usize, f32); 2] = [(8, 0.0), (usize::MAX, 2.0)];

/// What each piece of evidence weighs: positive speaks for the division.
#[derive(Debug, Default, Clone)]
pub struct Weights {
    at: HashMap<Key, f32, BuildHasherDefault<Kept>>,
    shapes: Vec<f32>,
}

/// Keys are hashes already.
#[derive(Debug, Default, Clone)]
struct Kept(u64);

impl Hasher for Kept {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

const LEARNED: &str = include_str!("../../data/division.toml");

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(LEARNED).unwrap_or_else(|error| panic!("weights of the division: {error}"))
});

/// Where the weights of the evidence of shapes stand in their table.
static SHAPE_PLACES: LazyLock<HashMap<Evidence, usize>> = LazyLock::new(|| {
    Shape::samples()
        .flat_map(|shape| shape.evidence().into_iter().zip(shape.places()))
        .collect()
});

impl Weights {
    /// The weights that the product uses.
    pub fn learned() -> &'static Self {
        &WEIGHTS
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    ///
    /// When it is not TOML, or not tables of numbers.
    pub fn read(text: &str) -> Result<Self, toml::de::Error> {
        Ok(Self::new(Self::evidence_of(text)?))
    }

    fn evidence_of(text: &str) -> Result<Vec<(Evidence, f32)>, toml::de::Error> {
        let tables: BTreeMap<String, BTreeMap<String, f32>> = toml::from_str(text)?;
        let of = |(kind, weights): (String, BTreeMap<String, f32>)| {
            let kind = evidence::kind(&kind);
            let each = move |(met, weight)| (Evidence { kind, met }, weight);
            weights.into_iter().map(each)
        };
        Ok(tables.into_iter().flat_map(of).collect())
    }

    /// What stands in the file of the weights that the product uses.
    pub fn file() -> Vec<(Evidence, f32)> {
        Self::evidence_of(LEARNED).unwrap_or_default()
    }

    /// Takes weights.
    pub fn new(weights: impl IntoIterator<Item = (Evidence, f32)>) -> Self {
        let mut new = Self {
            at: HashMap::default(),
            shapes: vec![0.0; Shape::PLACES],
        };
        for (found, weight) in weights {
            new.change(found, weight);
        }
        new
    }

    /// Adds to the weight of a piece of evidence.
    pub fn change(&mut self, found: Evidence, by: f32) {
        if let Some(place) = SHAPE_PLACES.get(&found) {
            self.shapes[*place] += by;
        } else {
            *self.at.entry(found.key()).or_default() += by;
        }
    }

    fn of_place(&self, run: &Run, at: usize) -> f32 {
        let mut weight = 0.0;
        evidence::keys_at(run, at, |key| weight += self.at.get(&key).copied().unwrap_or(0.0));
        weight
    }

    fn of_shape(&self, shape: Shape) -> f32 {
        shape.places().into_iter().map(|place| self.shapes[place]).sum()
    }
}

/// The words with which sentences begin in the best division, the first word not among them. `bias` is added for each.
pub fn divide(run: &Run, weights: &Weights, bias: impl Fn(usize) -> f32) -> Vec<usize> {
    let length = run.words.len();
    let places: Vec<f32> = (0..length)
        .map(|at| {
            if run.may_open[at] {
                weights.of_place(run, at) + bias(at)
            } else {
                f32::NEG_INFINITY
            }
        })
        .collect();
    // For each word, the best weight of what stands before a sentence that begins there, and where the sentence before began.
    let mut best = vec![(f32::NEG_INFINITY, 0_usize); length + 1];
    best[0].0 = 0.0;
    for first in 0..length {
        let so_far = best[first].0;
        if so_far == f32::NEG_INFINITY {
            continue;
        }
        candidates(run, first, |next, shape| {
            let weight = so_far + places.get(next).copied().unwrap_or(0.0) + weights.of_shape(shape);
            if weight > best[next].0 {
                best[next] = (weight, first);
            }
        });
    }
    let mut starts = Vec::new();
    let mut at = best[length].1;
    while at > 0 {
        starts.push(at);
        at = best[at].1;
    }
    starts.reverse();
    starts
}

/// Shows every sentence that could begin with word `first`: the word behind it and its shape.
fn candidates(run: &Run, first: usize, mut show: impl FnMut(usize, Shape)) {
    let length = run.words.len();
    let mut sentence = Sentence::opened_by(run.classes[first], run.style[first]);
    let mut reached = false;
    for last in first..length {
        sentence.read(
            run.classes[last],
            run.class(last.checked_sub(1)),
            run.commas[last],
            run.named[last],
        );
        let next = last + 1;
        if next == length || run.may_open[next] {
            show(next, sentence.shape(run.classes[last]));
            reached = true;
        }
        if reached && (next - first >= LONGEST_SENTENCE || sentence.is_hopeless()) {
            return;
        }
    }
}

/// How likely each place is, and how often each piece of evidence of a whole sentence is expected; for learning.
#[derive(Debug)]
pub struct Expected {
    /// For each word, how likely a sentence begins with it.
    pub places: Vec<f64>,
    /// For each place of [`Shape::places`], how often it is met.
    pub shapes: Vec<f64>,
}

/// What the weights expect of a run, over all its divisions. `bias` as for [`divide`].
pub fn expected(run: &Run, weights: &Weights, bias: impl Fn(usize) -> f32) -> Expected {
    let length = run.words.len();
    let places: Vec<f64> = (0..length)
        .map(|at| {
            if run.may_open[at] {
                f64::from(weights.of_place(run, at) + bias(at))
            } else {
                0.0
            }
        })
        .collect();
    let mut sentences = Vec::new();
    let mut forward = vec![f64::NEG_INFINITY; length + 1];
    forward[0] = 0.0;
    for first in 0..length {
        if forward[first] > f64::NEG_INFINITY {
            candidates(run, first, |next, shape| {
                let weight = places.get(next).copied().unwrap_or(0.0) + f64::from(weights.of_shape(shape));
                forward[next] = log_of_sum(forward[next], forward[first] + weight);
                sentences.push((first, next, shape, weight));
            });
        }
    }
    let mut backward = vec![f64::NEG_INFINITY; length + 1];
    backward[length] = 0.0;
    let mut expected = Expected {
        places: vec![0.0; length + 1],
        shapes: vec![0.0; Shape::PLACES],
    };
    for (first, next, shape, weight) in sentences.into_iter().rev() {
        let through = weight + backward[next];
        backward[first] = log_of_sum(backward[first], through);
        let likely = (forward[first] + through - forward[length]).exp();
        expected.places[next] += likely;
        for place in shape.places() {
            expected.shapes[place] += likely;
        }
    }
    expected
}

fn log_of_sum(left: f64, right: f64) -> f64 {
    let (small, large) = if left < right {
        (left, right)
    } else {
        (right, left)
    };
    if small == f64::NEG_INFINITY {
        large
    } else {
        large + (small - large).exp().ln_1p()
    }
}

/// Divides what may be a line of several that commas part: who speaks in verbs ends sentences otherwise.
pub(super) fn line_of_commas(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let run = Run::of(&text[part.clone()]);
    match run.style.contains(&Style::Full) {
        true => vec![part],
        false => of_run(&run, part),
    }
}

/// Divides a part of a text; what is one sentence comes back whole.
pub(super) fn sentences(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    of_run(&Run::of(&text[part.clone()]), part)
}

/// Where the last statement of a part of a text begins, when it is to be taken back: who takes too little sees it stand, who takes too
/// much loses a finding, so that a division is found where it is no more than likely.
pub(super) fn last_statement(text: &str, part: Range<usize>) -> usize {
    let run = Run::of(&text[part.clone()]);
    let surely = |at: usize| if run.surely_opens[at] { SURE } else { 0.0 };
    let start = |lenient: f32| {
        let starts = divide(&run, Weights::learned(), |at| surely(at) + lenient);
        attribute::joined(&run, starts).last().copied().unwrap_or(0)
    };
    let lenient = LENIENT.iter().find_map(|(longest, lenient)| {
        let first = start(*lenient);
        (run.words.len() - first <= *longest).then_some(first)
    });
    let start = lenient.unwrap_or_else(|| start(LENIENT[LENIENT.len() - 1].1));
    run.words
        .get(start)
        .map_or(part.start, |word| part.start + word.range.start)
}

fn of_run(run: &Run, part: Range<usize>) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = part.start;
    let bias = |at: usize| if run.surely_opens[at] { SURE } else { 0.0 };
    for at in attribute::joined(run, divide(run, Weights::learned(), bias)) {
        pieces.push(start..part.start + run.end_before(at));
        start = part.start + run.words[at].range.start;
    }
    pieces.push(start..part.end);
    pieces
}

/// The shapes of the sentences of a division.
pub fn shapes(run: &Run, starts: &[usize]) -> Vec<Shape> {
    let mut first = 0;
    let ends = starts.iter().copied().chain([run.words.len()]);
    ends.map(|end| {
        let mut sentence = Sentence::opened_by(run.classes[first], run.style[first]);
        let mut last = Class::Edge;
        for at in first..end {
            last = run.classes[at];
            sentence.read(last, run.class(at.checked_sub(1)), run.commas[at], run.named[at]);
        }
        first = end;
        sentence.shape(last)
    })
    .collect()
}
