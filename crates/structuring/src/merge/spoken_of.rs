//! Whether a dictation has spoken of a line of the template. "The globes are normal" says all of "no proptosis is seen", and yet nobody who
//! reads both reads the same twice; "no renal or ureteric stone" has spoken of "no renal calculus". How the facts stand to each other
//! tells what is true; whether it would be read twice is told by the words, too.
//!
//! A logistic model: the weights are in `data/spoken-of.toml`, learned from labelled dictations: `cargo run --workspace --example learn`.

use std::sync::LazyLock;

use clinical::fact::{Fact, What};
use clinical::knowledge::{StructureId, knowledge};
use clinical::relate::Relation;
use clinical::respect::Respect;
use hashbrown::{HashMap, HashSet};
use report::budget;

use super::{Judged, Verdict};
use crate::route::learned;
use crate::weights::{Weights, likelihoods};

/// The answers in the order of the weights: it was not spoken of, it was.
pub const ANSWERS: usize = 2;

/// A line goes, or loses what was said of it, when it is likelier than this that it was spoken of. Of all lines that are labelled as said or to be
/// kept, fewest were decided wrongly between 0.3 and 0.5.
const LIKELY: f32 = 0.4;

/// The words of a line beyond these are not compared: one bit each.
const MOST_WORDS: usize = 64;

static WEIGHTS: LazyLock<Weights<ANSWERS>> = LazyLock::new(|| {
    Weights::read(include_str!("../../data/spoken-of.toml"))
        .unwrap_or_else(|error| panic!("spoken-of.toml: {error}"))
});

/// How a fact that says just what a line's does is told from one that says more.
const SAME: &str = "same";

/// What was dictated, as lines are held against it.
pub struct Dictated<'d> {
    facts: &'d [Fact],
    /// The words of the sentences that the facts are of, by their numbers.
    sentences: HashMap<usize, HashSet<String>>,
}

/// A line of the template, and how it was judged.
#[derive(Clone, Copy)]
pub struct Line<'l> {
    /// What stands before its colon.
    pub label: Option<&'l str>,
    /// Its words.
    pub text: &'l str,
    /// What it says.
    pub facts: &'l [Fact],
    /// What became of it beside the dictated facts.
    pub judged: &'l Judged,
}

/// The nearest of what was dictated to a fact of a line.
struct Nearest<'d> {
    told: &'d Fact,
    how: &'static str,
    /// The words of the line that its sentence has, one bit each.
    shared: u64,
}

impl<'d> Dictated<'d> {
    /// Facts, and the words of a sentence by its number.
    pub fn of<'t>(facts: &'d [Fact], text: impl Fn(usize) -> &'t str) -> Self {
        let mut sentences = HashMap::new();
        for fact in facts {
            sentences
                .entry(fact.sentence)
                .or_insert_with(|| learned::keys(text(fact.sentence)).into_iter().collect());
        }
        Self { facts, sentences }
    }

    /// Whether a line of which all or a part was said was spoken of, so that it would be read twice.
    pub fn speaks_of(&self, line: Line<'_>) -> bool {
        let weights = budget::suspended(|| &*WEIGHTS);
        let [_, likely] = likelihoods(weights.score(&self.evidence(line)));
        likely > LIKELY
    }

    /// What speaks for and against it.
    pub fn evidence(&self, line: Line<'_>) -> Vec<String> {
        let verdict = match line.judged.verdict {
            Verdict::Said => "all",
            _ => "part",
        };
        let mut own = learned::keys(line.text);
        own.extend(line.label.into_iter().flat_map(learned::keys));
        own.sort_unstable();
        own.dedup();
        own.truncate(MOST_WORDS);
        let mut met = Vec::new();
        let mut all_shared = 0;
        let mut most = 0;
        for (number, held) in line.facts.iter().enumerate() {
            let (what, at) = (said(held), place(held));
            let Some(Nearest { told, how, shared }) = self.nearest(line.judged, number, &own) else {
                met.push(format!("unsaid {what}"));
                met.push(format!("unsaid {what} {at}"));
                continue;
            };
            let named = named(line.text.get(held.span.clone()).unwrap_or_default(), &own, shared);
            let near = nearness(told, held);
            let by = kind(told);
            let count = shared.count_ones().min(4);
            most = most.max(shared.count_ones());
            all_shared |= shared;
            met.push(how.to_owned());
            met.push(format!("named {named}"));
            met.push(format!("{how} {near} named {named}"));
            met.push(format!("{what} named {named}"));
            met.push(format!("{how} {near}"));
            met.push(format!("{how} {near} {by} {}", kind(held)));
            met.push(format!("{how} {near} {count}"));
            met.push(format!("{how} {near} {by} {} {count}", kind(held)));
            met.push(format!("{what} by {by}"));
            met.push(format!("{what} by {by} {near}"));
            met.push(format!("{at} by {}", place(told)));
            met.push(format!("{what} {near}"));
            met.push(format!("{what} shares {count}"));
        }
        let unsaid = line.judged.unsaid.min(3);
        let words = own.len().max(1) as u32;
        let share = |shared: u32| (shared * 10 / words).min(9);
        let in_all = all_shared.count_ones();
        met.push(String::new());
        met.push(format!("unsaid {unsaid} of {}", line.facts.len().min(6)));
        met.push(format!("shares {}", share(most)));
        met.push(format!("shares in all {}", share(in_all)));
        met.push(format!("shares words {}", in_all.min(8)));
        met.push(format!("unsaid {unsaid} shares in all {}", share(in_all)));
        for (at, key) in own.iter().enumerate() {
            let is = if all_shared >> at & 1 == 1 {
                "shares"
            } else {
                "alone"
            };
            met.push(format!("{is} {key}"));
        }
        met.sort_unstable();
        met.dedup();
        met.into_iter().map(|each| format!("{verdict} {each}")).collect()
    }

    /// The dictated fact that says a fact of a line, by its number: the one that says just that, or whose sentence shares most words with it.
    fn nearest(&self, judged: &Judged, number: usize, own: &[String]) -> Option<Nearest<'d>> {
        let of_it = judged.tellers.iter().filter(|teller| teller.line == number);
        let nearest = of_it.map(|teller| {
            let told = &self.facts[teller.dictated];
            let how = match teller.relation {
                Relation::Same => SAME,
                Relation::Entails => "more",
                _ => "beside",
            };
            let shared = self.shared(told, own);
            Nearest { told, how, shared }
        });
        nearest.max_by_key(|nearest| (nearest.how == SAME, nearest.shared.count_ones()))
    }

    /// Which words of a line the sentence of a fact has.
    fn shared(&self, told: &Fact, own: &[String]) -> u64 {
        let Some(words) = self.sentences.get(&told.sentence) else {
            return 0;
        };
        budget::spend(1 + own.len() as u64 / 8);
        let has = own.iter().enumerate().filter(|(_, key)| words.contains(*key));
        has.fold(0, |all, (at, _)| all | 1 << at)
    }
}

