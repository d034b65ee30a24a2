//! Blanks, choices and markers that a template left in.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Regex, RegexSet};
use serde::Deserialize;

use super::sheet::Sheet;
use super::{Flag, FlagKind};
use crate::section::SectionKind;
use crate::text::without_bullet;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    blanks: Vec<String>,
    never: Vec<String>,
}

struct Patterns {
    any: RegexSet,
    each: Vec<Regex>,
    never: Regex,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/checks/placeholders.toml"))
        .unwrap_or_else(|error| panic!("placeholders: {error}"));
    let blanks: Vec<String> = file
        .blanks
        .iter()
        .map(|pattern| format!("(?i)(?:{pattern})"))
        .collect();
    let compiled = |pattern: &String| Regex::new(pattern).unwrap_or_else(|error| panic!("{error}"));
    Patterns {
        any: RegexSet::new(&blanks).unwrap_or_else(|error| panic!("{error}")),
        each: blanks.iter().map(compiled).collect(),
        never: compiled(&format!("(?i){}", file.never.join("|"))),
    }
});

/// A flag for every blank, each place once.
pub(super) fn check(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags = Vec::new();
    for (section, body) in &sheet.places {
        let mut start = body.start;
        for line in sheet.text[body.clone()].split_inclusive('\n') {
            for range in blanks(line) {
                flags.push(flag(sheet, *section, start + range.start..start + range.end));
            }
            start += line.len();
        }
    }
    flags
}

fn flag(sheet: &Sheet<'_>, section: SectionKind, range: Range<usize>) -> Flag {
    let shown = sheet.text[range.clone()].trim();
    Flag {
        kind: FlagKind::UnfilledPlaceholder,
        message: format!("\u{201c}{shown}\u{201d} is still to be filled in."),
        section,
        range,
        fix: None,
    }
}

/// The blanks of one line; a bullet at its start is none.
fn blanks(line: &str) -> Vec<Range<usize>> {
    // `--- Alignment ---` is a heading.
    let whole = line.trim();
    if whole.starts_with("--") && whole.ends_with("--") && whole.contains(char::is_alphabetic) {
        return Vec::new();
    }
    let body = without_bullet(line);
    let offset = body.as_ptr() as usize - line.as_ptr() as usize;
    let mut found: Vec<Range<usize>> = Vec::new();
    for index in PATTERNS.any.matches(body) {
        found.extend(PATTERNS.each[index].find_iter(body).map(|found| found.range()));
    }
    if found.is_empty() {
        return found;
    }
    let never: Vec<Range<usize>> = PATTERNS
        .never
        .find_iter(body)
        .map(|found| found.range())
        .collect();
    let divides = divides(body);
    let has_stars = body.contains("***");
    found.retain(|range| {
        // They stand in order, and apart.
        let next = never.partition_point(|other| other.end <= range.start);
        let overlaps = never.get(next).is_some_and(|other| other.start < range.end);
        !overlaps && !divides && (has_stars || !is_emphasis(body, range))
    });
    found.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut blanks: Vec<Range<usize>> = Vec::new();
    for range in found {
        let text = &body[range.clone()];
        let trimmed = range.start + (text.len() - text.trim_start().len())
            ..range.end - (text.len() - text.trim_end().len());
        match blanks.last_mut() {
            Some(previous) if trimmed.start < previous.end => previous.end = previous.end.max(trimmed.end),
            _ => blanks.push(trimmed),
        }
    }
    blanks
        .into_iter()
        .map(|range| range.start + offset..range.end + offset)
        .collect()
}

/// A line of dashes or stars that only divides.
fn divides(body: &str) -> bool {
    let line = body.trim();
    line.len() > 3
        && line
            .chars()
            .all(|c| matches!(c, '-' | '*' | '#' | '=' | ' ' | '\u{2010}'..='\u{2015}'))
}

/// Emphasis such as `**note**`.
fn is_emphasis(body: &str, range: &Range<usize>) -> bool {
    body[range.clone()].starts_with(['*', '#'])
        && (body[range.end..].starts_with(char::is_alphabetic)
            || body[..range.start].ends_with(char::is_alphabetic)
            || body[range.end..].starts_with(' ') && range.start == 0)
}
