use report::checks::FlagKind::{CriticalFinding, MissingFromImpression};

use super::check;

#[test]
fn a_significant_finding_is_left_out() {
    let expected = &[MissingFromImpression];
    check(
        "CT chest",
        "A 22 mm spiculated nodule suspicious for malignancy in the right upper lobe. Multiple fractures of the left ribs.",
        "Left rib fractures.",
        expected,
    );
    check(
        "CECT abdomen",
        "A 4 cm enhancing mass in the left kidney. Gall bladder shows calculi.",
        "Cholelithiasis.",
        expected,
    );
}

#[test]
fn other_wording_and_small_things_are_not_nagged_about() {
    check(
        "CECT abdomen",
        "A 4 cm enhancing mass in the left kidney.",
        "Left renal cell carcinoma.",
        &[],
    );
    check(
        "CECT abdomen",
        "Gall bladder shows calculi. A simple cyst in the left kidney. Degenerative changes of the spine.",
        "Cholelithiasis.",
        &[],
    );
    check(
        "CECT abdomen",
        "Multiple masses in the liver. Enlarged necrotic nodes.",
        "Metastatic disease.",
        &[],
    );
}

#[test]
fn another_finding_of_the_organ_does_not_stand_for_the_one_left_out() {
    let left_out = |study: &str, findings: &str, impression: &str| {
        check(study, findings, impression, &[MissingFromImpression]);
    };
    left_out(
        "CT colonography",
        "22 mm sessile mass in the caecum. 6 mm polyp in the descending colon.",
        "6 mm descending colon polyp.",
    );
    left_out(
        "MRI lumbar spine",
        "L3-L4: mild bulge. L4-L5: large central extrusion with severe canal stenosis. L5-S1: mild bulge.",
        "Mild disc bulges at L3-L4 and L5-S1.",
    );
    left_out(
        "CT pelvis",
        "Fracture of the right acetabulum. Undisplaced fracture of the left inferior pubic ramus.",
        "Right acetabular fracture.",
    );
    left_out(
        "CT chest abdomen",
        "Enlarged left iliac nodes to 18 mm. Sclerotic metastases in T9 and the left ischium.",
        "Left iliac lymphadenopathy. No visceral metastases.",
    );
    left_out(
        "CT chest",
        "Small left pneumothorax. Fractures of left ribs 5 and 6.",
        "Fractures of the left 5th and 6th ribs.",
    );
}

#[test]
fn the_name_of_a_disease_stands_for_its_signs() {
    check(
        "CT enterography",
        "Mural thickening of the terminal ileum over 18 cm. Upstream dilatation of ileum to 3.4 cm.",
        "Crohn's disease of the terminal ileum with mild upstream dilatation.",
        &[],
    );
    check(
        "CT chest",
        "Left lower lobe consolidation. Mediastinal nodes up to 11 mm.",
        "Left lower lobe pneumonia.",
        &[],
    );
    check(
        "MRI left knee",
        "The medial meniscus shows a radial tear at the root. Moderate effusion.",
        "Medial meniscal root tear.",
        &[],
    );
}

#[test]
fn a_second_finding_beside_a_known_one_is_left_out() {
    let expected = &[MissingFromImpression];
    for (study, findings, impression) in [
        (
            "MRI sella",
            "Rathke cleft cyst of 5 mm. A 2.2 cm enhancing mass of the left cavernous sinus.",
            "Rathke cleft cyst.",
        ),
        (
            "MRI brain",
            "Arachnoid cyst of the middle fossa. A 2.4 cm enhancing mass of the left temporal lobe.",
            "Arachnoid cyst.",
        ),
        (
            "CT neck chest abdomen",
            "Bulky anterior mediastinal nodal mass, 8.2 cm. Spleen 17 cm with multiple hypodense lesions.",
            "Bulky mediastinal nodal mass, lymphoma likely.",
        ),
        (
            "MRI brain",
            "Multiple ovoid periventricular lesions. Left optic nerve is swollen and enhances.",
            "Demyelinating lesions in the periventricular white matter.",
        ),
    ] {
        check(study, findings, impression, expected);
    }
}

#[test]
fn a_diagnosis_stands_for_its_nodes_and_masses() {
    for (findings, impression) in [
        (
            "Conglomerate opacity in the right upper lobe, 31 x 24 mm. Similar left upper lobe mass 26 x 19 mm.",
            "Silicosis with progressive massive fibrosis in both upper lobes.",
        ),
        (
            "Multiple mesenteric nodes up to 16 mm in the right iliac fossa.",
            "Mesenteric adenitis.",
        ),
        (
            "Multiple pretracheal and right paratracheal LN, largest 16 mm, necrotic.",
            "Necrotic mediastinal LN - active Koch's.",
        ),
    ] {
        check("", findings, impression, &[]);
    }
}

