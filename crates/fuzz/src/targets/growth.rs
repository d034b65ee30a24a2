//! Cost in proportion to length: of any two or three pieces that are repeated without end, in any text that somebody sends, at any
//! entrance. What is not read within its budget, at any length that may be sent, is a finding too.
//!
//! Except where each sentence of a dictation is compared with each line of a template, which costs the product of the two, and still no more
//! than in proportion to each of them alone. That may end with its budget, and the server answers that it takes too long; [`Growth`] names
//! these entrances.
//!
//! Steps of the budget are counted, because they are the same on every machine. In a long round (`make soak`, `make fuzz`) the time of the
//! processor is measured beside them, for what spends nothing; a test on a machine that is busy with others could not tell. Two texts are as long as each other where an entrance takes two, so that a template of any shape meets a
//! dictation of any other. To add an entrance, add it to `growth/works.rs`; a hostile piece belongs into `growth/pieces.rs`.

mod pieces;
mod works;

use std::cell::Cell;
use std::time::Duration;

use arbitrary::Unstructured;
use report::budget::{self, Budget, STEPS};

use pieces::{MIXES, Mix, PIECES};
use works::{Growth, WORKS, Work};

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

/// Bytes of the longest text that the program takes.
const WHOLE: usize = 200_000;
/// A quarter of it where counting what is reached makes every step several times as dear.
const LONGEST: usize = if cfg!(feature = "coverage") {
    WHOLE / 4
} else {
    WHOLE
};
/// Of the exponent with which the cost grows, fitted over texts that are each twice as long as the one before.
const STEEPEST: f64 = 1.15;
/// And where two texts are compared that both grow.
const STEEPEST_PRODUCT: f64 = 2.15;
/// Lengths over which an exponent is fitted: the longest that are read to their end.
const FITTED: usize = 4;
/// What compares two texts is followed from short ones on, because long ones end.
const SHORTEST_OF_TWO: usize = 1_000;
/// What it may spend here. It is to end where its budget does, whatever that is, and a small one is sooner used up.
const STEPS_OF_TWO: u64 = STEPS / 8;
/// And while only one of them grows, which is to tell nothing but how.
const STEPS_OF_ONE_OF_TWO: u64 = STEPS_OF_TWO / 2;
/// What comes bit by bit has a budget at each look; all looks together may spend this.
const STEPS_OF_ALL_LOOKS: u64 = STEPS * 16;
/// Steps and times below these are not told apart from nothing.
const FEW_STEPS: u64 = 200_000;
const LITTLE_TIME: Duration = Duration::from_millis(400);
/// What [`LONGEST`], and all steps of a budget, may take of one processor, as it is shipped; and how much dearer each step is where it
/// counts what it reaches.
const LONGEST_TIME: Duration = Duration::from_secs(2);
const DEARER: u32 = if cfg!(feature = "coverage") { 16 } else { 1 };

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
    /// Whether the budget ended it. What it would have cost is not known then.
    is_ended: bool,
}

/// What is measured beside the steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Timed {
    /// Nothing: the time of a busy machine says nothing.
    Not,
    /// Whether a text takes longer than its length allows.
    InAll,
    /// And whether its time grows as it may.
    AsItGrows,
}

/// Which of two texts grow. One that does not has [`SHORTEST_OF_TWO`] bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grows {
    Both,
    Text,
    Other,
}

impl Grows {
    fn lengths(self, length: usize, work: &Work) -> [usize; 2] {
        match self {
            // What is read together is as long as a text that comes alone.
            Self::Both if work.takes_two && work.growth == Growth::Length => [length / 2; 2],
            Self::Both => [length; 2],
            Self::Text => [length, SHORTEST_OF_TWO],
            Self::Other => [SHORTEST_OF_TWO, length],
        }
    }

    fn of_which(self) -> &'static str {
        match self {
            Self::Both => "",
            Self::Text => ", the first text alone",
            Self::Other => ", the second text alone",
        }
    }
}

