//! A user's own template: free text, with the headings and blanks that the user gave it.

use std::borrow::Cow;

use report::blank::{self, BlankKind};
use report::section::SectionKind;
use report::statement::{Origin, Statement};
use report::text::ReportText;

use crate::route;

/// A template that a user wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomTemplate {
    /// Its name.
    pub name: String,
    /// Its lines by section, as written but for bullets and numbers.
    pub(crate) sections: Vec<(SectionKind, Vec<String>)>,
    /// How the user marks what is to be filled, when it is not by underscores.
    mark: Option<Mark>,
}

/// A mark of the user's and the underscores that stand for it while a report is made.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Mark {
    /// `[ ]`.
    written: String,
    blank: String,
}

impl CustomTemplate {
    /// Takes the content apart: by its section headings when it has any, else all of it is findings.
    pub fn parse(name: &str, content: &str) -> Self {
        let (content, mark) = marked(content);
        let text = ReportText::parse(&headed(&content));
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
            mark,
        }
    }

    /// Gives the blanks that are still open the mark that the user gave them.
    pub(crate) fn restore(&self, statements: &mut [Statement]) {
        let Some(mark) = &self.mark else { return };
        for statement in statements {
            if matches!(statement.origin, Origin::Template { .. }) {
                statement.text = statement.text.replace(&mark.blank, &mark.written);
            }
        }
    }

    /// The lines of every section with the user's own marks.
    pub(crate) fn as_written(&self) -> Vec<(SectionKind, Vec<String>)> {
        let written = |line: &String| match &self.mark {
            Some(mark) => line.replace(&mark.blank, &mark.written),
            None => line.clone(),
        };
        let sections = self.sections.iter();
        sections
            .map(|(kind, lines)| (*kind, lines.iter().map(written).collect()))
            .collect()
    }

    /// The lines of a section.
    pub(crate) fn lines(&self, section: SectionKind) -> &[String] {
        self.sections
            .iter()
            .find(|(kind, _)| *kind == section)
            .map_or(&[], |(_, lines)| lines)
    }
}

/// The content with every value to be filled as underscores, and the mark that stood there. Where the user wrote underscores too, those
/// of a mark are of another length.
fn marked(content: &str) -> (Cow<'_, str>, Option<Mark>) {
    let is_other = |blank: &blank::Blank| {
        matches!(blank.kind, BlankKind::Value) && !content[blank.range.clone()].starts_with('_')
    };
    let marks: Vec<blank::Blank> = blank::find(content).into_iter().filter(is_other).collect();
    let Some(first) = marks.first() else {
        return (Cow::Borrowed(content), None);
    };
    let written = content[first.range.clone()].to_owned();
    let mut blank = "___".to_owned();
    while content.contains(&blank) {
        blank.push('_');
    }
    let mut plain = content.to_owned();
    for found in marks.iter().rev() {
        plain.replace_range(found.range.clone(), &blank);
    }
    (Cow::Owned(plain), Some(Mark { written, blank }))
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
    fn blanks_of_any_mark_are_filled_and_restored() {
        let template = CustomTemplate::parse(
            "mine",
            "FINDINGS:\nLiver [ ] cm.\nSpleen [ ] cm.\nIMPRESSION:\nBI-RADS ___.",
        );
        assert_eq!(
            template.lines(SectionKind::Findings),
            ["Liver ____ cm.", "Spleen ____ cm."]
        );
        let mut statements = ["Spleen ____ cm.", "BI-RADS ___."].map(|text| Statement {
            section: SectionKind::Findings,
            text: text.to_owned(),
            origin: Origin::Template { filled: Vec::new() },
        });
        template.restore(&mut statements);
        assert_eq!(
            statements.map(|statement| statement.text),
            ["Spleen [ ] cm.", "BI-RADS ___."]
        );
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
