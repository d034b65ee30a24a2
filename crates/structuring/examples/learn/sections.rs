//! The section of a sentence that has no heading.

use report::reading::Reading;
use structuring::Weights;
use structuring::sections::{BEHIND, SECTIONS, evidence};

use crate::Row;
use crate::learner::{self, Case};

/// The findings among the sections.
const FINDINGS: usize = 3;

/// Each sentence and its section.
type Dictation = Vec<(String, usize)>;

fn dictations(rows: &[Row]) -> Vec<Dictation> {
    let section = |letter: char| "HTCFI".find(letter).unwrap_or(FINDINGS);
    let dictation = |row: &Row| {
        let told = row.dictated.iter();
        told.map(|(letter, text)| (text.clone(), section(*letter)))
            .collect()
    };
    rows.iter().map(dictation).collect()
}

/// The evidence of each sentence.
fn told(dictation: &[(String, usize)]) -> Vec<Vec<String>> {
    let readings: Vec<Reading> = dictation.iter().map(|(text, _)| Reading::of(text)).collect();
    let sentences: Vec<_> = dictation
        .iter()
        .zip(&readings)
        .map(|((text, _), reading)| (text.as_str(), reading))
        .collect();
    evidence(&sentences)
}

/// The evidence of each sentence, its section, and what it stands behind.
fn cases(dictation: &[(String, usize)]) -> Vec<Case> {
    let mut behind = BEHIND.len() - 1;
    let mut cases = Vec::with_capacity(dictation.len());
    for (mut met, (_, section)) in told(dictation).into_iter().zip(dictation) {
        met.push(BEHIND[behind].to_owned());
        behind = *section;
        cases.push((met, *section));
    }
    cases
}

fn learn<'d>(dictations: impl Iterator<Item = &'d Dictation>) -> Weights<{ SECTIONS.len() }> {
    let mut dictations: Vec<&Dictation> = dictations.collect();
    let whole: Vec<Vec<Case>> = dictations.iter().map(|dictation| cases(dictation)).collect();
    let known = whole.iter().flatten().flat_map(|(met, _)| met);
    learner::learn(known, |chance| {
        chance.shuffle(&mut dictations);
        let mut round = Vec::new();
        for dictation in &dictations {
            // Many dictate a few findings and nothing else: a stretch of them, as often as a whole dictation.
            let findings: Vec<(String, usize)> = dictation
                .iter()
                .filter(|(_, section)| *section == FINDINGS)
                .cloned()
                .collect();
            let from = chance.below(findings.len());
            let count = 1 + chance.below(6);
            let stretch: Vec<(String, usize)> = findings.into_iter().skip(from).take(count).collect();
            round.extend(cases(dictation));
            round.extend(cases(&stretch));
        }
        // Few of those who wrote the batches conclude in more than five sentences; with two studies in one dictation many do.
        for pair in dictations.chunks_exact(8) {
            round.extend(cases(&both(pair[0], pair[1])));
        }
        round
    })
}

/// A dictation of two studies, section by section.
fn both(one: &Dictation, other: &Dictation) -> Dictation {
    let of = |section: usize| {
        let all = one.iter().chain(other);
        all.filter(move |(_, its)| *its == section).cloned()
    };
    (0..SECTIONS.len()).flat_map(of).collect()
}

pub(crate) fn learn_and_print(read: &[(String, Vec<Row>)]) {
    let all: Vec<Dictation> = read.iter().flat_map(|(_, rows)| dictations(rows)).collect();
    learner::print(
        &learn(all.iter()),
        &[
            "What speaks for the section of a sentence that has no heading: clinical history, technique, comparison, findings, impression.",
        ],
    );
}

/// How many sentences of each file are in their section, by what the others teach.
pub(crate) fn measure(read: &[(String, Vec<Row>)]) {
    let read: Vec<(&String, Vec<Dictation>)> =
        read.iter().map(|(file, rows)| (file, dictations(rows))).collect();
    for (file, left_out) in &read {
        let others = read.iter().filter(|(other, _)| other != file);
        let weights = learn(others.flat_map(|(_, dictations)| dictations));
        let (mut right, mut all) = (0, 0);
        for dictation in left_out {
            let mut behind = BEHIND.len() - 1;
            for (mut met, (_, section)) in told(dictation).into_iter().zip(dictation) {
                met.push(BEHIND[behind].to_owned());
                let score = weights.score(&met);
                behind = (0..score.len())
                    .max_by(|a, b| score[*a].total_cmp(&score[*b]))
                    .unwrap_or(0);
                right += usize::from(behind == *section);
                all += 1;
            }
        }
        println!("{file}: {right} of {all} sentences");
    }
}
