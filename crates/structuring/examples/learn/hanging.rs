//! Whether a sentence of the findings hangs on the one before.

use clinical::document::Document;
use structuring::hanging::{ANSWERS, Behind, Groups, Slots, Told, evidence};
use structuring::{Weights, likelihoods, merge};

use crate::Row;
use crate::learner;

/// A sentence that stands behind another.
struct Case {
    evidence: Vec<String>,
    hangs: bool,
    /// Whether it would stand elsewhere by its organ.
    elsewhere: bool,
}

/// The cases of a dictation.
fn cases(row: &Row) -> Vec<Case> {
    let context = merge::context(&row.study);
    let lines = row.lines.iter().filter(|(section, _)| *section == 'F');
    let lines: Vec<Document> = lines
        .map(|(_, text)| merge::read_line(text, None, None, &context))
        .collect();
    let groups = Groups::of(&lines);
    let numbers: Vec<usize> = (0..row.dictated.len())
        .filter(|number| row.dictated[*number].0 == 'F')
        .collect();
    let document = Document::of(
        numbers.iter().map(|number| row.dictated[*number].1.as_str()),
        &context,
    );
    let told = |at: usize| Told {
        joined: false,
        text: &row.dictated[numbers[at]].1,
        facts: document.facts_of(at),
        read: document.sentences.get(at),
    };
    let mut cases = Vec::new();
    let (mut head, mut hung, mut slot) = (0, false, None);
    for at in 0..numbers.len() {
        let own = groups.slot(document.facts_of(at), None);
        let is = hangs(row, &numbers, at);
        if at > 0 && is.is_some() {
            let behind = Behind {
                before: told(at - 1),
                head: told(head),
                hangs: hung,
            };
            cases.push(Case {
                evidence: evidence(told(at), behind, Slots { own, before: slot }),
                hangs: is == Some(true),
                elsewhere: own.is_some() && own != slot,
            });
        }
        hung = is == Some(true);
        if !hung {
            head = at;
            slot = own.or(slot);
        }
    }
    cases
}

/// Whether a sentence of the findings hangs on the block before it. Not known when what it hangs on stands farther away.
fn hangs(row: &Row, numbers: &[usize], at: usize) -> Option<bool> {
    let parents = row.follows.iter().filter(|(_, child)| *child == numbers[at]);
    let parents: Vec<usize> = parents.map(|(parent, _)| *parent).collect();
    if parents.is_empty() {
        return Some(false);
    }
    let hangs = parents.iter().any(|parent| {
        let family = family(row, *parent);
        let between = numbers[..at].iter().filter(|number| *number >= parent);
        numbers[..at].contains(parent) && between.clone().all(|number| family.contains(number))
    });
    hangs.then_some(true)
}

/// A sentence and all that hangs on it.
fn family(row: &Row, of: usize) -> Vec<usize> {
    let mut family = vec![of];
    let mut at = 0;
    while at < family.len() {
        for (parent, child) in &row.follows {
            if *parent == family[at] && !family.contains(child) {
                family.push(*child);
            }
        }
        at += 1;
    }
    family
}

fn learn<'c>(cases: impl Iterator<Item = &'c Case>) -> Weights<ANSWERS> {
    learner::learn_whether(cases.map(|case| (case.evidence.clone(), usize::from(case.hangs))))
}

pub(crate) fn learn_and_print(read: &[(String, Vec<Row>)]) {
    let all: Vec<Case> = read.iter().flat_map(|(_, rows)| rows).flat_map(cases).collect();
    learner::print(
        &learn(all.iter()),
        &[
            "What speaks for a sentence that stands for itself in the group of its organ, and for one that hangs on the sentence before.",
        ],
    );
}

/// How many sentences of each file hang as they should, by what the others teach, and of those that would stand elsewhere by their organ.
pub(crate) fn measure(read: &[(String, Vec<Row>)]) {
    let read: Vec<(&String, Vec<Case>)> = read
        .iter()
        .map(|(file, rows)| (file, rows.iter().flat_map(cases).collect()))
        .collect();
    let mut guesses: Vec<(f32, &Case)> = Vec::new();
    for (file, left_out) in &read {
        let others = read.iter().filter(|(other, _)| other != file);
        let weights = learn(others.flat_map(|(_, cases)| cases));
        for case in left_out {
            let [_, likely] = likelihoods(weights.score(&case.evidence));
            guesses.push((likely, case));
        }
    }
    let all = guesses.iter().filter(|(_, case)| case.elsewhere).count();
    println!("{all} of another group than what stands before");
    for limit in [0.02, 0.05, 0.1, 0.2, 0.5] {
        let count = |is: &dyn Fn(f32, &Case) -> bool| {
            guesses.iter().filter(|(likely, case)| is(*likely, case)).count()
        };
        let hanging = count(&|_, case| case.hangs);
        let found = count(&|likely, case| case.hangs && likely > limit);
        let taken = count(&|likely, _| likely > limit);
        let elsewhere = count(&|_, case| case.hangs && case.elsewhere);
        let found_elsewhere = count(&|likely, case| case.hangs && case.elsewhere && likely > limit);
        let taken_elsewhere = count(&|likely, case| case.elsewhere && likely > limit);
        println!(
            "likelier than {limit}: {found} of {hanging} that hang, {taken} taken for it; of another group {found_elsewhere} of {elsewhere}, \
             {taken_elsewhere} taken for it"
        );
    }
}
