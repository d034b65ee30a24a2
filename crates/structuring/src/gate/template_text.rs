//! A template as the gate reads it: its lines by section, wherever it came from.

use report::section::SectionKind;
use templates::{Study, Template};

use crate::custom::CustomTemplate;

/// The lines of a template by section.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TemplateText {
    pub(super) sections: Vec<(SectionKind, Vec<String>)>,
}

impl TemplateText {
    /// Takes a template's content apart by its headings; what has none is findings.
    pub fn parse(content: &str) -> Self {
        Self::from(&CustomTemplate::parse("", content))
    }
}

impl From<&CustomTemplate> for TemplateText {
    fn from(template: &CustomTemplate) -> Self {
        Self {
            sections: template.as_written(),
        }
    }
}

impl From<&Study> for TemplateText {
    fn from(study: &Study) -> Self {
        let parts = study.parts.iter().map(|part| Self::from(&*part.template));
        Self {
            sections: parts.flat_map(|part| part.sections).collect(),
        }
    }
}

impl From<&Template> for TemplateText {
    fn from(template: &Template) -> Self {
        let findings = template.findings.iter().map(|line| line.text.clone()).collect();
        Self {
            sections: vec![
                (SectionKind::Technique, vec![template.technique.clone()]),
                (SectionKind::Findings, findings),
                (SectionKind::Impression, template.impression.clone()),
            ],
        }
    }
}
