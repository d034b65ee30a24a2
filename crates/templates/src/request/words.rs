//! The words of a request: lower-case, spelt as the terms are, each in its clause.

use report::sex::Sex;

use crate::spelling;
use crate::terms::Terms;

/// A word of the request and the clause in which it stands.
pub(super) struct Word {
    pub text: String,
    pub clause: usize,
    /// Written with a capital letter and small ones.
    pub titled: bool,
    /// Joined to the word before it by `and`, `&` or `+`.
    pub joined: bool,
}

/// Splits a request into lower-case words and clauses.
pub(super) fn split(text: &str) -> Vec<Word> {
    let mut splitter = Splitter::default();
    let characters: Vec<char> = text.chars().collect();
    for (index, &character) in characters.iter().enumerate() {
        let next = characters.get(index + 1).copied();
        let next_is_word = next.is_some_and(char::is_alphanumeric);
        match character {
            _ if character.is_alphanumeric() => splitter.letter(character),
            '\'' | '’' => {}
            // "w/o" and "C-" are without contrast, "C+" is with.
            '/' if splitter.current == "w"
                && matches!(next, Some('o' | 'O'))
                && word_ends(&characters, index + 2) => {}
            '+' if splitter.current == "c" && !next_is_word => "contrast".clone_into(&mut splitter.current),
            '-' | '–' if splitter.current == "c" && !next_is_word => {
                "noncontrast".clone_into(&mut splitter.current);
            }
            _ => {
                splitter.end_word();
                splitter.mark(character, next_is_word);
            }
        }
    }
    splitter.end_word();
    splitter.words
}

#[derive(Default)]
struct Splitter {
    words: Vec<Word>,
    clause: usize,
    current: String,
    large: bool,
    small: bool,
    joined: bool,
}

impl Splitter {
    fn letter(&mut self, character: char) {
        self.large |= character.is_uppercase();
        self.small |= character.is_lowercase();
        self.current.extend(character.to_lowercase());
    }

    fn end_word(&mut self) {
        let titled = std::mem::take(&mut self.small) & std::mem::take(&mut self.large);
        let text = std::mem::take(&mut self.current);
        if text == "and" {
            self.joined = true;
        } else if !text.is_empty() {
            self.words.push(Word {
                text,
                clause: self.clause,
                titled,
                joined: std::mem::take(&mut self.joined),
            });
        }
    }

    fn mark(&mut self, character: char, next_is_word: bool) {
        match character {
            '?' => {
                self.clause += 1;
                "query".clone_into(&mut self.current);
                self.end_word();
            }
            '&' | '+' => self.joined = true,
            ',' | ';' | ':' | '(' | ')' | '\n' => self.clause += 1,
            // The full stop of "T.M. joint" or "rt. knee" ends no clause.
            '.' if !next_is_word && self.words.last().is_some_and(|word| word.text.len() > 2) => {
                self.clause += 1;
            }
            _ => {}
        }
    }
}

fn word_ends(characters: &[char], index: usize) -> bool {
    characters
        .get(index)
        .is_none_or(|character| !character.is_alphanumeric())
}

/// Whether this word is how a man is addressed, as in `Mr Rao`, and not the modality.
pub(super) fn addresses(words: &[Word], index: usize, terms: &Terms) -> bool {
    let word = &words[index];
    let name_follows = words
        .get(index + 1)
        .is_some_and(|next| next.clause == word.clause && !terms.knows(&next.text));
    let another = |other: &Word| other.text != "mr" && terms.names_modality(&other.text);
    word.text == "mr" && name_follows && (word.titled || words.iter().any(another))
}

/// Puts letters that are written apart together where they make a known word: `H.R.C.T.`, `m r c p`.
pub(super) fn join_letters(words: &mut Vec<Word>, terms: &Terms) {
    let mut read: Vec<Word> = Vec::with_capacity(words.len());
    let mut rest = words.as_slice();
    while let [first, ..] = rest {
        let run = rest
            .iter()
            .take_while(|word| word.clause == first.clause && is_letter(&word.text))
            .count();
        let joined = (2..=run).rev().find_map(|length| {
            let letters: Vec<&str> = rest[..length].iter().map(|word| word.text.as_str()).collect();
            let together = letters.concat();
            // "s i joint" and "d o" mean something as they are.
            let apart = terms
                .longest_at(&letters)
                .is_some_and(|(known, _)| known == length);
            (!apart && terms.knows(&together)).then_some((length, together))
        });
        let (length, text) = joined.unwrap_or_else(|| (1, first.text.clone()));
        read.push(Word {
            text,
            clause: first.clause,
            titled: first.titled,
            joined: first.joined,
        });
        rest = &rest[length..];
    }
    *words = read;
}

