//! A back-off trigram model: probabilities of words after words, mixtures of models, and the ARPA format.

use std::io::{self, Write};

use super::vocabulary::{START, Vocabulary};

/// N-grams sorted by their words. A word's probability after a context that was not seen is the context's back-off weight (1 for an unknown
/// context) times its probability after the shorter one.
pub(crate) struct Model {
    /// By word; 0 for a word that is not known.
    pub(super) single_probability: Vec<f64>,
    pub(super) single_backoff: Vec<f64>,
    pub(super) pairs: Vec<[u32; 2]>,
    pub(super) pair_probability: Vec<f64>,
    pub(super) pair_backoff: Vec<f64>,
    pub(super) triples: Vec<[u32; 3]>,
    pub(super) triple_probability: Vec<f64>,
}

impl Model {
    /// The same probability for each of these words of a vocabulary.
    pub(crate) fn even(words: usize, known: &[u32]) -> Model {
        let mut single_probability = vec![0.0; words];
        for word in known {
            single_probability[*word as usize] = 1.0 / known.len() as f64;
        }
        Model {
            single_probability,
            single_backoff: vec![1.0; words],
            pairs: Vec::new(),
            pair_probability: Vec::new(),
            pair_backoff: Vec::new(),
            triples: Vec::new(),
            triple_probability: Vec::new(),
        }
    }

    fn after_one(&self, context: u32, word: u32) -> f64 {
        match self.pairs.binary_search(&[context, word]) {
            Ok(place) => self.pair_probability[place],
            Err(_) => self.single_backoff[context as usize] * self.single_probability[word as usize],
        }
    }

    fn after_two(&self, context: [u32; 2], word: u32) -> f64 {
        if let Ok(place) = self.triples.binary_search(&[context[0], context[1], word]) {
            return self.triple_probability[place];
        }
        let backoff = self
            .pairs
            .binary_search(&context)
            .map_or(1.0, |place| self.pair_backoff[place]);
        backoff * self.after_one(context[1], word)
    }

    /// The probability of each word of a sentence.
    fn of_sentence(&self, sentence: &[u32]) -> impl Iterator<Item = f64> {
        (1..sentence.len()).map(move |at| match at {
            1 => self.after_one(START, sentence[1]),
            _ => self.after_two([sentence[at - 2], sentence[at - 1]], sentence[at]),
        })
    }

    /// Writes the model in the ARPA format; words without a probability are left out.
    pub(crate) fn write_arpa(&self, vocabulary: &Vocabulary, to: &mut impl Write) -> io::Result<()> {
        let known = |id: usize| id as u32 == START || self.single_probability[id] > 0.0;
        let singles = (0..self.single_probability.len()).filter(|id| known(*id)).count();
        writeln!(to, "\\data\\")?;
        writeln!(to, "ngram 1={singles}")?;
        writeln!(to, "ngram 2={}", self.pairs.len())?;
        writeln!(to, "ngram 3={}", self.triples.len())?;
        writeln!(to, "\n\\1-grams:")?;
        for id in (0..self.single_probability.len()).filter(|id| known(*id)) {
            let probability = match id as u32 {
                START => -99.0,
                _ => self.single_probability[id].log10(),
            };
            let (word, backoff) = (vocabulary.word(id as u32), self.single_backoff[id].log10());
            writeln!(to, "{probability:.4}\t{word}\t{backoff:.4}")?;
        }
        writeln!(to, "\n\\2-grams:")?;
        for (place, [first, second]) in self.pairs.iter().enumerate() {
            let (probability, backoff) = (
                self.pair_probability[place].log10(),
                self.pair_backoff[place].log10(),
            );
            let (first, second) = (vocabulary.word(*first), vocabulary.word(*second));
            writeln!(to, "{probability:.4}\t{first} {second}\t{backoff:.4}")?;
        }
        writeln!(to, "\n\\3-grams:")?;
        for (place, [first, second, third]) in self.triples.iter().enumerate() {
            let probability = self.triple_probability[place].log10();
            let (first, second) = (vocabulary.word(*first), vocabulary.word(*second));
            writeln!(
                to,
                "{probability:.4}\t{first} {second} {}",
                vocabulary.word(*third)
            )?;
        }
        writeln!(to, "\n\\end\\")
    }
}

/// Several models, each with its share.
pub(crate) struct Mixture {
    models: Vec<Model>,
    weights: Vec<f64>,
}

