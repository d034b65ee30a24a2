//! Impressions by the model.

use report::private::PatientText;
use structuring::model::ModelError;
use structuring::{Findings, StructuringError, WrittenImpression};

use crate::peer::{Does, Peer, status};

const FINDINGS: &str = "- A 3.2 cm spiculated mass is seen in the right upper lobe.\n- No pleural effusion.\n\
    - Acute pulmonary embolism in the left lower lobe artery.\n- Spleen is normal.";

fn findings(text: &str) -> Findings {
    Findings {
        text: PatientText::new(text),
        clinical_history: PatientText::new("Cough"),
        study_name: Some("CT chest".to_owned()),
        modality: None,
    }
}

async fn written(lines: &[&str]) -> WrittenImpression {
    let answer = serde_json::json!({ "impression": lines }).to_string();
    let peer = Peer::that([Does::Streams(answer)]).await;
    peer.engine()
        .impression(&findings(FINDINGS))
        .await
        .expect("an impression")
}

#[tokio::test]
async fn a_faithful_impression_stands_as_the_model_wrote_it() {
    let written = written(&[
        "Acute pulmonary embolism in the left lower lobe artery.",
        "3.2 cm spiculated mass in the right upper lobe.",
    ])
    .await;
    assert_eq!(
        written.impression.text,
        "1. Acute pulmonary embolism in the left lower lobe artery.\n2. 3.2 cm spiculated mass in the right upper lobe."
    );
    assert_eq!((written.engine.as_str(), written.fallback), ("scribe-7b", None));
}

#[tokio::test]
async fn a_line_that_does_not_hold_gives_way_to_what_the_findings_say() {
    for wrong in [
        "3.2 cm spiculated mass in the left upper lobe.",
        "3.2 mm spiculated mass in the right upper lobe.",
        "Pleural effusion.",
        "5 mm calculus in the gallbladder.",
    ] {
        let written = written(&["Acute pulmonary embolism in the left lower lobe artery.", wrong]).await;
        let text = &written.impression.text;
        assert!(!text.contains(wrong), "{text}");
        assert!(
            text.contains("3.2 cm") && text.contains("right upper lobe"),
            "{text}"
        );
        assert!(text.contains("embolism"), "{text}");
    }
}

#[tokio::test]
async fn an_abnormal_finding_that_was_left_out_is_put_in_by_its_urgency() {
    let written = written(&["3.2 cm spiculated mass in the right upper lobe."]).await;
    assert!(
        written.impression.text.starts_with("1. Acute pulmonary embolism"),
        "{}",
        written.impression.text
    );
    assert_eq!(written.impression.statements.len(), 2);
}

#[tokio::test]
async fn an_abnormal_study_is_not_called_normal() {
    let written = written(&["Normal CT chest."]).await;
    let text = &written.impression.text;
    assert!(
        !text.contains("Normal CT") && text.contains("embolism") && text.contains("mass"),
        "{text}"
    );
}

#[tokio::test]
async fn a_normal_study_gets_one_line() {
    let answer = serde_json::json!({ "impression": ["Normal CT chest."] }).to_string();
    let peer = Peer::that([Does::Streams(answer)]).await;
    let normal = findings("- No pleural effusion.\n- Lungs are clear.");
    let written = peer.engine().impression(&normal).await.expect("an impression");
    assert_eq!(
        (written.impression.text.as_str(), written.fallback),
        ("1. Normal CT chest.", None)
    );
}

#[tokio::test]
async fn a_model_that_fails_is_replaced_or_told_as_configured() {
    let peer = Peer::that([status(401)]).await;
    let written = peer
        .engine()
        .impression(&findings(FINDINGS))
        .await
        .expect("an impression");
    assert_eq!(
        (written.engine.as_str(), written.fallback),
        ("rules", Some(ModelError::Rejected(401)))
    );
    assert!(written.impression.text.contains("embolism") && written.note().is_some());
    let told = peer.strict_engine().impression(&findings(FINDINGS)).await;
    assert_eq!(
        told.err(),
        Some(StructuringError::Model(ModelError::Rejected(401)))
    );
}

#[tokio::test]
async fn only_findings_history_and_study_are_sent() {
    let peer = Peer::that([status(401)]).await;
    peer.engine()
        .impression(&findings(FINDINGS))
        .await
        .expect("an impression");
    let body = peer.requests().remove(0).body;
    let content = body["messages"][1]["content"].as_str().expect("a user message");
    let material: serde_json::Value = serde_json::from_str(content).expect("an object");
    let keys: Vec<&String> = material.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["clinicalHistory", "findings", "study"]);
    assert_eq!(
        body["response_format"]["json_schema"]["name"],
        "radiology_impression"
    );
}

#[tokio::test]
async fn what_names_a_person_is_withheld_from_the_question() {
    let text = format!("{FINDINGS}\n- Findings told to Mrs. Anita Rao on 98450 12345.");
    let answer = serde_json::json!({ "impression": [
        "Acute pulmonary embolism in the left lower lobe artery.",
        "3.2 cm spiculated mass in the right upper lobe.",
    ] });
    let peer = Peer::that([Does::Streams(answer.to_string())]).await;
    let mut given = findings(&text);
    given.clinical_history = PatientText::new("Cough. MRN 20451.");
    peer.engine().impression(&given).await.expect("an impression");
    let sent = peer.requests().remove(0).body.to_string();
    for secret in ["Anita", "Rao", "98450", "20451"] {
        assert!(!sent.contains(secret), "{secret} was sent");
    }
    assert!(sent.contains("Cough") && sent.contains("3.2 cm"));
}
