//! What is told together, in derived words or under a heading, is no difference; what was damaged in it still is.

use report::section::SectionKind;
use structuring::gate::{self, Given, TemplateText};

use crate::support::{findings, given, inspect, section, told};

/// A dictation and a report that says the same otherwise.
#[track_caller]
fn holds(dictation: &str, report: &str) {
    let flags = inspect(dictation, report);
    assert!(flags.is_empty(), "{:?} of: {report}", told(&flags));
}

/// A dictation and a report that says something else.
#[track_caller]
fn differs(dictation: &str, report: &str) {
    assert!(!inspect(dictation, report).is_empty(), "{report}");
}

#[test]
fn derived_words_of_a_structure_or_finding_are_the_same() {
    for (dictation, report) in [
        (
            "Two calculi in the left lower pole calyx.",
            "Two left lower pole calyceal calculi.",
        ),
        (
            "Popliteal artery is occluded.",
            "Occlusion of the popliteal artery.",
        ),
        (
            "No cavernous sinus invasion.",
            "The cavernous sinuses are not invaded.",
        ),
        (
            "Osteochondral lesion in the capitellum.",
            "A capitellar osteochondral lesion.",
        ),
        (
            "Mild intrahepatic biliary dilatation.",
            "The intrahepatic bile ducts are mildly dilated.",
        ),
        (
            "Pituitary stalk is deviated to the left.",
            "Deviation of the infundibulum to the left.",
        ),
    ] {
        holds(dictation, report);
    }
    differs(
        "Subtle hyperdense lesion of the pons.",
        "Subtle hyperintense lesion of the pons.",
    );
}

#[test]
fn abbreviations_are_their_names() {
    holds(
        "Right superficial femoral artery is patent.",
        "The right SFA is patent.",
    );
    holds(
        "Anterior talofibular ligament is completely torn.",
        "Complete tear of the ATFL.",
    );
    differs(
        "Right superficial femoral artery is patent.",
        "The right CFA is patent.",
    );
}

#[test]
fn a_word_for_the_kind_of_structure_may_come_or_go_but_not_change() {
    holds(
        "Peroneus brevis split tear.",
        "The peroneus brevis tendon is split.",
    );
    holds(
        "Mild tibiotalar effusion.",
        "Mild effusion in the tibiotalar joint.",
    );
    differs(
        "Supraspinatus tendon is thickened.",
        "Supraspinatus muscle is thickened.",
    );
    differs("Hernia of the abdominal wall.", "Hernia of the abdomen.");
}

#[test]
fn statements_told_as_one_have_the_facts_of_each() {
    holds(
        "Frontal sinuses are clear. Maxillary sinuses are polypoid. Sphenoid sinuses are clear.",
        "The frontal and sphenoid sinuses are clear.\nThe maxillary sinuses are polypoid.",
    );
    holds(
        "Right kidney and left kidney are normal. Pancreas is normal.",
        "Both kidneys and the pancreas are normal.",
    );
    differs(
        "Right renal artery is patent. Severe stenosis of the left renal artery.",
        "Right renal artery is patent.\nSevere stenosis of the right renal artery.",
    );
}

#[test]
fn a_structure_left_out_after_the_sentence_that_names_it_is_named_again() {
    let dictation = "Right maxillary sinus shows a polyp. Left shows a fluid level.";
    holds(
        dictation,
        "The right maxillary sinus shows a polyp.\nThe left maxillary sinus shows a fluid level.",
    );
    differs(
        dictation,
        "The left maxillary sinus shows a polyp.\nThe right maxillary sinus shows a fluid level.",
    );
}

#[test]
fn a_degree_of_one_of_two_in_the_impression_is_kept() {
    let dictation =
        "Anterior talofibular ligament is completely torn. Calcaneofibular ligament shows a partial tear.";
    let mut report = findings(dictation);
    report.extend(section(
        SectionKind::Impression,
        "Complete tear of the anterior talofibular ligament and complete tear of the calcaneofibular ligament.",
    ));
    assert!(!gate::inspect(&given(dictation, None), &report).is_empty());
}

