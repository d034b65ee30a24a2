//! Edits in the words of many radiologists, with and without punctuation, and what only looks like one.

use crate::check;

#[test]
fn a_statement_is_taken_back_whatever_the_punctuation() {
    check(&[
        (
            "history of fall the hip is normal the knee shows effusion left radius fracture no scratch that left radius intact",
            "History of fall the hip is normal the knee shows effusion left radius intact",
        ),
        (
            "liver is normal spleen is enlarged articular cartilage is normal no wait scratch that chondral thinning is seen",
            "Liver is normal spleen is enlarged chondral thinning is seen",
        ),
        (
            "Aorta is normal. Small hiatus hernia. No, scratch that. Stomach is normal.",
            "Aorta is normal. Stomach is normal.",
        ),
        (
            "Aorta is normal. Mild ascites, no, strike that, no ascites is seen.",
            "Aorta is normal. no ascites is seen.",
        ),
        (
            "Uterus is bulky. Mild hydrosalpinx on the left. Delete last sentence, that was the other patient. Ovaries are normal.",
            "Uterus is bulky. Ovaries are normal.",
        ),
        (
            "Kidneys are normal. A filling defect in the pelvis. Delete last sentence it is just a crossing vessel. Bladder is normal.",
            "Kidneys are normal. Bladder is normal.",
        ),
        (
            "Left level II node is enlarged. No that is the IJV, delete that line. Parotids are normal.",
            "Parotids are normal.",
        ),
        (
            "The gallbladder is distended, start again, the gallbladder is contracted.",
            "The gallbladder is contracted.",
        ),
        (
            "Cord is normal. Cerebellar tonsils are low, retract that. Tonsils are normal.",
            "Cord is normal. Tonsils are normal.",
        ),
        (
            "Cyst in segment 4. Scratch that, it is a haemangioma in segment 4.",
            "It is a haemangioma in segment 4.",
        ),
    ]);
}

#[test]
fn a_value_a_side_a_level_or_a_unit_is_corrected() {
    check(&[
        ("There is a 9 cm sorry mm nodule.", "There is a 9 mm nodule."),
        (
            "a nine mm sorry cm mass in segment six",
            "A 9 cm mass in segment VI",
        ),
        (
            "12 x 8 mm, sorry, cm, lesion in the pelvis.",
            "12 x 8 cm, lesion in the pelvis.",
        ),
        ("two no three gallstones are seen", "Three gallstones are seen"),
        ("left no sorry right adrenal nodule", "Right adrenal nodule"),
        (
            "approximately 70, make that 80% stenosis of the ICA.",
            "Approximately 80% stenosis of the ICA.",
        ),
        (
            "C5-6 protrusion, correction, C6-7 protrusion.",
            "C6-7 protrusion.",
        ),
        ("segment VII, no, segment VIII lesion", "Segment VIII lesion"),
        (
            "impression cad rads three no sorry make it cad rads two",
            "Impression CAD-RADS 2",
        ),
        (
            "base of the third metatarsal scratch that fifth metatarsal",
            "Base of the 5th metatarsal",
        ),
        (
            "T2 bright lesion in the left, I beg your pardon, right thalamus.",
            "T2 bright lesion in the right thalamus.",
        ),
        (
            "a right paracentral, apologies, left paracentral protrusion at L4-5.",
            "A left paracentral protrusion at L4-5.",
        ),
        (
            "Subcentimetre, correction, 1.2 cm thyroid nodule.",
            "1.2 cm thyroid nodule.",
        ),
    ]);
}

