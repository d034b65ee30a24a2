//! The sentences that the model is made of, in spoken form.

use crate::spoken_text::{Marks, spoken_text};

use super::grammar::{Grammar, Random};

/// The grammar files, in the order in which sentences are drawn.
const GRAMMAR: &[&str] = &[
    include_str!("../../data/grammar/numbers.txt"),
    include_str!("../../data/grammar/anatomy.txt"),
    include_str!("../../data/grammar/findings.txt"),
    include_str!("../../data/grammar/commands.txt"),
    include_str!("../../data/grammar/history.txt"),
    include_str!("../../data/grammar/technique.txt"),
    include_str!("../../data/grammar/general.txt"),
    include_str!("../../data/grammar/chest.txt"),
    include_str!("../../data/grammar/abdomen.txt"),
    include_str!("../../data/grammar/neuro.txt"),
    include_str!("../../data/grammar/spine.txt"),
    include_str!("../../data/grammar/joints.txt"),
    include_str!("../../data/grammar/wider.txt"),
];

/// Changing it changes every drawn sentence; part of the cache key through the sentences.
const SEED: u64 = 20;

/// How often a line of the caller is counted: it is said in practice, a drawn sentence only could be.
const WEIGHT_OF_LINES: usize = 4;

/// Values that stand in for a blank of a template.
const BLANKS: &[&str] = &["3.2", "12", "1.4", "9", "4.5", "6", "2.8", "15", "0.9", "11.4"];

/// Stands in the grammar for "a" or "an".
const ARTICLE: &str = "aan";

/// Sentences in spoken form, ready to be counted.
pub(crate) struct Corpus {
    pub(crate) sentences: Vec<String>,
}

impl Corpus {
    /// The grammar's sentences and the caller's lines. Reproducible.
    pub(crate) fn build(lines: &[String]) -> Corpus {
        let grammar = match Grammar::parse(GRAMMAR.iter().copied()) {
            Ok(grammar) => grammar,
            // The files are compiled in and a test reads them.
            Err(problem) => unreachable!("the grammar cannot be read: {problem}"),
        };
        let mut sentences = Vec::new();
        let mut joined = String::new();
        grammar.sentences(SEED, |sentence, random| {
            // Speakers run sentences into each other; the seams are part of the language.
            joined.push_str(&said(sentence, random));
            if random.percent(65) {
                sentences.push(std::mem::take(&mut joined));
            } else {
                joined.push(' ');
            }
        });
        sentences.push(joined);
        let mut random = Random::new(SEED);
        for line in lines {
            for _ in 0..WEIGHT_OF_LINES {
                let filled = fill(line, &mut random);
                for part in sentences_of(&filled) {
                    sentences.push(said(part, &mut random));
                }
            }
        }
        Corpus { sentences }
    }
}

/// One way in which a sentence may be dictated: marks spoken or not, with a spoken end or without.
fn said(sentence: &str, random: &mut Random) -> String {
    let marks = if random.percent(35) {
        Marks::Spoken
    } else {
        Marks::Silent
    };
    let mut spoken = spoken_text(sentence.trim_end_matches(['.', ' ']), marks);
    spoken = with_articles(&spoken);
    match random.below(20) {
        0..8 => spoken.push_str(" full stop"),
        8..10 => spoken.push_str(" period"),
        _ => {}
    }
    spoken
}

/// Decides every [`ARTICLE`] by the sound of the word after it.
fn with_articles(spoken: &str) -> String {
    let words: Vec<&str> = spoken.split(' ').collect();
    let article = |at: usize| {
        let next = words.get(at + 1).copied().unwrap_or_default();
        let consonant =
            next.starts_with("uni") || next.starts_with("ure") || next.starts_with("ute") || next == "one";
        if next.starts_with(['a', 'e', 'i', 'o', 'u']) && !consonant {
            "an"
        } else {
            "a"
        }
    };
    let decided = words
        .iter()
        .enumerate()
        .map(|(at, word)| if *word == ARTICLE { article(at) } else { word });
    decided.collect::<Vec<_>>().join(" ")
}

/// Sentences of a template line; a point inside a number does not end one.
fn sentences_of(line: &str) -> impl Iterator<Item = &str> {
    line.split(['\n', ';'])
        .flat_map(|part| part.split(". "))
        .filter(|part| part.chars().any(char::is_alphabetic))
}

/// A template's blanks with values in them, its choices decided.
fn fill(line: &str, random: &mut Random) -> String {
    let mut filled = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['_', '[']) {
        filled.push_str(&rest[..at]);
        let tail = &rest[at..];
        if tail.starts_with('_') {
            let value = BLANKS[random.below(BLANKS.len())];
            filled.push_str(value);
            rest = tail.trim_start_matches('_');
        } else if let Some((choice, after)) = tail[1..].split_once(']') {
            let choices: Vec<&str> = choice.split('/').collect();
            filled.push_str(choices[random.below(choices.len())].trim());
            rest = after;
        } else {
            rest = &tail[1..];
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_files_make_a_grammar_and_draw_a_large_corpus() {
        let corpus = Corpus::build(&[]);
        assert!(corpus.sentences.len() > 20_000, "{}", corpus.sentences.len());
        let strange = corpus
            .sentences
            .iter()
            .flat_map(|sentence| sentence.chars())
            .find(|character| !(character.is_ascii_lowercase() || matches!(character, ' ' | '\'')));
        assert_eq!(strange, None);
    }

    #[test]
    fn a_template_line_becomes_what_is_said() {
        let mut random = Random::new(3);
        let filled = fill("The [right/left] kidney measures ___ x ___ cm.", &mut random);
        let spoken = spoken_text(&filled, Marks::Silent);
        assert!(
            spoken.starts_with("the right kidney") || spoken.starts_with("the left kidney"),
            "{spoken}"
        );
        assert!(
            spoken.contains(" by ") && spoken.ends_with("centimeters"),
            "{spoken}"
        );
    }

    #[test]
    fn an_article_fits_the_word_after_it() {
        assert_eq!(with_articles("aan eight by aan cyst"), "an eight by a cyst");
        assert_eq!(
            with_articles("aan unilocular cyst and aan ulcer"),
            "a unilocular cyst and an ulcer"
        );
    }

    #[test]
    fn the_same_lines_give_the_same_sentences() {
        let lines = ["No focal lesion, calculus or hydronephrosis.".to_owned()];
        assert_eq!(Corpus::build(&lines).sentences, Corpus::build(&lines).sentences);
    }
}
