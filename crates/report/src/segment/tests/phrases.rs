//! Phrases that stay whole.

use super::check;

#[test]
fn afterthoughts_stay_with_what_they_speak_of() {
    for sentences in [
        &[
            "two lesions in the left lobe measuring 8 mm and 9 mm both of which are indeterminate",
            "the spleen is normal",
        ][..],
        &[
            "there is facet arthropathy severe on the left",
            "the canal is adequate",
        ],
        &[
            "the tumour is 4 cm in length",
            "it breaches the muscularis propria",
        ],
        &[
            "filling defects extend into the lower lobar branches",
            "a further embolus is present in the lingula",
        ],
        &["the inferior rectus muscle is normal", "no fracture"],
    ] {
        check(&sentences.join(" "), sentences);
    }
}

#[test]
fn a_percentage_a_look_and_a_grade_stay_with_their_noun() {
    for sentences in [
        &[
            "compression fracture of T12 with 60% loss of height",
            "no retropulsion",
        ][..],
        &["calcified plaque in the LAD with 50% narrowing", "RCA is normal"],
        &[
            "endometrium is replaced by an intermediate signal mass",
            "cervix is normal",
        ],
        &[
            "Modic type 1 endplate changes are seen at L4-L5",
            "conus is normal",
        ],
        &["growth infiltrating the external sphincter", "no enlarged nodes"],
    ] {
        check(&sentences.join(" "), sentences);
    }
}

#[test]
fn one_order_of_place_and_finding_makes_a_sentence() {
    for sentences in [
        &[
            "left main normal",
            "LAD mid 50 percent mixed plaque",
            "RCA normal",
        ][..],
        &["RCA mid 40% calcified plaque", "left main normal"],
        &["ground glass predominantly peripheral", "no effusion"],
        &[
            "a mild bulge is seen at L2-L3",
            "at L3-L4 a protrusion indents the sac",
        ],
        &["wedge of infarct in the right frontal lobe", "no haemorrhage"],
        &[
            "there is a left ovarian endometrioma of 4 cm",
            "the right ovary is normal",
        ],
        &[
            "the disc shows a bulge indenting the thecal sac",
            "the cord is normal",
        ],
    ] {
        check(&sentences.join(" "), sentences);
    }
}

#[test]
fn a_direction_ends_what_was_moved() {
    for sentences in [
        &["trachea pulled to the left", "heart is normal"][..],
        &["the trachea is pulled to the right", "heart is normal"],
        &["mediastinum shifted to the left", "lungs are clear"],
        &["midline shifted to the left", "ventricles are normal"],
    ] {
        check(&sentences.join(" "), sentences);
    }
    for sentence in [
        "the trachea is deviated to the right side",
        "heart is displaced to the left hemithorax by the effusion",
    ] {
        check(sentence, &[sentence]);
    }
}

#[test]
fn a_phrase_is_not_torn() {
    check(
        "the nasogastric tube is seen with its tip beyond the ligament of Treitz no free gas is seen",
        &[
            "the nasogastric tube is seen with its tip beyond the ligament of Treitz",
            "no free gas is seen",
        ],
    );
    check(
        "there is loss of the normal flow void in the left internal carotid artery the ventricles are normal",
        &[
            "there is loss of the normal flow void in the left internal carotid artery",
            "the ventricles are normal",
        ],
    );
    check(
        "the breasts are unremarkable apart from mild gynecomastia no axillary nodes are seen",
        &[
            "the breasts are unremarkable apart from mild gynecomastia",
            "no axillary nodes are seen",
        ],
    );
    check(
        "a large cystic mass is seen arising from the right adnexa there is gross ascites",
        &[
            "a large cystic mass is seen arising from the right adnexa",
            "there is gross ascites",
        ],
    );
}

#[test]
fn what_acts_on_something_stays_with_its_object() {
    for sentences in [
        &[
            "peritonsillar abscess 3 cm",
            "uvula pushed to the right narrowing the airway",
            "no nodes",
        ][..],
        &[
            "plaque thickening both uterosacral ligaments tethering the anterior rectal wall",
            "no ascites",
        ],
        &["diffuse bowel wall thickening", "the liver is normal"],
        &["conus ends at L2 level", "lumbar lordosis is maintained"],
        &[
            "mild intrahepatic duct dilatation",
            "pancreas divisum",
            "no cystic lesion",
        ],
        &[
            "locules of free air",
            "5 mm nonobstructing stone in the right kidney",
        ],
        &[
            "two plaques in the right frontal lobe",
            "none show restricted diffusion",
        ],
    ] {
        check(&sentences.join(" "), sentences);
    }
}

#[test]
fn a_size_stays_with_what_is_measured() {
    for sentences in [
        &[
            "effacement of the left lateral ventricle and 5 mm midline shift to the right",
            "no hydrocephalus",
        ][..],
        &[
            "full thickness tear of supraspinatus 15 mm with 2 cm retraction",
            "no effusion",
        ],
    ] {
        check(&sentences.join(" "), sentences);
    }
}

#[test]
fn a_level_stays_with_the_vertebra_that_it_is_of() {
    check(
        "wedge compression of D9 vertebral body is seen with 40% loss of height there is no retropulsion",
        &[
            "wedge compression of D9 vertebral body is seen with 40% loss of height",
            "there is no retropulsion",
        ],
    );
}

#[test]
fn how_a_thing_is_seen_and_of_which_kind_stays_with_it() {
    check(
        "mild small vessel ischemic changes poorly seen left vertebral artery flow void",
        &[
            "mild small vessel ischemic changes",
            "poorly seen left vertebral artery flow void",
        ],
    );
    check(
        "the pancreas is poorly seen left kidney is normal",
        &["the pancreas is poorly seen", "left kidney is normal"],
    );
    check(
        "pancreatic tail incompletely visualised left adrenal nodule 12 mm",
        &[
            "pancreatic tail incompletely visualised",
            "left adrenal nodule 12 mm",
        ],
    );
    check(
        "complete tear of the anterior cruciate ligament with pivot shift type marrow contusions no meniscal tear",
        &[
            "complete tear of the anterior cruciate ligament with pivot shift type marrow contusions",
            "no meniscal tear",
        ],
    );
}
