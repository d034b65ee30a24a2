//! Learns the weights by which unpunctuated speech is divided into sentences, and measures them.
//!
//! ```text
//! python3 scripts/sentence-corpus.py > target/sentences.txt
//! cargo run --release -p report --example division -- learn target/sentences.txt > crates/report/data/division.toml
//! cargo run --release -p report --example division -- learn-words target/sentences.txt > target/division.toml
//! cargo run --release -p report --example division -- measure target/sentences.txt
//! cargo run --release -p report --example division -- show dictations.txt
//! cargo run --release -p report --example division -- time target/sentences.txt
//! ```
//!
//! Reports whose sentences are known are spoken without their full stops, in their own order and shuffled; the weights are moved
//! until the known divisions are the likely ones (a semi-Markov conditional random field, Sarawagi and Cohen 2004). Deterministic.

#![expect(clippy::print_stdout, reason = "the weights and figures are its output")]

#[path = "division/measure.rs"]
mod measure;

use std::collections::HashMap;
use std::process::ExitCode;

use report::segment::division::{self, Weights};
use report::segment::evidence::Evidence;
use report::segment::run::Run;
use report::segment::shape::Shape;

const ROUNDS: u32 = 24;
/// The rounds whose weights count.
const FIRST_COUNTED: u32 = 8;
/// A division must weigh less than the known one by this for each place that is none.
const MARGIN: f32 = 1.5;
/// The length of a step, and how strongly weights are held near zero.
const RATE: f64 = 0.3;
const PULL: f64 = 0.006;
/// What is met less often than this is not learned.
const OFTEN: usize = 8;
/// And of words themselves, of which there are many.
const SELDOM: usize = 3;
/// What weighs less than this is not written down, of classes and of words: without it other texts are divided as well.
const LIGHT: f32 = 0.15;
const LIGHT_WORD: f32 = 0.25;

/// Sentences in the order of a report.
pub(crate) type Report = Vec<String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [task, path, weights @ ..] = &arguments[..] else {
        eprintln!("learn FILE | learn-words FILE | measure FILE [WEIGHTS] | show FILE | time FILE");
        return ExitCode::FAILURE;
    };
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let reports: Vec<Report> = text
        .split("\n\n")
        .map(|report| report.lines().map(str::to_owned).collect())
        .filter(|report: &Report| !report.is_empty())
        .collect();
    if task == "show" {
        for report in &reports {
            for line in report {
                let cut = report::segment::sentences(line, 0..line.len());
                println!(
                    "{}",
                    cut.into_iter()
                        .map(|range| &line[range])
                        .collect::<Vec<_>>()
                        .join(" | ")
                );
            }
        }
    } else if task == "learn" {
        print_weights(learn(&reports, &Weights::new([]), |kind| !is_of_words(kind)));
    } else if task == "learn-words" {
        // What the classes weigh holds where no word says otherwise.
        let mut learned = learn(&reports, Weights::learned(), is_of_words);
        learned.extend(
            Weights::file()
                .into_iter()
                .filter(|(found, _)| !is_of_words(found.kind)),
        );
        print_weights(learned);
    } else if task == "time" {
        measure::time(&reports);
    } else {
        let learned = weights
            .first()
            .and_then(|path| std::fs::read_to_string(path).ok());
        let learned = learned.and_then(|text| Weights::read(&text).ok());
        measure::measure(&reports, learned.as_ref().unwrap_or(Weights::learned()));
    }
    ExitCode::SUCCESS
}

/// How the ends of sentences are told, or not.
#[derive(Clone, Copy)]
pub(crate) enum Punctuation {
    /// By nothing, as a recogniser without punctuation writes.
    None,
    /// By commas, as those within them, in a telegraphic line.
    Commas,
}

/// A report as it is written with such punctuation, and the words with which its sentences begin; none where its words are others when it
/// is written so.
pub(crate) fn spoken(report: &[&String], punctuation: Punctuation) -> Option<(String, Vec<usize>)> {
    let mut text = String::new();
    let mut starts = Vec::new();
    let mut words = 0;
    for sentence in report {
        let sentence = match punctuation {
            Punctuation::None => lower_case_opening(sentence).replace([',', ';'], " "),
            Punctuation::Commas => lower_case_opening(sentence),
        };
        if !text.is_empty() {
            text.push_str(match punctuation {
                Punctuation::None => " ",
                Punctuation::Commas => ", ",
            });
            starts.push(words);
        }
        words += report::token::ranges(&sentence).count();
        text.push_str(&sentence);
    }
    (words > 0 && report::token::ranges(&text).count() == words && starts.iter().all(|at| *at < words))
        .then_some((text, starts))
}

fn lower_case_opening(sentence: &str) -> String {
    let mut chars = sentence.chars();
    match (chars.next(), chars.next()) {
        (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
            first.to_lowercase().chain([second]).chain(chars).collect()
        }
        _ => sentence.to_owned(),
    }
}

/// A small generator of its own, so that every machine learns the same.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn some<'s>(&mut self, from: &[&'s String], count: usize) -> Vec<&'s String> {
        (0..count).map(|_| from[self.below(from.len())]).collect()
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

/// Weights while they are learned, each with the sum of its squared steps (AdaGrad).
struct Learner {
    current: Weights,
    steps: HashMap<Evidence, (f64, f64)>,
}

impl Learner {
    fn step(&mut self, found: Evidence, gradient: f64) {
        let (weight, squares) = self.steps.entry(found.clone()).or_insert((0.0, 1.0));
        let gradient = gradient - PULL * *weight;
        *squares += gradient * gradient;
        let change = RATE * gradient / squares.sqrt();
        *weight += change;
        self.current.change(found, change as f32);
    }
}

