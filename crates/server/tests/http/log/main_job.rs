//! The main job: what was said is heard, structured and compared; the report is checked, gets its impression and becomes a Word file.
//! Every text that a request has room for holds words of the patient or the user.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use structuring::Engine;
use structuring::model::Fallback;

use super::{EMAIL, check};
use crate::chat_peer::{ChatPeer, Says};
use crate::export_word::part;
use crate::live::page::Listening;
use crate::live::spoken;
use crate::signature::{image, png};
use crate::speech_peer::SpeechPeer;
use crate::support::{Answer, Browser, TestServer};

const PHRASES: [&str; 2] = ["no pleural effusion", "there is a nodule in the right upper lobe"];
/// What is typed behind what was heard.
const TYPED: &str = "There is a 6 mm nodule in the left lower lobe of Jane Roe.";
const PREVIOUS: &str = "Jane Roe, P-4711, 2025-05-02\n\nFINDINGS:\n- There is a 4 mm nodule in the left lower lobe.\n- Hydatid cyst \
    in the liver.\n\nIMPRESSION:\n1. Nodule and hydatid cyst.";

/// Does it with each kind of speech engine and each engine that writes.
pub async fn do_it_with_every_engine() {
    let sound = spoken::opus(&spoken::said(&PHRASES, 1.2));
    let listener = SpeechPeer::hearing(&PHRASES.join(" ")).await;
    let model = ChatPeer::saying(Says::Answer(report_of_the_model())).await;
    for speech in [spoken::engine(), listener.engine()] {
        for structuring in [Engine::Rules, model.engine(Fallback::Refuse)] {
            let mut job = MainJob::begin(speech.clone(), structuring, &sound).await;
            job.finish().await;
        }
    }
    // The recording itself, and what the user and the template make likely.
    let asked = listener.requests();
    let asked: Vec<_> = asked.iter().map(|body| String::from_utf8_lossy(body)).collect();
    assert!(asked.iter().any(|body| body.contains("Secretive")), "{asked:?}");
    assert!(asked.iter().any(|body| body.contains("OpusHead")));
}

/// What the model writes, of a report as well as of an impression.
fn report_of_the_model() -> String {
    json!({ "clinicalHistory": "Smoker of Kottayam.", "technique": "",
        "findings": ["No effusion of Jane Roe.", "There is a nodule in the right upper lobe.", TYPED],
        "comparison": ["The nodule in the left lower lobe has grown from 4 mm to 6 mm."],
        "impression": ["Nodule in the right upper lobe.", "6 mm nodule in the left lower lobe."] })
    .to_string()
}

/// A subscriber at work.
struct MainJob {
    server: Listening,
    browser: Browser,
    sound: Vec<u8>,
    /// Who writes: the rules engine or the model.
    writer: String,
    /// The identifier of the template.
    template: Value,
}

impl MainJob {
    /// Signs in and saves everything that goes into a report or a file.
    async fn begin(speech: speech::Engine, structuring: Engine, sound: &[u8]) -> Self {
        let writer = structuring.name().to_owned();
        let server = TestServer::with(|app| {
            app.speech = Arc::new(speech);
            app.structuring = structuring;
        });
        let server = Listening::serve(server.await).await;
        let mut browser = server.server.subscriber(EMAIL).await;
        let vocabulary = json!({ "words": ["Secretive"],
            "replacements": [{ "heard": "pleural effusion", "written": "effusion of Jane Roe" }] });
        let letterhead = json!({ "logo": image(&png()), "institution": "Secretive Imaging", "address": "12 High Street\nKottayam",
            "footer": "For Jane Roe alone." });
        let signature = json!({ "signatureImage": image(&png()), "signatureName": "Dr. Roe",
            "signatureDesignation": "Secretive consultant", "signatureDepartment": "Lingula department",
            "signatureInstitution": "Kottayam hospital" });
        let template = json!({ "name": "Lingula", "modality": "Secretive",
            "content": "FINDINGS:\n- Liver of Jane Roe is normal.\n- Spleen measures ___ cm." });
        for (path, body) in [
            ("/api/user/vocabulary", vocabulary),
            ("/api/user/letterhead", letterhead),
        ] {
            check(path, &browser.put(path, body).await, StatusCode::OK);
        }
        let signed = browser.post("/api/user/signature", signature).await;
        check("the signature", &signed, StatusCode::OK);
        let kept = browser.post("/api/custom-templates", template).await;
        Self {
            template: kept.expect(StatusCode::CREATED)["id"].clone(),
            server,
            browser,
            sound: sound.to_vec(),
            writer,
        }
    }

