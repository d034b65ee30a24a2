//! The findings in their order: the template's sentences that stand, and what was dictated behind those that it belongs to.

use report::reading::Reading;
use report::section::SectionKind;
use report::statement::{Origin, Statement};

use crate::sheet::Unit;

/// A dictated statement and where it goes.
pub(super) struct Placed {
    pub(super) statement: Statement,
    /// The unit behind which it stands; `None` before all.
    pub(super) slot: Option<usize>,
    /// Its place in the dictation.
    pub(super) order: usize,
}

/// Template sentences that stand and dictated statements, in one order.
pub(super) fn weave(units: &[Unit], placed: Vec<Placed>) -> Vec<Statement> {
    let mut behind: Vec<Vec<Statement>> = units.iter().map(|_| Vec::new()).collect();
    let mut statements = Vec::new();
    for placed in placed {
        match placed.slot.and_then(|slot| behind.get_mut(slot)) {
            Some(slot) => slot.push(placed.statement),
            None => statements.push(placed.statement),
        }
    }
    let mut labelled = None;
    for (index, unit) in units.iter().enumerate() {
        if unit.stands {
            let text = match &unit.label {
                Some(label)
                    if labelled != Some(unit.line) && (is_first(units, index) || needs_label(unit)) =>
                {
                    format!("{label}: {}", unit.text).trim_end().to_owned()
                }
                _ => unit.text.clone(),
            };
            labelled = Some(unit.line);
            statements.push(Statement {
                section: SectionKind::Findings,
                text,
                origin: Origin::Template {
                    filled: unit.filled.clone(),
                },
            });
        }
        if !behind[index].is_empty() {
            labelled = None;
        }
        statements.append(&mut behind[index]);
    }
    statements
}

/// Whether a sentence is the first of its line.
pub(super) fn is_first(units: &[Unit], index: usize) -> bool {
    index
        .checked_sub(1)
        .is_none_or(|before| units[before].line != units[index].line)
}

/// Whether a sentence that lost the one before it would not say what it is about: `Measures 12 cm.` does, `No pneumothorax.` does not.
/// Nor would `No canal stenosis.` say at which level, or `No calculus.` on which side.
pub(super) fn needs_label(unit: &Unit) -> bool {
    let own = Reading::of(&unit.text);
    let label = unit.label.as_deref().unwrap_or_default();
    let loses_level = own.levels.is_empty() && !report::anatomy::level::find(label).is_empty();
    let loses_side = report::side::find(&unit.text).is_empty() && !report::side::find(label).is_empty();
    own.subjects.is_empty() && own.claims.iter().all(|claim| !claim.kind.alone) || loses_level || loses_side
}