fn is_letter(text: &str) -> bool {
    text.len() == 1 && text.as_bytes()[0].is_ascii_lowercase()
}

/// The sex of `45F`, `45/M`, `45 y F`, `M/45`.
pub(super) fn sex_beside_age(words: &[Word]) -> Option<Sex> {
    let mut after_age = false;
    for (index, word) in words.iter().enumerate() {
        let before_age = words
            .get(index + 1)
            .is_some_and(|next| next.text.len() == 2 && next.text.parse::<u8>().is_ok());
        let letters = word.text.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_age = letters.len() < word.text.len();
        if is_age || after_age || before_age {
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

/// Replaces misspelt words, puts halves together (`fore arm`), splits what is joined (`ctbrain`, `kneejoint`), and
/// takes the plural away where the singular is known.
pub(super) fn correct(words: &mut Vec<Word>, terms: &Terms) {
    let mut read: Vec<Word> = Vec::with_capacity(words.len());
    let mut rest = std::mem::take(words).into_iter().peekable();
    while let Some(mut word) = rest.next() {
        if let Some(next) = rest.next_if(|next| are_halves(&word, next, terms)) {
            word.text.push_str(&next.text);
        }
        if let Some(singular) = terms.singular(&word.text) {
            word.text = singular;
        }
        let text = word.text.as_str();
        if terms.knows(text) || text.chars().any(|c| c.is_ascii_digit()) {
            read.push(word);
            continue;
        }
        let with_modality = joined(text, terms, |part| terms.names_modality(part));
        let meant = meant(text, rest.peek().is_none(), terms);
        if let (None, Some(meant)) = (with_modality, meant) {
            word.text = meant.to_owned();
        } else if let Some((first, second)) =
            with_modality.or_else(|| joined(text, terms, |part| part.len() >= 4))
        {
            read.push(Word {
                text: first.to_owned(),
                clause: word.clause,
                titled: word.titled,
                joined: std::mem::take(&mut word.joined),
            });
            word.text = second.to_owned();
        }
        read.push(word);
    }
    *words = read;
}

/// Replaces unknown words by what they may have been meant to be.
pub(super) fn guess(words: &mut [Word], terms: &Terms) {
    for word in words.iter_mut().filter(|word| !terms.knows(&word.text)) {
        if let Some(meant) = spelling::guess(&word.text, terms) {
            word.text = meant.to_owned();
        }
    }
}

/// Whether two words are one that was split: one of them means nothing alone, and together they are known.
fn are_halves(word: &Word, next: &Word, terms: &Terms) -> bool {
    let split = word.clause == next.clause && !(terms.knows(&word.text) && terms.knows(&next.text));
    split && terms.knows(&format!("{}{}", word.text, next.text))
}

/// The known word that a misspelt one stands for; the last word may be one that a person is still typing.
fn meant<'a>(text: &str, last: bool, terms: &'a Terms) -> Option<&'a str> {
    spelling::correct(text, terms)
        .or_else(|| spelling::singular(text).and_then(|singular| spelling::correct(&singular, terms)))
        .or_else(|| spelling::begun(text, terms).filter(|_| last && text.len() == 3))
}

/// The two known words that stand in one. One is of the kind that is looked for and the other says something about a
/// study.
fn joined<'a>(text: &'a str, terms: &Terms, kind: impl Fn(&str) -> bool) -> Option<(&'a str, &'a str)> {
    let says = |part: &str| part.len() >= 3 && terms.says_something(part);
    text.char_indices().skip(2).find_map(|(middle, _)| {
        let (first, second) = text.split_at(middle);
        let fits = (kind(first) && terms.knows(first) && says(second))
            || (kind(second) && terms.knows(second) && says(first));
        fits.then_some((first, second))
    })
}
