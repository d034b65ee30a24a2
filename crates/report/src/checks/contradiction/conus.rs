//! The level at which the cord ends, told twice.

use std::sync::LazyLock;

use regex::Regex;

use super::super::Flag;
use super::super::sheet::{Line, Sheet};
use super::between;
use crate::section::SectionKind;

/// `The conus ends at L1-L2`, `the cord is low-lying, ending at L4`.
static ENDS: LazyLock<Regex> = LazyLock::new(|| {
    let level = r"(?:(?:the )?(?:level of |upper border of |lower border of |mid |inferior endplate of |superior endplate of )*)";
    Regex::new(&format!(
        r"\b(?:conus(?: medullaris)?\b[^.;\d]{{0,60}}?\b(?:ends?|ending|terminates?|terminating|tip|lies|situated|located)|cord\b[^.;\d]{{0,60}}?\b(?:ends|ending|terminates|terminating))\b[^.;\d]{{0,30}}?\b(?:at|to)\b[^.;\d]{{0,20}}?{level}(t|d|l)(\d{{1,2}})(?:\s*[-/]\s*(t|d|l)?(\d{{1,2}}))?\b|\bconus(?: medullaris)? (?:is )?at {level}(t|d|l)(\d{{1,2}})(?:\s*[-/]\s*(t|d|l)?(\d{{1,2}}))?\b"
    ))
    .expect("pattern")
});

/// A level of the conus in the impression that is more than one vertebra away from that in the findings.
pub(super) fn levels(sheet: &Sheet<'_>, tell: &mut impl FnMut(Flag)) {
    for said in sheet.section(SectionKind::Impression) {
        let Some(level) = end_of_cord(said) else { continue };
        let mut found = sheet
            .section(SectionKind::Findings)
            .filter_map(|line| Some((line, end_of_cord(line)?)))
            .peekable();
        let first = found.peek().map(|(line, _)| *line);
        let is_far = |known: (u8, u8)| level.0 > known.1 + 1 || known.0 > level.1 + 1;
        if let (Some(line), true) = (first, found.all(|(_, known)| is_far(known))) {
            tell(between(said, line));
        }
    }
}

/// The first and the last vertebra at which a sentence says that the cord ends, counted from T1.
fn end_of_cord(line: &Line<'_>) -> Option<(u8, u8)> {
    let found = ENDS.captures(&line.lower)?;
    let at = if found.get(1).is_some() { 1 } else { 5 };
    let counted = |region: &str, number: &str| -> Option<u8> {
        let number: u8 = number.parse().ok()?;
        Some(if region == "l" { 12 + number } else { number })
    };
    let region = found.get(at)?.as_str();
    let first = counted(region, found.get(at + 1)?.as_str())?;
    let last = found.get(at + 3).and_then(|number| {
        let region = found.get(at + 2).map_or(region, |region| region.as_str());
        counted(region, number.as_str())
    });
    Some((first, last.unwrap_or(first).max(first)))
}

#[cfg(test)]
mod tests {
    use crate::checks::{FlagKind, Known, check};
    use crate::text::ReportText;

    #[test]
    fn one_cord_ends_at_one_level() {
        let contradicted = |found: &str, said: &str| {
            let report = ReportText::parse(&format!("FINDINGS:\n{found}\n\nIMPRESSION:\n{said}"));
            let flags = check(&report, &Known::default());
            flags.iter().any(|flag| flag.kind == FlagKind::Contradiction)
        };
        let low = "The cord is low-lying, ending at L4, tethered by the lipoma.";
        assert!(contradicted(
            low,
            "The conus medullaris terminates at a normal level, L1-L2."
        ));
        assert!(!contradicted(low, "Low-lying conus ending at L4."));
        assert!(!contradicted(
            "Conus ends at L1.",
            "The conus ends at the L1-L2 level."
        ));
    }
}
