use report::checks::FlagKind::Contradiction;

use super::check;

#[test]
fn one_statement_denies_another() {
    let expected = &[Contradiction];
    check(
        "CT cervical spine",
        "There is a fracture of the C2 odontoid process.",
        "No fracture.",
        expected,
    );
    check(
        "CECT abdomen",
        "Multiple enlarged retroperitoneal lymph nodes.",
        "No significant lymphadenopathy.",
        expected,
    );
    check(
        "CT aortogram",
        "Abdominal aorta is normal in calibre without aneurysm.",
        "Infrarenal abdominal aortic aneurysm.",
        expected,
    );
    check(
        "CT chest",
        "Small left pleural effusion. No pleural effusion.",
        "",
        expected,
    );
}

#[test]
fn one_statement_calls_normal_what_another_does_not() {
    let expected = &[Contradiction];
    check(
        "CECT abdomen",
        "Spleen is normal in size.",
        "Splenomegaly.",
        expected,
    );
    check(
        "MRI shoulder",
        "Complete tear of the supraspinatus tendon.",
        "Rotator cuff is intact.",
        expected,
    );
    check(
        "CECT abdomen",
        "Liver is normal. A 3 cm lesion is seen in segment VI of the liver.",
        "Liver lesion in segment VI, 3 cm.",
        expected,
    );
    check(
        "MRI brain",
        "A 3 cm mass is seen in the left frontal lobe.",
        "Normal MRI brain.",
        expected,
    );
}

#[test]
fn an_organ_that_is_gone_is_described() {
    let expected = &[Contradiction];
    check(
        "CECT abdomen",
        "Post cholecystectomy status. Gall bladder is well distended.",
        "",
        expected,
    );
    check(
        "CECT abdomen",
        "Status post right nephrectomy. Right kidney is normal in size.",
        "",
        expected,
    );
    check(
        "CECT abdomen",
        "Status post right nephrectomy. Left kidney is normal in size.",
        "",
        &[],
    );
    check(
        "CECT abdomen",
        "Status post hysterectomy. Vaginal vault is normal.",
        "",
        &[],
    );
}

#[test]
fn enhancement_is_described_on_a_plain_study() {
    check(
        "NCCT head",
        "An enhancing mass is seen in the left frontal lobe.",
        "Left frontal mass.",
        &[Contradiction],
    );
    check(
        "NCCT head",
        "A mass is seen in the left frontal lobe.",
        "Left frontal mass. Contrast enhanced MRI is advised.",
        &[],
    );
    check(
        "CT abdomen with and without contrast",
        "The liver lesion shows arterial enhancement.",
        "Liver lesion.",
        &[],
    );
}

#[test]
fn a_size_does_not_go_with_its_word() {
    check(
        "CT abdomen",
        "Spleen is normal in size, measuring 18 cm.",
        "",
        &[Contradiction],
    );
    check(
        "CT abdomen",
        "Spleen is normal in size, measuring 11 cm.",
        "",
        &[],
    );
}

#[test]
fn narrower_denials_and_other_places_do_not_contradict() {
    check(
        "CECT abdomen",
        "No focal lesion in the right lobe of liver. A 9 mm cyst in the left lobe.",
        "9 mm cyst in the left lobe of liver.",
        &[],
    );
    check(
        "CT head",
        "No acute infarct. Old lacunar infarct in the left thalamus.",
        "No acute infarct.",
        &[],
    );
    check(
        "CT KUB",
        "Right kidney is normal. A 4 mm calculus in the left kidney.",
        "Left renal calculus, 4 mm.",
        &[],
    );
    check(
        "CT chest",
        "A 4 mm nodule in the right upper lobe. No other nodule.",
        "Right upper lobe nodule, 4 mm.",
        &[],
    );
}

#[test]
fn a_device_is_absent_and_described() {
    check(
        "CT KUB",
        "No ureteric stent is present. A double-J stent runs from the right renal pelvis to the bladder.",
        "Right double-J stent in position.",
        &[Contradiction],
    );
    check(
        "CT KUB",
        "No biliary stent. A left ureteric stent is in place. No stent migration.",
        "Left ureteric stent in position.",
        &[],
    );
}

#[test]
fn the_impression_tells_another_course_than_the_findings() {
    check(
        "CT chest",
        "The right upper lobe nodule measures 18 mm, previously 11 mm.",
        "Stable right upper lobe nodule, 18 mm.",
        &[Contradiction],
    );
    check(
        "CT abdomen",
        "New hypodense liver lesions up to 2.6 cm.",
        "No evidence of metastatic disease.",
        &[Contradiction],
    );
    check(
        "CT chest",
        "The right upper lobe nodule measures 18 mm, previously 11 mm. A 4 mm left lower lobe nodule is unchanged.",
        "Growing right upper lobe nodule, 18 mm. Other nodules stable.",
        &[],
    );
}

#[test]
fn a_lobe_or_limb_that_is_gone_is_described() {
    check(
        "CT chest",
        "Status post left upper lobectomy. The left upper lobe is well aerated.",
        "Post-lobectomy appearances.",
        &[Contradiction],
    );
    check(
        "MRI thigh",
        "Right above-knee amputation. The right patella and tibial plateau are normal.",
        "Amputation stump.",
        &[Contradiction],
    );
}

