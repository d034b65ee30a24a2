//! Reports of the rules engine, damaged in every way: the gate finds each, and nothing in what was not damaged.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use report::private::PatientText;
use report::section::SectionKind;
use report::statement::{Origin, Statement};
use report::style::Style;
use structuring::gate::{self, TemplateText};
use structuring::{Dictation, TemplateChoice, rules};

use crate::dictated::{capital, dictation};
use crate::support::{given, told};

const DICTATIONS: usize = 120;

/// Makes another text of a statement, or none when there is nothing to damage.
type Damage = fn(&str) -> Option<String>;

const OPERATORS: &[(&str, Damage)] = &[
    ("swap side", |text| {
        swap(
            text,
            &[
                ("right", "left"),
                ("left", "right"),
                ("Right", "Left"),
                ("Left", "Right"),
            ],
        )
    }),
    ("drop side", |text| {
        swap(
            text,
            &[("right ", ""), ("left ", ""), ("Right ", ""), ("Left ", "")],
        )
    }),
    ("add side", |text| {
        let sided = ["right", "left", "Right", "Left"]
            .iter()
            .any(|side| text.contains(side));
        (!sided).then(|| {
            swap(
                text,
                &[
                    ("cyst", "left cyst"),
                    ("tear", "right tear"),
                    ("polyp", "left polyp"),
                    ("bulge", "right bulge"),
                    ("lesion", "left lesion"),
                ],
            )
        })?
    }),
    ("change unit", |text| {
        swap(text, &[(" mm", " cm"), (" cm", " mm")])
    }),
    ("change digit", |text| {
        let at = text
            .find(|character: char| character.is_ascii_digit())
            .filter(|_| has_value(text))?;
        let digit = if text.as_bytes()[at] == b'7' { "2" } else { "7" };
        Some(format!("{}{digit}{}", &text[..at], &text[at + 1..])).filter(|_| !is_level(text, at))
    }),
    ("move decimal point", |text| {
        let at = text
            .find('.')
            .filter(|at| text[at + 1..].starts_with(|next: char| next.is_ascii_digit()))?;
        Some(format!("{}{}", &text[..at], &text[at + 1..]))
    }),
    ("drop dimension", |text| {
        let from = text.find(" x ")?;
        let to = from + 3 + text[from + 3..].find(' ')?;
        Some(format!("{}{}", &text[..from], &text[to..]))
    }),
    ("drop value", |text| {
        let unit = [" mm", " cm", "%"]
            .iter()
            .find_map(|unit| text.find(unit).map(|at| (at, unit.len())))?;
        let start = text[..unit.0]
            .rfind(|character: char| !character.is_ascii_digit() && !matches!(character, '.' | 'x' | ' '))?
            + 1;
        Some(format!("{}{}", &text[..start], &text[unit.0 + unit.1..]))
    }),
    ("drop no", |text| {
        swap(text, &[("No ", ""), ("no ", ""), ("without ", "with ")]).map(|text| capital(&text))
    }),
    ("add no", |text| {
        let denies = text.contains("No ") || text.contains("no ") || text.contains("without");
        (!denies).then(|| {
            swap(
                text,
                &[
                    (" is ", " is not "),
                    (" shows a ", " shows no "),
                    (" shows ", " does not show "),
                    (" contains a ", " contains no "),
                ],
            )
        })?
    }),
    ("change level", |text| {
        swap(
            text,
            &[
                ("C4-C5", "C5-C6"),
                ("C5-C6", "C6-C7"),
                ("L2-L3", "L3-L4"),
                ("L3-L4", "L4-L5"),
                ("L4-L5", "L5-S1"),
                ("T8", "T9"),
                ("T11", "T12"),
                ("L1", "L2"),
                ("L3", "L4"),
            ],
        )
    }),
    ("swap structure", |text| {
        swap(
            text,
            &[
                ("kidney", "ureter"),
                ("upper lobe", "lower lobe"),
                ("pleural", "pericardial"),
                ("liver", "spleen"),
                ("Spleen", "Liver"),
                ("ovary", "kidney"),
                ("Pancreas", "Spleen"),
                ("clavicle", "scapula"),
                ("maxillary", "frontal"),
                ("Medial", "Lateral"),
                ("Gallbladder", "Stomach"),
                ("adrenal", "thyroid"),
            ],
        )
    }),
    ("change degree", |text| {
        swap(
            text,
            &[
                ("mild", "severe"),
                ("moderate", "mild"),
                ("severe", "mild"),
                ("Mild", "Severe"),
                ("Moderate", "Mild"),
                ("Severe", "Mild"),
                ("high grade", "low grade"),
                ("low grade", "high grade"),
            ],
        )
    }),
    ("add value", |text| {
        (!has_value(text) && !text.contains("normal"))
            .then(|| format!("{} measuring 43 mm.", text.trim_end_matches('.')))
    }),
    ("drop statement", |_| Some(String::new())),
    ("add finding", |text| {
        Some(format!(
            "{text}\nThrombosis of the left transverse sinus is seen."
        ))
    }),
];

