//! Words as numbers, the same in every part of a model.

use std::collections::HashMap;

/// The word that begins every sentence.
pub(super) const START: u32 = 0;
/// The word that ends every sentence.
pub(super) const END: u32 = 1;

/// The words of a model, in the order in which they came.
pub(crate) struct Vocabulary {
    words: Vec<String>,
    ids: HashMap<String, u32>,
}

impl Vocabulary {
    pub(crate) fn new() -> Vocabulary {
        let words = vec!["<s>".to_owned(), "</s>".to_owned()];
        let ids = words.iter().cloned().zip(0..).collect();
        Vocabulary { words, ids }
    }

    /// The ids of a sentence whose words are separated by blanks, with its start and end; empty for no word.
    pub(crate) fn sentence(&mut self, sentence: &str) -> Vec<u32> {
        let mut ids = vec![START];
        ids.extend(sentence.split_whitespace().map(|word| self.intern(word)));
        if ids.len() == 1 {
            return Vec::new();
        }
        ids.push(END);
        ids
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

    /// The number of a word that was interned.
    pub(super) fn id(&self, word: &str) -> Option<u32> {
        self.ids.get(word).copied()
    }

    /// How many words there are, the marks of a sentence's start and end among them.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn word(&self, id: u32) -> &str {
        &self.words[id as usize]
    }

    /// The words that can be said.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.words[2..].iter().map(String::as_str)
    }
}
