//! A user's own template: free text, with the headings and blanks that the user gave it.

use report::section::SectionKind;
use report::text::ReportText;

use crate::route;

/// A template that a user wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomTemplate {
    /// Its name.
    pub name: String,
    /// Its lines by section, as written but for bullets and numbers.
    pub(crate) sections: Vec<(SectionKind, Vec<String>)>,
}

impl CustomTemplate {
    /// Takes the content apart: by its section headings when it has any, else all of it is findings.
    pub fn parse(name: &str, content: &str) -> Self {
        let text = ReportText::parse(&headed(content));
        let mut sections: Vec<(SectionKind, Vec<String>)> = SectionKind::ALL
            .into_iter()
            .map(|kind| {
                // "Observations" and "Findings" may both head a part of it.
                let blocks = text.blocks().filter(|block| block.kind == kind);
                (
                    kind,
                    blocks.flat_map(|block| lines(block.body)).collect::<Vec<_>>(),
                )
            })
            .filter(|(_, lines)| !lines.is_empty())
            .collect();
        let preamble = lines(text.preamble());
        if !preamble.is_empty() {
            match sections
                .iter_mut()
                .find(|(kind, _)| *kind == SectionKind::Findings)
            {
                Some((_, findings)) => findings.splice(0..0, preamble).for_each(drop),
                None => sections.push((SectionKind::Findings, preamble)),
            }
        }
        Self {
            name: name.to_owned(),
            sections,
        }
    }

    /// The lines of a section.
    pub(crate) fn lines(&self, section: SectionKind) -> &[String] {
        self.sections
            .iter()
            .find(|(kind, _)| *kind == section)
            .map_or(&[], |(_, lines)| lines)
    }
}

/// The content with the headings that the user gave it in the words of a report.
fn headed(content: &str) -> String {
    let line = |line: &str| match route::heading_of(line) {
        Some((kind, rest)) => format!("{}:\n{rest}\n", kind.heading()),
        None => format!("{line}\n"),
    };
    content.lines().map(line).collect()
}

/// The lines of a text that say something, without bullets and numbers.
fn lines(text: &str) -> Vec<String> {
    text.lines()
        .map(report::text::without_bullet)
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headed_content_is_divided_into_sections() {
        let template = CustomTemplate::parse(
            "mine",
            "TECHNIQUE:\nPlain CT.\n\nFINDINGS:\n- Liver is normal.\n- No ascites.\n\nIMPRESSION:\n1. Normal.",
        );
        assert_eq!(template.lines(SectionKind::Technique), ["Plain CT."]);
        assert_eq!(
            template.lines(SectionKind::Findings),
            ["Liver is normal.", "No ascites."]
        );
        assert_eq!(template.lines(SectionKind::Impression), ["Normal."]);
    }

    #[test]
    fn headings_of_any_name_divide_it() {
        let template = CustomTemplate::parse(
            "mine",
            "Protocol: Plain CT.\n\n**Observations**\nLiver is normal.\nOpinion on the spleen is left open.\n\nOPINION: Normal study.",
        );
        assert_eq!(template.lines(SectionKind::Technique), ["Plain CT."]);
        assert_eq!(
            template.lines(SectionKind::Findings),
            ["Liver is normal.", "Opinion on the spleen is left open."]
        );
        assert_eq!(template.lines(SectionKind::Impression), ["Normal study."]);
    }

    #[test]
    fn several_headings_of_one_section_lose_nothing() {
        let template = CustomTemplate::parse(
            "mine",
            "REPORT\nTechnique: Plain CT.\nFINDINGS:\nLiver is normal.\nSpleen is normal.\nConclusion:\nNormal.\nIMPRESSION:\nNo follow-up.",
        );
        assert_eq!(
            template.lines(SectionKind::Findings),
            ["Liver is normal.", "Spleen is normal."]
        );
        assert_eq!(
            template.lines(SectionKind::Impression),
            ["Normal.", "No follow-up."]
        );
    }

    #[test]
    fn content_without_headings_is_findings() {
        let template = CustomTemplate::parse("mine", "Liver is normal.\n\nSpleen is normal.");
        assert_eq!(
            template.lines(SectionKind::Findings),
            ["Liver is normal.", "Spleen is normal."]
        );
    }
}
