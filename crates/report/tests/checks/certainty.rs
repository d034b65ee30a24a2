//! What only looks like a mistake: the turns of phrase of full clean reports that raise no flag, and the mistakes beside them.

use report::checks::FlagKind::{
    Contradiction, LateralityMismatch, MeasurementMismatch, MissingFromImpression,
};

use super::check;

/// A report in which nothing is wrong.
#[track_caller]
fn clean(study: &str, findings: &str, impression: &str) {
    check(study, findings, impression, &[]);
}

#[test]
fn a_denial_of_one_structure_is_none_of_its_neighbour() {
    clean(
        "MRI prostate",
        "A 9 x 6 mm focus in the left peripheral zone with early enhancement. No marrow lesion in the pelvis.",
        "9 mm lesion of the left peripheral zone.",
    );
    clean(
        "MR breast",
        "Clumped enhancement extends from the left breast mass of 23 mm towards the nipple. There is no nipple or skin enhancement.",
        "Left breast mass, 23 mm, with enhancement towards the nipple.",
    );
    clean(
        "MRI ankle",
        "Osteochondral lesion of the medial talar dome with faint oedema, 7 mm. Os trigonum is present, no oedema.",
        "Osteochondral lesion of the medial talar dome.",
    );
    clean(
        "MRI pituitary",
        "A 6 mm hypoenhancing focus in the right half of the pituitary. No suprasellar mass.",
        "Right pituitary microadenoma, 6 mm.",
    );
}

#[test]
fn a_denial_of_some_cases_leaves_the_others() {
    clean(
        "MRI liver",
        "Segment IV lesion of 28 mm with a central scar. No lesion with washout.",
        "Segment IV lesion with a central scar, likely FNH.",
    );
    clean(
        "CT chest",
        "Left hilar node of 16 mm. No contralateral nodes.",
        "Left hilar adenopathy.",
    );
    clean(
        "MR breast",
        "Right breast: oval circumscribed mass, 9 mm, unchanged since 2022.",
        "Stable right fibroadenoma. No evidence of malignancy.",
    );
    clean(
        "CT liver",
        "Segment IVb metastasis measures 42 mm. Segment II metastasis is not seen now.",
        "Segment IVb metastasis, 42 mm.",
    );
    clean(
        "CT KUB",
        "Right: 6 mm calculus at the vesicoureteric junction with mild hydronephrosis. Left: no calculus, no hydronephrosis.",
        "6 mm right VUJ calculus with mild hydronephrosis.",
    );
}

#[test]
fn adjectives_and_negated_words_are_no_findings() {
    clean(
        "CT abdomen",
        "Liver is nodular. No focal liver lesion. Mild ascites.",
        "Cirrhosis with mild ascites.",
    );
    clean(
        "CT enterography",
        "Meckel diverticulum of 3.1 cm in the distal ileum, not inflamed.",
        "Non-inflamed Meckel diverticulum, 31 mm.",
    );
    clean(
        "MRI brain",
        "Pituitary normal. Empty sella absent. No restricted diffusion.",
        "Normal pituitary.",
    );
    clean(
        "CT abdomen",
        "Ileal loops do not enhance and show pneumatosis.",
        "Bowel ischaemia with pneumatosis.",
    );
}

#[test]
fn a_denial_of_the_same_structure_contradicts() {
    let contradicts = |study: &str, findings: &str, impression: &str| {
        check(study, findings, impression, &[Contradiction]);
    };
    contradicts(
        "MRI knee",
        "ACL is completely torn at its femoral attachment. Moderate effusion.",
        "Intact anterior cruciate ligament. Moderate effusion.",
    );
    contradicts(
        "MRCP",
        "Two filling defects of 6 mm and 8 mm in the distal common bile duct.",
        "Dilated biliary tree, with no choledocholithiasis.",
    );
    contradicts(
        "MRI brain",
        "Area of diffusion restriction in the left thalamus, 11 mm.",
        "No acute infarct.",
    );
    contradicts(
        "CT neck",
        "Total thyroidectomy has been done. Both lobes of the thyroid are enlarged.",
        "Post thyroidectomy.",
    );
}

#[test]
fn sides_of_two_structures_are_no_mismatch() {
    clean(
        "MRI hips",
        "Acetabular cartilage is mildly thinned on the right. Left gluteus medius insertional tendinosis.",
        "Left gluteus medius tendinosis. Mild right hip chondral thinning.",
    );
    clean(
        "MR breast",
        "Right implant: smooth outline. Left implant: intracapsular rupture. Trace fluid around the right implant.",
        "Intracapsular rupture of the left implant.",
    );
    clean(
        "CT abdomen",
        "Three new hypodense liver lesions, the largest 18 mm. Left ovarian cyst of 24 mm, simple.",
        "Post right hemicolectomy. New hepatic metastases, the largest 18 mm.",
    );
    check(
        "CT neck",
        "Left tonsillar mass of 26 mm. Left level II node, 18 mm.",
        "Right tonsillar mass with left level II node.",
        &[LateralityMismatch],
    );
}

