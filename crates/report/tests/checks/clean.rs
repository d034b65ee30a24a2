use report::checks::FlagKind;

use super::{check, flags};

#[test]
fn reports_without_a_slip_raise_nothing() {
    check(
        "CT Abdomen Pelvis Contrast",
        "- Liver is normal in size and attenuation. No focal lesion.\n- Gall bladder is well distended with multiple calculi. No wall thickening.\n- Spleen measures 10.2 cm and is normal.\n- Both kidneys are normal in size. A 4 mm non-obstructing calculus is seen in the lower pole of the left kidney. No hydronephrosis.\n- Urinary bladder is normal.\n- No free fluid. No significant lymphadenopathy.",
        "1. Cholelithiasis without cholecystitis.\n2. Left renal calculus, 4 mm.",
        &[],
    );
    check(
        "MR Lumbar Spine",
        "L4-L5: Broad-based posterior disc bulge indenting the thecal sac with bilateral neural foraminal narrowing.\nL5-S1: No disc bulge. Canal is normal.\nConus ends at L1 and is normal.\nNo marrow oedema.",
        "1. L4-L5 disc bulge with bilateral foraminal narrowing.",
        &[],
    );
    check("CT chest", "", "", &[]);
}

#[test]
fn words_of_a_finding_that_say_nothing_of_one_contradict_nothing() {
    for (findings, impression) in [
        (
            "Both lungs are well expanded. No nodule. Heart is normal in size.",
            "Normal CT of the chest.",
        ),
        (
            "The lungs are fully expanded. No pneumothorax.",
            "No abnormality.",
        ),
        (
            "Optic nerve sheaths not distended. Brain parenchyma is normal.",
            "Normal MRI brain.",
        ),
        (
            "The joint is not distended. Ligaments intact.",
            "Normal MRI knee.",
        ),
        (
            "Intrauterine device in situ. Ovaries normal.",
            "Normal MRI of the pelvis.",
        ),
        (
            "Displaced fracture of the left zygomaticomaxillary complex.",
            "Left ZMC fracture.",
        ),
        (
            "Restricted diffusion in the left thalamus. Old lacunes in the right corona radiata.",
            "Acute left thalamic infarct, told to Dr Rao by telephone at 10:40. Old right sided lacunar infarct.",
        ),
        (
            "The large bowel is not distended. No free fluid.",
            "Normal study.",
        ),
        (
            "LVEF 51%. Mid wall late enhancement accounting for 4% of LV mass.",
            "Basal fibrosis. LVEF 51%, low normal.",
        ),
        (
            "B/L lung fields clear. Tree in bud nodules - nil. Free fluid: none.",
            "No acute abnormality.",
        ),
        (
            "Posterior fixation L4-S1 with pedicle screws and rods. No screw lucency or fracture of hardware.",
            "Satisfactory fixation.",
        ),
        (
            "CERVICAL SPINE: Normal alignment. No fracture. THORACOLUMBAR SPINE: Superior endplate fracture of L1.",
            "L1 superior endplate fracture.",
        ),
    ] {
        assert_eq!(flags("", findings, impression), [], "{findings}");
    }
}

#[test]
fn a_label_gives_its_side_to_the_sentences_behind_it() {
    for (findings, impression) in [
        (
            "RIGHT: External canal patent. The drum is thickened and retracted. LEFT: Mastoidectomy cavity, clear.",
            "Right attic cholesteatoma.",
        ),
        (
            "Right: EIA and CFA patent. SFA shows 90% stenosis. Left: All segments patent.",
            "Right: 90% SFA stenosis.",
        ),
    ] {
        let sides: Vec<_> = flags("", findings, impression)
            .into_iter()
            .filter(|flag| flag.kind == FlagKind::LateralityMismatch)
            .collect();
        assert_eq!(sides, [], "{findings}");
    }
}

