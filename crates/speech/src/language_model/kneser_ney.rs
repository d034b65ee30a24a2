//! Interpolated Kneser-Ney smoothing of trigrams.
//!
//! Chen and Goodman, "An empirical study of smoothing techniques for language modeling" (1999), section 2.7 with
//! interpolation; one discount an order, estimated from the counts of counts. Knows words as numbers and nothing
//! of speech.

use std::collections::HashMap;

use super::model::Model;
use super::vocabulary::START;

/// What was counted of a part of the corpus.
#[derive(Default)]
pub(crate) struct Trigrams {
    pairs: Vec<[u32; 2]>,
    triples: Vec<[u32; 3]>,
}

/// A context's mass: the sum of its counts and how many different words follow it.
#[derive(Default, Clone, Copy)]
struct Context {
    total: f64,
    kinds: f64,
}

impl Trigrams {
    /// Counts a sentence as [`super::Vocabulary::sentence`] gives it.
    pub(crate) fn add(&mut self, sentence: &[u32]) {
        self.pairs.extend(sentence.array_windows::<2>());
        self.triples.extend(sentence.array_windows::<3>());
    }

    /// The smoothed model over a vocabulary of so many words; a word that was not counted has no probability.
    pub(crate) fn estimate(mut self, words: usize) -> Model {
        self.pairs.sort_unstable();
        self.triples.sort_unstable();
        let triples = counted(&self.triples);
        let pairs = pair_counts(&counted(&self.pairs), &triples);
        let singles = single_counts(&pairs, words);

        let single_discount = discount(singles.iter().copied());
        let pair_discount = discount(pairs.iter().map(|(_, count)| *count));
        let triple_discount = discount(triples.iter().map(|(_, count)| *count));

        let single_probability = single_probabilities(&singles, single_discount);
        let mut after_word = vec![Context::default(); words];
        for ([first, _], count) in &pairs {
            after_word[*first as usize].add(*count);
        }
        let word_backoff: Vec<f64> = after_word
            .iter()
            .map(|context| context.backoff(pair_discount))
            .collect();
        let pair_probability: Vec<f64> = pairs
            .iter()
            .map(|([first, second], count)| {
                (f64::from(*count) - pair_discount).max(0.0) / after_word[*first as usize].total
                    + word_backoff[*first as usize] * single_probability[*second as usize]
            })
            .collect();
        let place: HashMap<[u32; 2], usize> = pairs.iter().map(|(pair, _)| *pair).zip(0..).collect();
        let mut after_pair = vec![Context::default(); pairs.len()];
        for ([first, second, _], count) in &triples {
            after_pair[place[&[*first, *second]]].add(*count);
        }
        let triple_probability = triples
            .iter()
            .map(|([first, second, third], count)| {
                let context = &after_pair[place[&[*first, *second]]];
                (f64::from(*count) - triple_discount).max(0.0) / context.total
                    + context.backoff(triple_discount) * pair_probability[place[&[*second, *third]]]
            })
            .collect();
        Model {
            single_probability,
            single_backoff: word_backoff,
            pairs: pairs.into_iter().map(|(pair, _)| pair).collect(),
            pair_probability,
            pair_backoff: after_pair
                .iter()
                .map(|context| context.backoff(triple_discount))
                .collect(),
            triples: triples.into_iter().map(|(triple, _)| triple).collect(),
            triple_probability,
        }
    }
}

impl Context {
    fn add(&mut self, count: u32) {
        self.total += f64::from(count);
        self.kinds += 1.0;
    }

    /// The weight of the shorter context; 1 where nothing was seen.
    fn backoff(&self, discount: f64) -> f64 {
        if self.total == 0.0 {
            1.0
        } else {
            discount * self.kinds / self.total
        }
    }
}

/// Distinct items of a sorted list with how often each stands there.
fn counted<T: PartialEq + Copy>(sorted: &[T]) -> Vec<(T, u32)> {
    sorted
        .chunk_by(|a, b| a == b)
        .map(|same| (same[0], same.len() as u32))
        .collect()
}

/// A pair counts how many different words come before it; a pair that begins a sentence, how often it was seen.
fn pair_counts(raw: &[([u32; 2], u32)], triples: &[([u32; 3], u32)]) -> Vec<([u32; 2], u32)> {
    let mut kinds: HashMap<[u32; 2], u32> = HashMap::with_capacity(raw.len());
    for ([_, second, third], _) in triples {
        *kinds.entry([*second, *third]).or_default() += 1;
    }
    raw.iter()
        .map(|(pair, count)| {
            (
                *pair,
                if pair[0] == START {
                    *count
                } else {
                    kinds.get(pair).copied().unwrap_or(1)
                },
            )
        })
        .collect()
}

fn single_counts(pairs: &[([u32; 2], u32)], words: usize) -> Vec<u32> {
    let mut counts = vec![0; words];
    for ([_, second], _) in pairs {
        counts[*second as usize] += 1;
    }
    counts
}

/// What the discount takes is shared out evenly among the words that were counted.
fn single_probabilities(counts: &[u32], discount: f64) -> Vec<f64> {
    let total: f64 = counts.iter().map(|count| f64::from(*count)).sum::<f64>().max(1.0);
    counts
        .iter()
        .map(|count| {
            if *count == 0 {
                0.0
            } else {
                (f64::from(*count) - discount).max(0.0) / total + discount / total
            }
        })
        .collect()
}

/// n1 / (n1 + 2 n2), kept where small corpora would leave it.
fn discount(counts: impl Iterator<Item = u32>) -> f64 {
    let (mut once, mut twice) = (0_u32, 0_u32);
    for count in counts {
        once += u32::from(count == 1);
        twice += u32::from(count == 2);
    }
    if once == 0 {
        return 0.5;
    }
    (f64::from(once) / f64::from(once + 2 * twice)).clamp(0.3, 0.95)
}
