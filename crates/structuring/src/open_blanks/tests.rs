use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(without_blanks(text).text, expected, "{text}");
}

/// The sentences of one outcome, as they stand in the report.
fn of(text: &str, outcome: &Outcome) -> Vec<String> {
    without_blanks(text)
        .sentences
        .into_iter()
        .filter(|sentence| sentence.outcome == *outcome)
        .map(|sentence| text[sentence.place].to_owned())
        .collect()
}

#[test]
fn a_text_without_blanks_comes_back_byte_for_byte() {
    for text in [
        "",
        "FINDINGS:\r\n-  Liver is normal.\n\n\n",
        "Spleen:\n\nIMPRESSION: 1. Normal.",
    ] {
        check(text, text);
    }
}

#[test]
fn a_bullet_that_only_asks_goes_and_its_neighbours_stay() {
    check(
        "FINDINGS:\n- Liver is normal.\n- Spleen measures ___ cm.\n- No ascites.\n\nIMPRESSION:\n1. Normal study.",
        "FINDINGS:\n- Liver is normal.\n- No ascites.\n\nIMPRESSION:\n1. Normal study.",
    );
}

#[test]
fn a_sentence_of_a_bullet_goes_or_is_shortened() {
    check(
        "FINDINGS:\n- Liver is normal. Liver measures ___ cm. No  focal lesion.",
        "FINDINGS:\n- Liver is normal. No  focal lesion.",
    );
    check(
        "FINDINGS:\n- Spleen: Normal in size, measuring ___ cm. No ascites.",
        "FINDINGS:\n- Spleen: Normal in size. No ascites.",
    );
}

#[test]
fn what_the_next_sentence_needs_stays() {
    for text in [
        "FINDINGS:\n- Liver measures ___ cm. No focal lesion.",
        "FINDINGS:\n- Right kidney is normal. Left kidney measures ___ x ___ cm. It contains a 3 cm cyst.",
    ] {
        check(text, text);
    }
    check(
        "FINDINGS:\n- Right kidney is normal. Left kidney measures ___ cm. Left kidney contains a cyst.",
        "FINDINGS:\n- Right kidney is normal. Left kidney contains a cyst.",
    );
    check(
        "FINDINGS:\nLeft kidney:\nLeft kidney measures ___ cm.\n\n3 cm cyst in the lower pole.",
        "FINDINGS:\nLeft kidney:\n\n3 cm cyst in the lower pole.",
    );
}

#[test]
fn a_label_with_nothing_left_goes_and_a_heading_stays() {
    check("FINDINGS:\n- Spleen: ___ cm.\n", "FINDINGS:\n");
    check(
        "FINDINGS: Spleen measures ___ cm.\nIMPRESSION: Normal.",
        "FINDINGS:\nIMPRESSION: Normal.",
    );
    check(
        "FINDINGS:\nSpleen:\n- Spleen measures ___ cm.\n\nLiver:\n- Liver is normal.",
        "FINDINGS:\n\nLiver:\n- Liver is normal.",
    );
    check(
        "FINDINGS:\nSpleen:\n- Spleen measures ___ cm.\n- No lesion.",
        "FINDINGS:\nSpleen:\n- No lesion.",
    );
}

#[test]
fn what_says_more_stays_and_is_named() {
    let text = "TECHNIQUE:\nMRI of the [right/left] knee was performed. ___ ml of contrast was given.\n\nFINDINGS:\n- Calculus in the [right/left] ureter.\n- Spleen measures ___ cm.";
    check(
        text,
        "TECHNIQUE:\nMRI of the [right/left] knee was performed.\n\nFINDINGS:\n- Calculus in the [right/left] ureter.",
    );
    assert_eq!(without_blanks(text).blanks, 4);
    assert_eq!(
        of(text, &Outcome::Stays),
        [
            "MRI of the [right/left] knee was performed.",
            "Calculus in the [right/left] ureter."
        ]
    );
    assert_eq!(
        of(text, &Outcome::LeftOut),
        ["___ ml of contrast was given.", "Spleen measures ___ cm."]
    );
}

