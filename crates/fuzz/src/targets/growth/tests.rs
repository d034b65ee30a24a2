//! What was square once, and a round of mixtures: a short one with the other tests, and with `SOAK=1` a long one of the longest texts.

use std::env;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::*;

/// Bytes of a text of the short round.
const SHORT: usize = 64_000;
/// Mixtures of a round for each entrance.
const MIXED: usize = 4;
const MIXED_IN_SOAK: usize = 20;

/// A work, its text and the other one.
type Found = (
    &'static str,
    (&'static [&'static str], Mix),
    (&'static [&'static str], Mix),
);

/// What was found, and cured.
const FOUND: &[Found] = &[
    (
        "spoken forms",
        (&["3 x ", "\n", "3"], Mix::Ends),
        (&[], Mix::Runs),
    ),
    (
        "structuring over a template of the library",
        (&["3 x ", "\n", "3"], Mix::Ends),
        (&[], Mix::Runs),
    ),
    (
        "spoken forms",
        (&["new line ", "scratch that "], Mix::Runs),
        (&[], Mix::Runs),
    ),
    ("live spoken forms", (&["["], Mix::Runs), (&[], Mix::Runs)),
    ("live spoken forms", (&["A:\n"], Mix::Woven), (&[], Mix::Runs)),
    ("a report's text", (&["she "], Mix::Woven), (&[], Mix::Runs)),
    (
        "a comparison",
        (&["x "], Mix::Woven),
        (&["12/03/2024 "], Mix::Woven),
    ),
    (
        "a comparison",
        (&["x "], Mix::Woven),
        (&["#/11/2023\n"], Mix::Woven),
    ),
    (
        "a comparison",
        (&["increased from 3 cm to 4 cm ", "e"], Mix::Woven),
        (&["12/03/2024 ", "left "], Mix::Woven),
    ),
    (
        "structuring beside a previous report",
        (&["\n", "12/03/2024 ", "["], Mix::Woven),
        (&["\n", "12/03/2024 ", "["], Mix::Woven),
    ),
    (
        "structuring over any template",
        (&["A:\n"], Mix::Woven),
        (&["Liver: Normal. "], Mix::Woven),
    ),
    (
        "structuring over any template",
        (&["There is a 3 cm cyst. "], Mix::Woven),
        (&["[a/b] "], Mix::Woven),
    ),
    (
        "structuring over one line",
        (&["Liver: normal in size #.\n"], Mix::Woven),
        (&["right "], Mix::Woven),
    ),
    (
        "structuring over headings",
        (&["C5 disc bulge. ", "type II "], Mix::Ends),
        (&["scratch that ", "#.5 cm "], Mix::Woven),
    ),
    (
        "structuring over a long template",
        (&["[]"], Mix::Woven),
        (&[], Mix::Runs),
    ),
    (
        "structuring over a long template",
        (&["A:\n"], Mix::Woven),
        (&[], Mix::Runs),
    ),
    (
        "the gate of an impression",
        (&["not a mass, "], Mix::Woven),
        (&["not a mass, "], Mix::Woven),
    ),
    (
        "the gate of an impression",
        (&["No focal lesion # is seen. ", "("], Mix::Runs),
        (&["no ", "mass ", "findings "], Mix::Woven),
    ),
    (
        "the gate",
        (&["\r\n"], Mix::Woven),
        (&["\n\n", "not a mass, "], Mix::Runs),
    ),
    (
        "the gate",
        (&[") ", "*** "], Mix::Runs),
        (&[") ", "*** "], Mix::Runs),
    ),
    (
        "what a model is asked",
        (&["Dr Baker$ told. "], Mix::Woven),
        (&["Name: Anita$ Rao$\n"], Mix::Woven),
    ),
    (
        "an impression",
        (
            &[
                "liver spleen kidney aorta colon uterus bladder stomach lung heart ",
                "mass,cyst ",
            ],
            Mix::Ends,
        ),
        (&[], Mix::Runs),
    ),
    (
        "structuring over any template",
        (&["Aorta measures #.0 mm. "], Mix::Woven),
        (&["Abdominal aorta measures ___ mm.\n"], Mix::Woven),
    ),
    (
        "structuring by the dictated name",
        (&["cyst, "], Mix::Runs),
        (&[], Mix::Runs),
    ),
    (
        "structuring without a template",
        (&["cyst, ", "_", "C5 disc bulge. "], Mix::Ends),
        (&[], Mix::Runs),
    ),
    (
        "structuring over a long template",
        (&["___ ", "No ", "1. "], Mix::Woven),
        (&[], Mix::Runs),
    ),
    (
        "structuring over headings",
        (&["cyst, ", "type II ", "\n"], Mix::Begins),
        (&["on 4 March 2024 ", "("], Mix::Begins),
    ),
    (
        "structuring beside a previous report",
        (&["#) "], Mix::Runs),
        (&["mass,cyst ", "] "], Mix::Woven),
    ),
    (
        "the gate of a report and its answer",
        (&["1. ", ": ", "point "], Mix::Ends),
        (&[], Mix::Runs),
    ),
    (
        "the gate of a report and its answer",
        (&["Right kidney measures # cm. ", "\u{200b}", "3 "], Mix::Woven),
        (&[], Mix::Runs),
    ),
    (
        "what a model is asked",
        (
            &["mass,cyst ", "increased from 3 cm to 4 cm ", "full stop "],
            Mix::Runs,
        ),
        (&["/"], Mix::Woven),
    ),
    (
        "an impression",
        (&["éé ", " ", "status post cholecystectomy "], Mix::Woven),
        (&["scratch that ", "_", "COMPARISON:\n"], Mix::Runs),
    ),
    ("the checks", (&["/"], Mix::Woven), (&["*** "], Mix::Woven)),
    (
        "the checks of any text",
        (&["status post cholecystectomy "], Mix::Woven),
        (&[], Mix::Runs),
    ),
    (
        "the checks of any text",
        (&["A:\n"], Mix::Woven),
        (&[], Mix::Runs),
    ),
];

