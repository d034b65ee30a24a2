use super::*;

/// `denied` and `asserted` are words of the text.
fn check(text: &str, denied: &[&str], asserted: &[&str]) {
    let scopes = scopes(text);
    for word in denied {
        assert!(
            denies(&scopes, text.find(word).unwrap()),
            "{word} is denied in: {text}"
        );
    }
    for word in asserted {
        assert!(
            !denies(&scopes, text.find(word).unwrap()),
            "{word} is asserted in: {text}"
        );
    }
}

#[test]
fn what_an_earlier_study_did_not_have_is_there() {
    check(
        "Aortic aneurysm of 4.9 cm, not seen on earlier imaging.",
        &[],
        &["aneurysm"],
    );
    check("Nodule was not present on the prior CT.", &[], &["Nodule"]);
    check(
        "Lesion with rim enhancement, not seen previously and concerning for metastasis.",
        &[],
        &["Lesion", "enhancement"],
    );
    check(
        "Recurrent mass is not seen at the previous operative site.",
        &["mass"],
        &[],
    );
    check(
        "Filling defect is not seen in the initial segment.",
        &["defect"],
        &[],
    );
}

#[test]
fn cues_before_their_object_reach_to_the_end_of_the_clause() {
    check(
        "No pleural effusion or pneumothorax.",
        &["effusion", "pneumothorax"],
        &[],
    );
    check(
        "Nodule without cavitation but with calcification.",
        &["cavitation"],
        &["Nodule", "calcification"],
    );
    check(
        "No pneumothorax on the right, small effusion on the left.",
        &["pneumothorax"],
        &["effusion"],
    );
    check(
        "Negative for embolism. Effusion is seen.",
        &["embolism"],
        &["Effusion"],
    );
    check("No fracture, however there is edema", &["fracture"], &["edema"]);
    check("No calculus of 3.2 mm size or mass", &["mass"], &[]);
}

#[test]
fn another_structure_with_a_predicate_of_its_own_is_not_denied() {
    check(
        "There is no tear of the medial meniscus and the lateral meniscus is torn.",
        &["tear"],
        &["torn"],
    );
    check(
        "No effusion and the joint space is narrowed.",
        &["effusion"],
        &["narrowed"],
    );
    check("No mass and the cyst is seen.", &["mass", "cyst"], &[]);
    check(
        "Fracture or cord compression: none.",
        &["Fracture", "compression"],
        &[],
    );
    check(
        "Cord compression: not seen on the prior study, now present.",
        &[],
        &["compression"],
    );
    check(
        "Normal (no mass lesion(s), haemorrhage).",
        &["mass", "haemorrhage"],
        &[],
    );
    check(
        "SAH (blood without IVH) from an aneurysm.",
        &["IVH"],
        &["aneurysm"],
    );
    check("Nodule of 5 mm, not seen on mammography.", &[], &["Nodule"]);
    check(
        "Pneumothorax is not seen on the radiograph.",
        &["Pneumothorax"],
        &[],
    );
}

#[test]
fn cues_behind_their_object_reach_back() {
    check(
        "Focal lesion is not seen. Cyst is present.",
        &["lesion"],
        &["Cyst"],
    );
    check("The left kidney is absent.", &["kidney"], &[]);
    check("The consolidation is no longer seen.", &["consolidation"], &[]);
    check("Joint effusion has resolved.", &["effusion"], &[]);
}

#[test]
fn a_comma_ends_what_is_denied_of_a_subject() {
    check(
        "SVC is patent and not compressed, right pleural effusion",
        &["compressed"],
        &["effusion"],
    );
    check(
        "Ventricles are not dilated, left frontal contusion",
        &["dilated"],
        &["contusion"],
    );
    check(
        "No pneumothorax, right rib fractures",
        &["pneumothorax"],
        &["fractures"],
    );
    check(
        "Appendix is not dilated, thickened or inflamed",
        &["dilated", "thickened", "inflamed"],
        &[],
    );
    check(
        "Study does not show calculus, hydronephrosis",
        &["calculus", "hydronephrosis"],
        &[],
    );
    check(
        "No consolidation, mass, nodule in the left lung",
        &["mass", "nodule"],
        &[],
    );
    check(
        "No pneumothorax or effusion, right rib fractures",
        &["effusion"],
        &["fractures"],
    );
    check("No effusion, right or left pneumothorax", &["pneumothorax"], &[]);
}

#[test]
fn a_comma_ends_what_is_denied_before_what_has_its_own() {
    check(
        "No haemorrhage, acute infarct right MCA territory.",
        &["haemorrhage"],
        &["infarct"],
    );
    check(
        "No cord compression, burst fracture L1.",
        &["cord"],
        &["fracture"],
    );
    check(
        "No hydronephrosis, calculus 8 mm.",
        &["hydronephrosis"],
        &["calculus"],
    );
    check(
        "No fracture, ACL torn, MCL intact.",
        &["fracture"],
        &["torn", "intact"],
    );
    check(
        "No haemorrhage, left frontal infarct, no mass or shift.",
        &["haemorrhage", "mass", "shift"],
        &["infarct"],
    );
    check(
        "No mass, midline shift, hydrocephalus.",
        &["shift", "hydrocephalus"],
        &[],
    );
    check("No calculus, mass larger than 5 mm.", &["mass"], &[]);
    check("No mass, calculus in either kidney.", &["calculus"], &[]);
    check("No fracture, dislocation of the left hip.", &["dislocation"], &[]);
}

#[test]
fn a_denied_state_is_denied() {
    check("Junctional zone is not thickened.", &["thickened"], &[]);
}

#[test]
fn turns_of_phrase_deny_nothing() {
    check("No change in the nodule.", &[], &["nodule"]);
    check(
        "Not only the liver but the spleen is enlarged.",
        &[],
        &["liver", "spleen"],
    );
    check("Abscess cannot be excluded.", &[], &["Abscess"]);
    check("CT without contrast shows a mass.", &[], &["mass"]);
}

#[test]
fn rather_than_denies_the_alternative() {
    check("Cyst rather than abscess.", &["abscess"], &["Cyst"]);
}
