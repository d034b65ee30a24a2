//! The bars of `eval/template_queries.jsonl`, which `eval/score_templates.py` scores in the same way.

use std::collections::HashSet;

use serde::Deserialize;
use templates::{MOST_MATCHES, library};

const QUERIES: &str = include_str!("../../../../eval/template_queries.jsonl");

/// Shares of queries whose first answer is right, and whose first three answers hold every right one.
const LEAST_FIRST: f64 = 0.95;
const LEAST_AMONG_THREE: f64 = 0.99;
/// Share of the templates chosen without asking that are right.
const LEAST_CHOSEN_RIGHT: f64 = 0.99;

#[derive(Deserialize)]
struct Query {
    id: String,
    query: String,
    expect: Expected,
}

#[derive(Deserialize)]
struct Expected {
    no_template: bool,
    /// Every one of these is right; the first three must be among the first three answers.
    templates: Vec<String>,
    /// Right as a first answer, but not wanted.
    also: Vec<String>,
}

impl Expected {
    fn accepts(&self, id: &str) -> bool {
        self.templates.iter().chain(&self.also).any(|right| right == id)
    }
}

fn queries() -> Vec<Query> {
    QUERIES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

fn answers(query: &Query) -> Vec<&'static str> {
    let found = library().search(&query.query);
    found.iter().map(|found| found.template.id.as_str()).collect()
}

/// Asserts that at least this share of the queries passes, and names those that do not.
#[track_caller]
fn check_share(least: f64, queries: &[&Query], passes: impl Fn(&Query) -> bool) {
    let failed: Vec<String> = queries
        .iter()
        .filter(|query| !passes(query))
        .map(|query| format!("{} {:?} finds {:?}", query.id, query.query, answers(query)))
        .collect();
    let share = 1.0 - failed.len() as f64 / queries.len() as f64;
    assert!(
        share >= least,
        "{share:.3} is below {least}\n{}",
        failed.join("\n")
    );
}

#[test]
fn the_right_template_is_found() {
    let all = queries();
    let studies: Vec<&Query> = all.iter().filter(|query| !query.expect.no_template).collect();
    assert!(studies.len() >= 320, "{} queries", studies.len());
    check_share(LEAST_FIRST, &studies, |query| {
        answers(query).first().is_some_and(|id| query.expect.accepts(id))
    });
    check_share(LEAST_AMONG_THREE, &studies, |query| {
        let answers = answers(query);
        let first: Vec<&str> = answers.into_iter().take(3).collect();
        let mut wanted = query.expect.templates.iter().take(3);
        wanted.all(|id| first.contains(&id.as_str()))
    });
}

#[test]
fn what_is_no_study_of_the_library_is_refused() {
    let all = queries();
    let refused: Vec<&Query> = all.iter().filter(|query| query.expect.no_template).collect();
    assert!(refused.len() >= 60, "{} queries", refused.len());
    check_share(1.0, &refused, |query| answers(query).is_empty());
}

#[test]
fn no_more_is_offered_than_a_person_can_read() {
    for query in queries() {
        assert!(answers(&query).len() <= MOST_MATCHES, "{:?}", query.query);
    }
}

#[test]
fn a_template_chosen_without_asking_is_right() {
    let all = queries();
    let chosen: Vec<&Query> = all
        .iter()
        .filter(|query| library().best(&query.query, None, None).is_some())
        .collect();
    check_share(LEAST_CHOSEN_RIGHT, &chosen, |query| {
        library()
            .best(&query.query, None, None)
            .is_none_or(|template| query.expect.accepts(&template.id))
    });
}

#[test]
fn every_template_is_asked_for() {
    let all = queries();
    let asked: HashSet<&str> = all
        .iter()
        .flat_map(|query| query.expect.templates.iter().map(String::as_str))
        .collect();
    let never: Vec<&str> = library()
        .all()
        .iter()
        .map(|template| template.id.as_str())
        .filter(|id| !asked.contains(id))
        .collect();
    assert!(never.is_empty(), "no query asks for {never:?}");
    let unknown: Vec<&str> = asked
        .into_iter()
        .filter(|id| library().get(id).is_none())
        .collect();
    assert!(
        unknown.is_empty(),
        "queries expect {unknown:?}, which are not there"
    );
}
