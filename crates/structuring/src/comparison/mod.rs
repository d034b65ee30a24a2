//! What has changed since a previous report.
//!
//! Findings of both reports are set side by side lesion by lesion (`lesion`, `observation`) and paired by what they are, where they
//! are and on which side (`pairing`). Sizes are compared by arithmetic on the largest dimension (`change`). Nothing is said of a
//! finding on which today's dictation has no word: a finding has resolved only when it is denied today, and is new only when the
//! previous report spoke of its place or denied it.

mod beside;
mod change;
mod clause;
mod denial;
mod dimension;
mod lesion;
mod numeral;
mod observation;
mod pairing;
mod place;
mod previous;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;
use report::section::SectionKind;
use report::side::{self, Side};
use report::statement::{Origin, Statement};
use report::{segment, wording};

use change::Said;
use observation::Observation;

/// How many findings of each report are set side by side. Every one of today's is held against every one of the previous report, and
/// no report that a radiologist wrote has so many.
const MOST_OBSERVATIONS: usize = 200;
/// How many bytes these have in all, for the same reason: what is held against another is read anew each time.
const MOST_BYTES: usize = 24_000;
/// A text of more bytes is no sentence, and is read sentence by sentence.
const LONGEST_SENTENCE: usize = 2_000;

/// What today's findings say compared with a previous report, a statement a line, behind a line that names the report's date.
/// Each is made from findings, counted from the first, or, when it only stands in the previous report, taken from there.
pub fn compare(findings: &[&str], previous: &str) -> Vec<Statement> {
    let previous = previous::read(previous);
    if let Some(side) = previous.side.filter(|side| are_of_other_side(findings, *side)) {
        return vec![statement(of_other_side(side).to_owned(), Origin::Previous)];
    }
    let told: Vec<&str> = previous.sentences.iter().map(String::as_str).collect();
    let (today, is_today_cut) = observed(findings);
    let (before, is_before_cut) = observed(&told);
    let most = today.len().max(before.len());
    let is_cut = is_today_cut || is_before_cut;
    let (today, before) = (unlisted(&today, &before), unlisted(&before, &today));
    let first = |observations: Vec<Observation>| -> Vec<Observation> {
        observations.into_iter().take(MOST_OBSERVATIONS).collect()
    };
    let mut statements = changes(&first(today), &first(before));
    let mut seen = BTreeSet::new();
    statements.retain(|statement| seen.insert(statement.text.clone()));
    if is_cut {
        let text = format!("Only the first {most} findings of each report were compared.");
        statements.push(statement(text, Origin::Previous));
    }
    if let (Some(date), false) = (previous.date, statements.is_empty()) {
        let text = format!("Compared with the previous report of {date}.");
        statements.insert(0, statement(text, Origin::Previous));
    }
    statements
}

/// Whether today's findings name the other side, and never this one: nothing of the right knee is new or gone in the left.
fn are_of_other_side(findings: &[&str], previous: Side) -> bool {
    let mut sides = findings.iter().flat_map(|text| side::find(text)).peekable();
    sides.peek().is_some() && sides.all(|mark| mark.side != previous && mark.side != Side::Bilateral)
}

fn of_other_side(previous: Side) -> &'static str {
    match previous {
        Side::Right => "The previous report is of the right side: nothing was compared.",
        _ => "The previous report is of the left side: nothing was compared.",
    }
}

/// The first observations of some texts, and whether there are more.
fn observed(texts: &[&str]) -> (Vec<Observation>, bool) {
    let mut observations = texts.iter().enumerate().flat_map(|(index, text)| {
        let sentences = if text.len() > LONGEST_SENTENCE {
            segment::sentences(text, 0..text.len())
        } else {
            std::iter::once(0..text.len()).collect()
        };
        sentences
            .into_iter()
            .flat_map(move |sentence| observation::of(&text[sentence], index))
    });
    let mut room = MOST_BYTES;
    let mut first: Vec<Observation> = Vec::new();
    for observation in observations.by_ref() {
        let length = observation.phrase.len();
        if first.len() == MOST_OBSERVATIONS || length > room && !first.is_empty() {
            return (first, true);
        }
        room = room.saturating_sub(length);
        first.push(observation);
    }
    (first, false)
}

