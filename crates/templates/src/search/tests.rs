//! Search over a library as large as it is going to be: study names with nothing behind them.

mod studies;

use report::modality::Modality;
use report::sex::Sex;

use super::MOST_MATCHES;
use studies::{LIBRARY, STUDIES};

/// The request finds this study first.
#[track_caller]
fn check(query: &str, study: &str) {
    let found: Vec<&str> = LIBRARY
        .search(query)
        .iter()
        .map(|found| found.template.body_part.as_str())
        .collect();
    assert_eq!(found.first(), Some(&study), "{query:?} finds {found:?}");
}

/// The request finds one of the studies of both sexes first and second.
#[track_caller]
fn check_both(query: &str, one: &str, other: &str) {
    let found: Vec<&str> = LIBRARY
        .search(query)
        .iter()
        .take(2)
        .map(|found| found.template.body_part.as_str())
        .collect();
    assert!(
        found.contains(&one) && found.contains(&other),
        "{query:?} finds {found:?}"
    );
}

#[track_caller]
fn refused(query: &str) {
    let found: Vec<&str> = LIBRARY
        .search(query)
        .iter()
        .map(|found| found.template.body_part.as_str())
        .collect();
    assert!(found.is_empty(), "{query:?} finds {found:?}");
}

#[test]
fn every_study_is_found_by_its_name() {
    for study in STUDIES {
        check(study, study);
        check(&study.to_uppercase(), study);
    }
}

#[test]
fn contrast_is_read_in_every_way_it_is_written() {
    for query in [
        "CECT head",
        "CT head w contrast",
        "CT head w/ contrast",
        "CT head w and wo IV contrast",
        "CT head w/wo",
        "CT brain P+C",
        "CT brain plain and contrast",
        "CT brain plain + contrast",
        "CE CT brain",
        "CT brain C+",
        "contrast enhanced CT brain",
        "CT brain with and without contrast",
        "CT head w",
        "CT BRAIN (CONTRAST)",
        "post contrast CT brain",
    ] {
        check(query, "CT Brain Contrast");
    }
    for query in [
        "NCCT head",
        "CT head wo contrast",
        "CT head w/o contrast",
        "CT brain plain",
        "plain CT brain",
        "CT brain C-",
        "non-contrast CT brain",
        "noncontrast CT brain",
        "CT brain without IV contrast",
        "unenhanced CT brain",
        "CT brain",
    ] {
        check(query, "CT Brain");
    }
}

#[test]
fn abbreviations_of_practice_are_known() {
    check("HRCT", "HRCT Chest");
    check("hrct thorax", "HRCT Chest");
    check("CTPA", "CT Pulmonary Angiography");
    check("CT chest PE protocol", "CT Pulmonary Angiography");
    check("CT KUB", "CT KUB");
    check("NCCT KUB", "CT KUB");
    check("MRI LS spine", "MR Lumbar Spine");
    check("MRI L/S spine", "MR Lumbar Spine");
    check("MRI C-spine", "MR Cervical Spine");
    check("MRI D/L spine", "MR Whole Spine");
    check("CT PNS", "CT PNS");
    check("CECT PNS", "CT PNS Contrast");
    check("MRCP", "MRCP");
    check("MRI with MRCP", "MRCP");
    check("CTCA", "CT Coronary Angiography");
    check("CT coronary angio", "CT Coronary Angiography");
    check("MRA brain", "MR Brain Angiography");
    check("MRV", "MR Brain Venography");
    check("CTA neck", "CT Neck Angiography");
    check("CT carotid angiogram", "CT Neck Angiography");
    check("CT IVU", "CT Urography");
    check("mpMRI prostate", "MR Prostate Multiparametric");
    check("MRI SI joints", "MR SI Joints");
    check("MRI B/L hips", "MR Hip");
    check("T.M. joint CT", "CT TMJ");
    check("CT calcium scoring", "CT Calcium Score");
}

#[test]
fn short_names_of_procedure_lists_are_known() {
    check_both(
        "CT Abd/Pelv w IV Contrast",
        "CT Abdomen Pelvis Male Contrast",
        "CT Abdomen Pelvis Female Contrast",
    );
    check_both(
        "CT Abd/Pelv w",
        "CT Abdomen Pelvis Male Contrast",
        "CT Abdomen Pelvis Female Contrast",
    );
    check_both(
        "CT whole abdomen",
        "CT Abdomen Pelvis Male",
        "CT Abdomen Pelvis Female",
    );
    check("CT Maxillofacial wo IV Contrast", "CT Face");
    check("MR Forearm w and wo IV Contrast", "MR Forearm Contrast");
    check("MR Abdomen w and wo IV Contrast", "MR Abdomen Contrast");
    check(
        "CT Heart Coronary Arteries Angio w IV Contrast",
        "CT Coronary Angiography",
    );
}

