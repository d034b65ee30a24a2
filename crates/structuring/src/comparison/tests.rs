//! What a comparison says, case by case.

use super::*;

fn check(findings: &[&str], previous: &str, expected: &[&str]) {
    let statements = compare(findings, previous);
    let texts: Vec<&str> = statements
        .iter()
        .map(|statement| statement.text.as_str())
        .collect();
    assert_eq!(texts, expected, "{findings:?}");
}

#[test]
fn sizes_are_compared_by_arithmetic() {
    check(
        &[
            "Right adrenal nodule measures 3 cm.",
            "Left adrenal nodule measures 10 mm.",
        ],
        "Findings: A 2.4 cm nodule in the right adrenal gland. Left adrenal nodule of 1 cm.",
        &[
            "Right adrenal nodule has increased from 24 mm to 30 mm (+25%).",
            "Left adrenal nodule is unchanged, 10 mm previously and 10 mm now.",
        ],
    );
}

#[test]
fn a_finding_resolves_only_when_it_is_denied_today() {
    check(
        &["No ascites."],
        "Findings: Moderate ascites. A 3 cm cyst in the spleen.",
        &["Resolved: Moderate ascites."],
    );
    check(&["Liver is normal."], "Findings: A 3 cm cyst in the spleen.", &[]);
}

#[test]
fn a_finding_is_new_only_where_the_previous_report_looked() {
    check(
        &["A 2 cm mass is seen in the left kidney."],
        "Findings: Both kidneys are normal.",
        &["New: A 2 cm mass is seen in the left kidney."],
    );
    check(
        &["A 2 cm mass is seen in the left kidney."],
        "Findings: Medial meniscus is torn.",
        &[],
    );
}

#[test]
fn a_change_that_was_dictated_stands_as_dictated() {
    check(
        &["Right pleural effusion has increased."],
        "Findings: Small right pleural effusion.",
        &["Right pleural effusion has increased."],
    );
    check(
        &["Nodules of 8 mm and 5 mm in the left upper lobe."],
        "Findings: Left upper lobe nodules of 5 mm and 8 mm.",
        &["Unchanged: Nodules of 8 mm and 5 mm in the left upper lobe."],
    );
}

#[test]
fn what_has_no_sizes_persists() {
    check(
        &["Tear of the medial meniscus is seen."],
        "Findings: Medial meniscus tear.",
        &["Tear of the medial meniscus persists."],
    );
}

#[test]
fn of_endless_reports_the_first_findings_are_compared_and_it_is_said() {
    let sentence = "A 12 mm nodule is seen in the right upper lobe.";
    let today: Vec<&str> = vec![sentence; MOST_OBSERVATIONS + 1];
    let statements = compare(&today, &format!("Findings: {}", sentence.repeat(300)));
    let last = statements.last().map(|statement| statement.text.as_str());
    assert_eq!(
        last,
        Some("Only the first 200 findings of each report were compared.")
    );
}

#[test]
fn the_other_knee_is_not_compared() {
    check(
        &[
            "Tear of the medial meniscus of the left knee.",
            "No effusion in the left knee.",
        ],
        "MRI right knee of 21 June 2022. Findings: Tear of the medial meniscus of the right knee. Joint effusion.",
        &["The previous report is of the right side: nothing was compared."],
    );
}

#[test]
fn an_aneurysm_is_compared_with_its_excluded_sac() {
    check(
        &["Excluded sac measures 5.8 cm."],
        "CT: EVAR in situ. Aneurysm sac 6.4 cm.",
        &["Excluded sac has decreased from 64 mm to 58 mm (-9%)."],
    );
    check(
        &["Infrarenal aorta measures 4.9 cm."],
        "CT: Infrarenal abdominal aortic aneurysm of 45 mm.",
        &["Infrarenal aorta has increased from 45 mm to 49 mm (+9%)."],
    );
}

#[test]
fn an_earlier_size_in_todays_dictation_is_not_todays() {
    let previous = "CT: Right breast mass 31 mm.";
    let expected = ["Right breast mass has decreased from 31 mm to 12 mm (-61%)."];
    for today in [
        "Right breast mass measures 12 mm, was 31 mm before chemotherapy.",
        "Right breast mass was 31 mm and is now 12 mm.",
        "Right breast mass 12 mm as against 31 mm earlier.",
        "Right breast mass 12 mm, previously 31 mm.",
        "Right breast mass measures 12 mm (was 31 mm).",
        "Right breast mass has reduced from 31 mm to 12 mm.",
    ] {
        check(&[today], previous, &expected);
    }
}

