//! The patient's sex, told in words or known from elsewhere, and what it weighs.

use report::sex::Sex;
use templates::library;

use super::{check, check_both};

#[test]
fn the_patient_decides_between_the_sexes() {
    check(
        "45 year old lady, CT abdomen pelvis with contrast",
        "CT Abdomen Pelvis Female Contrast",
    );
    check("CT abdomen pelvis 45F", "CT Abdomen Pelvis Female");
    check("CT abdomen pelvis 60/M", "CT Abdomen Pelvis Male");
    check("MRI pelvis, 30 yrs F", "MR Pelvis Female");
    check("MRI pelvis ca prostate", "MR Pelvis Male");
    check("MRI uterus", "MR Pelvis Female");
    check("CT pelvis plain, girl 14 years, fall", "CT Pelvis Female");
    check("Mr Rao, CT whole abdomen", "CT Abdomen Pelvis Male");
    let query =
        "plain CT abdomen & pelvis for a 30 yr old pregnant female ?ureteric colic, she has right flank pain";
    check(query, "CT Abdomen Pelvis Female");
    check_both("MRI pelvis", "MR Pelvis Male", "MR Pelvis Female");
}

#[test]
fn the_sex_is_read_as_request_forms_write_it() {
    for query in [
        "CT abdomen pelvis 45/F",
        "CT abdomen pelvis 45 yrs F",
        "Smt Lakshmi, CT abdomen pelvis",
        "CT abdomen pelvis, wife of Ramesh",
        "CT abdomen pelvis, famale",
        "CT abdomen pelvis, uterine mass",
        "CT abdomen pelvis, she has fever",
    ] {
        check(query, "CT Abdomen Pelvis Female");
    }
    for query in [
        "CT abdomen pelvis M/45",
        "CT abdomen pelvis 45M",
        "Shri Rao, CT abdomen pelvis",
        "RAM S/O SHYAM, CT ABDOMEN PELVIS",
        "Mr Rao CT abdomen pelvis",
        "CT abdomen pelvis, prostate enlarged",
        "CT abdomen pelvis, he has fever",
    ] {
        check(query, "CT Abdomen Pelvis Male");
    }
}

#[test]
fn anatomy_outweighs_what_a_person_is_called() {
    check(
        "CT abdomen pelvis, lady with carcinoma prostate",
        "CT Abdomen Pelvis Male",
    );
    check_both(
        "CT abdomen pelvis, a man and a woman",
        "CT Abdomen Pelvis Male",
        "CT Abdomen Pelvis Female",
    );
}

#[test]
fn mr_is_a_modality_unless_a_name_follows() {
    check_both("mr pelvis", "MR Pelvis Male", "MR Pelvis Female");
    check_both("MR PELVIS", "MR Pelvis Male", "MR Pelvis Female");
    check("Mr. Gupta, 56, MRI pelvis", "MR Pelvis Male");
}

#[test]
fn the_sex_does_not_change_the_region() {
    check("45/F CT abdomen", "CT Abdomen");
    check("45/F CECT abdomen", "CT Abdomen Contrast");
    check("Mr Rao CT abdomen plain", "CT Abdomen");
}

#[test]
fn a_match_gains_five_and_a_mismatch_loses_ten() {
    let score = |sex, id: &str| {
        library()
            .matches("CT abdomen pelvis", None, sex)
            .iter()
            .find(|found| found.template.id == id)
            .map(|found| found.score)
            .expect("the template is offered")
    };
    for (sex, own, other) in [
        (Sex::Female, "ct-abdomen-pelvis-female", "ct-abdomen-pelvis-male"),
        (Sex::Male, "ct-abdomen-pelvis-male", "ct-abdomen-pelvis-female"),
    ] {
        let (before, after) = (score(None, own), score(Some(sex), own));
        assert!((after - before - 5.0).abs() < 0.01, "{own}: {before} {after}");
        let (before, after) = (score(None, other), score(Some(sex), other));
        assert!((before - after - 10.0).abs() < 0.01, "{other}: {before} {after}");
        let neutral = (score(None, "ct-abdomen"), score(Some(sex), "ct-abdomen"));
        assert!((neutral.0 - neutral.1).abs() < 0.01, "{neutral:?}");
    }
}

#[test]
fn the_sex_on_the_patient_card_counts_before_the_words() {
    let found = library().matches("CT abdomen pelvis, lady", None, Some(Sex::Male));
    assert_eq!(found[0].template.sex, Some(Sex::Male));
}
