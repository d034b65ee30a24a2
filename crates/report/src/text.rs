//! The report text format: what the editor holds, what Word is made from.
//!
//! Reads `HEADING:` lines into sections and gives every byte back when printed. Knows the headings and nothing
//! of what stands under them. A section ends at the next known heading, whichever that is, so comparison text
//! never reaches the impression.

use std::{fmt, ops::Range};

use crate::section::SectionKind;

/// A report as text, with the places of its sections. Printing it gives the text it was parsed from.
///
/// `Debug` shows no text, because a report belongs to a patient.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct ReportText {
    text: String,
    blocks: Vec<BlockPlace>,
}

#[derive(Clone, PartialEq, Eq)]
struct BlockPlace {
    kind: SectionKind,
    heading: Range<usize>,
    body: Range<usize>,
}

/// One section as it stands in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block<'a> {
    /// Which section it is.
    pub kind: SectionKind,
    /// The heading as written, without its colon.
    pub heading: &'a str,
    /// Everything between the colon and the next heading, white space included.
    pub body: &'a str,
}

impl ReportText {
    /// Reads a report. Headings stand at the start of a line, in any case, followed by a colon; what comes
    /// before the first of them is the preamble.
    pub fn parse(text: &str) -> Self {
        let mut blocks: Vec<BlockPlace> = Vec::new();
        for line in line_starts(text) {
            let Some((kind, heading, after_colon)) = heading_at(text, line) else {
                continue;
            };
            if let Some(previous) = blocks.last_mut() {
                previous.body.end = line;
            }
            blocks.push(BlockPlace {
                kind,
                heading,
                body: after_colon..text.len(),
            });
        }
        Self {
            text: text.to_owned(),
            blocks,
        }
    }

    /// Prints sections in report order, each as its heading on a line and its text below, a blank line between.
    /// Blank sections are left out; the texts of a section given twice follow each other.
    pub fn from_sections(sections: impl IntoIterator<Item = (SectionKind, String)>) -> Self {
        let mut sections: Vec<_> = sections
            .into_iter()
            .filter(|(_, body)| !body.trim().is_empty())
            .collect();
        sections.sort_by_key(|(kind, _)| *kind);

        let mut text = String::new();
        let mut previous = None;
        for (kind, body) in &sections {
            if previous == Some(*kind) {
                text.push('\n');
            } else {
                if previous.is_some() {
                    text.push_str("\n\n");
                }
                text.push_str(kind.heading());
                text.push_str(":\n");
            }
            text.push_str(body.trim());
            previous = Some(*kind);
        }
        Self::parse(&text)
    }

    /// The text of a section without the white space around it; of its first occurrence when there are several.
    pub fn section(&self, kind: SectionKind) -> Option<&str> {
        self.blocks()
            .find(|block| block.kind == kind)
            .map(|block| block.body.trim())
    }

    /// Every section in the order in which it stands in the text.
    pub fn blocks(&self) -> impl Iterator<Item = Block<'_>> {
        self.blocks.iter().map(|place| Block {
            kind: place.kind,
            heading: &self.text[place.heading.clone()],
            body: &self.text[place.body.clone()],
        })
    }

    /// Where the body of each section stands, in the order of [`ReportText::blocks`], as bytes of the whole text.
    pub fn places(&self) -> impl Iterator<Item = (SectionKind, Range<usize>)> + '_ {
        self.blocks.iter().map(|place| (place.kind, place.body.clone()))
    }

    /// What stands before the first heading, white space included; the whole text when there is no heading.
    pub fn preamble(&self) -> &str {
        let end = self
            .blocks
            .first()
            .map_or(self.text.len(), |first| line_start_before(&self.text, first));
        &self.text[..end]
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for ReportText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl fmt::Debug for ReportText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "ReportText({} bytes, {} sections)",
            self.text.len(),
            self.blocks.len()
        )
    }
}

fn line_starts(text: &str) -> impl Iterator<Item = usize> {
    let after_breaks = text
        .char_indices()
        .filter(|(_, character)| matches!(character, '\n' | '\r'))
        .map(|(at, character)| at + character.len_utf8());
    std::iter::once(0).chain(after_breaks)
}

fn line_start_before(text: &str, place: &BlockPlace) -> usize {
    text[..place.heading.start]
        .rfind(['\n', '\r'])
        .map_or(0, |at| at + 1)
}

/// The heading of the line that begins at `line`: its kind, where its words stand, where the colon ends.
fn heading_at(text: &str, line: usize) -> Option<(SectionKind, Range<usize>, usize)> {
    let rest = &text[line..];
    let start = line + (rest.len() - rest.trim_start_matches([' ', '\t']).len());
    SectionKind::ALL.into_iter().find_map(|kind| {
        let end = start + kind.heading().len();
        let written = text.get(start..end)?;
        if !written.eq_ignore_ascii_case(kind.heading()) {
            return None;
        }
        let tail = &text[end..];
        let before_colon = tail.len() - tail.trim_start_matches([' ', '\t']).len();
        tail[before_colon..]
            .starts_with(':')
            .then_some((kind, start..end, end + before_colon + 1))
    })
}