#[test]
fn a_size_behind_a_landmark_or_an_extent_is_not_that_of_the_structure() {
    for findings in [
        "The appendix lies lateral to the uterus, 6 mm, with no wall oedema.",
        "Tricompartmental osteoarthritis, where the cartilage is denuded over 2 cm of the femoral condyle.",
        "The ureter is compressed by the spleen, 4 mm.",
    ] {
        let sizes: Vec<_> = flags("", findings, "As above.")
            .into_iter()
            .filter(|flag| flag.kind == FlagKind::ImplausibleSize)
            .collect();
        assert_eq!(sizes, [], "{findings}");
    }
}

#[test]
fn a_mismatch_volume_is_the_difference_of_penumbra_and_core() {
    check(
        "CT stroke",
        "Occlusion of the right M1 segment. Core 12 ml, penumbra 88 ml. Stroke team informed at 10:12.",
        "Right M1 occlusion, mismatch 76 ml.",
        &[],
    );
}

#[test]
fn what_takes_nothing_from_a_normal_is_no_contradiction() {
    for (study, findings) in [
        (
            "MRI brain",
            "Foci of FLAIR hyperintensity aligned perpendicular to the ventricles. Ventricles are normal.",
        ),
        (
            "CT abdomen",
            "Spleen: 2 cm laceration at the upper pole. Liver, kidneys and pancreas are intact.",
        ),
        (
            "CT abdomen",
            "Both kidneys are unremarkable. Simple cortical cyst on the left, 14 mm.",
        ),
        (
            "CT KUB",
            "A 6 mm calculus in the left ureter with mild hydronephrosis. Both kidneys are normal in size, position and outline.",
        ),
        (
            "CT temporal bone",
            "Right: soft tissue in the attic with erosion of the ossicles.\nLeft: well aerated middle ear. Ossicles are normal.",
        ),
        (
            "CT angiography of the legs",
            "Aorta: calcified wall, no stenosis. Right iliac axis: 50% stenosis of the external iliac.",
        ),
        (
            "CT pelvis",
            "Previous radical prostatectomy. No soft tissue is seen in the prostate bed.",
        ),
    ] {
        let wrong: Vec<_> = flags(study, findings, "As above.")
            .into_iter()
            .filter(|flag| flag.kind == FlagKind::Contradiction)
            .collect();
        assert_eq!(wrong, [], "{findings}");
    }
}

#[test]
fn a_distance_is_not_a_size() {
    let wrong: Vec<_> = flags(
        "CT colonography",
        "A 9 mm polyp in the rectosigmoid, 26 cm from the anal verge.",
        "As above.",
    )
    .into_iter()
    .filter(|flag| flag.kind == FlagKind::ImplausibleSize)
    .collect();
    assert_eq!(wrong, []);
}

#[test]
fn a_call_is_documented_in_many_words() {
    for told in [
        "Night sister Ms Rao informed at 03:20.",
        "Message passed to Dr Lim on the ward.",
    ] {
        check(
            "CT head",
            "Acute subdural haematoma on the right, 9 mm.",
            &format!("Acute right subdural haematoma. {told}"),
            &[],
        );
    }
}

#[test]
fn one_side_says_nothing_of_the_other() {
    for (findings, impression) in [
        (
            "RIGHT KNEE:\nMedial meniscus: horizontal tear. ACL is intact.\nNo popliteal cyst.\nLEFT KNEE:\nBoth menisci are normal. No tear.\nACL shows a partial tear.\nPopliteal cyst of 2.4 cm.",
            "1. Right knee: medial meniscal tear.\n2. Left knee: partial ACL tear and a popliteal cyst.",
        ),
        (
            "RIGHT ANKLE\nAchilles tendon: fusiform thickening. No joint effusion.\n\nLEFT ANKLE\nAchilles tendon is normal. Moderate joint effusion.",
            "1. Right Achilles tendinopathy.\n2. Left joint effusion.",
        ),
        (
            "Right femoral head: avascular necrosis with collapse. Moderate joint effusion.\nLeft femoral head: avascular necrosis without collapse. No effusion.",
            "Bilateral avascular necrosis of the femoral heads: right stage III with collapse and effusion, left stage II.",
        ),
        (
            "Right temporomandibular joint: disc is displaced and reduces. Condyle is normal. No effusion.\nLeft temporomandibular joint: disc is displaced and does not reduce. Small effusion.",
            "1. Right disc displacement with reduction.\n2. Left disc displacement without reduction, with small effusion.",
        ),
        (
            "On the right, the kidney is enlarged. No abscess.\nOn the left, the kidney is normal in size. A 2.2 cm abscess is seen in its lower pole.",
            "1. Right nephritis without abscess.\n2. Left renal abscess, 2.2 cm.",
        ),
    ] {
        check("", findings, impression, &[]);
    }
}