    async fn finish(&mut self) {
        self.dictate_live().await;
        let dictation = format!(
            "Clinical history: smoker of Kottayam. {}. {TYPED}",
            self.dictate().await
        );
        self.stream(&dictation).await;
        let report = self.structure(&dictation).await;
        let impression = self.sum_up(&report).await;
        let text = text_of(&report, &impression);
        self.review(&text, &dictation).await;
        self.export(&text).await;
    }

    /// Has the recording written down, sent either way; what is written.
    async fn dictate(&mut self) -> String {
        let path = "/api/transcribe";
        let form = self
            .browser
            .upload_with(
                ("selectedTemplate", "Lingula"),
                path,
                "audio/webm;codecs=opus;by=Roe",
                &self.sound,
            )
            .await
            .expect(StatusCode::OK);
        let sent = json!({ "audioData": BASE64_STANDARD.encode(&self.sound), "mimeType": "audio/webm;codecs=opus;by=Roe",
            "takeId": "Secretive", "selectedTemplate": "Lingula", "customTemplateId": self.template });
        let heard = self.browser.post(path, sent).await.expect(StatusCode::OK);
        assert_eq!(heard["text"], form["text"]);
        let text = heard["text"].as_str().expect("a text");
        for expected in ["effusion of Jane Roe", "nodule in the right upper lobe"] {
            assert!(text.contains(expected), "{text}");
        }
        text.to_owned()
    }

    /// The same while it is spoken.
    async fn dictate_live(&self) {
        let start = json!({ "type": "start", "mime": "audio/webm;codecs=opus;by=Roe", "takeId": "Secretive",
            "selectedTemplate": "Lingula", "customTemplateId": self.template });
        let cookie = self.browser.cookie.as_ref().expect("a cookie");
        let mut page = self.server.page_that_says(start, cookie).await;
        page.until("ready").await;
        page.push(&self.sound).await;
        page.tell(json!({ "type": "finish" })).await;
        let last = page.until("final").await;
        let text = last["text"].as_str().expect("a text");
        assert!(text.contains("effusion of Jane Roe"), "{text}");
        drop(page);
        self.server.all_left().await;
    }

    fn request(&self, dictation: &str) -> Value {
        json!({ "transcriptionText": dictation, "patientId": "P-4711", "patientName": "Jane Roe", "studyDate": "2026-11-19",
            "previousReport": PREVIOUS, "selectedTemplate": "Lingula", "patientSex": "Secretive", "modality": "Kottayam" })
    }

    /// Has a report written into the user's own template and compared; the report.
    async fn structure(&mut self, dictation: &str) -> Value {
        let mut request = self.request(dictation);
        request["customTemplateId"] = self.template.clone();
        let answer = self.browser.post("/api/structure-report", request).await;
        let report = answer.expect(StatusCode::OK);
        self.check_report(&report);
        assert_eq!(report["template"]["name"], "Lingula", "{report}");
        report
    }

    /// Has one written without a template, and read while it is.
    async fn stream(&mut self, dictation: &str) {
        let asked = Request::post("/api/structure-report")
            .header("content-type", "application/json")
            .header("accept", "text/event-stream")
            .body(Body::from(self.request(dictation).to_string()));
        let answer = self.browser.send(asked).await;
        check("a stream", &answer, StatusCode::OK);
        self.check_report(&last_event(&answer, "report"));
    }

