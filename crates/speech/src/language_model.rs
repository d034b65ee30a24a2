//! The language model of the embedded engine: which words follow which in dictated CT and MRI reports.
//!
//! It is built at start, in the background, from four sources: sentences written for it in the style of real reports
//! (`data/corpus/`), the lines that the caller hands in (the product's own templates), sentences drawn from the phrase
//! grammar in `data/grammar/` and from the commands that the caller hands in, and single words (`data/words.txt`). A model is made of each, and they are mixed in the shares under which
//! written sentences that were kept back are likeliest. Everything is seeded, so the same input always gives the same model. It is
//! built rather than committed because the templates change, a model next to them would go stale silently, and building costs
//! seconds; the result is kept in the cache directory under a hash of everything that went into it, so a second start only reads it.
//! `readout language-model` builds it without a server.
//!
//! To teach it a word: add it to `data/words.txt`, better to a class in `data/grammar/`, best with a sentence in `data/corpus/`. To
//! teach it a way of saying something: add a pattern, or sentences.

mod corpus;
mod grammar;
mod kneser_ney;
mod model;
mod vocabulary;

use std::io::{self, Write};

pub(crate) use corpus::Corpus;
use kneser_ney::Trigrams;
use model::{Mixture, Model};
pub(crate) use vocabulary::Vocabulary;

use crate::spoken_text::number_words;

/// One written sentence in so many is kept back to find the shares.
const HELD_OUT: usize = 15;

/// The least share of: written sentences, lines of templates, drawn sentences, single words. What the product's own templates and the
/// patterns of everyday statements say ("heart size is normal") will be said more often than the written sentences, which avoid
/// repeating themselves, let on.
const LEAST: [f64; 4] = [0.0, 0.15, 0.25, 0.005];

/// How many times less likely a number is where no sentence has one after the word before. Numbers follow so many words that smoothing
/// puts them everywhere, and short as they are they are heard for parts of unknown words: "sella" as "seven". On `eval/speech/dev.txt`
/// ten took a sixth of the mistakes that change a side, a number or a denial; a hundred took no more.
const NUMBER_OUT_OF_PLACE: f64 = 10.0;

/// A built model and its words.
pub(crate) struct Language {
    vocabulary: Vocabulary,
    model: Model,
    /// The shares of the parts, in the order of [`LEAST`].
    pub(crate) shares: Vec<f64>,
}

impl Language {
    /// Builds the model of a corpus.
    pub(crate) fn build(corpus: &Corpus) -> Language {
        let mut vocabulary = Vocabulary::new();
        let mut ids = |sentences: &[String]| -> Vec<Vec<u32>> {
            sentences
                .iter()
                .map(|sentence| vocabulary.sentence(sentence))
                .collect()
        };
        let (written, lines) = (ids(&corpus.written), ids(&corpus.lines));
        // Commands have no model of their own: it would make their few words likely everywhere.
        let drawn = [ids(&corpus.drawn), ids(&corpus.commands)].concat();
        let single: Vec<u32> = ids(&corpus.words)
            .iter()
            .filter_map(|word| word.get(1))
            .copied()
            .collect();
        let size = vocabulary.len();
        let estimate = |sentences: &mut dyn Iterator<Item = &Vec<u32>>| {
            let mut trigrams = Trigrams::default();
            sentences.for_each(|sentence| trigrams.add(sentence));
            trigrams.estimate(size)
        };
        let models = |whole: bool| {
            let kept = written
                .iter()
                .enumerate()
                .filter(|(at, _)| whole || at % HELD_OUT > 0);
            vec![
                estimate(&mut kept.map(|(_, sentence)| sentence)),
                estimate(&mut lines.iter()),
                estimate(&mut drawn.iter()),
                Model::even(size, &single),
            ]
        };
        let held_out: Vec<Vec<u32>> = written.iter().step_by(HELD_OUT).cloned().collect();
        let mixture = Mixture::fit(models(false), &LEAST, &held_out).with_models(models(true));
        let numbers: Vec<u32> = number_words().filter_map(|word| vocabulary.id(&word)).collect();
        Language {
            model: mixture.merge(&numbers, NUMBER_OUT_OF_PLACE),
            shares: mixture.weights().to_vec(),
            vocabulary,
        }
    }

    /// Every word that can be recognised.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.vocabulary.words()
    }

    /// Writes the model in the ARPA format.
    pub(crate) fn write_arpa(&self, to: &mut impl Write) -> io::Result<()> {
        self.model.write_arpa(&self.vocabulary, to)
    }
}
