use super::*;

fn check(text: &str, expected: &[&str]) {
    let found: Vec<&str> = sentences(text, 0..text.len())
        .into_iter()
        .map(|range| &text[range])
        .collect();
    assert_eq!(found, expected);
}

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
fn who_denies_each_finding_asserts_the_one_without_a_no() {
    check(
        "no consolidation no nodule no effusion emphysema upper lobes",
        &[
            "no consolidation",
            "no nodule",
            "no effusion",
            "emphysema upper lobes",
        ],
    );
    check(
        "scaphoid waist fracture non displaced",
        &["scaphoid waist fracture non displaced"],
    );
}

#[test]
fn a_finding_without_a_verb_behind_a_denial_is_a_sentence_of_its_own() {
    for sentences in [
        &["no mural thickening", "CHD dilated 11 mm with a 6 mm calculus"][..],
        &["no concha bullosa", "left maxillary sinus polyp"],
        &["no atrophy", "subscapularis tendinosis"],
        &["no cord compression at C5-C6", "right foraminal narrowing"],
        &["no midline shift", "mass shows restricted diffusion"],
        &["no hydronephrosis", "left kidney lower pole calculus 5 mm"],
        &["no hydrocephalus", "fracture of the left parietal bone"],
        &["no lymphadenopathy", "nodule in the left upper lobe"],
        &["no fracture", "disc bulge at L4-L5"],
        &["no haemorrhage or midline shift", "old lacunar infarct"],
        &["no mass or consolidation", "emphysema upper lobes", "no effusion"],
    ] {
        check(&sentences.join(" "), sentences);
    }
}

#[test]
fn what_is_denied_together_is_not_cut_off() {
    for sentence in [
        "no disc bulge canal stenosis or cord compression",
        "no ascites lymphadenopathy or free air",
        "no fracture dislocation",
        "no fracture dislocation of the left hip",
        "no fracture or dislocation of the left wrist",
        "no mass effect midline shift or hydrocephalus",
        "no tumour deposit in the omentum",
        "no cord compression or myelomalacia",
        "no enlarged obturator internal iliac or external iliac lymph node is seen",
    ] {
        check(sentence, &[sentence]);
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
fn an_endless_sentence_is_cut() {
    let text = "no mass, ".repeat(500);
    let found = sentences(&text, 0..text.len());
    assert_eq!(found.len(), 3);
    assert!(text[found[1].clone()].starts_with("no mass") && text[found[1].clone()].ends_with(','));
    let text = "Läsion, ".repeat(401);
    assert_eq!(sentences(&text, 0..text.len()).len(), 2);
}

#[test]
fn full_stops_and_lines_divide() {
    check(
        "Liver is normal. A 3.2 cm cyst.\nNo ascites",
        &["Liver is normal.", "A 3.2 cm cyst.", "No ascites"],
    );
    check(
        "Reported to Dr. Rao. Seen vs. before.",
        &["Reported to Dr. Rao.", "Seen vs. before."],
    );
    check(
        "- Liver is normal\n2. Spleen is normal",
        &["Liver is normal", "Spleen is normal"],
    );
}

#[test]
fn a_short_dictation_without_a_full_stop_is_divided_too() {
    check(
        "There is a 4 mm nodule in the right upper lobe no pleural effusion heart size is normal",
        &[
            "There is a 4 mm nodule in the right upper lobe",
            "no pleural effusion",
            "heart size is normal",
        ],
    );
    check(
        "Sections through the liver show no focal lesion",
        &["Sections through the liver show no focal lesion"],
    );
    check(
        "no disc bulge spinal canal stenosis is seen",
        &["no disc bulge spinal canal stenosis is seen"],
    );
    check("no mass lymph nodes are seen", &["no mass lymph nodes are seen"]);
    check(
        "There is no evidence of a fracture",
        &["There is no evidence of a fracture"],
    );
}

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
fn what_is_denied_keeps_its_denial() {
    check(
        "there is no tumour deposit in the mesentery the liver is normal",
        &[
            "there is no tumour deposit in the mesentery",
            "the liver is normal",
        ],
    );
    check(
        "lungs are clear bilaterally no effusion no lymphadenopathy heart size is normal",
        &[
            "lungs are clear bilaterally",
            "no effusion",
            "no lymphadenopathy",
            "heart size is normal",
        ],
    );
    check(
        "the right kidney is absent the left kidney is hypertrophied no calculus or hydronephrosis",
        &[
            "the right kidney is absent",
            "the left kidney is hypertrophied",
            "no calculus or hydronephrosis",
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
fn punctuated_text_comes_through_untouched() {
    check(
        "There is a spiculated mass in the right upper lobe the margins of which abut the pleura. The heart is normal.",
        &[
            "There is a spiculated mass in the right upper lobe the margins of which abut the pleura.",
            "The heart is normal.",
        ],
    );
}

#[test]
fn a_run_of_five_thousand_words_is_divided_in_linear_time() {
    let report =
        "the liver is normal in size there is a cyst of 12 mm in the left kidney no free fluid ".repeat(250);
    let started = std::time::Instant::now();
    assert_eq!(sentences(&report, 0..report.len()).len(), 750);
    assert!(
        started.elapsed() < std::time::Duration::from_secs(5),
        "{:?}",
        started.elapsed()
    );
}
