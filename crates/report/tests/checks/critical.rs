use report::checks::FlagKind::CriticalFinding;

use super::{check, flags};

#[test]
fn findings_that_need_a_call_are_named() {
    let expected = &[CriticalFinding];
    check(
        "CT chest",
        "Large right pneumothorax.",
        "Right tension pneumothorax.",
        expected,
    );
    check(
        "NCCT head",
        "Acute subdural haematoma along the left convexity.",
        "Acute left subdural haematoma.",
        expected,
    );
    check(
        "CT pulmonary angiogram",
        "Filling defect in the right main pulmonary artery.",
        "Acute pulmonary embolism.",
        expected,
    );
    let flag = &flags("CT chest", "", "1. Right tension pneumothorax.")[0];
    assert!(
        flag.message.contains("pneumothorax") && flag.message.contains("to whom and when"),
        "{}",
        flag.message
    );
    let fix = flag.fix.as_ref().map(|fix| fix.replacement.as_str());
    assert_eq!(fix, Some("\n2. Findings were communicated to ___ at ___."));
}

#[test]
fn a_denial_or_an_advice_beside_it_silences_no_urgent_finding() {
    let expected = &[CriticalFinding];
    for impression in [
        "Acute left subdural haematoma with no midline shift.",
        "Acute left subdural haematoma, urgent neurosurgical opinion is advised.",
        "Acute left subdural haematoma for which neurosurgical referral is recommended.",
        "Acute left subdural haematoma, recommend repeat CT in 6 hours.",
        "Acute subdural haematoma on the left urgent surgery is advised.",
        "Urgent neurosurgical opinion is advised for acute subdural haematoma.",
    ] {
        check("NCCT head", impression, impression, expected);
    }
}

#[test]
fn what_is_looked_for_needs_no_call() {
    for impression in [
        "Degenerative disc disease. MRI is recommended to rule out cord compression.",
        "Cholelithiasis. Correlate clinically for acute appendicitis.",
        "Simple renal cyst. Urgent CT angiography for pulmonary embolism is advised.",
    ] {
        let flags = flags("CT", "Degenerative disc disease.", impression);
        assert!(
            !flags.iter().any(|flag| flag.kind == CriticalFinding),
            "{impression} {flags:?}"
        );
    }
}

#[test]
fn what_is_denied_over_or_told_needs_no_call() {
    let quiet = |findings: &str, impression: &str| {
        let flags = flags("CT", findings, impression);
        assert!(
            !flags.iter().any(|flag| flag.kind == CriticalFinding),
            "{impression} {flags:?}"
        );
    };
    quiet("No intimal flap.", "No aortic dissection.");
    quiet("Right pneumothorax has resolved.", "Resolved right pneumothorax.");
    quiet(
        "Small bowel loops are not dilated. No free air.",
        "No bowel obstruction or perforation.",
    );
    quiet(
        "Chronic infarct in the left MCA territory.",
        "Old left MCA infarct.",
    );
    quiet(
        "Acute left subdural haematoma.",
        "Acute left subdural haematoma, discussed with Dr Rao at 14:30.",
    );
}

#[test]
fn a_perforated_ulcer_is_told_wherever_it_is_perforated() {
    let text = "Gastric ulcer with central perforation and free fluid.";
    let flags = super::flags("CT abdomen", text, text);
    assert!(
        flags
            .iter()
            .any(|flag| flag.kind == report::checks::FlagKind::CriticalFinding),
        "{flags:#?}"
    );
}

#[test]
fn what_presses_on_a_root_or_is_bypassed_needs_no_call() {
    for findings in [
        "L4-L5: left paracentral protrusion indenting the thecal sac and compressing the left L5 root.",
        "Inferior mesenteric artery is occluded at its origin with distal filling by collaterals.",
        "Post-radiation oedema of the epiglottis and aryepiglottic folds.",
    ] {
        let raised = flags("", findings, "");
        assert!(
            raised.iter().all(|flag| flag.kind != CriticalFinding),
            "{findings}"
        );
    }
    for findings in [
        "C5-C6: disc extrusion compressing the cord and the left C6 root.",
        "Basilar artery is occluded with collaterals from the posterior communicating arteries.",
    ] {
        let raised = flags("", findings, "");
        assert!(
            raised.iter().any(|flag| flag.kind == CriticalFinding),
            "{findings}"
        );
    }
}

#[test]
fn a_cord_that_is_draped_and_bright_nowhere_needs_no_call() {
    check(
        "MRI spine",
        "Healed wedge deformity of D9. The cord is draped over the gibbus but shows normal signal.",
        "Healed D9 fracture.",
        &[],
    );
}

#[test]
fn only_words_of_telling_somebody_document_the_call() {
    let told = |words: &str| {
        let flags = flags(
            "CT head",
            "Acute right subdural haematoma, 12 mm.",
            &format!("Acute subdural haematoma. {words}"),
        );
        !flags.iter().any(|flag| flag.kind == CriticalFinding)
    };
    for words in [
        "Discussed with Mr T. Hargreaves, surgical SpR, at 22:47.",
        "I spoke with Dr. Amelia Grant (ENT on call) at 1:35 am.",
        "Urgent result given in person to Dr P. Lindqvist at 18:47.",
    ] {
        assert!(told(words), "{words}");
    }
    for words in [
        "Compared with MR angiography. Acquired at 120 kVp.",
        "Correlated with MR brain performed at 09:30.",
        "The patient was transferred to the stroke ward at 10.30.",
    ] {
        assert!(!told(words), "{words}");
    }
}

#[test]
fn an_inferior_mesenteric_artery_that_is_occluded_needs_no_call_and_a_superior_one_does() {
    let called = |findings: &str| {
        let flags = flags("CT angiography abdomen", findings, "As above.");
        flags.iter().any(|flag| flag.kind == CriticalFinding)
    };
    assert!(!called("Inferior mesenteric artery is occluded at its origin."));
    assert!(called("Superior mesenteric artery is occluded at its origin."));
}