/// Whether the words that say a fact of a line are among those shared with a sentence.
fn named(text: &str, own: &[String], shared: u64) -> &'static str {
    let has = |key: &String| {
        own.iter()
            .position(|other| other == key)
            .is_some_and(|at| shared >> at & 1 == 1)
    };
    let keys = learned::keys(text);
    match keys.iter().filter(|key| has(key)).count() {
        0 => "not",
        all if all == keys.len() => "in all",
        _ => "in part",
    }
}

/// What a fact says, by its concept, or whether it praises.
fn said(fact: &Fact) -> String {
    match fact.what {
        What::Concept(id) if fact.is_denial() => format!("no {}", knowledge().concept(id).id),
        What::Concept(id) => knowledge().concept(id).id.clone(),
        _ => kind(fact).to_owned(),
    }
}

fn kind(fact: &Fact) -> &'static str {
    match fact.what {
        What::Concept(_) if fact.is_denial() => "denial",
        What::Concept(_) | What::Altered(_) => "finding",
        What::Normal(respects) if respects.has(Respect::General) => "normal",
        What::Normal(_) => "normal in part",
        What::Unknown => "unknown",
    }
}

/// The first place of a fact.
fn place(fact: &Fact) -> &'static str {
    let first = fact.sites.told().first();
    first.map_or("nowhere", |id| knowledge().structure(*id).id.as_str())
}

/// How the places of a dictated fact stand to those of a line's.
fn nearness(told: &Fact, held: &Fact) -> &'static str {
    let (wholes, parts) = (told.sites.told(), held.sites.told());
    let is_in = |part: &StructureId| wholes.iter().any(|whole| knowledge().is_within(*part, *whole));
    if wholes.is_empty() {
        "anywhere"
    } else if parts.iter().all(|part| wholes.contains(part)) {
        "there"
    } else if parts.iter().all(is_in) {
        "in its whole"
    } else {
        "elsewhere"
    }
}

#[cfg(test)]
mod tests {
    use clinical::document::Document;

    use super::*;
    use crate::merge;

    /// What speaks for and against a line beside a dictation of one sentence.
    fn evidence_of(line: &str, said: &str) -> Vec<String> {
        let context = merge::context("CT Orbits");
        let dictated = Document::of([said], &context).facts;
        let facts = merge::read_line(line, None, None, &context).facts;
        let judged = merge::judge(&facts, &dictated);
        assert!(
            matches!(judged.verdict, Verdict::Said | Verdict::Partly),
            "{line}"
        );
        Dictated::of(&dictated, |_| said).evidence(Line {
            label: None,
            text: line,
            facts: &facts,
            judged: &judged,
        })
    }

    #[test]
    fn the_words_that_both_have_are_told_from_the_others() {
        let met = evidence_of("No proptosis is seen on either side.", "No proptosis or mass.");
        assert!(met.contains(&"all shares proptosis".to_owned()), "{met:?}");
        assert!(met.contains(&"all alone side".to_owned()), "{met:?}");
    }

    #[test]
    fn a_line_of_more_words_than_are_compared_is_weighed_by_the_first() {
        let words: Vec<String> = (0..2 * MOST_WORDS).map(|number| format!("x{number}x")).collect();
        let line = format!("No proptosis {}", words.join(" "));
        let met = evidence_of(&line, &format!("The globes are normal {}", words.join(" ")));
        let words = met.iter().filter(|each| each.starts_with("all shares x"));
        assert!(words.count() <= MOST_WORDS);
    }

    #[test]
    fn every_weight_is_of_all_or_a_part_of_a_line() {
        let verdicts = ["all ", "part "];
        assert!(WEIGHTS.met.len() > 1_000);
        assert!(
            WEIGHTS
                .met
                .keys()
                .all(|met| verdicts.iter().any(|verdict| met.starts_with(verdict)))
        );
    }
}
