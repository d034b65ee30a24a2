//! Learns what speaks for the section of a sentence that has no heading, and measures it.
//!
//! ```text
//! cargo run --workspace --example sections -- learn eval/batches/B0[1-6].jsonl > crates/structuring/data/sections.toml
//! cargo run --workspace --example sections -- measure eval/batches/B0[1-6].jsonl
//! ```
//!
//! `measure` leaves out one file after the other, learns from the rest and says how many sentences of it are in their section. The files are
//! batches of labelled dictations (`eval/batches`). Deterministic.

#![expect(clippy::print_stdout, reason = "the weights and figures are its output")]

use std::collections::BTreeMap;
use std::process::ExitCode;

use serde::Deserialize;
use structuring::sections::{FIRST, ForEach, SECTIONS, Weights, evidence};

const ROUNDS: u32 = 12;
/// The length of a step, and how strongly weights are held near zero.
const RATE: f32 = 0.25;
const PULL: f32 = 0.002;
/// What is met less often than this is not learned.
const OFTEN: usize = 3;
/// The findings among the sections.
const FINDINGS: usize = 3;

#[derive(Deserialize)]
struct Row {
    dictated: Vec<(char, String)>,
}

/// Each sentence and its section.
type Dictation = Vec<(String, usize)>;

/// The evidence of each sentence, and its section.
fn with_evidence(dictation: &[(String, usize)]) -> Vec<(Vec<String>, usize)> {
    let sentences: Vec<&String> = dictation.iter().map(|(text, _)| text).collect();
    let sections = dictation.iter().map(|(_, section)| *section);
    evidence(&sentences).into_iter().zip(sections).collect()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [task, files @ ..] = &arguments[..] else {
        eprintln!("learn FILE... | measure FILE...");
        return ExitCode::FAILURE;
    };
    let mut read = Vec::new();
    for file in files {
        match dictations(file) {
            Ok(dictations) => read.push(dictations),
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    if task == "learn" {
        print(&learn(read.iter().flatten()));
        return ExitCode::SUCCESS;
    }
    for (left_out, file) in files.iter().enumerate() {
        let others = read.iter().enumerate().filter(|(index, _)| *index != left_out);
        let weights = learn(others.flat_map(|(_, dictations)| dictations));
        let (mut right, mut all) = (0, 0);
        for dictation in &read[left_out] {
            let mut behind = FIRST;
            for (met, section) in &with_evidence(dictation) {
                let score = weights.score(met, behind);
                let likeliest = (0..score.len())
                    .max_by(|a, b| score[*a].total_cmp(&score[*b]))
                    .unwrap_or(0);
                right += usize::from(likeliest == *section);
                all += 1;
                behind = likeliest;
            }
        }
        println!("{file}: {right} of {all} sentences");
    }
    ExitCode::SUCCESS
}

fn dictations(file: &str) -> Result<Vec<Dictation>, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)?;
    let mut all = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let row: Row = serde_json::from_str(line)?;
        let section = |letter: char| "HTCFI".find(letter).unwrap_or(FINDINGS);
        all.push(
            row.dictated
                .into_iter()
                .map(|(letter, text)| (text, section(letter)))
                .collect(),
        );
    }
    Ok(all)
}

/// The likelihood of each section.
fn likelihoods(score: ForEach) -> ForEach {
    let most = score.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers = score.map(|each| (each - most).exp());
    let sum: f32 = powers.iter().sum();
    powers.map(|power| power / sum)
}

fn learn<'d>(dictations: impl Iterator<Item = &'d Dictation>) -> Weights {
    let mut dictations: Vec<&Dictation> = dictations.collect();
    let mut often: BTreeMap<&str, usize> = BTreeMap::new();
    let whole: Vec<Vec<(Vec<String>, usize)>> = dictations
        .iter()
        .map(|dictation| with_evidence(dictation))
        .collect();
    for met in whole.iter().flatten().flat_map(|(met, _)| met) {
        *often.entry(met).or_default() += 1;
    }
    let mut weights = Weights::default();
    let mut squares = Weights::default();
    for (met, _) in often.iter().filter(|(_, count)| **count >= OFTEN) {
        weights.met.insert((*met).to_owned(), ForEach::default());
        squares.met.insert((*met).to_owned(), [1.0; SECTIONS.len()]);
    }
    squares.behind = [[1.0; SECTIONS.len()]; SECTIONS.len() + 1];
    let mut chance: u64 = 1;
    for _ in 0..ROUNDS {
        for at in (1..dictations.len()).rev() {
            chance = chance
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            dictations.swap(at, (chance >> 33) as usize % (at + 1));
        }
        for dictation in &dictations {
            let mut next = || {
                chance = chance
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (chance >> 33) as usize
            };
            // Many dictate a few findings and nothing else: a stretch of them, as often as a whole dictation.
            let findings: Vec<(String, usize)> = dictation
                .iter()
                .filter(|(_, section)| *section == FINDINGS)
                .cloned()
                .collect();
            let from = next() % findings.len().max(1);
            let count = 1 + next() % 6;
            let stretch: Vec<(String, usize)> = findings.into_iter().skip(from).take(count).collect();
            for part in [with_evidence(dictation), with_evidence(&stretch)] {
                let mut behind = FIRST;
                for (met, section) in &part {
                    let likely = likelihoods(weights.score(met, behind));
                    for (index, likely) in likely.into_iter().enumerate() {
                        let gradient = f32::from(u8::from(index == *section)) - likely;
                        if gradient.abs() < 0.01 {
                            continue;
                        }
                        for met in met.iter() {
                            if let (Some(weight), Some(square)) =
                                (weights.met.get_mut(met), squares.met.get_mut(met))
                            {
                                let gradient = gradient - PULL * weight[index];
                                square[index] += gradient * gradient;
                                weight[index] += RATE * gradient / square[index].sqrt();
                            }
                        }
                        squares.behind[behind][index] += gradient * gradient;
                        weights.behind[behind][index] +=
                            RATE * gradient / squares.behind[behind][index].sqrt();
                    }
                    behind = *section;
                }
            }
        }
    }
    weights
}

fn print(weights: &Weights) {
    println!(
        "# What speaks for the section of a sentence that has no heading: clinical history, technique, comparison, findings, impression."
    );
    println!(
        "# Learned: see crates/structuring/examples/sections.rs. `behind` has a row for each section before, and one for none."
    );
    let row = |weights: &ForEach| {
        let each: Vec<String> = weights.iter().map(|weight| format!("{weight:.1}")).collect();
        format!("[{}]", each.join(", "))
    };
    let rows: Vec<String> = weights.behind.iter().map(row).collect();
    println!("behind = [{}]", rows.join(", "));
    println!("\n[met]");
    let mut met: Vec<_> = weights.met.iter().collect();
    met.sort_by_key(|(met, _)| *met);
    for (met, weights) in met
        .into_iter()
        .filter(|(_, weights)| weights.iter().any(|weight| weight.abs() >= 0.2))
    {
        println!("{met:?} = {}", row(weights));
    }
}
