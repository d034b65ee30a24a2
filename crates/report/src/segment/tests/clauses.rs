//! Clauses that open a sentence of their own.

use super::check;

#[test]
fn a_structure_that_is_called_normal_opens_a_clause() {
    check(
        "there is a complex tear of the posterior horn of the medial meniscus acl is intact small joint effusion rest normal",
        &[
            "there is a complex tear of the posterior horn of the medial meniscus",
            "acl is intact",
            "small joint effusion",
            "rest normal",
        ],
    );
    check("no ascites liver is normal", &["no ascites", "liver is normal"]);
    check(
        "The lesion abuts the liver capsule which is intact",
        &["The lesion abuts the liver capsule which is intact"],
    );
}

#[test]
fn speech_without_punctuation_is_divided_where_clauses_open() {
    check(
        "the liver is normal in size and attenuation there is a small cyst in the left kidney no hydronephrosis is seen the spleen is unremarkable the aorta is normal in caliber no free fluid is seen",
        &[
            "the liver is normal in size and attenuation",
            "there is a small cyst in the left kidney",
            "no hydronephrosis is seen",
            "the spleen is unremarkable",
            "the aorta is normal in caliber",
            "no free fluid is seen",
        ],
    );
    check(
        "normal medial meniscus normal posterior cruciate ligament there is a tear of the lateral meniscus extending into the anterior horn normal quadriceps and patellar tendons small joint effusion is seen moderate edema is noted in the tibia",
        &[
            "normal medial meniscus",
            "normal posterior cruciate ligament",
            "there is a tear of the lateral meniscus extending into the anterior horn",
            "normal quadriceps and patellar tendons",
            "small joint effusion is seen",
            "moderate edema is noted in the tibia",
        ],
    );
}

#[test]
fn speech_without_verbs_is_divided_at_denials_and_short_normals() {
    check(
        "C6/7 right paracentral protrusion contacting right C7 root no cord compression cord normal straightening of lordosis marrow ok",
        &[
            "C6/7 right paracentral protrusion contacting right C7 root",
            "no cord compression",
            "cord normal",
            "straightening of lordosis",
            "marrow ok",
        ],
    );
    check(
        "bilateral cervical ribs right longer than left no plexus signal change",
        &[
            "bilateral cervical ribs right longer than left",
            "no plexus signal change",
        ],
    );
    check(
        "the mass abuts the cord with no signal change",
        &["the mass abuts the cord with no signal change"],
    );
}

#[test]
fn the_rest_opens_a_clause() {
    check(
        "acute hemorrhage measuring 4 x 3 cm is seen in the right thalamus with midline shift of 5 mm to the left rest normal",
        &[
            "acute hemorrhage measuring 4 x 3 cm is seen in the right thalamus with midline shift of 5 mm to the left",
            "rest normal",
        ],
    );
}

#[test]
fn a_label_and_what_is_called_normal_behind_a_denial_open_clauses() {
    check(
        "there is mild stenosis of the left anterior descending artery right coronary artery: the vessel is of normal caliber there are no paraspinal masses disc heights and vertebral body heights are maintained",
        &[
            "there is mild stenosis of the left anterior descending artery",
            "right coronary artery: the vessel is of normal caliber",
            "there are no paraspinal masses",
            "disc heights and vertebral body heights are maintained",
        ],
    );
}

#[test]
fn a_verb_of_its_own_opens_a_sentence() {
    check(
        "there is mild reduction of the L5-S1 disc height type II Modic changes are seen along the end plates",
        &[
            "there is mild reduction of the L5-S1 disc height",
            "type II Modic changes are seen along the end plates",
        ],
    );
    check(
        "no significant fluid is seen in the maxillary sinuses hemorrhage fills approximately half of the nasal cavity",
        &[
            "no significant fluid is seen in the maxillary sinuses",
            "hemorrhage fills approximately half of the nasal cavity",
        ],
    );
    check(
        "the fracture is comminuted and displaced by 4 mm the joint is congruent",
        &[
            "the fracture is comminuted and displaced by 4 mm",
            "the joint is congruent",
        ],
    );
}

#[test]
fn telegraphic_speech_is_divided() {
    check(
        "liver spleen pancreas normal gallbladder stone 8 mm no biliary dilatation kidneys normal",
        &[
            "liver spleen pancreas normal",
            "gallbladder stone 8 mm",
            "no biliary dilatation",
            "kidneys normal",
        ],
    );
    check(
        "heart size normal no pericardial effusion mediastinal nodes up to 8 mm left lower lobe consolidation",
        &[
            "heart size normal",
            "no pericardial effusion",
            "mediastinal nodes up to 8 mm",
            "left lower lobe consolidation",
        ],
    );
}