impl Mixture {
    /// Finds the shares under which `held_out` sentences are likeliest (expectation maximisation). No share falls under its `least`.
    pub(crate) fn fit(models: Vec<Model>, least: &[f64], held_out: &[Vec<u32>]) -> Mixture {
        let mut weights = vec![1.0 / models.len() as f64; models.len()];
        let chances: Vec<Vec<f64>> = held_out
            .iter()
            .flat_map(|sentence| {
                let each: Vec<Vec<f64>> = models
                    .iter()
                    .map(|model| model.of_sentence(sentence).collect())
                    .collect();
                (0..sentence.len().saturating_sub(1))
                    .map(|at| each.iter().map(|one| one[at]).collect())
                    .collect::<Vec<Vec<f64>>>()
            })
            .collect();
        for _ in 0..30 {
            let mut shares = vec![1e-9; models.len()];
            for chance in &chances {
                let total: f64 = chance
                    .iter()
                    .zip(&weights)
                    .map(|(chance, weight)| chance * weight)
                    .sum();
                if total > 0.0 {
                    for (share, (chance, weight)) in shares.iter_mut().zip(chance.iter().zip(&weights)) {
                        *share += chance * weight / total;
                    }
                }
            }
            let all: f64 = shares.iter().sum();
            weights = shares.iter().map(|share| share / all).collect();
        }
        Mixture {
            weights: at_least(&weights, least),
            models,
        }
    }

    pub(crate) fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The same shares for other models, counted over more of the corpus.
    pub(crate) fn with_models(self, models: Vec<Model>) -> Mixture {
        Mixture { models, ..self }
    }

    /// One model with every n-gram of the parts. Each of `bound` is `times` less likely than counted where no sentence has it after
    /// the word before.
    pub(crate) fn merge(&self, bound: &[u32], times: f64) -> Model {
        let words = self
            .models
            .iter()
            .map(|model| model.single_probability.len())
            .max()
            .unwrap_or(0);
        let mixed = |probability: &dyn Fn(&Model) -> f64| -> f64 {
            self.models
                .iter()
                .zip(&self.weights)
                .map(|(model, weight)| weight * probability(model))
                .sum()
        };
        let mut single_probability: Vec<f64> = (0..words)
            .map(|word| mixed(&|model| model.single_probability.get(word).copied().unwrap_or(0.0)))
            .collect();
        for word in bound {
            single_probability[*word as usize] /= times;
        }
        let all: f64 = single_probability.iter().sum();
        single_probability
            .iter_mut()
            .for_each(|probability| *probability /= all);
        let pairs = union(self.models.iter().map(|model| &model.pairs));
        let pair_probability: Vec<f64> = pairs
            .iter()
            .map(|[first, second]| mixed(&|model| model.after_one(*first, *second)))
            .collect();
        let triples = union(self.models.iter().map(|model| &model.triples));
        let triple_probability: Vec<f64> = triples
            .iter()
            .map(|[first, second, third]| mixed(&|model| model.after_two([*first, *second], *third)))
            .collect();
        let mut merged = Model {
            single_probability,
            single_backoff: vec![1.0; words],
            pair_backoff: vec![1.0; pairs.len()],
            pairs,
            pair_probability,
            triples,
            triple_probability,
        };
        merged.balance();
        merged
    }
}

impl Model {
    /// Sets the back-off weights so that the words after each context share out exactly one.
    fn balance(&mut self) {
        let mut seen = vec![[0.0_f64; 2]; self.single_backoff.len()];
        for ([first, second], probability) in self.pairs.iter().zip(&self.pair_probability) {
            seen[*first as usize][0] += probability;
            seen[*first as usize][1] += self.single_probability[*second as usize];
        }
        self.single_backoff = seen.into_iter().map(left_over).collect();
        let mut seen = vec![[0.0_f64; 2]; self.pairs.len()];
        let mut place = 0;
        for ([first, second, third], probability) in self.triples.iter().zip(&self.triple_probability) {
            // Both lists are sorted: the context of this triple stands at or behind that of the one before.
            while self.pairs[place] < [*first, *second] {
                place += 1;
            }
            seen[place][0] += probability;
            seen[place][1] += self.after_one(*second, *third);
        }
        self.pair_backoff = seen.into_iter().map(left_over).collect();
    }
}

/// What a context's own words leave, over what the same words take after the shorter context.
fn left_over([here, shorter]: [f64; 2]) -> f64 {
    ((1.0 - here).max(1e-6) / (1.0 - shorter).max(1e-6)).min(1.0e3)
}

/// Raises each share to its least, the others give in proportion.
fn at_least(weights: &[f64], least: &[f64]) -> Vec<f64> {
    let raised: f64 = weights
        .iter()
        .zip(least)
        .filter(|(weight, least)| weight < least)
        .map(|(_, least)| least)
        .sum();
    let free: f64 = weights
        .iter()
        .zip(least)
        .filter(|(weight, least)| weight >= least)
        .map(|(weight, _)| weight)
        .sum();
    weights
        .iter()
        .zip(least)
        .map(|(weight, least)| {
            if weight < least {
                *least
            } else {
                weight * (1.0 - raised) / free
            }
        })
        .collect()
}

