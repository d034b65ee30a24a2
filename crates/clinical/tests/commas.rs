//! Two statements say the same whether a full stop or a comma parts them.

use std::collections::BTreeSet;

use clinical::document::{Context, Document};
use clinical::explain::Told;
use clinical::knowledge::Region;

fn told<'t>(sentences: impl IntoIterator<Item = &'t str>, region: Region) -> BTreeSet<String> {
    let context = Context {
        regions: vec![region],
        ..Context::default()
    };
    let document = Document::of(sentences, &context);
    document.facts.iter().map(|fact| Told(fact).to_string()).collect()
}

#[track_caller]
fn check(region: Region, pairs: &[[&str; 2]]) {
    for [first, next] in pairs {
        let apart = told(
            [format!("{first}.").as_str(), format!("{next}.").as_str()],
            region,
        );
        let together = told([format!("{first}, {next}.").as_str()], region);
        assert!(!apart.is_empty());
        assert_eq!(together, apart, "{first}, {next}");
    }
}

#[test]
fn a_piece_that_tells_of_its_own_place_is_a_statement() {
    check(
        Region::Abdomen,
        &[
            ["hydronephrosis", "bladder normal"],
            ["appendicitis", "gallbladder normal"],
            ["liver enlarged", "ascites"],
            ["gallbladder thickened", "ascites"],
            ["right hydronephrosis", "2 cm cyst in segment 4"],
            ["right hydronephrosis", "small bowel dilated"],
            ["sigmoid diverticulosis", "3 cm left ovarian cyst"],
            ["adrenals normal", "sigmoid diverticulosis"],
            ["no nodes", "spleen normal"],
            ["no nodes", "AAA 4.2 cm"],
            ["no diverticulitis", "uterus bulky"],
        ],
    );
    check(
        Region::Chest,
        &[
            ["left effusion", "T8 wedge fracture"],
            ["emphysema", "pericardial effusion"],
            ["no PE", "thyroid nodule"],
            ["hiatus hernia", "bronchiectasis in the lingula"],
        ],
    );
    check(
        Region::Head,
        &[
            ["orbits normal", "atrophy"],
            ["ventricles dilated", "left SDH 8 mm"],
            ["right MCA infarct", "old left lacunar infarct"],
            ["skull fracture", "dense right MCA"],
        ],
    );
}

#[test]
fn what_is_shared_at_the_end_of_a_list_is_of_all_of_it() {
    for (sentence, told_of) in [
        ("Hydronephrosis, perinephric stranding on the left.", "left"),
        ("Disc bulge, facet arthropathy at L4-L5.", "L4-L5"),
    ] {
        let facts = told([sentence], Region::Abdomen);
        assert!(facts.iter().all(|fact| fact.contains(told_of)), "{facts:?}");
    }
}
