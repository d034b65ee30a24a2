//! Every way in which a study is asked for.

use templates::library;

use super::{check, check_both};

#[test]
fn every_study_is_found_by_its_name() {
    for template in library().all() {
        check(&template.body_part, &template.body_part);
        check(&template.body_part.to_uppercase(), &template.body_part);
        check(&template.id, &template.body_part);
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
    check("MRI D/L spine", "MR Dorsolumbar Spine");
    check("CT PNS", "CT PNS");
    check("MRI PNS P+C", "MR PNS Contrast");
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
    check("CT calcium scoring", "CT Coronary Angiography");
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
fn letters_halves_and_joined_words_are_put_right() {
    check("H.R.C.T. Thorax", "HRCT Chest");
    check("m r c p", "MRCP");
    check("C.T. Brain Plain", "CT Brain");
    check("MRI fore arm", "MR Forearm");
    check("CT uro gram", "CT Urography");
    check("mriknee", "MR Knee");
    check("ct kneejoint", "CT Knee");
    check("MRI ovaries", "MR Pelvis Female");
    check("CT facial bones", "CT Face");
}

#[test]
fn words_that_sound_the_same_are_understood() {
    check("fetal MRI", "MR Foetal");
    check("MR angiografy brain", "MR Brain Angiography");
    check("MRI rist", "MR Wrist");
    check("MRI coccix", "MR Sacrum Coccyx");
}

#[test]
fn a_short_word_is_guessed_only_when_nothing_else_is_said() {
    check("MRI hamd", "MR Hand");
    check("mr nrck", "MR Neck");
    assert!(library().best("MRI hamd", None, None).is_none(), "it is a guess");
    check("MRI knee Hans", "MR Knee");
}

#[test]
fn contrast_that_is_denied_is_not_given() {
    check("CT head without dye", "CT Brain");
    check("MRI knee, no contrast", "MR Knee");
    check("CT abdomen without any iv contrast", "CT Abdomen");
    check(
        "CT abdomen after oral and intravenous contrast",
        "CT Abdomen Contrast",
    );
    check("MRI knee for a lump, with contrast", "MR Knee Contrast");
    check(
        "MRI brain to follow up a lesion seen on contrast CT",
        "MR Brain Plain",
    );
}

#[test]
fn what_is_joined_by_and_is_scanned_too() {
    check_both("MRI brain & orbits", "MR Brain Plain", "MR Orbits");
    check_both(
        "MRI brain and spectroscopy",
        "MR Brain Plain",
        "MR Brain Spectroscopy",
    );
    check("MRI brain + MRA + MRV", "MR Brain Plain");
    check_both("CT foot and ankle", "CT Foot", "CT Ankle");
}

#[test]
fn a_study_of_one_way_answers_whatever_is_said_of_contrast() {
    check("CECT KUB", "CT KUB");
    check("CT PNS with contrast", "CT PNS");
    check("MRI brain with contrast, seizures", "MR Brain Contrast");
}

#[test]
fn keywords_lead_where_no_region_is_named() {
    check("cholesteatoma", "CT Temporal Bone");
    check("MRI microadenoma", "MR Pituitary");
    check("hearing loss", "MR IAC");
    check("MRI knee, hearing loss", "MR Knee");
}