#[test]
fn a_denial_reaches_no_statement_that_is_joined_to_it() {
    holds(
        "Pancreatic duct measures 2 mm. No pancreas divisum.",
        "There is no evidence of pancreas divisum, and the pancreatic duct measures 2 mm.",
    );
    holds(
        "Superior labrum is normal. No Hill-Sachs lesion.",
        "The superior labrum is normal and a Hill-Sachs lesion is not seen.",
    );
    holds("No facet dislocation.", "The facet joints are not dislocated.");
    differs(
        "No pelvic side wall lymph nodes.",
        "Lymph nodes are seen along the pelvic side walls.",
    );
}

#[test]
fn what_is_not_there_may_be_called_normal_and_not_the_reverse() {
    holds(
        "Cystic duct is not dilated.",
        "The cystic duct is of normal calibre.",
    );
    differs("Spleen is normal, 11 cm.", "The spleen is not normal, 11 cm.");
}

#[test]
fn a_side_over_a_heading_is_that_of_what_follows() {
    let dictation = "Left side soft tissue in the epitympanum. Tegmen tympani is intact. Right mastoid is clear. Jugular bulb is normal.";
    let rest = "Right mastoid is clear.\nJugular bulb is normal.";
    holds(
        dictation,
        &format!("Soft tissue in the left epitympanum.\nThe left tegmen tympani is intact.\n{rest}"),
    );
    differs(
        dictation,
        &format!("Soft tissue in the left epitympanum.\nThe right tegmen tympani is intact.\n{rest}"),
    );
}

#[test]
fn the_side_of_the_study_may_stand_with_its_structure() {
    let dictation = "Right ankle MRI. Deltoid ligament is torn. Left Achilles tendon is normal.";
    let mut report = section(SectionKind::Technique, "MRI of the right ankle.");
    report.extend(findings(
        "The deltoid ligament of the right ankle is torn.\nLeft Achilles tendon is normal.",
    ));
    assert_eq!(
        told(&gate::inspect(&given(dictation, None), &report)),
        Vec::<String>::new()
    );
    report[1].text = "The deltoid ligament of the left ankle is torn.".to_owned();
    assert!(!gate::inspect(&given(dictation, None), &report).is_empty());
}

#[test]
fn both_is_said_in_many_ways() {
    holds("Both kidneys are small.", "The kidneys are small bilaterally.");
    holds(
        "Ethmoid mucosal thickening on both sides.",
        "Bilateral ethmoid mucosal thickening.",
    );
    holds(
        "Femoral heads are in place.",
        "Both femoral heads remain in place.",
    );
    differs(
        "No hydronephrosis on either side. Right kidney is small.",
        "Hydronephrosis is not seen on either side, and the kidney is small.",
    );
}

#[test]
fn a_finding_is_named_again_and_a_level_by_this_level() {
    holds(
        "Hilar mass of 5 cm. It encases the bronchus.",
        "Hilar mass of 5 cm.\nThe mass encases the bronchus.",
    );
    holds(
        "Disc bulge at C5-C6. Canal at C5-C6 measures 7 mm.",
        "Disc bulge at C5/6.\nAt this level the canal measures 7 mm.",
    );
}

#[test]
fn a_level_of_the_neck_is_its_figure_and_letter() {
    holds(
        "Right level one b node of 12 mm.",
        "A 12 mm node at right level IB.",
    );
    differs(
        "Right level one b node of 12 mm.",
        "A 12 mm node at right level IIB.",
    );
}

#[test]
fn techniques_are_their_abbreviations() {
    for (dictation, technique) in [
        ("CTPA. No pleural effusion.", "CT pulmonary angiogram."),
        (
            "HRCT chest. No pleural effusion.",
            "High-resolution CT of the chest.",
        ),
        (
            "CECT abdomen. No pleural effusion.",
            "Contrast-enhanced CT of the abdomen.",
        ),
        (
            "Plain CT brain. No pleural effusion.",
            "Non-contrast CT of the brain.",
        ),
    ] {
        let mut report = section(SectionKind::Technique, technique);
        report.extend(findings("No pleural effusion."));
        assert_eq!(
            told(&gate::inspect(&given(dictation, None), &report)),
            Vec::<String>::new(),
            "{technique}"
        );
    }
}

