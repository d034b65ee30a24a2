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

#[test]
fn a_stage_of_each_side_belongs_to_what_was_told_of_both() {
    check(
        "avascular necrosis of both femoral heads Ficat stage III on right and stage II on the left moderate right hip joint effusion",
        &[
            "avascular necrosis of both femoral heads Ficat stage III on right and stage II on the left",
            "moderate right hip joint effusion",
        ],
    );
    check(
        "liver is enlarged grade 2 fatty infiltration is seen",
        &["liver is enlarged", "grade 2 fatty infiltration is seen"],
    );
}

#[test]
fn who_tells_the_size_behind_a_finding_tells_it_so_of_the_next() {
    check(
        "bulky uterus with a fundal fibroid 5 x 4 cm left ovarian cyst 3.8 cm minimal free fluid in pouch of Douglas",
        &[
            "bulky uterus with a fundal fibroid 5 x 4 cm",
            "left ovarian cyst 3.8 cm",
            "minimal free fluid in pouch of Douglas",
        ],
    );
    check(
        "central perforation of the articular disc of triangular fibrocartilage complex dorsal ganglion cyst 1.4 x 0.8 cm near the scapholunate joint",
        &[
            "central perforation of the articular disc of triangular fibrocartilage complex",
            "dorsal ganglion cyst 1.4 x 0.8 cm near the scapholunate joint",
        ],
    );
}

#[test]
fn features_that_favour_something_open_a_sentence() {
    check(
        "lesion in the left cerebellopontine angle compressing the left middle cerebellar peduncle features favour vestibular schwannoma",
        &[
            "lesion in the left cerebellopontine angle compressing the left middle cerebellar peduncle",
            "features favour vestibular schwannoma",
        ],
    );
    check(
        "expansile lytic lesion in the proximal tibia imaging features favour giant cell tumour",
        &[
            "expansile lytic lesion in the proximal tibia",
            "imaging features favour giant cell tumour",
        ],
    );
    check(
        "no high risk features suggest malignancy",
        &["no high risk features suggest malignancy"],
    );
    check(
        "the enhancement features suggest a haemangioma",
        &["the enhancement features suggest a haemangioma"],
    );
}

#[test]
fn a_finding_of_something_opens_behind_what_was_said_of_another() {
    check(
        "erosion of the left scutum and long process of left incus both mastoid air cells are opacified dehiscence of the tympanic segment of the left facial nerve canal",
        &[
            "erosion of the left scutum and long process of left incus",
            "both mastoid air cells are opacified",
            "dehiscence of the tympanic segment of the left facial nerve canal",
        ],
    );
}

#[test]
fn what_is_advised_opens_a_sentence() {
    check(
        "there is a 1.5 cm simple cyst in segment 6 of the liver ercp is recommended",
        &[
            "there is a 1.5 cm simple cyst in segment 6 of the liver",
            "ercp is recommended",
        ],
    );
    check(
        "opacification of the left ethmoid and maxillary sinuses the cavernous sinuses opacify normally no intracranial collection urgent ent referral is advised",
        &[
            "opacification of the left ethmoid and maxillary sinuses",
            "the cavernous sinuses opacify normally",
            "no intracranial collection",
            "urgent ent referral is advised",
        ],
    );
}

#[test]
fn a_second_level_a_size_and_an_age_open_what_is_theirs() {
    check(
        "severe bilateral foraminal stenosis at C5-C6 C6-C7 right paracentral disc protrusion compressing the right C7 nerve root",
        &[
            "severe bilateral foraminal stenosis at C5-C6",
            "C6-C7 right paracentral disc protrusion compressing the right C7 nerve root",
        ],
    );
    check(
        "early hydrocephalus with dilatation of both temporal horns 6 mm of midline shift to the left findings discussed with the stroke team",
        &[
            "early hydrocephalus with dilatation of both temporal horns",
            "6 mm of midline shift to the left",
            "findings discussed with the stroke team",
        ],
    );
    check(
        "6-year-old marked left preseptal swelling there is a subperiosteal abscess",
        &[
            "6-year-old",
            "marked left preseptal swelling",
            "there is a subperiosteal abscess",
        ],
    );
}

#[test]
fn a_name_a_verb_and_what_moves_open_nothing() {
    check(
        "lunate is normal triangular fibrocartilage complex shows a central perforation rest is unremarkable",
        &[
            "lunate is normal",
            "triangular fibrocartilage complex shows a central perforation",
            "rest is unremarkable",
        ],
    );
    check(
        "the C5-C6 disc space is narrowed uncovertebral osteophytes cause moderate right foraminal narrowing the facet joints are normal",
        &[
            "the C5-C6 disc space is narrowed",
            "uncovertebral osteophytes cause moderate right foraminal narrowing",
            "the facet joints are normal",
        ],
    );
    check(
        "L5-S1 disc is desiccated with a large central disc extrusion migrating inferiorly by 9 mm severe canal stenosis at L5-S1",
        &[
            "L5-S1 disc is desiccated with a large central disc extrusion migrating inferiorly by 9 mm",
            "severe canal stenosis at L5-S1",
        ],
    );
}
