//! Whoever asks first pays no more than whoever asks again. What is read once for everybody, at its first use, is read outside that
//! one's budget: were it cut short there, it would be broken for all who come after.
//!
//! A program of its own with one test, so that nothing was read before.

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use report::budget::{Budget, within};
use report::checks::{self, Known};
use report::private::PatientText;
use report::section::SectionKind;
use report::spoken;
use report::style::Style;
use report::text::ReportText;
use serde_json::Value;
use structuring::gate::{self, Given, TemplateText};
use structuring::open_blanks;
use structuring::{
    CustomTemplate, Dictation, Findings, TemplateChoice, WrittenImpression, comparison, rules,
};

type Work = (&'static str, fn(&str, &str));

/// Everything that is asked of a text and of another beside it: a template, a previous report, an impression.
const WORKS: [Work; 9] = [
    ("spoken forms", |text, _| {
        spoken::write(text);
        spoken::command(text);
        spoken::last_sentence(text);
    }),
    ("a search of templates", |text, _| {
        let query: String = text.chars().take(200).collect();
        templates::library().best(&query, None, None);
        templates::terms_in(text.lines());
    }),
    ("a report by the rules", |text, other| {
        structure(text, other);
    }),
    ("the gate of that report", |text, other| {
        let dictation = dictation(text, other);
        if let Ok(report) = rules::structure(&dictation) {
            report.inspected(&dictation);
        }
    }),
    ("the gate", |text, other| {
        let template = TemplateText::parse(other);
        let statements: Vec<_> = gate::statements_of(SectionKind::Findings, other)
            .map(|(statement, _)| statement)
            .collect();
        let given = Given {
            dictation: text,
            template: Some(&template),
            previous_report: Some(other),
            study_name: Some("CT abdomen"),
        };
        gate::inspect(&given, &statements);
    }),
    ("an impression", |text, other| {
        WrittenImpression::of_rules(&Findings {
            text: PatientText::new(text),
            clinical_history: PatientText::new(other),
            study_name: None,
            modality: None,
        });
    }),
    ("a comparison", |text, other| {
        comparison::compare(&text.lines().collect::<Vec<_>>(), other);
    }),
    ("a report without its blanks", |text, other| {
        let asks = "Spleen is normal in size, measuring ___ cm.";
        open_blanks::without_blanks(&format!("FINDINGS:\n{asks}\n{text} ___\n{other}"));
    }),
    ("the checks", |text, other| {
        let report = ReportText::parse(&format!("FINDINGS:\n{text}\nIMPRESSION:\n{other}"));
        let known = Known {
            study_name: Some("CT abdomen".to_owned()),
            ..Known::default()
        };
        checks::check(&report, &known);
    }),
];

fn dictation(text: &str, template: &str) -> Dictation {
    Dictation {
        text: PatientText::new(text),
        template: TemplateChoice::Custom(CustomTemplate::parse("first", template)),
        study_name: None,
        modality: None,
        sex: None,
        previous_report: Some(PatientText::new(template)),
        style: Style::default(),
    }
}

fn structure(text: &str, template: &str) {
    let _ = rules::structure(&dictation(text, template));
}

/// Texts that touch every list: dictations of each style over their templates.
fn inputs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../eval/batches");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the batches")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    files.sort();
    let rows = |path| std::fs::read_to_string(path).expect("a batch");
    let every_eighth = |text: String| -> Vec<Value> {
        let rows = text.lines().step_by(8);
        rows.map(|row| serde_json::from_str(row).expect("a row"))
            .collect()
    };
    let rows: Vec<Value> = files
        .into_iter()
        .flat_map(|path| every_eighth(rows(path)))
        .collect();
    let text_of = |row: &Value| row["text"].as_str().expect("a dictation").to_owned();
    let template_of = |row: &Value| {
        let lines = row["lines"].as_array().expect("lines").iter();
        let lines: Vec<&str> = lines.filter_map(|line| line[1].as_str()).collect();
        format!(
            "TECHNIQUE:\nPlain.\n\nFINDINGS:\n{}\n\nIMPRESSION:\nNormal study.",
            lines.join("\n")
        )
    };
    rows.iter().map(|row| (text_of(row), template_of(row))).collect()
}

const PLENTY: u64 = u64::MAX / 2;

fn steps(work: fn(&str, &str), text: &str, other: &str) -> u64 {
    let budget = Budget::of_steps(PLENTY);
    within(&budget, || work(text, other)).expect("there is plenty");
    PLENTY - budget.left()
}

#[test]
fn whoever_asks_first_pays_no_more_and_breaks_nothing() {
    let inputs = inputs();
    assert!(inputs.len() > 40, "{} inputs", inputs.len());
    for (name, work) in WORKS {
        // Those who come first leave at once, and after a while.
        for left_after in [2, 30, 1000, 20_000] {
            let (text, other) = &inputs[0];
            let _ = within(&Budget::of_steps(left_after), || work(text, other));
        }
        for (text, other) in &inputs {
            let first = panic::catch_unwind(AssertUnwindSafe(|| steps(work, text, other)));
            let first = first.unwrap_or_else(|_| panic!("{name}: somebody who left before broke it"));
            let again = steps(work, text, other);
            assert_eq!(
                first, again,
                "{name}: whoever asks first pays for a list:\n{text}"
            );
        }
    }
}
