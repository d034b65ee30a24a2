//! What is offered, what is refused, and when one template is chosen.

use report::modality::Modality;
use report::sex::Sex;
use templates::{MOST_MATCHES, library};

use super::{check, refused};

#[test]
fn a_study_that_is_neither_ct_nor_mri_is_refused() {
    for query in [
        "X-ray chest PA view",
        "Xray LS spine AP and lateral",
        "USG KUB and prostate",
        "Obstetric ultrasound NT scan",
        "Mammogram left breast",
        "Bone densitometry hip",
        "PET CT whole body",
        "PET-CT brain",
        "2D echo",
        "Colour Doppler both lower limbs",
        "DEXA spine",
        "barium swallow",
        "bone scan",
        "OPG",
        "ultrasond abdomen",
        "DSA cerebral",
        "CT guided biopsy lung",
        "HSG",
        "US abdomen",
        "sonography pelvis",
        "chest radiograph",
        "thyroid scintigraphy",
        "carotid doppler",
        "CBCT mandible",
        "ECG",
    ] {
        refused(query);
    }
}

#[test]
fn what_is_not_in_the_library_is_refused() {
    for query in [
        "",
        "   ",
        "MRI",
        "whole body MRI",
        "CT tooth",
        "MRI penis",
        "hello",
        "invoice for June",
        "liver function test",
        "???",
        "CT",
    ] {
        refused(query);
    }
}

#[test]
fn strange_requests_are_answered_or_refused_but_never_harm() {
    check("  MRI\u{a0}knee\u{200f} \u{1f9b5}", "MR Knee");
    check("ＭＲＩ brain — MRI brain", "MR Brain Plain");
    for query in ["\u{0}", "؟؟؟", "𝕔𝕥 ߷", "////++++----", "é", "ß ẞ İ ı"] {
        refused(query);
    }
    let _ = library().search(&"CT abdomen ".repeat(20_000));
    let _ = library().search(&"x".repeat(200_000));
}

#[test]
fn one_word_offers_every_study_it_can_mean() {
    let found = library().search("knee");
    let names: Vec<&str> = found
        .iter()
        .map(|found| found.template.body_part.as_str())
        .collect();
    for study in ["CT Knee", "MR Knee", "MR Knee Contrast"] {
        assert!(names.contains(&study), "{names:?}");
    }
    assert!(library().search("spine").len() <= MOST_MATCHES);
}

#[test]
fn the_best_template_is_never_a_guess() {
    let best = |query| {
        library()
            .best(query, None, None)
            .map(|template| template.body_part.as_str())
    };
    assert_eq!(best("CT brain"), Some("CT Brain"));
    assert_eq!(best("CT abdomen pelvis"), None, "the sex is not known");
    assert_eq!(best("CT abdomen pelvis, lady"), Some("CT Abdomen Pelvis Female"));
    assert_eq!(
        best("CT PNS with contrast"),
        None,
        "only the plain study is there"
    );
    assert_eq!(
        best("CT pancreas"),
        Some("CT Pancreas Contrast"),
        "only contrast is there"
    );
    assert_eq!(best("CT angiography"), None, "of which region is not said");
    assert_eq!(
        best("microadenoma"),
        None,
        "a disease may be looked for in many ways"
    );
    assert_eq!(best("knee"), None, "it may be CT or MRI");
    assert_eq!(best("CT head, CT face"), None, "these are two studies");
    assert_eq!(best("CT head and neck"), None, "no template is for both");
    assert_eq!(best("CT scapula"), None, "the shoulder only comes near");
    assert_eq!(best("MRI liver"), Some("MR Liver Dynamic"));
    assert_eq!(best("X-ray chest"), None);
    let told = library().best("abdomen pelvis contrast", Some(Modality::Ct), Some(Sex::Male));
    assert_eq!(
        told.map(|template| template.body_part.as_str()),
        Some("CT Abdomen Pelvis Male Contrast")
    );
    assert!(
        library().best("MRI knee", Some(Modality::Ct), None).is_none(),
        "the words name the other modality"
    );
}
