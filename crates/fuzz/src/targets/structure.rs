//! Structuring, the gate and the impression over any text and template: every place is one, and the report is bounded by what it is
//! made from.

use std::ops::Range;

use arbitrary::{Result, Unstructured};
use report::modality::Modality;
use report::private::PatientText;
use report::section::SectionKind;
use report::sex::Sex;
use report::statement::{Origin, Statement};
use report::style::Style;
use structuring::gate::{self, Given, TemplateText};
use structuring::{CustomTemplate, Dictation, TemplateChoice, impression, rules};

use super::{assert_within, with};
use crate::Target;
use crate::dictated::{made, one, text, text_seeds};

pub const TARGET: Target = Target {
    name: "structure",
    check,
    seeds: text_seeds,
    longest: 2_048,
};

fn check(input: &[u8]) {
    with(input, |bytes| {
        let (template, content) = template(bytes)?;
        let dictation = Dictation {
            text: PatientText::new(text(bytes)?),
            template,
            study_name: study(bytes)?,
            modality: one(bytes, &[None, Some(Modality::Ct), Some(Modality::Mri)])?,
            sex: one(bytes, &[None, Some(Sex::Female), Some(Sex::Male)])?,
            previous_report: if bytes.ratio(1, 3)? {
                Some(PatientText::new(text(bytes)?))
            } else {
                None
            },
            style: Style::default(),
        };
        structured(&dictation, content);
        inspected(bytes, &dictation)
    });
}

/// A template that could be chosen, and how many bytes it has.
fn template(bytes: &mut Unstructured<'_>) -> Result<(TemplateChoice, usize)> {
    if bytes.ratio(3, 4)? {
        return known_template(bytes);
    }
    let content = made(bytes, 40)?;
    let template = TemplateChoice::Custom(CustomTemplate::parse("fuzz", &content));
    Ok((template, content.len()))
}

/// None, whichever fits, or one of the library.
pub fn known_template(bytes: &mut Unstructured<'_>) -> Result<(TemplateChoice, usize)> {
    let all = templates::library().all();
    Ok(match bytes.int_in_range(0..=2)? {
        0 => (TemplateChoice::None, 0),
        1 => (TemplateChoice::Automatic, 10_000),
        _ => {
            let chosen = &all[bytes.choose_index(all.len())?];
            (
                TemplateChoice::System(chosen),
                chosen.report_text().as_str().len(),
            )
        }
    })
}

/// A study's name: any text, or one of the library's.
pub fn study(bytes: &mut Unstructured<'_>) -> Result<Option<String>> {
    let all = templates::library().all();
    Ok(match bytes.int_in_range(0..=2)? {
        0 => None,
        1 => Some(all[bytes.choose_index(all.len())?].body_part.clone()),
        _ => Some(made(bytes, 6)?),
    })
}

fn structured(dictation: &Dictation, template: usize) {
    let said = dictation.text.expose();
    let Ok(report) = rules::structure(dictation) else {
        assert!(
            report::spoken::write(said).text.trim().is_empty()
                || !said.chars().any(char::is_alphanumeric)
                || is_all_commands(said),
            "a dictation with words in it is structured"
        );
        return;
    };
    let previous = dictation
        .previous_report
        .as_ref()
        .map_or(0, |text| text.expose().len());
    let bound = 40 * (said.len() + template + previous) + 2_000;
    assert!(
        report.to_text().as_str().len() <= bound,
        "a report of at most {bound} bytes"
    );
    for statement in &report.statements {
        places_hold(statement, said, report.statements.len());
    }
    let findings = report.section(SectionKind::Findings);
    let history = report.section(SectionKind::ClinicalHistory);
    let study = dictation.study_name.as_deref();
    let impression = impression::generate(&findings, &history, study, dictation.modality);
    let lines = findings.lines().filter(|line| !line.trim().is_empty()).count();
    for statement in &impression.statements {
        places_hold(statement, "", lines);
    }
    gate::inspect_impression(&findings, &history, study, &impression.statements);
    let report = report.inspected(dictation);
    for flag in &report.flags {
        flag_holds(flag, said, report.statements.len());
    }
}

/// Nothing is left of it once it was written: it took itself back.
fn is_all_commands(said: &str) -> bool {
    let written = report::spoken::write(said).text;
    !written.chars().any(char::is_alphanumeric)
}

/// Anybody's report held against anybody's dictation: as a language model's, before and after it is put right.
fn inspected(bytes: &mut Unstructured<'_>, dictation: &Dictation) -> Result<()> {
    let (report, template) = (text(bytes)?, TemplateText::parse(&made(bytes, 20)?));
    let given = Given {
        dictation: dictation.text.expose(),
        template: Some(&template),
        previous_report: dictation.previous_report.as_ref().map(PatientText::expose),
        study_name: dictation.study_name.as_deref(),
    };
    let mut statements = Vec::new();
    for (statement, place) in gate::statements_of(SectionKind::Findings, &report) {
        assert_within(&report, &place, "a statement of a text");
        assert_eq!(&report[place], statement.text);
        statements.push(statement);
    }
    for flag in gate::inspect(&given, &statements) {
        flag_holds(&flag, given.dictation, statements.len());
    }
    let lines = statements
        .iter()
        .map(|statement| (statement.section, statement.text.clone()))
        .collect();
    let traced = gate::trace(&given, lines);
    for statement in &traced {
        places_hold(statement, given.dictation, traced.len());
    }
    let repaired = gate::repair(&given, traced);
    for flag in &repaired.flags {
        flag_holds(flag, given.dictation, repaired.statements.len());
    }
    Ok(())
}

fn places_hold(statement: &Statement, said: &str, statements: usize) {
    let within = |spans: &[Range<usize>]| {
        spans
            .iter()
            .for_each(|span| assert_within(said, span, "what a statement was made from"))
    };
    match &statement.origin {
        Origin::Dictated { spans } => {
            assert!(!spans.is_empty(), "a dictated statement was dictated somewhere");
            assert!(spans.iter().all(|span| span.start < span.end), "no span is empty");
            within(spans);
        }
        Origin::Template { filled } => within(filled),
        Origin::Derived { from } => assert!(
            from.iter().all(|index| *index < statements),
            "what it is derived from is there"
        ),
        Origin::Previous => {}
    }
}

fn flag_holds(flag: &gate::Flag, said: &str, statements: usize) {
    assert!(!flag.message.is_empty());
    assert!(
        flag.statement.is_none_or(|index| index < statements),
        "the statement of a flag is there"
    );
    if let Some(dictated) = &flag.dictated {
        assert_within(said, dictated, "where a flag was dictated");
    }
}
