//! The words of a request: lower-case, spelt as the terms are, each in its clause.

use report::sex::Sex;

use crate::spelling;
use crate::terms::Terms;

/// A word of the request and the clause in which it stands.
pub(super) struct Word {
    pub text: String,
    pub clause: usize,
}

/// Splits a request into lower-case words and clauses.
pub(super) fn split(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut clause = 0;
    let mut current = String::new();
    let characters: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    let push = |current: &mut String, clause: usize, words: &mut Vec<Word>| {
        if !current.is_empty() {
            words.push(Word {
                text: std::mem::take(current),
                clause,
            });
        }
    };
    for (index, &character) in characters.iter().enumerate() {
        let next_is_word = characters
            .get(index + 1)
            .is_some_and(|next| next.is_alphanumeric());
        match character {
            _ if character.is_alphanumeric() => current.push(character),
            '\'' | '’' => {}
            // "w/o" and "C-" are without contrast, "C+" is with.
            '/' if current == "w"
                && characters.get(index + 1) == Some(&'o')
                && word_ends(&characters, index + 2) =>
            {
                current.clear();
                current.push('w');
            }
            '+' if current == "c" && !next_is_word => "contrast".clone_into(&mut current),
            '-' | '–' if current == "c" && !next_is_word => "noncontrast".clone_into(&mut current),
            _ => {
                push(&mut current, clause, &mut words);
                match character {
                    '?' => {
                        clause += 1;
                        words.push(Word {
                            text: "query".to_owned(),
                            clause,
                        });
                    }
                    ',' | ';' | ':' | '(' | ')' | '\n' => clause += 1,
                    // The full stop of "T.M. joint" or "rt. knee" ends no clause.
                    '.' if !next_is_word && words.last().is_some_and(|word| word.text.len() > 2) => {
                        clause += 1
                    }
                    _ => {}
                }
            }
        }
    }
    push(&mut current, clause, &mut words);
    words.retain(|word| word.text != "and");
    words
}

fn word_ends(characters: &[char], index: usize) -> bool {
    characters
        .get(index)
        .is_none_or(|character| !character.is_alphanumeric())
}

/// The sex of `45F`, `45/M`, `45 y F`.
pub(super) fn sex_after_age(words: &[Word]) -> Option<Sex> {
    let mut after_age = false;
    for word in words {
        let letters = word.text.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_age = letters.len() < word.text.len();
        if is_age || after_age {
            match letters {
                "f" => return Some(Sex::Female),
                "m" => return Some(Sex::Male),
                _ => {}
            }
        }
        let unit = matches!(
            letters,
            "" | "y" | "yr" | "yrs" | "yo" | "year" | "years" | "o" | "old"
        );
        after_age = unit && (is_age || after_age);
    }
    None
}

/// Replaces misspelt words, splits joined ones (`ctbrain`), and takes the plural away where only the singular is known.
pub(super) fn correct(words: &mut Vec<Word>, terms: &Terms) {
    let last = words.len().saturating_sub(1);
    let mut read = Vec::with_capacity(words.len());
    for (index, mut word) in words.drain(..).enumerate() {
        let text = word.text.as_str();
        if terms.knows(text) || text.chars().any(|c| c.is_ascii_digit()) {
            read.push(word);
            continue;
        }
        if let Some(singular) = text.strip_suffix('s').filter(|singular| terms.knows(singular)) {
            word.text = singular.to_owned();
        } else if let Some((modality, rest)) = joined(text, terms) {
            read.push(Word {
                text: modality.to_owned(),
                clause: word.clause,
            });
            word.text = rest.to_owned();
        } else if let Some(meant) = spelling::correct(text, terms) {
            word.text = meant.to_owned();
        } else if index == last && text.len() == 3 {
            // A person is still typing.
            word.text = spelling::begun(text, terms).unwrap_or(text).to_owned();
        }
        read.push(word);
    }
    *words = read;
}

fn joined<'a>(text: &'a str, terms: &Terms) -> Option<(&'static str, &'a str)> {
    ["ncct", "cect", "hrct", "mri", "ct", "mr"]
        .into_iter()
        .find_map(|modality| {
            let rest = text.strip_prefix(modality)?;
            (rest.len() >= 3 && terms.says_something(rest)).then_some((modality, rest))
        })
}
