//! The learner: gradient descent with a step of its own for each weight (AdaGrad, Duchi 2011), over cases in a random but repeatable order.

use std::collections::BTreeMap;

use structuring::{Weights, likelihoods};

const ROUNDS: u32 = 12;
/// The length of a step, and how strongly weights are held near zero.
const RATE: f32 = 0.25;
const PULL: f32 = 0.002;
/// What is met less often than this is not learned.
const OFTEN: usize = 3;
/// What weighs less than this for every answer is not written down.
const LIGHT: f32 = 0.2;

/// Evidence and the answer that is right.
pub(crate) type Case = (Vec<String>, usize);

/// Repeatable chance.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }

    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
    }
}

/// Learns from the cases of each round. `known` is all evidence, from which the weights are chosen.
pub(crate) fn learn<'e, const N: usize>(
    known: impl Iterator<Item = &'e String>,
    mut round: impl FnMut(&mut Chance) -> Vec<Case>,
) -> Weights<N> {
    let mut often: BTreeMap<&str, usize> = BTreeMap::new();
    for met in known {
        *often.entry(met).or_default() += 1;
    }
    let mut weights = Weights::<N>::default();
    let mut squares = Weights::<N>::default();
    for (met, _) in often.iter().filter(|(_, count)| **count >= OFTEN) {
        weights.met.insert((*met).to_owned(), [0.0; N]);
        squares.met.insert((*met).to_owned(), [1.0; N]);
    }
    let mut chance = Chance(1);
    for _ in 0..ROUNDS {
        for (evidence, right) in round(&mut chance) {
            let likely = likelihoods(weights.score(&evidence));
            for (index, likely) in likely.into_iter().enumerate() {
                let gradient = f32::from(u8::from(index == right)) - likely;
                if gradient.abs() < 0.01 {
                    continue;
                }
                for met in &evidence {
                    if let (Some(weight), Some(square)) = (weights.met.get_mut(met), squares.met.get_mut(met))
                    {
                        let gradient = gradient - PULL * weight[index];
                        square[index] += gradient * gradient;
                        weight[index] += RATE * gradient / square[index].sqrt();
                    }
                }
            }
        }
    }
    weights
}

/// Learns a decision between two answers from cases in any order.
pub(crate) fn learn_whether(cases: impl Iterator<Item = Case>) -> Weights<2> {
    let mut cases: Vec<Case> = cases.collect();
    let all = cases.clone();
    learn(all.iter().flat_map(|(met, _)| met), |chance| {
        chance.shuffle(&mut cases);
        cases.clone()
    })
}

/// Prints weights as the file that the product reads, behind a comment.
pub(crate) fn print<const N: usize>(weights: &Weights<N>, comment: &[&str]) {
    for line in comment {
        println!("# {line}");
    }
    println!("# Learned: see crates/structuring/examples/learn.rs.");
    println!("[met]");
    let mut met: Vec<_> = weights.met.iter().collect();
    met.sort_by_key(|(met, _)| *met);
    for (met, weights) in met
        .into_iter()
        .filter(|(_, weights)| weights.iter().any(|weight| weight.abs() >= LIGHT))
    {
        let each: Vec<String> = weights.iter().map(|weight| format!("{weight:.1}")).collect();
        println!("{met:?} = [{}]", each.join(", "));
    }
}
