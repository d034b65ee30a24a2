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

/// Sentences in the style of real reports, written for this model: a line each, as they would be typed.
const WRITTEN: &[&str] = &[
    include_str!("../../data/corpus/abdomen.txt"),
    include_str!("../../data/corpus/cardiac.txt"),
    include_str!("../../data/corpus/chest.txt"),
    include_str!("../../data/corpus/headneck.txt"),
    include_str!("../../data/corpus/msk.txt"),
    include_str!("../../data/corpus/neuro.txt"),
    include_str!("../../data/corpus/oncology.txt"),
    include_str!("../../data/corpus/pelvis.txt"),
    include_str!("../../data/corpus/spine.txt"),
    include_str!("../../data/corpus/trauma.txt"),
    include_str!("../../data/corpus/vascular.txt"),
    include_str!("../../data/corpus/daily-abdomen.txt"),
    include_str!("../../data/corpus/daily-body.txt"),
    include_str!("../../data/corpus/daily-chest.txt"),
    include_str!("../../data/corpus/daily-head-bones.txt"),
    include_str!("../../data/corpus/daily-head-spine.txt"),
    include_str!("../../data/corpus/daily-joints-vessels.txt"),
    include_str!("../../data/corpus/daily-numbers.txt"),
    include_str!("../../data/corpus/daily-pelvis-general.txt"),
];

/// Words of reports that none of the sentences has.
const WORDS: &str = include_str!("../../data/words.txt");

/// Changing it changes every drawn sentence; part of the cache key through the sentences.
const SEED: u64 = 20;

/// One command to so many drawn sentences.
const SENTENCES_A_COMMAND: usize = 8;

/// Values that stand in for a blank of a template.
const BLANKS: &[&str] = &["3.2", "12", "1.4", "9", "4.5", "6", "2.8", "15", "0.9", "11.4"];

/// Stands in the grammar for "a" or "an".
const ARTICLE: &str = "aan";

/// Sentences in spoken form, ready to be counted, by where they come from.
pub(crate) struct Corpus {
    /// Drawn from the grammar.
    pub(crate) drawn: Vec<String>,
    /// Drawn from what is said to the program.
    pub(crate) commands: Vec<String>,
    /// The caller's lines.
    pub(crate) lines: Vec<String>,
    /// The written sentences.
    pub(crate) written: Vec<String>,
    /// Words alone.
    pub(crate) words: Vec<String>,
}

impl Corpus {
    /// Everything that a model is made of. Reproducible.
    pub(crate) fn build(lines: &[String], commands: &[Vec<String>]) -> Corpus {
        let mut random = Random::new(SEED);
        let written = WRITTEN
            .iter()
            .flat_map(|file| file.lines())
            .flat_map(|line| dictated(line, &mut random))
            .collect();
        let said_lines = lines
            .iter()
            .flat_map(|line| {
                let filled = fill(line, &mut random);
                sentences_of(&filled)
                    .map(|part| said(part, &mut random))
                    .collect::<Vec<_>>()
            })
            .collect();
        let words = WORDS.lines().filter(|line| !line.starts_with('#'));
        let drawn = drawn();
        Corpus {
            commands: told(commands, drawn.len() / SENTENCES_A_COMMAND),
            drawn,
            lines: said_lines,
            written,
            words: words.flat_map(str::split_whitespace).map(str::to_owned).collect(),
        }
    }

    /// The sentences, whatever they come from.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = &String> {
        let made_up = self.drawn.iter().chain(&self.commands);
        made_up.chain(&self.lines).chain(&self.written)
    }
}

fn drawn() -> Vec<String> {
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
    sentences
}

/// So many commands. They stand alone: nothing is said before or after one without a pause.
fn told(commands: &[Vec<String>], count: usize) -> Vec<String> {
    let ways: Vec<&Vec<String>> = commands.iter().filter(|way| !way.is_empty()).collect();
    if ways.is_empty() {
        return Vec::new();
    }
    let mut random = Random::new(SEED);
    let commands = (0..count).map(|number| {
        let way = ways[number % ways.len()];
        spoken_text(&way[random.below(way.len())], Marks::Silent)
    });
    commands.collect()
}

/// A written line as it may be dictated: mostly in one breath and without marks, else with its marks, or cut where one pauses.
fn dictated(line: &str, random: &mut Random) -> Vec<String> {
    match random.below(10) {
        0..2 => {
            let end = if random.percent(80) {
                " full stop"
            } else {
                " period"
            };
            let line = line.trim_end_matches(['.', ' ']);
            vec![spoken_text(line, Marks::Spoken) + end]
        }
        2 => line
            .split([',', ';', ':'])
            .map(|part| spoken_text(part, Marks::Silent))
            .filter(|part| !part.is_empty())
            .collect(),
        _ => vec![spoken_text(line, Marks::Silent)],
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
        let corpus = Corpus::build(&[], &[]);
        assert!(corpus.drawn.len() > 20_000, "{}", corpus.drawn.len());
        let strange = corpus
            .sentences()
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
    fn every_way_to_command_is_said_as_often_and_alone() {
        let ways = [
            vec!["next field"],
            vec!["insert template CT head", "insert template MRI knee"],
            vec![],
        ];
        let ways: Vec<Vec<String>> = ways
            .map(|way| way.into_iter().map(str::to_owned).collect())
            .into();
        let corpus = Corpus::build(&[], &ways);
        let times = |said: &str| corpus.commands.iter().filter(|command| *command == said).count();
        let (field, head, knee) = (
            times("next field"),
            times("insert template c t head"),
            times("insert template m r i knee"),
        );
        assert!(field > 1_000 && head > 0 && knee > 0, "{field} {head} {knee}");
        assert!(field.abs_diff(head + knee) <= 1, "{field} {head} {knee}");
        assert_eq!(field + head + knee, corpus.commands.len());
    }

    #[test]
    fn no_sentence_of_the_spoken_sets_is_drawn() {
        let grammar = Grammar::parse(GRAMMAR.iter().copied()).expect("a grammar");
        let mut drawn = std::collections::HashSet::new();
        let spoken = |sentence: &str| {
            with_articles(&spoken_text(sentence.trim_end_matches(['.', ' ']), Marks::Silent))
        };
        grammar.sentences(SEED, |sentence, _| {
            drawn.insert(spoken(sentence));
        });
        for set in ["everyday", "open"] {
            let path = format!("{}/../../eval/speech/{set}.txt", env!("CARGO_MANIFEST_DIR"));
            let measured = std::fs::read_to_string(&path).expect(&path);
            let known: Vec<&str> = measured
                .lines()
                .filter(|line| drawn.contains(&spoken(line)))
                .collect();
            assert_eq!(known, Vec::<&str>::new(), "{set}");
        }
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
        assert_eq!(Corpus::build(&lines, &[]).lines, Corpus::build(&lines, &[]).lines);
    }
}
