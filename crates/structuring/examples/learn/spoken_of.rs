//! Whether a dictation that says a line of the template, or a part of it, has spoken of it.

use clinical::document::Document;
use structuring::merge::spoken_of::{ANSWERS, Dictated, Line};
use structuring::merge::{self, Verdict};
use structuring::{Weights, likelihoods};

use crate::Row;
use crate::learner;

/// A line of which all or a part was said, and that is labelled as said or to be kept.
struct Case {
    evidence: Vec<String>,
    verdict: Verdict,
    is_spoken_of: bool,
}

/// The lines of a dictation on which the labels are decided.
fn cases(row: &Row) -> Vec<Case> {
    let context = merge::context(&row.study);
    let told = row
        .dictated
        .iter()
        .filter(|(section, _)| matches!(section, 'F' | 'I'));
    let told: Vec<&str> = told.map(|(_, text)| text.as_str()).collect();
    let document = Document::of(told.iter().copied(), &context);
    let dictated = Dictated::of(&document.facts, |number| told[number]);
    let mut cases = Vec::new();
    for (at, (_, text)) in row
        .lines
        .iter()
        .enumerate()
        .filter(|(_, (section, _))| *section == 'F')
    {
        let number = at + 1;
        let is_spoken_of = row.said.contains(&number);
        let is_left_open = [&row.against, &row.partly, &row.blank]
            .iter()
            .any(|label| label.contains(&number));
        if is_left_open {
            continue;
        }
        let (label, said) = merge::labelled(text);
        let read = merge::read_line(said, label, None, &context);
        let judged = merge::judge(&read.facts, &document.facts);
        let line = Line {
            label,
            text: said,
            facts: &read.facts,
            judged: &judged,
        };
        if matches!(judged.verdict, Verdict::Said | Verdict::Partly) {
            cases.push(Case {
                evidence: dictated.evidence(line),
                verdict: judged.verdict,
                is_spoken_of,
            });
        }
    }
    cases
}

fn learn<'c>(cases: impl Iterator<Item = &'c Case>) -> Weights<ANSWERS> {
    learner::learn_whether(cases.map(|case| (case.evidence.clone(), usize::from(case.is_spoken_of))))
}

pub(crate) fn learn_and_print(read: &[(String, Vec<Row>)]) {
    let all: Vec<Case> = read.iter().flat_map(|(_, rows)| rows).flat_map(cases).collect();
    learner::print(
        &learn(all.iter()),
        &[
            "What speaks against and for it that a line of the template, of which all or a part was said, was spoken of.",
        ],
    );
}

/// How many lines of each sixth of the files are decided as they are labelled, by what the others teach.
pub(crate) fn measure(read: &[(String, Vec<Row>)]) {
    const PARTS: usize = 6;
    let read: Vec<Vec<Case>> = read
        .iter()
        .map(|(_, rows)| rows.iter().flat_map(cases).collect())
        .collect();
    let mut guesses: Vec<(f32, &Case)> = Vec::new();
    for part in 0..PARTS {
        let is_left_out = |at: usize| at % PARTS == part;
        let others = read.iter().enumerate().filter(|(at, _)| !is_left_out(*at));
        let weights = learn(others.flat_map(|(_, cases)| cases));
        for case in read
            .iter()
            .enumerate()
            .filter(|(at, _)| is_left_out(*at))
            .flat_map(|(_, cases)| cases)
        {
            let [_, likely] = likelihoods(weights.score(&case.evidence));
            guesses.push((likely, case));
        }
    }
    for (verdict, what) in [(Verdict::Said, "all"), (Verdict::Partly, "a part")] {
        let of: Vec<_> = guesses
            .iter()
            .filter(|(_, case)| case.verdict == verdict)
            .collect();
        let spoken = of.iter().filter(|(_, case)| case.is_spoken_of).count();
        println!("{} of which {what} was said: {spoken} spoken of", of.len());
        for limit in [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] {
            let lost = of
                .iter()
                .filter(|(likely, case)| *likely > limit && !case.is_spoken_of)
                .count();
            let left = of
                .iter()
                .filter(|(likely, case)| *likely <= limit && case.is_spoken_of)
                .count();
            println!("  likelier than {limit}: {lost} taken for it that were not, {left} not that were");
        }
    }
}
