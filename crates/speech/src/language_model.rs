//! The language model of the embedded engine: which words follow which in dictated CT and MRI reports.
//!
//! It is built at start, in the background, from two sources: the lines that the caller hands in (the product's
//! own templates) and sentences drawn from the phrase grammar in `data/grammar/`. Drawing is seeded, so the same
//! input always gives the same model. It is built rather than committed because the templates change, a model next
//! to them would go stale silently, and building costs about a second; the result is kept in the cache directory under a hash of
//! everything that went into it, so a second start only reads it.
//!
//! To teach it a word: add it to a class in `data/grammar/`. To teach it a way of saying something: add a pattern.

mod corpus;
mod grammar;
mod kneser_ney;

pub(crate) use corpus::Corpus;
pub(crate) use kneser_ney::Trigrams;