#[test]
fn what_is_said_again_takes_the_place_of_what_was_said() {
    check(&[
        (
            "defects in the right lower lobe arteries and in the left main pulmonary artery, sorry, in the left upper lobe artery.",
            "Defects in the right lower lobe arteries and in the left upper lobe artery.",
        ),
        (
            "There is a calculus at the left VUJ, sorry correction, in the left distal ureter.",
            "There is a calculus in the left distal ureter.",
        ),
        (
            "tear of the posterior horn of the lateral meniscus, no no, of the medial meniscus.",
            "Tear of the posterior horn of the medial meniscus.",
        ),
        (
            "two calculi, the bigger one 17 mm, no, the bigger one 7 mm.",
            "Two calculi, the bigger one 7 mm.",
        ),
        (
            "odontoid fracture with 3 mm posterior displacement, hmm actually no, with 3 mm anterior displacement.",
            "Odontoid fracture with 3 mm anterior displacement.",
        ),
        (
            "Bowel distension is fair, no good actually, bowel distension is good.",
            "Bowel distension is good.",
        ),
        (
            "There is a grade 2 MCL sprain. Correction, grade 1 MCL sprain.",
            "There is a grade 1 MCL sprain.",
        ),
        (
            "Modic I L4-5 end plates, correction Modic II L4-5 end plates.",
            "Modic II L4-5 end plates.",
        ),
        (
            "basal cisterns effaced, no no, basal cisterns maintained.",
            "Basal cisterns maintained.",
        ),
        (
            "Known asthma with many admissions there is bronchiectasis with honeycombing in both lungs and there is no air trapping in any lobe the nodes are mildly enlarged the heart size is normal and the pulmonary trunk is normal at 26 mm a small hernia with a probable sorry with a definite UIP pattern",
            "Known asthma with many admissions there is bronchiectasis with honeycombing in both lungs and there is no air trapping in any lobe the nodes are mildly enlarged the heart size is normal and the pulmonary trunk is normal at 26 mm a small hernia with a definite UIP pattern",
        ),
    ]);
}

#[test]
fn what_was_said_sentences_ago_is_corrected_where_one_sentence_alone_can_be_meant() {
    check(&[
        (
            "Nodule in the left lobe of the thyroid. Nodes are normal. Oh apologies that thyroid nodule is in the right lobe not the left.",
            "Nodule in the right lobe of the thyroid. Nodes are normal.",
        ),
        (
            "The cyst is in the left ovary. The uterus is normal. Correction, the cyst is in the right ovary not the left.",
            "The cyst is in the right ovary. The uterus is normal.",
        ),
        (
            "there is a cyst in the left ovary uterus is normal apologies that ovary cyst is on the right not the left",
            "There is a cyst in the right ovary uterus is normal",
        ),
        // Two could be meant.
        (
            "Cyst in the left kidney. Second cyst in the left kidney. Sorry, that kidney cyst is on the right not the left.",
            "Cyst in the left kidney. Second cyst in the left kidney. Sorry, that kidney cyst is on the right not the left.",
        ),
        // None is.
        (
            "Spleen is normal. Liver is normal. Apologies, that adrenal mass is on the right not the left.",
            "Spleen is normal. Liver is normal. Apologies, that adrenal mass is on the right not the left.",
        ),
    ]);
}

/// Traps: every row comes out as it went in.
#[test]
fn what_only_looks_like_an_edit_stays() {
    let kept = [
        "Scratch of the cornea on the right.",
        "1p/19q co-deleted oligodendroglioma.",
        "22q11 deletion syndrome.",
        "Correction of scoliosis with rods.",
        "Status post correction.",
        "Attenuation correction was applied.",
        "A nodule that would make that unlikely.",
        "Features which make that diagnosis possible.",
        "Make that of concern.",
        "Start of the jejunum again seen.",
        "Start again on anticoagulation.",
        "Apologies for the delay in reporting.",
        "The patient is sorry for the delay.",
        "No sorry history of trauma.",
        "On the left no right pleural effusion.",
        "Grade 2 no three vessel disease.",
        "No pneumothorax, no effusion, no consolidation.",
        "No, there is no fracture.",
        "No left effusion no no right effusion.",
        "Lesion in segments 2 no 3 mm calculus.",
        "Cannot delete that lesion from the list.",
        "The mean is 5, the median 7.",
        "The wait for the delayed phase was 5 minutes.",
        "In the right lobe not the left.",
        "The catheter should be removed.",
    ];
    let rows: Vec<(&str, &str)> = kept.iter().map(|said| (*said, *said)).collect();
    check(&rows);
}
