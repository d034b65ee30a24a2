//! Time in proportion to length: eight times the text takes no more than a few times eight times as long, whatever is said in it.

use std::time::Duration;

use report::checks::{self, Known};
use report::private::PatientText;
use report::section::SectionKind;
use report::spoken::{self, LiveText, OwnForms};
use report::text::ReportText;
use structuring::{CustomTemplate, Dictation, TemplateChoice, comparison, gate, impression, rules};
use word::Document;

use super::with;
use crate::Target;
use crate::cost::least;
use crate::dictated::{noise, text};

pub const TARGET: Target = Target {
    name: "growth",
    check,
    seeds: || (1..=10).map(|seed| noise(seed, 40)).collect(),
    longest: 256,
};

/// What is done with a text, by name.
type Work = (&'static str, fn(&str));

const WORKS: &[Work] = &[
    ("spoken forms", |text| drop(spoken::write(text))),
    ("live spoken forms", |text| {
        let mut live = LiveText::new(OwnForms::default());
        for stretch in text.split_inclusive(['.', '\n']) {
            live.stretch(stretch);
        }
        live.settle();
    }),
    ("structuring", |text| {
        drop(rules::structure(&dictation(text, TEMPLATE)))
    }),
    ("a template", |text| {
        drop(rules::structure(&dictation("The liver is normal.", text)))
    }),
    ("the gate", |text| {
        if let Ok(report) = rules::structure(&dictation(text, TEMPLATE)) {
            drop(report.inspected(&dictation(text, TEMPLATE)));
        }
    }),
    ("an impression", |text| {
        drop(impression::generate(text, text, None, None))
    }),
    ("the gate of an impression", |text| {
        let statements: Vec<_> = gate::statements_of(SectionKind::Impression, text)
            .map(|(statement, _)| statement)
            .collect();
        drop(gate::inspect_impression(text, "", None, &statements));
    }),
    ("the checks", |text| {
        let report = format!("FINDINGS:\n{text}\nIMPRESSION:\n{text}");
        drop(checks::check(&ReportText::parse(&report), &Known::default()));
    }),
    ("a comparison", |text| {
        drop(comparison::compare(&text.lines().collect::<Vec<_>>(), text))
    }),
    ("a template's terms", |text| {
        drop(templates::terms_in(text.lines()))
    }),
    ("a Word file", |text| {
        let document = Document {
            report: ReportText::parse(text),
            ..Document::default()
        };
        drop(word::write(&document));
    }),
];

const TEMPLATE: &str = "TECHNIQUE:\nCT of the [right/left] kidney.\n\nFINDINGS:\nLiver: Normal in size, measuring ___ cm.\nKidneys are normal.\nNo ascites.\n\nIMPRESSION:\nNormal study.";

/// Bytes of the longer text: some seven thousand words.
const LONG: usize = 48_000;
const TIMES: u32 = 8;
/// How much dearer a byte of the longer text may be.
const DEARER: u32 = 4;
/// What is quicker is not told apart from nothing.
const SLACK: Duration = Duration::from_millis(250);

fn check(input: &[u8]) {
    with(input, |bytes| {
        let (name, work) = WORKS[bytes.choose_index(WORKS.len())?];
        let unit = text(bytes)?;
        if unit.is_empty() || unit.len() > LONG / 16 {
            return Ok(());
        }
        let long = unit.repeat(LONG / unit.len());
        let short = unit.repeat(LONG / unit.len() / TIMES as usize);
        let of_short = least(3, &|| work(&short));
        let mut of_long = least(1, &|| work(&long));
        let bound = of_short * TIMES * DEARER + SLACK;
        if of_long > bound {
            of_long = least(3, &|| work(&long));
        }
        assert!(
            of_long <= bound,
            "{name} of {} bytes takes {of_short:?}, of {} bytes {of_long:?}, again and again of {unit:?}",
            short.len(),
            long.len()
        );
        Ok(())
    });
}

fn dictation(text: &str, template: &str) -> Dictation {
    Dictation {
        text: PatientText::new(text),
        template: TemplateChoice::Custom(CustomTemplate::parse("growth", template)),
        study_name: None,
        modality: None,
        sex: None,
        previous_report: None,
    }
}
