//! Cost in proportion to length: of any two or three pieces that are repeated without end, in any text that somebody sends, at any
//! entrance. What costs more ends within its budget, which is what the server answers with "takes too long to read".
//!
//! Steps of the budget are counted, because they are the same on every machine; the time of the processor is measured beside them, for
//! what spends nothing. Two texts are as long as each other where an entrance takes two, so that a template of any shape meets a
//! dictation of any other. To add an entrance, add it to `growth/works.rs`; a hostile piece belongs into `growth/pieces.rs`.

mod pieces;
mod works;

use std::cell::Cell;
use std::time::Duration;

use arbitrary::Unstructured;
use report::budget::{self, Budget, STEPS};

use pieces::{MIXES, Mix, PIECES};
use works::{WORKS, Work};

use super::with;
use crate::Target;
use crate::cost::least;
use crate::dictated::noise;

pub const TARGET: Target = Target {
    name: "growth",
    check,
    seeds: || (1..=10).map(|seed| noise(seed, 40)).collect(),
    longest: 64,
};

/// Bytes of the longest text that the program takes; a quarter of it where counting what is reached makes every step several times as dear.
const LONGEST: usize = if cfg!(feature = "coverage") {
    50_000
} else {
    200_000
};
/// Of the exponent with which the cost grows, fitted over texts that are each twice as long as the one before.
const STEEPEST: f64 = 1.15;
const DOUBLINGS: u32 = 3;
/// Steps and times below these are not told apart from nothing.
const FEW_STEPS: u64 = 200_000;
/// Two texts are compared sentence by sentence, up to a bound (`budget::compare`): until then their cost is that of a square, and little.
const FEW_STEPS_OF_TWO: u64 = 2_000_000;
const LITTLE_TIME: Duration = Duration::from_millis(400);
/// What [`LONGEST`] may take of one processor, as it is shipped; and how much dearer each step is without the optimiser, or where it
/// counts what it reaches.
const LONGEST_TIME: Duration = Duration::from_secs(2);
const DEARER: u32 = if cfg!(feature = "coverage") {
    16
} else if cfg!(debug_assertions) {
    4
} else {
    1
};

/// Pieces that are repeated, and how.
struct Recipe {
    pieces: Vec<&'static str>,
    mix: Mix,
}

/// Something that somebody might send.
struct Case {
    work: &'static Work,
    text: Recipe,
    /// The other text of a work that takes two.
    other: Recipe,
}

/// What a case costs at one length.
struct Cost {
    steps: u64,
    time: Duration,
}

fn check(input: &[u8]) {
    with(input, |bytes| {
        let case = Case::of(bytes)?;
        if let Err(problem) = case.holds(LONGEST, false) {
            panic!("{problem}");
        }
        Ok(())
    });
}

impl Recipe {
    fn of(bytes: &mut Unstructured<'_>) -> arbitrary::Result<Self> {
        let count = bytes.int_in_range(1..=3)?;
        let pieces = (0..count).map(|_| bytes.choose(PIECES).copied());
        Ok(Self {
            pieces: pieces.collect::<arbitrary::Result<_>>()?,
            mix: *bytes.choose(MIXES)?,
        })
    }

    fn text(&self, length: usize) -> String {
        pieces::text(&self.pieces, self.mix, length)
    }
}

impl Case {
    fn of(bytes: &mut Unstructured<'_>) -> arbitrary::Result<Self> {
        Ok(Self {
            work: bytes.choose(WORKS)?,
            text: Recipe::of(bytes)?,
            other: Recipe::of(bytes)?,
        })
    }

    /// Says what does not hold of texts of so many bytes and shorter ones.
    fn holds(&self, longest: usize, measures_time: bool) -> Result<(), String> {
        (self.work.run)("Liver is normal.", "Liver is normal.");
        let lengths = (0..=DOUBLINGS).rev().map(|halvings| longest >> halvings);
        let costs: Vec<Cost> = lengths.clone().map(|length| self.cost(length, 1)).collect();
        let last = costs.last().expect("several lengths");
        let points = |value: fn(&Cost) -> f64, costs: &[Cost]| {
            let values = costs.iter().map(value);
            let points = lengths.clone().zip(values);
            points
                .map(|(length, value)| (length as f64, value))
                .collect::<Vec<_>>()
        };
        let steps = exponent(&points(|cost| cost.steps as f64, &costs));
        let few = if self.work.takes_two {
            FEW_STEPS_OF_TWO
        } else {
            FEW_STEPS
        };
        if last.steps > few && steps > STEEPEST {
            return Err(self.problem(&format!(
                "grows with exponent {steps:.2}, to {} steps",
                last.steps
            )));
        }
        // The machine has others to work for: what took too long is looked at again. What spends much is bounded by its budget.
        let share = (longest as f64 / 200_000.0).max(last.steps as f64 / STEPS as f64);
        let bound = LONGEST_TIME.mul_f64(share).max(LITTLE_TIME / 2) * DEARER;
        if self.work.is_asked_whole && last.time > bound && self.cost(longest, 3).time > bound {
            return Err(self.problem(&format!("takes {:?} of {longest} bytes", last.time)));
        }
        if measures_time && !self.work.takes_two && last.time > LITTLE_TIME {
            let costs: Vec<Cost> = lengths.clone().map(|length| self.cost(length, 3)).collect();
            let time = exponent(&points(|cost| cost.time.as_secs_f64(), &costs));
            if time > STEEPEST {
                return Err(self.problem(&format!("grows with exponent {time:.2}, to {:?}", last.time)));
            }
        }
        Ok(())
    }

    fn cost(&self, length: usize, times: usize) -> Cost {
        let text = self.text.text(length);
        let other = self.other.text(length);
        let steps = Cell::new(0);
        let time = least(times, &|| {
            let budget = Budget::default();
            let _ended = budget::within(&budget, || (self.work.run)(&text, &other));
            steps.set(STEPS - budget.left());
        });
        Cost {
            steps: steps.get(),
            time,
        }
    }

    fn problem(&self, what: &str) -> String {
        let Recipe { pieces, mix } = &self.text;
        let mut problem = format!("{} {what}, of {pieces:?} {mix:?}", self.work.name);
        if self.work.takes_two {
            let Recipe { pieces, mix } = &self.other;
            problem.push_str(&format!(" beside {pieces:?} {mix:?}"));
        }
        problem
    }
}

/// The slope of the line through the logarithms of lengths and costs that has the least squares.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logarithms = points
        .iter()
        .map(|(length, cost)| (length.ln(), cost.max(1e-9).ln()));
    let count = points.len() as f64;
    let (lengths, costs) = logarithms
        .clone()
        .fold((0.0, 0.0), |(lengths, costs), (length, cost)| {
            (lengths + length, costs + cost)
        });
    let (length, cost) = (lengths / count, costs / count);
    let (together, squares) = logarithms.fold((0.0, 0.0), |(together, squares), (x, y)| {
        (
            together + (x - length) * (y - cost),
            squares + (x - length).powi(2),
        )
    });
    together / squares
}

#[cfg(test)]
mod tests;
