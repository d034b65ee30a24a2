//! A finding that needs a call to the referrer, in a report that does not say that the call was made.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use super::sheet::{Line, Sheet};
use super::{Fix, Flag, FlagKind};
use crate::section::SectionKind;
use crate::urgency::{self, Urgency};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    never: String,
    aside: String,
    in_vein: String,
    tumour: String,
    scar: String,
    untold: String,
    of_root: String,
    not_current: String,
    current: String,
    unsure: String,
    sought: String,
    advised: String,
    advice_begins: String,
    communicated: String,
}

struct Patterns {
    never: Regex,
    aside: Regex,
    in_vein: Regex,
    tumour: Regex,
    scar: Regex,
    untold: Regex,
    of_root: Regex,
    not_current: Regex,
    current: Regex,
    unsure: Regex,
    sought: Regex,
    advised: Regex,
    advice_begins: Regex,
    communicated: Regex,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/checks/critical.toml"))
        .unwrap_or_else(|error| panic!("critical findings: {error}"));
    let compiled = |pattern: &str| Regex::new(pattern).unwrap_or_else(|error| panic!("{error}"));
    Patterns {
        never: compiled(&file.never),
        aside: compiled(&file.aside),
        in_vein: compiled(&file.in_vein),
        tumour: compiled(&file.tumour),
        scar: compiled(&file.scar),
        untold: compiled(&file.untold),
        of_root: compiled(&file.of_root),
        not_current: compiled(&file.not_current),
        current: compiled(&file.current),
        unsure: compiled(&file.unsure),
        sought: compiled(&file.sought),
        advised: compiled(&file.advised),
        advice_begins: compiled(&file.advice_begins),
        communicated: compiled(&file.communicated),
    }
});

/// Whether a text, in lower case, says to whom a finding was told.
pub(super) fn is_communication(lower: &str) -> bool {
    // The stops of titles, initials and times end no sentence.
    static SHORT: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\b(mr|mrs|ms|dr|drs|prof|st|[a-z])\.").expect("pattern"));
    static TIME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(\d)\.(\d)").expect("pattern"));
    let text = SHORT.replace_all(lower, "$1");
    let text = TIME.replace_all(&text, "$1:$2");
    let tells =
        |sentence: &str| PATTERNS.communicated.is_match(sentence) && !PATTERNS.untold.is_match(sentence);
    text.split(['.', ';', '\n']).any(tells)
}

/// A piece without the words that only share those of an urgent finding.
fn set_aside(lower: &str) -> Cow<'_, str> {
    let is_of_cord = |found: &regex::Captures<'_>| found[0].contains("cord") || found[0].contains("cauda");
    let text = PATTERNS
        .aside
        .replace_all(lower, |found: &regex::Captures<'_>| match is_of_cord(found) {
            true => found[0].to_owned(),
            false => " ".to_owned(),
        });
    let blanked = |text: Cow<'_, str>, pattern: &Regex| pattern.replace_all(&text, " ").into_owned();
    let text = match PATTERNS.tumour.is_match(&text) {
        true => Cow::Owned(blanked(text, &PATTERNS.in_vein)),
        false => text,
    };
    match text.contains("acute") {
        true => text,
        false => Cow::Owned(blanked(text, &PATTERNS.scar)),
    }
}

/// A flag for each critical statement of the impression, else of the findings. The first one offers the sentence to fill in.
pub(super) fn check(sheet: &Sheet<'_>) -> Vec<Flag> {
    if is_communication(&sheet.text.to_ascii_lowercase()) {
        return Vec::new();
    }
    let of =
        |section| -> Vec<&Line<'_>> { sheet.section(section).filter(|line| is_critical(line)).collect() };
    let mut lines = of(SectionKind::Impression);
    if lines.is_empty() {
        lines = of(SectionKind::Findings);
    }
    let mut fix = documentation(sheet);
    lines
        .into_iter()
        .map(|line| {
            line.flag(
                FlagKind::CriticalFinding,
                &(0..line.text.len()),
                format!(
                    "\u{201c}{}\u{201d} needs a call to the referrer. Document to whom and when it was communicated.",
                    name(line)
                ),
                fix.take(),
            )
        })
        .collect()
}

