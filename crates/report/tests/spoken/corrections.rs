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
            "Consolidation in the right middle lobe, strike that, in the lingula, with air bronchograms.",
            "Consolidation in the lingula, with air bronchograms.",
        ),
        (
            "Abscess in the left psoas, scratch that, in the right psoas, 4 cm.",
            "Abscess in the right psoas, 4 cm.",
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

#[test]
fn what_an_edit_names_is_taken_out_and_another_put_in_its_place() {
    check(&[
        (
            "gliosis in the left frontal lobe delete left frontal lobe put in both frontal lobes full stop",
            "Gliosis in both frontal lobes.",
        ),
        (
            "Cyst is 12 mm, delete 12, make it 15 mm. No effusion.",
            "Cyst is 15 mm. No effusion.",
        ),
        (
            "Cyst is 12 mm, delete 12, make it 15. No effusion.",
            "Cyst is 15 mm. No effusion.",
        ),
        (
            "mild left canal stenosis at c three c four scratch left it is mild right canal stenosis at c three c four cord is normal",
            "Mild right canal stenosis at C3-C4 cord is normal",
        ),
        (
            "Bladder has a thick wall and no diverticulum. Delete no diverticulum, there is a diverticulum.",
            "Bladder has a thick wall. there is a diverticulum.",
        ),
        (
            "The prostate is bulky. Scrap bulky, prostate absent. Rectum is normal.",
            "Prostate absent. Rectum is normal.",
        ),
        // What was said of the patient, and what was never said.
        (
            "Operation to remove the left kidney. The left kidney is absent.",
            "Operation to remove the left kidney. The left kidney is absent.",
        ),
        (
            "Delete the spleen, liver is normal.",
            "Delete the spleen, liver is normal.",
        ),
    ]);
}

#[test]
fn a_sentence_behind_a_full_stop_corrects_the_one_before() {
    check(&[
        (
            "Fracture of the R femoral neck. Correction, L femoral neck. Effusion.",
            "Fracture of the L femoral neck. Effusion.",
        ),
        (
            "The mass crosses the midline. Sorry, it does not cross the midline.",
            "It does not cross the midline.",
        ),
        (
            "No calcification of the wall. Correction, there is calcification of the anterior wall.",
            "There is calcification of the anterior wall.",
        ),
        (
            "labrum is intact no wait there is a tear of the labrum biceps is normal",
            "There is a tear of the labrum biceps is normal",
        ),
        // Another thing of another structure.
        (
            "No calcification of the wall. Correction, spleen is enlarged.",
            "No calcification of the wall. Correction, spleen is enlarged.",
        ),
    ]);
}

#[test]
fn no_between_what_is_of_one_kind_corrects() {
    check(&[
        (
            "descending aorta forty six no no descending aorta thirty six mm",
            "Descending aorta 36 mm",
        ),
        ("herniation is six no seven millimetres", "Herniation is 7 mm"),
        (
            "The neck is 7 mm, no 7.5 mm. The sac is calcified.",
            "The neck is 7.5 mm. The sac is calcified.",
        ),
        (
            "Small left hydrocele, oh no, small right hydrocele.",
            "Small right hydrocele.",
        ),
        (
            "fracture of the right, hold on, left clavicle",
            "Fracture of the left clavicle",
        ),
        (
            "hypoplastic on the left no no hold on on the right full stop",
            "Hypoplastic on the right.",
        ),
        (
            "Routine surgical referral, no, urgent surgical referral.",
            "Urgent surgical referral.",
        ),
        (
            "The node is indeterminate, no, suspicious.",
            "The node is suspicious.",
        ),
        (
            "Small Tarlov cyst, nope, ignore. Sacrum is normal.",
            "Sacrum is normal.",
        ),
        (
            "labrum torn anteriorly i think no posteriorly",
            "Labrum torn posteriorly",
        ),
        // A denial is one.
        (
            "stent in the lad no in stent restenosis",
            "Stent in the LAD no in stent restenosis",
        ),
        (
            "small left effusion no right effusion",
            "Small left effusion no right effusion",
        ),
        (
            "nodule is 5 mm no calcification",
            "Nodule is 5 mm no calcification",
        ),
    ]);
}

#[test]
fn of_speech_without_full_stops_the_last_statement_is_taken_back() {
    check(&[
        (
            "l three l four disc protrusion touching the right l four root scratch that the left l four root l five s one is normal delete that l five s one shows mild bulge",
            "L3-L4 disc protrusion touching the left L4 root L5-S1 shows mild bulge",
        ),
        (
            "mild stenosis at l three l four disc bulge at l four l five facets normal scratch that facets are hypertrophied",
            "Mild stenosis at L3-L4 disc bulge at L4-L5 facets are hypertrophied",
        ),
        (
            "end plate changes at c five c six disc extrusion at c five c six indenting the cord scratch that the facets are normal",
            "End plate changes at C5-C6 the facets are normal",
        ),
    ]);
}

#[test]
fn the_number_of_a_size_is_corrected_and_a_pronoun_is_no_number() {
    check(&[
        (
            "A smaller one is seen in the right ovary, fifteen millimetres, no, make that eighteen. Liver is normal.",
            "A smaller one is seen in the right ovary, 18 mm. Liver is normal.",
        ),
        (
            "The node is 15 mm, sorry, 18. Spleen is normal.",
            "The node is 18 mm. Spleen is normal.",
        ),
        (
            "Cyst of 12 mm, make that 14 in the left lobe.",
            "Cyst of 14 mm in the left lobe.",
        ),
        (
            "One nodule, sorry, two nodules in the left lobe.",
            "Two nodules in the left lobe.",
        ),
    ]);
}

#[test]
fn a_sentence_that_is_said_again_from_its_beginning_takes_the_place_of_the_first() {
    check(&[
        (
            "The lunate is normal. The other carpal bones show a dorsal chip, sorry, that is artefact, the other carpal bones show no fracture.",
            "The lunate is normal. the other carpal bones show no fracture.",
        ),
        (
            "Distension of the bladder is fair, no good actually, distension of the bladder is good.",
            "Distension of the bladder is good.",
        ),
    ]);
}

#[test]
fn what_says_more_than_a_place_takes_back_the_statement() {
    check(&[
        (
            "Consolidation in the right lower lobe, strike that, in the left upper lobe there is a mass.",
            "In the left upper lobe there is a mass.",
        ),
        (
            "Fracture of the neck of the femur, scratch that, of the shaft.",
            "Of the shaft.",
        ),
    ]);
}