#[test]
fn an_impression_of_another_place_does_not_stand_for_a_finding() {
    for (study, findings, impression) in [
        (
            "CT pulmonary angiogram",
            "Filling defects in the left main pulmonary artery. A 4 mm calcified granuloma in the right lower lobe.",
            "4 mm calcified granuloma in the right lower lobe.",
        ),
        (
            "CT abdomen",
            "Embolus occludes the superior mesenteric artery. Wedge infarct in the right kidney.",
            "Wedge infarct in the right kidney.",
        ),
        (
            "CT neck",
            "Irregular mass of the left pyriform sinus, 24 mm. A 3.3 cm solid nodule in the left lobe of the thyroid. Necrotic right level III node of 19 mm.",
            "Pyriform sinus carcinoma on the left. Metastatic right level III lymph node.",
        ),
        (
            "MRI cervical spine",
            "C6-C7: left protrusion compressing the C7 root. C3-C4: minor bulge.",
            "Minor bulge at C3-C4.",
        ),
        (
            "MRI spine",
            "Epidural abscess from T8 to T10 compressing the spinal cord. Small right pleural effusion.",
            "Small right pleural effusion.",
        ),
        (
            "CT liver",
            "A 2.8 cm enhancing lesion with washout in segment VI. The liver has a nodular outline.",
            "Nodular cirrhotic liver.",
        ),
        (
            "Cardiac MRI",
            "Thrombus of 14 mm at the apex of the left ventricle. Left atrium is dilated.",
            "Non-ischaemic cardiomyopathy. Dilated left atrium.",
        ),
    ] {
        check(study, findings, impression, &[MissingFromImpression]);
    }
}

#[test]
fn signs_of_a_diagnosis_and_other_names_of_a_finding_are_covered() {
    let quiet = |study: &str, findings: &str, impression: &str| check(study, findings, impression, &[]);
    quiet(
        "CT abdomen",
        "Gallbladder is distended with pericholecystic fluid. A 14 mm calculus is impacted at the neck.",
        "Calculous cholecystitis.",
    );
    quiet(
        "CT chest",
        "Irregular 4 cm mass in the right upper lobe. Multiple hypodense lesions in the liver.",
        "Carcinoma of the right upper lobe with metastatic disease.",
    );
    quiet(
        "MRI foot",
        "Tophus of 12 mm at the first toe. Erosion of the first metatarsal head.",
        "Gouty tophus with erosion of the first metatarsal head.",
    );
}

#[test]
fn a_second_finding_of_the_sentence_is_left_out() {
    let expected = &[MissingFromImpression];
    check(
        "CT chest",
        "There is a 2 cm nodule in the right middle lobe and a filling defect in the right interlobar artery.",
        "2 cm right middle lobe nodule.",
        expected,
    );
    check(
        "CT chest",
        "There is a 2 cm nodule in the right middle lobe and a filling defect in the right interlobar artery.",
        "2 cm right middle lobe nodule. Right pulmonary embolism.",
        &[],
    );
}

#[test]
fn what_only_its_own_name_stands_for_is_left_out() {
    let expected = &[MissingFromImpression];
    check(
        "CT pelvis",
        "Sigmoid diverticulitis with thickening. Gas in the bladder with a tract from the sigmoid to the bladder dome, colovesical fistula.",
        "Sigmoid diverticulitis.",
        expected,
    );
    check(
        "CT thorax",
        "Right paratracheal mass of 6.5 cm. Superior vena cava is compressed to a slit with chest wall collaterals.",
        "Right paratracheal mass of 6.5 cm; biopsy advised.",
        expected,
    );
    check(
        "CT thorax",
        "Right paratracheal mass of 6.5 cm. Superior vena cava is compressed to a slit with chest wall collaterals.",
        "Right paratracheal mass of 6.5 cm with SVC obstruction.",
        &[],
    );
    // An anastomosis is the name of no disease.
    check(
        "CT abdomen",
        "Post right hemicolectomy with unremarkable anastomosis. New omental nodules up to 22 mm and moderate ascites. Liver clear.",
        "Unremarkable anastomosis after right hemicolectomy. Liver clear.",
        expected,
    );
}

