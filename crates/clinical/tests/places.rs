//! Where what is found is: its own places, those of another finding, and sides.

use clinical::document::{Context, Document};
use clinical::explain::Told;
use clinical::knowledge::{Region, knowledge};
use clinical::relate::{Relation, relate};

/// What a sentence says, a fact a line.
fn told(sentence: &str) -> Vec<String> {
    let document = Document::of([sentence], &context());
    document.facts.iter().map(|fact| Told(fact).to_string()).collect()
}

fn context() -> Context {
    Context {
        regions: vec![Region::Head, Region::Chest, Region::Abdomen],
        ..Context::default()
    }
}

/// Whether two sentences contradict each other.
fn contradict(one: &str, other: &str) -> bool {
    let (one, other) = (Document::of([one], &context()), Document::of([other], &context()));
    one.facts.iter().any(|found| {
        other
            .facts
            .iter()
            .any(|held| relate(found, held, knowledge()).0 == Relation::Contradicts)
    })
}

#[test]
fn a_list_of_places_goes_on_before_what_comes_with_a_finding() {
    for (sentence, denied) in [
        (
            "Metastases in the liver and spleen with ascites.",
            "No metastasis in the spleen.",
        ),
        (
            "Lacerations of the liver and spleen with haemoperitoneum.",
            "No laceration of the spleen.",
        ),
        (
            "Thrombosis of the portal vein and superior mesenteric vein with ascites.",
            "No thrombus in the superior mesenteric vein.",
        ),
        (
            "There is a mass in the rectum and sigmoid in keeping with carcinoma.",
            "No mass in the sigmoid colon.",
        ),
    ] {
        assert!(contradict(sentence, denied), "{sentence}");
    }
}

#[test]
fn what_is_always_elsewhere_is_not_where_the_finding_before_it_is() {
    for (sentence, says, place) in [
        ("Cirrhotic liver with splenomegaly.", "splenomegaly", "liver"),
        (
            "Right renal cyst, gallstones and umbilical hernia.",
            "cholelithiasis",
            "kidney",
        ),
    ] {
        let all = told(sentence);
        let own = all
            .iter()
            .find(|fact| fact.contains(says))
            .map_or("", String::as_str);
        assert!(!own.is_empty() && !own.contains(place), "{all:?}");
    }
}

#[test]
fn the_other_side_alone_is_as_it_should_be() {
    for (sentence, normal, found) in [
        (
            "Right adrenal adenoma 2 cm, left normal.",
            "The left adrenal gland is normal.",
            "The right adrenal gland is normal.",
        ),
        (
            "Right TMJ ankylosis, left normal.",
            "Left TMJ is normal.",
            "Right TMJ is normal.",
        ),
        (
            "Left renal calculus and the right is normal.",
            "No calculus in the right kidney.",
            "No calculus in the left kidney.",
        ),
    ] {
        assert!(!contradict(sentence, normal), "{sentence}");
        assert!(contradict(sentence, found), "{sentence}");
    }
}

#[test]
fn a_side_with_which_the_other_is_compared_is_not_the_only_one() {
    for sentence in [
        "Pleural effusions, left more than right.",
        "Pleural effusions, left greater than right.",
        "Pleural effusions, worse on the left.",
        "Pleural effusions, more marked on the left.",
    ] {
        assert!(contradict(sentence, "No right pleural effusion."), "{sentence}");
        assert!(contradict(sentence, "No left pleural effusion."), "{sentence}");
    }
}

#[test]
fn a_change_in_the_name_of_a_finding_leads_to_nothing() {
    for sentence in [
        "No degenerative change in the hip or effusion.",
        "No signal change in the cord or compression.",
        "No marrow signal change in the femur or fracture.",
    ] {
        let all = told(sentence);
        assert!(
            !all.is_empty() && all.iter().all(|fact| fact.starts_with("absent")),
            "{all:?}"
        );
    }
}

#[test]
fn a_value_is_told_of_the_finding_beside_it() {
    for (sentence, value) in [
        ("Bosniak type IIF cyst in the left kidney.", "[bosniak 2f]"),
        ("Type two Modic changes at L4-5.", "[modic 2]"),
        ("Modic 1 and 2 changes at L4-5.", "[modic 2]"),
        ("Bosniak IIF and III cysts in the left kidney.", "[bosniak 3]"),
        ("CAD-RADS category: 3.", "[cad-rads 3]"),
        ("Grade III Outerbridge chondromalacia patella.", "[outerbridge 3]"),
    ] {
        assert!(
            told(sentence).iter().any(|fact| fact.contains(value)),
            "{sentence}: {:?}",
            told(sentence)
        );
    }
    assert!(contradict("BI-RADS category 2.", "BI-RADS 5."));
    assert!(!contradict("BI-RADS 4A.", "BI-RADS 4."));
    assert!(contradict("BI-RADS 5.", "BI-RADS 1."));
}

#[test]
fn a_structure_that_is_a_finding_by_name_is_one_in_a_list() {
    for sentence in ["Cerebral atrophy, small right subdural.", "Left subdural 8 mm."] {
        assert!(
            told(sentence)
                .iter()
                .any(|fact| fact.contains("subdural-haematoma")),
            "{:?}",
            told(sentence)
        );
    }
    assert!(told("No subdural.").iter().all(|fact| fact.starts_with("absent")));
    assert!(!contradict(
        "Chronic left subdural collection.",
        "No subarachnoid haemorrhage."
    ));
}

#[test]
fn a_size_a_person_and_nothing_found_are_no_values() {
    for sentence in [
        "Discussed with Dr Fisher at 3 pm.",
        "Scar along the lateral aspect of 2 cm cyst.",
        "Bosniak 2 cm cyst.",
    ] {
        assert!(
            told(sentence).iter().all(|fact| !fact.contains('[')),
            "{sentence}: {:?}",
            told(sentence)
        );
    }
}

#[test]
fn what_a_change_is_denied_in_is_there() {
    for sentence in [
        "No signal change in the cord with disc bulge.",
        "No acute ischaemic change around the left frontal haematoma.",
        "No signal change or growth in the known glioma.",
    ] {
        let all = told(sentence);
        assert!(
            all.iter().any(|fact| fact.starts_with("present")),
            "{sentence}: {all:?}"
        );
    }
}

#[test]
fn a_side_alone_and_its_state_take_nothing_from_what_follows() {
    let sentence = "Right ovary 3 cm cyst, left normal, uterus bulky.";
    let all = told(sentence);
    assert!(
        all.iter().any(|fact| fact == "normal in general @ ovary, left"),
        "{all:?}"
    );
    assert!(
        all.iter().any(|fact| fact == "present enlargement @ uterus"),
        "{all:?}"
    );
}
