//! An interpolated Kneser-Ney trigram model, written in the ARPA format.
//!
//! Chen and Goodman, "An empirical study of smoothing techniques for language modeling" (1999), section 2.7 with
//! interpolation; one discount an order, estimated from the counts of counts. Knows words as numbers and nothing
//! of speech.

use std::collections::HashMap;
use std::io::{self, Write};

/// The word that begins every sentence.
const START: u32 = 0;
/// The word that ends every sentence.
const END: u32 = 1;

/// A corpus in the making: words are interned, sentences become trigrams.
pub(crate) struct Trigrams {
    words: Vec<String>,
    ids: HashMap<String, u32>,
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
    pub(crate) fn new() -> Trigrams {
        let words = vec!["<s>".to_owned(), "</s>".to_owned()];
        let ids = words.iter().cloned().zip(0..).collect();
        Trigrams {
            words,
            ids,
            pairs: Vec::new(),
            triples: Vec::new(),
        }
    }

    /// Counts a sentence, whose words are separated by blanks.
    pub(crate) fn add(&mut self, sentence: &str) {
        let mut ids = vec![START];
        ids.extend(sentence.split_whitespace().map(|word| self.intern(word)));
        if ids.len() == 1 {
            return;
        }
        ids.push(END);
        self.pairs.extend(ids.array_windows::<2>());
        self.triples.extend(ids.array_windows::<3>());
    }

    fn intern(&mut self, word: &str) -> u32 {
        if let Some(id) = self.ids.get(word) {
            return *id;
        }
        let id = self.words.len() as u32;
        self.words.push(word.to_owned());
        self.ids.insert(word.to_owned(), id);
        id
    }

    /// Writes the smoothed model.
    pub(crate) fn write_arpa(mut self, to: &mut impl Write) -> io::Result<()> {
        self.pairs.sort_unstable();
        self.triples.sort_unstable();
        let triples = counted(&self.triples);
        let pairs = pair_counts(&counted(&self.pairs), &triples);
        let singles = single_counts(&pairs, self.words.len());

        let single_discount = discount(singles.iter().copied());
        let pair_discount = discount(pairs.iter().map(|(_, count)| *count));
        let triple_discount = discount(triples.iter().map(|(_, count)| *count));

        let single_probability = unigram_probabilities(&singles, single_discount);
        let mut after_word = vec![Context::default(); self.words.len()];
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

        writeln!(to, "\\data\\")?;
        writeln!(to, "ngram 1={}", self.words.len())?;
        writeln!(to, "ngram 2={}", pairs.len())?;
        writeln!(to, "ngram 3={}", triples.len())?;
        writeln!(to, "\n\\1-grams:")?;
        for (id, word) in self.words.iter().enumerate() {
            let log = if id as u32 == START {
                -99.0
            } else {
                single_probability[id].log10()
            };
            writeln!(to, "{log:.4}\t{word}\t{:.4}", word_backoff[id].log10())?;
        }
        writeln!(to, "\n\\2-grams:")?;
        for (index, ([first, second], _)) in pairs.iter().enumerate() {
            let backoff = after_pair[index].backoff(triple_discount).log10();
            let (first, second) = (self.word(*first), self.word(*second));
            writeln!(
                to,
                "{:.4}\t{first} {second}\t{backoff:.4}",
                pair_probability[index].log10()
            )?;
        }
        writeln!(to, "\n\\3-grams:")?;
        for ([first, second, third], count) in &triples {
            let context = &after_pair[place[&[*first, *second]]];
            let probability = (f64::from(*count) - triple_discount).max(0.0) / context.total
                + context.backoff(triple_discount) * pair_probability[place[&[*second, *third]]];
            let (first, second, third) = (self.word(*first), self.word(*second), self.word(*third));
            writeln!(to, "{:.4}\t{first} {second} {third}", probability.log10())?;
        }
        writeln!(to, "\n\\end\\")
    }

    fn word(&self, id: u32) -> &str {
        &self.words[id as usize]
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

fn unigram_probabilities(counts: &[u32], discount: f64) -> Vec<f64> {
    let total: f64 = counts.iter().map(|count| f64::from(*count)).sum::<f64>().max(1.0);
    let kinds = counts.iter().filter(|count| **count > 0).count().max(1) as f64;
    let shared = discount * kinds / total / kinds;
    counts
        .iter()
        .map(|count| (f64::from(*count) - discount).max(0.0) / total + shared)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads an ARPA text back: n-gram to probability and back-off weight.
    fn read(arpa: &str) -> HashMap<String, (f64, f64)> {
        arpa.lines()
            .filter_map(|line| {
                let mut fields = line.split('\t');
                let probability: f64 = fields.next()?.parse().ok()?;
                let words = fields.next()?.to_owned();
                let backoff = fields.next().and_then(|field| field.parse().ok()).unwrap_or(0.0);
                Some((words, (10_f64.powf(probability), 10_f64.powf(backoff))))
            })
            .collect()
    }

    fn probability(model: &HashMap<String, (f64, f64)>, context: &[&str], word: &str) -> f64 {
        let key = [context, &[word]].concat().join(" ");
        if let Some((probability, _)) = model.get(&key) {
            return *probability;
        }
        let Some((_, shorter)) = context.split_first() else {
            return 0.0;
        };
        let backoff = model.get(&context.join(" ")).map_or(1.0, |(_, backoff)| *backoff);
        backoff * probability(model, shorter, word)
    }

    fn model() -> HashMap<String, (f64, f64)> {
        let mut trigrams = Trigrams::new();
        for sentence in [
            "no pleural effusion",
            "no pericardial effusion",
            "small pleural effusion",
            "the liver is normal",
            "the spleen is normal",
            "the liver is enlarged",
        ] {
            trigrams.add(sentence);
        }
        let mut arpa = Vec::new();
        trigrams.write_arpa(&mut arpa).expect("memory takes every byte");
        read(&String::from_utf8(arpa).expect("text"))
    }

    #[test]
    fn every_context_shares_out_exactly_one() {
        let model = model();
        let words: Vec<&str> = model
            .keys()
            .map(String::as_str)
            .filter(|key| !key.contains(' '))
            .collect();
        for context in [
            vec![],
            vec!["no"],
            vec!["the", "liver"],
            vec!["<s>", "the"],
            vec!["effusion", "no"],
        ] {
            let sum: f64 = words
                .iter()
                .filter(|word| **word != "<s>")
                .map(|word| probability(&model, &context, word))
                .sum();
            assert!((sum - 1.0).abs() < 0.01, "{context:?}: {sum}");
        }
    }

    #[test]
    fn what_was_seen_is_likelier_than_what_was_not() {
        let model = model();
        assert!(
            probability(&model, &["liver", "is"], "normal")
                > probability(&model, &["liver", "is"], "effusion")
        );
        assert!(probability(&model, &["spleen", "is"], "enlarged") > 0.0);
    }
}
