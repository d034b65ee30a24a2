//! What follows a denial, or one side, without a word that joins it: which is denied with it and which is told of itself.

use super::check;

/// Each line is a dictation; `|` stands where it is divided.
#[track_caller]
fn check_each(lines: &[&str]) {
    for line in lines {
        let sentences: Vec<&str> = line.split(" | ").collect();
        let spoken = sentences.join(" ");
        let spoken = spoken.replace(" ,", ",");
        let expected: Vec<&str> = sentences
            .iter()
            .map(|sentence| sentence.trim_end_matches(" ,"))
            .collect();
        check(&spoken, &expected);
    }
}

#[test]
fn what_is_denied_as_a_matter_of_course_is_one_list() {
    check_each(&[
        "no consolidation nodule pleural effusion",
        "no pleural effusion pneumothorax",
        "no pleural effusion pneumothorax pericardial effusion",
        "no pulmonary embolism pleural effusion pneumothorax",
        "no consolidation pleural effusion mediastinal lymphadenopathy",
        "no mass hemorrhage midline shift hydrocephalus",
        "no haemorrhage mass effect midline shift",
        "no subdural hematoma midline shift hydrocephalus",
        "no infarct haemorrhage or mass",
        "no ascites lymphadenopathy free air",
        "no gallstones biliary dilatation pericholecystic fluid",
        "no renal calculus hydronephrosis",
        "no disc bulge canal stenosis foraminal stenosis",
        "no disc bulge nerve root compression cord compression",
        "no fracture listhesis",
        "no fracture dislocation joint effusion",
        "no effusion loose body synovitis",
        "no aneurysm stenosis occlusion",
        "no stenosis or aneurysm",
        "no haemorrhage extra axial collection or midline shift",
    ]);
}

#[test]
fn a_finding_with_a_structure_of_its_own_is_not_denied_with_another() {
    check_each(&[
        "no effusion | lung mass",
        "no mediastinal lymphadenopathy | rib fracture",
        "no pneumothorax | aortic dissection",
        "no pericardial effusion | hiatus hernia",
        "no consolidation nodule pleural effusion | cardiomegaly",
        "no fracture | subarachnoid haemorrhage",
        "no midline shift | subdural hematoma",
        "no acute infarct | cerebral venous thrombosis",
        "no mass effect | pituitary adenoma",
        "no hydrocephalus | cerebellar mass",
        "no hydronephrosis | renal cell carcinoma",
        "no gallstones | pancreatic mass",
        "no bowel obstruction | appendicitis",
        "no ascites | splenomegaly",
        "no hydronephrosis | hepatic steatosis",
        "no ascites | portal vein thrombosis",
        "no cord compression | vertebral hemangioma",
        "no cord compression | sacral fracture",
        "no fracture | rotator cuff tear",
        "no marrow oedema | scaphoid fracture",
        "no effusion | Baker cyst",
        "no aneurysm | renal artery stenosis",
        "no leak | splenic infarct",
        "no deep vein thrombosis | popliteal cyst",
    ]);
}

#[test]
fn a_finding_told_of_two_places_keeps_each_with_its_own() {
    check_each(&[
        "no lesion right kidney | mass left kidney",
        "no stone right kidney | stone left kidney 6 mm",
        "no tear infraspinatus | tear supraspinatus 8 mm",
        "no tear medial meniscus | lateral meniscus torn",
        "no mass right adrenal | mass left adrenal 2 cm",
        "no effusion right | effusion left moderate",
        "no effusion right lung | nodule left lung",
        "no haemorrhage left frontal | haemorrhage right parietal 2 cm",
        "no calculus right | hydronephrosis left",
        "no compression L4 nerve root | compression L5 nerve root right",
        "L4-L5 bulge | no bulge L5-S1 | extrusion L3-L4",
        "no disc bulge at L4-L5 | disc bulge at L5-S1",
        "no stone right kidney | no stone left kidney",
        "stone right ureter | no stone left ureter",
        "cyst right ovary | cyst left ovary 3 cm",
        "no mass left kidney | right kidney normal",
        "no plaque right carotid | plaque left carotid 40 percent",
        "no stenosis left ICA | stenosis right ICA",
        "no cord compression at C5-C6 | right foraminal narrowing C6-C7 | no myelomalacia",
        "cyst left ovary | right normal",
        "polyp right maxillary sinus | left clear",
        "contusion left temporal lobe | right normal",
    ]);
}

#[test]
fn who_tells_the_place_first_is_read_in_that_order() {
    check_each(&[
        "right kidney cyst | left kidney cyst",
        "no effusion | left lung clear",
        "no ascites | spleen no focal lesion",
        "no hydronephrosis | left kidney calculus 5 mm",
        "no stone left ureter",
        "no cord compression at C5-C6 | right foraminal narrowing",
    ]);
}

#[test]
fn a_comma_ends_a_denial_before_what_tells_something_of_its_own() {
    check_each(&[
        "no haemorrhage , | acute infarct right MCA territory",
        "no aortic dissection , | saddle pulmonary embolus",
        "no consolidation , | nodule in the right upper lobe",
        "no cord compression , | burst fracture L1",
        "no fracture , | ACL torn , | MCL intact , | large joint effusion",
        "no extra axial collection , | right parietal contusion 12 mm , | ventricles normal",
        "no renal stone , | left ureteric stone 5 mm , | bladder normal",
        "no lymphadenopathy , | splenic laceration , | free fluid in the pelvis",
        "no canal stenosis , | left foraminal stenosis L5-S1 , | conus normal",
        "no thrombus , | left femoral vein thrombosed , | popliteal vein patent",
        "no effusion , | left lower lobe nodule 6 mm , | heart normal",
        "no haemorrhage , | subdural hematoma left convexity 8 mm",
        "6 mm calculus at the left VUJ with perinephric stranding , | right kidney malrotated , | enlarged prostate 58 cc",
    ]);
}

#[test]
fn a_comma_within_a_list_ends_nothing() {
    for text in [
        "no haemorrhage, mass effect, midline shift",
        "no consolidation, nodule, effusion",
        "no free fluid, collection, lymphadenopathy",
        "no disc herniation, canal stenosis, cord compression",
        "no fracture, dislocation, effusion",
        "no aneurysm, dissection, stenosis",
        "no occlusion, stenosis or aneurysm",
        "L4-L5 disc bulge, mild canal stenosis",
        "bone bruise, lateral femoral condyle",
        "splenic artery, left gastric artery and gastroduodenal artery are patent",
        "segment 2 1.8 cm, segment 6 3.3 cm and segment 7 2.6 cm",
        "consolidation in the right lower lobe, likely pneumonia",
    ] {
        check(text, &[text]);
    }
}

#[test]
fn a_list_ends_with_its_noun_and_a_place_before_a_degree() {
    check_each(&[
        "no ascites or enlarged abdominal lymph nodes are seen | the spleen is normal",
        "the aorta is not opacified enough to exclude dissection | the lungs are clear",
        "no collapse or flattening is seen on the left | trace left joint effusion is present",
        "right foraminal disc protrusion at C6-C7 contacting the right C7 nerve root | 1.3 cm right thyroid nodule",
        "the lesion is consistent with a hemangioma | at L3-L4 there is a diffuse disc bulge",
    ]);
}
