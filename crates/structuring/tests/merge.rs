//! What becomes of a template's line beside what was dictated.

use clinical::document::Document;
use structuring::merge::{self, Verdict, judge, labelled, read_line};

fn verdict(study: &str, dictated: &str, line: &str) -> Verdict {
    let context = merge::context(study);
    let told = Document::of(dictated.split_inclusive(". "), &context);
    let (label, text) = labelled(line);
    judge(&read_line(text, label, None, &context).facts, &told.facts).verdict
}

fn check(study: &str, dictated: &str, lines: &[(&str, Verdict)]) {
    for (line, wanted) in lines {
        assert_eq!(verdict(study, dictated, line), *wanted, "{dictated} / {line}");
    }
}

#[test]
fn what_was_found_makes_a_denial_false_whatever_it_is_called() {
    use Verdict::{Against, Stays};
    check(
        "CT Chest",
        "RUL nodule 8 mm.",
        &[
            ("No nodule or mass is seen in either lung.", Against),
            ("No pneumothorax is seen.", Stays),
            ("Heart is normal in size.", Stays),
        ],
    );
    check(
        "CT Brain",
        "EDH in the left temporal region.",
        &[
            ("No extradural or subdural collection is seen.", Against),
            ("No hydrocephalus is seen.", Stays),
        ],
    );
    check(
        "CT Abdomen",
        "Ca head of pancreas.",
        &[
            ("No focal pancreatic lesion is seen.", Against),
            ("Spleen is normal in size.", Stays),
        ],
    );
    check(
        "CT Abdomen",
        "Hepatomegaly.",
        &[("Liver is normal in size.", Against)],
    );
    check(
        "MR Lumbar Spine",
        "Burst fracture of L1.",
        &[("Vertebral body heights are maintained.", Against)],
    );
}

#[test]
fn a_change_that_is_denied_leaves_the_thing_that_did_not_change() {
    check(
        "CT Aortogram",
        "No enlargement of the 5.1 cm infrarenal aortic aneurysm.",
        &[("No aortic aneurysm or dissection is seen.", Verdict::Against)],
    );
}

#[test]
fn a_denial_ends_before_what_is_counted_graded_measured_or_placed() {
    use Verdict::{Against, Said};
    check(
        "CT Brain",
        "No midline shift, SAH along b/l frontal sulci, few haemorrhagic contusions.",
        &[
            ("No subarachnoid haemorrhage is seen.", Against),
            ("No midline shift is seen.", Said),
        ],
    );
    check(
        "CT Abdomen",
        "No ascites, spleen 16 cm, small left pleural effusion.",
        &[
            ("No ascites is seen.", Said),
            ("Spleen is normal in size.", Against),
            ("No pleural effusion is seen.", Against),
        ],
    );
    check(
        "CT Abdomen",
        "No ascites, collection or pneumoperitoneum.",
        &[("No collection is seen.", Said)],
    );
}

#[test]
fn what_was_said_is_not_said_again() {
    use Verdict::{Said, Stays};
    check(
        "CT Abdomen",
        "The spleen is unremarkable. No free fluid.",
        &[
            ("Spleen is normal in size.", Said),
            ("Pancreas is normal.", Stays),
        ],
    );
    check(
        "CT Brain",
        "No intracranial haemorrhage.",
        &[
            ("No subarachnoid haemorrhage is seen.", Said),
            ("No midline shift is seen.", Stays),
        ],
    );
}

#[test]
fn what_is_gone_is_neither_normal_nor_free_of_anything() {
    check(
        "CT Abdomen",
        "Status post cholecystectomy.",
        &[
            ("Gallbladder is normal, with no calculus.", Verdict::Against),
            ("Pancreas is normal.", Verdict::Stays),
        ],
    );
}

#[test]
fn a_sentence_about_another_organ_changes_no_verdict() {
    let lines = [
        "Liver is normal in size.",
        "No renal calculus is seen.",
        "No pneumothorax is seen.",
    ];
    for line in lines {
        let alone = verdict("CT Abdomen", "There is a cyst in the spleen. ", line);
        let beside = verdict(
            "CT Abdomen",
            "There is a cyst in the spleen. The uterus is bulky. ",
            line,
        );
        assert_eq!(alone, beside, "{line}");
    }
}

#[test]
fn none_behind_a_side_is_said_of_that_side_alone() {
    use Verdict::{Against, Said};
    let denial = "No hydronephrosis is seen on either side.";
    check("CT KUB", "Rt gr III HDN, lt none.", &[(denial, Against)]);
    let denial = "No pleural effusion is seen.";
    check(
        "CT Chest",
        "Moderate right effusion, left resolved.",
        &[(denial, Against)],
    );
    check("CT Chest", "Pleural effusion, none.", &[(denial, Said)]);
}

#[test]
fn a_displaced_fracture_is_a_fracture() {
    check(
        "CT Cervical Spine",
        "Displaced type 2 odontoid fracture.",
        &[
            ("Odontoid process and ring of C1 are intact.", Verdict::Against),
            ("No vertebral fracture is seen.", Verdict::Against),
        ],
    );
}

#[test]
fn a_name_that_ends_with_a_place_does_not_keep_the_finding_from_the_next_place() {
    use Verdict::Against;
    check(
        "CT Mesenteric Angiography",
        "Thrombosis of the superior mesenteric artery and vein.",
        &[
            ("Superior mesenteric vein is patent.", Against),
            ("Superior mesenteric artery is patent.", Against),
        ],
    );
    check(
        "CT Neck Angiography",
        "Dissection of the vertebral and internal carotid arteries on the left.",
        &[("No arterial dissection is seen.", Against)],
    );
}