/// What a previous report tells beside its header and its signature.
pub(crate) struct Told {
    /// Its date as written in it.
    pub(crate) date: Option<String>,
    /// The sentences that find, deny or measure something.
    pub(crate) findings: Vec<String>,
}

/// Reads of a previous report what may be compared with.
pub(crate) fn told(previous: &str) -> Told {
    let previous::Previous { date, sentences, .. } = previous::read(previous);
    Told {
        date,
        findings: sentences
            .into_iter()
            .filter(|sentence| previous::finds(sentence))
            .collect(),
    }
}

/// Observations with each list of sizes taken apart, unless the other report has such a list to set beside it.
fn unlisted(observations: &[Observation], others: &[Observation]) -> Vec<Observation> {
    observations
        .iter()
        .flat_map(|observation| {
            let beside_list = others
                .iter()
                .any(|other| other.is_list() && pairing::same_finding(observation, other));
            if observation.is_list() && observation.is_asserted() && !beside_list {
                observation.listed()
            } else {
                vec![observation.clone()]
            }
        })
        .collect()
}

fn statement(text: String, origin: Origin) -> Statement {
    Statement {
        section: SectionKind::Comparison,
        text,
        origin,
    }
}

fn changes(today: &[Observation], before: &[Observation]) -> Vec<Statement> {
    let pairs = pairing::pairs(today, before);
    let mut paired: BTreeSet<usize> = pairs.values().copied().collect();
    let mut statements = Vec::new();
    let mut spoken_for = BTreeSet::new();
    for (at, now) in today.iter().enumerate().filter(|(_, now)| now.is_asserted()) {
        let text = match pairs.get(&at) {
            Some(&was) if is_worth_pairing(now, &before[was]) => Some(change::between(now, &before[was])),
            Some(_) => None,
            None => match pairing::moved(now, before, &paired) {
                Some(was) => {
                    paired.insert(was);
                    let phrase = now.phrase.trim_end_matches('.');
                    Some(wording::sentence(&format!(
                        "{phrase}; previously: {}",
                        before[was].phrase
                    )))
                }
                None if is_told_with_pair(now, today, &pairs) => None,
                None => newly(now, before),
            },
        };
        if let Some(text) = text {
            spoken_for.insert(clause_of(now));
            let from = vec![now.statement];
            statements.push(statement(text, Origin::Derived { from }));
        }
    }
    for (at, was) in before.iter().enumerate() {
        let gone = was.is_asserted()
            && !paired.contains(&at)
            && !today.iter().enumerate().any(|(now_at, now)| {
                // The size of a structure that has its own pair says nothing of what was in it.
                let only_measured = now.only_measures() && pairs.contains_key(&now_at);
                now.is_asserted() && !only_measured && pairing::same_finding(now, was)
            });
        let denied = today.iter().find(|now| denial::resolves(now, was));
        if let (true, Some(denied)) = (gone, denied) {
            spoken_for.insert(clause_of(denied));
            statements.push(statement(resolved(was, denied), Origin::Previous));
        }
    }
    // What is dictated as changed stands as dictated when the previous report speaks of it and no line has said it.
    for now in today {
        let Some(said) = change::said(&now.statement_text) else {
            continue;
        };
        let has_evidence = match said {
            Said::New => now.is_asserted(),
            Said::Gone => now.denied && before.iter().any(|was| mentions(was, now)),
            _ => now.is_asserted() && before.iter().any(|was| mentions(was, now)),
        };
        if has_evidence && spoken_for.insert(clause_of(now)) {
            let from = vec![now.statement];
            statements.push(statement(
                change::as_dictated(&now.statement_text),
                Origin::Derived { from },
            ));
        }
    }
    statements
}

/// Whether the very words and size of an observation are those of one that has its pair: a reading of them twice is nothing new.
fn is_told_with_pair(now: &Observation, today: &[Observation], pairs: &BTreeMap<usize, usize>) -> bool {
    let mut paired = pairs.keys().filter_map(|at| today.get(*at));
    now.size.is_some() && paired.any(|other| other.lesion == now.lesion && other.size == now.size)
}