#[test]
fn gone_is_said_in_many_ways() {
    let previous = "CT: Baker cyst 19 mm.";
    for today in [
        "Baker cyst has disappeared.",
        "Baker cyst has gone.",
        "Baker cyst has subsided.",
        "Baker cyst is not visible.",
        "Baker cyst cannot be seen any more.",
        "Baker cyst is no longer visualised.",
        "Baker cyst is not seen on the present study.",
        "Baker cyst is nil.",
    ] {
        check(&[today], previous, &["Resolved: Baker cyst, 19 mm previously."]);
    }
}

#[test]
fn what_says_otherwise_never_persists() {
    check(
        &["Right psoas abscess drained."],
        "CT: Right psoas abscess 6 cm.",
        &["Right psoas abscess drained; previously: Right psoas abscess 6 cm."],
    );
    check(
        &["Enhancing plaque in the corpus callosum no longer enhances and measures 7 mm."],
        "MRI: Plaque of 7 mm in the corpus callosum.",
        &["Enhancing plaque in the corpus callosum is unchanged, 7 mm previously and 7 mm now."],
    );
}

#[test]
fn what_was_not_there_before_is_new() {
    for today in [
        "A 10 mm nodule is seen in the right middle lobe, not present on the earlier scan.",
        "A 10 mm nodule is seen in the right middle lobe which was not there in the previous CT.",
        "A 10 mm nodule is seen in the right middle lobe, not seen previously.",
    ] {
        check(
            &[today],
            "CT: Liver is normal. Trachea is central.",
            &["New: A 10 mm nodule is seen in the right middle lobe."],
        );
    }
}

#[test]
fn a_side_that_is_larger_than_the_other_has_not_grown() {
    check(
        &["Bilateral pleural effusions, right larger than left."],
        "CT: No pleural effusion.",
        &["New: Bilateral pleural effusions, right larger than left."],
    );
}

#[test]
fn what_is_measured_and_what_is_denied_in_one_sentence_are_told_apart() {
    check(
        &["CBD is 6 mm, no calculus in it."],
        "MRCP: CBD 12 mm with a 9 mm calculus in its lower end.",
        &[
            "Common bile duct has decreased from 12 mm to 6 mm (-50%).",
            "Resolved: calculus in its lower end of the common bile duct, 9 mm previously.",
        ],
    );
}

#[test]
fn what_cannot_be_excluded_has_not_resolved() {
    let statements = compare(&["Cannot exclude left hilar node."], "CT: Left hilar node 9 mm.");
    assert!(
        statements.iter().all(|statement| {
            !statement.text.starts_with("Resolved") && !statement.text.contains("persist")
        })
    );
}

#[test]
fn each_clause_of_a_sentence_has_its_own_change() {
    check(
        &["Thymic mass measures 5.1 x 3.2 cm, left pleural effusion has resolved."],
        "CT: Thymic mass 6.4 cm. Left pleural effusion.",
        &[
            "Thymic mass has decreased from 64 mm to 51 mm (-20%).",
            "Resolved: Left pleural effusion.",
        ],
    );
    check(
        &["Right hilar node is unchanged and the left lower lobe consolidation has increased."],
        "CT: Right hilar node. Left lower lobe consolidation.",
        &[
            "Right hilar node is unchanged.",
            "The left lower lobe consolidation has increased.",
        ],
    );
}

#[test]
fn a_grade_is_the_same_in_either_notation() {
    check(
        &["Type 1 endoleak is seen."],
        "CT: Type I endoleak.",
        &["Type 1 endoleak persists."],
    );
    check(
        &["Grade 3 tear of the medial collateral ligament."],
        "MRI: Grade II tear of the medial collateral ligament.",
        &[
            "Grade 3 tear of the medial collateral ligament; previously: Grade II tear of the medial collateral ligament.",
        ],
    );
    check(
        &["Segment 7 hepatic cyst measures 30 mm."],
        "CT: Hepatic cyst in segment VII 20 mm, hepatic cyst in segment III 8 mm.",
        &["Segment 7 hepatic cyst has increased from 20 mm to 30 mm (+50%)."],
    );
}