fn found() -> impl Iterator<Item = Case> {
    let recipe = |(pieces, mix): &(&'static [&'static str], Mix)| Recipe {
        pieces: if pieces.is_empty() {
            vec!["x "]
        } else {
            pieces.to_vec()
        },
        mix: *mix,
    };
    FOUND.iter().map(move |(name, text, other)| Case {
        work: WORKS.iter().find(|work| work.name == *name).expect("an entrance"),
        text: recipe(text),
        other: recipe(other),
    })
}

/// Mixtures that are the same in every run.
fn mixed(each: usize) -> impl Iterator<Item = Case> {
    WORKS.iter().enumerate().flat_map(move |(number, work)| {
        (0..each).filter_map(move |round| {
            let bytes = noise((1 + number * 1_000 + round) as u64, 64);
            let mut bytes = Unstructured::new(&bytes);
            Some(Case {
                work,
                text: Recipe::of(&mut bytes).ok()?,
                other: Recipe::of(&mut bytes).ok()?,
            })
        })
    })
}

fn is_long() -> bool {
    env::var_os("SOAK").is_some()
}

/// Holds texts as long as the round is, and tells their time in a long one.
fn hold(cases: &[Case]) {
    let (longest, timed) = if is_long() {
        (LONGEST, Timed::AsItGrows)
    } else {
        (SHORT, Timed::Not)
    };
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    let look = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(problem) = case.holds(longest, timed) {
                problems.lock().expect("no thread panicked").push(problem);
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(look);
        }
    });
    let problems = problems.into_inner().expect("no thread panicked");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn what_was_square_is_not() {
    hold(&found().collect::<Vec<_>>());
}

#[test]
fn no_mixture_costs_more_than_in_proportion() {
    let each = if is_long() { MIXED_IN_SOAK } else { MIXED };
    hold(&mixed(each).collect::<Vec<_>>());
}

/// Works that cost what they say, and what is to be found in each.
static PLANTED: &[(Work, Option<&[&str]>)] = &[
    (
        planted("a line", Growth::Length, |text, _| {
            text.bytes().for_each(|_| budget::spend(4));
        }),
        None,
    ),
    (
        planted("a square within its budget", Growth::Length, |text, _| {
            text.bytes().for_each(|_| budget::spend(text.len() as u64 / 400));
        }),
        Some(&["grows with exponent 2.0"]),
    ),
    (
        planted("a square that its budget ends", Growth::Length, |text, _| {
            text.bytes().for_each(|_| budget::spend(text.len() as u64 / 64));
        }),
        Some(&["is not read within its budget", "exponent 2.0"]),
    ),
    (
        planted("a square that never ends", Growth::Length, |text, _| {
            text.bytes().for_each(|_| budget::spend(text.len() as u64));
        }),
        Some(&["is not read within its budget"]),
    ),
    (
        planted("a square over a template", Growth::Lines, |text, _| {
            text.bytes().for_each(|_| budget::spend(text.len() as u64 / 64));
        }),
        Some(&["grows with exponent 2.0"]),
    ),
    (
        planted("a product", Growth::Product, |text, other| {
            text.bytes().for_each(|_| budget::spend(other.len() as u64 / 32));
        }),
        None,
    ),
    (
        planted("a square beside a product", Growth::Product, |text, other| {
            text.bytes()
                .for_each(|_| budget::spend((other.len() + text.len()) as u64 / 32));
        }),
        Some(&["grows with exponent", "the first text alone"]),
    ),
    (
        planted("a product and a square", Growth::Product, |text, other| {
            let lengths = (text.len() * other.len()) as u64;
            text.bytes().for_each(|_| budget::spend(lengths / 5_000));
        }),
        Some(&["grows with exponent 3.0"]),
    ),
];

const fn planted(name: &'static str, growth: Growth, run: fn(&str, &str)) -> Work {
    Work {
        name,
        takes_two: matches!(growth, Growth::Product),
        growth,
        is_asked_whole: true,
        longest: usize::MAX,
        run,
    }
}

#[test]
fn what_is_planted_is_found() {
    for (work, expected) in PLANTED {
        let recipe = || Recipe {
            pieces: vec!["x "],
            mix: Mix::Woven,
        };
        let case = Case {
            work,
            text: recipe(),
            other: recipe(),
        };
        let found = case.holds(SHORT, Timed::Not).err();
        match (&found, expected) {
            (None, None) => {}
            (Some(found), Some(parts)) if parts.iter().all(|part| found.contains(part)) => {}
            _ => panic!("{}: {found:?} instead of {expected:?}", work.name),
        }
    }
}

#[test]
fn the_exponent_of_a_square_is_two() {
    let square = [(1.0, 3.0), (2.0, 12.0), (4.0, 48.0)];
    let line = [(1.0, 3.0), (2.0, 6.0), (4.0, 12.0)];
    let jump = [(1.0, 1.0), (2.0, 6.0), (4.0, 12.0)];
    assert!((exponent(&square) - 2.0).abs() < 1e-9);
    assert!((exponent(&line) - 1.0).abs() < 1e-9);
    assert!((growth(&square) - 2.0).abs() < 1e-9);
    assert!((growth(&jump) - 1.0).abs() < 1e-9, "it grows no more");
}
