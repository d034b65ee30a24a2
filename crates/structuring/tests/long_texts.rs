//! What is long and honest is done within its budget, and what would compare without end is ended by it.

use std::cmp::Reverse;
use std::time::Duration;

use report::budget::{Budget, Exhausted, STEPS, within};
use report::private::PatientText;
use report::style::Style;
use structuring::{CustomTemplate, Dictation, Engine, TemplateChoice};
use templates::Template;

/// 615 words as they are spoken, without a full stop.
const MINUTES: &str = include_str!("../examples/bench_dictation.txt");
/// Bytes of what is said in an hour, which is the longest recording.
const AN_HOUR: usize = 55_000;
/// Bytes of a text, and of a template, that nobody may exceed.
const LONGEST_TEXT: usize = 200_000;
const LONGEST_TEMPLATE: usize = 100_000;
/// How long the server lets one piece of work run. Tests are built without the optimiser, and take about three times as long.
const LONGEST_TIME: Duration = Duration::from_secs(20);

/// The steps that a report takes with its gate, as the server makes it.
fn steps(text: &str, template: TemplateChoice) -> Result<u64, Exhausted> {
    let dictation = Dictation {
        text: PatientText::new(text),
        template,
        study_name: None,
        modality: None,
        sex: None,
        previous_report: None,
        style: Style::default(),
    };
    let budget = Budget::default();
    within(&budget, || Engine::Rules.begin(&dictation).map(drop))?.expect("something was dictated");
    Ok(STEPS - budget.left())
}

fn own(content: &str) -> TemplateChoice {
    TemplateChoice::Custom(CustomTemplate::parse("own", content))
}

/// The processor's time that this thread has had: on a busy machine the clock tells of the others.
fn of_this_thread() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells");
    let nanoseconds = told.split(' ').next().and_then(|told| told.parse().ok());
    Duration::from_nanos(nanoseconds.expect("nanoseconds"))
}

/// A piece again and again, up to so many bytes.
fn again(piece: &str, length: usize) -> String {
    piece.repeat(length / piece.len())
}

/// Every line of the library that stands in no other template, up to so many bytes, as one template.
fn of_the_library(length: usize) -> String {
    let templates = templates::library().all().iter();
    let mut lines: Vec<&str> = Vec::new();
    let mut bytes = 0;
    for line in templates.flat_map(|template| &template.findings) {
        if bytes + line.text.len() + 1 > length {
            break;
        }
        if !lines.contains(&line.text.as_str()) {
            bytes += line.text.len() + 1;
            lines.push(&line.text);
        }
    }
    format!("FINDINGS:\n{}", lines.join("\n"))
}

/// The templates of the library, the longest first.
fn longest_of_the_library() -> Vec<&'static Template> {
    let mut templates: Vec<_> = templates::library().all().iter().collect();
    templates.sort_by_key(|template| {
        let bytes: usize = template.findings.iter().map(|line| line.text.len()).sum();
        Reverse(bytes)
    });
    templates
}

#[test]
fn a_report_takes_a_hundredth_of_the_budget_and_the_longest_text_a_part_of_it() {
    let template = longest_of_the_library()[0];
    let of = |text: &str| steps(text, TemplateChoice::System(template)).expect("within the budget");
    // What `STEPS` says of both, with room for rules that are still to come.
    let (report, longest) = (of(MINUTES), of(&again(MINUTES, LONGEST_TEXT)));
    assert!(report < STEPS / 50, "{report} of {STEPS} steps");
    assert!(longest < STEPS / 4 * 3, "{longest} of {STEPS} steps");
}

#[test]
fn an_hour_of_dictation_goes_over_the_longest_templates_of_the_library() {
    let text = again(MINUTES, AN_HOUR);
    for template in &longest_of_the_library()[..4] {
        let steps = steps(&text, TemplateChoice::System(template));
        // Half of the budget is for what is dearer than this.
        assert!(
            steps.is_ok_and(|steps| steps < STEPS / 2),
            "{}: {steps:?} of {STEPS} steps",
            template.id
        );
    }
}

#[test]
fn a_hundred_sentences_go_over_the_longest_template() {
    let template = of_the_library(LONGEST_TEMPLATE - 20);
    assert!(
        template.len() > LONGEST_TEMPLATE - 500,
        "{} bytes",
        template.len()
    );
    let sentences = [
        "There is a 12 mm calculus in the lower pole of the left kidney.",
        "No focal lesion is seen in the liver.",
        "Mild degenerative changes are seen in the lumbar spine at L4-L5.",
        "The right upper lobe shows a spiculated nodule measuring 18 x 14 mm.",
        "The gallbladder is distended, with wall thickening of 5 mm.",
    ];
    let text = sentences.join(" ").repeat(20);
    let steps = steps(&text, own(&template));
    assert!(steps.is_ok(), "more than {STEPS} steps");
}

#[test]
fn what_is_said_again_and_again_is_done() {
    for (dictated, of_template) in [("A:\n", "Liver: Normal. "), ("x. ", "Liver: Normal. ")] {
        let (text, template) = (
            again(dictated, LONGEST_TEXT / 2),
            again(of_template, LONGEST_TEMPLATE),
        );
        // Each is read to its end, and what is the same compared once.
        let steps = steps(&text, own(&template));
        assert!(
            steps.is_ok(),
            "{dictated:?} over {of_template:?} takes more than {STEPS} steps"
        );
    }
}

/// A piece again and again, each time with another number.
fn counted(piece: &str, length: usize) -> String {
    let mut text = String::with_capacity(length);
    for number in 1.. {
        let next = piece.replace('#', &number.to_string());
        if text.len() + next.len() > length {
            break;
        }
        text.push_str(&next);
    }
    text
}

#[test]
fn what_compares_without_end_is_ended_by_its_steps() {
    // Pieces of a dictation and of a template: the first are refused at once, the last is begun.
    let (whole, part) = ((LONGEST_TEXT, LONGEST_TEMPLATE), (20_000, LONGEST_TEMPLATE / 10));
    for (dictated, of_template, (text, template)) in [
        ("x#. ", "Liver: Normal. ", whole),
        ("x#\n", "[right/left] kidney\n", whole),
        ("x#. ", "TECHNIQUE:\n[a/b]\n", whole),
        ("There is a # cm cyst. ", "[a/b] [c/d].\n", part),
    ] {
        let (text, template) = (counted(dictated, text), again(of_template, template));
        let began = of_this_thread();
        let steps = steps(&text, own(&template));
        assert_eq!(
            steps,
            Err(Exhausted),
            "{dictated:?} over {of_template:?} is hostile no more"
        );
        let took = of_this_thread().saturating_sub(began);
        assert!(
            took < LONGEST_TIME,
            "{dictated:?} over {of_template:?} took {took:?}"
        );
    }
}
