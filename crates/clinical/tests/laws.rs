//! The laws of the reading: what is known holds together, and how two facts stand to each other follows rules.

use clinical::document::{Context, Document};
use clinical::explain::Told;
use clinical::fact::Fact;
use clinical::knowledge::knowledge;
use clinical::relate::{Relation, relate};
use proptest::prelude::*;
use serde::Deserialize;

#[test]
fn every_name_in_the_files_names_something() {
    assert_eq!(knowledge().faults, []);
}

#[derive(Deserialize)]
struct Cue {
    category: String,
    example: [String; 2],
}

#[derive(Deserialize)]
struct Cues {
    cue: Vec<Cue>,
}

#[test]
fn every_cue_does_to_its_example_what_its_category_says() {
    let cues: Cues = toml::from_str(
        include_str!("../data/assertion.toml")
            .split("# Looks like")
            .next()
            .unwrap(),
    )
    .unwrap();
    assert!(cues.cue.len() > 5, "the cues are where they were");
    for Cue {
        category,
        example: [sentence, concept],
    } in cues.cue
    {
        let read = Document::of([sentence.as_str()], &Context::default());
        let told: Vec<String> = read.facts.iter().map(|fact| Told(fact).to_string()).collect();
        let word = if category == "other" {
            "somebody else's"
        } else {
            &category
        };
        let wanted = |told: &String| told.starts_with(word) && told.contains(&concept);
        // A carcinoma is of the kind that the general file calls malignancy.
        let other = |told: &String| told.starts_with(word) && concept == "carcinoma";
        assert!(
            told.iter().any(|told| wanted(told) || other(told)),
            "{sentence}: {told:?}"
        );
    }
}

const SENTENCES: [&str; 26] = [
    "No nodule or mass is seen in the right lung.",
    "There is a nodule in the right upper lobe.",
    "There is a nodule in the left lower lobe.",
    "Both lungs are clear.",
    "Liver is normal in size and attenuation.",
    "The liver is enlarged.",
    "There is a cyst in the liver.",
    "No focal hepatic lesion is seen.",
    "Acute subdural haematoma along the left convexity.",
    "No extradural or subdural collection is seen.",
    "No intracranial haemorrhage.",
    "Burst fracture of L1.",
    "Vertebral heights are maintained.",
    "L4-L5 disc bulge.",
    "L4-L5 disc shows no bulge or herniation.",
    "No disc bulge at any level.",
    "Gallstones are seen.",
    "No gallstone is seen.",
    "The gallbladder is normal.",
    "Cholecystectomy has been performed.",
    "Possible fracture of the left femoral neck.",
    "No fracture is seen.",
    "The spleen is normal.",
    "Right hydronephrosis.",
    "No hydronephrosis is seen on either side.",
    "No enlargement of the abdominal aortic aneurysm.",
];

fn facts(sentence: &str) -> Vec<Fact> {
    Document::of([sentence], &Context::default()).facts
}

fn all_facts() -> Vec<Fact> {
    SENTENCES.iter().flat_map(|sentence| facts(sentence)).collect()
}

#[test]
fn same_and_contradicts_are_symmetric_and_nothing_entails_what_it_contradicts() {
    let facts = all_facts();
    for a in &facts {
        for b in &facts {
            let (forth, _) = relate(a, b, knowledge());
            let (back, _) = relate(b, a, knowledge());
            let turned = match forth {
                Relation::Entails => Relation::EntailedBy,
                Relation::EntailedBy => Relation::Entails,
                other => other,
            };
            assert_eq!(turned, back, "{} / {}", Told(a), Told(b));
        }
    }
}

#[test]
fn entailing_is_transitive() {
    let facts = all_facts();
    let entails =
        |a: &Fact, b: &Fact| matches!(relate(a, b, knowledge()).0, Relation::Entails | Relation::Same);
    for a in &facts {
        for b in facts.iter().filter(|b| entails(a, b)) {
            for c in facts.iter().filter(|c| entails(b, c)) {
                assert!(entails(a, c), "{} / {} / {}", Told(a), Told(b), Told(c));
            }
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_fault(text in "\\PC{0,200}") {
        let read = Document::of([text.as_str()], &Context::default());
        for fact in &read.facts {
            prop_assert!(text.get(fact.span.clone()).is_some());
        }
    }

    #[test]
    fn a_fact_about_one_side_contradicts_none_about_the_other(organ in 0_usize..5, finding in 0_usize..4) {
        let organ = ["kidney", "lung", "adrenal gland", "ovary", "breast"][organ];
        let finding = ["mass", "cyst", "calcification", "haematoma"][finding];
        let found = facts(&format!("There is a {finding} in the right {organ}."));
        for held in facts(&format!("No {finding} is seen in the left {organ}. The left {organ} is normal.")) {
            for told in &found {
                let (relation, _) = relate(told, &held, knowledge());
                prop_assert!(!matches!(relation, Relation::Contradicts | Relation::MayContradict), "{} / {}", Told(told), Told(&held));
            }
        }
    }
}
