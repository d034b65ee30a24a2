//! What the model is told: the instructions, and the material as one JSON object, in which nothing can pass itself off as anything
//! else.
//!
//! The material is the dictation in its written form, the template, of the previous report its date and what it found, and of the study
//! its name, its modality and the patient's sex. Who the patient is is no part of it, and is taken out of the texts where it was said.

use report::modality::Modality;
use report::section::SectionKind;
use report::sex::Sex;
use serde::Serialize;

use super::schema::{Manner, ResponseFormat, Task};
use super::withheld::Withheld;
use crate::comparison;
use crate::dictation::{Dictation, Findings, TemplateChoice};
use crate::report_of::UsedTemplate;
use templates::Study;

/// A chat request.
#[derive(Serialize)]
pub(super) struct ChatRequest<'r> {
    model: &'r str,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat<'r>>,
    messages: [Message<'r>; 2],
}

#[derive(Serialize)]
struct Message<'r> {
    role: &'static str,
    content: &'r str,
}

impl<'r> ChatRequest<'r> {
    /// The request for `task` on `material`.
    pub(super) fn new(model: &'r str, task: &'r Task, material: &'r str, manner: Manner) -> Self {
        Self {
            model,
            stream: true,
            temperature: manner.exact.then_some(0),
            response_format: manner.response_format(task),
            messages: [
                Message {
                    role: "system",
                    content: task.instructions,
                },
                Message {
                    role: "user",
                    content: material,
                },
            ],
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportMaterial<'d> {
    #[serde(skip_serializing_if = "Option::is_none")]
    study: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modality: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sex: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    template: Option<TemplateMaterial>,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous_report: Option<PreviousMaterial>,
    dictation: &'d str,
}

#[derive(Serialize)]
struct PreviousMaterial {
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    findings: Vec<String>,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct TemplateMaterial {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clinical_history: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    technique: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comparison: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    impression: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ImpressionMaterial<'d> {
    #[serde(skip_serializing_if = "Option::is_none")]
    study: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modality: Option<&'static str>,
    clinical_history: &'d str,
    findings: &'d str,
}

/// The material of a report; `used` is the template that the dictation is put into.
pub(super) fn report_material(
    dictation: &Dictation,
    used: Option<&UsedTemplate>,
    withheld: &mut Withheld,
) -> String {
    let previous = present(dictation.previous_report.as_ref().map(|report| report.expose()));
    // Its header names the patient, whom the dictation may name without a label.
    previous.inspect(|previous| withheld.learn(previous));
    let written = withheld.mask(&report::spoken::write(dictation.text.expose()).text);
    written_out(&ReportMaterial {
        study: present(dictation.study_name.as_deref()).map(|study| withheld.mask(study)),
        modality: dictation.modality.map(Modality::code),
        sex: dictation.sex.map(|sex| match sex {
            Sex::Female => "female",
            Sex::Male => "male",
        }),
        template: template_material(dictation, used, withheld),
        previous_report: previous.and_then(|previous| previous_material(previous, withheld)),
        dictation: &written,
    })
}

/// The material of an impression.
pub(super) fn impression_material(findings: &Findings, withheld: &mut Withheld) -> String {
    written_out(&ImpressionMaterial {
        study: present(findings.study_name.as_deref()).map(|study| withheld.mask(study)),
        modality: findings.modality.map(Modality::code),
        clinical_history: withheld.mask(findings.clinical_history.expose()).trim(),
        findings: &withheld.mask(findings.text.expose()),
    })
}

/// Of a previous report, its date and what it found; nothing when it found nothing. Its header and its signature stay here.
fn previous_material(previous: &str, withheld: &mut Withheld) -> Option<PreviousMaterial> {
    let told = comparison::told(previous);
    let findings: Vec<String> = told
        .findings
        .iter()
        .map(|sentence| withheld.mask(sentence))
        .collect();
    (!findings.is_empty()).then_some(PreviousMaterial {
        date: told.date,
        findings,
    })
}

fn template_material(
    dictation: &Dictation,
    used: Option<&UsedTemplate>,
    withheld: &mut Withheld,
) -> Option<TemplateMaterial> {
    let study = match &dictation.template {
        TemplateChoice::None => None,
        TemplateChoice::System(template) => Some(Study::from(*template)),
        TemplateChoice::Automatic => used?.study.clone(),
        TemplateChoice::Custom(template) => {
            // A template may have been made of a patient's report.
            let mut lines = |section| {
                let lines = template.lines(section).iter();
                lines.map(|line| withheld.mask(line)).collect()
            };
            return Some(TemplateMaterial {
                clinical_history: lines(SectionKind::ClinicalHistory),
                technique: lines(SectionKind::Technique),
                findings: lines(SectionKind::Findings),
                comparison: lines(SectionKind::Comparison),
                impression: lines(SectionKind::Impression),
            });
        }
    }?;
    let parts = study.parts.iter().map(|part| &part.template);
    let findings = parts.clone().flat_map(|template| &template.findings);
    Some(TemplateMaterial {
        technique: parts.clone().map(|template| template.technique.clone()).collect(),
        findings: findings.map(|line| line.text.clone()).collect(),
        impression: parts.flat_map(|template| template.impression.clone()).collect(),
        ..TemplateMaterial::default()
    })
}

fn present(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

fn written_out(material: &impl Serialize) -> String {
    serde_json::to_string(material).expect("texts and lists of texts are JSON")
}
