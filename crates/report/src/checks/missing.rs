//! A significant abnormal finding that the impression does not mention in any wording.

mod covered;
mod elsewhere;
mod item;
mod likeness;
mod part;
mod spread;
mod table;
mod weight;

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use self::item::Item;
pub(super) use self::likeness::shares_size;
use super::critical;
use super::fact::Fact;
use super::sheet::{Line, Sheet};
use super::{Flag, FlagKind};
use crate::section::SectionKind;

/// Words of an impression that cover whatever is meant.
static UMBRELLA: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:as (?:described|above|detailed|mentioned)|described above|see above|above findings|detailed above|other findings|polytrauma|multiple injuries|extensive injur\w+)\b").expect("pattern")
});

/// A flag for each finding that is left out. `told` are the flags of the other checks: what is contradicted there is not told twice.
pub(super) fn check(sheet: &Sheet<'_>, told: &[Flag]) -> Vec<Flag> {
    let lines: Vec<&Line<'_>> = sheet.section(SectionKind::Impression).collect();
    if lines.is_empty() || lines.iter().any(|line| UMBRELLA.is_match(&line.lower)) {
        return Vec::new();
    }
    let flagged = |kind: FlagKind| -> Vec<Range<usize>> {
        let of_kind = |flag: &&Flag| flag.kind == kind && flag.section == SectionKind::Impression;
        told.iter()
            .filter(of_kind)
            .map(|flag| flag.range.clone())
            .collect()
    };
    if !flagged(FlagKind::Contradiction).is_empty() {
        return Vec::new();
    }
    // A side that is wrong in the impression is told already: the finding is there, on the other side.
    let wrong_sides = flagged(FlagKind::LateralityMismatch);
    let candidates: Vec<(usize, &Line<'_>, Vec<&Fact>)> = sheet
        .lines()
        .enumerate()
        .filter(|(_, line)| line.section == SectionKind::Findings)
        // What another statement denies is told as that.
        .filter(|(_, line)| {
            !told.iter().any(|flag| {
                matches!(flag.kind, FlagKind::Contradiction | FlagKind::ImplausibleSize)
                    && line.range().contains(&flag.range.start)
            })
        })
        .map(|(index, line)| (index, line, facts(sheet, index, line)))
        .collect();
    let weighty = |line: &Line<'_>, fact: &Fact| {
        !fact.describes && weight::is_weighty(line, fact) && !weight::is_minor(line, fact)
    };
    let all: Vec<(usize, &Line<'_>, &Fact)> = candidates
        .iter()
        .filter(|(_, line, facts)| !facts.is_empty() && weight::weighs(line))
        .filter_map(|(index, line, facts)| {
            let fact = facts.iter().find(|fact| weighty(line, fact))?;
            Some((*index, *line, *fact))
        })
        .collect();
    let items: Vec<Item<'_, '_>> = lines
        .iter()
        .map(|line| Item::of(sheet, line, &wrong_sides))
        .collect();
    let mut flags = Vec::new();
    for (index, line, fact) in &all {
        let of_line = &candidates
            .iter()
            .find(|(other, ..)| other == index)
            .map(|(.., facts)| facts.as_slice())
            .unwrap_or_default();
        // `The collection tracks down to the pelvis`: what was told before is judged where it was told.
        let told_before = || {
            let mut before = candidates.iter().take_while(|(other, ..)| other < index);
            before.any(|(.., facts)| facts.iter().any(|before| before.kind.id == fact.kind.id))
        };
        let refers = is_reference(line, fact) && told_before();
        let covers = |item: &Item<'_, '_>| covered::covers(sheet, item, line, of_line, all.len() == 1);
        let left_out = if items.iter().any(covers) {
            covered::second_left_out(&items, line, of_line)
                .or_else(|| part::left_out(&items, line, of_line, covers))
                .or_else(|| elsewhere::left_out(sheet, &items, line, of_line))
        } else {
            Some(*fact)
        };
        if let Some(fact) = left_out.filter(|_| !refers) {
            flags.push(line.flag(
                FlagKind::MissingFromImpression,
                &(0..line.text.len()),
                format!(
                    "The impression does not mention \u{201c}{}\u{201d}.",
                    line.text[fact.clause.clone()].trim().trim_end_matches(['.', ','])
                ),
                None,
            ));
        }
    }
    flags
}

/// Whether a finding is named as known already: `the mass`, `this primary fracture line`, `its solid component`.
fn is_reference(line: &Line<'_>, fact: &Fact) -> bool {
    static DEFINITE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:the|this|these|that|its|their|said|above|described)\s+(?:(?:primary|main|same|described|above|latter|former|dominant|solid|known|mentioned|largest)\s+)*$").expect("pattern")
    });
    DEFINITE.is_match(&line.lower[..fact.named.start])
}

/// What a sentence of the findings asserts. Places taken from the sentence before count only under the label of a side.
fn facts<'s>(sheet: &'s Sheet<'_>, index: usize, line: &Line<'_>) -> Vec<&'s Fact> {
    let labelled = ["left:", "right:"]
        .iter()
        .any(|label| line.lower.starts_with(label));
    sheet
        .every_fact()
        .filter(|fact| {
            fact.line == index
                && fact.holds()
                && (!fact.inherited
                    || labelled
                    || !is_reference(line, fact)
                        && (!line.measurements.is_empty() || critical::is_critical(line)))
        })
        .collect()
}
