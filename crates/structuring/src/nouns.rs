//! The words of a sentence that name something which is neither a structure nor a kind of finding: `No pancreas divisum` and `no ulcer`
//! deny it, and a dictated sentence that asserts the same word of the same place contradicts them.

use std::collections::HashSet;
use std::sync::LazyLock;

use report::reading::vocabulary;
use report::token::{self, Word};
use report::{anatomy, negation, wording};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    say_nothing: Vec<String>,
    relatives: Vec<Vec<String>>,
}

struct Words {
    say_nothing: HashSet<String>,
    relatives: Vec<Vec<String>>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it.
static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let file: File =
        toml::from_str(include_str!("../data/nouns.toml")).unwrap_or_else(|error| panic!("nouns: {error}"));
    let keys = |words: Vec<String>| words.iter().map(|word| token::key(word)).collect::<Vec<String>>();
    Words {
        say_nothing: keys(file.say_nothing).into_iter().collect(),
        relatives: file.relatives.into_iter().map(keys).collect(),
    }
});

/// What a sentence of a template denies in such words.
pub(crate) fn denied(text: &str) -> Vec<String> {
    words(text, true)
}

/// What a dictated sentence asserts in such words.
pub(crate) fn asserted(text: &str) -> Vec<String> {
    words(text, false)
}

fn words(text: &str, denied: bool) -> Vec<String> {
    let scopes = negation::scopes(text);
    if denied && scopes.is_empty() {
        return Vec::new();
    }
    let words = token::words(text);
    let places = anatomy::lexicon().find_in(&words);
    let is_place = |word: &Word| {
        places
            .iter()
            .any(|place| place.range.start <= word.range.start && word.range.end <= place.range.end)
    };
    let in_cue = |word: &Word| scopes.iter().any(|scope| scope.cue.contains(&word.range.start));
    // "Non-mass enhancement" speaks of no mass.
    let is_negated = |at: usize| at > 0 && words[at - 1].key == "non";
    let mut found: Vec<String> = words
        .iter()
        .enumerate()
        .filter(|(at, _)| !is_negated(*at))
        .map(|(_, word)| word)
        .filter(|word| {
            negation::denies(&scopes, word.range.start) == denied && !in_cue(word) && !is_place(word)
        })
        .filter(|word| word.key.len() > 3 && word.key.bytes().all(|byte| byte.is_ascii_lowercase()))
        .filter(|word| !WORDS.say_nothing.contains(&word.key) && !wording::content(&word.key).is_empty())
        .map(|word| root(&word.key))
        .collect();
    found.dedup();
    found
}

/// Words of one meaning meet at the first of them.
fn root(key: &str) -> String {
    let family = WORDS
        .relatives
        .iter()
        .find(|family| family.iter().any(|word| word == key));
    family
        .and_then(|family| family.first())
        .map_or(key, String::as_str)
        .to_owned()
}

/// Whether a word names a kind of finding, which has rules of its own.
pub(crate) fn is_kind(word: &str) -> bool {
    !vocabulary().find(&token::words(word)).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_denied_and_asserted_without_a_kind_is_found() {
        assert_eq!(denied("No pancreas divisum."), ["divisum"]);
        assert_eq!(
            asserted("Pancreas divisum noted with a dominant dorsal duct."),
            ["divisum"]
        );
        assert!(denied("Liver is normal.").is_empty());
        assert!(asserted("No pancreas divisum.").is_empty());
    }
}
