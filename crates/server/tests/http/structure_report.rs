//! /api/structure-report and /api/generate-impression.

use std::fs;
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use server::work::WorkPool;
use structuring::CustomTemplate;

use crate::support::TestServer;

const PATH: &str = "/api/structure-report";

/// The stretches of the dictation that a statement was made from, cut out as a browser cuts.
fn sources(statement: &Value, dictation: &str) -> Vec<String> {
    let units: Vec<u16> = dictation.encode_utf16().collect();
    let spans = statement["spans"].as_array().expect("spans");
    spans
        .iter()
        .map(|span| {
            let offset = |name: &str| span[name].as_u64().expect("an offset") as usize;
            String::from_utf16_lossy(&units[offset("start")..offset("end")])
        })
        .collect()
}

#[tokio::test]
async fn a_dictation_becomes_a_report_that_knows_its_sources() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let dictation =
        "Caf\u{e9} \u{1f642}. There is a 4 mm nodule in the right upper lobe. No pleural effusion.";
    let body = json!({ "transcriptionText": dictation, "modality": "CT", "patientSex": "F" });
    let report = browser.post(PATH, body).await.expect(StatusCode::OK);
    assert!(
        report["findings"]
            .as_str()
            .is_some_and(|findings| findings.contains("4 mm")),
        "{report}"
    );
    let statements = report["statements"].as_array().expect("statements");
    let nodule = statements
        .iter()
        .find(|statement| {
            statement["text"]
                .as_str()
                .is_some_and(|text| text.contains("4 mm"))
        })
        .expect("the nodule's statement");
    assert_eq!(
        (&nodule["section"], &nodule["origin"]),
        (&json!("findings"), &json!("dictated"))
    );
    let sources = sources(nodule, dictation);
    assert!(
        sources.iter().any(|source| source.contains("4 mm nodule")),
        "{sources:?}"
    );

    let usage = server.usage("asha@example.org").await;
    assert_eq!(usage.reports, 1);
}

#[tokio::test]
async fn a_chosen_template_is_filled() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let template = &templates::library().all()[0];
    let body = json!({ "transcriptionText": "The rest is normal.", "selectedTemplate": template.body_part });
    let report = browser.post(PATH, body).await.expect(StatusCode::OK);
    assert_eq!(
        report["template"],
        json!({ "id": template.id, "ids": [template.id], "name": template.body_part })
    );
    assert_eq!(report["technique"], template.technique.as_str());
}

#[tokio::test]
async fn a_blank_dictation_is_refused_and_not_counted() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let refused = browser.post(PATH, json!({ "transcriptionText": " \n" })).await;
    let sentence = refused.refused(StatusCode::UNPROCESSABLE_ENTITY, "nothing_dictated");
    assert_eq!(sentence, "Please record and transcribe audio first.");
    let before = server.usage("asha@example.org").await;
    assert_eq!(before.reports, 0);
    // The retry after a failure is the one that counts.
    let body = json!({ "transcriptionText": "No pleural effusion." });
    browser.post(PATH, body).await.expect(StatusCode::OK);
    let after = server.usage("asha@example.org").await;
    assert_eq!((after.reports, after.transcriptions), (1, 0));
    assert!(after.last_activity_at > before.last_activity_at);
}

