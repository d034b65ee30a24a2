//! What the weights make of sentences whose ends are known, and how long it takes.

use report::reading::Reading;
use report::segment::division::{self, Weights};
use report::segment::run::Run;

use crate::{Punctuation, Report, spoken};

/// How long it takes to divide 600 words, the fastest of many times.
pub(crate) fn time(reports: &[Report]) {
    let all: Vec<&String> = reports.iter().flatten().collect();
    let (text, _) = spoken(&all, Punctuation::None).unwrap_or_default();
    let end = report::token::ranges(&text)
        .nth(599)
        .map_or(text.len(), |range| range.end);
    let took = (0..200).map(|_| {
        let begun = std::time::Instant::now();
        let found = report::segment::sentences(&text, 0..end).len();
        (begun.elapsed(), found)
    });
    if let Some((took, found)) = took.min() {
        println!(
            "{found} sentences of 600 words in {} microseconds",
            took.as_micros()
        );
    }
}

/// Counts, for each punctuation, places missed and wrongly divided, and the harm: findings asserted that were denied, or the reverse.
pub(crate) fn measure(reports: &[Report], weights: &Weights) {
    for punctuation in [Punctuation::None, Punctuation::Commas] {
        measure_written(reports, weights, punctuation);
    }
}

fn measure_written(reports: &[Report], weights: &Weights, punctuation: Punctuation) {
    let (mut places, mut missed, mut barred, mut wrong) = (0, 0, 0, 0);
    let (mut harmful, mut whole, mut sentences) = (0, 0, 0);
    for report in reports {
        let Some((text, known)) = spoken(&report.iter().collect::<Vec<_>>(), punctuation) else {
            continue;
        };
        let run = Run::of(&text);
        let found = division::divide(&run, weights, |_| 0.0);
        places += known.len();
        sentences += report.len();
        let mut bounds = vec![0];
        bounds.extend(&known);
        bounds.push(run.words.len());
        whole += bounds
            .windows(2)
            .filter(|pair| {
                let is_bound = |at: usize| at == 0 || at == run.words.len() || found.contains(&at);
                is_bound(pair[0])
                    && is_bound(pair[1])
                    && !found.iter().any(|at| pair[0] < *at && *at < pair[1])
            })
            .count();
        let cut = |starts: &[usize]| -> Vec<String> {
            let mut from = 0;
            let ends = starts.iter().map(|at| run.end_before(*at)).chain([text.len()]);
            ends.zip(
                starts
                    .iter()
                    .map(|at| run.words[*at].range.start)
                    .chain([text.len()]),
            )
            .map(|(end, next)| {
                let piece = text[from..end].to_owned();
                from = next;
                piece
            })
            .collect()
        };
        let show = |kind: &str, at: usize| {
            let from = run.words[at.saturating_sub(7)].range.start;
            let to = run.words[(at + 6).min(run.words.len() - 1)].range.end;
            let here = run.words[at].range.start;
            println!(
                "{kind}: {} | {}    {:?}",
                &text[from..here],
                &text[here..to],
                &run.classes[at.saturating_sub(3)..(at + 4).min(run.words.len())]
            );
        };
        for at in known.iter().filter(|at| !found.contains(at)) {
            missed += 1;
            barred += usize::from(!run.may_open[*at]);
            show(if run.may_open[*at] { "missed" } else { "barred" }, *at);
        }
        for at in found.iter().filter(|at| !known.contains(at)) {
            wrong += 1;
            show("wrong", *at);
        }
        let harm = difference(&claims(&cut(&known)), &claims(&cut(&found)));
        harmful += harm.len();
        for claim in harm {
            println!("harm: {claim}");
        }
    }
    println!(
        "{sentences} sentences, {:.3} whole; {places} places: {missed} missed ({barred} of them barred), {wrong} wrong; {harmful} claims changed",
        whole as f64 / sentences as f64
    );
}

/// Every claim of some sentences, with its denial and sides.
fn claims(sentences: &[String]) -> Vec<String> {
    let mut claims: Vec<String> = sentences
        .iter()
        .flat_map(|sentence| {
            let reading = Reading::of(sentence);
            reading.claims.into_iter().map(|claim| {
                let sides: Vec<String> = claim
                    .subjects
                    .iter()
                    .map(|subject| format!("{:?}", subject.side))
                    .collect();
                format!("{} {} {}", claim.kind.id, claim.denied, sides.join(" "))
            })
        })
        .collect();
    claims.sort();
    claims
}

fn difference(known: &[String], found: &[String]) -> Vec<String> {
    let mut rest = known.to_vec();
    let mut changed = Vec::new();
    for claim in found {
        match rest.iter().position(|each| each == claim) {
            Some(at) => drop(rest.swap_remove(at)),
            None => changed.push(format!("new {claim}")),
        }
    }
    changed
}