/// Whether evidence is of words themselves, or of commas, and not of classes.
fn is_of_words(kind: &str) -> bool {
    kind.starts_with("words") || kind.starts_with("word-second") || kind.contains("comma")
}

/// Learns the weights of some kinds of evidence, beside others that are known.
fn learn(reports: &[Report], known: &Weights, is_learned: fn(&str) -> bool) -> Vec<(Evidence, f32)> {
    let mut chance = Chance(1);
    let mut often = often_met(reports);
    often.retain(|found, _| is_learned(found.kind));
    let shapes: HashMap<usize, Evidence> = Shape::samples()
        .flat_map(|shape| shape.places().into_iter().zip(shape.evidence()))
        .collect();
    let mut learner = Learner {
        current: known.clone(),
        steps: HashMap::new(),
    };
    // The mean of the later rounds divides unseen text better than the last.
    let mut sums: HashMap<Evidence, f64> = HashMap::new();
    let all: Vec<&String> = reports.iter().flatten().collect();
    let terse: Vec<&String> = all
        .iter()
        .copied()
        .filter(|sentence| is_terse(sentence))
        .collect();
    for round in 0..ROUNDS {
        let mut order: Vec<usize> = (0..reports.len()).collect();
        chance.shuffle(&mut order);
        let mut missed = 0;
        for index in order {
            let mut report: Vec<&String> = reports[index].iter().collect();
            match chance.below(6) {
                0 => chance.shuffle(&mut report),
                // Sentences of all reports, so that a long report of normals does not teach that everything is normal.
                1 => report = chance.some(&all, report.len().min(12)),
                2 => report = report.split_off(chance.below(report.len())),
                // A few sentences, as they are dictated into a template.
                3 => {
                    report = report.split_off(chance.below(report.len()));
                    report.truncate(2 + chance.below(4));
                }
                // Findings and denials without a verb, in any company.
                4 => report = chance.some(&terse, report.len().min(8)),
                _ => {}
            }
            let punctuation = if chance.below(3) == 0 {
                // A line of them holds a few sentences, or one.
                report = report.split_off(chance.below(report.len()));
                report.truncate(1 + chance.below(8));
                Punctuation::Commas
            } else {
                Punctuation::None
            };
            let Some((text, known)) = spoken(&report, punctuation) else {
                continue;
            };
            let run = Run::of(&text);
            let expected = division::expected(&run, &learner.current, |at| {
                if known.contains(&at) { 0.0 } else { MARGIN }
            });
            let is_sure = (1..run.words.len()).all(|at| known.contains(&at) == (expected.places[at] > 0.5));
            missed += usize::from(!is_sure);
            for at in 1..run.words.len() {
                let gradient =
                    f64::from(u8::from(known.contains(&at) && run.may_open[at])) - expected.places[at];
                if gradient.abs() > 0.005 {
                    for found in report::segment::evidence::at(&run, at) {
                        if often.contains_key(&found) {
                            learner.step(found, gradient);
                        }
                    }
                }
            }
            if !is_learned("verbs") {
                continue;
            }
            let mut gradients: Vec<f64> = expected.shapes.iter().map(|count| -count).collect();
            for shape in division::shapes(&run, &known) {
                for place in shape.places() {
                    gradients[place] += 1.0;
                }
            }
            for (place, gradient) in gradients
                .into_iter()
                .enumerate()
                .filter(|(_, gradient)| gradient.abs() > 0.005)
            {
                learner.step(shapes[&place].clone(), gradient);
            }
        }
        eprintln!("round {round}: {missed} of {} reports", reports.len());
        if round >= FIRST_COUNTED {
            for (found, (weight, _)) in &learner.steps {
                *sums.entry(found.clone()).or_default() += weight / f64::from(ROUNDS - FIRST_COUNTED);
            }
        }
    }
    sums.into_iter()
        .map(|(found, weight)| (found, weight as f32))
        .collect()
}

/// Whether it is short and has no verb.
fn is_terse(sentence: &str) -> bool {
    let run = Run::of(sentence);
    run.words.len() <= 10 && !run.classes.iter().any(|class| class.is_finite())
}

fn often_met(reports: &[Report]) -> HashMap<Evidence, usize> {
    let mut met = HashMap::new();
    for report in reports {
        let report: Vec<&String> = report.iter().collect();
        let written =
            [Punctuation::None, Punctuation::Commas].map(|punctuation| spoken(&report, punctuation));
        for (text, _) in written.into_iter().flatten() {
            let run = Run::of(&text);
            for at in 1..run.words.len() {
                for found in report::segment::evidence::at(&run, at) {
                    *met.entry(found).or_default() += 1;
                }
            }
        }
    }
    // Each report was read twice.
    met.retain(|found, count| {
        *count
            >= 2 * if found.kind.contains("word") {
                SELDOM
            } else {
                OFTEN
            }
    });
    met
}

fn print_weights(mut weights: Vec<(Evidence, f32)>) {
    weights.retain(|(found, weight)| {
        weight.abs()
            >= if is_of_words(found.kind) {
                LIGHT_WORD
            } else {
                LIGHT
            }
    });
    weights.sort_by(|left, right| left.0.cmp(&right.0));
    println!(
        "# What speaks for (positive) or against a sentence ending at a place between two words, and being one sentence."
    );
    println!(
        "# Learned: see crates/report/examples/division.rs. Classes of words are those of clauses.toml."
    );
    let mut kind = "";
    for (found, weight) in &weights {
        if found.kind != kind {
            kind = found.kind;
            println!("\n[{kind}]");
        }
        println!("{:?} = {weight:.1}", found.met);
    }
}
