use report::checks::FlagKind::UnfilledPlaceholder;

use super::{check, flags};

#[test]
fn blanks_of_every_notation_are_found() {
    for blank in [
        "Spleen measures ___ cm.",
        "Spleen measures - cm and is normal.",
        "Calculus of <size> mm in the kidney.",
        "Cyst in the [right/left] kidney.",
        "The right/left knee shows an effusion.",
        "Node of XX mm.",
        "Lesion in segment [ ].",
        "Prostate - x - x - cm.",
        "Liver span is to be filled.",
        "Canal measures {value} mm.",
        "Kidney measures cm.",
        "Granulomas. Lung-RADS [category].",
    ] {
        check("", blank, "", &[UnfilledPlaceholder]);
    }
}

#[test]
fn ordinary_marks_are_no_blanks() {
    for text in [
        "T1/T2 weighted images. Hypodense and/or cystic.",
        "- A 3-5 mm nodule - stable - in the right upper lobe.",
        "L4-L5 disc, grade I/II, 12/03/2024, w/o contrast, L4/L5.",
        "Size 5 - 7 mm (series 3, image 24) [image 4].",
    ] {
        check("", text, "", &[]);
    }
}

#[test]
fn each_blank_has_its_place() {
    let flags = flags("", "Liver ___ cm, spleen ___ cm.", "");
    assert_eq!(flags.len(), 2);
    assert!(flags[0].range.end <= flags[1].range.start);
}

#[test]
fn the_age_and_sex_of_a_template_are_blanks() {
    check(
        "CT brain",
        "[age]-year-old [sex]. No infarct.",
        "Normal study.",
        &[UnfilledPlaceholder],
    );
}