/// A line without its bullet or its number.
pub fn without_bullet(line: &str) -> &str {
    let line = line.trim();
    let rest = line.trim_start_matches([
        '-', '*', '\u{2022}', '\u{25cf}', '\u{00b7}', '\u{25aa}', '\u{2023}',
    ]);
    if rest.len() != line.len() {
        return rest.trim_start();
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match line[digits..].strip_prefix(['.', ')']) {
        Some(rest) if (1..=2).contains(&digits) && rest.starts_with(char::is_whitespace) => rest.trim_start(),
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const REPORT: &str = "CLINICAL HISTORY:\nCough.\n\nTECHNIQUE:\nPlain scan.\n\nFINDINGS:\n- Clear lungs.\n\n\
                          COMPARISON:\nNone.\n\nIMPRESSION:\n1. Normal study.";

    #[test]
    fn reads_every_section() {
        let report = ReportText::parse(REPORT);
        assert_eq!(report.section(SectionKind::ClinicalHistory), Some("Cough."));
        assert_eq!(report.section(SectionKind::Technique), Some("Plain scan."));
        assert_eq!(report.section(SectionKind::Findings), Some("- Clear lungs."));
        assert_eq!(report.section(SectionKind::Comparison), Some("None."));
        assert_eq!(report.section(SectionKind::Impression), Some("1. Normal study."));
        assert_eq!(report.preamble(), "");
    }

    #[test]
    fn findings_end_at_the_next_known_heading() {
        let report =
            ReportText::parse("FINDINGS:\nLiver: normal.\nCOMPARISON:\nStable.\nIMPRESSION:\nNormal.");
        assert_eq!(report.section(SectionKind::Findings), Some("Liver: normal."));
    }

    #[test]
    fn headings_are_known_in_any_case_and_with_text_on_their_line() {
        let report = ReportText::parse("CT brain\n\nFindings : no bleed\r\nimpression: normal");
        assert_eq!(report.preamble(), "CT brain\n\n");
        assert_eq!(report.section(SectionKind::Findings), Some("no bleed"));
        assert_eq!(report.section(SectionKind::Impression), Some("normal"));
        assert_eq!(
            report.blocks().next().map(|block| block.heading),
            Some("Findings")
        );
    }

    #[test]
    fn a_heading_inside_a_line_or_without_colon_is_text() {
        let report = ReportText::parse("See findings: below\nFINDINGS\nImpressions: many");
        assert_eq!(report.blocks().count(), 0);
        assert_eq!(report.preamble(), report.as_str());
    }

    #[test]
    fn a_section_given_twice_is_read_where_it_stands_first() {
        let report = ReportText::parse("FINDINGS:\nA.\nFINDINGS:\nB.");
        assert_eq!(report.section(SectionKind::Findings), Some("A."));
        assert_eq!(report.blocks().count(), 2);
    }

    #[test]
    fn prints_sections_in_report_order_without_the_blank_ones() {
        let report = ReportText::from_sections([
            (SectionKind::Impression, "1. Normal.".to_owned()),
            (SectionKind::Comparison, "  \n".to_owned()),
            (SectionKind::Findings, "- Clear.\n".to_owned()),
        ]);
        assert_eq!(
            report.to_string(),
            "FINDINGS:\n- Clear.\n\nIMPRESSION:\n1. Normal."
        );
    }

    #[test]
    fn debug_shows_no_text() {
        assert!(!format!("{:?}", ReportText::parse(REPORT)).contains("Cough"));
    }

    fn lines() -> impl Strategy<Value = String> {
        let line = prop_oneof![
            Just("FINDINGS:".to_owned()),
            Just("  impression :x".to_owned()),
            Just("COMPARISON:\r".to_owned()),
            Just(String::new()),
            ".{0,20}",
        ];
        prop::collection::vec(line, 0..12).prop_map(|lines| lines.join("\n"))
    }

    proptest! {
        #[test]
        fn prints_what_was_parsed(text in any::<String>()) {
            prop_assert_eq!(ReportText::parse(&text).to_string(), text);
        }

        #[test]
        fn preamble_headings_and_bodies_make_up_the_text(text in lines()) {
            let report = ReportText::parse(&text);
            prop_assert_eq!(report.to_string(), text.clone());
            let bodies: usize = report.blocks().map(|block| block.body.len() + block.heading.len()).sum();
            prop_assert!(report.preamble().len() + bodies <= text.len());
            prop_assert!(text.starts_with(report.preamble()));
        }

        #[test]
        fn sections_come_back_as_given(findings in "[a-z .-]{1,40}", impression in "[a-z .0-9]{1,40}") {
            prop_assume!(!findings.trim().is_empty() && !impression.trim().is_empty());
            let report = ReportText::from_sections([
                (SectionKind::Findings, findings.clone()),
                (SectionKind::Impression, impression.clone()),
            ]);
            prop_assert_eq!(report.section(SectionKind::Findings), Some(findings.trim()));
            prop_assert_eq!(report.section(SectionKind::Impression), Some(impression.trim()));
        }
    }
}