#[test]
fn what_measures_a_finding_of_the_sentence_before_stays() {
    let text = "FINDINGS:\n- There is a nodule in the liver. Measures ___ mm.";
    check(text, text);
}

#[test]
fn a_line_without_a_full_stop_is_a_sentence() {
    check(
        "FINDINGS:\nSpleen measures ___ cm\nLiver is normal",
        "FINDINGS:\nLiver is normal",
    );
}

/// What a template of the library measures, nobody has to answer; that there is a foetus is told beside how it lies.
#[test]
fn the_findings_of_the_library_can_be_left_out() {
    let lines = templates::library().all().iter();
    let lines = lines.flat_map(|template| &template.findings);
    let stay: Vec<&str> = lines
        .map(|line| line.text.as_str())
        .filter(|line| !line.starts_with("Single intrauterine foetus"))
        .filter(|line| !of(&format!("FINDINGS:\n- {line}"), &Outcome::Stays).is_empty())
        .collect();
    assert!(stay.is_empty(), "{stay:#?}");
}

/// A sentence of a report, and whether it has a blank.
fn sentence() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "Liver is normal.",
        "A 4 mm calculus is seen in the left kidney.",
        "No ascites.",
        "Spleen measures ___ cm.",
        "Spleen is normal in size, measuring ___ cm.",
        "Calculus in the [right/left] ureter.",
        "Measures ___ mm.",
        "[Oral contrast was given/No oral contrast was given].",
        "Zorbified (sic) at 3.5 cm, e.g. here.",
    ])
}

fn report() -> impl Strategy<Value = String> {
    let heads = prop::sample::select(vec!["- ", "", "1. ", "Spleen: ", "FINDINGS: "]);
    let line = (heads, prop::collection::vec(sentence(), 1..4));
    let lines = prop::collection::vec(line, 0..8);
    lines.prop_map(|lines| {
        let line = |(head, sentences): (&str, Vec<&str>)| format!("{head}{}", sentences.join(" "));
        lines.into_iter().map(line).collect::<Vec<_>>().join("\n")
    })
}

proptest! {
    #[test]
    fn no_sentence_without_a_blank_changes(text in report()) {
        let told = |text: &str| -> Vec<String> {
            let sentences = sentences_of(text).into_iter();
            sentences.filter(|sentence| blank::find(sentence).is_empty()).collect()
        };
        let left = without_blanks(&text).text;
        let mut rest = told(&left).into_iter();
        for sentence in told(&text) {
            prop_assert!(rest.any(|other| other == sentence), "{} of {} in {}", sentence, text, left);
        }
    }

    #[test]
    fn any_text_is_read_and_its_places_are_in_it(text in "\\PC{0,80}(___|\\[a/b\\]|\n|\\. |: ){0,6}\\PC{0,40}") {
        let read = without_blanks(&text);
        for sentence in &read.sentences {
            prop_assert!(text.get(sentence.place.clone()).is_some());
        }
        prop_assert!(read.text.len() <= text.len());
        prop_assert_eq!(read.sentences.is_empty(), read.blanks == 0);
    }
}

/// The sentences as the tests wrote them: each ends in a full stop behind which a space or line ends.
fn sentences_of(text: &str) -> Vec<String> {
    let whole = text.lines().flat_map(|line| {
        let body = without_bullet(line);
        let body = body.strip_prefix("Spleen: ").unwrap_or(body);
        let body = body.strip_prefix("FINDINGS:").unwrap_or(body);
        body.split_inclusive(". ")
            .map(|sentence| sentence.trim().to_owned())
            .collect::<Vec<_>>()
    });
    whole
        .filter(|sentence| sentence.contains(char::is_alphanumeric))
        .collect()
}
