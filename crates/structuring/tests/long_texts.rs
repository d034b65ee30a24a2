//! What is long and honest is done within its budget, and what would compare without end is ended by it.

use report::budget::{Budget, Exhausted, STEPS, within};
use structuring::{Engine, TemplateChoice};

#[path = "../examples/long/texts.rs"]
mod texts;

use texts::{
    AN_HOUR, LONGEST_TEMPLATE, LONGEST_TEXT, MINUTES, again, counted, dictation, longest_of_the_library,
    of_the_library, own,
};

/// The steps that a report takes with its gate, as the server makes it.
fn steps(text: &str, template: TemplateChoice) -> Result<u64, Exhausted> {
    let dictation = dictation(text, template);
    let budget = Budget::default();
    within(&budget, || Engine::Rules.begin(&dictation).map(drop))?.expect("something was dictated");
    Ok(STEPS - budget.left())
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
        let steps = steps(&text, own(&template));
        assert_eq!(
            steps,
            Err(Exhausted),
            "{dictated:?} over {of_template:?} is hostile no more"
        );
    }
}
