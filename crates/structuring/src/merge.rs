//! What becomes of each line of a template beside what was dictated, decided by how its facts stand to the dictated ones.

pub mod spoken_of;
mod study;
mod trim;

use std::sync::LazyLock;

use clinical::document::{Context, Document};
use clinical::fact::{Extent, Fact, What};
use clinical::knowledge::{Assertion, knowledge};
use clinical::place::Sites;
use clinical::relate::{Relation, Why, praised_together, relate};
use regex::Regex;
use report::side::Side;
use report::{budget, measurement};

use crate::lines::LINES;

pub use study::{context, names_region};

/// What becomes of a template's line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The dictation makes it false: gone.
    Against,
    /// All that it says was said: gone, where it was [`spoken_of`].
    Said,
    /// It may be false: set aside.
    Doubtful,
    /// A part of it was said: cut down, where it was [`spoken_of`].
    Partly,
    /// Nothing of it was said.
    Stays,
}

/// A verdict and the two facts that decided it.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// The fact of the line, by its number, that of the dictation, and why.
    pub reason: Option<Reason>,
    /// How many facts of the line were not said.
    pub unsaid: usize,
    /// What says a fact of the line, one after another.
    pub tellers: Vec<Teller>,
}

/// A fact of the dictation that says one of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Teller {
    /// The number of the line's fact.
    pub line: usize,
    /// The number of the dictation's fact.
    pub dictated: usize,
    /// How it stands to the line's.
    pub relation: Relation,
}

/// What decided a verdict.
#[derive(Debug, Clone)]
pub struct Reason {
    /// The number of the line's fact.
    pub line: usize,
    /// The number of the dictation's fact.
    pub dictated: usize,
    /// How they stand to each other.
    pub relation: Relation,
    /// The rule.
    pub why: Why,
}

/// What it takes to compare two facts.
const STEPS_OF_A_PAIR: u64 = 2;

/// What becomes of a line that says these facts, beside dictated ones.
pub fn judge(line: &[Fact], dictated: &[Fact]) -> Judged {
    let knowledge = knowledge();
    let mut said = Vec::with_capacity(line.len());
    let mut first_said = None;
    let mut tellers = Vec::new();
    let mut doubt: Option<Reason> = None;
    // What is not understood of a line can be contradicted, where its structure is gone, and cannot be said.
    let understood = line.iter().filter(|fact| fact.what != What::Unknown).count();
    for (number, held) in line.iter().enumerate() {
        budget::spend(1 + STEPS_OF_A_PAIR * dictated.len() as u64);
        let mut is_said = false;
        let mut besides: Option<Reason> = None;
        for (other, told) in dictated.iter().enumerate() {
            let (relation, why) = relate(told, held, knowledge);
            let reason = Reason {
                line: number,
                dictated: other,
                relation,
                why,
            };
            match relation {
                Relation::Contradicts => {
                    return Judged {
                        verdict: Verdict::Against,
                        reason: Some(reason),
                        unsaid: 0,
                        tellers: Vec::new(),
                    };
                }
                Relation::MayContradict if held.what != What::Unknown => {
                    doubt.get_or_insert(reason);
                }
                Relation::Same | Relation::Entails => {
                    is_said = true;
                    tellers.push(Teller::of(&reason));
                    first_said.get_or_insert(reason);
                }
                // Who called it normal in one respect has spoken of it, and need not be told of another beside it.
                Relation::Compatible | Relation::EntailedBy if is_praised_as(told, held) => {
                    is_said = true;
                    tellers.push(Teller::of(&reason));
                    first_said.get_or_insert(reason);
                }
                Relation::Compatible | Relation::EntailedBy => {
                    besides.get_or_insert(reason);
                }
                _ => {}
            }
        }
        if let Some(besides) = besides.filter(|_| !is_said && praised_together(dictated, held, knowledge)) {
            is_said = true;
            tellers.push(Teller::of(&besides));
            first_said.get_or_insert(besides);
        }
        said.push(is_said);
    }
    // Who denies what the signs would suggest has spoken of them.
    let mut aims = line
        .iter()
        .zip(&said)
        .filter(|(held, _)| !held.is_sign)
        .peekable();
    let is_concluded = aims.peek().is_some() && aims.all(|(_, said)| *said);
    let said = line.iter().zip(said);
    let said = said
        .filter(|(held, said)| *said || is_concluded && held.is_sign)
        .count();
    let (verdict, reason) = match (doubt, first_said) {
        (Some(doubt), _) => (Verdict::Doubtful, Some(doubt)),
        (None, Some(reason)) if said == understood => (Verdict::Said, Some(reason)),
        (None, Some(reason)) => (Verdict::Partly, Some(reason)),
        (None, None) => (Verdict::Stays, None),
    };
    Judged {
        verdict,
        reason,
        unsaid: understood - said.min(understood),
        tellers,
    }
}

impl Teller {
    fn of(reason: &Reason) -> Self {
        Self {
            line: reason.line,
            dictated: reason.dictated,
            relation: reason.relation,
        }
    }
}