#[test]
fn a_normal_in_one_respect_says_nothing_of_another() {
    for (findings, impression) in [
        (
            "Normal origin of both coronary arteries. Proximal LAD shows mixed plaque causing 40% stenosis.",
            "Proximal LAD stenosis of 40%.",
        ),
        (
            "Normal confluence of the hepatic ducts. Left hepatic duct is dilated to 7 mm with a 5 mm calculus.",
            "Left hepatic duct calculus with dilatation.",
        ),
        (
            "Ureters are normal in course. Left ureter is dilated to a 4 mm stone at its lower end.",
            "Left lower ureteric calculus of 4 mm with hydroureter.",
        ),
        (
            "Common bile duct measures 8 mm, within limits for the postoperative state.",
            "CBD 8 mm, normal for postoperative state.",
        ),
        (
            "Oropharynx and larynx are normal. Palatine tonsils are mildly prominent on both sides.",
            "Mildly prominent tonsils.",
        ),
    ] {
        check("", findings, impression, &[]);
    }
}

#[test]
fn a_second_size_is_of_a_second_finding() {
    check(
        "CT abdomen",
        "Simple cysts: 3.4 cm at the lower pole of the right kidney and 1.4 cm in the interpolar region of the left kidney.",
        "Bilateral simple renal cysts.",
        &[],
    );
}

#[test]
fn what_goes_on_to_a_side_is_on_it() {
    check(
        "MR fistulogram",
        "Transsphincteric tract to the left ischioanal fossa. A secondary tract extends to the right and ends blindly.",
        "1. Left transsphincteric fistula.\n2. Right secondary tract.",
        &[],
    );
}

#[test]
fn what_is_none_is_not_missing() {
    check(
        "CT abdomen",
        "Sigmoid colon is thickened. Fistula to the bladder: none seen; bladder contains no gas.",
        "Sigmoid diverticulitis.",
        &[],
    );
}

#[test]
fn a_finding_is_mentioned_by_the_whole_it_is_part_of() {
    for (findings, impression) in [
        (
            "Perihepatic deposit of 12 mm. Omental cake of 14 mm.",
            "Omental cake and peritoneal deposits.",
        ),
        (
            "Lumbar: L2 metastasis of 18 mm in the left pedicle. T5 metastasis. Metastasis of the right sacral ala, 24 mm.",
            "Vertebral metastases at T5, L2 and in the right sacral ala.",
        ),
        (
            "Enhancing lesion of 14 mm in the right parietal lobe with oedema. Mass effect: effacement of adjacent sulci, no midline shift.",
            "Right parietal granuloma of 14 mm with oedema.",
        ),
    ] {
        check("", findings, impression, &[]);
    }
}

#[test]
fn a_benign_prostate_a_stone_that_is_gone_and_a_wedge_in_the_gland_contradict_nothing() {
    for (study, findings, impression) in [
        (
            "MRI prostate",
            "Transition zone is enlarged with multiple encapsulated nodules. A 9 mm wedge-shaped T2 hypointensity is seen in the right peripheral zone, PI-RADS 2. Prostatic capsule is intact.",
            "Benign prostatic hyperplasia. Right peripheral zone wedge-shaped change, 9 mm, PI-RADS 2.",
        ),
        (
            "CT KUB",
            "Right ureter is normal with no residual calculus.",
            "No ureteric calculus. Interval clearance of the right ureteric calculus.",
        ),
    ] {
        check(study, findings, impression, &[]);
    }
    check(
        "MRI prostate",
        "Transition zone is enlarged with multiple encapsulated nodules. A 14 mm lesion is seen in the left transition zone, PI-RADS 4.",
        "Benign prostatic hyperplasia.",
        &[FlagKind::MissingFromImpression],
    );
}