#[test]
fn what_is_denied_is_neither_left_out_nor_told() {
    check(
        "CT abdomen",
        "Sigmoid wall thickening with a 3 cm pericolic abscess and no fistula.",
        "Acute sigmoid diverticulitis with a 3 cm pericolic abscess.",
        &[],
    );
    let flags = super::flags(
        "CT abdomen",
        "Splenic laceration with active contrast extravasation. Left rib fractures 8 to 10.",
        "Left rib fractures. No active bleeding.",
    );
    assert!(
        flags.iter().any(|flag| flag.kind == MissingFromImpression),
        "{flags:#?}"
    );
    check(
        "CT chest",
        "A 12 mm nodule in the right upper lobe and fractures of the left ribs 4 to 7.",
        "12 mm nodule in the right upper lobe.",
        &[MissingFromImpression],
    );
}

#[test]
fn a_finding_of_another_organ_is_not_told_by_the_one_beside_it() {
    let expected = &[MissingFromImpression];
    for (findings, impression) in [
        (
            "Fatty liver, a 3 cm solid mass in the right kidney and a small hiatus hernia.",
            "Fatty liver.",
        ),
        (
            "Right pleural effusion with right rib fractures and collapse of the right lower lobe.",
            "Right pleural effusion with lower lobe collapse.",
        ),
        (
            "Cholelithiasis with a 3 cm solid mass in the right kidney.",
            "Cholelithiasis.",
        ),
    ] {
        check("CT chest and abdomen", findings, impression, expected);
    }
    check(
        "CT abdomen",
        "A 4 cm mass in the head of the pancreas with dilated pancreatic duct and multiple liver metastases.",
        "Carcinoma of the pancreatic head with hepatic metastases.",
        &[],
    );
}

#[test]
fn lobes_of_the_brain_are_named_by_their_adjectives() {
    check(
        "MRI brain",
        "A 12 mm metastasis is seen in the right frontal lobe. A 9 mm metastasis is seen in the left cerebellar hemisphere.",
        "Right frontal and left cerebellar metastases.",
        &[],
    );
    check(
        "MRI brain",
        "A 22 mm mass is seen in the right frontal lobe. A 19 mm mass is seen in the left cerebellar hemisphere.",
        "Right parietal and left cerebellar masses.",
        &[MissingFromImpression],
    );
}

#[test]
fn a_lesion_of_another_part_is_left_out() {
    for (study, findings, impression) in [
        (
            "MRI brain",
            "Metastases in the right frontal lobe and the left cerebellar hemisphere.",
            "Right frontal metastasis.",
        ),
        (
            "MRI brain",
            "12 mm metastasis in the right frontal lobe. 14 mm metastasis in the right cerebellum.",
            "Right frontal metastasis.",
        ),
        (
            "CT chest",
            "4 cm mass in the right upper lobe. 9 mm nodule in the right lower lobe.",
            "Right upper lobe mass, likely malignant.",
        ),
        (
            "CT chest",
            "2 cm nodule in the right upper lobe and 9 mm nodule in the left lower lobe.",
            "Right upper lobe nodule.",
        ),
        (
            "CT chest",
            "9 mm nodule in the right upper lobe. Consolidation in the right lower lobe.",
            "Right lower lobe pneumonia.",
        ),
        (
            "CT neck",
            "Enlarged right level II node of 18 mm. Enlarged left level IV node of 16 mm.",
            "Right level IV and left level II lymphadenopathy.",
        ),
    ] {
        check(study, findings, impression, &[MissingFromImpression]);
    }
}

#[test]
fn an_impression_that_speaks_of_several_names_each_part() {
    for (study, findings, impression) in [
        (
            "MRI brain",
            "Two metastases, one in the right frontal lobe and one in the left occipital lobe.",
            "Two intracranial metastases.",
        ),
        (
            "MRI brain",
            "A 4 cm mass in the left frontal and parietal lobes.",
            "Left frontal mass, likely glioma.",
        ),
        (
            "CT chest",
            "22 mm nodule in the right upper lobe. 9 mm nodule in the left lower lobe.",
            "Right upper lobe nodule with further nodule in the left lung.",
        ),
        (
            "CT neck",
            "Enlarged nodes at level II on the right and level IV on the left.",
            "Bilateral cervical lymphadenopathy.",
        ),
        (
            "CT chest",
            "4 mm nodule in the right lower lobe. 4 cm mass in the right upper lobe.",
            "Right upper lobe mass.",
        ),
    ] {
        check(study, findings, impression, &[]);
    }
}

#[test]
fn an_aneurysm_told_with_an_infarct_is_left_out() {
    check(
        "MRI brain",
        "Acute infarct in the left MCA territory with a 6 mm aneurysm of the basilar tip.",
        "Acute left MCA infarct.",
        &[CriticalFinding, MissingFromImpression],
    );
}
