//! One template: what a radiologist would dictate for a normal study of its kind.

use report::modality::Modality;
use report::section::SectionKind;
use report::sex::Sex;
use report::text::ReportText;
use serde::Deserialize;

use crate::likely::terms_in;

/// A normal report of one kind of study, with blanks where the radiologist fills in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// The file's name without its ending, such as `ct-abdomen-pelvis-female-contrast`.
    pub id: String,
    /// CT or MRI.
    pub modality: Modality,
    /// The study's name as the user sees it, such as `CT Abdomen Pelvis Female Contrast`.
    pub body_part: String,
    /// What people call this study, in lower case, the usual name first.
    pub keywords: Vec<String>,
    /// The patient's sex, where the anatomy of the study depends on it.
    pub sex: Option<Sex>,
    /// Whether intravenous contrast was given.
    pub contrast: bool,
    /// How the scan was done.
    pub technique: String,
    /// The normal findings in reading order.
    pub findings: Vec<Line>,
    /// The normal impression, one statement an item.
    pub impression: Vec<String>,
}

/// One statement of a template about one structure.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The structure's id in the anatomy lexicon.
    pub anatomy: String,
    /// The sentence, with `___` for a value and `[right/left]` for a choice.
    pub text: String,
}

/// Why a template file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// The file is not TOML, or a key is missing, unknown or of the wrong type.
    #[error("not a template file: {0}")]
    Format(Box<toml::de::Error>),
    /// The modality is neither CT nor MRI.
    #[error("unknown modality {0:?}")]
    Modality(String),
    /// The sex is neither female nor male.
    #[error("unknown sex {0:?}")]
    Sex(String),
}

/// A template file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TemplateFile {
    modality: String,
    body_part: String,
    sex: Option<String>,
    contrast: bool,
    keywords: Vec<String>,
    technique: String,
    findings: Vec<Line>,
    impression: Vec<String>,
}

impl Template {
    /// The report that choosing this template begins with: technique, findings as bullet lines, impression numbered.
    pub fn report_text(&self) -> ReportText {
        let findings: Vec<String> = self
            .findings
            .iter()
            .map(|line| format!("- {}", line.text))
            .collect();
        let impression: Vec<String> = self
            .impression
            .iter()
            .enumerate()
            .map(|(index, statement)| format!("{}. {statement}", index + 1))
            .collect();
        ReportText::from_sections([
            (SectionKind::Technique, self.technique.clone()),
            (SectionKind::Findings, findings.join("\n")),
            (SectionKind::Impression, impression.join("\n")),
        ])
    }

    /// What a dictation over this template is likely to name.
    pub fn terms(&self) -> Vec<String> {
        let findings = self.findings.iter().map(|line| line.text.as_str());
        let impression = self.impression.iter().map(String::as_str);
        terms_in(findings.chain(impression).chain([self.technique.as_str()]))
    }

    /// Reads a template file; `id` is the file's name without its ending.
    pub(crate) fn parse(id: &str, source: &str) -> Result<Self, TemplateError> {
        let file: TemplateFile =
            toml::from_str(source).map_err(|error| TemplateError::Format(Box::new(error)))?;
        let modality =
            Modality::parse(&file.modality).ok_or_else(|| TemplateError::Modality(file.modality.clone()))?;
        let sex = match file.sex {
            None => None,
            Some(raw) => Some(Sex::parse(&raw).ok_or(TemplateError::Sex(raw))?),
        };
        Ok(Self {
            id: id.to_owned(),
            modality,
            body_part: file.body_part,
            keywords: file.keywords,
            sex,
            contrast: file.contrast,
            technique: file.technique,
            findings: file.findings,
            impression: file.impression,
        })
    }
}