#[test]
fn levels_are_no_sizes_and_two_diameters_are_one_size() {
    clean(
        "MRI shoulder",
        "Partial tear of the supraspinatus measuring 8 mm AP and 5 mm transverse.",
        "Partial supraspinatus tear, 8 x 5 mm.",
    );
    check(
        "MRI lumbar spine",
        "Grade 1 anterolisthesis of L4 on L5, 6 mm. L4-L5 canal AP diameter is 8 mm with stenosis.",
        "L4-L5 anterolisthesis (6 mm) with canal stenosis, AP diameter 5 mm.",
        &[MeasurementMismatch],
    );
}

#[test]
fn a_diagnosis_stands_for_its_signs() {
    clean(
        "MRI pelvis",
        "Junctional zone 15 mm with cystic foci.",
        "Adenomyosis.",
    );
    clean(
        "CT abdomen",
        "Enhancing nodular deposits in the right paracolic gutter, the largest 18 mm.",
        "Peritoneal carcinomatosis.",
    );
    clean(
        "MRI spine",
        "Marrow oedema of T7 and T8 with destruction of the intervening end plates.",
        "T7-T8 discitis osteomyelitis.",
    );
    clean(
        "CT pelvis",
        "Right acetabular fracture. Pelvic side wall haematoma of 3 cm.",
        "Right acetabular fracture.",
    );
    clean(
        "CT abdomen",
        "A necrotic mass in the pancreatic tail, 4 cm. The sigmoid colon is applied to the surface of the mass.",
        "Pancreatic tail mass, 4 cm.",
    );
}

#[test]
fn incidental_things_may_be_left_out() {
    for incidental in [
        "Umbilical hernia with a neck of 2 cm that contains fat.",
        "Dorsal ganglion of 14 mm.",
        "Appendicolith within a normal 6 mm appendix.",
        "Nasal septum is deviated to the left with a spur.",
        "Simple cyst of 32 mm in the left kidney.",
        "Main pulmonary artery measures 34 mm.",
        "Moderate subacromial bursitis.",
        "Granuloma of 11 mm in the spleen.",
        "Left kidney 13.2 cm with compensatory hypertrophy.",
    ] {
        clean(
            "CT abdomen",
            &format!("A 4 cm enhancing mass in the right kidney. {incidental}"),
            "Right renal mass, 4 cm.",
        );
    }
}

#[test]
fn another_lesion_of_the_organ_does_not_stand_for_the_one_left_out() {
    let missing = |study: &str, findings: &str, impression: &str| {
        check(study, findings, impression, &[MissingFromImpression]);
    };
    missing(
        "MRI liver",
        "Segment VI haemangioma is stable at 3.0 cm. Segment II has a 2.1 cm arterially enhancing lesion with washout.",
        "Stable segment VI haemangioma, 3.0 cm.",
    );
    missing(
        "CT abdomen",
        "Adrenals: a 4.8 cm heterogeneous mass replaces the left gland; right normal. Fatty liver.",
        "Fatty liver.",
    );
    missing(
        "MRI shoulder",
        "Full thickness supraspinatus tear, 18 mm, retracted to the glenoid. Axillary recess is thickened.",
        "Features of adhesive capsulitis.",
    );
    missing(
        "CT abdomen",
        "Terminal ileitis. Left ovarian solid cystic mass of 7.1 cm with enhancing septa.",
        "Terminal ileitis.",
    );
}

#[test]
fn what_is_left_of_a_pair_is_described_without_its_side() {
    let gone = "The left kidney is surgically absent. The right kidney measures 13 cm.";
    clean(
        "CT KUB",
        &format!("{gone} Normal nephrogram."),
        "Solitary right kidney.",
    );
    check(
        "CT KUB",
        &format!("{gone} Both kidneys are normal."),
        "Solitary right kidney.",
        &[Contradiction],
    );
}

#[test]
fn a_denial_of_one_side_denies_the_finding_of_that_side_alone() {
    clean(
        "MRI brain",
        "Few nonspecific white matter foci.",
        "No left-sided lesion.",
    );
    check(
        "MRI left knee",
        "Displaced fracture of the patella.",
        "No left fracture.",
        &[Contradiction],
    );
}

#[test]
fn a_place_in_a_denial_is_none_of_the_findings() {
    check(
        "MRI kidneys",
        "4 cm enhancing mass without macroscopic fat in the right kidney. No mass in the right kidney.",
        "Right renal mass of 4 cm.",
        &[Contradiction],
    );
}

#[test]
fn the_loss_of_a_fatty_hilum_is_no_fatty_breast() {
    clean("MR breast", "Right: Fatty breast.", "Normal right breast.");
    check(
        "MR breast",
        "Enlarged 18 mm left axillary node with loss of the fatty hilum. Axillary nodes are normal.",
        "Left axillary lymphadenopathy.",
        &[Contradiction],
    );
}

#[test]
fn a_clot_leaves_the_lung_clear_and_a_consolidation_does_not() {
    clean(
        "CTPA",
        "Filling defect in a right middle lobe segmental branch. The right lung is clear.",
        "Right middle lobe segmental pulmonary embolism.",
    );
    check(
        "CT chest",
        "Lungs are clear. Consolidation in the left lower lobe.",
        "Left lower lobe consolidation.",
        &[Contradiction],
    );
}