#[test]
fn a_size_or_degree_may_belong_to_the_words_before_it() {
    let dictation = "no bowel obstruction left hydroureteronephrosis mild right kidney normal free fluid minimal in the pelvis";
    holds(
        dictation,
        "No bowel obstruction.\nMild left hydroureteronephrosis.\nRight kidney is normal.\nMinimal free fluid in the pelvis.",
    );
    differs(
        dictation,
        "No bowel obstruction.\nSevere left hydroureteronephrosis.\nRight kidney is normal.\nMinimal free fluid in the pelvis.",
    );
}

#[test]
fn a_denial_of_the_template_may_be_joined_to_what_was_dictated() {
    let template = TemplateText::parse("FINDINGS:\nNo bone contusion or fracture.\nNo joint effusion.");
    let given = Given {
        template: Some(&template),
        ..given("Bone contusion in the tibial plateau.", None)
    };
    let report = findings("The tibial plateau shows bone contusion, without fracture.\nNo joint effusion.");
    assert_eq!(told(&gate::inspect(&given, &report)), Vec::<String>::new());
}

#[test]
fn both_are_two_that_were_named_by_their_positions() {
    let dictation = "ACL and PCL are intact. Grade 1 sprain of the MCL.";
    holds(
        dictation,
        "Both cruciate ligaments are intact.\nGrade 1 sprain of the MCL.",
    );
    differs(
        "ACL is intact. Grade 1 sprain of the MCL.",
        "Both cruciate ligaments are intact.\nGrade 1 sprain of the MCL.",
    );
}

#[test]
fn a_finding_may_be_told_by_its_parts_with_its_name_in_brackets() {
    holds(
        "Ileosigmoid fistula is seen.",
        "There is a fistula between the ileum and sigmoid colon (ileosigmoid fistula).",
    );
    differs(
        "Ileosigmoid fistula is seen.",
        "There is an abscess of the bladder with a stricture of the ureter (ileosigmoid fistula).",
    );
}

#[test]
fn a_word_may_be_told_with_what_it_has_in_it() {
    holds(
        "Moderate left hydroureteronephrosis.",
        "Left ureter and pelvicalyceal system show moderate hydroureteronephrosis.",
    );
    holds(
        "Splenic laceration with perisplenic hematoma.",
        "The spleen is lacerated, with a surrounding hematoma.",
    );
    differs(
        "Splenic laceration with perisplenic hematoma.",
        "The spleen is lacerated, with a hematoma.",
    );
}

#[test]
fn a_node_at_a_numbered_level_is_of_the_neck() {
    holds(
        "Left level three lymph node of 13 mm.",
        "Left level 3 cervical lymph node, 13 mm.",
    );
    differs("Left lymph node of 13 mm.", "Left cervical lymph node, 13 mm.");
}

#[test]
fn what_is_spared_is_not_involved() {
    holds("Subglottis is spared.", "The subglottis is not involved.");
    differs("Subglottis is spared.", "The subglottis is involved.");
}

#[test]
fn a_part_has_the_side_of_its_whole() {
    let dictation = "Mass in the left orbit. Optic nerve is displaced medially.";
    holds(
        dictation,
        "Mass in the left orbit.\nThe left optic nerve is displaced medially.",
    );
    differs(
        dictation,
        "Mass in the left orbit.\nThe right optic nerve is displaced medially.",
    );
}

#[test]
fn a_preposition_without_its_value_is_a_loss() {
    let dictation = "Left carotid bulb stenosis of 40 percent.";
    let mut report = findings("Left carotid bulb stenosis of 40%.");
    report.extend(section(SectionKind::Impression, "Left carotid bulb stenosis of."));
    assert!(!gate::inspect(&given(dictation, None), &report).is_empty());
}

#[test]
fn a_side_is_lost_although_the_degree_before_it_went_elsewhere() {
    let dictation = "fracture of the right superior and inferior pubic rami minimally displaced right sacral ala fracture extending into the s1 and s2 foramina";
    let rami = "There are minimally displaced fractures of the right superior and inferior pubic rami.";
    holds(
        dictation,
        &format!("{rami}\nThere is a right sacral ala fracture extending into the S1 and S2 foramina."),
    );
    differs(
        dictation,
        &format!("{rami}\nThere is a sacral ala fracture extending into the S1 and S2 foramina."),
    );
}
