//! Keywords that name no region but lead to templates all the same: `microadenoma`, `carpal tunnel`.
//!
//! They count only for a request that names no region, and only as an offer: a disease does not tell for certain which
//! study is meant.

use std::collections::HashMap;

use crate::request::Request;
use crate::template::Template;

/// Phrases that lead to templates.
#[derive(Debug, Default)]
pub(crate) struct Clues {
    phrases: HashMap<Vec<String>, Vec<usize>>,
    longest: usize,
}

/// The templates that the clues of one request lead to.
#[derive(Debug, Default)]
pub(crate) struct Led {
    /// Templates, as indices into the library.
    pub templates: Vec<usize>,
    /// How many words of the request are clues.
    pub words: usize,
}

impl Clues {
    /// The clues in the keywords of these templates.
    pub(crate) fn of(templates: &[Template]) -> Self {
        let mut clues = Self::default();
        for (index, template) in templates.iter().enumerate() {
            for keyword in &template.keywords {
                let read = Request::read(keyword);
                if !read.names_nothing() {
                    continue;
                }
                clues.longest = clues.longest.max(read.words.len());
                let led = clues.phrases.entry(read.words).or_default();
                if led.last() != Some(&index) {
                    led.push(index);
                }
            }
        }
        clues
    }

    /// Where the clues among these words lead, longer phrases first.
    pub(crate) fn follow(&self, words: &[String]) -> Led {
        let mut led = Led::default();
        let mut at = 0;
        while at < words.len() {
            let most = self.longest.min(words.len() - at);
            let found = (1..=most)
                .rev()
                .find_map(|length| Some((length, self.phrases.get(&words[at..at + length])?)));
            let Some((length, templates)) = found else {
                at += 1;
                continue;
            };
            led.words += length;
            for &template in templates {
                if !led.templates.contains(&template) {
                    led.templates.push(template);
                }
            }
            at += length;
        }
        led
    }
}
