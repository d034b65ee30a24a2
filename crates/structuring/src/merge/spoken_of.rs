//! Whether a dictation has spoken of a line of the template. "The globes are normal" says all of "no proptosis is seen", and yet nobody who
//! reads both reads the same twice; "no renal or ureteric stone" has spoken of "no renal calculus". How the facts stand to each other
//! tells what is true; whether it would be read twice is told by the words, too.
//!
//! A logistic model: the weights are in `data/spoken-of.toml`, learned from labelled dictations: `cargo run --workspace --example learn`.

use std::sync::LazyLock;

use clinical::fact::{Fact, What};
use clinical::knowledge::{StructureId, knowledge};
use clinical::relate::{Relation, are_apart};
use clinical::respect::Respect;
use hashbrown::{HashMap, HashSet};
use report::budget;

use super::{Judged, Verdict};
use crate::route::learned;
use crate::weights::{Weights, likelihoods};

/// The answers in the order of the weights: it was not spoken of, it was.
pub const ANSWERS: usize = 2;

/// A line goes, or loses what was said of it, when it is likelier than this that it was spoken of.
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

    /// Whether a line that is neither false nor in doubt was spoken of, so that it would be read twice.
    pub(crate) fn speaks_of(&self, line: Line<'_>) -> bool {
        if matches!(line.judged.verdict, Verdict::Against | Verdict::Doubtful) {
            return false;
        }
        let weights = budget::suspended(|| &*WEIGHTS);
        self.evidence(line).is_some_and(|evidence| {
            let [_, likely] = likelihoods(weights.score(&evidence));
            likely > LIKELY
        })
    }

    /// What speaks for and against it; none where nothing that it says was named of its places.
    pub fn evidence(&self, line: Line<'_>) -> Option<Vec<String>> {
        let verdict = match line.judged.verdict {
            Verdict::Said => "all",
            Verdict::Partly => "part",
            _ => "none",
        };
        let mut own = learned::keys(line.text);
        own.extend(line.label.into_iter().flat_map(learned::keys));
        own.sort_unstable();
        own.dedup();
        own.truncate(MOST_WORDS);
        let mut met = Vec::new();
        let mut all_shared = 0;
        let mut most = 0;
        let mut is_named = false;
        for (number, held) in line.facts.iter().enumerate() {
            let (said, place) = (said(held), place(held));
            let teller = self.teller(line.judged, number, &own);
            let is_told = teller.is_some();
            if !is_told {
                met.push(format!("unsaid {said}"));
                met.push(format!("unsaid {said} {place}"));
            }
            let beside = || self.beside(held, &own);
            let Some(Nearest { told, how, shared }) =
                teller.or_else(|| beside().filter(|_| line.judged.verdict == Verdict::Stays))
            else {
                continue;
            };
            let named = named(line.text.get(held.span.clone()).unwrap_or_default(), &own, shared);
            is_named |= is_told || named != NOT;
            let near = nearness(told, held);
            let by = kind(told);
            let count = shared.count_ones().min(4);
            most = most.max(shared.count_ones());
            all_shared |= shared;
            met.push(how.to_owned());
            met.push(format!("named {named}"));
            met.push(format!("{how} {near} named {named}"));
            met.push(format!("{said} named {named}"));
            met.push(format!("{how} {near}"));
            met.push(format!("{how} {near} {by} {}", kind(held)));
            met.push(format!("{how} {near} {count}"));
            met.push(format!("{how} {near} {by} {} {count}", kind(held)));
            met.push(format!("{said} by {by}"));
            met.push(format!("{said} by {by} {near}"));
            met.push(format!("{place} by {}", self::place(told)));
            met.push(format!("{said} {near}"));
            met.push(format!("{said} shares {count}"));
            if !is_told {
                met.push(format!("{near} {said} {}", self::said(told)));
                met.push(format!("{near} says the same {}", told.what == held.what));
            }
        }
        if !is_named {
            return None;
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
        Some(met.into_iter().map(|each| format!("{verdict} {each}")).collect())
    }

    /// The dictated fact that says a fact of a line, by its number: the one that says just that, or whose sentence shares most words with it.
    fn teller(&self, judged: &Judged, number: usize, own: &[String]) -> Option<Nearest<'d>> {
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

    /// The dictated praise or denial of the place of a line's fact whose sentence shares most words with the line.
    fn beside(&self, held: &Fact, own: &[String]) -> Option<Nearest<'d>> {
        budget::spend(1 + self.facts.len() as u64 / 8);
        let is_near = |told: &&Fact| {
            (told.is_denial() || matches!(told.what, What::Normal(_)))
                && !is_wide(told)
                && nearness(told, held) != ELSEWHERE
                && !are_apart(&told.sites, &held.sites, knowledge())
        };
        let near = self.facts.iter().filter(is_near);
        let near = near.map(|told| Nearest {
            told,
            how: "unsaid",
            shared: self.shared(told, own),
        });
        near.max_by_key(|nearest| nearest.shared.count_ones())
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

/// Whether a fact is of all, of the rest, of a whole region, or of no place.
fn is_wide(told: &Fact) -> bool {
    let is_wide = |place: &StructureId| {
        let structure = knowledge().structure(*place);
        structure.everything || structure.region
    };
    told.of_rest || told.sites.told().is_empty() || told.sites.told().iter().any(is_wide)
}

const NOT: &str = "not";

/// Whether the words that say a fact of a line are among those shared with a sentence.
fn named(text: &str, own: &[String], shared: u64) -> &'static str {
    let has = |key: &String| {
        own.iter()
            .position(|other| other == key)
            .is_some_and(|at| shared >> at & 1 == 1)
    };
    let keys = learned::keys(text);
    match keys.iter().filter(|key| has(key)).count() {
        0 => NOT,
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

const ELSEWHERE: &str = "elsewhere";

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
        ELSEWHERE
    }
}
