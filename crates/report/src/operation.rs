//! Operations after which structures are no longer there, by `data/operations.toml`.

use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::anatomy::{self, Structure};
use crate::phrase::Phrases;
use crate::side::{self, Side};
use crate::token;

/// Structures that an operation has taken away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    /// What is gone, with everything that is part of it.
    pub structures: Vec<&'static Structure>,
    /// On which side; `None` when there is but one, or no side is told.
    pub side: Option<Side>,
    /// The bytes that name the operation.
    pub range: Range<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Operation {
    words: Vec<String>,
    removes: Vec<String>,
    #[serde(default)]
    sided: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    partial: Vec<String>,
    remains: Vec<String>,
    operation: Vec<Operation>,
}

struct Operations {
    partial: Vec<String>,
    remains: Vec<String>,
    list: Vec<Operation>,
    names: Phrases<usize>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it; a test holds that.
static OPERATIONS: LazyLock<Operations> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../data/operations.toml"))
        .unwrap_or_else(|error| panic!("operations: {error}"));
    let names = Phrases::new(
        file.operation
            .iter()
            .enumerate()
            .flat_map(|(index, operation)| operation.words.iter().map(move |word| (word, index))),
    );
    Operations {
        partial: file.partial,
        remains: file.remains,
        names,
        list: file.operation,
    }
});

/// How far before an operation a word or side still belongs to it, in bytes.
const REACH: usize = 40;

/// What a sentence says to have been removed by an operation. A sided operation without a side counts when its name tells that
/// both are gone.
pub fn removed(text: &str) -> Vec<Removed> {
    let words = token::words(text);
    let found = OPERATIONS.names.find(&words).into_iter();
    found
        .filter(|found| !text[found.range.end..].trim_start().starts_with("not "))
        .filter(|found| !is_partial(&text[before(text, found.range.start)..found.range.start]))
        .filter_map(|found| {
            let operation = &OPERATIONS.list[found.meaning];
            let side = if operation.sided {
                Some(side_of(text, &found.range)?)
            } else {
                None
            };
            Some(Removed {
                structures: operation
                    .removes
                    .iter()
                    .filter_map(|id| anatomy::lexicon().get(id))
                    .collect(),
                side,
                range: found.range,
            })
        })
        .collect()
}

/// What a sided operation takes away when no side is told at all, as in the report of a single joint: the side is that of the study.
pub fn removed_on_no_side(text: &str) -> Vec<&'static Structure> {
    if !side::find(text).is_empty() {
        return Vec::new();
    }
    let words = token::words(text);
    let found = OPERATIONS.names.find(&words).into_iter();
    found
        .filter(|found| !text[found.range.end..].trim_start().starts_with("not "))
        .filter(|found| !is_partial(&text[before(text, found.range.start)..found.range.start]))
        .map(|found| &OPERATIONS.list[found.meaning])
        .filter(|operation| operation.sided)
        .flat_map(|operation| {
            operation
                .removes
                .iter()
                .filter_map(|id| anatomy::lexicon().get(id))
        })
        .collect()
}

/// Whether a sentence, in lower case, speaks of what an operation left behind or of the place where something was: a stump, a bed,
/// a recurrence.
pub fn speaks_of_remains(lower: &str) -> bool {
    let starts_word = |at: usize| !lower[..at].ends_with(char::is_alphanumeric);
    OPERATIONS
        .remains
        .iter()
        .any(|word| lower.match_indices(word.as_str()).any(|(at, _)| starts_word(at)))
}

/// Whether an operation of the list takes this structure away on one side at a time.
pub fn is_sided(structure: &str) -> Option<bool> {
    let of = |operation: &&Operation| operation.removes.first().is_some_and(|id| id == structure);
    OPERATIONS.list.iter().find(of).map(|operation| operation.sided)
}

fn before(text: &str, at: usize) -> usize {
    let mut start = at.saturating_sub(REACH);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    start
}

fn is_partial(before: &str) -> bool {
    let words: Vec<String> = token::words(before).into_iter().map(|word| word.key).collect();
    let before = format!(" {} ", words.join(" "));
    OPERATIONS
        .partial
        .iter()
        .any(|word| before.contains(&format!(" {word} ")))
}

/// The side nearest before the operation, else the one right behind it (`on the right`), else any before it, else any behind.
fn side_of(text: &str, operation: &Range<usize>) -> Option<Side> {
    const RIGHT_BEHIND: usize = 16;
    let marks = side::find(text);
    let before = || {
        marks
            .iter()
            .rev()
            .filter(|mark| mark.range.end <= operation.start)
    };
    let behind = || marks.iter().filter(|mark| mark.range.start >= operation.end);
    let is_on = |mark: &&side::Mark| {
        let between = text[operation.end..mark.range.start].to_ascii_lowercase();
        between.len() < RIGHT_BEHIND
            && between
                .split_whitespace()
                .any(|word| word == "on" || word == "of")
    };
    let told = before()
        .find(|mark| operation.start - mark.range.end < REACH)
        .or_else(|| behind().find(is_on))
        .or_else(|| before().next())
        .or_else(|| behind().next())
        .map(|mark| mark.side);
    let name = text[operation.clone()].to_ascii_lowercase();
    told.or_else(|| name.starts_with("tah").then_some(Side::Bilateral))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = removed(text)
            .iter()
            .flat_map(|removed| {
                removed.structures.iter().map(|structure| match removed.side {
                    Some(side) => format!("{} {side:?}", structure.id),
                    None => structure.id.clone(),
                })
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn an_operation_takes_its_structures_away() {
        check(
            "Status post radical prostatectomy.",
            &["prostate", "seminal-vesicle"],
        );
        check("Right mastectomy with implant.", &["breast Right"]);
        check(
            "Bilateral salpingo-oophorectomy",
            &["ovary Bilateral", "adnexa Bilateral"],
        );
        check(
            "Below knee amputation on the right.",
            &["leg Right", "ankle Right", "foot Right", "tibial-artery Right"],
        );
    }

    #[test]
    fn a_part_or_a_plan_takes_nothing_away() {
        check("Partial nephrectomy on the left.", &[]);
        check("Planned for cholecystectomy.", &[]);
        check("Mastectomy.", &[]);
    }

    #[test]
    fn every_structure_of_the_file_exists() {
        for operation in &OPERATIONS.list {
            for id in &operation.removes {
                assert!(anatomy::lexicon().get(id).is_some(), "{id}");
            }
        }
    }
}
