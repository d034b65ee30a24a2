use report::checks::FlagKind::ImplausibleSize;

use super::check;

#[test]
fn sizes_that_cannot_be_are_found() {
    for text in [
        "Right kidney measures 98 cm.",
        "Abdominal aorta measures 4.2 mm.",
        "Spleen measures 110 cm.",
        "Common bile duct measures 6 cm.",
        "A 40 cm nodule in the right upper lobe.",
        "Lesion of 4000 HU in the liver.",
        "Stenosis of 140% of the left internal carotid artery.",
        "Disc bulge at L7-S1.",
    ] {
        check("", text, "", &[ImplausibleSize]);
    }
}

#[test]
fn sizes_that_can_be_are_left_alone() {
    for text in [
        "Right kidney measures 9.8 x 4.5 cm with a 4 mm calculus.",
        "Spleen measures 22 cm.",
        "Common bile duct measures 6 mm.",
        "Metal clip of 3071 HU.",
        "A 2 mm calculus in the right kidney.",
    ] {
        check("", text, "", &[]);
    }
}

#[test]
fn how_far_something_is_clear_of_a_place_is_no_size() {
    check(
        "MRI pelvis",
        "Placenta is posterior, 3.2 cm clear of the internal os.",
        "Posterior placenta, not low lying.",
        &[],
    );
}
