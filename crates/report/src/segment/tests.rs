//! How a text is divided.

mod clauses;
mod denials;
mod phrases;
mod undecided;

use super::*;

/// `expected` are the sentences of the text.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found: Vec<&str> = sentences(text, 0..text.len())
        .into_iter()
        .map(|range| &text[range])
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn an_endless_sentence_is_cut() {
    let text = "large and ".repeat(500);
    let found = sentences(&text, 0..text.len());
    assert_eq!(found.len(), 3);
    assert!(text[found[1].clone()].starts_with("large and") && text[found[1].clone()].ends_with("and"));
    let text = "Läsion und ".repeat(201);
    let found = sentences(&text, 0..text.len());
    assert!(found.len() > 1 && found.iter().all(|range| text.is_char_boundary(range.start)));
}

#[test]
fn full_stops_and_lines_divide() {
    check(
        "Liver is normal. A 3.2 cm cyst.\nNo ascites",
        &["Liver is normal.", "A 3.2 cm cyst.", "No ascites"],
    );
    check(
        "Reported to Dr. Rao. Seen vs. before.",
        &["Reported to Dr. Rao.", "Seen vs. before."],
    );
    check(
        "- Liver is normal\n2. Spleen is normal",
        &["Liver is normal", "Spleen is normal"],
    );
}

#[test]
fn a_short_dictation_without_a_full_stop_is_divided_too() {
    check(
        "There is a 4 mm nodule in the right upper lobe no pleural effusion heart size is normal",
        &[
            "There is a 4 mm nodule in the right upper lobe",
            "no pleural effusion",
            "heart size is normal",
        ],
    );
    check(
        "Sections through the liver show no focal lesion",
        &["Sections through the liver show no focal lesion"],
    );
    check(
        "no disc bulge spinal canal stenosis is seen",
        &["no disc bulge spinal canal stenosis is seen"],
    );
    check("no mass lymph nodes are seen", &["no mass lymph nodes are seen"]);
    check(
        "There is no evidence of a fracture",
        &["There is no evidence of a fracture"],
    );
}

#[test]
fn punctuated_text_comes_through_untouched() {
    check(
        "There is a spiculated mass in the right upper lobe the margins of which abut the pleura. The heart is normal.",
        &[
            "There is a spiculated mass in the right upper lobe the margins of which abut the pleura.",
            "The heart is normal.",
        ],
    );
}

#[test]
fn a_run_of_five_thousand_words_is_divided_in_linear_time() {
    let report =
        "the liver is normal in size there is a cyst of 12 mm in the left kidney no free fluid ".repeat(250);
    let started = std::time::Instant::now();
    assert_eq!(sentences(&report, 0..report.len()).len(), 750);
    assert!(
        started.elapsed() < std::time::Duration::from_secs(5),
        "{:?}",
        started.elapsed()
    );
}