fn has_value(text: &str) -> bool {
    [" mm", " cm", "%"].iter().any(|unit| text.contains(unit))
}

fn is_level(text: &str, at: usize) -> bool {
    at > 0 && text.as_bytes()[at - 1].is_ascii_alphabetic()
}

/// The first word of the pairs that stands in the text, exchanged once.
fn swap(text: &str, pairs: &[(&str, &str)]) -> Option<String> {
    let (from, to) = pairs.iter().find(|(from, _)| text.contains(from))?;
    Some(capital(&text.replacen(from, to, 1)))
}

fn structured(text: &str) -> Vec<Statement> {
    let dictation = Dictation {
        text: PatientText::new(text),
        template: TemplateChoice::None,
        study_name: None,
        modality: None,
        sex: None,
        previous_report: None,
        style: Style::default(),
    };
    rules::structure(&dictation)
        .expect("something was dictated")
        .statements
}

fn replace(statements: &[Statement], index: usize, text: &str) -> Vec<Statement> {
    let mut damaged = statements.to_vec();
    let lines = text.lines().map(|line| Statement {
        text: line.to_owned(),
        ..statements[index].clone()
    });
    damaged.splice(index..=index, lines);
    damaged
}

#[test]
#[expect(
    clippy::print_stdout,
    reason = "how much is detected is a figure of the product"
)]
fn every_kind_of_damage_is_found_and_repaired_reports_are_no_worse() {
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRunner::deterministic().new_rng());
    let mut found: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for round in 0..DICTATIONS {
        let sentences = dictation().new_tree(&mut runner).expect("a dictation").current();
        let text = sentences.join(" ");
        let statements = structured(&text);
        let given = given(&text, None);
        assert_eq!(
            told(&gate::inspect(&given, &statements)),
            Vec::<String>::new(),
            "{text}"
        );
        for (name, damage) in OPERATORS {
            let fitting = (0..statements.len())
                .map(|step| (round + step) % statements.len())
                .find_map(|index| Some((index, damage(&statements[index].text)?)));
            let Some((index, other)) = fitting else { continue };
            let damaged = replace(&statements, index, &other);
            let flags = gate::inspect(&given, &damaged);
            let (hits, all) = found.entry(name).or_default();
            *all += 1;
            if flags.is_empty() {
                println!("{name}: missed {:?} => {other:?}", statements[index].text);
            } else {
                *hits += 1;
            }
            let repaired = gate::repair(&given, damaged);
            assert!(repaired.flags.len() <= flags.len());
            assert_eq!(gate::inspect(&given, &repaired.statements), repaired.flags);
        }
        if let Some(swapped) = with_sizes_exchanged(&statements) {
            let (hits, all) = found.entry("swap sizes").or_default();
            *all += 1;
            *hits += usize::from(!gate::inspect(&given, &swapped).is_empty());
        }
    }
    for (name, (hits, all)) in &found {
        println!("{name:20} {hits}/{all}");
        assert!(*all >= 40, "{name} was tried {all} times");
        assert!(
            *hits as f64 >= 0.98 * *all as f64,
            "{name}: {hits} of {all} found"
        );
    }
    assert_eq!(found.len(), OPERATORS.len() + 1);
}