#[tokio::test]
async fn comparison_and_custom_templates_are_for_subscribers() {
    let server = TestServer::start().await;
    let mut trial = server.signed_in("asha@example.org").await;
    let mut subscriber = server.subscriber("binh@example.org").await;
    let dictation = "A 4 mm nodule is seen in the right upper lobe.";
    let with = |key: &str, value: &str| json!({ "transcriptionText": dictation, key: value });
    for body in [
        with("previousReport", "FINDINGS:\nNormal."),
        with("customTemplateId", "1"),
    ] {
        let refused = trial.post(PATH, body).await;
        refused.refused(StatusCode::FORBIDDEN, "premium_required");
    }
    trial
        .post(PATH, with("previousReport", "  "))
        .await
        .expect(StatusCode::OK);
    subscriber
        .post(PATH, with("previousReport", "FINDINGS:\nNormal."))
        .await
        .expect(StatusCode::OK);
    let unknown = subscriber.post(PATH, with("customTemplateId", "1")).await;
    unknown.refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn a_custom_template_is_filled() {
    let server = TestServer::start().await;
    let mut browser = server.subscriber("asha@example.org").await;
    let template = json!({ "name": "Mine", "content": "FINDINGS:\nSpleen is entirely normal here." });
    let kept = browser
        .post("/api/custom-templates", template)
        .await
        .expect(StatusCode::CREATED);
    let body =
        json!({ "transcriptionText": "A 4 mm cyst is seen in the liver.", "customTemplateId": kept["id"] });
    let report = browser.post(PATH, body).await.expect(StatusCode::OK);
    assert_eq!(
        report["template"],
        json!({ "id": null, "ids": [], "name": "Mine" })
    );
    let findings = report["findings"].as_str().expect("findings");
    assert!(
        findings.contains("Spleen is entirely normal here.") && findings.contains("4 mm"),
        "{findings}"
    );
}

/// The time of the processor that this thread has had, which answers requests too.
fn of_this_thread() -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells");
    let nanoseconds = told.split(' ').next().and_then(|told| told.parse().ok());
    Duration::from_nanos(nanoseconds.expect("nanoseconds"))
}

#[tokio::test]
async fn a_custom_template_is_read_on_no_thread_that_answers_requests() {
    // Work ends before it begins, so that what is left is what the answering thread does itself.
    let server = TestServer::with(|app| app.work = WorkPool::new(2, 8).with_steps(0)).await;
    let mut browser = server.subscriber("asha@example.org").await;
    let content = "x:\n".repeat(33_000);
    let mut asked = Duration::MAX;
    let mut read = Duration::MAX;
    // The least of some times: whatever is asked first reads lists that all need.
    for number in 0..3 {
        let template = json!({ "name": format!("Mine {number}"), "content": content });
        let kept = browser.post("/api/custom-templates", template).await;
        let kept = kept.expect(StatusCode::CREATED);
        let body = json!({ "transcriptionText": "Liver is normal.", "customTemplateId": kept["id"] });
        let before = of_this_thread();
        let answer = browser.post(PATH, body).await;
        asked = asked.min(of_this_thread() - before);
        answer.refused(StatusCode::UNPROCESSABLE_ENTITY, "too_much_work");
        let before = of_this_thread();
        drop(CustomTemplate::parse("Mine", &content));
        read = read.min(of_this_thread() - before);
    }
    assert!(asked < read / 2, "{asked:?}, and {read:?} to read a template");
}

#[tokio::test]
async fn any_text_at_all_is_answered() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    for text in [
        "\u{0}\u{1}\u{7f} nodule 3 cm",
        "\u{202e}\u{5d0}\u{5d1} \u{1f9e0} 3 x 4 cm",
        &"no pleural effusion. ".repeat(9_500),
    ] {
        let report = browser.post(PATH, json!({ "transcriptionText": text })).await;
        report.expect(StatusCode::OK);
    }
}

#[tokio::test]
async fn an_impression_is_made_of_findings() {
    let server = TestServer::start().await;
    let mut browser = server.signed_in("asha@example.org").await;
    let path = "/api/generate-impression";
    let findings = "- A 3.2 cm spiculated mass is seen in the right upper lobe.\n- No pleural effusion.";
    let made = browser
        .post(path, json!({ "findings": findings, "clinicalHistory": "Cough" }))
        .await;
    let impression = made.expect(StatusCode::OK);
    let text = impression["impression"].as_str().expect("an impression");
    assert!(text.starts_with("1. ") && text.contains("mass"), "{text}");
    assert_eq!(
        (&impression["flags"], &impression["engine"]["name"]),
        (&json!([]), &json!("rules"))
    );
    let normal = json!({ "findings": "- No pleural effusion.", "clinicalHistory": "", "studyName": "My chest", "modality": "CT" });
    let normal = browser.post(path, normal).await.expect(StatusCode::OK);
    assert_eq!(
        (&normal["impression"], &normal["flags"]),
        (&json!("1. Normal CT My chest."), &json!([]))
    );
    let refused = browser
        .post(path, json!({ "findings": " ", "clinicalHistory": "" }))
        .await;
    refused.refused(StatusCode::UNPROCESSABLE_ENTITY, "no_findings");
}