#[test]
fn a_more_special_study_is_not_chosen_unasked() {
    check("MRI brain", "MR Brain Plain");
    check("MRI brain seizure protocol", "MR Brain Epilepsy");
    check("MRI brain with MRA", "MR Brain Plain");
    check("CT chest", "CT Chest");
    check("CT abdomen", "CT Abdomen");
    check("MRI liver", "MR Liver Dynamic");
    check("CT triphasic liver", "CT Liver Triple Phase");
    check("MRI L/S spine with whole spine screening", "MR Lumbar Spine");
    check("MRI whole spine screening", "MR Whole Spine Screening");
    check("screening MRI brain", "MR Brain Screening");
    check("Dynamic contrast MRI sella", "MR Pituitary");
    check("MRI prostate", "MR Prostate Multiparametric");
}

#[test]
fn the_narrower_region_is_the_study() {
    check("MRI pelvis perianal fistula", "MR Fistulogram");
    check("MRI brain pituitary protocol", "MR Pituitary");
    check("MRI brain IAC", "MR IAC");
    check("MR abdomen with MRCP", "MR Abdomen");
    check("MRCP abdomen", "MRCP");
    check("CT abdomen KUB", "CT KUB");
    check("CT triple phase abdomen", "CT Liver Triple Phase");
    check("CT chest pulmonary angiography", "CT Pulmonary Angiography");
    check("CT nasal bones", "CT Face");
    check("CT angiography chest", "CT Pulmonary Angiography");
    check("CT head, CT facial bones and CT cervical spine", "CT Brain");
}

#[test]
fn misspellings_are_forgiven() {
    check("mri brian plain", "MR Brain Plain");
    check("CT paranasal sinusis", "CT PNS");
    check("MRI sholder", "MR Shoulder");
    check("MRI cervcal spine", "MR Cervical Spine");
    check("ct coronery angiograpy", "CT Coronary Angiography");
    check("MRI ankel", "MR Ankle");
    check("MRI kne", "MR Knee");
    check("ctbrain", "CT Brain");
    check("CT tempral bone", "CT Temporal Bone");
    check("MRI prostrate", "MR Prostate Multiparametric");
    check_both(
        "ct abdomin pelvis contarst",
        "CT Abdomen Pelvis Male Contrast",
        "CT Abdomen Pelvis Female Contrast",
    );
}

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
fn the_reason_for_the_study_is_not_the_study() {
    check("MRI brain with contrast, neck pain", "MR Brain Contrast");
    check("CT chest, k/c/o ca breast", "CT Chest");
    check("CT head injury, fall from height", "CT Brain");
    check("CT chest ?TB, previous x-ray shows lung opacity", "CT Chest");
    check(
        "MRI LS spine for low back pain radiating to left leg",
        "MR Lumbar Spine",
    );
    check("MRI knee h/o ankle sprain", "MR Knee");
    check(
        "CECT thorax, mammogram shows a lesion in the left breast",
        "CT Chest Contrast",
    );
    check("CT for renal colic", "CT KUB");
}

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
    let _ = LIBRARY.search(&"CT abdomen ".repeat(20_000));
    let _ = LIBRARY.search(&"x".repeat(200_000));
}

#[test]
fn one_word_offers_every_study_it_can_mean() {
    let found = LIBRARY.search("knee");
    let names: Vec<&str> = found
        .iter()
        .map(|found| found.template.body_part.as_str())
        .collect();
    for study in ["CT Knee", "MR Knee", "MR Knee Contrast"] {
        assert!(names.contains(&study), "{names:?}");
    }
    assert!(LIBRARY.search("spine").len() <= MOST_MATCHES);
}

#[test]
fn the_best_template_is_never_a_guess() {
    let best = |query| {
        LIBRARY
            .best(query, None, None)
            .map(|template| template.body_part.as_str())
    };
    assert_eq!(best("CT brain"), Some("CT Brain"));
    assert_eq!(best("CT abdomen pelvis"), None, "the sex is not known");
    assert_eq!(best("CT abdomen pelvis, lady"), Some("CT Abdomen Pelvis Female"));
    assert_eq!(
        best("CT wrist with contrast"),
        None,
        "only the plain study is there"
    );
    assert_eq!(best("CT head and neck"), None, "no template is for both");
    assert_eq!(best("CT scapula"), None, "the shoulder only comes near");
    assert_eq!(best("MRI liver"), Some("MR Liver Dynamic"));
    assert_eq!(best("X-ray chest"), None);
    let told = LIBRARY.best("abdomen pelvis contrast", Some(Modality::Ct), Some(Sex::Male));
    assert_eq!(
        told.map(|template| template.body_part.as_str()),
        Some("CT Abdomen Pelvis Male Contrast")
    );
    assert!(
        LIBRARY.best("MRI knee", Some(Modality::Ct), None).is_none(),
        "the words name the other modality"
    );
}