/// The report with the first values of two statements in each other's place.
fn with_sizes_exchanged(statements: &[Statement]) -> Option<Vec<Statement>> {
    let sizes: Vec<(usize, String)> = statements
        .iter()
        .enumerate()
        .filter_map(|(index, statement)| {
            let found = report::measurement::find(&statement.text).into_iter().next()?;
            Some((index, statement.text[found.range].to_owned()))
        })
        .collect();
    let (one, size) = sizes.first()?;
    let (other, other_size) = sizes.iter().find(|(_, candidate)| candidate != size)?;
    let mut swapped = statements.to_vec();
    swapped[*one].text = swapped[*one].text.replacen(size, other_size, 1);
    swapped[*other].text = swapped[*other].text.replacen(other_size, size, 1);
    Some(swapped)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_texts_are_inspected_traced_and_repaired(dictation in "\\PC{0,200}", template in "\\PC{0,120}", report in prop::collection::vec("\\PC{0,80}", 0..6)) {
        survives(&dictation, &template, &report);
    }

    #[test]
    fn any_words_are_inspected_traced_and_repaired(dictation in words(80), template in words(30), report in prop::collection::vec(words(14), 0..8)) {
        survives(&dictation, &template, &report);
    }
}

#[test]
fn the_last_of_unpunctuated_sentences_has_a_neighbour_on_one_side_alone() {
    survives("lesion both mild L4-L5 lesion", "", &["mild L4-L5".to_owned()]);
}

fn words(most: usize) -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "liver",
        "left",
        "right",
        "both",
        "kidneys",
        "no",
        "not",
        "normal",
        "3.2",
        "cm",
        "x",
        "4",
        "mm",
        "lesion",
        "is",
        "seen",
        ".",
        "\n",
        ",",
        "L4-L5",
        "disc",
        "bulge",
        "without",
        "non",
        "-",
        "___",
        "[right/left]",
        "impression",
        "findings",
        ":",
        "measures",
        "mild",
        "severe",
        "%",
        "to",
        "and",
        "two",
        "VI",
        "é",
        "1.",
    ]);
    prop::collection::vec(words, 0..most).prop_map(|words| words.join(" "))
}

fn survives(dictation: &str, template: &str, report: &[String]) {
    let template = TemplateText::parse(template);
    let given = gate::Given {
        previous_report: Some(dictation),
        study_name: Some("CT"),
        ..given(dictation, Some(&template))
    };
    let lines = report
        .iter()
        .enumerate()
        .map(|(index, line)| (SectionKind::ALL[index % SectionKind::ALL.len()], line.clone()))
        .collect();
    let statements = gate::trace(&given, lines);
    for statement in &statements {
        if let Origin::Dictated { spans } = &statement.origin {
            assert!(spans.iter().all(|span| dictation.get(span.clone()).is_some()));
        }
    }
    let flags = gate::inspect(&given, &statements);
    for flag in &flags {
        assert!(
            flag.dictated
                .iter()
                .all(|span| dictation.get(span.clone()).is_some())
        );
        assert!(flag.statement.is_none_or(|index| index < statements.len()));
    }
    let repaired = gate::repair(&given, statements.clone());
    assert!(repaired.flags.len() <= flags.len());
    assert_eq!(gate::inspect(&given, &repaired.statements), repaired.flags);
    gate::inspect_impression(dictation, "", None, &statements);
}

#[test]
fn the_longest_texts_are_inspected_in_time() {
    for unit in [
        "a 3 mm calculus is seen in the left kidney ",
        "no mass, ",
        "normal. ",
        "4 ",
    ] {
        let text = unit.repeat(100_000 / unit.len());
        let statements = structured(&text);
        let start = std::time::Instant::now();
        gate::inspect(&given(&text, None), &statements);
        assert!(
            start.elapsed() < std::time::Duration::from_secs(30),
            "{unit:?} took {:?}",
            start.elapsed()
        );
    }
}