fn check(input: &[u8]) {
    with(input, |bytes| {
        let case = Case::of(bytes)?;
        // As it is fuzzed, and not as a test among others.
        let timed = match cfg!(feature = "coverage") {
            true => Timed::InAll,
            false => Timed::Not,
        };
        // What is bounded may still grow with a square where texts are short: the longest ones tell.
        let is_bounded = || LONGEST < WHOLE && case.holds(WHOLE, timed).is_ok();
        if let Err(problem) = case.holds(LONGEST, timed)
            && !is_bounded()
        {
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
    fn holds(&self, longest: usize, timed: Timed) -> Result<(), String> {
        (self.work.run)("Liver is normal.", "Liver is normal.");
        if self.work.growth != Growth::Product {
            return self.holds_of(Grows::Both, longest, timed);
        }
        [Grows::Both, Grows::Text, Grows::Other]
            .into_iter()
            .try_for_each(|grows| self.holds_of(grows, longest, timed.min(Timed::InAll)))
    }

    fn holds_of(&self, grows: Grows, longest: usize, timed: Timed) -> Result<(), String> {
        let (steepest, shortest, given) = match (self.work.growth, grows) {
            (Growth::Product, Grows::Both) => (STEEPEST_PRODUCT, SHORTEST_OF_TWO, STEPS_OF_TWO),
            (Growth::Product, _) => (STEEPEST, SHORTEST_OF_TWO, STEPS_OF_ONE_OF_TWO),
            _ if !self.work.is_asked_whole => (STEEPEST, longest >> (FITTED - 1), STEPS_OF_ALL_LOOKS),
            _ => (STEEPEST, longest >> (FITTED - 1), STEPS),
        };
        let longest = longest.min(self.work.longest);
        let shortest = shortest.min(longest >> (FITTED - 1));
        let mut read: Vec<(usize, Cost)> = Vec::new();
        let mut ended = None;
        for length in lengths(shortest, longest) {
            let cost = self.cost(grows, length, given, 1);
            if cost.is_ended {
                ended = Some((length, cost));
                break;
            }
            read.push((length, cost));
        }
        // Short texts cost what every text does.
        read.drain(..read.len().saturating_sub(FITTED));
        let steps = growth(&points(&read, |cost| cost.steps as f64));
        if let (Some((length, _)), Growth::Length) = (&ended, self.work.growth) {
            return Err(self.problem(&format!(
                "is not read within its budget of {given} steps at {length} bytes, having grown with exponent {steps:.2}"
            )));
        }
        let most = read.last().map_or(0, |(_, cost)| cost.steps);
        if most > FEW_STEPS && steps > steepest {
            return Err(self.problem(&format!(
                "grows with exponent {steps:.2}, to {most} steps{}",
                grows.of_which()
            )));
        }
        // What takes long where one grows takes longer where both do.
        if timed >= Timed::InAll && self.work.is_asked_whole && grows == Grows::Both {
            for (length, cost) in read.last().into_iter().chain(&ended) {
                self.is_quick(*length, given, cost)?;
            }
        }
        if timed == Timed::AsItGrows && read.last().is_some_and(|(_, cost)| cost.time > LITTLE_TIME) {
            let measured: Vec<_> = read
                .iter()
                .map(|(length, _)| (*length, self.cost(grows, *length, given, 3)))
                .collect();
            let time = growth(&points(&measured, |cost| cost.time.as_secs_f64()));
            if time > STEEPEST {
                return Err(self.problem(&format!("takes time that grows with exponent {time:.2}")));
            }
        }
        Ok(())
    }

    /// Says whether texts took more time than their length allows, or than the steps that they spent.
    fn is_quick(&self, length: usize, given: u64, cost: &Cost) -> Result<(), String> {
        let of_length = LONGEST_TIME.mul_f64(length as f64 / 200_000.0);
        let of_steps = LONGEST_TIME.mul_f64(cost.steps as f64 / STEPS as f64);
        let bound = of_length.max(of_steps).max(LITTLE_TIME / 2) * DEARER;
        // The machine has others to work for: what took too long is looked at again.
        if cost.time > bound && self.cost(Grows::Both, length, given, 3).time > bound {
            let Cost { steps, time, .. } = cost;
            return Err(self.problem(&format!("takes {time:?} of {length} bytes, for {steps} steps")));
        }
        Ok(())
    }

    fn cost(&self, grows: Grows, length: usize, given: u64, times: usize) -> Cost {
        let [of_text, of_other] = grows.lengths(length, self.work);
        let text = self.text.text(of_text);
        let other = self.other.text(of_other);
        let (steps, is_ended) = (Cell::new(0), Cell::new(false));
        let time = least(times, &|| {
            let budget = Budget::of_steps(given);
            let done = budget::within(&budget, || (self.work.run)(&text, &other));
            is_ended.set(done.is_err());
            steps.set(given - budget.left());
        });
        Cost {
            steps: steps.get(),
            time,
            is_ended: is_ended.get(),
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

/// Each length twice the one before, up to the longest.
fn lengths(shortest: usize, longest: usize) -> Vec<usize> {
    let halved = std::iter::successors(Some(longest), |length| Some(length / 2));
    let mut lengths: Vec<usize> = halved
        .take_while(|length| *length >= shortest && *length > 0)
        .collect();
    lengths.reverse();
    lengths
}

fn points(costs: &[(usize, Cost)], value: impl Fn(&Cost) -> f64) -> Vec<(f64, f64)> {
    let point = |(length, cost): &(usize, Cost)| (*length as f64, value(cost));
    costs.iter().map(point).collect()
}

/// The exponent of a growth that goes on: a rule that begins to hold of longer texts makes a step between two of them, and none between the
/// last.
fn growth(points: &[(f64, f64)]) -> f64 {
    let last = &points[points.len().saturating_sub(2)..];
    exponent(points).min(exponent(last))
}

/// The slope of the line through the logarithms of lengths and costs that has the least squares; nothing of a single length.
fn exponent(points: &[(f64, f64)]) -> f64 {
    if points.len() < 2 {
        return 0.0;
    }
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