    #[track_caller]
    fn check_report(&self, report: &Value) {
        assert_eq!(report["engine"], json!({ "name": self.writer }), "{report}");
        for (section, expected) in [("findings", "6 mm nodule"), ("comparison", "4 mm")] {
            let text = report[section].as_str().unwrap_or_default();
            assert!(text.contains(expected), "{section} of {}: {report}", self.writer);
        }
    }

    /// Has the impression of a report written.
    async fn sum_up(&mut self, report: &Value) -> String {
        let asked = json!({ "findings": report["findings"], "clinicalHistory": report["clinicalHistory"],
            "studyName": "Chest of Jane Roe", "modality": "Secretive" });
        let answer = self.browser.post("/api/generate-impression", asked).await;
        let made = answer.expect(StatusCode::OK);
        assert_eq!(made["engine"], json!({ "name": self.writer }), "{made}");
        let impression = made["impression"].as_str().expect("an impression");
        assert!(impression.contains("nodule"), "{impression}");
        impression.to_owned()
    }

    /// Has a report checked into which the user has written what was not dictated.
    async fn review(&mut self, report: &str, dictation: &str) {
        let report = format!(
            "{}\n9. Hydatid cyst in the lingula of Jane Roe.",
            report.replace("FINDINGS:", "FINDINGS:\n- Lingula measures ___ cm.")
        );
        let asked = json!({ "reportContent": report, "patientSex": "Secretive", "studyName": "Chest of Jane Roe",
            "modality": "Kottayam", "impressionGenerated": true,
            "madeFrom": { "transcriptionText": dictation, "templateText": "FINDINGS:\n- Liver of Jane Roe is normal.",
                "previousReport": PREVIOUS } });
        let answer = self.browser.post("/api/check-report", asked).await;
        let told = answer.expect(StatusCode::OK);
        for of in ["flags", "conservation", "impression"] {
            let flags = told[of].as_array().expect("flags");
            assert!(!flags.is_empty(), "{of} of {told}");
        }
        let asked = json!({ "reportContent": report });
        let answer = self.browser.post("/api/leave-out-blanks", asked).await;
        assert_ne!(answer.expect(StatusCode::OK)["blanks"], 0);
    }

    /// Takes a report along, signed and on the user's own paper.
    async fn export(&mut self, report: &str) {
        let asked = json!({ "reportContent": report, "patientId": "P-4711", "patientName": "Jane Roe",
            "studyDate": "2026-11-19", "studyName": "Chest of Jane Roe", "includeSignature": true, "patientSex": "Secretive",
            "patientAge": "61 years", "accessionNumber": "ACC-0815", "referringDoctor": "Dr. Kowalski" });
        let file = self.browser.post("/api/export-word", asked).await;
        for (name, expected) in [
            ("word/document.xml", "6 mm nodule in the left lower lobe"),
            ("word/document.xml", "Dr. Kowalski"),
            ("word/document.xml", "Secretive consultant"),
            ("word/header2.xml", "Secretive Imaging"),
            ("word/footer1.xml", "For Jane Roe alone."),
        ] {
            assert!(part(&file, name).contains(expected), "{expected} in {name}");
        }
    }
}

/// The data of the last event, which has this name.
#[track_caller]
fn last_event(answer: &Answer, name: &str) -> Value {
    let text = answer.text();
    let (_, event) = text.trim_end().rsplit_once("event:").expect("an event");
    let (told, data) = event.split_once("data:").expect("data");
    assert_eq!(told.trim(), name, "{text}");
    serde_json::from_str(data.trim()).expect("JSON")
}

/// A report and its impression in the report text format.
fn text_of(report: &Value, impression: &str) -> String {
    let section = |name: &str| report[name].as_str().unwrap_or_default().to_owned();
    format!(
        "CLINICAL HISTORY:\n{}\n\nFINDINGS:\n{}\n\nCOMPARISON:\n{}\n\nIMPRESSION:\n{impression}",
        section("clinicalHistory"),
        section("findings"),
        section("comparison")
    )
}