/// Whether both praise the same places, in a respect that they share.
fn is_praised_as(told: &Fact, held: &Fact) -> bool {
    match (told.what, held.what) {
        (What::Normal(said), What::Normal(asked)) => {
            !said.and(asked).is_empty()
                && held
                    .sites
                    .named
                    .iter()
                    .all(|place| told.sites.named.contains(place))
        }
        _ => false,
    }
}

/// A line of which a part was said, cut down to what was not.
pub fn trimmed(
    text: &str,
    label: Option<&str>,
    structure: Option<&str>,
    study: &Context,
    dictated: &[Fact],
    unsaid: usize,
) -> Option<String> {
    // What is left says what the line said, and of the same place, to a reader who knows nothing of the library.
    let whole = read_line(text, label, None, study).facts;
    let is_of_line = |fact: &Fact| {
        whole.iter().any(|other| {
            fact.what == other.what
                && fact.sites.side == other.sites.side
                && fact
                    .sites
                    .told()
                    .iter()
                    .all(|place| other.sites.told().contains(place))
                && fact.sites.is_nowhere() == other.sites.is_nowhere()
        })
    };
    trim::trimmed(text, |form| {
        let facts = read_line(form, label, structure, study).facts;
        facts.len() == unsaid
            && read_line(form, label, None, study).facts.iter().all(is_of_line)
            && judge(&facts, dictated).verdict == Verdict::Stays
    })
}

static CHOICE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\[[^\]]*/[^\]]*\]").expect("choice pattern"));

/// A template's line as it was understood: `label` stands before its colon, `structure` is what the library says that it is about.
pub fn read_line(text: &str, label: Option<&str>, structure: Option<&str>, study: &Context) -> Document {
    let knowledge = knowledge();
    let mut context = study.clone();
    if let Some(label) = label {
        let read = Document::of([label], study);
        if let Some(sentence) = read.sentences.first() {
            context.structures.clone_from(&sentence.structures);
            context.levels.clone_from(&sentence.levels);
            context.side = sentence.side;
        }
    }
    if context.structures.is_empty() {
        context.structures = structure
            .and_then(|id| knowledge.structure_named(id))
            .into_iter()
            .collect();
    }
    // What may be chosen is not said.
    let said = CHOICE.replace_all(text, "___");
    let text = said.as_ref();
    let mut document = Document::of([text], &context);
    let is_denied = clinical::document::only_denies(text) || LINES.none.is_match(text);
    if let Some(label) = label.filter(|_| is_denied) {
        // "Varices: none.", "BI-RADS category 1: negative."
        document = Document::of([label], study);
        for fact in &mut document.facts {
            fact.assertion = Assertion::Absent;
        }
    }
    // "Nasal septum: midline" says what "nasal septum is midline" does.
    if let Some(label) = label.filter(|_| says_nothing(&document)) {
        let whole = Document::of([format!("{label} {} {text}", LINES.is).as_str()], study);
        if !says_nothing(&whole) {
            document = whole;
        }
    }
    // What only measures says that there is something to measure.
    let only_measures = says_nothing(&document);
    if document.facts.is_empty() {
        let read = document.sentences.first().filter(|_| text.contains("___"));
        let measured = read.filter(|read| !read.structures.is_empty());
        let measured = measured.map(|read| {
            let levels = match read.levels.is_empty() {
                true => &context.levels,
                false => &read.levels,
            };
            let sites = Sites {
                named: read.structures.clone(),
                side: read.side.or(context.side),
                levels: levels.clone(),
                ..Sites::default()
            };
            // A blank before a unit asks for a size.
            let sizes = measurement::find(&text.replace("___", "1"));
            Fact::unknown(sites, sizes.iter().find_map(Extent::of))
        });
        document.facts.extend(measured);
    }
    let told = document
        .facts
        .into_iter()
        .filter(|fact| only_measures || fact.what != What::Unknown);
    document.facts = told.flat_map(each_place).collect();
    document
}

/// Whether nothing was understood of what a line says.
fn says_nothing(document: &Document) -> bool {
    document.facts.iter().all(|fact| fact.what == What::Unknown)
}

/// A fact of several places, or of both sides, is one fact a place and side: all must be said, one found false is enough.
fn each_place(fact: Fact) -> Vec<Fact> {
    let knowledge = knowledge();
    let places = match fact.sites.named.len() {
        0 | 1 => vec![fact.sites.named.clone()],
        _ => fact.sites.named.iter().map(|place| vec![*place]).collect(),
    };
    let mut all = Vec::new();
    for named in places {
        let sites = named.iter().chain(&fact.sites.inherent);
        let paired =
            sites.clone().next().is_some() && sites.into_iter().all(|id| knowledge.structure(*id).paired);
        let sides = match fact.sites.side {
            None | Some(Side::Bilateral) if paired => vec![Some(Side::Right), Some(Side::Left)],
            side => vec![side],
        };
        for side in sides {
            let mut one = fact.clone();
            one.sites.named.clone_from(&named);
            one.sites.side = side;
            all.push(one);
        }
    }
    all
}

/// The label of a line and what stands behind it.
pub fn labelled(line: &str) -> (Option<&str>, &str) {
    match line.split_once(": ") {
        Some((label, rest)) if label.len() < 50 && !label.contains(['.', ';']) => (Some(label), rest),
        _ => (None, line),
    }
}
