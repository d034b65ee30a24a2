//! The report text: printing gives back what was parsed, sections follow each other, and what is made of sections is read again.

use report::section::SectionKind;
use report::text::{ReportText, without_bullet};

use super::{assert_within, with};
use crate::Target;
use crate::dictated::{text, text_seeds};

pub const TARGET: Target = Target {
    name: "report_text",
    check,
    seeds: text_seeds,
    longest: 4_096,
};

fn check(input: &[u8]) {
    with(input, |bytes| {
        let text = text(bytes)?;
        let report = ReportText::parse(&text);
        assert_eq!(report.to_string(), text, "printing gives back what was parsed");
        assert!(text.starts_with(report.preamble()));
        let mut end = report.preamble().len();
        for ((kind, place), block) in report.places().zip(report.blocks()) {
            assert_eq!(kind, block.kind);
            assert_within(&text, &place, "a section");
            assert!(place.start >= end, "sections follow each other");
            assert_eq!(&text[place.clone()], block.body);
            end = place.end;
        }
        assert!(
            report.blocks().next().is_none() || end == text.len(),
            "the last section ends with the text"
        );
        made_of_sections(&report);
        for line in text.lines() {
            assert!(line.trim().ends_with(without_bullet(line)));
        }
        Ok(())
    });
}

/// Nothing that stands under a heading is lost when the sections are put in order.
fn made_of_sections(report: &ReportText) {
    let given: Vec<(SectionKind, String)> = report
        .blocks()
        .map(|block| (block.kind, block.body.to_owned()))
        .collect();
    let printed = ReportText::from_sections(given.clone()).to_string();
    for (_, body) in &given {
        assert!(printed.contains(body.trim()), "a section's text is printed");
    }
    let again = ReportText::parse(&printed);
    assert_eq!(again.to_string(), printed);
}
