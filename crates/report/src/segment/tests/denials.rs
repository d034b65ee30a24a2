//! What is denied, and where it ends.

use super::check;

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
        "no extra axial collection midline shift",
        "no haemorrhage midline shift hydrocephalus",
        "no extra axial collection midline shift is seen",
        "no pleural effusion lymphadenopathy pericardial effusion",
        "no disc bulge canal stenosis nerve root compression",
        "no enlarged obturator internal iliac or external iliac lymph node is seen",
    ] {
        check(sentence, &[sentence]);
    }
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
fn a_bare_list_of_findings_is_denied_up_to_what_shows_presence() {
    for sentences in [
        &["no extra axial collection", "midline shift to the left 8 mm"][..],
        &["no extra axial collection", "midline shift is 8 mm"],
        &["no extra axial collection", "marked midline shift"],
        &["no haemorrhage", "mild hydrocephalus"],
        &["no pleural effusion", "right pneumothorax"],
        &["no haemorrhage", "no mass midline shift"],
        &["no haemorrhage midline shift", "ventricles are normal"],
    ] {
        check(&sentences.join(" "), sentences);
    }
}
