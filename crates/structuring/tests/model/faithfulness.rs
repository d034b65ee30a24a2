//! What a model gets wrong is put right from the dictation, or flagged.

use report::private::PatientText;
use report::section::SectionKind;
use report::statement::Origin;
use structuring::Report;
use structuring::model::ModelError;

use crate::peer::{Does, Peer};
use crate::{DICTATED, FAITHFUL, dictation, faithful, text, written};

async fn report(findings: &[&str]) -> Report {
    let peer = Peer::that([Does::Streams(written(findings))]).await;
    peer.engine()
        .structure(&dictation(), |_| {})
        .await
        .expect("a report")
}

/// The faithful findings with one of them said otherwise; an empty one is left out.
fn with(index: usize, said: &'static str) -> Vec<&'static str> {
    let mut findings = FAITHFUL.to_vec();
    findings[index] = said;
    findings.retain(|line| !line.is_empty());
    findings
}

/// Everything that was dictated stands in the report as it was dictated, and the wrong thing does not, or the reader is told.
async fn check(findings: Vec<&'static str>, wrong: &str) {
    let report = report(&findings).await;
    assert_eq!(report.engine, "scribe-7b", "{findings:?}");
    let text = text(&report);
    let flagged = report.flags.iter().any(|flag| {
        flag.text.contains(wrong)
            || flag.message.contains(wrong)
            || !wrong.is_empty() && flag.statement.is_some()
    });
    let right = [
        "3.2 cm cyst in the right lobe",
        "No ascites",
        "Mild left hydronephrosis",
    ]
    .iter()
    .all(|fact| text.contains(fact));
    let is_gone = wrong.is_empty() || !text.contains(wrong);
    assert!(flagged || (right && is_gone), "{wrong}: {text}");
    assert!(
        flagged || !report.repairs.is_empty(),
        "{wrong}: nothing was noticed: {text}"
    );
}

#[tokio::test]
async fn a_faithful_report_passes_untouched_and_knows_its_sources() {
    let report = report(&FAITHFUL).await;
    assert_eq!(
        report.section(SectionKind::Findings),
        FAITHFUL.map(|line| format!("- {line}")).join("\n")
    );
    assert_eq!(
        (report.flags.len(), report.repairs.len()),
        (0, 0),
        "{:?}",
        report.flags
    );
    let of = |line: &str| {
        let statement = report.statements.iter().find(|statement| statement.text == line);
        statement.expect("the line").origin.clone()
    };
    let Origin::Dictated { spans } = of(FAITHFUL[0]) else {
        panic!("{:?}", of(FAITHFUL[0]));
    };
    assert!(
        spans
            .iter()
            .any(|span| DICTATED[span.clone()].contains("three point two")),
        "{spans:?}"
    );
    assert!(matches!(of(FAITHFUL[2]), Origin::Template { .. }));
}

#[tokio::test]
async fn wrong_facts_are_put_right_or_flagged() {
    check(
        with(0, "There is a 3.2 cm cyst in the left lobe of the liver."),
        "left lobe",
    )
    .await;
    check(
        with(0, "There is a 3.2 mm cyst in the right lobe of the liver."),
        "3.2 mm",
    )
    .await;
    check(
        with(0, "There is a 2.3 cm cyst in the right lobe of the liver."),
        "2.3 cm",
    )
    .await;
    check(with(5, "Ascites."), "- Ascites").await;
    check(with(3, "Mild right hydronephrosis."), "right hydronephrosis").await;
    check(with(0, ""), "").await;
    check(with(3, ""), "").await;
}

#[tokio::test]
async fn an_invented_finding_is_taken_out_or_flagged() {
    let mut findings = FAITHFUL.to_vec();
    findings.push("A 9 mm calculus is seen in the gallbladder.");
    check(findings, "9 mm calculus").await;
}

#[tokio::test]
async fn a_report_of_another_study_is_not_believed() {
    let other = [
        "Brain parenchyma shows a 4 cm haemorrhage on the left.",
        "Midline shift of 9 mm to the right.",
        "Fracture of the left parietal bone.",
        "Effacement of the left lateral ventricle.",
    ];
    let report = report(&other).await;
    let text = text(&report);
    let stands = other.iter().filter(|line| text.contains(**line)).count();
    assert!(
        stands == 0 || report.fallback == Some(ModelError::Unfaithful) || report.flags.len() >= stands,
        "{text}"
    );
    assert!(text.contains("3.2 cm cyst"), "{text}");
}

#[tokio::test]
async fn an_impression_that_nobody_dictated_is_left_to_the_radiologist() {
    let answer = faithful().replace("\"impression\": []", "\"impression\": [\"3.2 cm liver cyst.\"]");
    let peer = Peer::that([Does::Streams(answer)]).await;
    let mut told = Vec::new();
    let report = peer
        .engine()
        .structure(&dictation(), |draft| told.push(draft.section))
        .await
        .expect("a report");
    assert_eq!(report.section(SectionKind::Impression), "");
    assert!(!told.contains(&SectionKind::Impression));
}

#[tokio::test]
async fn a_dictated_impression_stands_also_when_the_model_forgets_it() {
    let peer = Peer::that([Does::Streams(faithful())]).await;
    let mut given = dictation();
    given.text = PatientText::new(format!("{DICTATED} Impression simple hepatic cyst."));
    let report = peer.engine().structure(&given, |_| {}).await.expect("a report");
    assert!(
        report
            .section(SectionKind::Impression)
            .to_lowercase()
            .contains("simple hepatic cyst"),
        "{}",
        text(&report)
    );
}

#[tokio::test]
async fn a_comparison_that_does_not_hold_is_worked_out_by_rules() {
    let answer = faithful().replace(
        "\"comparison\": []",
        "\"comparison\": [\"The liver cyst is unchanged at 5 cm since 2019.\"]",
    );
    let peer = Peer::that([Does::Streams(answer)]).await;
    let mut given = dictation();
    given.previous_report = Some(PatientText::new(
        "FINDINGS:\nThere is a 2 cm cyst in the right lobe of the liver.",
    ));
    let report = peer.engine().structure(&given, |_| {}).await.expect("a report");
    let comparison = report.section(SectionKind::Comparison);
    assert!(
        comparison.contains("20 mm") && comparison.contains("32 mm") && !comparison.contains("5 cm"),
        "{comparison}"
    );
}

#[tokio::test]
async fn a_sentence_of_the_template_that_was_forgotten_is_put_back_in_its_place() {
    let report = report(&with(2, "")).await;
    assert_eq!(
        report.section(SectionKind::Findings),
        FAITHFUL.map(|line| format!("- {line}")).join("\n")
    );
    let repair = report.repairs.first().expect("it is told");
    assert_eq!(
        repair
            .statement
            .map(|index| report.statements[index].text.as_str()),
        Some(FAITHFUL[2])
    );
}