fn union<'a, T: Ord + Copy + 'a>(lists: impl Iterator<Item = &'a Vec<T>>) -> Vec<T> {
    let mut all: Vec<T> = lists.flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::super::kneser_ney::Trigrams;
    use super::*;

    const CHEST: [&str; 3] = [
        "no pleural effusion",
        "no pericardial effusion",
        "small pleural effusion",
    ];
    const ABDOMEN: [&str; 3] = [
        "the liver is normal",
        "the spleen is normal",
        "the liver is enlarged",
    ];

    fn ids(vocabulary: &mut Vocabulary, sentences: &[&str]) -> Vec<Vec<u32>> {
        sentences
            .iter()
            .map(|sentence| vocabulary.sentence(sentence))
            .collect()
    }

    fn estimated(sentences: &[Vec<u32>], words: usize) -> Model {
        let mut trigrams = Trigrams::default();
        sentences.iter().for_each(|sentence| trigrams.add(sentence));
        trigrams.estimate(words)
    }

    /// Two models of different words, fitted to a sentence of the second, and the ids of some words.
    fn mixed() -> (Vocabulary, Mixture) {
        let mut vocabulary = Vocabulary::new();
        let (chest, abdomen) = (ids(&mut vocabulary, &CHEST), ids(&mut vocabulary, &ABDOMEN));
        let held_out = ids(&mut vocabulary, &["the spleen is enlarged"]);
        let models = vec![
            estimated(&chest, vocabulary.len()),
            estimated(&abdomen, vocabulary.len()),
        ];
        (vocabulary, Mixture::fit(models, &[0.1, 0.1], &held_out))
    }

    fn shared_out(model: &Model, probability: impl Fn(u32) -> f64) -> f64 {
        (1..model.single_probability.len() as u32).map(probability).sum()
    }

    #[test]
    fn every_context_shares_out_exactly_one() {
        let (mut vocabulary, mixture) = mixed();
        let enlarged = vocabulary.id("enlarged").expect("a word");
        let merged = [mixture.merge(&[], 1.0), mixture.merge(&[enlarged], 10.0)];
        for model in mixture.models.iter().chain(&merged) {
            let all = shared_out(model, |word| model.single_probability[word as usize]);
            assert!((all - 1.0).abs() < 1e-6, "{all}");
            for context in ["no", "the", "liver"] {
                let context = vocabulary.sentence(context)[1];
                let all = shared_out(model, |word| model.after_one(context, word));
                assert!((all - 1.0).abs() < 1e-6, "{all}");
            }
            for context in ["the liver", "pleural effusion", "no liver"] {
                let context = vocabulary.sentence(context);
                let all = shared_out(model, |word| model.after_two([context[1], context[2]], word));
                assert!((all - 1.0).abs() < 1e-6, "{all}");
            }
        }
    }

    #[test]
    fn a_bound_word_is_unlikely_where_no_sentence_has_it_and_as_likely_as_before_where_one_does() {
        let (vocabulary, mixture) = mixed();
        let id = |word: &str| vocabulary.id(word).expect("a word");
        let (free, bound) = (mixture.merge(&[], 1.0), mixture.merge(&[id("enlarged")], 10.0));
        let after = |model: &Model, word: &str| model.after_one(id(word), id("enlarged"));
        assert!(after(&bound, "pleural") < after(&free, "pleural") / 8.0);
        assert!((after(&bound, "is") - after(&free, "is")).abs() < 1e-9);
    }

    #[test]
    fn shares_follow_the_sentences_that_were_kept_back_and_keep_their_least() {
        let (_, mixture) = mixed();
        assert!(
            (mixture.weights()[0] - 0.1).abs() < 1e-6,
            "{:?}",
            mixture.weights()
        );
        assert!(
            (mixture.weights()[1] - 0.9).abs() < 1e-6,
            "{:?}",
            mixture.weights()
        );
    }

    #[test]
    fn a_mixture_knows_what_its_parts_know() {
        let (mut vocabulary, mixture) = mixed();
        let merged = mixture.merge(&[], 1.0);
        let said = vocabulary.sentence("liver is normal effusion");
        let [liver, is, normal, effusion] = [said[1], said[2], said[3], said[4]];
        assert!(merged.after_two([liver, is], normal) > 10.0 * merged.after_two([liver, is], effusion));
        assert!(merged.after_two([liver, is], effusion) > 0.0);
    }

    #[test]
    fn a_merged_model_is_written_whole() {
        let (vocabulary, mixture) = mixed();
        let mut arpa = Vec::new();
        mixture
            .merge(&[], 1.0)
            .write_arpa(&vocabulary, &mut arpa)
            .expect("memory takes every byte");
        let arpa = String::from_utf8(arpa).expect("text");
        let counted: Vec<usize> = arpa
            .lines()
            .filter_map(|line| line.strip_prefix("ngram ")?.split_once('=')?.1.parse().ok())
            .collect();
        let grams = |words: usize| {
            arpa.lines()
                .filter(|line| {
                    line.split('\t')
                        .nth(1)
                        .is_some_and(|gram| gram.split(' ').count() == words)
                })
                .count()
        };
        assert_eq!(counted, [grams(1), grams(2), grams(3)]);
        assert_eq!(counted[0], vocabulary.len());
        assert!(arpa.contains("\nngram 3=") && arpa.trim_end().ends_with("\\end\\"));
    }
}
