//! A custom template's own impression, and choices that a dictated side fills.

use report::section::SectionKind;

use crate::support::report;

/// The impression of a report from a template with one line of findings and one of impression.
fn impression(dictated: &str, findings: &str, conclusion: &str) -> String {
    let template = format!("FINDINGS:\n{findings}\n\nIMPRESSION:\n{conclusion}");
    report(dictated, &template).section(SectionKind::Impression)
}

#[test]
fn a_conclusion_that_denies_one_thing_falls_only_for_that() {
    let embolism = "No pulmonary embolism.";
    let mut faults = Vec::new();
    for (dictated, conclusion, stands) in [
        ("Small right pleural effusion.", embolism, true),
        ("12 mm nodule in the left lower lobe.", embolism, true),
        ("Pulmonary trunk is dilated to 34 mm.", embolism, true),
        (
            "Filling defect in the right lower lobe pulmonary artery.",
            embolism,
            false,
        ),
        ("Thrombus in the left femoral vein.", embolism, true),
        ("Fracture of the left sacral ala.", "No rectal mass.", true),
        (
            "Circumferential thickening of the rectum.",
            "No rectal mass.",
            false,
        ),
        (
            "Superior mesenteric artery is occluded.",
            "No aneurysm or dissection of the aorta.",
            true,
        ),
        (
            "Loss of flow signal in the right sigmoid sinus.",
            "No cerebral venous thrombosis.",
            false,
        ),
        (
            "Lacunar infarct in the left thalamus. Mild dilatation of the lateral ventricles.",
            "No large vessel occlusion is seen on intracranial MR angiography.",
            true,
        ),
        (
            "Left M1 segment is occluded.",
            "No large vessel occlusion is seen on intracranial MR angiography.",
            false,
        ),
        (
            "Acute infarct in the right half of the pons.",
            "No acute infarct or large vessel occlusion.",
            false,
        ),
        (
            "4.5 mm calculus rt VUJ, mild rt HUN.",
            "No obstructive uropathy is seen on either side.",
            false,
        ),
        (
            "Bony Bankart of the anteroinferior glenoid.",
            "No fracture or dislocation of the shoulder.",
            false,
        ),
        // What is found in the organ is a matter of its own.
        ("Bulla in the left upper lobe.", "No pulmonary fibrosis.", true),
        (
            "Honeycombing in both lower lobes.",
            "No pulmonary fibrosis.",
            false,
        ),
        (
            "Ground-glass opacity in both lower lobes.",
            "No pulmonary fibrosis.",
            true,
        ),
        (
            "5 mm calculus in the upper pole of the right kidney.",
            "No obstructive uropathy.",
            true,
        ),
        ("Moderate left hydronephrosis.", "No obstructive uropathy.", false),
        (
            "9 mm lesion in the transition zone.",
            "No extraprostatic extension.",
            true,
        ),
        (
            "Capsular bulge of the prostate.",
            "No extraprostatic extension.",
            false,
        ),
        // One respect is praised.
        (
            "Soft plaque in the left circumflex artery.",
            "Coronary arteries are normal in origin and course.",
            true,
        ),
        (
            "Right coronary artery arises from the left coronary sinus.",
            "Coronary arteries are normal in origin and course.",
            false,
        ),
        (
            "Aneurysm of the ascending aorta with mural thrombus.",
            "Visceral, renal and iliac arteries are patent.",
            true,
        ),
        (
            "Coeliac trunk is occluded.",
            "Visceral, renal and iliac arteries are patent.",
            false,
        ),
        (
            "Complete tear of the triceps tendon.",
            "Collateral ligaments and tendons are intact.",
            false,
        ),
        (
            "Ankylosis of the left sacroiliac joint.",
            "No chronic sacroiliitis.",
            false,
        ),
        (
            "Ankylosis of the left sacroiliac joint.",
            "No fracture of the sacrum.",
            true,
        ),
        (
            "Occlusion of the basilar artery.",
            "No subarachnoid haemorrhage.",
            true,
        ),
        // Where something ends is no finding.
        (
            "Conus terminates at L2.",
            "No canal stenosis or cord compression.",
            true,
        ),
        ("Small right pleural effusion.", "Normal CT of the chest.", false),
        (
            "Small right pleural effusion.",
            "No significant abnormality of the chest.",
            false,
        ),
    ] {
        let left = impression(dictated, "Thyroid is normal.", conclusion);
        if left.contains(conclusion) != stands {
            faults.push(format!("{dictated} / {conclusion} stands: {}", !stands));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn nothing_acute_and_nothing_of_an_organ_stand_beside_what_they_do_not_mean() {
    let acute = "No acute intracranial abnormality.";
    let mut faults = Vec::new();
    let disc = "No significant disc disease.";
    for (dictated, conclusion, stands) in [
        (
            "Chronic lacunar infarct in the right corona radiata.",
            acute,
            true,
        ),
        ("Left parietal scalp haematoma.", acute, true),
        ("Mucosal thickening in the maxillary sinuses.", acute, true),
        ("Acute lacunar infarct in the right thalamus.", acute, false),
        ("Left parietal mass with surrounding oedema.", acute, false),
        ("Depressed fracture of the frontal bone.", acute, false),
        ("Loss of cervical lordosis.", disc, true),
        ("Disc bulge at C5-C6.", disc, false),
        (
            "Filling defect in the right main pulmonary artery.",
            "No significant abnormality on CT pulmonary angiography.",
            false,
        ),
        (
            "Simple cyst in the left kidney.",
            "No urinary tract calculus.",
            true,
        ),
        (
            "8 mm calculus in the left ureter.",
            "No urinary tract calculus.",
            false,
        ),
        ("Supraspinatus tendinosis.", "No rotator cuff tear.", true),
        (
            "Full thickness tear of supraspinatus.",
            "No rotator cuff tear.",
            false,
        ),
        ("Insall-Salvati ratio is 1.1.", "Normal MRI of the knee.", true),
        (
            "Positive ulnar variance of 3 mm.",
            "Normal MRI of the wrist.",
            false,
        ),
    ] {
        let left = impression(dictated, "Thyroid is normal.", conclusion);
        if left.contains(conclusion) != stands {
            faults.push(format!("{dictated} / {conclusion} stands: {}", !stands));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_side_fills_a_choice_only_when_it_speaks_of_what_the_choice_qualifies() {
    let template =
        "Coronary circulation is [right/left] dominant.\nLeft main coronary artery shows no plaque.";
    for (dictated, expected) in [
        (
            "Left dominant circulation.",
            "Coronary circulation is left dominant.",
        ),
        ("Right dominance.", "Coronary circulation is right dominant."),
        (
            "Plaque in the left main coronary artery.",
            "Coronary circulation is [right/left] dominant.",
        ),
    ] {
        let findings = report(dictated, template).section(SectionKind::Findings);
        assert!(findings.contains(expected), "{dictated}: {findings}");
    }
}
