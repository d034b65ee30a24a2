//! The language-model engine against a chat server that behaves and misbehaves in every way that such servers have.

mod faithfulness;
mod impression;
mod peer;
mod requests;
mod transport;

use report::private::PatientText;
use report::style::{Layout, Style};
use serde_json::{Value, json};
use structuring::{CustomTemplate, Dictation, Report, TemplateChoice};

/// What the tests dictate.
pub const DICTATED: &str = "Clinical history fever for two weeks. There is a three point two centimeter cyst in the right lobe of the \
    liver. No ascites. Mild left hydronephrosis. The rest is normal.";

const TEMPLATE: &str = "TECHNIQUE:\nAxial CT of the abdomen was performed.\n\nFINDINGS:\n\
    - Liver is normal in size. No focal lesion is seen in the liver.\n\
    - Spleen is normal in size and attenuation.\n\
    - Both kidneys are normal in size. No hydronephrosis.\n\
    - No ascites.\n\nIMPRESSION:\n1. Normal CT abdomen.";

/// The dictation of the tests over their template.
pub fn dictation() -> Dictation {
    Dictation {
        text: PatientText::new(DICTATED),
        template: TemplateChoice::Custom(CustomTemplate::parse("abdomen", TEMPLATE)),
        study_name: Some("CT abdomen".to_owned()),
        modality: report::modality::Modality::parse("CT"),
        sex: report::sex::Sex::parse("F"),
        previous_report: None,
        style: Style {
            layout: Layout::Statement,
            ..Style::default()
        },
    }
}

/// The findings as a faithful model writes them.
pub const FAITHFUL: [&str; 6] = [
    "There is a 3.2 cm cyst in the right lobe of the liver.",
    "Liver is normal in size.",
    "Spleen is normal in size and attenuation.",
    "Mild left hydronephrosis.",
    "Both kidneys are normal in size.",
    "No ascites.",
];

/// The answer of a model with these findings.
pub fn answer(findings: &[&str]) -> Value {
    json!({
        "clinicalHistory": "Fever for two weeks.",
        "technique": "Axial CT of the abdomen was performed.",
        "findings": findings,
        "comparison": [],
        "impression": [],
    })
}

/// The faithful answer as it comes over the wire: in the order of the schema.
pub fn faithful() -> String {
    written(&FAITHFUL)
}

/// An answer with these findings, its keys in the order of the schema.
pub fn written(findings: &[&str]) -> String {
    let answer = answer(findings);
    let member = |key: &str| format!("\"{key}\": {}", answer[key]);
    let members = [
        "clinicalHistory",
        "technique",
        "findings",
        "comparison",
        "impression",
    ]
    .map(member);
    format!("{{{}}}", members.join(", "))
}

/// The whole text of a report.
pub fn text(report: &Report) -> String {
    report.to_text().to_string()
}
