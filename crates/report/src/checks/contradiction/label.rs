//! Sentences under the label of one side: `RIGHT KNEE: Menisci are normal. No effusion.`

use std::sync::LazyLock;

use regex::Regex;

use super::super::sheet::Sheet;
use crate::side::Side;

/// The side whose label each sentence stands under, where there is one.
pub(super) struct Labels(Vec<Option<bool>>);

impl Labels {
    /// The labels of every sentence; a paragraph without one ends the one before.
    pub(super) fn of(sheet: &Sheet<'_>) -> Self {
        static LABEL: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(r"^\W*(?:(right|rt)|left|lt)\b[^.:;,]{0,24}:").expect("pattern"));
        let mut label = None;
        let mut section = None;
        let sides = sheet.lines.iter().map(|line| {
            if let Some(found) = LABEL.captures(&line.lower) {
                label = Some(found.get(1).is_some());
            } else if line.opens || section != Some(line.section) {
                label = None;
            }
            section = Some(line.section);
            label
        });
        Self(sides.collect())
    }

    /// The side whose label a sentence stands under.
    pub(super) fn side(&self, line: usize) -> Option<Side> {
        let right = self.0.get(line).copied().flatten()?;
        Some(if right { Side::Right } else { Side::Left })
    }

    /// Whether two sentences stand under the labels of different sides.
    pub(super) fn apart(&self, one: usize, other: usize) -> bool {
        let of = |line: usize| self.0.get(line).copied().flatten();
        matches!((of(one), of(other)), (Some(one), Some(other)) if one != other)
    }
}