#[test]
fn what_a_normal_tells_itself_and_what_is_told_of_the_other_side_contradict_nothing() {
    for (study, findings, impression) in [
        (
            "MRCP",
            "Cystic duct is normal with low medial insertion. Common bile duct is dilated, 12 mm.",
            "Dilated common bile duct. Low medial insertion of the cystic duct, an anatomical variant.",
        ),
        (
            "HRCT temporal bones",
            "RIGHT: External auditory canal is normal.\nOssicular chain is intact.\nScutum is sharp.\nLEFT: Soft tissue in the epitympanum.\nScutum is eroded.\nLong process of the incus is eroded.",
            "Left attic cholesteatoma with erosion of the scutum and incus.",
        ),
        (
            "CECT abdomen",
            "Left kidney is not visualised. Right kidney measures 13.1 cm and excretes normally.",
            "Left renal agenesis with compensatory hypertrophy of the right kidney.",
        ),
        (
            "HRCT thorax",
            "Subpleural reticulation with honeycombing in both lower lobes. Prominent mediastinal nodes measuring up to 11 mm in short axis.",
            "Fibrotic lung disease in a UIP pattern.",
        ),
        (
            "CT pelvis",
            "Uterine cavity is empty. Heterogeneous right adnexal mass.",
            "Right ectopic pregnancy.",
        ),
    ] {
        let expected: &[FlagKind] = if impression.contains("ectopic") {
            &[FlagKind::CriticalFinding]
        } else {
            &[]
        };
        check(study, findings, impression, expected);
    }
    check(
        "CT temporal bones",
        "Ossicular chain is intact.\nLong process of the incus is eroded.",
        "Eroded incus.",
        &[FlagKind::Contradiction],
    );
}

#[test]
fn what_unseen_clean_reports_were_flagged_for() {
    for (study, findings, impression) in [
        (
            "CT KUB",
            "Left kidney 11.2 cm; mild hydronephrosis.\nRight kidney 10.4 cm; small calculus. No hydronephrosis.",
            "Mild left hydronephrosis. Right renal calculus.",
        ),
        (
            "MRI whole body",
            "FRACTURE/CORD COMPRESSION: None.\nSkull is normal.",
            "No fracture or cord compression.",
        ),
        (
            "CT coronary angiogram",
            "LM: Normal, trifurcates into LAD, ramus intermedius and LCx.\nLAD: Mixed plaque with 50% stenosis.",
            "Moderate stenosis of the LAD.",
        ),
        (
            "MR venogram",
            "Right transverse and sigmoid sinuses are patent. Bilateral narrowing of the transverse sinuses.",
            "Bilateral transverse sinus narrowing.",
        ),
        (
            "Cardiac MRI",
            "Left ventricle: EF 71%. Mass 118 g/m2.",
            "LVEF 71%.",
        ),
        (
            "CT liver",
            "Two liver metastases, in segments IV and VII, measuring 21 mm and 15 mm.",
            "Two liver metastases.",
        ),
        (
            "MRI TMJ",
            "Right TMJ: Disc anteriorly displaced with recapture on opening.\nLeft TMJ: Disc anteriorly displaced, not recaptured on opening.",
            "Right: anterior disc displacement with reduction.\nLeft: anterior disc displacement without reduction.",
        ),
        (
            "CT LEFT HIP",
            "Left: loosening of the cup.\nRight THR: satisfactory, no lucency.",
            "Loosening of the left cup. Right hip replacement satisfactory.",
        ),
        (
            "CT neck",
            "Right peritonsillar collection, 2.4 cm.",
            "Right peritonsillar abscess, 2.4 cm. D/w Dr. Alice Wong (surgery) by phone, 22:18.",
        ),
        (
            "CT chest",
            "Right neck nodes 9 x 7 mm, previously 26 x 19 mm.",
            "Nodes are normal in size now (15 mm or less).",
        ),
        ("MRA head", "No flow-limiting stenosis.", "No stenosis."),
    ] {
        check(study, findings, impression, &[]);
    }
}