#[test]
fn what_is_measured_of_a_finding_names_its_place() {
    check(
        &["Full thickness tear of the right subscapularis tendon with retraction of 15 mm."],
        "MRI: Full thickness tear of the right subscapularis tendon with retraction of 9 mm.",
        &[
            "Full thickness tear of the right subscapularis tendon persists.",
            "Right subscapularis: retraction has increased from 9 mm to 15 mm (+67%).",
        ],
    );
}

#[test]
fn a_label_of_the_previous_report_gives_its_side() {
    check(
        &["No hydronephrosis on the left."],
        "CT\nRight kidney: mild hydronephrosis.\nLeft kidney: severe hydronephrosis.",
        &["Resolved: Left kidney: severe hydronephrosis."],
    );
}

#[test]
fn findings_behind_an_indication_without_a_heading_of_their_own_are_read() {
    check(
        &["Psoas collection measures 2 cm.", "No pneumocephalus."],
        "CT 11/01/2025\nIndication: fever for six days, post laminectomy.\nPsoas collection measuring 5 cm.\nPneumocephalus.",
        &[
            "Compared with the previous report of 11/01/2025.",
            "Psoas collection has decreased from 50 mm to 20 mm (-60%).",
            "Resolved: Pneumocephalus.",
        ],
    );
}

#[test]
fn what_is_denied_beside_a_finding_does_not_deny_it() {
    check(
        &["Cavity in the right upper lobe measures 2 cm with no intracavitary content."],
        "CT: Thick walled cavity in right upper lobe of 4 cm.",
        &["Cavity in the right upper lobe has decreased from 40 mm to 20 mm (-50%)."],
    );
    check(
        &["EMVI is no longer seen."],
        "MRI: EMVI positive.",
        &["Resolved: EMVI positive."],
    );
}

#[test]
fn what_was_called_normal_does_not_persist() {
    check(
        &["T2 cord signal change at C4-C5."],
        "MRI: Cord signal normal.",
        &["New: T2 cord signal change at C4-C5."],
    );
}

#[test]
fn parts_of_one_level_are_told_apart() {
    check(
        &["Cord compression at C5-C6."],
        "MRI: C5-C6 disc bulge indenting the thecal sac.",
        &["Not described previously: Cord compression at C5-C6."],
    );
    check(
        &["C5-C6 protrusion."],
        "MRI: C5-C6 disc protrusion.",
        &["C5-C6 protrusion persists."],
    );
}

#[test]
fn a_label_gives_the_side_of_what_names_its_structure() {
    check(
        &["Left upper ureteric calculus is no longer seen."],
        "CT\nLeft ureter: 9 mm calculus in the upper ureter.",
        &["Resolved: Left ureter: calculus in the upper ureter, 9 mm previously."],
    );
}

#[test]
fn one_word_of_two_places_is_one_finding() {
    check(
        &["Mild right hydroureteronephrosis."],
        "CT: Severe right hydronephrosis.",
        &["Right hydroureteronephrosis: decreased from severe to mild."],
    );
}

#[test]
fn a_size_is_of_what_it_stands_beside() {
    check(
        &["Gallbladder is distended with a 9 mm calculus."],
        "CT: Gallbladder calculus 6 mm.",
        &["Calculus of the gallbladder has increased from 6 mm to 9 mm (+50%)."],
    );
    check(
        &["Type B dissection with patent false lumen, descending aortic diameter is 4.4 cm."],
        "CT: Type B dissection. Descending thoracic aorta 38 mm.",
        &[
            "Type B dissection persists.",
            "Descending aortic diameter has increased from 38 mm to 44 mm (+16%).",
        ],
    );
}

#[test]
fn a_type_that_has_changed_is_told_beside_the_sizes() {
    check(
        &["Full thickness supraspinatus tear measures 24 mm."],
        "MRI: Partial thickness supraspinatus tear of 8 mm.",
        &[
            "Full thickness supraspinatus tear has increased from 8 mm to 24 mm (+200%); previously: Partial thickness supraspinatus tear.",
        ],
    );
}

#[test]
fn what_goes_with_a_lesion_of_another_segment_does_not_persist() {
    check(
        &["Segment 5 lesion measures 24 mm with arterial enhancement and washout."],
        "MRI: Segment VIII lesion 32 mm with arterial enhancement and washout. Segment V lesion 12 mm.",
        &[
            "Segment 5 lesion has increased from 12 mm to 24 mm (+100%).",
            "New: Arterial enhancement and washout of the liver, Segment 5.",
        ],
    );
}
