//! What a denial reaches, and what only leads to a finding.

use clinical::document::{Context, Document};
use clinical::fact::What;
use clinical::knowledge::knowledge;
use report::side::Side;

/// The concepts that a sentence asserts.
fn asserted(sentence: &str) -> Vec<&'static str> {
    let document = Document::of([sentence], &Context::default());
    let of = |fact: &clinical::fact::Fact| match fact.what {
        What::Concept(id) if fact.is_asserted() => Some(knowledge().concept(id).id.as_str()),
        _ => None,
    };
    document.facts.iter().filter_map(of).collect()
}

#[test]
fn what_a_denied_finding_is_said_not_to_be_of_is_there() {
    for (sentence, there) in [
        ("No leak from the aneurysm.", "aneurysm"),
        ("No thrombus within the 5.4 cm aneurysm.", "aneurysm"),
        ("No leak from the left aneurysm.", "aneurysm"),
    ] {
        assert_eq!(asserted(sentence), [there], "{sentence}");
    }
}

#[test]
fn a_denied_list_goes_on_behind_a_place() {
    for sentence in [
        "No stone in the kidney or hydronephrosis.",
        "No fracture of the ribs or pneumothorax.",
        "No displaced fracture of the left ribs, pneumothorax or effusion.",
        "No filling defect in the lungs or pulmonary embolism.",
        "No filling defect in the pulmonary arteries or pulmonary embolism.",
        "No thrombus in the heart or pericardial effusion.",
        "No haemorrhage in the brain, hydrocephalus or midline shift.",
        "No stenosis of the canal or cord compression.",
        "No evidence of obstruction of the small bowel, free air, or ascites.",
        "No obstruction of the bowel free air or ascites.",
        "No enhancement at the site of the resected tumour.",
    ] {
        assert_eq!(asserted(sentence), [""; 0], "{sentence}");
    }
}

#[test]
fn what_leads_to_a_finding_is_no_statement_where_the_finding_is_there() {
    let unknown = |sentence: &str| {
        let document = Document::of([sentence], &Context::default());
        document.facts.iter().any(|fact| fact.what == What::Unknown)
    };
    for taken_up in [
        "In segment 8 there is a 3.2 cm lesion.",
        "Liver: There is a 1.1 cm simple cyst in segment 8.",
        "In the left kidney, there is a 2 cm cyst.",
    ] {
        assert!(!unknown(taken_up), "{taken_up}");
    }
    for elsewhere in [
        "In the left kidney there is perinephric stranding.",
        "In segment 8 there is something odd.",
    ] {
        assert!(unknown(elsewhere), "{elsewhere}");
    }
    let document = Document::of(
        ["In the left kidney there is hydronephrosis."],
        &Context::default(),
    );
    assert_eq!(
        document.facts.last().and_then(|fact| fact.sites.side),
        Some(Side::Left)
    );
}