/// The clause that an observation stands in: its statement and its words there.
fn clause_of(observation: &Observation) -> (usize, &str) {
    (observation.statement, &observation.statement_text)
}

/// A mention without size, kind or word of change says nothing of a change.
fn is_worth_pairing(now: &Observation, was: &Observation) -> bool {
    let followed = (now.size.is_some() && was.size.is_some()) || change::said(&now.phrase).is_some();
    followed || !(now.only_measures() || was.only_measures())
}

/// Whether the previous report speaks of what is dictated as changed.
fn mentions(was: &Observation, now: &Observation) -> bool {
    let told = || was.told.get_or_init(|| wording::content(&was.statement_text));
    let is_told = || wording::coverage(&wording::content(&now.name()), told()) >= 0.6;
    was.is_asserted() && (pairing::same_finding(now, was) || is_told())
}

fn resolved(was: &Observation, denied: &Observation) -> String {
    let mut name = was.name();
    if denial::by_word_only(denied, was) {
        let today = denied.name();
        let today = today.strip_prefix("No ").unwrap_or(&today);
        name = format!("{today}, previously {name}");
    }
    // A place that is called normal is weaker evidence than a denial.
    let gone = if denied.denied {
        "Resolved"
    } else {
        "Not seen today"
    };
    match was.size {
        Some(size) => wording::sentence(&format!("{gone}: {name}, {size} previously")),
        None => wording::sentence(&format!("{gone}: {name}")),
    }
}

/// Findings that only go with another one, which are not new by themselves.
const BESIDE: &[&str] = &[
    "signal-change",
    "enhancement",
    "deformity",
    "calcification",
    "thickening",
    "compression",
];

/// Says that a finding is new when the previous report spoke of its place, that it was not described when it spoke of the region.
fn newly(now: &Observation, before: &[Observation]) -> Option<String> {
    match change::said(&now.statement_text) {
        Some(Said::New) if change::says_absent_before(&now.statement_text) => {
            return Some(wording::sentence(&format!("New: {}", now.phrase)));
        }
        Some(Said::New) => {
            static APPEARANCE: LazyLock<Regex> = LazyLock::new(|| {
                Regex::new(r"(?i)^interval (?:development|appearance|emergence) of (?:an? |the )?")
                    .expect("appearance")
            });
            // "Nodule of 11 mm with a new solid component": only the component is new.
            let told = if now.inherits_place {
                &now.phrase
            } else {
                &now.lesion
            };
            let text = APPEARANCE.replace(told, "");
            let is_said = change::said(&text) == Some(Said::New);
            return Some(wording::sentence(&if is_said {
                text.into_owned()
            } else {
                format!("New: {text}")
            }));
        }
        Some(_) => return None,
        None => {}
    }
    let only_beside = now.beside && now.kinds.iter().all(|kind| BESIDE.contains(&kind.id.as_str()));
    let denied_before = before.iter().any(|was| was.denied && denial::resolves(was, now));
    let only_removed = now.kinds.iter().all(|kind| kind.id == "removed");
    // A drain or a stent beside a finding.
    let only_device = now.beside && now.kinds.iter().all(|kind| kind.is_general());
    if (only_removed && !denied_before) || only_beside || only_device {
        return None;
    }
    // "Enlarged" would read as a change of what is new; the size says it.
    let phrase = match now.size {
        Some(_) => now.phrase.strip_prefix("Enlarged ").unwrap_or(&now.phrase),
        None => &now.phrase,
    };
    let phrase = wording::sentence(phrase);
    let phrase = phrase.trim_end_matches('.');
    // The same finding was there, but it is the pair of another of today: one thing told twice, or one more of them.
    if !denied_before
        && before
            .iter()
            .any(|was| was.is_asserted() && pairing::same_finding(now, was))
    {
        return now
            .size
            .map(|_| wording::sentence(&format!("Not described previously: {phrase}")));
    }
    if before.iter().any(|was| place::speaks_of_place(was, now)) || denied_before {
        return Some(wording::sentence(&format!("New: {phrase}")));
    }
    before
        .iter()
        .any(|was| place::same_region(was, now))
        .then(|| wording::sentence(&format!("Not described previously: {phrase}")))
}

#[cfg(test)]
mod tests;
