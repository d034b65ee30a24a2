//! A user's own template: free text, with the headings and blanks that the user gave it.

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
    /// How the user marks what is to be filled, where it is not by underscores.
    marks: Vec<Mark>,
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
        let (content, marks) = marked(headed(content));
        let text = ReportText::parse(&content);
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
            marks,
        }
    }

    /// Gives the blanks that are still open the mark that the user gave them.
    pub(crate) fn restore(&self, statements: &mut [Statement]) {
        for statement in statements {
            if matches!(statement.origin, Origin::Template { .. }) {
                statement.text = self.written(&statement.text);
            }
        }
    }

    /// A line with the user's own marks.
    pub(crate) fn written(&self, line: &str) -> String {
        // The longest first: the underscores of one mark stand within those of another.
        let marks = self.marks.iter().rev();
        marks.fold(line.to_owned(), |line, mark| {
            line.replace(&mark.blank, &mark.written)
        })
    }

    /// The lines of every section with the user's own marks.
    pub(crate) fn as_written(&self) -> Vec<(SectionKind, Vec<String>)> {
        let sections = self.sections.iter();
        sections
            .map(|(kind, lines)| (*kind, lines.iter().map(|line| self.written(line)).collect()))
            .collect()
    }

    /// The lines of a section.
    pub fn section(&self, section: SectionKind) -> &[String] {
        self.lines(section)
    }

    /// The lines of a section.
    pub(crate) fn lines(&self, section: SectionKind) -> &[String] {
        self.sections
            .iter()
            .find(|(kind, _)| *kind == section)
            .map_or(&[], |(_, lines)| lines)
    }
}

/// Nobody marks what is to be filled in more ways: what stands in other ones is left as it is.
const MOST_MARKS: usize = 16;

/// The content with every value to be filled as underscores, and the marks that stood there, those with the fewest underscores first.
/// Each has a number of underscores of its own, so that it can be put back.
fn marked(content: String) -> (String, Vec<Mark>) {
    let mut marks: Vec<Mark> = Vec::new();
    let mut blank = "___".to_owned();
    let values = blank::find(&content);
    let values = values
        .into_iter()
        .filter(|blank| matches!(blank.kind, BlankKind::Value));
    let places: Vec<_> = values
        .map(|blank| (blank.range.clone(), content[blank.range].to_owned()))
        .filter(|(_, written)| !written.starts_with('_'))
        .collect();
    for (_, written) in &places {
        if marks.len() == MOST_MARKS || marks.iter().any(|mark| mark.written == *written) {
            continue;
        }
        while content.contains(&blank) {
            blank.push('_');
        }
        marks.push(Mark {
            written: written.clone(),
            blank: blank.clone(),
        });
        blank.push('_');
    }
    let mut with_blanks = String::with_capacity(content.len());
    let mut from = 0;
    for (place, written) in places {
        let mark = marks.iter().find(|mark| mark.written == written);
        with_blanks.push_str(&content[from..place.start]);
        with_blanks.push_str(mark.map_or(&written, |mark| &mark.blank));
        from = place.end;
    }
    with_blanks.push_str(&content[from..]);
    (with_blanks, marks)
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
            "***FINDINGS***\nLiver [ ] cm, spleen *** cm.\nKidneys [ ] cm.\nIMPRESSION:\nBI-RADS ___.",
        );
        assert_eq!(
            template.lines(SectionKind::Findings),
            ["Liver ____ cm, spleen _____ cm.", "Kidneys ____ cm."]
        );
        assert_eq!(
            template.written("Liver 14 cm, spleen _____ cm."),
            "Liver 14 cm, spleen *** cm."
        );
        assert_eq!(template.written("Kidneys ____ cm."), "Kidneys [ ] cm.");
        assert_eq!(template.written("BI-RADS ___."), "BI-RADS ___.");
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