#[test]
fn what_a_uterus_is_made_of_is_gone_with_it() {
    check(
        "MRI pelvis",
        "Post total hysterectomy. Endometrial thickness measures 5 mm.",
        "No recurrence.",
        &[Contradiction],
    );
    check(
        "MRI pelvis",
        "Post subtotal hysterectomy. Cervix measures 25 mm and is normal.",
        "No recurrence.",
        &[],
    );
}

#[test]
fn what_was_operated_on_is_over() {
    for (findings, impression) in [
        (
            "Status post hysterectomy for endometrial carcinoma. No mass at the vaginal vault.",
            "No recurrence of endometrial carcinoma.",
        ),
        (
            "Status post right nephrectomy for renal cell carcinoma. No mass in the nephrectomy bed.",
            "No recurrence of renal cell carcinoma.",
        ),
    ] {
        check("CT abdomen", findings, impression, &[]);
    }
}

#[test]
fn a_wide_collecting_system_leaves_the_size_of_its_kidney() {
    check(
        "CT KUB",
        "Both kidneys are normal in size. 6 mm calculus in the left ureter with mild dilatation of the pelvicalyceal system.",
        "Left ureteric calculus with mild hydronephrosis.",
        &[],
    );
    check(
        "CT KUB",
        "Both kidneys are normal in size. Left kidney is enlarged.",
        "Enlarged left kidney.",
        &[Contradiction],
    );
}

#[test]
fn a_thin_cortex_leaves_the_size_of_its_kidney() {
    check(
        "CECT abdomen",
        "The right kidney is normal in size. The right renal cortex is thinned.",
        "Right renal cortical thinning.",
        &[],
    );
    check(
        "CECT abdomen",
        "The right kidney is normal in size. The right kidney is shrunken.",
        "",
        &[Contradiction],
    );
}

#[test]
fn a_denial_of_necrotic_nodes_stands_beside_enlarged_ones() {
    check(
        "CT neck contrast",
        "Level III and IV nodes on the right up to 14 mm. No necrotic cervical lymph node is seen.",
        "Right cervical lymphadenopathy.",
        &[],
    );
}

#[test]
fn a_word_of_place_in_a_list_belongs_to_its_own_structure() {
    let (normal, finding) = ("PCL, LCL and lateral meniscus are intact.", "PCL: complete tear.");
    check("MR knee", finding, normal, &[Contradiction]);
}

#[test]
fn the_same_side_is_contradicted_under_its_label() {
    check(
        "",
        "Left hip: No effusion. Labrum is intact. Left hip effusion is moderate.\nRight hip: normal.",
        "Left hip effusion.",
        &[Contradiction],
    );
}

#[test]
fn a_cord_called_normal_in_signal_is_contradicted_by_a_level_where_it_is_bright() {
    check(
        "MRI cervical spine",
        "C4-C5: disc extrusion indenting the cord, with T2 hyperintense signal in the cord.",
        "C4-C5 disc extrusion. Cervical cord is normal in signal.",
        &[Contradiction],
    );
}

#[test]
fn what_is_denied_of_one_kind_of_nodule_says_nothing_of_another() {
    check(
        "HRCT chest",
        "Calcified nodules of 3 to 5 mm in both upper lobes. No cavity or tree-in-bud nodules.",
        "Calcified granulomas in both upper lobes.",
        &[],
    );
}

#[test]
fn an_accessory_spleen_leaves_the_spleen_normal() {
    check(
        "CT abdomen",
        "Pancreas and spleen are normal. Accessory spleen of 12 mm at the hilum. Gall bladder shows a calculus.",
        "Cholelithiasis.",
        &[],
    );
}

#[test]
fn what_stands_behind_the_label_of_its_structure_contradicts_its_normal_too() {
    for (study, findings, impression) in [
        (
            "MRI knee",
            "Posterior horn of the medial meniscus is normal.",
            "Posterior horn of the medial meniscus: complex tear.",
        ),
        (
            "CT chest",
            "Right upper lobe is clear.",
            "Right upper lobe: spiculated mass.",
        ),
        ("MRCP", "Cystic duct is normal.", "Calculus in the cystic duct."),
    ] {
        check(study, findings, impression, &[Contradiction]);
    }
}

#[test]
fn bright_foci_are_a_signal_abnormality_and_the_colour_of_a_cyst_is_none() {
    check(
        "MRI brain",
        "No signal abnormality in the white matter. Multiple FLAIR hyperintense foci are seen in the periventricular white matter.",
        "Small vessel ischaemic change.",
        &[Contradiction],
    );
    check(
        "MRI abdomen",
        "No signal abnormality in the liver parenchyma. A T2 hyperintense cyst of 9 mm is seen in segment IV of the liver.",
        "Simple hepatic cyst.",
        &[],
    );
}

#[test]
fn what_is_bright_or_dark_by_nature_is_no_signal_abnormality() {
    for findings in [
        "The peripheral zone is T2 hyperintense. No focal signal abnormality in the peripheral zone.",
        "The labrum is homogeneously hypointense. No abnormal signal in the labrum.",
        "The liver is hypointense to the spleen on T2. No signal abnormality in the liver.",
    ] {
        check("MRI", findings, "No suspicious lesion.", &[]);
    }
}