/// Whether the sentence asserts something critical of today.
pub(super) fn is_critical(line: &Line<'_>) -> bool {
    *line.critical.get_or_init(|| needs_call(line))
}

fn needs_call(line: &Line<'_>) -> bool {
    if PATTERNS.never.is_match(&line.lower) {
        return false;
    }
    // `AIRWAY: Trachea is narrowed`: what a label names is told behind it.
    let colon = line.lower.find(':').filter(|at| line.opens && *at < 40);
    let body = colon.filter(|at| {
        let mut claims = line.reading.claims.iter();
        let names_finding = line.reading.claims.iter().any(|claim| claim.named.start < *at);
        !names_finding && claims.any(|claim| !claim.denied && claim.named.start > *at)
    });
    let clauses = pieces(&line.text[body.map_or(0, |at| at + 1)..]);
    clauses.iter().any(|piece| {
        let lower = found(&piece.to_ascii_lowercase());
        // `Indents the thecal sac and compresses the left L5 root`: nothing but a root is compressed.
        let without_roots = PATTERNS.of_root.replace_all(&lower, " ");
        let without_roots = set_aside(&without_roots);
        // Most sentences are one piece that advises nothing.
        let urgency = match without_roots == line.lower.as_str() {
            true => line.urgency(),
            false => urgency::of(&without_roots),
        };
        urgency == Urgency::Critical
            && (!PATTERNS.not_current.is_match(&lower) || PATTERNS.current.is_match(&lower))
            && !PATTERNS.unsure.is_match(&lower)
    })
}

/// What a piece says is there, without what it advises or looks for.
fn found(piece: &str) -> String {
    let clauses = piece.split(',').map(|clause| {
        let clause = match PATTERNS.advised.find(clause) {
            Some(advised) => {
                let begins = PATTERNS.advice_begins.find(&clause[..advised.start()]);
                let before = &clause[..begins.map_or(advised.start(), |begins| begins.start())];
                // "Urgent decompression is required for cord compression": what stands behind "for" is there, behind "to" is sought.
                let behind = clause[advised.end()..].trim_start();
                let reason = behind.strip_prefix("for ").unwrap_or_default();
                format!("{before} {reason}")
            }
            None => clause.to_owned(),
        };
        let sought = PATTERNS.sought.find(&clause);
        clause[..sought.map_or(clause.len(), |sought| sought.start())].to_owned()
    });
    clauses.collect::<Vec<_>>().join(",")
}

/// The parts of a sentence between semicolons and full stops.
fn pieces(text: &str) -> Vec<&str> {
    text.split([';']).collect()
}

/// The words that name the finding: the first sentence part, not too long.
fn name<'r>(line: &Line<'r>) -> &'r str {
    let text = line.text.trim_end_matches('.');
    let short = text.split([';', ',']).next().unwrap_or(text).trim();
    let mut end = short.len().min(90);
    while !short.is_char_boundary(end) {
        end -= 1;
    }
    &short[..end]
}

/// The sentence that documents the call, with its blanks, at the end of the impression (of the findings when there is none).
fn documentation(sheet: &Sheet<'_>) -> Option<Fix> {
    let place = |kind| sheet.places.iter().rfind(|(section, _)| *section == kind);
    let (section, body) = place(SectionKind::Impression).or_else(|| place(SectionKind::Findings))?;
    let text = &sheet.text[body.clone()];
    let end = body.start + text.trim_end().len();
    let last = text.trim_end().lines().next_back().unwrap_or("").trim_start();
    let digits = last.bytes().take_while(u8::is_ascii_digit).count();
    let number = last[..digits]
        .parse::<u32>()
        .ok()
        .filter(|_| last[digits..].starts_with('.'));
    let bullet = match number {
        Some(number) => format!("{}. ", number.saturating_add(1)),
        None if last.starts_with("- ") || *section == SectionKind::Findings => "- ".to_owned(),
        None => String::new(),
    };
    Some(Fix {
        range: end..end,
        replacement: format!("\n{bullet}Findings were communicated to ___ at ___."),
        label: "Document the call".to_owned(),
    })
}
