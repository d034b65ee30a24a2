//! One statement denies, or calls normal, what another asserts.

mod conus;
mod course;
mod denials;
mod device;
mod normal;
mod whole;

use std::ops::Range;
use std::sync::LazyLock;

use hashbrown::HashSet;
use regex::Regex;
use serde::Deserialize;

use super::sheet::{Line, Sheet};
use super::{Flag, FlagKind};
use crate::anatomy;
use crate::reading::Subject;
use crate::side::Side;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    part: Vec<String>,
    narrows: Vec<String>,
    slight: Vec<String>,
    no_infarct: Vec<String>,
    wholes: Vec<String>,
    plain_next: Vec<String>,
}

/// The words of `data/checks/contradiction.toml`.
struct Words {
    part: Regex,
    narrows: Regex,
    slight: Regex,
    no_infarct: Regex,
    wholes: HashSet<String>,
    plain_next: HashSet<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/checks/contradiction.toml"))
        .unwrap_or_else(|error| panic!("contradictions: {error}"));
    let any_of = |words: &[String]| {
        Regex::new(&format!(r"\b(?:{})\b", words.join("|"))).unwrap_or_else(|error| panic!("{error}"))
    };
    Words {
        part: any_of(&file.part),
        narrows: any_of(&file.narrows),
        slight: any_of(&file.slight),
        no_infarct: any_of(&file.no_infarct),
        wholes: file.wholes.into_iter().collect(),
        plain_next: file.plain_next.into_iter().collect(),
    }
});

/// A finding that is not asserted for sure.
static DOUBT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:may|might|could|possibl\w+|cannot|can not|questionable|equivocal)\b").expect("pattern")
});

static SIGNIFICANT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:significant|large|gross|definite|obvious|sizeable|major)\b").expect("pattern")
});

/// Every contradiction between two statements, at most one for a statement.
pub(super) fn check(sheet: &Sheet<'_>) -> Vec<Flag> {
    let mut flags: Vec<Flag> = Vec::new();
    let mut tell = |flag: Flag| {
        if !flags.iter().any(|known| known.range == flag.range) {
            flags.push(flag);
        }
    };
    denials::denials(sheet, &mut tell);
    normal::normals(sheet, &mut tell);
    whole::whole(sheet, &mut tell);
    device::devices(sheet, &mut tell);
    course::changes(sheet, &mut tell);
    course::spread(sheet, &mut tell);
    conus::levels(sheet, &mut tell);
    flags
}

fn quote(line: &Line<'_>) -> String {
    let text = line.text.trim_end_matches('.');
    if text.len() <= 80 {
        return format!("\u{201c}{text}\u{201d}");
    }
    let mut end = 77;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("\u{201c}{}\u{2026}\u{201d}", text[..end].trim_end())
}

/// Flags the later of two statements and quotes the other.
fn between(one: &Line<'_>, other: &Line<'_>) -> Flag {
    let (first, second) = if one.start < other.start {
        (one, other)
    } else {
        (other, one)
    };
    second.flag(
        FlagKind::Contradiction,
        &(0..second.text.len()),
        format!("This contradicts {}.", quote(first)),
        None,
    )
}

/// Whether a denial or normal that names a part of a structure meets a sentence that names the same part.
fn same_part(line: &Line<'_>, clause: &Range<usize>, other: &Line<'_>) -> bool {
    let in_name = |at: usize| {
        line.mentions.iter().any(|mention| {
            let name = &line.lower[mention.range.clone()];
            let id = mention.structure.id.replace('-', " ");
            mention.range.contains(&at)
                && (*name == id || *name == mention.structure.name.to_lowercase())
                && other
                    .mentions
                    .iter()
                    .any(|theirs| theirs.structure.id == mention.structure.id)
        })
    };
    WORDS.part.find_iter(&line.lower[clause.clone()]).all(|part| {
        let cervical_node = part.as_str() == "cervical" && other.lower.contains("level ");
        // `Anterior cruciate ligament` is the ACL.
        cervical_node
            || is_told_by_level(part.as_str(), other)
            || other.lower.contains(part.as_str())
            || in_name(clause.start + part.start())
    })
}

/// `Cervical cord` and what is told of C5-C6.
fn is_told_by_level(part: &str, other: &Line<'_>) -> bool {
    let region = match part {
        "cervical" => 'C',
        "thoracic" | "dorsal" => 'T',
        "lumbar" => 'L',
        _ => return false,
    };
    other.reading.levels.iter().any(|level| level.upper.0 == region)
}

fn within(part: &Subject, whole: &Subject) -> bool {
    anatomy::lexicon().is_within(&part.structure.id, &whole.structure.id)
}

/// A denial of one side does not touch the other, nor a finding without side.
fn denied_side(denial: &Subject, asserted: &Subject) -> bool {
    match (denial.side, asserted.side) {
        (None | Some(Side::Bilateral), _) => true,
        (Some(denied), Some(asserted)) => denied == asserted || asserted == Side::Bilateral,
        (Some(_), None) => false,
    }
}

fn is_slight(text: &str) -> bool {
    WORDS.slight.is_match(
        &text
            .replace("small bowel", "bowel")
            .replace("small intestin", "intestin"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_whole_is_a_structure() {
        let unknown: Vec<&String> = WORDS
            .wholes
            .iter()
            .filter(|id| anatomy::lexicon().get(id).is_none())
            .collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
