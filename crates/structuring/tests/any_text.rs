//! Whatever is dictated, structuring neither panics nor loses its way, and the longest text allowed is structured.

use proptest::prelude::*;
use report::private::PatientText;
use report::statement::Origin;
use report::style::Style;
use structuring::{CustomTemplate, Dictation, Report, TemplateChoice, impression, rules};

const TEMPLATE: &str = "TECHNIQUE:\nMRI of the [right/left] knee.\n\nFINDINGS:\nLiver: Normal in size, measuring ___ cm, with no focal lesion.\nKidney measures ___ x ___ cm.\nNo ascites.\n\nIMPRESSION:\nNormal study.";

fn structured(text: &str) -> Option<Report> {
    let dictation = Dictation {
        text: PatientText::new(text),
        template: TemplateChoice::Custom(CustomTemplate::parse("any", TEMPLATE)),
        study_name: None,
        modality: None,
        sex: None,
        previous_report: Some(PatientText::new(
            "Findings: A 2 cm cyst in the left kidney. No ascites.",
        )),
        style: Style::default(),
    };
    rules::structure(&dictation).ok()
}

/// Words that the rules know, in any order.
fn dictated_words() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "liver",
        "left",
        "right",
        "kidney",
        "no",
        "normal",
        "3.2",
        "cm",
        "x",
        "lesion",
        "is",
        "seen",
        ".",
        "\n",
        "impression",
        "findings",
        "rest normal",
        "there is",
        "with",
        "measures",
        "L4-L5",
        "disc",
        ":",
        "number one",
        "(",
        ")",
        "without",
        "ascites",
        "tear",
        "colon",
        "full stop",
        "1.",
        "-",
        "é",
    ]);
    prop::collection::vec(words, 0..120).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_characters_are_structured(text in "\\PC{0,300}") {
        structured(&text);
        impression::generate(&text, &text, Some(&text), None);
    }

    #[test]
    fn any_words_are_structured_and_spans_are_places_of_the_dictation(text in dictated_words()) {
        for statement in structured(&text).map(|report| report.statements).unwrap_or_default() {
            if let Origin::Dictated { spans } = statement.origin {
                prop_assert!(!spans.is_empty());
                for span in spans {
                    prop_assert!(text.get(span).is_some());
                }
            }
        }
        impression::generate(&text, "", None, None);
    }
}

#[test]
fn the_longest_text_is_structured() {
    for unit in [
        "a 3 mm calculus is seen in the left kidney ",
        "no mass, ",
        "liver ",
        "\n1. ",
        "normal no (",
    ] {
        let text = unit.repeat(200_000 / unit.len());
        assert!(structured(&text).is_some(), "{unit:?}");
        impression::generate(&text, "", None, None);
    }
}
